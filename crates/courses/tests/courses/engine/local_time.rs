//! Times as people write them, and days of delay.

use plyground_core::quote;
use plyground_courses::engine::local_time::{LocalTime, Offset};

fn at(text: &str) -> LocalTime {
    LocalTime::parse(text, "+10:00".parse().expect("an offset")).expect("a time")
}

#[test]
fn moments_are_read_and_written() {
    for (text, shown) in [
        ("2019-04-05T23:59", "2019-04-05T23:59:00"),
        ("2019-04-05T23-59-07", "2019-04-05T23:59:07"),
        ("2019-04-05T13:59:59Z", "2019-04-05T23:59:59"),
        ("2019-04-05T13:59+00:00", "2019-04-05T23:59:00"),
        ("2019-04-05T23:59-10:00", "2019-04-06T19:59:00"),
        ("2024-02-29T00:00", "2024-02-29T00:00:00"),
        ("1970-01-01T00:00", "1970-01-01T00:00:00"),
        ("9999-12-31T23:59", "9999-12-31T23:59:00"),
    ] {
        assert_eq!(at(text).to_string(), shown, "{text}");
    }
}

#[test]
fn invalid_times_are_refused() {
    for text in [
        "",
        "2019",
        "2019-04-05",
        "2019-04-05 23:59",
        "2019-02-29T00:00",
        "2019-13-01T00:00",
        "2019-04-05T24:00",
        "2019-04-05T23:60",
        "2019-04-05T23",
        "2019-04-05T23:59:59:59",
        "2019-04-05T23:59+1",
        "19-04-05T23:59",
        "2019-04-05T2\u{663}:59",
        "2019-04-05T23:59+15:00",
        "2019-04-05T23:59+9999:00",
        "-2019-04-05T23:59",
    ] {
        let error = LocalTime::parse(text, Offset::default()).expect_err(text);
        assert!(error.starts_with(&format!("found {}; expected a date and a time", quote(text))), "{error}");
    }
    // In local time these are of 1969 and of 10000.
    for (text, offset) in [("1970-01-01T00:00Z", "-00:01"), ("9999-12-31T23:59Z", "+00:01")] {
        assert!(LocalTime::parse(text, Offset::default()).is_ok());
        assert!(LocalTime::parse(text, offset.parse().unwrap()).is_err(), "{text} {offset}");
    }
    assert!(LocalTime::parse("9999-12-31T23:59:59", Offset::default()).is_ok());
    let error = "10:00".parse::<Offset>().unwrap_err();
    assert_eq!(error, "found '10:00'; expected an offset from UTC such as +10:00");
    assert_eq!("-03:30".parse::<Offset>().unwrap().to_string(), "-03:30");
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
