//! `ConnectFour STATE red|yellow M|A DEPTH`: the program of COMP3608.
//!
//! With all four arguments it prints the column (0 to 6) and the number of examined nodes, each on
//! a line, for minimax (`M`) or alpha-beta (`A`) to DEPTH plies. With the first two only it is the
//! tournament player: one line with the column, within a second of its start, reading no file.
//!
//! A board that is already won or full gets column 0, and 1 examined node.
//!
//! `ConnectFour [PLIES]` is the program of CS431: the board in the browser, on which a human moves first and
//! the computer second, by minimax to PLIES plies (1 if left out).

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::time::{Duration, Instant};

use plyground_arena::clock::Deadline;
use plyground_core::agents::{MOST_DEPTH, Perfect};
use plyground_core::games::connect_four::{ConnectFour, Standard, notation};
use plyground_core::games::gravity::Column;
use plyground_core::search::{Algorithm, CutRule, replay};
use plyground_core::{Game as _, ParseError, Player, Position as _, digits};

use super::{both, depth, unexpected};
use crate::cli::serve;
use crate::exit::{Failure, Streams};
use crate::present::progress;

const USAGE: &str = "usage: ConnectFour STATE red|yellow [M|A DEPTH]";

const HELP: &str = "\
The program of COMP3608: chooses a column of a Connect Four board.

usage: ConnectFour STATE red|yellow M|A DEPTH
usage: ConnectFour STATE red|yellow
usage: ConnectFour [PLIES]

With all arguments it prints the column (0-6) and the number of examined nodes of minimax (M) or
alpha-beta (A) to DEPTH plies. Without the last two it plays as strongly as it can and prints the
column within a second.

Without STATE it is the program of CS431: it prints the address of a board in the browser, on which you
move first and minimax to PLIES plies (by default 1) moves second. Ctrl-C ends it.

STATE is row0,row1,...,row5, the bottom row first, with 7 characters r, y or . in each row.

example: ConnectFour .ryyrry,.rryry.,..y.r..,..y....,.......,....... red A 4
example: ConnectFour .......,.......,.......,.......,.......,....... yellow
";

/// Wall time from the start of the program after which the tournament player answers with the best
/// it has. The rest of the second is for starting the process before our clock runs, for the last
/// poll of the clock, and for a loaded machine.
const TOURNAMENT_BUDGET: Duration = Duration::from_millis(600);

/// Memory of the tournament player's table: 64 MiB, of which it touches what it needs.
const TOURNAMENT_TABLE: usize = 64 << 20;

/// Runs the program on its arguments.
///
/// # Errors
///
/// If an argument is missing or malformed; nothing is then written to standard output.
#[expect(clippy::needless_pass_by_value, reason = "every program is called in the same way")]
pub fn run(args: Vec<OsString>, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let start = Instant::now();
    match args.as_slice() {
        [help] if help == "--help" || help == "-h" => write!(streams.out, "{HELP}")?,
        [arg] if arg == "--version" => write!(streams.out, "{}", super::version("ConnectFour"))?,
        [state, side] => {
            let position = board(state, side).map_err(wrong)?;
            let column = tournament(&position, Deadline::from_start(start, TOURNAMENT_BUDGET));
            writeln!(streams.out, "{}", column.index())?;
        }
        [state, side, algorithm, plies] => {
            let how = both(self::algorithm(algorithm), depth("DEPTH", plies));
            let (position, (algorithm, depth)) = both(board(state, side), how).map_err(wrong)?;
            let red = Player::First;
            let spinner = progress::spinner("searching");
            // The first is that of the assignment.
            let comp3608 = &ConnectFour::evaluations()[0];
            let (choice, examined) = comp3608.answer(algorithm, &position, depth, red, replay::DEFAULT_BYTES);
            spinner.finish_and_clear();
            let column = choice.best.map_or(0, Column::index);
            writeln!(streams.out, "{column}\n{examined}")?;
        }
        [] => serve::game(1, streams)?,
        [plies] if plies.to_str().and_then(digits).is_some() => {
            let plies = depth("PLIES", plies).map_err(wrong)?;
            // No game is longer than what a search may be asked for.
            serve::game(plies.min(MOST_DEPTH), streams)?;
        }
        [_] => return Err(wrong("1 argument; expected 2 or 4, or a number of plies alone")),
        other => return Err(wrong(format_args!("{} arguments; expected 2 or 4", other.len()))),
    }
    Ok(())
}

