//! What COMP3608's programs are asked, how it is written, as a file says it, and what they print.

use plyground_arena::config_file::ConfigError;
use plyground_core::games::connect_four::{Comp3608, Standard};
use plyground_core::search::{CutRule, textbook};
use plyground_core::{Counts, Evaluate, Outcome, Player, Term, quote};
use serde::Deserialize;
use toml::Spanned;

use crate::comp3608::{Answer, Question};
use crate::engine::reader::Reader;

/// A board as one argument, and the side to move as the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardStyle {
    /// Whether the first row of the text is the bottom row.
    pub is_bottom_first: bool,
    /// The characters of a red, a yellow and an empty cell.
    pub cells: [char; 3],
    /// The words for red and yellow.
    pub sides: [String; 2],
    /// The number of the left column, 0 or 1.
    pub first_column: u8,
}

impl Default for BoardStyle {
    fn default() -> Self {
        Self {
            is_bottom_first: true,
            cells: ['r', 'y', '.'],
            sides: ["red".to_owned(), "yellow".to_owned()],
            first_column: 0,
        }
    }
}

/// The evaluation of COMP3608 with weights that can be set: tokens and maximal runs of exactly 2, exactly 3 and at
/// least 4, red's minus yellow's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunScore {
    /// What a token is worth.
    pub token: i32,
    /// What a run of 2, 3, and 4 or more is worth.
    pub runs: [i32; 3],
    /// The utility of a won position.
    pub win: i32,
}

impl Default for RunScore {
    fn default() -> Self {
        Self { token: 1, runs: [10, 100, 1000], win: 10_000 }
    }
}

impl Evaluate<Standard> for RunScore {
    fn utility(&self, outcome: Outcome, position: &Standard, me: Player) -> i32 {
        if outcome.winner().is_none() { self.evaluate(position, me) } else { outcome.worth(self.win, me) }
    }

    fn evaluate(&self, position: &Standard, me: Player) -> i32 {
        let weights = self.weights();
        // Cases are chosen among thousands of searches, so it does not ask `terms`.
        let score = |side: Player| {
            let counts = Comp3608::counts(position, side);
            counts
                .iter()
                .zip(weights)
                .map(|(&count, weight)| i64::from(count) * i64::from(weight))
                .sum::<i64>()
        };
        let sum = score(me) - score(me.opponent());
        let most = i64::from(plyground_core::VALUE_LIMIT - 1);
        i32::try_from(sum.clamp(-most, most)).unwrap_or_default()
    }

    fn maximiser(&self, _: Player) -> Player {
        Player::First
    }

    fn terms(&self, position: &Standard, me: Player) -> Vec<Term> {
        let mut terms = Comp3608.terms(position, me);
        for (term, weight) in terms.iter_mut().zip(self.weights().into_iter().cycle()) {
            term.weight = term.weight.signum() * weight;
        }
        terms
    }
}

impl RunScore {
    /// The weights of what [`Comp3608::counts`] counts.
    const fn weights(&self) -> [i32; 4] {
        let [two, three, four] = self.runs;
        [self.token, two, three, four]
    }
}

/// What programs are asked: column and number of examined nodes of two searches. By which numbers they are answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// Depths in plies, from and to.
    pub depths: [u32; 2],
    /// The greatest minimax tree of a case, in nodes: what a slow program must get through in time.
    pub most_nodes: u64,
    /// When alpha-beta prunes.
    pub cut: CutRule,
    /// How boards are written.
    pub board: BoardStyle,
    /// The evaluation.
    pub evaluation: RunScore,
}

/// A question, and what is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// Board, side, algorithm and depth.
    pub question: Question,
    /// Column and number of nodes.
    pub right: Answer,
}

/// What a program prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The first line. The columns of the board are 0 to 6, however they are printed.
    pub column: i64,
    /// The second line; nothing if it is missing.
    pub nodes: Option<u64>,
}

impl From<Answer> for Printed {
    fn from(Answer { column, nodes }: Answer) -> Self {
        Self { column, nodes: Some(nodes) }
    }
}

impl Printed {
    /// Both lines.
    pub(super) fn whole(&self) -> Option<Answer> {
        Some(Answer { column: self.column, nodes: self.nodes? })
    }
}

impl Searched {
    /// Whether both lines of an answer are right.
    pub(super) fn is_answered(&self, answer: Option<&Printed>) -> bool {
        let whole = answer.and_then(Printed::whole);
        whole.is_some_and(|answer| self.question.is_same(&answer, &self.right))
    }
}

impl Search {
    /// Whether the questions are the course's own, for which mistakes are known.
    pub fn is_known(&self) -> bool {
        self.evaluation == RunScore::default() && self.cut == CutRule::AtEqual
    }

