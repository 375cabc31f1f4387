//! CS4750: the game of both players as one program prints it.
//!
//! A line with a cell such as `[3,4]` is a move, and the first whole number after the cell is the number of
//! nodes generated for it. Other lines, and what else stands on these, do not matter.

use std::sync::OnceLock;
use std::time::Duration;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::{Call, Ended};
use plyground_arena::protocol::without_answer;
use plyground_core::games::adjacent_four::{self, AdjacentFour, Cell, Cs4750};
use plyground_core::rng::Rng;
use plyground_core::search::textbook;
use plyground_core::{Counts, Game, Player, Position, counted};
use plyground_league::event::{MOST_TEXT, excerpt};
use plyground_league::fault::{Fault, FaultKind};
use serde_json::{Value, json};

use super::{DEPTHS, FIRST_MOVES};
use crate::engine::assignment::Reader;
use crate::engine::case::{CaseAnswer, CaseError, CaseVerdict};
use crate::engine::course::{Course, CourseInfo, NoSettings};
use crate::engine::outcome::DiagnosisText;

/// What programs are asked: the game of both players, which one program prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match;

/// The only question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeGame;

impl Course for Match {
    type Game = AdjacentFour;
    type Question = WholeGame;
    type Settings = NoSettings;

    const INFO: CourseInfo = CourseInfo {
        name: "cs4750",
        about: "let a 2-ply and a 4-ply minimax player meet, and report every move with its nodes and CPU time",
        program: "plyground",
        usage: &["plyground report cs4750"],
        file: include_str!("../../embedded/assignments/cs4750/assignment.toml"),
    };
    const TASK: &'static str = "match";
    const PARTS: &'static [&'static str] = &["moves", "generated"];
    const TELLS_DEPTH: bool = false;

    fn configure(_: Option<&NoSettings>, _: [u32; 2], _: &Reader<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }

    fn identity(&self) -> Value {
        json!({ "name": Self::TASK })
    }

    fn given(&self, _: adjacent_four::Standard, _: Option<char>, _: u32) -> WholeGame {
        WholeGame
    }

    fn questions(
        &self,
        _: &mut Rng,
        _: usize,
        _: &[WholeGame],
        _: Vec<WholeGame>,
        _: &mut dyn FnMut(),
    ) -> Result<Vec<WholeGame>, CaseError> {
        Ok(Vec::new())
    }

    fn whole(&self) -> Option<WholeGame> {
        Some(WholeGame)
    }

    fn call(&self, _: &WholeGame, wall: Duration) -> Call {
        Call { arguments: Vec::new(), input: String::new(), file: None, wall }
    }

    fn judge(&self, _: &WholeGame, ended: &Ended) -> CaseVerdict {
        judge(ended)
    }

    fn said(&self, ended: &Ended) -> String {
        said(ended)
    }

    fn words(&self, _: &WholeGame) -> String {
        "the game of both players".to_owned()
    }

    fn expected(&self, _: &WholeGame) -> String {
        expected()
    }

    fn beyond_words(&self, _: &WholeGame) -> String {
        whole()
    }

    fn diagnose(&self, answers: &[(&WholeGame, &CaseAnswer)], stop: &dyn Fn() -> bool) -> DiagnosisText {
        let said = answers.first().map_or("", |(_, answered)| &answered.said);
        let mut found = DiagnosisText::of(&super::diagnose(&super::read_game(said), stop));
        let other = |(number, cell, right): (usize, Cell, Cell)| {
            let (cell, right) = (cell.to_string(), right.to_string());
            format!(
                "Move {number} is not searched: {cell}, expected {right}. All that follows is another game."
            )
        };
        found.words.splice(0..0, super::openings(said).into_iter().map(other));
        found
    }
}

/// A move, and the nodes generated for it if it was searched.
type Move = (Cell, Option<u64>);