/// A failure with this message and the usage below it.
fn wrong(message: impl Display) -> Failure {
    bad_input!("{message}\n{USAGE}")
}

fn board(state: &OsStr, side: &OsStr) -> Result<Standard, String> {
    let turn = notation::parse_side(&side.to_string_lossy());
    let (board, turn) = both(notation::parse_state(&state.to_string_lossy(), Player::First), turn)?;
    Ok(if turn == board.turn() { board } else { board.skip() })
}

fn algorithm(arg: &OsStr) -> Result<Algorithm, ParseError> {
    match arg.to_str() {
        Some("M") => Ok(Algorithm::Minimax),
        Some("A") => Ok(Algorithm::AlphaBeta(CutRule::AtEqual)),
        _ => Err(unexpected("algorithm", arg, "M (minimax) or A (alpha-beta)")),
    }
}

/// The column to play; column 0 where there is nothing to play.
fn tournament(position: &Standard, deadline: Deadline) -> Column {
    let perfect = Perfect::of::<ConnectFour>(TOURNAMENT_TABLE);
    let best = deadline.limit(|limits| perfect.and_then(|mut perfect| perfect.best(position, limits)));
    best.unwrap_or(Column::new(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::{Exit, Ran, in_memory};

    fn program(args: &[&str]) -> Ran {
        let args = args.iter().map(OsString::from).collect();
        let ran = in_memory(std::io::empty(), |streams| run(args, streams));
        assert_eq!(ran.exit == Exit::Done, ran.err.is_empty(), "{}", ran.err);
        ran
    }

    #[test]
    fn finished_boards_get_column_0_and_one_node() {
        let won = "rrrr...,yyy....,.......,.......,.......,.......";
        let full = "rryyrry,yyrryyr,rryyrry,yyrryyr,rryyrry,yyrryyr";
        let both = "rrrryyy,yyyyrrr,.......,.......,.......,.......";
        let red = "rrrrrrr,rrrrrrr,rrrrrrr,rrrrrrr,rrrrrrr,rrrrrrr";
        for state in [won, full, both, red] {
            for side in ["red", "yellow"] {
                assert_eq!(program(&[state, side, "A", "5"]).done(), "0\n1\n", "{state}");
                assert_eq!(program(&[state, side, "M", "5"]).done(), "0\n1\n", "{state}");
                assert_eq!(program(&[state, side]).done(), "0\n", "{state}");
            }
        }
    }

    #[test]
    fn the_tournament_player_takes_wins_and_stops_threats_on_unbalanced_boards() {
        // Red has three in a row and every piece; yellow must block, red would win.
        let state = "..rrr..,.......,.......,.......,.......,.......";
        assert!(["1\n", "5\n"].contains(&program(&[state, "red"]).done().as_str()));
        let state = "yrrr...,.......,.......,.......,.......,.......";
        assert_eq!(program(&[state, "yellow"]).done(), "4\n");
    }

    #[test]
    fn every_malformed_argument_has_its_message() {
        let usage = "\nusage: ConnectFour STATE red|yellow [M|A DEPTH]";
        let empty = ".......,.......,.......,.......,.......,.......";
        let cases: [(&[&str], &str); 10] = [
            (&["0"], "PLIES: found 0; expected at least 1 ply"),
            (&[""], "1 argument; expected 2 or 4, or a number of plies alone"),
            (&[empty], "1 argument; expected 2 or 4, or a number of plies alone"),
            (&[empty, "red", "A"], "3 arguments; expected 2 or 4"),
            (&[empty, "red", "A", "4", "x"], "5 arguments; expected 2 or 4"),
            (&[empty, "blue", "A", "4"], "side to move: found 'blue'; expected red or yellow"),
            (&[empty, "red", "a", "4"], "algorithm: found 'a'; expected M (minimax) or A (alpha-beta)"),
            (&[empty, "red", "A", "0"], "DEPTH: found 0; expected at least 1 ply"),
            (
                &[empty, "red", "A", "four"],
                "DEPTH: found 'four'; expected a whole number of plies, such as 6",
            ),
            (
                &["x", "blue", "B", "-1"],
                "state: 1 row; expected 6 rows separated by commas, the bottom row first\n\
                 side to move: found 'blue'; expected red or yellow\n\
                 algorithm: found 'B'; expected M (minimax) or A (alpha-beta)\n\
                 DEPTH: found '-1'; expected a whole number of plies, such as 6",
            ),
        ];
        for (args, message) in cases {
            assert_eq!(program(args).refused(), format!("{message}{usage}"), "{args:?}");
        }
    }
}
