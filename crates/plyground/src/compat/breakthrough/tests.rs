//! The program driven in memory, with little time to think.

use std::io::{BufReader, repeat};

use plyground_core::Player;
use plyground_core::games::breakthrough::book::Book;
use plyground_core::rng::Rng;

use super::*;
use crate::exit::in_memory;

const START: &str = "move\n1\n6 6\nbbbbbb\nbbbbbb\n------\n------\nwwwwww\nwwwwww\n";

/// Milliseconds for a search.
fn timing(budget: u64) -> Timing {
    Timing { start: Instant::now(), budget: Duration::from_millis(budget), least: Duration::ZERO }
}

/// What the program prints for this input.
fn answer_to(input: impl BufRead) -> String {
    let ran = in_memory(input, |streams| answer(streams, &timing(20)));
    assert_eq!(ran.err, "");
    ran.done()
}

fn refusal(input: impl BufRead) -> String {
    in_memory(input, |streams| answer(streams, &timing(20))).refused()
}

/// Hands out the request in pieces, as a pipe may, and fails the test when more is asked for.
struct OpenPipe<'a> {
    pieces: std::vec::IntoIter<&'a [u8]>,
}

impl<'a> OpenPipe<'a> {
    fn new(request: &'a str, size: usize) -> BufReader<Self> {
        let pieces: Vec<_> = request.as_bytes().chunks(size).collect();
        BufReader::new(Self { pieces: pieces.into_iter() })
    }
}

