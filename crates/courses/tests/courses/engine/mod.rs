//! What is the same for every kind of assignment.

mod assignments;
mod cases;
mod grades;
mod local_time;
mod outcomes;
mod overrides;
mod remarks;
mod running;
mod submissions;
mod talk;

use plyground_courses::comp3608::Search;
use plyground_courses::cs431::BestColumn;
use plyground_courses::cs3243::Request;
use plyground_courses::cs4750::Match;
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::course::Course;
use plyground_courses::engine::outcome::{Outcome, VERSION};
use plyground_courses::engine::verdict::CaseAnswer;
use plyground_courses::max_connect_four::StateFile;

/// The files of the assignments that are built in.
const COMP3608: &str = Search::INFO.file;
const CS431: &str = BestColumn::INFO.file;
const MAX_CONNECT_FOUR: &str = StateFile::INFO.file;
const CS3243: &str = Request::INFO.file;
const CS4750: &str = Match::INFO.file;

/// All of them, in the order of menus.
const ALL: [&str; 5] = [COMP3608, CS431, MAX_CONNECT_FOUR, CS3243, CS4750];

/// The assignment of a file.
fn parsed(text: &str) -> Assignment {
    Assignment::parse(text).expect("an assignment")
}

/// The answer to a case, with what its parts earned.
fn answered(case: &str, earned: &[Option<u8>], got: &str) -> CaseAnswer {
    let (case, earned, got) = (case.to_owned(), earned.to_vec(), got.to_owned());
    CaseAnswer { case, earned, got, ..CaseAnswer::default() }
}

/// The outcome of a submission with these answers.
fn outcome(answers: impl IntoIterator<Item = CaseAnswer>) -> Outcome {
    Outcome { version: VERSION, answers: answers.into_iter().collect(), ..Outcome::default() }
}
