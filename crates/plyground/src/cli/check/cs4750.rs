//! CS4750: the game that a program plays against itself, move by move.

use std::sync::Arc;

use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::{Game, Player, Position, counted};
use plyground_courses::cs4750::{Answer, answer, diagnose, gives, openings, read_game};
use plyground_courses::cs4750::{Match, WholeGame};
use plyground_courses::engine::assignment::Assignment;
use plyground_courses::engine::case::Case as Marked;
use plyground_courses::engine::task::AnyQuestion;
use plyground_league::fault::FaultKind;

use super::ask::Asker;
use super::checkup::{Case, Checkup, RIGHT};
use crate::exit::Failure;
use crate::shown::printable;

/// Moves of a game that is right, the two first ones not counted.
const SEARCHED: usize = 28;

pub(super) fn check(asker: &mut Asker, name: &str, rules: &Assignment) -> Result<Checkup, Failure> {
    asker.expects(1);
    let marked = Marked::of(AnyQuestion::of(Arc::new(Match), WholeGame));
    let mut checkup = Checkup::new(name);
    let ran = match marked.call(rules.time()) {
        Some(call) => asker.ask(&call)?,
        None => None,
    };
    let Some(ran) = ran else {
        checkup.is_cut_short = asker.is_cut_short();
        return Ok(checkup);
    };
    let text = String::from_utf8_lossy(&ran.ended.stdout);
    let game = read_game(&text);
    let cases = &mut checkup.cases;
    for (number, cell, right) in openings(&text) {
        cases.push(Case {
            question: format!(
                "move {number}, {}, not searched",
                AdjacentFour::SIDES[Player::BOTH[number - 1]]
            ),
            position: None,
            board: String::new(),
            expected: right.to_string(),
            found: cell.to_string(),
            verdict: "wrong",
            problem: None,
            remarks: Vec::new(),
            wall: ran.ended.wall,
            memory: ran.memory,
        });
    }
    for (question, said) in &game {
        let right = answer(question, &[]);
        let is_right = said.is_some_and(|said| said.generated.is_some() && gives(question, &[], &said));
        let side = AdjacentFour::SIDES[question.position.turn()];
        let number = 31 - question.position.plies_left();
        cases.push(Case {
            question: format!("move {number}, {side}, {}", counted(question.depth, "ply")),
            position: AdjacentFour::notation().write(&question.position),
            board: String::new(),
            expected: right.map_or_else(|| "no move".to_owned(), |right| words(&right)),
            found: said.as_ref().map_or_else(String::new, words),
            verdict: if is_right { RIGHT } else { "wrong" },
            problem: None,
            remarks: Vec::new(),
            wall: ran.ended.own(),
            memory: ran.memory,
        });
    }
    let judged = marked.judge(&ran.ended);
    let is_short = cases.iter().all(Case::is_right) && cases.len() < SEARCHED;
    if is_short {
        let fault = judged.fault.unwrap_or(FaultKind::Unreadable);
        cases.push(Case {
            question: format!("move {}", cases.len() + 3),
            position: None,
            board: String::new(),
            expected: "a line with the cell and the number of nodes generated, until the game is over"
                .to_owned(),
            found: String::new(),
            verdict: fault.name(),
            problem: Some(printable(&judged.problem)),
            remarks: Vec::new(),
            wall: ran.ended.own(),
            memory: ran.memory,
        });
    }
    // What follows the game, and its first moves, are the marker's to judge.
    if cases.iter().all(Case::is_right) && !judged.is_right() {
        cases.push(Case {
            question: marked.question(),
            position: None,
            board: String::new(),
            expected: marked.expected(),
            found: printable(&judged.got),
            verdict: "wrong",
            problem: Some(printable(&judged.problem)),
            remarks: Vec::new(),
            wall: ran.ended.own(),
            memory: ran.memory,
        });
    }
    let diagnosis = diagnose(&game, &|| asker.is_interrupted());
    checkup.add_diagnosis(&diagnosis, asker.is_interrupted());
    Ok(checkup)
}

fn words(answer: &Answer) -> String {
    let nodes = answer.generated.map_or_else(|| "no number".to_owned(), |nodes| counted(nodes, "node"));
    format!("{}, {nodes}", answer.cell)
}
