//! What is said of programs: the mistakes that explain their answers, and what wrong answers have in common.

use std::collections::BTreeSet;

use plyground_courses::comp3608::Mistake;
use plyground_courses::engine::diagnose::{
    Confidence, Diagnosis, Explanation, Feature, Finding, KnownMistake, MistakeText, Plain, Sample, alike,
    common,
};

/// The diagnoses of programs that make one mistake each.
#[derive(PartialEq, Debug, Default)]
pub(crate) struct Told {
    /// Mistakes with which all is right.
    pub(crate) unseen: Vec<&'static str>,
    /// Mistakes that so few answers show that none is named.
    pub(crate) too_few: Vec<&'static str>,
    /// Mistakes that are named together, since the answers do not separate them.
    pub(crate) alike: BTreeSet<Vec<&'static str>>,
}

/// A mistake that is diagnosed must be named, alone or among those that give the same answers.
pub(crate) fn told<M: KnownMistake>(diagnosis_of: &dyn Fn(M) -> Diagnosis<M>) -> Told {
    let mut told = Told::default();
    for &mistake in M::ALL {
        let MistakeText { id, .. } = mistake.into();
        let Diagnosis { answered, finding, .. } = diagnosis_of(mistake);
        match finding {
            Finding::Right => told.unseen.push(id),
            Finding::Unknown { together: 0 } => told.too_few.push(id),
            Finding::Mistaken { explanations, confidence } => {
                let mut named: Vec<_> = explanations.iter().flat_map(Explanation::ids).collect();
                let is_whole = |one: &Explanation<M>| one.mistakes.len() == 1 && one.explains == answered;
                assert!(explanations.iter().all(is_whole), "{id}: {explanations:?}");
                assert!(named.contains(&id), "{id}: {named:?}");
                assert!(named.len() == 1 || confidence == Confidence::Possible, "{id}: {named:?}");
                named.sort_unstable();
                told.alike.extend((named.len() > 1).then_some(named));
            }
            other => panic!("{id}: {other:?}"),
        }
    }
    told
}

fn diagnosis(finding: Finding<Mistake>) -> Diagnosis<Mistake> {
    Diagnosis { asked: 30, answered: 28, right: 20, finding, common: None, inquired: None }
}

fn one(mistake: Mistake, explains: usize) -> Explanation<Mistake> {
    Explanation { mistakes: vec![mistake], explains }
}

#[test]
fn diagnoses_are_put_into_words() {
    let mistaken = |explanations, confidence| diagnosis(Finding::Mistaken { explanations, confidence });
    assert_eq!(
        mistaken(vec![one(Mistake::CutOnGreater, 28)], Confidence::Certain).words(),
        [
            "To 2 of 30 questions there was no answer that could be compared: mend that first.",
            "Practically certain: the program prunes only when alpha > beta. This mistake (cut-on-greater) \
             explains 28 of 28 answers; 20 of them are right.",
            "To mend it: Stop looking at further children as soon as alpha >= beta.",
        ]
    );
    let best = Explanation { mistakes: vec![Mistake::RootNotCounted, Mistake::ChildIndex], explains: 28 };
    let words = mistaken(vec![best.clone()], Confidence::Likely).words();
    let both = "Likely: the program does not count the root. It also prints the number of the child";
    assert!(words[1].starts_with(both), "{words:?}");
    assert!(words[1].contains("These mistakes (root-not-counted and child-index) explain 28 of 28"));
    let words = mistaken(vec![best, one(Mistake::LeavesOnly, 28)], Confidence::Possible).words();
    assert!(words[1].starts_with("Possible: one of 2 explanations, each of which explains 28 of 28 answers"));
    assert!(words[2].starts_with("Perhaps the program does not count the root. It also prints"), "{words:?}");
    assert!(words[3].contains("(leaves-only). To mend it: Count every node"), "{words:?}");
    let unknown = |together| diagnosis(Finding::Unknown { together });
    assert!(unknown(1).words()[1].starts_with("Tried: no known mistake alone gives all these answers"));
    assert!(unknown(2).words()[1].contains("nor two of them together gives all these answers"));
    assert!(unknown(2).words()[1].contains("So the 8 wrong answers can come from"));
    let one_wrong = Diagnosis { right: 27, ..unknown(2) };
    assert!(one_wrong.words()[1].contains("So the wrong answer can come from"));
    assert!(diagnosis(Finding::GivenUp).words()[1].contains("has not been found"));
    let right = "Answers that could be compared: 28, all right; to 2 of 30 questions there was none.";
    assert_eq!(diagnosis(Finding::Right).words(), [right]);
    let constant = Finding::Constant(vec![("column", 0), ("number of nodes", 1)]);
    let same =
        "Whatever it is asked, the program prints the same column, 0, and the same number of nodes, 1.";
    assert!(diagnosis(constant).words()[1].starts_with(same));
    let ignored = |on_one_board| diagnosis(Finding::Ignored { argument: "depth", on_one_board });
    assert!(ignored(false).words()[1].starts_with("The depth makes no difference to"));
    assert!(ignored(true).words()[1].starts_with("On the one board that is asked about with more than one"));
    assert_eq!([false, true].map(|one| ignored(one).is_open()), [false, true]);
}

