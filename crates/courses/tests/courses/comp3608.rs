//! COMP3608: the figures of the specification, the textbook search, and that answers distinguish mistakes.

use std::collections::{BTreeSet, HashSet};

use plyground_core::games::connect_four::{Comp3608, notation};
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule, textbook};
use plyground_core::{Counts, Player, Position};
use plyground_courses::comp3608::{
    Answer, Limits, Mistake, Question, answer, answer_within, diagnose, examples, gives,
};
use plyground_courses::engine::diagnose::{Confidence, Finding, KnownMistake, MistakeText};

use crate::diagnosis::{Told, told};
use crate::random_board;

pub(crate) const A: Algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
const M: Algorithm = Algorithm::Minimax;

fn question(state: &str, side: &str, algorithm: Algorithm, depth: u32) -> Question {
    let turn = notation::parse_side(side).expect("a side");
    Question { position: notation::parse_state(state, turn).expect("a board"), algorithm, depth }
}

pub(crate) fn worked_example() -> Question {
    question(".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", A, 4)
}

#[test]
fn mistakes_print_the_figures_of_the_worked_example() {
    let example = worked_example();
    for (mistakes, column, nodes) in [
        (&[][..], 1, 297),
        (&[Mistake::CutOnGreater], 1, 606),
        (&[Mistake::RootNotCounted], 1, 296),
        (&[Mistake::LeavesOnly], 1, 201),
        (&[Mistake::OnePlyDeeper], 1, 1215),
        (&[Mistake::OnePlyShallower], 1, 115),
        (&[Mistake::RightToLeft], 4, 273),
        (&[Mistake::LastTieKept], 6, 297),
        (&[Mistake::AlphaNotPassed], 1, 1477),
        (&[Mistake::BetaNotPassed], 1, 368),
        (&[Mistake::NoPruning], 1, 2084),
        (&[Mistake::NarrowWindow], 1, 216),
        (&[Mistake::WinsSearchedOn], 1, 401),
    ] {
        assert_eq!(answer(&example, mistakes), Answer { column, nodes }, "{mistakes:?}");
    }
    assert!(gives(&example, &[], &Answer { column: 1, nodes: 297 }));
    assert!(!gives(&example, &[], &Answer { column: 1, nodes: 296 }));
}

#[test]
fn without_mistakes_it_is_the_textbook() {
    let mut rng = Rng::new(3608);
    for _ in 0..300 {
        let position = random_board(&mut rng);
        for algorithm in [M, A, Algorithm::AlphaBeta(CutRule::Beyond)] {
            let depth = 1 + u32::try_from(rng.below(4)).unwrap();
            let mut counts = Counts::default();
            let Ok(choice) =
                textbook::search(algorithm, &position, depth, &Comp3608, Player::First, &mut counts);
            let right = Answer {
                column: choice.best.map_or(0, |column| i64::from(column.index())),
                nodes: u64::try_from(counts.examined()).unwrap(),
            };
            let question = Question { position, algorithm, depth };
            assert_eq!(answer(&question, &[]), right, "{question:?}");
        }
    }
}

#[test]
fn forgotten_tokens_change_no_answer() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let position = random_board(&mut rng);
        let depth = 1 + u32::try_from(rng.below(5)).unwrap();
        let question = Question { position, algorithm: A, depth };
        assert_eq!(answer(&question, &[Mistake::TokensForgotten]), answer(&question, &[]), "{question:?}");
    }
    assert!(!Mistake::ALL.contains(&Mistake::TokensForgotten));
}

#[test]
fn answers_to_the_examples_are_those_of_the_specification() {
    let examples = examples();
    assert_eq!(examples.len(), 28, "all boards can be read");
    for (number, column, nodes) in
        [(3, 1, 2084), (6, 1, 115), (7, 1, 297), (8, 1, 1215), (9, 4, 357), (11, 0, 400), (12, 0, 1383)]
    {
        assert_eq!(answer(&examples[number], &[]), Answer { column, nodes }, "example {number}");
    }
    // A slow program is fast enough for them.
    assert!(examples.iter().all(|example| answer(example, &[]).nodes <= 3000));
}

/// The answers of a program with these mistakes to the examples; none where it searches far more than anybody asks for.
fn answers(mistakes: &[Mistake]) -> Vec<(Question, Option<Answer>)> {
    let limits = Limits { counted: 20_000, visited: 20_000 };
    let answered = |question| (question, answer_within(&question, mistakes, limits).0);
    examples().into_iter().map(answered).collect()
}

/// What is found of a program that answers so to the examples.
fn found(mut answer: impl FnMut(&Question) -> Answer) -> Finding<Mistake> {
    let answered = |question| (question, Some(answer(&question)));
    let given: Vec<_> = examples().into_iter().map(answered).collect();
    diagnose(&given, &|| false).finding
}

#[test]
fn a_right_program_is_not_accused() {
    let diagnosis = diagnose(&answers(&[]), &|| false);
    assert_eq!(diagnosis.finding, Finding::Right);
    assert_eq!((diagnosis.right, diagnosis.answered), (examples().len(), examples().len()));
    let silent: Vec<_> = examples().into_iter().map(|question| (question, None)).collect();
    assert_eq!(diagnose(&silent, &|| false).finding, Finding::NoAnswer);
    assert_eq!(diagnose(&[], &|| false).finding, Finding::NoAnswer);
}

/// Any two change some answer in another way, but for weights: they make a run of three worth more beside a run of two, or
/// less, and many boards change in the same way. None of them is named with certainty.
#[test]
fn every_mistake_is_named() {
    let told = told(&|mistake| diagnose(&answers(&[mistake]), &|| false));
    let more = vec!["runs-in-runs", "singles-counted", "threes-weigh-more", "twos-weigh-less"];
    let less = vec!["threes-weigh-less", "twos-weigh-more"];
    assert_eq!(told, Told { alike: BTreeSet::from([more, less]), ..Told::default() });
}