    /// Both lines as they are compared with those of programs whose mistakes are known. Of these one that has chosen no
    /// column prints 0, and others anything that is no column. Where 0 is right, such an answer cannot be compared.
    pub(super) fn comparable(&self, asked: &Searched, printed: &Printed) -> Option<Answer> {
        let answer = printed.whole()?;
        // Known mistakes print columns that are too far right, or a place on the board.
        if (0..42).contains(&(answer.column + i64::from(self.board.first_column))) {
            return Some(answer);
        }
        (asked.right.column != 0).then_some(Answer { column: 0, ..answer })
    }

    /// A column as it is printed, or that it is none of the board.
    pub(super) fn column_words(&self, column: i64) -> String {
        if (0..7).contains(&column) {
            format!("column {}", column + i64::from(self.board.first_column))
        } else {
            "no column of the board".to_owned()
        }
    }

    /// The question with what is right, found by search. Time is proportional to the nodes that are examined.
    pub fn asks(&self, question: Question) -> Searched {
        let mut counts = Counts::default();
        let Question { position, algorithm, depth } = question;
        let Ok(choice) =
            textbook::search(algorithm, &position, depth, &self.evaluation, Player::First, &mut counts);
        let right = Answer {
            column: choice.best.map_or(0, |column| i64::from(column.index())),
            nodes: u64::try_from(counts.examined()).unwrap_or(u64::MAX),
        };
        Searched { question, right }
    }
}

/// The greatest weight of an evaluation: sums of them must fit.
const MOST_WEIGHT: i32 = 1_000_000;

/// The table `[search]`.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    most_nodes: Option<Spanned<u64>>,
    rows: Option<Spanned<String>>,
    cells: Option<Spanned<String>>,
    sides: Option<Spanned<[String; 2]>>,
    first_column: Option<Spanned<u8>>,
    token: Option<Spanned<i32>>,
    runs: Option<Spanned<[i32; 3]>>,
    win: Option<Spanned<i32>>,
    cut: Option<Spanned<String>>,
}

impl Settings {
    pub(super) fn read(&self, depths: [u32; 2], reader: &Reader<'_>) -> Result<Search, ConfigError> {
        let most_nodes = reader.most_nodes(self.most_nodes.as_ref())?;
        let known = [("equal", CutRule::AtEqual), ("beyond", CutRule::Beyond)];
        let cut =
            self.cut.as_ref().map_or(Ok(CutRule::AtEqual), |word| reader.source.word("cut", word, &known))?;
        let (board, evaluation) = (self.board(reader)?, self.evaluation(reader)?);
        Ok(Search { depths, most_nodes, cut, board, evaluation })
    }

    fn board(&self, reader: &Reader<'_>) -> Result<BoardStyle, ConfigError> {
        let mut style = BoardStyle::default();
        if let Some(word) = &self.rows {
            let known = [("bottom-first", true), ("top-first", false)];
            style.is_bottom_first = reader.source.word("rows", word, &known)?;
        }
        if let Some(cells) = &self.cells {
            let found: Vec<char> = cells.get_ref().chars().collect();
            let is_fine = |c: &char| c.is_ascii_graphic() && !matches!(c, ',' | '\'' | '"');
            style.cells = match found[..] {
                [a, b, c] if a != b && b != c && a != c && found.iter().all(is_fine) => [a, b, c],
                _ => {
                    let expected = "three different characters for red, yellow and empty, such as \"ry.\"";
                    let found = quote(cells.get_ref());
                    return reader.wrong(cells, format_args!("cells: found {found}; expected {expected}"));
                }
            };
        }
        if let Some(sides) = &self.sides {
            style.sides.clone_from(sides.get_ref());
            let [red, yellow] = &style.sides;
            let is_word = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
            let message = "sides: expected two different words of letters and digits";
            reader.check(is_word(red) && is_word(yellow) && red != yellow, sides, message)?;
        }
        style.first_column = reader.number("first_column", self.first_column.as_ref(), 0, [0, 1])?;
        Ok(style)
    }

    fn evaluation(&self, reader: &Reader<'_>) -> Result<RunScore, ConfigError> {
        let bounds = [-MOST_WEIGHT, MOST_WEIGHT];
        let mut score = RunScore::default();
        if let Some(runs) = &self.runs {
            score.runs = *runs.get_ref();
            for weight in score.runs {
                let message = format_args!("runs: found {weight}; expected -{MOST_WEIGHT} to {MOST_WEIGHT}");
                reader.check((-MOST_WEIGHT..=MOST_WEIGHT).contains(&weight), runs, message)?;
            }
        }
        score.token = reader.number("token", self.token.as_ref(), score.token, bounds)?;
        score.win = reader.number("win", self.win.as_ref(), score.win, bounds)?;
        Ok(score)
    }
}
