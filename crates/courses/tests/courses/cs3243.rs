//! CS3243: what is said of moves that are not legal.

use plyground_core::Notation;
use plyground_core::games::breakthrough::notation::Request as RequestNotation;
use plyground_courses::cs3243::{Request, RequestQuestion};
use plyground_courses::engine::course::Course;
use plyground_courses::engine::output_form::Remark;

use crate::ended;

fn remarks(text: &str) -> Vec<Remark> {
    let request = "move\n3\n6 6\nbbbbbb\nb-bbbb\n------\n-bw---\nww-www\nwwwwww\n";
    let position = RequestNotation.parse(request).expect("a position");
    let question = RequestQuestion { position, turns: 3 };
    Request.form(&question, None, &ended(&format!("{text}\n"))).remarks
}

/// The kinds of what is left of what is said of moves on a board on which white has stepped to C3.
fn kinds<const N: usize>(moves: [&str; N]) -> [Vec<&'static str>; N] {
    let mut all = moves.map(remarks);
    Request.settle(&mut all.iter_mut().collect::<Vec<_>>());
    all.map(|remarks| remarks.into_iter().map(|remark| remark.kind).collect())
}

#[test]
fn the_rule_that_a_move_breaks_is_said() {
    for (text, rule) in [
        ("A4A5", "no-piece"),
        ("A2A1", "backwards"),
        ("A2B2", "sideways"),
        ("A1B2", "onto-own"),
        ("A2A4", "too-far"),
        ("A2C3", "onto-own"),
        ("A1A2", "onto-own"),
        ("B2B3", "straight-capture"),
    ] {
        let kinds: Vec<_> = remarks(text).into_iter().map(|remark| remark.kind).collect();
        assert_eq!(kinds.last(), Some(&rule), "{text}: {kinds:?}");
    }
    assert_eq!(remarks("A2A3"), []);
}

/// Letters for rows are concluded if no white piece is on the cell that is printed first. Otherwise the step aside
/// is reported as well, and alone if another move is no step with letters for rows.
#[test]
fn a_step_aside_may_be_one() {
    assert_eq!(kinds(["B4C4"]), [["axes-exchanged"]]);
    let both = ["axes-exchanged", "sideways"];
    assert_eq!(kinds(["C3D3", "B4C4"]), [&both[..], &both[..1]]);
    assert_eq!(kinds(["C3D3", "A2B2"]), [["sideways"], ["sideways"]]);
    // Nor does another reading mend a piece that captures straight ahead.
    assert!(kinds(["A5A4"])[0].contains(&"rows-turned"));
    assert_eq!(kinds(["A5A4", "B2B3"]), [["no-piece"], ["straight-capture"]]);
    // What is legal says nothing.
    assert_eq!(kinds(["B4C4", "A2A3"]), [&both[..1], &[]]);
}

#[test]
fn what_makes_all_moves_legal_is_said() {
    // Moves from A2, E2 and C3, each in the same other way.
    for (kind, moves) in [
        ("rows-turned", ["A5A4", "E5E4", "C4C3"]),
        ("columns-turned", ["D3D4", "D3E4", "D3C4"]),
        ("axes-exchanged", ["B1C1", "B5C5", "C3D3"]),
        ("axes-exchanged-from-top", ["E1D1", "E5D5", "D3C3"]),
        ("exchanged", ["A3A2", "E3E2", "C4C3"]),
        ("column-after", ["D3D4", "D3E4", "D3C4"]),
        ("row-after", ["A3A4", "E3E4", "C4C5"]),
    ] {
        let all = kinds(moves);
        assert!(all.iter().all(|kinds| kinds.contains(&kind)), "{kind}: {all:?}");
    }
}