#[test]
fn a_part_is_said_to_be_a_part() {
    let best = Explanation { mistakes: vec![Mistake::ChildIndex, Mistake::ExactlyFour], explains: 24 };
    let explanations = vec![best, one(Mistake::LeavesOnly, 24)];
    let part = diagnosis(Finding::Partial { explanations, wrong: 5, against: 1 });
    let words = part.words();
    assert!(words[1].starts_with("In part: a program that prints the number of the child"), "{words:?}");
    let explains = "explains 24 of 28 answers: 5 of the 8 wrong ones; one right answer speaks against it.";
    assert!(words[1].contains(explains), "{words:?}");
    assert_eq!(words[3], "These explain as many: leaves-only.");
    assert_eq!(part.named(), Some((vec!["child-index", "exactly-four"], Confidence::Partial)));
    assert!(part.is_open());
}

#[test]
fn groups_are_reported_one_by_one() {
    let of = |finding, right| Diagnosis { asked: 9, answered: 9, right, ..diagnosis(finding) };
    let sure = |mistake| {
        let explanations = vec![one(mistake, 9)];
        Finding::Mistaken { explanations, confidence: Confidence::Certain }
    };
    let both = diagnosis(Finding::Groups(vec![
        ("answers for M", of(sure(Mistake::RootNotCounted), 0)),
        ("answers for A", of(Finding::Unknown { together: 2 }, 4)),
    ]));
    let words = both.words();
    assert!(words[1].starts_with("Of answers for M alone: Practically certain: the program does not count"));
    assert!(words[3].starts_with("Of answers for A alone: Tried: no known mistake alone"), "{words:?}");
    assert_eq!(both.named(), Some((vec!["root-not-counted"], Confidence::Certain)));
    assert!(both.is_open());
}

/// Questions with two features, right where `right` says so.
fn samples(rows: &[(bool, bool, bool)]) -> Vec<Sample> {
    let of = |&(full, yellow, is_right): &(bool, bool, bool)| Sample {
        right: Some(vec![is_right]),
        features: vec![
            Feature { words: "a column is full", is_so: full },
            Feature { words: "yellow is to move", is_so: yellow },
        ],
        deviations: if is_right { vec![] } else { vec![(0, "the column is full")] },
        size: 7,
    };
    rows.iter().map(of).collect()
}

/// A coincidence is reported if its probability is below one in a hundred, divided by two, since pairs of features are
/// tried too.
#[test]
fn the_probability_is_fishers() {
    for (all, with, wrong, both, is_told) in [
        // The lady tasting tea: all four cups of eight, 1 in 70.
        (8, 4, 4, 4, false),
        // 1 in 210, and 15 in 3060.
        (10, 4, 4, 4, true),
        (18, 3, 4, 3, true),
        // Seven of them 64 in 12870, which would do; seven or more 65.
        (16, 8, 8, 7, false),
        (16, 8, 8, 8, true),
    ] {
        let row =
            |number: usize| (number < with, false, !(with - both..with - both + wrong).contains(&number));
        let mut samples = samples(&(0..all).map(row).collect::<Vec<_>>());
        for sample in &mut samples {
            sample.deviations.clear();
        }
        assert_eq!(common(&["column"], &samples).is_some(), is_told, "{both} of {with}, {wrong} of {all}");
    }
}

