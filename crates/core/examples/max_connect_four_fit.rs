//! Fits an evaluation of Max-Connect-Four to exact values, by least squares.
//!
//! ```sh
//! cargo run --release -p plyground-core --example max_connect_four_fit -- POSITIONS EMPTY SEED
//! ```
//!
//! Positions of random play with EMPTY empty cells are solved. What is still to come for the side to move is then
//! explained by quadruples that can still be completed, own ones less the other side's, by the pieces in them, and by a
//! constant for the move. Half of the positions (a hundred or more in all) are fitted, the other half says how well.

#![expect(clippy::disallowed_methods, reason = "an example is a program")]

use std::io::Write as _;

use plyground_core::games::gravity::open_quadruples;
use plyground_core::games::max_connect_four::Standard;
use plyground_core::games::max_connect_four::solve::Solver;
use plyground_core::rng::Rng;
use plyground_core::{Limits, Position};

/// Open quadruples with 1, 2 and 3 pieces, and the move.
const TERMS: usize = 4;

/// The terms of a position and what is still to come, in quadruples.
type Case = ([f64; TERMS], f64);

fn case(position: &Standard, solver: &mut Solver<7, 6>) -> Case {
    let (board, turn) = (position.board(), position.turn());
    let (own, other) = (board.stones(turn), board.stones(turn.opponent()));
    let mine = open_quadruples::<7, 6>(own, other).map(f64::from);
    let theirs = open_quadruples::<7, 6>(other, own).map(f64::from);
    let value = solver.value(position, &Limits::NONE).expect("nobody stops it");
    let terms = [mine[0] - theirs[0], mine[1] - theirs[1], mine[2] - theirs[2], 1.0];
    (terms, f64::from(value) - (mine[3] - theirs[3]))
}

/// The weights with the least squares of errors, by the normal equations and Gauss-Jordan elimination.
fn fit(cases: &[Case]) -> [f64; TERMS] {
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for (terms, value) in cases {
        for (row, term) in rows.iter_mut().zip(terms) {
            for (sum, other) in row.iter_mut().zip(terms.iter().chain([value])) {
                *sum += term * other;
            }
        }
    }
    for pivot in 0..TERMS {
        let row = rows[pivot].map(|number| number / rows[pivot][pivot]);
        rows[pivot] = row;
        for other in (0..TERMS).filter(|&other| other != pivot) {
            let factor = rows[other][pivot];
            for (number, known) in rows[other].iter_mut().zip(row) {
                *number -= factor * known;
            }
        }
    }
    rows.map(|row| row[TERMS])
}

/// The share of the variance that the weights explain.
fn explained(cases: &[Case], weights: [f64; TERMS]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let mean = cases.iter().map(|(_, value)| value).sum::<f64>() / cases.len() as f64;
    let error = |(terms, value): &Case| {
        let guess: f64 = terms.iter().zip(weights).map(|(term, weight)| term * weight).sum();
        (value - guess).powi(2)
    };
    let spread: f64 = cases.iter().map(|(_, value)| (value - mean).powi(2)).sum();
    1.0 - cases.iter().map(error).sum::<f64>() / spread
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1);
    let mut next = |default: u64| numbers.next().map_or(Ok(default), |text| text.parse());
    let (positions, empty, seed) = (next(1000)?, next(24)?, next(1)?);
    let mut rng = Rng::new(seed);
    let mut solver = Solver::<7, 6>::new(64 << 20);
    let mut cases = Vec::new();
    for _ in 0..positions {
        let mut position = Standard::EMPTY;
        while u64::from(position.plies_left()) > empty {
            let Some(mv) = rng.pick(position.moves()) else { break };
            position = position.play(mv);
        }
        cases.push(case(&position, &mut solver));
    }
    let (fitted, kept) = cases.split_at(cases.len() / 2);
    let weights = fit(fitted);
    let mut out = std::io::stdout().lock();
    writeln!(out, "weights in hundredths of a quadruple: {:.1?}", weights.map(|weight| 100.0 * weight))?;
    writeln!(out, "explained of the other half: {:.3}", explained(kept, weights))?;
    // The shape of the evaluation `quadruples`, with the scale that suits it best.
    let sum = |terms: &[f64; TERMS]| 0.15 * terms[0] + 0.3 * terms[1] + 0.6 * terms[2];
    let product: f64 = fitted.iter().map(|(terms, value)| sum(terms) * value).sum();
    let scale = product / fitted.iter().map(|(terms, _)| sum(terms).powi(2)).sum::<f64>();
    let quadruples = [0.15 * scale, 0.3 * scale, 0.6 * scale, 0.0];
    writeln!(out, "quadruples, times {scale:.3}: {:.3}", explained(kept, quadruples))?;
    Ok(())
}
