//! The line protocol: what is sent, and what every line of a program means. The transcripts of its document are
//! checked in `tests/line_protocol`.

use plyground_core::rng::Rng;
use plyground_core::{AnyGame, AnyPosition};

use super::super::lines::Said;
use super::*;

/// Bytes that a line to a program may have at most, its end included, as the document has it.
const MOST_SENT: usize = 1000;

#[test]
fn what_is_sent_is_short_and_has_no_control_characters() {
    assert_eq!(lines::go(Duration::from_micros(1_500_900)), "go movetime 1500");
    assert_eq!(lines::game_over(Some(Player::First), Player::Second), "gameover loss");
    let fault = Fault::new(FaultKind::Illegal, "move\n'0': no");
    assert_eq!(lines::refused(&fault), "refused illegal move '0': no");
    let long = lines::refused(&Fault::new(FaultKind::Illegal, "x".repeat(5000)));
    assert!(long.len() < MOST_SENT);
}

#[test]
fn positions_on_one_line_are_read_back() {
    let mut rng = Rng::new(41);
    for &game in AnyGame::all() {
        let notation = game.notations()[0];
        for _ in 0..20 {
            let mut position = game.start();
            loop {
                let line = lines::on_one_line(&position);
                assert!(!line.contains('\n') && line.split(' ').count() == 2, "{line:?}");
                // Undone by hand: the last word is a separate line, except where there are commas.
                let text = if line.contains(',') { line } else { line.replace(['/', ' '], "\n") };
                assert_eq!(notation.parse(&text), Ok(position.clone()));
                assert!(lines::position(&position).len() < MOST_SENT);
                let Some(mv) = rng.pick(position.moves()) else { break };
                position = position.play(mv);
                if rng.below(5) == 0 {
                    position = position.skip();
                }
            }
        }
    }
}

#[test]
fn every_line_of_a_program_means_something() {
    for (line, expected) in [
        (&b"readyok"[..], Said::Ready),
        (b" readyok\r", Said::Ready),
        (b"name  Deep Red 2 ", Said::Name("Deep Red 2".to_owned())),
        (b"bestmove 3", Said::BestMove("3".to_owned())),
        (b"bestmove [3, 4] \r", Said::BestMove("[3, 4]".to_owned())),
        (b"bestmove", Said::BestMove(String::new())),
        (b"info depth 4 nodes 57 pv 1", Said::Nodes(57)),
        (b"\xff\x00", Said::Other),
    ] {
        assert_eq!(lines::read(line), expected, "{:?}", String::from_utf8_lossy(line));
    }
    for line in "readyok now|name|name \x1b[2J|bestmove3|info nodes many|info nodes|Thinking...|".split('|') {
        assert_eq!(lines::read(line.as_bytes()), Said::Other, "{line:?}");
    }
    let judged = |text| {
        let start = AnyGame::of::<ConnectFour>().start();
        shown(lines::best_move(&start, text), |column| start.game().notation().write_move(&start, column))
    };
    assert_eq!(judged("3"), "3");
    let no_move = "unreadable: bestmove: move '7': not a move; expected an open column from 0 to 6";
    assert_eq!(judged("7"), no_move);
    let full: connect_four::Standard = MOVES.parse("111111").unwrap();
    let fault = lines::best_move(&AnyPosition::of::<ConnectFour>(full), "0").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Illegal);
}
