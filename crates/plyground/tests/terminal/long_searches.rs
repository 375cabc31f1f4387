//! Searches, solvers and measurements that are interrupted.

use super::interrupts::Sign::{After, Drawn, Shown};
use super::interrupts::{Case, all, at_widths, kept, lost};
use super::session::UNUSUAL;

/// Long enough to be at work.
const SOON: super::interrupts::Sign = After(700);

pub(crate) const SEARCHES: [Case; 9] = [
    lost("plyground search connect-four --algorithm alpha-beta --depth 18", Drawn),
    lost("plyground search connect-four --algorithm minimax --depth 14 --explain", Drawn),
    lost("plyground move connect-four --agent alpha-beta:depth=18", Drawn),
    lost("plyground move connect-four --agent engine:depth=40", SOON),
    lost("plyground move max-connect-four --agent perfect:time=60s", SOON),
    lost("plyground perft connect-four 14", Drawn),
    // The position is to be typed.
    lost("plyground show connect-four -", SOON),
    lost("plyground solve connect-four -", SOON),
    kept(
        "plyground profile connect-four --algorithm minimax",
        Drawn,
        &["interrupted; this is what was measured"],
    ),
];

pub(crate) const SOLVERS: [Case; 7] = [
    lost("plyground solve connect-four --no-book", Drawn),
    lost("plyground solve connect-four --no-book --weak --threads 1", Drawn),
    lost("plyground solve max-connect-four", Drawn),
    lost("plyground solve max-connect-four --weak", Drawn),
    lost("plyground solve adjacent-four --no-adjacency", Drawn),
    lost("plyground solve adjacent-four --openings", Drawn),
    kept("plyground solve breakthrough", Drawn, &["interrupted; nothing was proved"]),
];

pub(crate) const MEASUREMENTS: [Case; 3] = [
    lost("plyground bench", SOON),
    lost("plyground bench breakthrough max-connect-four", SOON),
    kept(
        "plyground profile connect-four --algorithm best-order",
        Drawn,
        &["interrupted; this is what was measured"],
    ),
];

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn searches_end_after_ctrl_c() {
    all(&SEARCHES, &|_| {});
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn solvers_end_after_ctrl_c() {
    all(&SOLVERS, &|_| {});
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn measurements_end_after_ctrl_c() {
    all(&MEASUREMENTS, &|_| {});
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn a_bar_and_a_spinner_at_every_width() {
    let cases = [
        SOLVERS[2],
        kept(
            "plyground match minimax:depth=4 minimax:depth=3 --game connect-four -n 10000",
            Shown("/10000"),
            &["together"],
        ),
    ];
    at_widths(&cases, &UNUSUAL, &|_| {});
}
