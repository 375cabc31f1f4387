//! The example programs play a game of every kind against a player of lots.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use plyground_arena::entrant::{Conversation, TimeLimit};
use plyground_arena::referee::Settings;
use plyground_core::AnyGame;
use plyground_league::event::{Action, End, Reason};
use plyground_league::fault::FaultPolicy;

use super::needs;
use super::plain_process::PlainProgram;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agents")
}

fn compile(compiler: &str, args: &[&Path]) {
    let output = Command::new(compiler).args(args).output().unwrap();
    assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Plays with either side of one game after the other, and returns what the program calls itself.
fn plays_every_game(command: &[&Path]) -> String {
    fn game(game: AnyGame, command: &[OsString], is_first: bool) -> String {
        let program = Conversation::new(game, "example", Box::new(PlainProgram(command.to_vec())));
        let settings = Settings::new(TimeLimit::seconds(60), FaultPolicy::STRICT);
        let record = super::game(program, is_first, "random", game.start(), &settings);
        assert_eq!(record.ending.reason, Reason::Rules, "{:?}", record.turns.last());
        assert_eq!(record.replay(game).unwrap().len(), record.turns.len() + 1);
        assert!(record.turns.iter().all(|turn| matches!(turn.action, Action::Move(_))));
        let seat = usize::from(!is_first);
        assert_eq!(record.sessions[seat].as_ref().map(|session| session.end), Some(End::Exited(0)));
        record.entrants[seat].identity.clone()
    }
    let command: Vec<OsString> = command.iter().map(OsString::from).collect();
    let names = AnyGame::all().iter().copied().zip([true, false, false, true]);
    let mut names: Vec<_> = names.map(|(id, first)| game(id, &command, first)).collect();
    names.dedup();
    assert_eq!(names.len(), 1, "{names:?}");
    names.remove(0)
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
        let source = examples().join("java/RandomAgent.java");
        compile("javac", &[Path::new("-d"), folder.path(), &source]);
        let command = ["java", "-XX:TieredStopAtLevel=1", "-cp"].map(Path::new);
        let command = [&command[..], &[folder.path(), Path::new("RandomAgent")]].concat();
        assert_eq!(plays_every_game(&command), "Random moves from Java");
    }
}

/// The example in a language that a compiler makes a program of.
fn compiled(compiler: &str, standard: &str, source: &str, name: &str) {
    if needs::program(compiler) {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("random_agent");
        let source = examples().join(source);
        let flags = [standard, "-Wall", "-Wextra", "-Werror", "-o"].map(Path::new);
        compile(compiler, &[&flags[..], &[&program, &source]].concat());
        assert_eq!(plays_every_game(&[&program]), name);
    }
}

#[test]
fn c() {
    compiled("cc", "-std=c99", "c/random_agent.c", "Random moves from C");
}

#[test]
fn cpp() {
    compiled("g++", "-std=c++17", "cpp/random_agent.cpp", "Random moves from C++");
}
