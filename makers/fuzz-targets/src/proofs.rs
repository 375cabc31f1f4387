//! Certificates: files of proofs.

use plyground_arena::certificate::{Certificate, Claim};
use plyground_core::games::breakthrough::certificate::verify;
use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::breakthrough::{Board, sized};
use plyground_core::{Limits, Player, Position};

use crate::input::{Input, check_message};

/// What the bytes are: a file, choices for a claim with a right sum, or choices for the verifier.
pub(crate) fn certificate(data: &[u8]) {
    let mut input = Input(data);
    match input.below(4) {
        0 => file(input.rest()),
        1 => {
            let claim = Claim {
                game: "breakthrough".to_owned(),
                columns: 3,
                rows: 4,
                position: sized::write(&Board::<3, 4>::START),
                winner: "black".to_owned(),
            };
            file(&Certificate { claim, choices: input.rest().to_vec() }.to_bytes());
        }
        2 => choices(&mut input, &Board::<2, 5>::START),
        _ => choices(&mut input, &Board::<3, 4>::START),
    }
}

fn file(bytes: &[u8]) {
    match Certificate::parse(bytes.to_vec()) {
        Ok(certificate) => {
            assert!(certificate.choices.len() < bytes.len());
            let again = Certificate::parse(certificate.to_bytes()).expect("it was just written");
            assert_eq!(again, certificate);
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// No choices prove what is not so: a side, a number of moves after the start, and the choices.
fn choices<const W: u32, const H: u32>(input: &mut Input<'_>, start: &Board<W, H>) {
    let winner = Player::BOTH[input.below(2)];
    let mut position = *start;
    for _ in 0..input.below(6) {
        let moves: Vec<_> = position.moves().collect();
        let Some(last) = moves.len().checked_sub(1) else { break };
        position = position.play(moves[input.below(last + 1)]);
    }
    match verify(&position, winner, input.0, &mut |_| true) {
        Ok(_) => {
            let right = Prover::new(0).winner(&position, &Limits::NONE);
            assert_eq!(right, Ok(winner), "{winner:?} does not win {}", sized::write(&position));
        }
        Err(error) => check_message(&format!("{error:?}")),
    }
}
