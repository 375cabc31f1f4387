//! Every kind of answer with what becomes of it, and decoders on random bytes.

use std::time::Duration;

use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::{self, ConnectFour, notation as connect_four_notation};
use plyground_core::games::gravity::Column;
use plyground_core::games::max_connect_four::{self, MaxConnectFour, notation::write_state};
use plyground_core::games::{breakthrough, move_string::MoveString};
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{Game, GameId, Notation, Player, dispatch};

use super::lines::Said;
use super::*;
use crate::invoke::Argument;

const WALL: Duration = Duration::from_secs(1);

fn ended(stdout: &[u8], end: End) -> Ended {
    Ended { stdout: stdout.to_vec(), file: None, stderr: Vec::new(), end, wall: WALL, cpu: None }
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
    let position: connect_four::Standard = MoveString.parse("111111").unwrap();
    let reply = Arguments::TOURNAMENT.decode(&position, &ended(stdout.as_bytes(), end));
    shown(reply.choice, |column: Column| column.index().to_string())
}

const DONE: End = End::Exited(0);

#[test]
fn columns_are_read_and_what_is_none_is_named() {
    let no_move = "move '7': not a move; expected an open column from 0 to 6";
    for (stdout, expected) in [
        ("3\n", "3".to_owned()),
        ("3", "3".to_owned()),
        ("3 \r\n\r\n", "3".to_owned()),
        ("3\n297\n", "3".to_owned()),
        ("3\n99999999999999999999999\n", "3".to_owned()),
        ("", "unreadable: standard output, line 1: missing; expected a line with a column from 0 to 6".to_owned()),
        ("7\n", format!("unreadable: standard output, line 1: {no_move}")),
        (
            "0\n",
            "illegal: standard output, line 1: move '0': not legal in this position; expected an open column \
             from 0 to 6"
                .to_owned(),
        ),
        (
            "column 3\n",
            format!("unreadable: standard output, line 1: {}", no_move.replace('7', "column 3")),
        ),
        (
            "\n3\n",
            format!("unreadable: standard output, line 1: {}", no_move.replace('7', "")),
        ),
        (
            "3\nbest\n",
            "unreadable: standard output, line 2: found 'best'; expected the number of examined nodes, or \
             nothing"
                .to_owned(),
        ),
        (
            "3\n297\ndone\n",
            "unreadable: standard output, line 3: found 'done'; expected nothing more".to_owned(),
        ),
    ] {
        assert_eq!(column(stdout, DONE), expected, "{stdout:?}");
    }
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
    // An illegal move is an answer, whatever came after it.
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
    let reply = Arguments::read(&position, &ended(b"1\n297\n", DONE));
    assert_eq!(reply, Ok((Column::new(1), Some(297))));
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
    let one_step = "expected one step forward of a pawn whose turn it is, source and target such as E1D2";
    assert_eq!(step("E2D3"), "E2D3");
    for (stdout, expected) in [
        ("e2d3\n", format!("unreadable: standard output, line 1: move 'e2d3': not a move; {one_step}")),
        (
            "E1D2\n",
            format!("illegal: standard output, line 1: move 'E1D2': not legal in this position; {one_step}"),
        ),
        (
            "E2D3\nE2E3\n",
            "unreadable: standard output, line 2: found 'E2E3'; expected nothing more".to_owned(),
        ),
        (
            "",
            "unreadable: standard output, line 1: missing; expected one line with a move such as E1D2"
                .to_owned(),
        ),
        (
            "\u{1b}[2J\n",
            format!("unreadable: standard output, line 1: move '\\u{{1b}}[2J': not a move; {one_step}"),
        ),
    ] {
        assert_eq!(step(stdout), expected);
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
    for (stdout, found) in [
        ("\n".to_owned(), "missing".to_owned()),
        ("caf\u{e9}\n".to_owned(), "found 'caf\u{e9}'".to_owned()),
        ("a\tb".to_owned(), "found 'a\\tb'".to_owned()),
        ("x".repeat(81), format!("found '{}...'", "x".repeat(40))),
    ] {
        assert_eq!(identity(&stdout), format!("unreadable: standard output, line 1: {found}; {expected}"));
    }
    assert_eq!(identity("a\nb\n"), "unreadable: standard output, line 2: found 'b'; expected nothing more");
}

/// What becomes of this output file after the empty board.
fn file(file: Result<&str, &str>, end: End) -> String {
    let protocol = StateFiles { depth: 4 };
    let file = file.map(|text| text.as_bytes().to_vec()).map_err(str::to_owned);
    let ended = Ended { file: Some(file), ..ended(b"Column 3\n", end) };
    let reply = protocol.decode(&max_connect_four::Standard::EMPTY, &ended);
    shown(reply.choice, |column: Column| column.index().to_string())
}

#[test]
fn moves_are_found_between_two_state_files() {
    let empty = max_connect_four::Standard::EMPTY;
    let after = empty.play(Column::new(3));
    assert_eq!(file(Ok(&write_state(&after)), DONE), "3");
    assert_eq!(file(Ok(write_state(&after).trim_end()), End::WallOut), "3");
    assert_eq!(
        file(Ok(&write_state(&after.skip())), DONE),
        "illegal: output file, line 7: the piece is in its place, but the same side is to move; expected the \
         other side"
    );
    assert_eq!(
        file(Ok(&write_state(&empty)), DONE),
        "illegal: output file: the same cells are taken as in the input; expected one piece more"
    );
    let two = after.play(Column::new(3));
    let green = empty.skip().play(Column::new(3));
    for other in [two, green, green.skip()] {
        assert_eq!(
            file(Ok(&write_state(&other)), DONE),
            "illegal: output file: not the board of the input with one piece of the side to move dropped \
             into an open column"
        );
    }
    assert_eq!(
        file(Ok("hello"), DONE),
        "unreadable: output file, line 2: 1 lines; expected 6 rows of 7 digits, the top row first, then a \
         line with the side to move"
    );
    assert_eq!(file(Err("a link"), DONE), "unreadable: output file: a link; expected a state file");
    assert_eq!(
        file(Err("missing"), End::Exited(1)),
        "crashed: ended with status 1; output file: missing; expected a state file"
    );
    assert_eq!(
        file(Ok(&write_state(&after)[..48]), End::WallOut),
        "late: killed after 1000 ms; output file, line 7: missing; expected the side to move, 1 or 2, after \
         the rows"
    );
    let long = "0".repeat(5000);
    assert_eq!(file(Ok(&long), DONE), "unreadable: output file: 5000 bytes; expected a state file");
}

#[test]
fn state_files_are_given_with_the_depth() {
    let position = max_connect_four::Standard::EMPTY.skip();
    let call = StateFiles { depth: 7 }.call(&position, 5, WALL);
    let word = |word: &str| Argument::Word(word.to_owned());
    assert_eq!(call.arguments, [word("one-move"), Argument::Input, Argument::Output, word("7")]);
    assert_eq!(call.file.as_deref(), Some("0000000\n0000000\n0000000\n0000000\n0000000\n0000000\n2\n"));
}

#[test]
fn lines_of_the_four_games_are_those_of_the_document() {
    let connect_four: connect_four::Standard = MoveString.parse("111111").unwrap();
    assert_eq!(
        lines::position::<ConnectFour>(&connect_four),
        "position connect-four r......,y......,r......,y......,r......,y...... red moves 1 2 3 4 5 6"
    );
    assert_eq!(
        lines::position::<MaxConnectFour>(&MaxConnectFour::start()),
        "position max-connect-four 0000000/0000000/0000000/0000000/0000000/0000000 1 moves 1 2 3 4 5 6 7"
    );
    assert_eq!(
        lines::position::<Breakthrough>(&Breakthrough::start().skip()),
        "position breakthrough bbbbbb/bbbbbb/------/------/wwwwww/wwwwww b moves A5A4 A5B4 B5A4 B5B4 B5C4 C5B4 \
         C5C4 C5D4 D5C4 D5D4 D5E4 E5D4 E5E4 E5F4 F5E4 F5F4"
    );
    let x = AdjacentFour::notations()[0];
    let position = x.parse("......\n......\n......\n......\n.....x\no").unwrap();
    assert_eq!(
        lines::position::<AdjacentFour>(&position),
        "position adjacent-four ....../....../....../....../.....x o moves [4,5] [5,5] [4,6]"
    );
    assert_eq!(lines::new_game::<Breakthrough>(Player::Second), "newgame breakthrough second");
    assert_eq!(lines::go(Duration::from_micros(1_500_900)), "go movetime 1500");
    assert_eq!(lines::game_over(Some(Player::First), Player::First), "gameover win");
    assert_eq!(lines::game_over(Some(Player::First), Player::Second), "gameover loss");
    assert_eq!(lines::game_over(None, Player::Second), "gameover draw");
    let fault = Fault::new(FaultKind::Illegal, "move\n'0': no");
    assert_eq!(lines::refused(&fault), "refused illegal move '0': no");
    let long = lines::refused(&Fault::new(FaultKind::Illegal, "x".repeat(5000)));
    assert!(long.len() < lines::MOST_SENT);
}

#[test]
fn positions_on_one_line_are_read_back() {
    fn check<G: Game>(rng: &mut Rng) {
        let notation = G::notations()[0];
        for _ in 0..20 {
            let mut position = G::start();
            loop {
                let line = lines::on_one_line::<G>(&position);
                assert!(!line.contains('\n') && line.split(' ').count() == 2, "{line:?}");
                // Undone by hand: the last word is a line of its own, except where there are commas.
                let text = if line.contains(',') { line } else { line.replace(['/', ' '], "\n") };
                assert_eq!(notation.parse(&text), Ok(position));
                assert!(lines::position::<G>(&position).len() < lines::MOST_SENT);
                let Some(mv) = rng.pick(position.moves()) else { break };
                position = position.play(mv);
                if rng.below(5) == 0 {
                    position = position.skip();
                }
            }
        }
    }
    let mut rng = Rng::new(41);
    for game in GameId::ALL {
        dispatch!(game, G => check::<G>(&mut rng));
    }
}

#[test]
fn every_line_of_a_program_means_something() {
    for (line, expected) in [
        (&b"readyok"[..], Said::Ready),
        (b" readyok\r", Said::Ready),
        (b"readyok now", Said::Other),
        (b"name  Deep Red 2 ", Said::Name("Deep Red 2".to_owned())),
        (b"name", Said::Other),
        (b"name \x1b[2J", Said::Other),
        (b"bestmove 3", Said::BestMove("3".to_owned())),
        (b"bestmove [3, 4] \r", Said::BestMove("[3, 4]".to_owned())),
        (b"bestmove", Said::BestMove(String::new())),
        (b"bestmove3", Said::Other),
        (b"info depth 4 nodes 297 pv 1", Said::Nodes(297)),
        (b"info nodes many", Said::Other),
        (b"info nodes", Said::Other),
        (b"Thinking...", Said::Other),
        (b"", Said::Other),
        (b"\xff\x00", Said::Other),
    ] {
        assert_eq!(lines::read(line), expected, "{:?}", String::from_utf8_lossy(line));
    }
    let judged = |text| {
        shown(lines::best_move::<ConnectFour>(&ConnectFour::start(), text), |column| {
            column.index().to_string()
        })
    };
    assert_eq!(judged("3"), "3");
    assert_eq!(
        judged("7"),
        "unreadable: bestmove: move '7': not a move; expected an open column from 0 to 6"
    );
    let full: connect_four::Standard = MoveString.parse("111111").unwrap();
    let fault = lines::best_move::<ConnectFour>(&full, "0").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Illegal);
}

