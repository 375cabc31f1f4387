//! Points in time as people write them, and days of delay. No clock is read here.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, ToSpan};
use plyground_core::quote;

/// A second of the calendar in the local time of a course. It has no time zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalTime(DateTime);

/// What a moment looks like.
const EXPECTED: &str = "a date and a time such as 2026-05-01T22:10 or 2026-05-01T22-10-59, \
                        perhaps with Z or an offset such as +10:00";

impl LocalTime {
    /// Reads `YYYY-MM-DDTHH:MM[:SS]`. Dashes may stand for colons, which some file systems refuse. With `Z`
    /// or an offset from UTC at the end it is turned into local time, which is `local` ahead of UTC.
    ///
    /// # Errors
    ///
    /// If it is not a moment of the calendar in the years 1970 to 9999, as written and in local time.
    pub fn parse(text: &str, local: Offset) -> Result<Self, String> {
        let read = || {
            let (date, time) = text.split_once('T')?;
            let (time, zone) = match time.find(['Z', '+']).or_else(|| third_dash(time)) {
                Some(at) => time.split_at(at),
                None => (time, ""),
            };
            let ahead = match zone {
                "" => SignedDuration::ZERO,
                "Z" => local.0,
                zone => local.0 - zone.parse::<Offset>().ok()?.0,
            };
            let date: Vec<i16> = date.split('-').map(digits).collect::<Option<_>>()?;
            let time: Vec<i16> = time.split([':', '-']).map(digits).collect::<Option<_>>()?;
            let small = |number: i16| i8::try_from(number).ok();
            let ([year, month, day], [hour, minute, rest @ ..]) = (&date[..], &time[..]) else { return None };
            let second = match *rest {
                [] => 0,
                [second @ 0..60] => second,
                _ => return None,
            };
            let date = Date::new(*year, small(*month)?, small(*day)?).ok()?;
            let time = Time::new(small(*hour)?, small(*minute)?, small(second)?, 0).ok()?;
            let written = DateTime::from_parts(date, time);
            // Local time may fall into another year than the text says.
            let moment = written.checked_add(ahead).ok()?;
            (written.year().min(moment.year()) >= 1970).then_some(Self(moment))
        };
        read().ok_or_else(|| format!("found {}; expected {EXPECTED}", quote(text)))
    }

    /// The last second of this minute: a deadline of 23:59 lets in what comes at 23:59:59.
    #[must_use]
    pub fn end_of_minute(self) -> Self {
        Self(self.0.with().second(59).build().unwrap_or(self.0))
    }

    /// Days late against a deadline where days end at 23:59:59: 0 in time, 1 from the first second after
    /// the deadline to the end of that day, and one more for every further day that has begun.
    pub fn days_late(self, due: Self) -> u32 {
        if self <= due {
            return 0;
        }
        // A deadline at the very end of a day belongs to the day that begins then.
        let first = due.0.saturating_add(1.second()).date();
        let days = self.0.date().duration_since(first).as_hours() / 24 + 1;
        u32::try_from(days).unwrap_or(u32::MAX)
    }
}

/// Digits only, at most four.
fn digits(text: &str) -> Option<i16> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Where an offset with a minus begins: dashes before it stand for colons, so it must have a colon itself.
fn third_dash(time: &str) -> Option<usize> {
    let at = time.rfind('-')?;
    time[at..].contains(':').then_some(at)
}

impl fmt::Display for LocalTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How far local time is ahead of UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offset(SignedDuration);

impl FromStr for Offset {
    type Err = String;

    /// Reads `+HH:MM` or `-HH:MM`, at most 14 hours.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (sign, rest) = match text.as_bytes().first()? {
                b'+' => (1, &text[1..]),
                b'-' => (-1, &text[1..]),
                _ => return None,
            };
            let (hours, minutes) = rest.split_once(':')?;
            let (hours, minutes) = (digits(hours)?, digits(minutes)?);
            let minutes = (hours <= 14 && minutes < 60).then(|| hours * 60 + minutes)?;
            Some(Self(SignedDuration::from_mins(sign * i64::from(minutes))))
        };
        read().ok_or_else(|| format!("found {}; expected an offset from UTC such as +10:00", quote(text)))
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0.is_negative() { '-' } else { '+' };
        let minutes = self.0.as_mins().abs();
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}
