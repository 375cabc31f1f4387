//! Who wins Breakthrough after each move, by its prover.

use std::time::{Duration, Instant};

use plyground_core::Position as _;
use plyground_core::agents::{Limits, Stopped};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::breakthrough::solve::Prover;

use super::{Known, Solution, Solve, TABLE_BYTES};

impl Solve for Breakthrough {
    const KIND: &'static str = "winner";
    const WORDS: &'static str = "who wins after each move, proved one by one; distances are not known";

    fn solve(solution: &mut Solution<'_, Self>) -> Result<(), Stopped> {
        let position = solution.position;
        let side = position.turn();
        // Something to look at, before proofs are found.
        solution.deepen(Some((solution.time / 5).min(Duration::from_secs(1))));
        let mut prover = Prover::new(TABLE_BYTES);
        let mut open: Vec<_> = position.moves().collect();
        let mut wins = Vec::new();
        let mut slice = Duration::from_millis(25);
        // A little time for every move, then more for those that are left: easy proofs come first, and
        // what was found out about the others is remembered.
        let result = loop {
            let mut left = Vec::new();
            for &mv in &open {
                let start = Instant::now();
                let limits = solution.limits;
                let is_over = || (limits.stop)() || start.elapsed() >= slice;
                match prover.winner(&position.play(mv), &Limits { stop: &is_over }) {
                    Ok(winner) => {
                        let result = if winner == side { 1 } else { -1 };
                        solution.told(mv, Known::result(result, true));
                        if winner == side {
                            wins.push(mv);
                            if wins.len() == 1 {
                                solution.concluded(Known::result(1, false), &wins, &[]);
                            }
                        }
                    }
                    Err(Stopped) => left.push(mv),
                }
            }
            open = left;
            if open.is_empty() {
                break Ok(());
            }
            if (solution.limits.stop)() {
                break Err(Stopped);
            }
            slice *= 4;
        };
        solution.nodes += u128::from(prover.nodes());
        let unknown = Known { result: None, score: None, plies: None, is_final: true };
        for &mv in &open {
            solution.told(mv, unknown);
        }
        if !wins.is_empty() {
            wins.sort_unstable();
            solution.concluded(Known::result(1, true), &wins, &wins[..1]);
        } else if open.is_empty() {
            solution.concluded(Known::result(-1, true), &[], &[]);
        } else {
            solution.concluded(unknown, &[], &[]);
        }
        result
    }
}