/// Random ends and random outputs: bytes, and right answers with something changed.
fn random_end(rng: &mut Rng) -> End {
    match rng.below(9) {
        0 => End::WallOut,
        1 => End::CpuOut,
        2 => End::MemoryOut,
        3 => End::StdoutFlood,
        4 => End::StderrFlood,
        5 => End::Signalled(1 + i32::try_from(rng.below(31)).unwrap()),
        6 => End::Exited(1),
        _ => End::Exited(0),
    }
}

/// Bytes that answers are made of, and some that begin a character.
const USUAL: &[u8] = b"0123456789\r\n \t,/[]ABCDEF\0\xff\xc3";

fn random_bytes(rng: &mut Rng, seeds: &[&str]) -> Vec<u8> {
    let mut bytes = seeds[rng.below(seeds.len())].as_bytes().to_vec();
    for _ in 0..rng.below(5) {
        let byte = match rng.below(3) {
            0 => USUAL[rng.below(USUAL.len())],
            _ => rng.next().to_le_bytes()[0],
        };
        let at = rng.below(bytes.len() + 1);
        match rng.below(4) {
            0 => bytes.insert(at, byte),
            1 => bytes.truncate(at),
            2 => bytes.extend_from_within(at..),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => bytes.push(byte),
        }
    }
    bytes
}

