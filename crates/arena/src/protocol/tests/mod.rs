//! Every kind of answer with what becomes of it.

mod line_protocol;

use std::time::Duration;

use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::{self, ConnectFour, notation as connect_four_notation};
use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::{self, notation::write_state};
use plyground_core::games::{breakthrough, move_string::MOVES};
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Game, Notation, Player};

use super::*;
use crate::invoke::{Argument, NoFile};

const WALL: Duration = Duration::from_secs(1);

fn ended(stdout: &[u8], end: End) -> Ended {
    Ended { stdout: stdout.to_vec(), wall: WALL, ..Ended::without_traces(end) }
}

/// The answer as text: the move, or the kind of fault and its message.
fn shown<M>(choice: Result<M, Fault>, write: impl Fn(M) -> String) -> String {
    match choice {
        Ok(mv) => write(mv),
        Err(Fault { kind, message }) => format!("{}: {message}", kind.name()),
    }
}

/// What becomes of this output on a board whose column 0 is full.
fn column(stdout: &str, end: End) -> String {
    let position: connect_four::Standard = MOVES.parse("111111").unwrap();
    let reply = Arguments::TOURNAMENT.decode(&position, &ended(stdout.as_bytes(), end));
    shown(reply.choice, |column: Column| column.index().to_string())
}

const DONE: End = End::Exited(0);

/// What is printed, and what it is: the rows of a table.
fn rows(table: &str) -> impl Iterator<Item = [String; 2]> {
    table.trim().lines().map(|row| {
        let (stdout, expected) = row.trim().split_once(" | ").expect("what is printed, and what it is");
        [stdout.replace("\\r", "\r").replace("\\n", "\n").replace("\\e", "\u{1b}"), expected.to_owned()]
    })
}

#[test]
fn columns_are_read_and_what_is_none_is_named() {
    const ROWS: &str = r"
        3\n | 3
        3 | 3
        3 \r\n\r\n | 3
        3\n57\n | 3
        3\n99999999999999999999999\n | 3
        7\n | unreadable: standard output, line 1: move '7': not a move; expected an open column from 0 to 6
        0\n | illegal: standard output, line 1: move '0': not legal in this position; expected an open column from 0 to 6
        column 3\n | unreadable: standard output, line 1: move 'column 3': not a move; expected an open column from 0 to 6
        \n3\n | unreadable: standard output, line 1: move '': not a move; expected an open column from 0 to 6
        3\nbest\n | unreadable: standard output, line 2: found 'best'; expected the number of examined nodes, or nothing
        3\n57\ndone\n | unreadable: standard output, line 3: found 'done'; expected nothing more
    ";
    for [stdout, expected] in rows(ROWS) {
        assert_eq!(column(&stdout, DONE), expected, "{stdout:?}");
    }
    let missing = "unreadable: standard output, line 1: missing; expected a line with a column from 0 to 6";
    assert_eq!(column("", DONE), missing);
    assert_eq!(column(&format!("3\n{}", "\n".repeat(9000)), DONE), "3");
    let long = column(&"3".repeat(5000), DONE);
    assert_eq!(long, "unreadable: standard output: 5000 bytes; expected a line with a column from 0 to 6");
}

#[test]
fn complete_answers_count_however_the_process_ended() {
    let killed = [End::WallOut, End::CpuOut, End::MemoryOut, End::Signalled(11)];
    for end in killed.into_iter().chain([End::Exited(1)]) {
        assert_eq!(column("3\n", end), "3", "{end:?}");
    }
    // Half a line may have been the beginning of another one.
    for end in killed {
        assert!(!column("3", end).starts_with('3'), "{end:?}");
    }
    assert_eq!(column("3", End::Exited(1)), "3");
    assert_eq!(column("3\n", End::StdoutFlood), "flooded: killed: too much on standard output");
    assert_eq!(column("3\n", End::StderrFlood), "flooded: killed: too much on standard error");
}

#[test]
fn processes_without_an_answer_are_late_or_have_crashed() {
    let missing = "standard output, line 1: missing; expected a line with a column from 0 to 6";
    for (end, expected) in [
        (End::WallOut, "late: killed after 1000 ms"),
        (End::CpuOut, "late: killed: its CPU time was used up"),
        (End::MemoryOut, "crashed: killed: its memory was used up"),
        (End::ProcessesOut, "crashed: killed: it had too many processes"),
        (End::Signalled(11), "crashed: ended by signal 11"),
        (End::Exited(3), "crashed: ended with status 3"),
    ] {
        assert_eq!(column("", end), format!("{expected}; {missing}"));
    }
    // An illegal move is an answer, even if the process failed afterwards.
    assert!(column("0\n", End::Exited(1)).starts_with("illegal: "));
}

