//! Fits the weights of Breakthrough's evaluation by patterns to games of the engine against itself.
//!
//! ```text
//! breakthrough_fit play EVALUATION SEED GAMES DEPTH > SAMPLES
//! breakthrough_fit fit WEIGHTS SAMPLES...
//! ```
//!
//! `play` has the engine play games to the given depth from random openings. EVALUATION is `advancement` or
//! a file of weights. Every position that the search did not decide is a sample, a line of four numbers: the
//! pawns of the side to move and of the other as that side sees them, the value of the search, and 1 if
//! the side to move won the game, else 0. Equal arguments give equal samples; seeds are for several processes.
//!
//! `fit` finds the weights for which the logistic function of their sum predicts best who wins (least cross
//! entropy, by Adam: Kingma and Ba 2015), and writes them as the file that `games/breakthrough` embeds. Those of today:
//!
//! ```sh
//! fit="cargo run --release -p plyground-core --example breakthrough_fit --"
//! $fit play advancement 1 30000 5 > advancement-1.txt
//! $fit play advancement 2 30000 5 > advancement-2.txt
//! $fit fit a.weights advancement-1.txt advancement-2.txt
//! $fit play a.weights 3 30000 5 > a-3.txt
//! $fit play a.weights 4 30000 5 > a-4.txt
//! $fit fit patterns.weights advancement-1.txt advancement-2.txt a-3.txt a-4.txt
//! ```

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "weights are fitted in single precision and rounded"
)]

use std::error::Error;
use std::io::{self, BufRead, Write};

use plyground_core::games::breakthrough::engine::Engine;
use plyground_core::games::breakthrough::patterns::{self, Patterns, WEIGHTS, WINDOWS};
use plyground_core::games::breakthrough::{Advancement, Standard};
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Evaluate, Limits, Player, Position, Proof};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "expected: play EVALUATION SEED GAMES DEPTH, or: fit WEIGHTS SAMPLES...";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["play", "advancement", seed, games, depth] => {
            play(Advancement, seed.parse()?, games.parse()?, depth.parse()?)
        }
        ["play", weights, seed, games, depth] => {
            play(Patterns::new(read_weights(weights)?), seed.parse()?, games.parse()?, depth.parse()?)
        }
        ["fit", weights, samples @ ..] if !samples.is_empty() => fit(weights, samples),
        _ => Err(USAGE.into()),
    }
}

fn read_weights(path: &str) -> Result<Box<[i16; WEIGHTS]>> {
    let bytes = std::fs::read(path)?;
    let weights: Vec<i16> = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect();
    Ok(weights.into_boxed_slice().try_into().map_err(|_| format!("{path}: expected {WEIGHTS} weights"))?)
}

/// Random moves at the start of a game: at most so many.
const OPENING: usize = 20;
/// Memory of the engine; small, so that it stays in the cache.
const TABLE_BYTES: usize = 1 << 20;

fn play<E: Evaluate<Standard>>(eval: E, seed: u64, games: usize, depth: u32) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut rng = Rng::new(seed);
    let mut engine = Engine::new(eval, TABLE_BYTES);
    for _ in 0..games {
        let plies = 1 + rng.below(OPENING);
        let mut position = rng.play(Standard::START, plies, 0);
        let mut samples = Vec::new();
        let winner = loop {
            if let Some(outcome) = position.outcome() {
                break outcome.winner();
            }
            let limits = Limits::NONE;
            let Some(decision) = engine.search(&position, depth, &limits, &mut |_| ()) else { break None };
            match decision.proof {
                // There are no draws.
                Some(Proof::Win { .. }) => break Some(position.turn()),
                Some(_) => break Some(position.turn().opponent()),
                None => samples.push((position, decision.value.unwrap_or(0))),
            }
            position = position.play(decision.best);
        };
        for (position, value) in samples {
            let view = if position.turn() == Player::First { position } else { position.turned() };
            let [own, other] = Player::BOTH.map(|player| view.pawns(player));
            writeln!(out, "{own} {other} {value} {}", u8::from(winner == Some(position.turn())))?;
        }
    }
    Ok(out.flush()?)
}

/// A position, and how likely the side to move wins.
struct Sample {
    places: [u32; WINDOWS],
    target: f32,
}