#[test]
fn a_feature_that_separates_wrong_from_right_is_found() {
    let rows: Vec<_> = (0..28).map(|number| (number % 3 == 0, number % 2 == 0, number % 3 != 0)).collect();
    let mut all = samples(&rows);
    all[9].size = 2;
    let found = common(&["column"], &all).expect("a feature");
    let wrong = "Wrong: all 10 answers where a column is full, and none of the 18 others.";
    assert_eq!(found.words, [wrong, "In all 10 answers that are wrong, the column is full."]);
    assert_eq!((found.cases[0], found.cases.len()), (9, 10));
    // One exception on either side.
    all[0].right = Some(vec![true]);
    all[1].right = Some(vec![false]);
    let found = common(&["column"], &all).expect("a feature");
    let words = "Wrong: 9 of the 10 answers where a column is full, and 1 of the 18 others.";
    assert_eq!(found.words[0], words);
    assert_eq!(found.words.len(), 1, "an answer is wrong in another way");
}

#[test]
fn two_features_are_reported_where_one_is_not_enough() {
    let rows: Vec<_> = (0..40).map(|n| (n % 2 == 0, n % 4 < 2, !(n % 2 == 0 && n % 4 < 2))).collect();
    let found = common(&["column"], &samples(&rows)).expect("features");
    let words =
        "Wrong: all 10 answers where a column is full and yellow is to move, and none of the 30 others.";
    assert_eq!(found.words[0], words);
}

#[test]
fn coincidences_are_not_reported() {
    let of = |rows: &[(bool, bool, bool)]| {
        let mut all = samples(rows);
        for sample in &mut all {
            sample.deviations.clear();
        }
        common(&["column"], &all)
    };
    let split = |number: usize| (number.is_multiple_of(3), number.is_multiple_of(2), number % 7 > 1);
    assert_eq!(of(&(0..28).map(split).collect::<Vec<_>>()), None);
    // Two wrong answers are no evidence, even if they have something in common.
    let two = |number: usize| (number < 2, false, number >= 2);
    assert_eq!(of(&(0..28).map(two).collect::<Vec<_>>()), None);
    // Neither is anything where all is right.
    assert_eq!(of(&(0..9).map(|number| (number < 3, false, true)).collect::<Vec<_>>()), None);
}

#[test]
fn parts_and_missing_answers_are_reported_separately() {
    let rows: Vec<_> = (0..28).map(|number| (number % 3 == 0, number % 2 == 0, true)).collect();
    let mut all = samples(&rows);
    for (number, sample) in all.iter_mut().enumerate() {
        sample.right = Some(vec![true, number % 2 == 1]);
    }
    let found = common(&["column", "nodes"], &all).expect("a feature");
    assert_eq!(found.words[0], "Right in 'column': all 28 answers.");
    let words = "Wrong in 'nodes': all 14 answers where yellow is to move, and none of the 14 others.";
    assert_eq!(found.words[1], words);
    for (number, sample) in all.iter_mut().enumerate() {
        sample.right = (number % 3 != 0).then(|| vec![true, true]);
    }
    let found = common(&["column", "nodes"], &all).expect("a feature");
    let words = "No answer that can be judged: to all 10 questions where a column is full, and to none of the 18 others.";
    assert_eq!(found.words, [words]);
}

#[test]
fn equal_failures_and_outputs_are_reported_once() {
    let plain = |failure: &str, printed: &str, is_right| {
        let [failure, printed] = [failure, printed].map(str::to_owned);
        Plain { failure, printed, is_right }
    };
    let many = |number: usize, one: &Plain| vec![one.clone(); number];
    let (crash, fine) = (plain("crashed: no module", "", false), plain("", "A2A3", true));
    assert_eq!(
        alike(&many(4, &crash), "question"),
        ["All 4 questions failed in the same way: crashed: no module."]
    );
    let most = [many(3, &crash), many(1, &fine)].concat();
    assert_eq!(
        alike(&most, "public question"),
        ["3 of 4 public questions failed in the same way: crashed: no module."]
    );
    assert_eq!(alike(&[many(2, &crash), many(1, &fine)].concat(), "question"), Vec::<String>::new());
    let same = [many(2, &fine), many(3, &plain("", "A2A3", false))].concat();
    assert_eq!(alike(&same, "question"), ["Whatever it is asked, what the program prints begins with A2A3."]);
    assert_eq!(alike(&many(5, &fine), "question"), Vec::<String>::new());
    assert_eq!(alike(&[], "question"), Vec::<String>::new());
}
