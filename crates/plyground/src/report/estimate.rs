//! Estimates from games as text.

/// An Elo difference with its sign; infinite ones are `+inf` and `-inf`.
pub(crate) fn elo_text(elo: f64) -> String {
    let text = format!("{elo:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// A probability in percent that is never rounded to certainty.
pub(crate) fn probability_text(probability: f64) -> String {
    match probability {
        sure if sure >= 0.9995 => "more than 99.9 %".to_owned(),
        sure if sure < 0.0005 => "less than 0.1 %".to_owned(),
        open => format!("{:.1} %", 100.0 * open),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        let texts = [0.04, -0.04, 12.34, -190.85, f64::INFINITY, f64::NEG_INFINITY].map(elo_text);
        assert_eq!(texts, ["+0.0", "+0.0", "+12.3", "-190.8", "+inf", "-inf"]);
        let texts = [0.0, 0.0005, 0.5, 0.9994, 0.9996, 1.0].map(probability_text);
        let sure = "more than 99.9 %";
        assert_eq!(texts, ["less than 0.1 %", "0.1 %", "50.0 %", "99.9 %", sure, sure]);
    }
}
