//! Short texts of command lines and of files: agents, times, points, shares, dates.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use plyground_arena::job::Share;
use plyground_core::agents::{AgentSpec, parse_depth, parse_time};
use plyground_courses::engine::local_time::{LocalTime, Zone};
use plyground_league::standings::Points;

use crate::input::{Input, check_message};

/// A reader, then the text.
pub(crate) fn words(data: &[u8]) {
    let mut input = Input(data);
    let reader = input.below(6);
    let Some(text) = input.text() else { return };
    match reader {
        0 => reads_back::<AgentSpec>(text),
        1 => reads_back::<Points>(text),
        2 => reads_back::<Share>(text),
        3 => reads_back::<Zone>(text),
        4 => {
            let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.trim_start_matches('0');
            let is_depth = is_digits && !number.is_empty() && (number.len() < 4 || number == "1000");
            assert_eq!(parse_depth(text).is_some(), is_depth, "{text:?}");
            if let Some(time) = parse_time(text) {
                assert!(!time.is_zero());
                let written = format!("{}.{:09}s", time.as_secs(), time.subsec_nanos());
                assert_eq!(parse_time(&written), Some(time));
            }
        }
        _ => moment(text),
    }
}

fn reads_back<T>(text: &str)
where
    T: FromStr<Err: Display> + Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>();
            let again = again.unwrap_or_else(|error| panic!("{text:?} was written as {value}: {error}"));
            assert_eq!(again, value, "{text:?}");
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// A date, in the local time of either end of the world.
fn moment(text: &str) {
    for offset in ["+00:00", "+14:00", "-12:30"] {
        let local: Zone = offset.parse().expect("an offset");
        match LocalTime::parse(text, &local) {
            Ok(moment) => {
                assert_eq!(LocalTime::parse(&moment.to_string(), &local), Ok(moment), "{text:?}");
                assert_eq!(moment.days_late(moment), 0);
                assert!(moment.end_of_minute() >= moment);
            }
            Err(message) => check_message(&message),
        }
    }
}
