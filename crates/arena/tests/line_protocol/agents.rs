//! The example programs play a game of every kind against a player of lots.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_arena::entrant::{BuiltIn, Entrant, TimeLimit};
use plyground_arena::protocol::Protocol;
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_core::{AnyGame, ByPlayer};
use plyground_league::event::{Action, End, Reason};
use plyground_league::fault::FaultPolicy;
use plyground_sandbox::isolation::{Level, Policy, probe};
use plyground_sandbox::process::{Bounds, Program};

use super::needs;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents")
}

/// Plays with either side of one game after the other, and returns what the program calls itself.
fn plays_every_game(command: &[&Path]) -> String {
    // Programs of our own: a file that was made a moment ago may be anywhere.
    let strongest = Level::None;
    let policy = Policy { allow_root: true, trust_agents: true, strongest, ..Policy::default() };
    let isolation = probe(&policy).expect("trusted programs are always run");
    let argv: Vec<OsString> = command.iter().map(OsString::from).collect();
    let play_game = |(&game, is_first): (&AnyGame, bool)| {
        let program = Program { argv: argv.clone(), dir: examples(), env: Vec::new() };
        let contained = Contained { program, isolation: isolation.clone(), bounds: Bounds::default() };
        let name = String::new();
        let mut program = contained.entrant(game, "example", Protocol::Lines, Duration::ZERO, name);
        let mut other = BuiltIn::new(game, "lots", "random".parse().unwrap()).unwrap();
        let mut pair: [&mut dyn Entrant; 2] = [&mut *program, &mut other];
        if !is_first {
            pair.reverse();
        }
        let [first, second] = pair;
        let fixture = Fixture { id: String::new(), start: game.start(), seed: 1 };
        let settings = Settings::new(TimeLimit::seconds(60), FaultPolicy::STRICT);
        let record = play(&fixture, &settings, &mut ByPlayer::new(first, second), &mut |_| {});
        assert_eq!(record.ending.reason, Reason::Rules, "{:?}", record.turns.last());
        assert_eq!(record.replay(game).unwrap().len(), record.turns.len() + 1);
        assert!(record.turns.iter().all(|turn| matches!(turn.action, Action::Move(_))));
        let seat = usize::from(!is_first);
        // It has half a second to end by itself, which is too little on a busy machine.
        let end = record.sessions[seat].as_ref().map(|session| session.end);
        let is_long = std::env::var_os("PLYGROUND_LONG").is_some();
        assert!(end == Some(End::Exited(0)) || !is_long && end == Some(End::Closed), "{end:?}");
        record.entrants[seat].identity.clone()
    };
    let mut names: Vec<_> = AnyGame::all().iter().zip([true, false, false, true]).map(play_game).collect();
    names.dedup();
    assert_eq!(names.len(), 1, "{names:?}");
    names.remove(0)
}

fn compile(compiler: &str, flags: &[&str], target: &Path, source: &str) {
    let mut command = Command::new(compiler);
    let output = command.args(flags).arg(target).arg(examples().join(source)).output().unwrap();
    assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn python() {
    if needs::program("python3") {
        let script = examples().join("python/random_agent.py");
        assert_eq!(plays_every_game(&[Path::new("python3"), &script]), "Random moves from Python");
    }
}

#[test]
fn java() {
    if needs::program("javac") && needs::program("java") {
        let folder = tempfile::tempdir().unwrap();
        compile("javac", &["-d"], folder.path(), "java/RandomAgent.java");
        let command = ["java", "-XX:TieredStopAtLevel=1", "-cp"].map(Path::new);
        let command = [&command[..], &[folder.path(), Path::new("RandomAgent")]].concat();
        assert_eq!(plays_every_game(&command), "Random moves from Java");
    }
}

#[test]
fn c_and_cpp() {
    for (compiler, standard, source, name) in [
        ("cc", "-std=c99", "c/random_agent.c", "Random moves from C"),
        ("g++", "-std=c++17", "cpp/random_agent.cpp", "Random moves from C++"),
    ] {
        if needs::program(compiler) {
            let folder = tempfile::tempdir().unwrap();
            let program = folder.path().join("random_agent");
            compile(compiler, &[standard, "-Wall", "-Wextra", "-Werror", "-o"], &program, source);
            assert_eq!(plays_every_game(&[&program]), name);
        }
    }
}
