//! CS4750: the game of both players as one program prints it.
//!
//! A line with a cell such as `[3,4]` is a move. The first whole number after the cell is the number of nodes generated
//! for it. Other lines, and other text in these lines, do not matter.

use std::convert::Infallible;
use std::sync::OnceLock;

use plyground_arena::config_file::ConfigError;
use plyground_arena::invoke::Ended;
use plyground_arena::protocol::without_answer;
use plyground_core::games::adjacent_four::{AdjacentFour, Cell, Cs4750, Standard};
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, textbook};
use plyground_core::{AnyPosition, Counts, Game, Observer, Outcome, Player, Position, Window, counted};
use plyground_league::event::{MOST_TEXT, excerpt};
use plyground_league::fault::{Fault, FaultKind};

use super::{
    Answer, DEPTHS, FIRST_MOVES, Mistake, Question, answer, answer_within, diagnose, gives, moves, openings,
    program, searched,
};
use crate::connect_four::feature;
use crate::diagnose::{Common, Diagnosis, Example, Feature, Sample, common};
use crate::engine::course::{AnsweredOf, Course, CourseInfo, NoSettings};
use crate::engine::reader::Reader;
use crate::engine::review::{Item, RIGHT, Sign, WRONG};
use crate::engine::talk::{Made, RightSearch, TalkQuestion, from_one_by_lot, mistaken, questions};
use crate::engine::verdict::CaseVerdict;

/// What programs are asked: the game of both players, which one program prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match;

/// The only question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeGame;

impl Course for Match {
    type Game = AdjacentFour;
    type Question = WholeGame;
    /// The moves, one at least.
    type Answer = Vec<Answer>;
    type Mistake = Mistake;
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
    const HAS_DEPTH: bool = false;

    fn configure(_: Option<&NoSettings>, _: [u32; 2], _: &Reader<'_>) -> Result<Self, ConfigError> {
        Ok(Self)
    }

    fn given(&self, _: Standard, _: Option<char>, _: u32) -> WholeGame {
        WholeGame
    }

    fn whole(&self) -> Option<WholeGame> {
        Some(WholeGame)
    }

    fn read(&self, _: &WholeGame, ended: &Ended) -> Result<Vec<Answer>, Fault> {
        let moves = moves(&String::from_utf8_lossy(&ended.stdout));
        if !moves.is_empty() {
            return Ok(moves);
        }
        let message = "no line with a cell such as [3,4]; expected a line for every move";
        Err(match without_answer(ended.end) {
            Some((kind, how)) => Fault::new(kind, format_args!("{how}; {message}")),
            None => Fault::new(FaultKind::Unreadable, message),
        })
    }

    /// Of the moves as many as are right from the beginning on, of the numbers as many as are right for those moves.
    fn judge(&self, _: &WholeGame, found: &Vec<Answer>) -> CaseVerdict {
        let game = right_game();
        let same = game.iter().zip(found).take_while(|(right, found)| right.cell == found.cell).count();
        let is_searched = |right: &Answer| right.generated.is_some();
        let is_counted = |right: &Answer, found: &Answer| right.generated == found.generated;
        let searched = game.iter().filter(|right| is_searched(right)).count();
        let numbers = || game[..same].iter().zip(found);
        let counts =
            numbers().filter(|(right, found)| is_searched(right) && is_counted(right, found)).count();
        let hundredths = |part: usize, whole: usize| u8::try_from(100 * part / whole.max(1)).unwrap_or(100);
        let (moves, mut problems) = (counted(found.len(), "move"), Vec::new());
        if same < game.len() {
            let got = found.get(same).map_or_else(|| "missing".to_owned(), |mv| mv.cell.to_string());
            problems.push(format!("move {}: {got}, expected {}", same + 1, game[same].cell));
        } else if found.len() > game.len() {
            problems.push(format!("{moves}, expected {}", game.len()));
        }
        let wrong = numbers().position(|(right, found)| is_searched(right) && !is_counted(right, found));
        if let Some(at) = wrong {
            let got = found[at]
                .generated
                .map_or_else(|| "no number".to_owned(), |nodes| counted(nodes, "node") + " generated");
            problems.push(format!("move {}: {got}, expected {}", at + 1, game[at].generated.unwrap_or(0)));
        }
        let of_moves = hundredths(same, game.len());
        let is_whole = found.len() == game.len();
        CaseVerdict {
            earned: vec![
                Some(if is_whole { of_moves } else { of_moves.min(99) }),
                Some(hundredths(counts, searched)),
            ],
            got: format!("{moves}, {same} as expected, {counts} of {searched} numbers"),
            problem: problems.join("; "),
            ..CaseVerdict::default()
        }
    }

