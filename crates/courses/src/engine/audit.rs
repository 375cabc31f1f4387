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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::outcome::VERSION;

    fn outcome(earned: [u8; 2], wall: u32) -> Outcome {
        let answer = |case: &str, earned: u8| {
            format!(
                r#"{{"case":"{case}","earned":[null,{earned}],"got":"column 1","problem":"","wall_us":{wall}}}"#
            )
        };
        let answers = [answer("public-01", earned[0]), answer("hidden-01", earned[1])].join(",");
        Outcome::from_line(&format!(
            r#"{{"version":{VERSION},"student":"a","digest":"","isolation":"","answers":[{answers}]}}"#
        ))
        .unwrap()
    }

    #[test]
    fn what_was_earned_is_compared_and_no_times() {
        assert_eq!(differences(&outcome([100, 0], 5), &outcome([100, 0], 99)), []);
        let difference = Difference {
            about: "hidden-01".to_owned(),
            then: "column 1, -/0 %".to_owned(),
            now: "column 1, -/100 %".to_owned(),
        };
        assert_eq!(differences(&outcome([100, 0], 5), &outcome([100, 100], 5)), [difference]);
    }

    #[test]
    fn a_submission_that_is_refused_now_differs_in_all() {
        let then = outcome([100, 0], 5);
        let mut now = then.clone();
        now.answers.clear();
        "it is not built".clone_into(&mut now.refused);
        let about = |differences: Vec<Difference>| -> Vec<String> {
            differences.into_iter().map(|difference| difference.about).collect()
        };
        assert_eq!(about(differences(&then, &now)), ["refused", "public-01", "hidden-01"]);
        assert_eq!(about(differences(&now, &then)), ["refused", "public-01", "hidden-01"]);
    }
}