/// The game that is right, worked out once.
fn right() -> &'static [Move] {
    static GAME: OnceLock<Vec<Move>> = OnceLock::new();
    GAME.get_or_init(|| {
        let mut position = AdjacentFour::start();
        let mut moves: Vec<Move> = Vec::new();
        while position.outcome().is_none() {
            let me = position.turn();
            let (mv, generated) = if let Some(&first) = FIRST_MOVES.get(moves.len()) {
                (first, None)
            } else {
                let mut counts = Counts::default();
                let depth = DEPTHS[usize::from(me == Player::Second)];
                let Ok(choice) = textbook::minimax(&position, depth, &Cs4750, me, &mut counts);
                let Some(best) = choice.best else { break };
                (best, Some(u64::try_from(counts.generated()).unwrap_or(u64::MAX)))
            };
            position = position.play(mv);
            moves.push((mv, generated));
        }
        moves
    })
}

/// What is right, for people.
fn expected() -> String {
    let game = right();
    let ends: Vec<String> =
        [game.first(), game.last()].into_iter().flatten().map(|m| m.0.to_string()).collect();
    format!("{}, {}", counted(game.len(), "move"), ends.join(" to "))
}

/// All that is right, move by move.
fn whole() -> String {
    let line = |(cell, generated): &Move| format!("{} {}\n", cell, generated.unwrap_or(0));
    right().iter().map(line).collect()
}

/// The moves of a printed game.
fn read(text: &str) -> Vec<Move> {
    text.lines().filter_map(super::read_line).collect()
}

/// Moves of a printed game that are kept: a game has no more than thirty.
const MOST_MOVES: usize = 60;

/// The moves of a printed game, a line each, whatever else was printed; without any, what was printed, cut short.
fn said(ended: &Ended) -> String {
    let moves = read(&String::from_utf8_lossy(&ended.stdout));
    if moves.is_empty() {
        return excerpt(ended.stdout.trim_ascii_end(), MOST_TEXT);
    }
    let line = |(cell, generated): &Move| match generated {
        Some(generated) => format!("{cell} {generated}"),
        None => cell.to_string(),
    };
    moves.iter().take(MOST_MOVES).map(line).collect::<Vec<_>>().join("\n")
}