#[test]
fn decoders_take_any_bytes_and_give_legal_moves_only() {
    fn check<P: Position>(protocol: &dyn OneShot<P>, position: &P, ended: &Ended, counts: &mut [usize; 6]) {
        let reply = protocol.decode(position, ended);
        assert!(reply.said.len() <= MOST_TEXT + 3);
        match reply.choice {
            Ok(mv) => {
                assert!(position.moves().any(|legal| legal == mv), "{ended:?}");
                assert!(!matches!(ended.end, End::StdoutFlood | End::StderrFlood));
                counts[5] += 1;
            }
            Err(fault) => {
                assert!(fault.message.len() < 500 && !fault.message.contains('\n'), "{}", fault.message);
                assert!(fault.message.contains("expected") || fault.kind != FaultKind::Unreadable);
                counts[fault.kind as usize] += 1;
            }
        }
    }
    let mut rng = Rng::new(2019);
    let mut counts = [[0; 6]; 3];
    let max = max_connect_four::Standard::EMPTY;
    let next = write_state(&max.play(Column::new(2)));
    for _ in 0..4000 {
        let (mut four, mut pawns) = (ConnectFour::start(), Breakthrough::start());
        for _ in 0..rng.below(12) {
            four = rng.pick(four.moves()).map_or(four, |mv| four.play(mv));
            pawns = rng.pick(pawns.moves()).map_or(pawns, |mv| pawns.play(mv));
        }
        let end = random_end(&mut rng);
        let stdout = random_bytes(&mut rng, &["3\n", "0\n297\n", "6", ""]);
        check(&Arguments::TOURNAMENT, &four, &ended(&stdout, end), &mut counts[0]);
        let stdout = random_bytes(&mut rng, &["E2D3\n", "A3A4\n", "F2F3", "identify"]);
        check(&StdinMove, &pawns, &ended(&stdout, end), &mut counts[1]);
        if let Ok(name) = StdinMove::read_identity(&ended(&stdout, end)) {
            assert!((1..=80).contains(&name.len()) && !name.chars().any(char::is_control));
        }
        let written = random_bytes(&mut rng, &[&next, &write_state(&max)]);
        let ended = Ended { file: Some(Ok(written)), ..ended(b"", end) };
        check(&StateFiles { depth: 1 }, &max, &ended, &mut counts[2]);
        // Lines mean something or nothing, and never a move that is not legal.
        let line = random_bytes(&mut rng, &["bestmove 3", "readyok", "name x", "info nodes 3"]);
        if let Said::BestMove(text) = lines::read(&line)
            && let Ok(mv) = lines::best_move::<ConnectFour>(&four, &text)
        {
            assert!(four.moves().any(|legal| legal == mv));
        }
    }
    // Every kind of end has been met by every decoder.
    assert!(counts.iter().flatten().all(|&count| count > 0), "{counts:?}");
}
