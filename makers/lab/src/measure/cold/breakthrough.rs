//! Boards for the program of CS3243, whose moves must be legal and in time.

use std::ffi::OsString;
use std::time::Duration;

use plyground_arena::entrant::TimeLimit;
use plyground_core::games::breakthrough::Standard;
use plyground_core::games::breakthrough::notation::Request;
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Limits, Notation, Player, Position, Stopped};

use super::Program;

/// `breakthrough` on its standard input.
pub(super) struct Requests;

impl Program for Requests {
    const NAME: &'static str = "breakthrough";
    const WRONG: &'static str = "moves late or not legal";
    type Position = Standard;

    fn new() -> Self {
        Self
    }

    /// A position of a random game with White to move; or up to twelve pawns a side anywhere, which may be one step
    /// from the end.
    fn board(rng: &mut Rng, is_unbalanced: bool) -> Standard {
        loop {
            let board = if is_unbalanced { scattered(rng) } else { Some(random_game(rng)) };
            if let Some(board) = board.filter(|board| board.outcome().is_none()) {
                return board;
            }
        }
    }

    fn ask(position: &Standard) -> (Vec<OsString>, Vec<u8>) {
        (Vec::new(), Request.write(position).unwrap_or_default().into_bytes())
    }

    fn problem(
        &mut self,
        position: &Standard,
        answer: &str,
        wall: Duration,
        _: &Limits<'_>,
    ) -> Result<Option<String>, Stopped> {
        let request = || Request.write(position).unwrap_or_default();
        let found = answer.strip_suffix('\n').map(|line| Request.parse_move(position, line));
        if !matches!(found, Some(Ok(_))) {
            return Ok(Some(format!("{:?}: found {answer:?}; expected a legal move", request())));
        }
        let limit = TimeLimit::CS3243.limit;
        let late = (wall > limit).then(|| {
            let (wall, limit) = (wall.as_millis(), limit.as_millis());
            format!("{:?}: {answer:?} after {wall} ms; expected within {limit} ms", request())
        });
        Ok(late)
    }
}

fn scattered(rng: &mut Rng) -> Option<Standard> {
    let mut pawns = ByPlayer::new(0, 0);
    for player in Player::BOTH {
        for _ in 0..=rng.below(12) {
            pawns[player] |= 1u64 << rng.below(36);
        }
    }
    Standard::new(pawns, Player::First)
}

fn random_game(rng: &mut Rng) -> Standard {
    let plies = 2 * rng.below(25);
    rng.play(Standard::START, plies, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_of_all_kinds_and_go_on() {
        let mut rng = Rng::new(1);
        let (mut lone, mut uneven, mut won_at_once) = (0, 0, 0);
        for round in 0..600 {
            let board = Requests::board(&mut rng, round % 2 == 0);
            assert!(board.outcome().is_none() && board.turn() == Player::First);
            let [white, black] = Player::BOTH.map(|player| board.pawns(player).count_ones());
            lone += u32::from(white == 1 || black == 1);
            uneven += u32::from(white.abs_diff(black) > 3);
            won_at_once += u32::from(board.moves().any(|step| board.play(step).outcome().is_some()));
        }
        assert!(lone > 10 && uneven > 50 && won_at_once > 50, "{lone}, {uneven}, {won_at_once}");
    }

    #[test]
    fn answers_that_are_late_or_not_legal_are_reported() {
        let mut judge = Requests::new();
        let mut problem = |answer, seconds| {
            let wall = Duration::from_secs(seconds);
            judge.problem(&Standard::START, answer, wall, &Limits::NONE).map(Option::unwrap_or_default)
        };
        assert_eq!(problem("A2A3\n", 3), Ok(String::new()));
        let late = problem("A2A3\n", 4).expect("nobody stops it");
        assert!(late.ends_with("\"A2A3\\n\" after 4000 ms; expected within 3000 ms"), "{late}");
        for answer in ["", "A2A3", "A2A4\n", "a2a3\n\n"] {
            let told = problem(answer, 1).expect("nobody stops it");
            assert!(told.ends_with(&format!("found {answer:?}; expected a legal move")), "{told}");
        }
    }
}
