//! Values of agents' options as text.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::digits;

/// The greatest depth that can be asked for: no game here has a line of as many plies.
pub const MOST_DEPTH: u32 = 1000;

/// Reads a depth: decimal digits, from 1 to [`MOST_DEPTH`].
pub fn parse_depth(text: &str) -> Option<u32> {
    parse_count(text, 1..=MOST_DEPTH)
}

/// Reads a whole number in a range.
pub(super) fn parse_count(text: &str, range: RangeInclusive<u32>) -> Option<u32> {
    digits(text)?.parse().ok().filter(|number| range.contains(number))
}

/// Reads a number from 0 to 1000 with at most three decimals, as thousandths.
pub(super) fn parse_thousandths(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let fraction = digits(fraction).filter(|fraction| fraction.len() <= 3)?;
    let thousandths = 1000 * digits(whole)?.parse::<u64>().ok().filter(|&whole| whole <= 1000)?
        + format!("{fraction:0<3}").parse::<u64>().ok()?;
    u32::try_from(thousandths).ok().filter(|&thousandths| thousandths <= 1_000_000)
}

/// Writes thousandths so that [`parse_thousandths`] reads them back.
pub(super) fn write_thousandths(thousandths: u32) -> String {
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads a time above 0: decimal digits, perhaps a point and up to nine more, then `s` or `ms`. What is
/// finer than a nanosecond is refused, and so is what does not fit 64 bits of nanoseconds.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (number, exponent) = match text.strip_suffix("ms") {
        Some(number) => (number, 6),
        None => (text.strip_suffix('s')?, 9),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let fraction = digits(fraction)?.trim_end_matches('0');
    let finer = exponent - u32::try_from(fraction.len()).ok().filter(|&places| places <= exponent)?;
    let unit = 10u64.pow(exponent);
    let whole = digits(whole)?.parse::<u64>().ok()?.checked_mul(unit)?;
    let fraction = format!("0{fraction}").parse::<u64>().ok()? * 10u64.pow(finer);
    let nanoseconds = whole.checked_add(fraction)?;
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds))
}

/// Writes a time so that [`parse_time`] reads it back.
pub(super) fn write_time(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    format!("{}s", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_are_read_exactly() {
        for (text, thousandths) in
            [("0", 0), ("0.7", 700), ("0.05", 50), ("1.414", 1414), ("12.0", 12_000), ("1000", 1_000_000)]
        {
            assert_eq!(parse_thousandths(text), Some(thousandths), "{text}");
            assert_eq!(parse_thousandths(&write_thousandths(thousandths)), Some(thousandths));
        }
        for bad in ["", ".5", "1.", "-1", "+1", "1e3", "0.0001", "1000.001", "1001", "99999999999999999999"] {
            assert_eq!(parse_thousandths(bad), None, "{bad:?}");
        }
        assert_eq!(write_thousandths(700), "0.7");
        assert_eq!([0, 1, 5, 6].map(|n| parse_count(&n.to_string(), 1..=5)), [None, Some(1), Some(5), None]);
        assert_eq!(parse_count("4294967296", 0..=u32::MAX), None);
    }

    #[test]
    fn times_are_read_exactly() {
        for (text, nanoseconds) in [
            ("0.9s", 900_000_000),
            ("500ms", 500_000_000),
            ("2s", 2_000_000_000),
            ("1.5ms", 1_500_000),
            ("0.000000001s", 1),
            ("0.1000000000000s", 100_000_000),
        ] {
            assert_eq!(parse_time(text), Some(Duration::from_nanos(nanoseconds)), "{text}");
            let time = Duration::from_nanos(nanoseconds);
            assert_eq!(parse_time(&write_time(time)), Some(time));
        }
        for bad in
            ["", "s", "ms", "1", "0s", "0.0ms", "-1s", "+1s", "1.s", ".5s", "1e3s", "1 s", "0.0000000001s"]
        {
            assert_eq!(parse_time(bad), None, "{bad:?}");
        }
        assert_eq!(parse_time("18446744073s"), Some(Duration::from_secs(18_446_744_073)));
        assert_eq!(parse_time("18446744074s"), None);
        assert_eq!(parse_time("18446744073.9s"), None);
    }
}
