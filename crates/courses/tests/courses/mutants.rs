//! Programs for COMP3608 as students write them, made wrong in known parts: what is said of them.

#[path = "../../examples/mutants/judge.rs"]
mod judge;
#[path = "../../examples/mutants/mutations.rs"]
mod mutations;
#[path = "../../examples/mutants/student.rs"]
mod student;

use judge::{Said, explained, is_seen, task};
use mutations::mutants;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};
use plyground_courses::comp3608::{Question, answer, probe};
use student::Student;

#[test]
fn the_students_program_is_right() {
    let rng = &mut Rng::new(0);
    let mut random = || {
        let algorithm =
            if rng.below(2) == 0 { Algorithm::Minimax } else { Algorithm::AlphaBeta(CutRule::AtEqual) };
        let depth = 1 + u32::try_from(rng.below(3)).unwrap();
        Question { position: super::random_board(rng), algorithm, depth }
    };
    let boards: Vec<Question> = (0..200).map(|_| random()).collect();
    for question in (0..400).filter_map(probe).chain(boards) {
        let found = Student::right().answer(&question).expect("a small search");
        assert!(question.is_same(&found, &answer(&question, &[])), "{question:?} {found:?}");
    }
}

/// How many of these wrong programs are told what; of a right part nothing false is said.
fn told(parts: usize, count: usize) -> [usize; 5] {
    let task = task();
    let mut counts = [0; 5];
    let wrong = mutants(parts).filter(|mutant| is_seen(&task, mutant));
    for mutant in wrong.take(count) {
        let (said, _, words) = explained(&task, &mutant);
        let names: Vec<String> = mutant.iter().map(ToString::to_string).collect();
        assert!(said != Said::Falsely, "{}: {words}", names.join(" + "));
        counts[said as usize] += 1;
    }
    counts
}

#[test]
#[ignore = "long"]
fn the_part_of_one_wrong_habit_is_named_in_nineteen_of_twenty_programs_and_no_right_one() {
    let [all, _, shown, nothing, _] = told(1, 160);
    assert!(all >= 152 && nothing <= 1, "{all} explained, {shown} shown, {nothing} neither");
}

#[test]
#[ignore = "long"]
fn of_two_wrong_parts_both_are_named_in_three_of_four_programs_and_no_right_one() {
    let [all, some, shown, nothing, _] = told(2, 100);
    assert!(
        all >= 75 && all + some >= 90,
        "{all} explained, {some} in part, {shown} shown, {nothing} neither"
    );
}