/// Passes through all samples.
const EPOCHS: u32 = 30;
/// Samples between two steps.
const BATCH: usize = 512;
/// Length of a step, falling to a tenth.
const RATE: f32 = 0.01;
/// Pulls weights towards 0.
const DECAY: f32 = 1e-6;
/// Units of the evaluation for a factor e in the odds of winning.
const SCALE: f32 = 100.0;
/// Every so many samples one is kept apart to see how good the fit is.
const APART: usize = 20;

fn read_samples(paths: &[&str]) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in paths {
        // A share of the target comes from the search; SCALE holds for the weights, not for advancement.
        let share = if path.contains("advancement") { 0.0 } else { 0.5 };
        for (line, text) in (1..).zip(io::BufReader::new(std::fs::File::open(path)?).lines()) {
            let text = text?;
            let numbers: Vec<i64> = text.split(' ').map(str::parse).collect::<std::result::Result<_, _>>()?;
            let &[own, other, value, won] = numbers.as_slice() else {
                return Err(format!("{path}, line {line}: expected four numbers").into());
            };
            let pawns = ByPlayer::new(own.cast_unsigned(), other.cast_unsigned());
            let position = Standard::new(pawns, Player::First)
                .ok_or_else(|| format!("{path}, line {line}: expected two sets of pawns"))?;
            let places = patterns::places(&position).map(|place| u32::try_from(place).unwrap_or(0));
            let search = logistic(value as f32 / SCALE);
            samples.push(Sample { places, target: share * search + (1.0 - share) * won as f32 });
        }
    }
    Ok(samples)
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn fit(path: &str, paths: &[&str]) -> Result<()> {
    let mut samples = read_samples(paths)?;
    let mut rng = Rng::new(1);
    for i in (1..samples.len()).rev() {
        samples.swap(i, rng.below(i + 1));
    }
    let apart = samples.split_off(samples.len() - samples.len() / APART);
    let mut weights = vec![0f32; WEIGHTS];
    let (mut mean, mut square) = (vec![0f32; WEIGHTS], vec![0f32; WEIGHTS]);
    let mut gradient = vec![0f32; WEIGHTS];
    let mut step = 0;
    let mut err = io::stderr().lock();
    writeln!(err, "{} samples, {} apart", samples.len(), apart.len())?;
    for epoch in 0..EPOCHS {
        let rate = RATE * 0.1f32.powf(epoch as f32 / EPOCHS as f32);
        for batch in samples.chunks(BATCH) {
            gradient.fill(0.0);
            for sample in batch {
                let error = logistic(sum(&weights, sample)) - sample.target;
                for &place in &sample.places {
                    gradient[place as usize] += error;
                }
            }
            step += 1;
            let (late_mean, late_square) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for i in 0..WEIGHTS {
                let g = gradient[i] / batch.len() as f32 + DECAY * weights[i];
                mean[i] = 0.9 * mean[i] + 0.1 * g;
                square[i] = 0.999 * square[i] + 0.001 * g * g;
                weights[i] -= rate * (mean[i] / late_mean) / ((square[i] / late_square).sqrt() + 1e-8);
            }
        }
        for i in (1..samples.len()).rev() {
            samples.swap(i, rng.below(i + 1));
        }
        if epoch % 5 == 4 {
            let (a, b) = (entropy(&weights, &samples), entropy(&weights, &apart));
            writeln!(err, "epoch {epoch}: cross entropy {a:.5}, apart {b:.5}")?;
        }
    }
    let bytes: Vec<u8> =
        weights.iter().flat_map(|weight| ((weight * SCALE).round() as i16).to_le_bytes()).collect();
    Ok(std::fs::write(path, bytes)?)
}

fn sum(weights: &[f32], sample: &Sample) -> f32 {
    sample.places.iter().map(|&place| weights[place as usize]).sum()
}

fn entropy(weights: &[f32], samples: &[Sample]) -> f32 {
    let total: f64 = samples
        .iter()
        .map(|sample| {
            let p = logistic(sum(weights, sample)).clamp(1e-6, 1.0 - 1e-6);
            f64::from(-sample.target * p.ln() - (1.0 - sample.target) * (1.0 - p).ln())
        })
        .sum();
    (total / samples.len() as f64) as f32
}
