//! What untrusted programs answer, and what they tell of their searches.

use plyground_arena::invoke::Ended;
use plyground_arena::protocol::lines::{self, Said};
use plyground_arena::protocol::{Arguments, OneShot, StateFiles, StdinMove};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::rng::Rng;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyGame, Game, Position};
use plyground_courses::comp3608::{self, Question};
use plyground_courses::cs4750;
use plyground_league::event::{End, MOST_TEXT, excerpt, tail};
use plyground_league::fault::FaultKind;

use crate::input::{Input, check_message};

const ENDS: [End; 10] = [
    End::Exited(0),
    End::Exited(0),
    End::Exited(1),
    End::Signalled(11),
    End::WallOut,
    End::MemoryOut,
    End::StdoutFlood,
    End::Closed,
    End::StderrFlood,
    End::CpuOut,
];

/// A protocol, a random position, how the program ended, then what it wrote.
pub(crate) fn answers(data: &[u8]) {
    let mut input = Input(data);
    let (protocol, seed, plies, end) =
        (input.below(6), u64::from(input.byte()), input.below(40), ENDS[input.below(ENDS.len())]);
    let written = input.rest();
    let ended = Ended { stdout: written.to_vec(), ..Ended::without_traces(end) };
    match protocol {
        0 => one_shot(&Arguments::TOURNAMENT, &Rng::new(seed).play(ConnectFour::start(), plies, 0), &ended),
        1 => one_shot(&StdinMove, &Rng::new(seed).play(Breakthrough::start(), plies, 0), &ended),
        2 => {
            let ended = Ended { stdout: Vec::new(), file: Some(Ok(written.to_vec())), ..ended };
            let position = Rng::new(seed).play(MaxConnectFour::start(), plies, 0);
            one_shot(&StateFiles { depth: 1 }, &position, &ended);
        }
        3 => {
            if let Ok(name) = StdinMove::read_identity(&ended) {
                check_name(&name);
            }
        }
        4 => line(written, seed, plies),
        _ => {
            for cut in [excerpt(written, MOST_TEXT), tail(written, MOST_TEXT)] {
                // What is no character is shown as one of three bytes.
                assert!(cut.len() <= 3 * MOST_TEXT + 3, "{} bytes", cut.len());
            }
        }
    }
}

fn one_shot<P: Position>(protocol: &dyn OneShot<P>, position: &P, ended: &Ended) {
    let reply = protocol.decode(position, ended);
    assert!(reply.said.len() <= 3 * MOST_TEXT + 3, "{} bytes", reply.said.len());
    match reply.choice {
        Ok(mv) => {
            assert!(position.moves().any(|legal| legal == mv), "{ended:?} gave {mv:?}");
            let is_flooded = matches!(ended.end, End::StdoutFlood | End::StderrFlood);
            assert!(!is_flooded, "too much output undoes an answer");
        }
        Err(fault) => {
            check_message(&fault.message);
            assert!(fault.message.len() < 500 && !fault.message.contains('\n'), "{}", fault.message);
            assert!(fault.message.contains("expected") || fault.kind != FaultKind::Unreadable);
        }
    }
}

fn check_name(name: &str) {
    assert!((1..=80).contains(&name.len()) && !name.chars().any(char::is_control), "{name:?}");
}

fn line(line: &[u8], seed: u64, plies: usize) {
    match lines::read(line) {
        Said::Name(name) => check_name(&name),
        Said::BestMove(text) => {
            for game in AnyGame::all() {
                let position = Rng::new(seed).play(game.start(), plies, 0);
                match lines::best_move(&position, &text) {
                    Ok(mv) => assert!(position.moves().any(|legal| legal == mv), "{text:?}"),
                    Err(fault) => check_message(&lines::refused(&fault)),
                }
            }
        }
        Said::Ready | Said::Nodes(_) | Said::Other => {}
    }
}

/// Which reader, a position, an algorithm with its depth, then the text.
pub(crate) fn trace(data: &[u8]) {
    let mut input = Input(data);
    let (is_trace, seed, plies, depth) = (input.below(2) == 0, input.byte(), input.below(30), input.below(3));
    let algorithm =
        if input.below(2) == 0 { Algorithm::Minimax } else { Algorithm::AlphaBeta(CutRule::AtEqual) };
    let Some(text) = input.text() else { return };
    if !is_trace {
        return game(text);
    }
    let position = Rng::new(u64::from(seed)).play(ConnectFour::start(), plies, 0);
    let question = Question { position, algorithm, depth: u32::try_from(depth).unwrap_or(0) + 1 };
    match comp3608::trace::first_difference(&question, text) {
        Ok(Some(Some(difference))) => {
            assert!((1..=text.lines().count()).contains(&difference.line), "{difference:?}");
            check_message(&difference.words);
        }
        Ok(Some(None) | None) => {}
        Err(error) => check_message(&error.to_string()),
    }
    let right = comp3608::trace::trace(&question, &[]);
    let found = comp3608::trace::first_difference(&question, &right).expect("a trace of ours");
    assert_eq!(found, Some(None), "the right trace does not differ from the right search");
}

/// Every question from a game is about a position that is not over, and has an answer.
fn game(text: &str) {
    for (question, answer) in cs4750::searched(&cs4750::moves(text)) {
        assert!(question.position.outcome().is_none(), "{question:?}");
        assert!((1..=4).contains(&question.depth));
        assert!(answer.is_some());
    }
}