/// A program that takes its own evaluation for a bound, and hands children one bound for both: with one made a little
/// differently, two other mistakes give the same answers.
#[test]
fn of_pairs_that_give_the_same_answers_all_are_said() {
    let made = [Mistake::StaticBound, Mistake::AlphaForBoth];
    let diagnosis = diagnose(&answers(&made), &|| false);
    let (named, confidence) = diagnosis.named().expect("names");
    assert!(confidence <= Confidence::Likely, "{named:?}");
    let words = diagnosis.words().join("\n");
    assert!(made.iter().all(|mistake| words.contains(mistake.id())), "{words}");
}

#[test]
fn two_mistakes_made_together_are_named() {
    for mut pair in [
        [Mistake::CutOnGreater, Mistake::RootNotCounted],
        [Mistake::LastTieKept, Mistake::OnePlyDeeper],
        [Mistake::EvaluationAtLimit, Mistake::ChildIndex],
        [Mistake::AlphaNotPassed, Mistake::ColumnsFromOne],
    ] {
        pair.sort_unstable();
        let diagnosis = diagnose(&answers(&pair), &|| false);
        let Finding::Mistaken { explanations, confidence } = &diagnosis.finding else {
            panic!("{pair:?}: {diagnosis:?}")
        };
        let best = &explanations[0];
        assert_eq!((&best.mistakes[..], *confidence), (&pair[..], Confidence::Likely), "{explanations:?}");
        assert_eq!(best.explains, diagnosis.answered);
        assert!(diagnosis.right < best.explains);
    }
}

#[test]
fn unexplained_answers_have_no_named_mistake() {
    let mut rng = Rng::new(5);
    let invented = found(|_| {
        let nodes = 1 + rng.below(3000) as u64;
        Answer { column: i64::try_from(rng.below(7)).unwrap(), nodes }
    });
    assert_eq!(invented, Finding::Unknown { together: 2 });
    // One answer alone leaves several explanations, and none is certain.
    let alone = diagnose(&[(worked_example(), Some(Answer { column: 1, nodes: 296 }))], &|| false);
    let Finding::Mistaken { confidence, .. } = alone.finding else { panic!("{alone:?}") };
    assert!(confidence < Confidence::Certain);
}

/// What has nothing to do with the question, or with a part of it, is reported as one.
#[test]
fn answers_that_do_not_depend_on_the_question_are_no_known_mistake() {
    for (column, nodes) in [(0, 1), (3, 8), (1, 297), (0, u64::MAX)] {
        let constant = Finding::Constant(vec![("column", column.into()), ("number of nodes", nodes.into())]);
        assert_eq!(found(|_| Answer { column, nodes }), constant);
    }
    // Nobody counts, or the column is never set.
    let uncounted = found(|question| Answer { nodes: 0, ..answer(question, &[]) });
    assert_eq!(uncounted, Finding::Constant(vec![("number of nodes", 0)]));
    let unset = found(|question| Answer { column: -1, ..answer(question, &[]) });
    assert_eq!(unset, Finding::Constant(vec![("column", -1)]));
    let always_four = found(|question| answer(&Question { depth: 4, ..*question }, &[]));
    assert_eq!(always_four, Finding::Ignored { argument: "depth", on_one_board: true });
    let other_board = found(|question| {
        let position = worked_example().position;
        let position = if question.position.turn() == Player::First { position } else { position.skip() };
        answer(&Question { position, depth: question.depth.min(4), ..*question }, &[])
    });
    assert_eq!(other_board, Finding::Ignored { argument: "board", on_one_board: false });
}

/// A mistake that some of the answers agree with is none if others speak against it.
#[test]
fn a_mistake_that_answers_contradict_is_not_named() {
    for mistake in [Mistake::RootNotCounted, Mistake::CutOnGreater] {
        let mut is_made = false;
        let half = found(|question| {
            is_made = !is_made;
            answer(question, &[mistake][..usize::from(is_made)])
        });
        assert_eq!(half, Finding::Unknown { together: 2 }, "{mistake:?}");
    }
}

/// For any output of a program, the diagnosis ends soon.
#[test]
fn a_diagnosis_of_hostile_numbers_comes_to_an_end() {
    let answer =
        |number: u32, nodes: u64| Answer { column: i64::from(number % 7), nodes: nodes - u64::from(number) };
    for nodes in [20_000, u64::MAX] {
        let mut numbers = 0_u32..;
        let finding = found(|_| answer(numbers.next().expect("a number"), nodes));
        assert_eq!(finding, Finding::Unknown { together: 2 }, "{nodes}");
    }
    // Searches in which every mistake visits a million nodes.
    let large = question(".......,.......,.......,.......,.......,.......", "red", M, 7);
    let printed: Vec<_> = (0..5).map(|number| (large, Some(answer(number, 4_000_000)))).collect();
    assert_eq!(diagnose(&printed, &|| false).finding, Finding::GivenUp);
    let printed = [(worked_example(), Some(Answer { column: 1, nodes: 296 }))];
    assert_eq!(diagnose(&printed, &|| true).finding, Finding::GivenUp);
}

#[test]
fn mistakes_have_unique_names_and_full_sentences() {
    let mut ids = HashSet::from([Mistake::TokensForgotten.id()]);
    for mistake in Mistake::ALL {
        let MistakeText { id, does, mend } = mistake.text();
        assert!(ids.insert(id) && does.ends_with('.') && mend.ends_with('.'), "{mistake:?}");
    }
}