#[test]
fn boards_are_given_as_arguments() {
    let state = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
    let position = connect_four_notation::parse_state(state, Player::Second).unwrap();
    let words = |protocol: Arguments| {
        let call = protocol.call(&position, 3, WALL);
        assert_eq!((call.input.as_str(), call.file, call.wall), ("", None, WALL));
        let word = |argument: &Argument| match argument {
            Argument::Word(word) => word.clone(),
            other => panic!("{other:?} is no word"),
        };
        call.arguments.iter().map(word).collect::<Vec<_>>()
    };
    assert_eq!(words(Arguments::TOURNAMENT), [state, "yellow"]);
    let alpha_beta = Algorithm::AlphaBeta(CutRule::AtEqual);
    assert_eq!(words(Arguments::search(alpha_beta, 4)), [state, "yellow", "A", "4"]);
    assert_eq!(words(Arguments::search(Algorithm::Minimax, 2)), [state, "yellow", "M", "2"]);
    let reply = Arguments::read(&position, &ended(b"1\n57\n", DONE));
    assert_eq!(reply, Ok((Column::new(1), Some(57))));
}

const REQUEST: &str = "move\n1\n6 6\nbbbbbb\nbbbbbb\n------\n------\nwwwwww\nwwwwww\n";

#[test]
fn both_sides_of_breakthrough_see_themselves_as_white() {
    let start = Breakthrough::start();
    assert_eq!(StdinMove.call(&start, 0, WALL).input, REQUEST);
    // Black sees the same board, one turn later, and E2D3 is its pawn B5 going to C4.
    let black = start.skip();
    assert_eq!(StdinMove.call(&black, 1, WALL).input, REQUEST.replace("\n1\n", "\n2\n"));
    for (position, expected) in [(start, "E2D3"), (black, "B5C4")] {
        let reply = StdinMove.decode(&position, &ended(b"E2D3\r\n", DONE));
        let written = shown(reply.choice, |step| breakthrough::notation::Grid.write_move(&position, step));
        assert_eq!((written.as_str(), reply.said.as_str()), (expected, "E2D3"));
    }
    // After White's A2A3 Black sees it on its right.
    let step = Breakthrough::notations()[0].parse_move(&start, "A2A3").unwrap();
    let seen = StdinMove.call(&start.play(step), 1, WALL).input;
    assert_eq!(seen, "move\n2\n6 6\nbbbbbb\nbbbbb-\n-----b\n------\nwwwwww\nwwwwww\n");
}

