//! Points in time as people write them, and days of delay. No clock is read here.

use std::fmt;
use std::str::FromStr;

use plyground_core::quote;

/// A second of the calendar in the local time of a course, without a time zone of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// Seconds since 1970-01-01T00:00:00 in local time.
    seconds: i64,
}

/// Seconds of a day.
const DAY: i64 = 86_400;

/// The last second of the year 9999.
const LAST: i64 = days_from_civil(10_000, 1, 1) * DAY - 1;

/// What a moment looks like.
const EXPECTED: &str = "a date and a time such as 2026-05-01T22:10 or 2026-05-01T22-10-59, \
                        perhaps with Z or an offset such as +10:00";

impl Moment {
    /// Reads `YYYY-MM-DDTHH:MM[:SS]`. Dashes may stand for colons, which some file systems refuse. With `Z`
    /// or an offset from UTC at the end it is turned into local time, which is `local` ahead of UTC.
    ///
    /// # Errors
    ///
    /// If it is not a moment of the calendar in the years 1970 to 9999, as written and in local time.
    pub fn parse(text: &str, local: Offset) -> Result<Self, String> {
        let fail = || format!("found {}; expected {EXPECTED}", quote(text));
        let (date, time) = text.split_once('T').ok_or_else(fail)?;
        let (time, zone) = match time.find(['Z', '+']).or_else(|| third_dash(time)) {
            Some(at) => time.split_at(at),
            None => (time, ""),
        };
        let offset = match zone {
            "" => None,
            "Z" => Some(Offset { seconds: 0 }),
            zone => Some(zone.parse::<Offset>().map_err(|_| fail())?),
        };
        let date: Vec<i64> = date.split('-').map(digits).collect::<Option<_>>().ok_or_else(fail)?;
        let time: Vec<i64> = time.split([':', '-']).map(digits).collect::<Option<_>>().ok_or_else(fail)?;
        let ([year, month, day], [hour, minute, rest @ ..]) = (&date[..], &time[..]) else {
            return Err(fail());
        };
        let second = match rest {
            [] => 0,
            [second] => *second,
            _ => return Err(fail()),
        };
        let is_time = *hour < 24 && *minute < 60 && second < 60;
        let is_date = (1970..=9999).contains(year)
            && (1..=12).contains(month)
            && (1..=days_of_month(*year, *month)).contains(day);
        if !is_time || !is_date {
            return Err(fail());
        }
        let seconds = days_from_civil(*year, *month, *day) * DAY + hour * 3600 + minute * 60 + second;
        let seconds = seconds + offset.map_or(0, |offset| local.seconds - offset.seconds);
        // Local time may fall into another year than the text says.
        if !(0..=LAST).contains(&seconds) {
            return Err(fail());
        }
        Ok(Self { seconds })
    }

    /// The last second of this minute: a deadline of 23:59 lets in what comes at 23:59:59.
    #[must_use]
    pub const fn end_of_minute(self) -> Self {
        Self { seconds: self.seconds - self.seconds.rem_euclid(60) + 59 }
    }

    /// Days late against a deadline where days end at 23:59:59: 0 in time, 1 from the first second after
    /// the deadline to the end of that day, and one more for every further day that has begun.
    pub fn days_late(self, due: Self) -> u32 {
        if self.seconds <= due.seconds {
            return 0;
        }
        // A deadline at the very end of a day belongs to the day that begins then.
        let first = (due.seconds + 1).div_euclid(DAY);
        let days = self.seconds.div_euclid(DAY) - first + 1;
        u32::try_from(days).unwrap_or(u32::MAX)
    }
}

/// Digits only, at most four.
fn digits(text: &str) -> Option<i64> {
    let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Where an offset with a minus begins: dashes before it stand for colons, so it must have a colon itself.
fn third_dash(time: &str) -> Option<usize> {
    let at = time.rfind('-')?;
    time[at..].contains(':').then_some(at)
}

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

const fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date (Howard Hinnant, "chrono-compatible low-level date algorithms").
const fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month and day of a day counted from 1970-01-01 (the same source).
const fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil_from_days(self.seconds.div_euclid(DAY));
        let second = self.seconds.rem_euclid(DAY);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
    }
}

/// How far local time is ahead of UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offset {
    seconds: i64,
}

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
            (hours <= 14 && minutes < 60).then_some(Self { seconds: sign * (hours * 3600 + minutes * 60) })
        };
        read().ok_or_else(|| format!("found {}; expected an offset from UTC such as +10:00", quote(text)))
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.seconds < 0 { '-' } else { '+' };
        let minutes = self.seconds.abs() / 60;
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Moment {
        Moment::parse(text, "+10:00".parse().unwrap()).unwrap()
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
        for days in (0..3_000_000).step_by(37) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
    }

    #[test]
    fn what_is_no_moment_is_refused() {
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
            "-2019-04-05T23:59",
        ] {
            let error = Moment::parse(text, Offset::default()).expect_err(text);
            assert!(
                error.starts_with(&format!("found {}; expected a date and a time", quote(text))),
                "{error}"
            );
        }
        // In local time these are of 1969 and of 10000.
        for (text, offset) in [("1970-01-01T00:00Z", "-00:01"), ("9999-12-31T23:59Z", "+00:01")] {
            assert!(Moment::parse(text, Offset::default()).is_ok());
            assert!(Moment::parse(text, offset.parse().unwrap()).is_err(), "{text} {offset}");
        }
        assert_eq!(Moment::parse("9999-12-31T23:59:59", Offset::default()), Ok(Moment { seconds: LAST }));
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
}
