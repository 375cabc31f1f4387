//! Long work that is interrupted, and that every command is, or there is a reason why not.

use std::path::Path;
use std::process::Command;

use super::interrupts::Sign::{After, Drawn, Shown};
use super::interrupts::{Case, Sign, all, all_are_covered, at_widths, kept, lost};
use super::session::UNUSUAL;

/// Long enough to be at work.
const SOON: Sign = After(700);

const NOTHING: [&str; 1] = ["interrupted; nothing was written"];

const PROOFS: [Case; 4] = [
    kept("plyground-lab prove breakthrough --size 5x6", Drawn, &NOTHING),
    // Proving takes a second, and then the proof is written.
    kept("plyground-lab prove breakthrough --size 4x6 --proof p", Drawn, &NOTHING),
    lost("plyground-lab verify-proof never", SOON),
    kept("plyground-lab strategy --out s.v", Drawn, &NOTHING),
];

const JOBS: [Case; 6] = [
    kept(
        "plyground-lab solve-job plan JOB --game max-connect-four --size 7x6 --split 1 && plyground-lab solve-job run JOB",
        Drawn,
        &["interrupted; nothing is lost, the same command goes on: plyground-lab solve-job run JOB"],
    ),
    kept(
        "plyground-lab solve-job plan six --game breakthrough --size 6x6 --split 4 && plyground-lab solve-job run six --threads 1",
        Drawn,
        &["interrupted; nothing is lost, the same command goes on: plyground-lab solve-job run six"],
    ),
    lost("plyground-lab solve-job plan six --game breakthrough --size 6x6 --split 7", SOON),
    kept(
        "plyground-lab book build --class balanced --pieces 10 --journal j --out book",
        Drawn,
        &["interrupted; what is done is in j, the same command goes on"],
    ),
    lost("plyground-lab book check --sample 100000", SOON),
    lost("plyground-lab book check", SOON),
];

const MEASUREMENTS: [Case; 6] = [
    lost("plyground-lab measure deep", SOON),
    lost("plyground-lab measure engines", SOON),
    lost("plyground-lab measure starts --runs 1000", SOON),
    kept(
        "plyground-lab measure cold --boards 1000",
        Drawn,
        &["interrupted at board ", "the same command with --from "],
    ),
    lost("plyground-lab measure set hard.txt", SOON),
    lost("plyground-lab measure values --boards 100000", SOON),
];

/// Commands that are not interrupted: they catch no signal and keep nothing.
const LEFT_OUT: [(&str, &str); 4] = [
    ("book merge", "reads journals of an hour, in a moment"),
    ("solve-job merge", "reads journals"),
    ("solve-job openings", "reads journals"),
    ("solve-job status", "reads journals"),
];

#[test]
fn every_command_is_interrupted_or_left_out_for_a_reason() {
    let plyground = plyground::Program::new().command();
    let is_ours = |name: &str| plyground.find_subcommand(name).is_none();
    let cases: [&[Case]; 3] = [&PROOFS, &JOBS, &MEASUREMENTS];
    all_are_covered(&plyground_lab::program().command(), &is_ours, &cases, &LEFT_OUT);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn proofs_end_after_ctrl_c() {
    let prepare = |folder: &Path| {
        let made = Command::new("mkfifo").arg(folder.join("never")).status();
        assert!(made.is_ok_and(|status| status.success()), "a file that nobody writes");
    };
    all(&PROOFS, &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn jobs_end_after_ctrl_c() {
    all(&JOBS, &|_| {});
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn measurements_end_after_ctrl_c() {
    // The empty board takes minutes without a book.
    let prepare = |folder: &Path| std::fs::write(folder.join("hard.txt"), "4 -1\n").expect("a file");
    all(&MEASUREMENTS, &prepare);
}

#[test]
#[ignore = "long: every command, and the second after Ctrl-C"]
fn a_bar_at_every_width() {
    at_widths(&[Case { sign: Shown(" 0/"), ..JOBS[0].clone() }], &UNUSUAL, &|_| {});
}
