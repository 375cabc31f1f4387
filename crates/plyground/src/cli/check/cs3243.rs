//! CS3243: the name, and legal moves on many boards.

use plyground_arena::fault::{Fault, FaultKind};
use plyground_arena::invoke::Ended;
use plyground_arena::marking::assignment::Assignment;
use plyground_arena::protocol::{OneShot, StdinMove};
use plyground_core::games::breakthrough::notation::Request;
use plyground_core::games::breakthrough::{Breakthrough, Standard};
use plyground_core::{Notation, Player, Position, quote};

use super::ask::Asker;
use super::checkup::Checkup;
use super::one_answer::{self, Asking, Judged, random_positions};
use super::output::{Remark, lines};
use crate::exit::Failure;

/// Boards that a program is asked about.
const BOARDS: usize = 20;

pub(super) fn check(asker: &mut Asker, rules: &Assignment) -> Result<Checkup, Failure> {
    let time = rules.time();
    let seen =
        |position: Standard| if position.turn() == Player::First { position } else { position.turned() };
    let positions: Vec<Standard> =
        random_positions::<Breakthrough>(BOARDS, |_| true).into_iter().map(seen).collect();
    let mut questions = vec![Asking {
        question: "identify".to_owned(),
        expected: "one line of 1 to 80 printable ASCII characters".to_owned(),
        call: StdinMove::identify(time),
    }];
    questions.extend((0..).step_by(2).zip(&positions).map(|(turns, position)| {
        let call = StdinMove.call(position, turns, time);
        let question = call.input.trim_end().replace('\n', "/");
        Asking { question, expected: "a legal move such as E1D2".to_owned(), call }
    }));
    one_answer::check(asker, "cs3243", questions, time, |number, ended| match number.checked_sub(1) {
        None => identity(ended),
        Some(board) => answer(&positions[board], ended),
    })
}

fn identity(ended: &Ended) -> Judged {
    let mut remarks = Vec::new();
    lines(&ended.stdout, &mut remarks);
    Judged { answer: StdinMove::read_identity(ended), remarks }
}

fn answer(position: &Standard, ended: &Ended) -> Judged {
    let mut remarks = Vec::new();
    let lines = lines(&ended.stdout, &mut remarks);
    let choice = StdinMove.decode(position, ended).choice;
    let answer = choice.map(|step| Request.write_move(position, step)).map_err(|fault| {
        let first = lines.first().map(|line| line.trim());
        match first {
            Some(line)
                if Request.parse_move(position, &line.to_ascii_uppercase()).is_ok() && lines.len() == 1 =>
            {
                let message =
                    format!("found {}; expected capitals: {}", quote(line), line.to_ascii_uppercase());
                remarks.push(Remark::fault("wrong-case", message.clone()));
                Fault { kind: FaultKind::Unreadable, message }
            }
            _ => fault,
        }
    });
    Judged { answer, remarks }
}
