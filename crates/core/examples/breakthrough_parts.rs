//! What the parts of Breakthrough's engine are worth, in games.
//!
//! ```text
//! breakthrough_parts PART PAIRS NODES SEED
//! ```
//!
//! The engine plays against itself without PART, which is `table`, `captures`, `races`, `reductions` or
//! `patterns` (evaluation by advancement instead), or without all of them (`all`). Each opening of six random moves is
//! played from both sides with at most NODES nodes for a move (a multiple of 1024). Equal arguments give equal games on
//! any machine.

use std::error::Error;
use std::io::Write;

use plyground_core::agents::Agent;
use plyground_core::games::breakthrough::engine::{Engine, Selection};
use plyground_core::games::breakthrough::{Advancement, Patterns, Standard};
use plyground_core::rng::Rng;
use plyground_core::search::engine::POLL;
use plyground_core::{Limits, Outcome, Player, Position, stop_after};

type Result<T> = std::result::Result<T, Box<dyn Error>>;
type Built = Box<dyn Agent<Standard>>;

/// Random moves of an opening.
const OPENING: usize = 6;
/// Memory of an engine.
const TABLE_BYTES: usize = 1 << 22;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [part, pairs, nodes, seed] = args.as_slice() else {
        return Err("expected: PART PAIRS NODES SEED".into());
    };
    let (pairs, nodes, seed): (u32, u64, u64) = (pairs.parse()?, nodes.parse()?, seed.parse()?);
    let mut rng = Rng::new(seed);
    // Of the whole engine, as White and as Black.
    let mut wins = [0u32; 2];
    for _ in 0..pairs {
        let start = opening(&mut rng);
        for (place, side) in Player::BOTH.into_iter().enumerate() {
            let mut whole: Built = Box::new(Engine::new(Patterns::default(), TABLE_BYTES));
            let mut lesser = without(part)?;
            let mut position = start;
            while position.outcome().is_none() {
                let agent = if position.turn() == side { &mut whole } else { &mut lesser };
                let limits = Limits { stop: &stop_after(nodes.div_ceil(POLL).saturating_sub(1)) };
                let decision = agent.choose(&position, &limits).ok_or("no move")?;
                position = position.play(decision.best);
            }
            wins[place] += u32::from(position.outcome() == Some(Outcome::Win(side)));
        }
    }
    let [white, black] = wins;
    let (won, games) = (white + black, f64::from(2 * pairs));
    let score = f64::from(won) / games;
    // The normal approximation, which is wide enough for pairs.
    let margin = 1.96 * (score * (1.0 - score) / games).sqrt();
    writeln!(
        std::io::stdout(),
        "with against without {part}, {nodes} nodes: {won} of {games} games won, {white} as white, \
         {black} as black: {:.1} % +- {:.1}",
        100.0 * score,
        100.0 * margin
    )?;
    Ok(())
}

/// A position after random moves in which a short search finds neither side ahead.
fn opening(rng: &mut Rng) -> Standard {
    loop {
        let position = rng.play(Standard::START, OPENING, 0);
        let mut judge = Engine::new(Patterns::default(), 1 << 16);
        let found = judge.search(&position, 6, &Limits::NONE, &mut |_| ());
        if found.is_some_and(|found| found.value.is_some_and(|value| value.abs() <= 60)) {
            return position;
        }
    }
}

fn without(part: &str) -> Result<Built> {
    let all = Selection::ALL;
    let selection = match part {
        "table" => Selection { remembers: false, ..all },
        "captures" => Selection { goes_on: false, ..all },
        "races" => Selection { races: false, ..all },
        "reductions" => Selection { reduces: false, ..all },
        "all" => Selection { remembers: false, goes_on: false, races: false, reduces: false },
        "patterns" => return Ok(Box::new(Engine::new(Advancement, TABLE_BYTES))),
        _ => return Err("PART: expected table, captures, races, reductions, patterns or all".into()),
    };
    Ok(Box::new(Engine::new(Patterns::default(), TABLE_BYTES).with_selection(selection)))
}
