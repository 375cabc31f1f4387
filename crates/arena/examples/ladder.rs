//! Rates the rungs of a ladder, and measures how far ratings move when a class plays one twice.
//!
//! ```sh
//! cargo run --release -p plyground-arena --example ladder -- rungs connect-four 500 random graded:level=1
//! cargo run --release -p plyground-arena --example ladder -- repeat connect-four 10 1 2
//! ```
//!
//! `rungs GAME OPENINGS AGENT...` has the agents play a round robin of so many openings, two games each, and prints lines
//! for `crates/league/src/ladder/rungs.rs`. `repeat GAME OPENINGS SEED SEED` has 20 agents climb the game's ladder with one
//! seed and with the other: ratings, intervals, and who moved by more than the interval of the difference.

#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use plyground_arena::job::Share;
use plyground_arena::tournament::run::Run;
use plyground_arena::tournament::table::Table;
use plyground_arena::tournament::{CONFIG, Folder};
use plyground_league::ladder::Climb;

/// Agents that stand for students: none of them plays by time.
const STUDENTS: [&str; 20] = [
    "first",
    "random",
    "minimax:depth=1",
    "minimax:depth=2",
    "alpha-beta:depth=3",
    "alpha-beta:depth=4",
    "alpha-beta:depth=5",
    "alpha-beta:depth=6",
    "engine:depth=2",
    "engine:depth=4",
    "engine:depth=6",
    "graded:level=2",
    "mcts:simulations=5",
    "mcts:simulations=10",
    "mcts:simulations=20",
    "mcts:simulations=50",
    "mcts:simulations=100",
    "mcts:simulations=200",
    "mcts:simulations=500",
    "mcts:simulations=1000",
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["rungs", game, openings, ref agents @ ..] => rungs(game, openings, agents),
        ["repeat", game, openings, one, two] => repeat(game, openings, [one, two]),
        _ => Err("expected rungs GAME OPENINGS AGENT..., or repeat GAME OPENINGS SEED SEED".into()),
    }
}

/// Plays a tournament in a folder.
fn play(path: &Path, keys: &[[&str; 2]], agents: &[&str]) -> Result<Folder, Box<dyn Error>> {
    let mut text = "name = \"Ladder\"\n".to_owned();
    for [key, value] in keys {
        text.extend([key, " = ", value, "\n"]);
    }
    for (number, agent) in (1..).zip(agents) {
        text.extend([
            "[[entrant]]\nname = \"",
            &format!("{number} {agent}"),
            "\"\nagent = \"",
            agent,
            "\"\n",
        ]);
    }
    std::fs::write(path.join(CONFIG), text)?;
    let mut folder = Folder::open(path)?;
    let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let run = Run { share: Share::WHOLE, jobs, programs: None };
    run.play(&mut folder, &AtomicBool::new(false), &mut |_| ())?;
    Ok(folder)
}

fn rungs(game: &str, openings: &str, agents: &[&str]) -> Result<(), Box<dyn Error>> {
    let path = tempfile::tempdir()?;
    let game = format!("\"{game}\"");
    let keys = [["game", &game], ["openings", openings], ["opening_plies", "6"], ["seed", "1"]];
    let folder = play(path.path(), &keys, agents)?;
    let table = Table::of(folder.config(), folder.results());
    let (ratings, intervals) = (&table.ratings.ratings, &table.ratings.intervals);
    for &entrant in table.ratings.order.iter().rev() {
        let [low, high] = intervals[entrant];
        println!("rung(\"{}\", {:.1}, {low:.1}, {high:.1}),", agents[entrant], ratings[entrant]);
    }
    Ok(())
}

fn repeat(game: &str, openings: &str, seeds: [&str; 2]) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    let word = format!("\"{game}\"");
    for seed in seeds {
        let path = tempfile::tempdir()?;
        let keys = [["game", &word], ["form", "\"ladder\""], ["openings", openings], ["seed", seed]];
        let folder = play(path.path(), &keys, &STUDENTS)?;
        let rungs = &folder.config().rungs;
        let standings = Table::of(folder.config(), folder.results()).standings;
        let climb = |at: usize| {
            let against = rungs.iter().enumerate();
            let met =
                against.filter_map(|(rung, of)| Some((*of, standings.meeting(rungs.len() + at, rung)?)));
            Climb::of(&met.collect::<Vec<_>>())
        };
        times.push((0..STUDENTS.len()).map(climb).collect::<Vec<_>>());
    }
    let mut moved = 0;
    let mut most = 0.0_f64;
    for (agent, (one, two)) in STUDENTS.iter().zip(times[0].iter().zip(&times[1])) {
        let (by, allowed) = ((one.rating - two.rating).abs(), 1.96 * one.error.hypot(two.error));
        let is_more = one.differs(two);
        moved += usize::from(is_more);
        most = most.max(by);
        let [low, high] = one.interval();
        println!(
            "{agent:<22} {:>6.0} ({low:>6.0} to {high:>6.0}) {:>6.0}: {by:>4.0} of {allowed:>4.0}{}",
            one.rating,
            two.rating,
            if is_more { " MORE" } else { "" }
        );
    }
    println!(
        "{moved} of {} moved by more than the interval of the difference; the most: {most:.0}",
        STUDENTS.len()
    );
    Ok(())
}
