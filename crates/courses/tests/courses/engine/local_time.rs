//! Times as people write them, and days of delay.

use plyground_core::quote;
use plyground_courses::engine::local_time::{LocalTime, Zone};

fn at(text: &str) -> LocalTime {
    LocalTime::parse(text, &"+10:00".parse().expect("an offset")).expect("a time")
}

#[test]
fn moments_are_read_and_written() {
    for (text, shown) in [
        ("2019-04-05T23:59", "2019-04-05T23:59:00"),
        ("2019-04-05T23-59-07", "2019-04-05T23:59:07"),
        ("2019-04-05T13:59:59Z", "2019-04-05T23:59:59"),
        ("2019-04-05T13:59+00:00", "2019-04-05T23:59:00"),
        ("2019-04-05T23:59-10:00", "2019-04-06T19:59:00"),
        ("2019-04-05T23-59-10-00", "2019-04-06T19:59:00"),
        ("2019-04-05T23-59-07-10-00", "2019-04-06T19:59:07"),
        ("2019-04-05T13-59+00-00", "2019-04-05T23:59:00"),
        ("2024-02-29T00:00", "2024-02-29T00:00:00"),
        ("1970-01-01T00:00", "1970-01-01T00:00:00"),
        ("9999-12-31T23:59", "9999-12-31T23:59:00"),
    ] {
        assert_eq!(at(text).to_string(), shown, "{text}");
    }
}

#[test]
fn invalid_times_are_refused() {
    let texts = "|2019|2019-04-05|2019-04-05 23:59|2019-02-29T00:00|2019-13-01T00:00|2019-04-05T24:00|2019-04-05T23:60|\
                 2019-04-05T23|2019-04-05T23:59:59:59|2019-04-05T23:59+1|19-04-05T23:59|2019-04-05T2\u{663}:59|\
                 2019-04-05T23:59+15:00|2019-04-05T22-10-05-1|2019-04-05T22-10-05-05-1|2019-04-05T23:59+9999:00|\
                 -2019-04-05T23:59";
    for text in texts.split('|') {
        let error = LocalTime::parse(text, &Zone::default()).expect_err(text);
        assert!(error.starts_with(&format!("found {}; expected a date and a time", quote(text))), "{error}");
    }
    // In local time these are of 1969 and of 10000.
    for (text, offset) in [("1970-01-01T00:00Z", "-00:01"), ("9999-12-31T23:59Z", "+00:01")] {
        assert!(LocalTime::parse(text, &Zone::default()).is_ok());
        assert!(LocalTime::parse(text, &offset.parse().unwrap()).is_err(), "{text} {offset}");
    }
    assert!(LocalTime::parse("9999-12-31T23:59:59", &Zone::default()).is_ok());
    let error = "10:00".parse::<Zone>().unwrap_err();
    let expected = "expected an offset from UTC such as +10:00, or a time zone such as Australia/Sydney";
    assert!(error.starts_with(&format!("found '10:00'; {expected}")), "{error}");
    assert_eq!("-03:30".parse::<Zone>().unwrap().to_string(), "-03:30");
}

/// Clocks went back in Sydney on 5 April 2026.
#[test]
fn a_change_of_clocks_makes_nobody_late() {
    let sydney: Zone = match "australia/sydney".parse() {
        Ok(zone) => zone,
        Err(error) => return eprintln!("not tried, for want of tzdata: {error}"),
    };
    assert_eq!(sydney.to_string(), "Australia/Sydney");
    let at = |text: &str| LocalTime::parse(text, &sydney).expect(text);
    let due = at("2026-04-06T23:59").end_of_minute();
    for (text, shown, days) in [
        ("2026-04-03T12:59Z", "2026-04-03T23:59:00", 0),
        ("2026-04-06T13:59:59Z", "2026-04-06T23:59:59", 0),
        ("2026-04-06T14-00+00-00", "2026-04-07T00:00:00", 1),
    ] {
        assert_eq!((at(text).to_string().as_str(), at(text).days_late(due)), (shown, days), "{text}");
    }
}

#[test]
fn days_end_at_one_minute_to_midnight() {
    let due = at("2019-04-05T23:59").end_of_minute();
    for (text, days) in [
        ("2019-04-05T23:59:59", 0),
        ("2019-04-06T00:00:00", 1),
        ("2019-04-06T23:59:59", 1),
        ("2019-04-07T00:00:00", 2),
        ("2019-04-08T23:59:59", 3),
        ("2019-04-09T00:00:00", 4),
        ("2019-01-01T00:00:00", 0),
    ] {
        assert_eq!(at(text).days_late(due), days, "{text}");
    }
    // A deadline at noon: the rest of that day is the first day late.
    let noon = at("2019-04-05T12:00").end_of_minute();
    assert_eq!(at("2019-04-05T12:01").days_late(noon), 1);
    assert_eq!(at("2019-04-05T23:59:59").days_late(noon), 1);
    assert_eq!(at("2019-04-06T00:00").days_late(noon), 2);
}
