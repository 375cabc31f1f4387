//! What is said of a student's program that is wrong in known parts.

use plyground_core::search::CutRule;
use plyground_courses::comp3608::{
    Answer, BoardStyle, Comp3608, Mistake, Printed, RunScore, Search, Searched,
};
use plyground_courses::engine::course::Course;
use plyground_courses::engine::diagnose::{Diagnosis, Explanation, Finding, Inquired};
use plyground_courses::engine::review::Answered;

use super::mutations::{Mutation, made};

/// What was said of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Said {
    /// Every wrong part is named, and no right one.
    All,
    /// One of two wrong parts is named, and no right one.
    Some,
    /// No part is named; what goes wrong is shown by the smallest question.
    Shown,
    /// Nothing.
    Nothing,
    /// A right part is called wrong.
    Falsely,
}

/// The assignment as it is built in.
pub(crate) fn task() -> Search {
    let (board, evaluation) = (BoardStyle::default(), RunScore::default());
    Search { depths: [1, 7], most_nodes: 10_000, cut: CutRule::AtEqual, board, evaluation }
}

/// What a program with these habits answers to all that it is asked first.
fn first_answers(task: &Search, habits: &[Mutation]) -> Vec<Option<Answer>> {
    let basics = task.basics();
    let examples = task.examples();
    let asked = examples.iter().chain(basics.iter().flat_map(|basic| &basic.questions));
    let student = made(habits);
    asked.map(|asked| student.answer(&asked.question)).collect()
}

/// Whether each of these habits changes something that a program with the others is asked first: what nobody sees is not
/// wrong.
pub(crate) fn is_seen(task: &Search, mutant: &[Mutation]) -> bool {
    let all = first_answers(task, mutant);
    (0..mutant.len()).all(|place| {
        let others = [&mutant[..place], &mutant[place + 1..]].concat();
        first_answers(task, &others) != all
    })
}

/// What is said of a program with these habits, which parts are named, and in what words.
pub(crate) fn explained(task: &Search, mutant: &[Mutation]) -> (Said, Vec<usize>, String) {
    let student = made(mutant);
    let questions = task.examples();
    let answers: Vec<Option<Printed>> =
        questions.iter().map(|asked| student.answer(&asked.question).map(Printed::from)).collect();
    let answered = questions.iter().zip(&answers).map(|(question, answer)| {
        let is_right = answer.as_ref().is_some_and(|answer| task.judge(question, answer).is_right());
        Answered { question, answer: answer.as_ref(), is_right }
    });
    let answered: Vec<_> = answered.collect();
    let Some(mut diagnosis) = task.diagnose(&answered, &|| false) else {
        return (Said::Nothing, Vec::new(), String::new());
    };
    if diagnosis.finding.is_worth_asking() {
        let mut put = |asked: &Searched| Some(student.answer(&asked.question).map(Printed::from));
        if let Some((finding, inquired)) = task.inquire(&answered, &diagnosis.finding, &mut put) {
            (diagnosis.finding, diagnosis.inquired) = (finding, Some(inquired));
        }
    }
    let wrong: Vec<usize> = mutant.iter().map(|mutation| mutation.part).collect();
    let (said, named) = judged(&diagnosis, &wrong);
    (said, named, diagnosis.words().join(" "))
}

/// The parts that a mistake can belong to.
fn parts_of(mistake: Mistake) -> Vec<usize> {
    let of = |part: &usize| Comp3608::ways(*part).iter().any(|way| way.mistake() == mistake);
    let found: Vec<usize> = (0..Comp3608::PROGRAM.len()).filter(of).collect();
    match mistake {
        Mistake::FullBoardZero | Mistake::FullBoardInfinite | Mistake::FullBoardLost => vec![ENDS],
        Mistake::RunsInRuns
        | Mistake::RunsNested
        | Mistake::TwosWeighLess
        | Mistake::ThreesWeighMore
        | Mistake::SinglesCounted => vec![EVALUATION],
        // Of lines that win, and of runs.
        _ if found.is_empty() => vec![ENDS, EVALUATION],
        _ => found,
    }
}

/// The places of two parts.
const ENDS: usize = 3;
const EVALUATION: usize = 4;

/// What is said where these parts are wrong, and which parts are named.
fn judged(diagnosis: &Diagnosis<Mistake>, wrong: &[usize]) -> (Said, Vec<usize>) {
    let groups = explanations(&diagnosis.finding);
    let is_of = |mistake: Mistake, part: usize| parts_of(mistake).contains(&part);
    // A set of mistakes is false if one of them is of right parts alone. What is said is false if every set is.
    let is_right = |set: &Explanation<Mistake>| {
        set.mistakes.iter().all(|&mistake| wrong.iter().any(|&part| is_of(mistake, part)))
    };
    let is_false = groups.iter().any(|sets| !sets.is_empty() && !sets.iter().any(is_right));
    let is_named = |part: &usize| {
        groups.iter().flatten().any(|set| set.mistakes.iter().any(|&mistake| is_of(mistake, *part)))
    };
    let named: Vec<usize> = (0..Comp3608::PROGRAM.len()).filter(is_named).collect();
    let right = wrong.iter().filter(|part| named.contains(part)).count();
    let is_shown = |Inquired { basics, words, .. }: &Inquired| {
        basics.iter().any(|(_, right, answered)| right < answered)
            || words.iter().any(|word| word.contains("The smallest: "))
    };
    let said = match right {
        _ if is_false => Said::Falsely,
        right if right == wrong.len() => Said::All,
        1.. => Said::Some,
        _ if diagnosis.inquired.as_ref().is_some_and(is_shown) => Said::Shown,
        _ => Said::Nothing,
    };
    (said, named)
}

/// What explains the answers, or those to each group of questions.
fn explanations(finding: &Finding<Mistake>) -> Vec<Vec<Explanation<Mistake>>> {
    match finding {
        Finding::Mistaken { explanations, .. } | Finding::Partial { explanations, .. } => {
            vec![explanations.clone()]
        }
        Finding::Groups(groups) => {
            groups.iter().flat_map(|(_, diagnosis)| explanations(&diagnosis.finding)).collect()
        }
        _ => Vec::new(),
    }
}
