//! Values of agents' options as text.

use std::time::Duration;

use crate::search::CutRule;

/// Reads a depth: decimal digits, at least 1. Depths beyond the end of every game are cut to `u32::MAX`.
pub fn parse_depth(text: &str) -> Option<u32> {
    let text = digits(text)?.trim_start_matches('0');
    if text.is_empty() { None } else { Some(text.parse().unwrap_or(u32::MAX)) }
}

/// Reads a cut rule, `equal` or `beyond`.
pub(super) fn parse_cut(text: &str) -> Option<CutRule> {
    [CutRule::AtEqual, CutRule::Beyond].into_iter().find(|&rule| cut_name(rule) == text)
}

/// The name of a cut rule in specs and on command lines.
pub const fn cut_name(rule: CutRule) -> &'static str {
    match rule {
        CutRule::AtEqual => "equal",
        CutRule::Beyond => "beyond",
    }
}

/// The text, if it is decimal digits and nothing else.
pub(super) fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
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