/// What a printed game is worth: of the moves as many as are right from the beginning on, of the numbers as
/// many as are right for those moves.
fn judge(ended: &Ended) -> CaseVerdict {
    let found = read(&String::from_utf8_lossy(&ended.stdout));
    if found.is_empty() {
        let message = "no line with a cell such as [3,4]; expected a line for every move".to_owned();
        let (kind, message) = match without_answer(ended.end) {
            Some((kind, how)) => (kind, format!("{how}; {message}")),
            None => (FaultKind::Unreadable, message),
        };
        return CaseVerdict::of_fault(&Fault::new(kind, message));
    }
    let game = right();
    let same = game.iter().zip(&found).take_while(|(right, found)| right.0 == found.0).count();
    let searched = game.iter().filter(|mv| mv.1.is_some()).count();
    let counts = game[..same]
        .iter()
        .zip(&found)
        .filter(|(right, found)| right.1.is_some() && right.1 == found.1)
        .count();
    let hundredths = |part: usize, whole: usize| u8::try_from(100 * part / whole.max(1)).unwrap_or(100);
    let mut problems = Vec::new();
    if same < game.len() {
        let expected = game[same].0.to_string();
        let got = found.get(same).map_or_else(|| "missing".to_owned(), |mv| mv.0.to_string());
        problems.push(format!("move {}: {got}, expected {expected}", same + 1));
    } else if found.len() > game.len() {
        problems.push(format!("{}, expected {}", counted(found.len(), "move"), game.len()));
    }
    let wrong =
        game[..same].iter().zip(&found).position(|(right, found)| right.1.is_some() && right.1 != found.1);
    if let Some(at) = wrong {
        let got =
            found[at].1.map_or_else(|| "no number".to_owned(), |nodes| counted(nodes, "node") + " generated");
        problems.push(format!("move {}: {got}, expected {}", at + 1, game[at].1.unwrap_or(0)));
    }
    let whole = found.len() == game.len();
    CaseVerdict {
        earned: vec![
            Some(if whole { hundredths(same, game.len()) } else { hundredths(same, game.len()).min(99) }),
            Some(hundredths(counts, searched)),
        ],
        got: format!("{}, {same} as expected, {counts} of {searched} numbers", counted(found.len(), "move")),
        problem: problems.join("; "),
        ..CaseVerdict::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_league::event::End;

    fn ended(text: &str) -> Ended {
        Ended {
            stdout: text.as_bytes().to_vec(),
            file: None,
            stderr: Vec::new(),
            end: End::Exited(0),
            wall: Duration::ZERO,
            waited: Duration::ZERO,
            cpu: None,
        }
    }

    #[test]
    fn the_game_is_that_of_the_specification() {
        let cells: Vec<String> = right().iter().map(|mv| mv.0.to_string()).collect();
        assert_eq!(
            cells.join(" "),
            "[3,4] [3,3] [2,3] [4,5] [4,3] [2,5] [3,5] [2,4] [4,2] [4,4] [2,2] [3,2] [3,1] [3,6] [2,6] [2,1] \
             [1,4] [1,3] [1,5] [1,2] [1,1] [5,2] [5,4] [4,1] [5,5] [5,1] [4,6] [5,3] [1,6] [5,6]"
        );
        let generated: Vec<u64> = right().iter().filter_map(|mv| mv.1).collect();
        assert_eq!(
            generated,
            [
                138, 41618, 280, 92657, 374, 101_238, 302, 110_027, 330, 99199, 324, 61489, 256, 35715, 196,
                19045, 144, 9031, 100, 3609, 64, 1099, 36, 205, 16, 15, 4, 1
            ]
        );
    }

    /// The right game as a program might print it.
    fn printed() -> Vec<String> {
        let line = |(number, (cell, generated)): (usize, &Move)| {
            let side = if number % 2 == 0 { 'X' } else { 'O' };
            format!("{side} plays {}: {} nodes, 0.25 s", cell, generated.unwrap_or(0))
        };
        right().iter().enumerate().map(line).collect()
    }

    #[test]
    fn printed_games_are_read_and_compared() {
        let whole = printed();
        let judged = judge(&ended(&format!("CS4750\n{}\ntie\n", whole.join("\n"))));
        assert_eq!((judged.earned, judged.problem.as_str()), (vec![Some(100), Some(100)], ""));
        // Examined instead of generated: one more each.
        let one_more: Vec<String> =
            right().iter().map(|(cell, nodes)| format!("{} {}", cell, nodes.map_or(0, |n| n + 1))).collect();
        let judged = judge(&ended(&one_more.join("\n")));
        assert_eq!(judged.earned, [Some(100), Some(0)]);
        assert_eq!(judged.problem, "move 3: 139 nodes generated, expected 138");
        let judged = judge(&ended(&whole[..15].join("\n")));
        assert_eq!(judged.earned, [Some(50), Some(46)]);
        assert_eq!(judged.problem, "move 16: missing, expected [2,1]");
        let mut other = whole.clone();
        other[2] = "X [4,4] 138".to_owned();
        assert_eq!(judge(&ended(&other.join("\n"))).problem, "move 3: [4,4], expected [2,3]");
        let mut longer = whole;
        longer.push("X [1,1] 0".to_owned());
        let judged = judge(&ended(&longer.join("\n")));
        assert_eq!((judged.earned[0], judged.problem.as_str()), (Some(99), "31 moves, expected 30"));
    }

    #[test]
    fn moves_are_kept_whatever_else_is_printed() {
        let board = "  . . . . . .\n".repeat(200);
        let line = |(cell, nodes): &Move| format!("{board}X {} {}", cell, nodes.unwrap_or(0));
        let long = right().iter().map(line).collect::<Vec<_>>().join("\n");
        assert!(long.len() > 60_000);
        let said = said(&ended(&long));
        assert_eq!((read(&said), said.lines().count()), (read(&long), 30));
        assert_eq!(super::said(&ended("no game\n")), "no game");
    }

    #[test]
    fn what_is_no_game_earns_nothing() {
        let judged = judge(&ended("X wins\n[9,9] 3\n[3;4]\n"));
        assert_eq!(judged.earned, []);
        let message = "unreadable: no line with a cell such as [3,4]; expected a line for every move";
        assert_eq!(judged.problem, message);
        let late = Ended { end: End::WallOut, ..ended("") };
        assert!(judge(&late).problem.starts_with("late: killed: its time was over; no line"));
    }
}
