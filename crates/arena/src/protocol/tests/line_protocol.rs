//! The line protocol: what is sent in the four games, and what every line of a program means.

use plyground_core::games::adjacent_four::AdjacentFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, AnyPosition};

use super::super::lines::Said;
use super::*;

/// Bytes that a line to a program may have at most, its end included, as the document has it.
const MOST_SENT: usize = 1000;

#[test]
fn lines_of_the_four_games_are_those_of_the_document() {
    let connect_four: connect_four::Standard = MoveString.parse("111111").unwrap();
    assert_eq!(
        lines::position(&AnyPosition::of::<ConnectFour>(connect_four)),
        "position connect-four r......,y......,r......,y......,r......,y...... red moves 1 2 3 4 5 6"
    );
    assert_eq!(
        lines::position(&AnyPosition::of::<MaxConnectFour>(MaxConnectFour::start())),
        "position max-connect-four 0000000/0000000/0000000/0000000/0000000/0000000 1 moves 1 2 3 4 5 6 7"
    );
    assert_eq!(
        lines::position(&AnyPosition::of::<Breakthrough>(Breakthrough::start().skip())),
        "position breakthrough bbbbbb/bbbbbb/------/------/wwwwww/wwwwww b moves A5A4 A5B4 B5A4 B5B4 B5C4 C5B4 \
         C5C4 C5D4 D5C4 D5D4 D5E4 E5D4 E5E4 E5F4 F5E4 F5F4"
    );
    let x = AdjacentFour::notations()[0];
    let position = x.parse("......\n......\n......\n......\n.....x\no").unwrap();
    assert_eq!(
        lines::position(&AnyPosition::of::<AdjacentFour>(position)),
        "position adjacent-four ....../....../....../....../.....x o moves [4,5] [5,5] [4,6]"
    );
    assert_eq!(lines::new_game(AnyGame::of::<Breakthrough>(), Player::Second), "newgame breakthrough second");
    assert_eq!(lines::go(Duration::from_micros(1_500_900)), "go movetime 1500");
    assert_eq!(lines::game_over(Some(Player::First), Player::First), "gameover win");
    assert_eq!(lines::game_over(Some(Player::First), Player::Second), "gameover loss");
    assert_eq!(lines::game_over(None, Player::Second), "gameover draw");
    let fault = Fault::new(FaultKind::Illegal, "move\n'0': no");
    assert_eq!(lines::refused(&fault), "refused illegal move '0': no");
    let long = lines::refused(&Fault::new(FaultKind::Illegal, "x".repeat(5000)));
    assert!(long.len() < MOST_SENT);
}

#[test]
fn positions_on_one_line_are_read_back() {
    fn check(game: AnyGame, rng: &mut Rng) {
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
    let mut rng = Rng::new(41);
    for &game in AnyGame::all() {
        check(game, &mut rng);
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
        let start = AnyGame::of::<ConnectFour>().start();
        shown(lines::best_move(&start, text), |column| start.game().notation().write_move(&start, column))
    };
    assert_eq!(judged("3"), "3");
    assert_eq!(
        judged("7"),
        "unreadable: bestmove: move '7': not a move; expected an open column from 0 to 6"
    );
    let full: connect_four::Standard = MoveString.parse("111111").unwrap();
    let fault = lines::best_move(&AnyPosition::of::<ConnectFour>(full), "0").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Illegal);
}