#[test]
fn answers_in_breakthrough_are_one_line_in_capitals() {
    let start = Breakthrough::start();
    let step = |stdout: &str| {
        let reply = StdinMove.decode(&start, &ended(stdout.as_bytes(), DONE));
        shown(reply.choice, |step| breakthrough::notation::Request.write_move(&start, step))
    };
    let table = r"
        E2D3 | E2D3
        e2d3\n | unreadable: standard output, line 1: move 'e2d3': not a move; STEP
        E1D2\n | illegal: standard output, line 1: move 'E1D2': not legal in this position; STEP
        E2D3\nE2E3\n | unreadable: standard output, line 2: found 'E2E3'; expected nothing more
        \n | unreadable: standard output, line 1: missing; expected one line with a move such as E1D2
        \e[2J\n | unreadable: standard output, line 1: move '\u{1b}[2J': not a move; STEP
    ";
    let one_step = "expected one step forward of a pawn whose turn it is, source and target such as E1D2";
    for [stdout, expected] in rows(&table.replace("STEP", one_step)) {
        assert_eq!(step(&stdout), expected, "{stdout:?}");
    }
}

#[test]
fn names_are_one_line_of_printable_ascii() {
    let call = StdinMove::identify(WALL);
    assert_eq!((call.input.as_str(), call.arguments.len()), ("identify\n", 0));
    let identity =
        |stdout: &str| shown(StdinMove::read_identity(&ended(stdout.as_bytes(), DONE)), |name| name);
    let honk = "Min's breakthrough agent v1.0 - I honk for game players";
    assert_eq!(identity(&format!("{honk}\n")), honk);
    assert_eq!(identity(&"x".repeat(80)), "x".repeat(80));
    let expected = "expected one line of 1 to 80 printable ASCII characters";
    let (long, cut) = ("x".repeat(81), format!("found '{}...'", "x".repeat(40)));
    for (stdout, found) in
        [("\n", "missing"), ("caf\u{e9}\n", "found 'caf\u{e9}'"), ("a\tb", "found 'a\\tb'"), (&long, &cut)]
    {
        assert_eq!(identity(stdout), format!("unreadable: standard output, line 1: {found}; {expected}"));
    }
    assert_eq!(identity("a\nb\n"), "unreadable: standard output, line 2: found 'b'; expected nothing more");
}

/// What becomes of this output file after the empty board.
fn file(file: Result<&str, NoFile>, end: End) -> String {
    let protocol = StateFiles { depth: 4 };
    let file = file.map(|text| text.as_bytes().to_vec());
    let ended = Ended { file: Some(file), ..ended(b"Column 3\n", end) };
    let reply = protocol.decode(&max_connect_four::Standard::EMPTY, &ended);
    shown(reply.choice, |column: Column| column.index().to_string())
}

#[test]
fn moves_are_found_between_two_state_files() {
    let empty = max_connect_four::Standard::EMPTY;
    let after = empty.play(Column::new(3));
    let written = write_state(&after);
    assert_eq!(file(Ok(&written), DONE), "3");
    assert_eq!(file(Ok(written.trim_end()), End::WallOut), "3");
    let two = after.play(Column::new(3));
    let green = empty.skip().play(Column::new(3));
    let of_the_other = ": the new piece is of the other side; expected one of the side that the input names";
    let same_side =
        ", line 7: the piece is in its place, but the same side is to move; expected the other side";
    for (other, message) in [
        (after.skip(), same_side),
        (empty, ": the same cells are taken as in the input; expected one piece more"),
        (two, ": more than one piece is new; expected one"),
        (green, of_the_other),
        (green.skip(), of_the_other),
    ] {
        assert_eq!(file(Ok(&write_state(&other)), DONE), format!("illegal: output file{message}"));
    }
    // A full column is no move. A program that plays it replaces the piece on top.
    let protocol = StateFiles { depth: 1 };
    let full =
        [0, 0, 0, 0, 0, 0].map(Column::new).into_iter().fold(empty, |board, column| board.play(column));
    let replaced = write_state(&full.skip()).replacen('2', "1", 1).into_bytes();
    let ended = Ended { file: Some(Ok(replaced)), ..ended(b"", DONE) };
    let fault = protocol.decode(&full, &ended).choice.expect_err("no move");
    assert!(fault.message.starts_with("output file: a piece of the input is replaced"), "{fault:?}");
    let (long, half) = ("0".repeat(5000), &written[..48]);
    let rows = "6 rows of 7 digits, the top row first, then a line with the side to move";
    let unread = "not read, since the program had not ended by itself; expected a state file";
    let (crashed, late) = ("crashed: ended with status 1", "late: killed after 1000 ms");
    let no_side = "missing; expected the side to move, 1 or 2, after the rows";
    let missing = "missing; expected a state file";
    for (output, end, expected) in [
        (Ok("hello"), DONE, format!("unreadable: output file, line 2: 1 line; expected {rows}")),
        (Err(NoFile::Killed), DONE, format!("unreadable: output file: {unread}")),
        (Err(NoFile::Missing), End::Exited(1), format!("{crashed}; output file: {missing}")),
        (Ok(half), End::WallOut, format!("{late}; output file, line 7: {no_side}")),
        (Ok(&long), DONE, "unreadable: output file: more than 4096 bytes; expected a state file".to_owned()),
    ] {
        assert_eq!(file(output, end), expected);
    }
}

#[test]
fn state_files_are_given_with_the_depth() {
    let position = max_connect_four::Standard::EMPTY.skip();
    let call = StateFiles { depth: 7 }.call(&position, 5, WALL);
    let word = |word: &str| Argument::Word(word.to_owned());
    assert_eq!(call.arguments, [word("one-move"), Argument::Input, Argument::Output, word("7")]);
    assert_eq!(call.file.as_deref(), Some("0000000\n0000000\n0000000\n0000000\n0000000\n0000000\n2\n"));
}
