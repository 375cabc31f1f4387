//! Searches, solvers and measurements that are interrupted.

use super::interrupts::Sign::{After, Drawn, Shown};
use super::interrupts::{Case, all, at_widths, kept, lost};
use super::session::UNUSUAL;

/// Long enough to be at work.
const SOON: super::interrupts::Sign = After(700);

pub(crate) const SEARCHES: [Case; 10] = [
    lost("plyground search connect-four --algorithm alpha-beta --depth 18", Drawn),
    lost("plyground search connect-four --algorithm minimax --depth 14 --explain", Drawn),
    lost("plyground move connect-four --agent alpha-beta:depth=18", Drawn),
    lost("plyground move connect-four --agent engine:depth=40", SOON),
    lost("plyground move max-connect-four --agent perfect:time=60s", SOON),
    lost("plyground perft connect-four 14", Drawn),
    lost("plyground complexity breakthrough --games 1000000", SOON),
    // The position is to be typed.
    lost("plyground show connect-four -", SOON),
    lost("plyground solve connect-four -", SOON),
    kept(
        "plyground profile connect-four --algorithm minimax",
        Drawn,
        &["interrupted; this is what was measured"],
    ),
];

pub(crate) const SOLVERS: [Case; 9] = [
    lost("plyground solve connect-four --no-book", Drawn),
    lost("plyground solve connect-four --no-book --weak --threads 1", Drawn),
    lost("plyground solve max-connect-four", Drawn),
    lost("plyground solve max-connect-four --weak", Drawn),
    lost("plyground solve adjacent-four --no-adjacency", Drawn),
    lost("plyground solve adjacent-four --openings", Drawn),
    kept("plyground solve breakthrough --size 5x6", Drawn, &["interrupted; nothing was written"]),
    // Proving takes a second, and then the proof is written.
    kept("plyground solve breakthrough --size 4x6 --proof p", Drawn, &["interrupted; nothing was written"]),
    lost("plyground verify-proof never", SOON),
];

pub(crate) const JOBS: [Case; 6] = [
    kept(
        "plyground solve-job plan JOB --game max-connect-four --size 7x6 --split 1 && plyground solve-job run JOB",
        Drawn,
        &["interrupted; nothing is lost, the same command goes on: plyground solve-job run JOB"],
    ),
    kept(
        "plyground solve-job plan six --game breakthrough --size 6x6 --split 4 && plyground solve-job run six --threads 1",
        Drawn,
        &["interrupted; nothing is lost, the same command goes on: plyground solve-job run six"],
    ),
    lost("plyground solve-job plan six --game breakthrough --size 6x6 --split 7", SOON),
    kept(
        "plyground book build --class balanced --pieces 10 --journal j --out book",
        Drawn,
        &["interrupted; what is done is in j, the same command goes on"],
    ),
    lost("plyground book check --sample 100000", SOON),
    lost("plyground book check", SOON),
];

pub(crate) const MEASUREMENTS: [Case; 9] = [
    lost("plyground bench", SOON),
    lost("plyground bench breakthrough max-connect-four", SOON),
    lost("plyground bench --deep", SOON),
    lost("plyground bench --engine", SOON),
    lost("plyground bench --starts 1000", SOON),
    kept("plyground bench --cold 1000", Drawn, &["interrupted at board ", "the same command with --from "]),
    lost("plyground bench connect-four --set hard.txt", SOON),
    lost("plyground complexity breakthrough --games 1000000", SOON),
    kept(
        "plyground profile connect-four --algorithm best-order",
        Drawn,
        &["interrupted; this is what was measured"],
    ),
];

#[test]
fn searches() {
    all(&SEARCHES, &|_| {});
}

#[test]
fn solvers() {
    let prepare = |folder: &std::path::Path| {
        let made = std::process::Command::new("mkfifo").arg(folder.join("never")).status();
        assert!(made.is_ok_and(|status| status.success()), "a file that nobody writes");
    };
    all(&SOLVERS, &prepare);
}

#[test]
fn jobs() {
    all(&JOBS, &|_| {});
}

#[test]
fn measurements() {
    // The empty board takes minutes without a book.
    let prepare =
        |folder: &std::path::Path| std::fs::write(folder.join("hard.txt"), "4 -1\n").expect("a file");
    all(&MEASUREMENTS, &prepare);
}

#[test]
fn a_bar_and_a_spinner_at_every_width() {
    let cases = [
        Case { sign: Shown(" 0/"), ..JOBS[0] },
        SOLVERS[2],
        kept(
            "plyground match minimax:depth=4 minimax:depth=3 --game connect-four -n 10000",
            Shown("/10000"),
            &["together"],
        ),
    ];
    at_widths(&cases, &UNUSUAL, &|_| {});
}