    /// The moves of a printed game, one in a line, without other output. If there are none, the output, cut short.
    fn said(&self, ended: &Ended) -> String {
        let moves = moves(&String::from_utf8_lossy(&ended.stdout));
        if moves.is_empty() {
            return excerpt(ended.stdout.trim_ascii_end(), MOST_TEXT);
        }
        let line = |&Answer { cell, generated }: &Answer| match generated {
            Some(generated) => format!("{cell} {generated}"),
            None => cell.to_string(),
        };
        // A game has no more than thirty.
        moves.iter().take(60).map(line).collect::<Vec<_>>().join("\n")
    }

    fn words(&self, _: &WholeGame) -> String {
        "the game of both players".to_owned()
    }

    fn expected(&self, _: &WholeGame) -> String {
        let game = right_game();
        let ends: Vec<String> =
            [game.first(), game.last()].into_iter().flatten().map(|mv| mv.cell.to_string()).collect();
        format!("{}, {}", counted(game.len(), "move"), ends.join(" to "))
    }

    /// All that is right, move by move.
    fn beyond_words(&self, _: &WholeGame) -> String {
        let line = |mv: &Answer| format!("{} {}\n", mv.cell, mv.generated.unwrap_or(0));
        right_game().iter().map(line).collect()
    }

    fn diagnose(
        &self,
        answers: &[AnsweredOf<'_, Self>],
        stop: &dyn Fn() -> bool,
    ) -> Option<Diagnosis<Mistake>> {
        let moves = answers.first()?.answer.map_or(&[][..], Vec::as_slice);
        if other_reading(moves).is_some() {
            // What is read is another game, on which no mistake could be proved.
            return None;
        }
        let searched = searched(moves);
        let mut diagnosis = diagnose(&searched, stop);
        if diagnosis.is_open() {
            diagnosis.common = common_of(&searched);
        }
        Some(diagnosis)
    }

    fn signs(&self, answers: &[AnsweredOf<'_, Self>]) -> Vec<Sign> {
        let moves = answers.iter().find_map(|answered| answered.answer).map_or(&[][..], Vec::as_slice);
        let other = |(number, cell, right)| {
            let found = format!("Move {number} is not searched: {cell}, expected {right}.");
            Sign { id: None, words: format!("{found} All that follows is another game.") }
        };
        if let Some(reading) = other_reading(moves) {
            return vec![Sign { id: None, words: format!("{}.", reading.words()) }];
        }
        openings(moves).into_iter().map(other).collect()
    }

    /// About the searches of the right game.
    fn talk(&self, asked: &[&WholeGame], rng: &mut Rng) -> Vec<TalkQuestion> {
        let right = |Question { position, depth, .. }| {
            RightSearch::<AdjacentFour, _>::of(position, depth, Algorithm::Minimax, &Cs4750)
        };
        let searches: Vec<Question> =
            searched(right_game()).into_iter().map(|(question, _)| question).collect();
        // Those that are too large have no questions.
        let any = |rng: &mut Rng, make: &dyn Fn(Question, &mut Rng) -> Option<Made<Standard>>| {
            from_one_by_lot(&searches, rng).find_map(|&question| make(question, rng))
        };
        questions::<Self>(
            asked,
            None,
            &[
                &|_, rng| any(rng, &|question, rng| right(question).kept(rng)),
                &|_, rng| any(rng, &|question, rng| right(question).worth(rng)),
                &|_, rng| any(rng, &change),
            ],
            rng,
        )
    }

    /// Every move on the board to which the game had come, right or wrong.
    fn items(
        &self,
        question: &WholeGame,
        moves: Option<&Vec<Answer>>,
        verdict: &CaseVerdict,
    ) -> Option<Vec<Item>> {
        let moves = moves.map_or(&[][..], Vec::as_slice);
        let whole = |problem: String| {
            let (question, expected) = (self.words(question), self.expected(question));
            let (found, problem) = (verdict.got.clone(), Some(problem));
            Item { question, position: None, expected, found, verdict: WRONG, problem }
        };
        if let Some(reading) = other_reading(moves) {
            // On any board but that of the program what it printed is wrong.
            return Some(vec![whole(reading.words())]);
        }
        let mut items: Vec<_> = openings(moves).into_iter().map(opening).collect();
        items.extend(searched(moves).iter().map(|(question, found)| item(question, found.as_ref())));
        if items.iter().any(|item| item.verdict != RIGHT) || verdict.is_right() {
            return Some(items);
        }
        // What is wrong is a move that is missing, or what follows the game.
        let (number, last) = (items.len() + FIRST_MOVES.len(), whole(verdict.problem_words()));
        let fault = verdict.fault.as_ref().map_or(FaultKind::Unreadable, |fault| fault.kind);
        let expected = "a line with the cell and the number of nodes generated, until the game is over";
        items.push(if number >= right_game().len() {
            last
        } else {
            Item {
                question: format!("move {}", number + 1),
                expected: expected.to_owned(),
                found: String::new(),
                verdict: fault.name(),
                ..last
            }
        });
        Some(items)
    }
}

/// What wrong moves have in common, with the first that shows it: later ones are on smaller boards, but follow from it.
fn common_of(searched: &[(Question, Option<Answer>)]) -> Option<Common> {
    // Of a program that prints no numbers nothing is said of them.
    let prints = searched.iter().flat_map(|(_, found)| found).any(|found| found.generated.is_some());
    let parts = if prints { &["moves", "generated"][..] } else { &["moves"][..] };
    let sample = |(number, (question, found)): (u64, &(Question, Option<Answer>))| {
        let right = answer(question, &[]);
        let pair = found.as_ref().zip(right.as_ref());
        let parts = pair.map(|(found, right)| {
            let is_right =
                [found.cell == right.cell, found.generated.is_none_or(|said| Some(said) == right.generated)];
            is_right[..parts.len()].to_vec()
        });
        let numbers = pair.and_then(|(found, right)| found.generated.zip(right.generated));
        let deviations = match numbers {
            Some((said, right)) if said > right => vec![(1, "the number is too great")],
            Some((said, right)) if said < right => vec![(1, "the number is too small")],
            _ => Vec::new(),
        };
        Sample { right: parts, features: features(question), deviations, size: number }
    };
    let all: Vec<Sample> = (0..).zip(searched).map(sample).collect();
    let mut found = common(parts, &all)?;
    // Places are those of moves, not of questions that were put.
    let first = std::mem::take(&mut found.cases).first().copied()?;
    let Item { question, expected, position, .. } = item(&searched[first].0, searched[first].1.as_ref());
    found.example = Some(Example { question, expected, position });
    Some(found)
}

/// Simple features of a search.
fn features(&Question { position, depth, .. }: &Question) -> Vec<Feature> {
    let mut seen = Seen { last: depth.min(position.plies_left()), ..Seen::default() };
    let me = position.turn();
    let Ok(_) = textbook::minimax(&position, depth, &Cs4750, me, &mut seen);
    let [mine, theirs] = [me, me.opponent()].map(|player| seen.wins[usize::from(player == Player::Second)]);
    vec![
        feature("X is to move", me == Player::First),
        feature("O is to move", me == Player::Second),
        feature("the search comes to a won position", mine + theirs > 0),
        feature("the search comes to no won position", mine + theirs == 0),
        feature("the search comes to a position that the side to move has won", mine > 0),
        feature("the search comes to a position that the other side has won", theirs > 0),
        feature("the search comes to a won position before its last ply", seen.early > 0),
        feature("the search comes to a full board", seen.full > 0),
        feature("fewer cells are empty than the search has plies", position.plies_left() < depth),
    ]
}

/// What a search came to, in numbers of nodes.
#[derive(Default)]
struct Seen {
    wins: [u32; 2],
    early: u32,
    full: u32,
    /// The deepest ply that the search can come to.
    last: u32,
}

impl Observer<Standard> for Seen {
    type Stop = Infallible;

    fn enter(&mut self, position: &Standard, ply: u32, _: Window) -> Result<(), Infallible> {
        if let Some(winner) = position.outcome().and_then(Outcome::winner) {
            self.wins[usize::from(winner == Player::Second)] += 1;
            self.early += u32::from(ply < self.last);
        }
        self.full += u32::from(position.plies_left() == 0);
        Ok(())
    }
}

/// Mistakes of which anybody who knows the search can say how they change the number of nodes.
const CHANGES: [Mistake; 5] = [
    Mistake::ExaminedCounted,
    Mistake::LeavesCounted,
    Mistake::Pruned,
    Mistake::OnePlyShallower,
    Mistake::WinsSearchedOn,
];

/// How many nodes are counted with one mistake.
fn change(question: Question, rng: &mut Rng) -> Option<Made<Standard>> {
    let Question { position, depth, .. } = question;
    // Larger searches are none for a talk.
    let generated = |mistakes: &[Mistake]| answer_within(&question, mistakes, 5000)?.generated;
    let right = generated(&[])?;
    let told = |mistake| generated(&[mistake]).filter(|&nodes| nodes != right);
    let (program, nodes) = mistaken(&CHANGES, told, rng)?;
    let text = format!(
        "{program} {} is to move on this board and looks {depth} moves ahead. Does the program print more than the right \
         {right} nodes, or fewer, and how many?",
        AdjacentFour::SIDES[position.turn()]
    );
    let answer = format!("{}: {nodes}.", if nodes > right { "More" } else { "Fewer" });
    Some(Made { position, question: text, answer })
}

/// A first move that is not that of the text.
fn opening((number, cell, right): (usize, Cell, Cell)) -> Item {
    let side = AdjacentFour::SIDES[Player::BOTH[number - 1]];
    let question = format!("move {number}, {side}, not searched");
    let (expected, found) = (right.to_string(), cell.to_string());
    Item { question, position: None, expected, found, verdict: WRONG, problem: None }
}

/// A move that is searched.
fn item(question: &Question, found: Option<&Answer>) -> Item {
    let &Question { position, depth, .. } = question;
    let right = answer(question, &[]);
    let is_right = found.is_some_and(|found| found.generated.is_some() && gives(question, &[], found));
    let (number, side) = (31 - position.plies_left(), AdjacentFour::SIDES[position.turn()]);
    Item {
        question: format!("move {number}, {side}, {}", counted(depth, "ply")),
        position: Some(AnyPosition::of::<AdjacentFour>(position)),
        expected: right.map_or_else(|| "no move".to_owned(), |right| words(&right)),
        found: found.map_or_else(String::new, words),
        verdict: if is_right { RIGHT } else { WRONG },
        problem: None,
    }
}

/// A move and its number for people.
fn words(answer: &Answer) -> String {
    let nodes = answer.generated.map_or_else(|| "no number".to_owned(), |nodes| counted(nodes, "node"));
    format!("{}, {nodes}", answer.cell)
}

/// The game that is right, worked out once.
fn right_game() -> &'static [Answer] {
    static GAME: OnceLock<Vec<Answer>> = OnceLock::new();
    GAME.get_or_init(|| {
        let mut position = AdjacentFour::start();
        let mut moves = Vec::new();
        while position.outcome().is_none() {
            let me = position.turn();
            let (cell, generated) = if let Some(&first) = FIRST_MOVES.get(moves.len()) {
                (first, None)
            } else {
                let mut counts = Counts::default();
                let depth = DEPTHS[usize::from(me == Player::Second)];
                let Ok(choice) = textbook::minimax(&position, depth, &Cs4750, me, &mut counts);
                let Some(best) = choice.best else { break };
                (best, Some(u64::try_from(counts.generated()).unwrap_or(u64::MAX)))
            };
            position = position.play(cell);
            moves.push(Answer { cell, generated });
        }
        moves
    })
}

/// Another way to write cells.
struct Reading {
    /// The first move of the text as it is printed then.
    first: Cell,
    /// Column and row of the cell that is meant by a printed one.
    meant: fn(Cell) -> (u8, u8),
    /// The rule that is broken.
    rule: &'static str,
}

/// With row and column exchanged, as `[4,3]` for row 3 and column 4, or counted from 0, as `[2,3]`.
const READINGS: [Reading; 2] = [
    Reading {
        first: Cell::new(FIRST_MOVES[0].row(), FIRST_MOVES[0].column()),
        meant: |printed| (printed.row(), printed.column()),
        rule: "the row comes first, then the column",
    },
    Reading {
        first: Cell::new(FIRST_MOVES[0].column() - 1, FIRST_MOVES[0].row() - 1),
        meant: |printed| (printed.column() + 1, printed.row() + 1),
        rule: "rows and columns are counted from 1",
    },
];

impl Reading {
    /// The cell that is meant by a printed one; `None` if it is not on the board.
    fn meant(&self, printed: Cell) -> Option<Cell> {
        let (column, row) = (self.meant)(printed);
        (column < 6 && row < 5).then(|| Cell::new(column, row))
    }