impl Read for OpenPipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.pieces.next().expect("a complete request is answered without reading on");
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn identity_is_one_line_of_printable_ascii() {
    let line = answer_to("identify\n".as_bytes());
    let name = line.strip_suffix('\n').expect("a line");
    assert!((1..=80).contains(&name.len()), "{} characters", name.len());
    assert!(name.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    for request in ["identify", "identify\r\n", "identify\nmove\n"] {
        assert_eq!(answer_to(request.as_bytes()), line);
    }
    assert_eq!(answer_to(OpenPipe::new("identify\n", 3)), line);
}

#[test]
fn complete_requests_are_answered_without_the_end_of_the_input() {
    let decided = START.replacen("bbbbbb\nbbbbbb", "bb-bbb\nbwbbbb", 1).replacen("wwwwww", "-wwwww", 1);
    for request in [decided.clone(), decided.replace('\n', "\r\n")] {
        for size in [1, 7, 4096] {
            let answer = answer_to(OpenPipe::new(&request, size));
            assert!(["B5A6\n", "B5C6\n"].contains(&answer.as_str()), "{answer}");
        }
    }
    let without_last_line_end = answer_to(decided.trim_end().as_bytes());
    assert!(without_last_line_end.starts_with("B5"));
    let with_more = answer_to(format!("{decided}whatever\n").as_bytes());
    assert!(with_more.starts_with("B5"), "what follows the request is not read");
}

#[test]
fn moves_are_legal_on_any_board() {
    let mut rng = Rng::new(3243);
    for _ in 0..40 {
        let plies = rng.below(50);
        let position = rng.play(Standard::START, plies, 0);
        let position = if position.turn() == Player::First { position } else { position.turned() };
        if position.outcome().is_none() {
            let answer = answer_to(Request.write(&position).expect("White is to move").as_bytes());
            assert!(Request.parse_move(&position, answer.trim_end()).is_ok(), "{answer}: {position:?}");
        }
    }
}

#[test]
fn finished_boards_have_no_move() {
    let over = |rows: &str| refusal(format!("move\n9\n6 6\n{rows}").as_bytes());
    let message = |winner| {
        format!("board: the game is over, {winner} has won; expected a board on which white can move")
    };
    let empty = "------\n";
    assert_eq!(over(&format!("{}b-----\n{}--b---\n", empty.repeat(3), "w-----\n")), message("black"));
    assert_eq!(over(&format!("-w----\n{}--b---\n{empty}", empty.repeat(3))), message("white"));
    assert_eq!(over(&format!("{}--b---\n{empty}", empty.repeat(4))), message("black"));
    assert_eq!(over(&format!("{}--w---\n{empty}", empty.repeat(4))), message("white"));
    assert_eq!(over(&empty.repeat(6)), message("white"));
}

#[test]
fn malformed_requests_are_refused_at_the_first_wrong_line() {
    let first = |found: &str| format!("line 1: found '{found}'; expected identify or move");
    assert_eq!(refusal("".as_bytes()), "line 1: missing; expected identify or move");
    for line in ["", "Identify", "identify yourself", "MOVE"] {
        assert_eq!(refusal(format!("{line}\n").as_bytes()), first(line));
    }
    assert_eq!(refusal("m\u{1b}[31m\u{0}\n".as_bytes()), first(r"m\u{1b}[31m\0"));
    assert_eq!(refusal(&b"mo\xffve\n"[..]), first("mo\u{fffd}ve"));

    // What a wrong line says is what the notation says. A sender that waits for an answer gets it although the request is not complete.
    let waiting = OpenPipe::new("move\n1\n8 8\n", 4096);
    assert_eq!(refusal(waiting), "line 3: found '8 8'; expected the dimensions 6 6");
}

#[test]
fn endless_lines_are_refused() {
    assert_eq!(refusal(BufReader::new(repeat(b'x'))), "line 1: longer than 4096 bytes; expected a request");
    let endless = BufReader::new("move\n".as_bytes().chain(repeat(b'9')));
    assert_eq!(refusal(endless), "line 2: longer than 4096 bytes; expected a request");
    let turns = "9".repeat(4000);
    let decided = format!("move\n{turns}\n6 6\n------\nw-----\n-----b\n------\n------\n------\n");
    // A long game is no mistake.
    answer_to(decided.as_bytes());
}

#[test]
fn arguments_are_refused_and_help_is_given() {
    let run_with = |args: &[&str]| {
        let args = args.iter().map(OsString::from).collect();
        in_memory("identify\n".as_bytes(), |streams| run(args, streams))
    };
    let message = "found the argument 'white'; expected none: the request is read from standard input";
    assert_eq!(run_with(&["white"]).refused(), message);
    for help in ["--help", "-h"] {
        assert_eq!(run_with(&[help]).done(), HELP);
    }
    assert_eq!(run_with(&[]).done(), format!("{IDENTITY}\n"));
}

#[test]
fn searches_end_with_their_budget() {
    let begin = Instant::now();
    let step = choose(&Standard::START, &timing(50)).expect("a move");
    let taken = begin.elapsed();
    assert!(Standard::START.moves().any(|legal| legal == step));
    assert!(taken >= Duration::from_millis(50), "the start is not decided within {taken:?}");
}

#[test]
fn the_three_seconds_are_kept_and_late_requests_get_a_little() {
    let timing = Timing::from_now();
    assert!(timing.budget + timing.least < Duration::from_millis(2500), "a crowded machine needs a margin");
    // Nothing is left of the budget: the least is given.
    let late = Timing { start: Instant::now(), budget: Duration::ZERO, least: Duration::from_secs(3600) };
    assert!(!late.deadline().has_passed());
    let spent = Timing { least: Duration::ZERO, ..late };
    assert!(spent.deadline().has_passed());
    assert!(choose(&Standard::START, &spent).is_ok(), "a move is found in no time");
}

/// A move that wins by the book is played without any time to think. Only positions are asked about in which the first
/// of all moves, which a search that has no time plays, is not one.
#[test]
fn the_book_needs_no_time() {
    use plyground_core::games::breakthrough::notation::write_request;
    use plyground_core::games::breakthrough::sized;

    let book = Book::embedded();
    let wins = |position: &Standard| book.winner(position) == Some(Player::First);
    let for_black: Standard = sized::read("bbbbbb/b-bb-b/--bb--/--www-/w-ww--/wwwwww/b").expect("a position");
    let opening = for_black.turned();
    let after = |position: Standard| position.moves().map(move |step| position.play(step));
    let later = after(opening).filter(wins).flat_map(after).filter(wins);
    let is_asked = |position: &Standard| {
        after(*position).any(|child| wins(&child))
            && after(*position).next().is_some_and(|child| !wins(&child))
    };
    let mut asked = 0;
    for position in later.filter(is_asked) {
        let request = write_request(&position, 5).expect("a board of the assignment");
        let timing = Timing { start: Instant::now(), budget: Duration::ZERO, least: Duration::ZERO };
        let answer = in_memory(request.as_bytes(), |streams| answer(streams, &timing)).done();
        let step = position.moves().find(|&step| Request.write_move(&position, step) == answer.trim_end());
        assert!(wins(&position.play(step.expect("a legal move"))), "{request}{answer}");
        asked += 1;
    }
    assert!(asked > 3, "{asked} positions");
}
