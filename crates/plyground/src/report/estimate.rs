//! Estimates from games as text.

use plyground_league::sprt::{Sprt, Verdict};
use serde_json::{Value, json};

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

/// The state of a sequential test after these pairs of games, in words.
pub(crate) fn test_text(sprt: &Sprt, pairs: &[u64; 5]) -> String {
    let [elo0, elo1] = sprt.elo().map(elo_text);
    let ([low, high], ratio) = (sprt.bounds(), sprt.ratio(pairs));
    let verdict = match sprt.verdict(pairs) {
        Verdict::AcceptH0 => format!("H0 accepted ({elo0} rather than {elo1} Elo)"),
        Verdict::AcceptH1 => format!("H1 accepted ({elo1} rather than {elo0} Elo)"),
        Verdict::Open => format!("open between {elo0} and {elo1} Elo"),
    };
    format!("{verdict}; log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}")
}

/// The same as JSON: `elo`, `error_rates`, `ratio`, `bounds` and `accepted` (null, `h0` or `h1`).
pub(crate) fn test_json(sprt: &Sprt, pairs: &[u64; 5]) -> Value {
    json!({
        "elo": sprt.elo(),
        "error_rates": sprt.error_rates(),
        "ratio": sprt.ratio(pairs),
        "bounds": sprt.bounds(),
        "accepted": match sprt.verdict(pairs) {
            Verdict::AcceptH0 => Some("h0"),
            Verdict::AcceptH1 => Some("h1"),
            Verdict::Open => None,
        },
    })
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