    /// What is wrong then, without a full stop.
    fn words(&self) -> String {
        let Self { first, rule, .. } = self;
        format!("the first move is {first}, expected {}: {rule}, in all moves", FIRST_MOVES[0])
    }
}

/// The other way in which all moves are printed, if they are.
///
/// It is said of a game that begins with the first move of the text in that reading, in which every move is on the board:
/// with exchanged cells none is printed in column 6. The game is followed in both readings. Three searched moves must be
/// right in the other one alone, before any is right only as it is printed.
fn other_reading(moves: &[Answer]) -> Option<Reading> {
    READINGS.into_iter().find(|reading| is_so(reading, moves))
}

fn is_so(reading: &Reading, moves: &[Answer]) -> bool {
    let begins = moves.first().is_some_and(|found| found.cell == reading.first);
    if !begins || moves.iter().any(|found| reading.meant(found.cell).is_none()) {
        return false;
    }
    // The board in each reading, as long as the game can be followed.
    let [mut printed, mut meant] = [Some(AdjacentFour::start()); 2];
    let mut evidence = 0;
    for (number, found) in moves.iter().enumerate() {
        let Some(cell) = reading.meant(found.cell) else { return false };
        if number >= FIRST_MOVES.len() {
            match (is_right(printed, found.cell), is_right(meant, cell)) {
                (true, false) => return false,
                (false, true) => evidence += 1,
                _ => {}
            }
        }
        if evidence == 3 {
            return true;
        }
        (printed, meant) = (play(printed, found.cell), play(meant, cell));
    }
    false
}

fn is_right(position: Option<Standard>, cell: Cell) -> bool {
    let Some(position) = position else { return false };
    let depth = DEPTHS[usize::from(position.turn() == Player::Second)];
    answer(&Question::first(position, depth), &[]).is_some_and(|right| right.cell == cell)
}

fn play(position: Option<Standard>, cell: Cell) -> Option<Standard> {
    program::put(&position?, cell).filter(|position| position.outcome().is_none())
}
