//! A second look: what a submission answers when it is tried again, beside what was found the first time.

use super::outcome::Outcome;

/// Where two outcomes of one submission differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The case, or what else it is about: `language`, `refused`.
    pub about: String,
    /// What was found the first time.
    pub then: String,
    /// What was found now.
    pub now: String,
}

/// What differs between an outcome and a later one of the same files: what was earned and answered, but no times, and no
/// words that follow from the rest.
pub fn differences(then: &Outcome, now: &Outcome) -> Vec<Difference> {
    let mut all = Vec::new();
    let mut compare = |about: &str, then: String, now: String| {
        if then != now {
            all.push(Difference { about: about.to_owned(), then, now });
        }
    };
    compare("language", then.language.clone(), now.language.clone());
    compare("refused", then.refused.clone(), now.refused.clone());
    let found = |outcome: &Outcome, at: usize| {
        outcome.answers.get(at).map_or_else(
            || "no answer".to_owned(),
            |answered| {
                let percent =
                    |earned: &Option<u8>| earned.map_or_else(|| "-".to_owned(), |it| it.to_string());
                let earned: Vec<String> = answered.earned.iter().map(percent).collect();
                let got = if answered.got.is_empty() { "no answer" } else { &answered.got };
                let problem = if answered.problem.is_empty() { "" } else { ": " };
                format!("{got}, {} %{problem}{}", earned.join("/"), answered.problem)
            },
        )
    };
    let cases = if then.answers.len() < now.answers.len() { &now.answers } else { &then.answers };
    for (at, answered) in cases.iter().enumerate() {
        compare(&answered.case, found(then, at), found(now, at));
    }
    all
}
