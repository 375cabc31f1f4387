//! The assignments' own programs, judged by the referee in the box that works here.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_arena::entrant::{BuiltIn, Entrant, Program, TimeLimit};
use plyground_arena::event::Reason;
use plyground_arena::fault::FaultPolicy;
use plyground_arena::process::{self, Bounds};
use plyground_arena::protocol::{Arguments, OneShot, StateFiles, StdinMove};
use plyground_arena::record::GameRecord;
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_arena::sandbox::{Policy, probe};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{ByPlayer, Game};

/// Plays a program as the second player against an agent built in.
fn game<G: Game>(program: &str, protocol: Box<dyn OneShot<G::Position>>, most_turns: u32) -> GameRecord {
    use std::os::unix::fs::PermissionsExt;
    // The user whom programs run as may not enter the folder of the build.
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).expect("our own folder");
    let built = Path::new(env!("CARGO_BIN_EXE_plyground")).with_file_name(program);
    std::fs::copy(built, folder.path().join(program)).expect("a program and room for it");

    let policy = Policy { allow_root: true, trust_agents: true, ..Policy::default() };
    let contained = Contained {
        program: process::Program {
            argv: vec![format!("./{program}").into()],
            dir: folder.path().to_owned(),
            env: Vec::new(),
        },
        isolation: probe(&policy).expect("trusted programs are always run"),
        bounds: Bounds::default(),
    };
    let mut second = Program::new(program, protocol, Box::new(contained));
    let first = BuiltIn::<G::Position>::new::<G>("lots", "random".parse().expect("a spec"));
    let mut first = first.expect("an agent");
    let entrants: &mut ByPlayer<&mut dyn Entrant<_>> = &mut ByPlayer::new(&mut first, &mut second);
    let fixture = Fixture { id: String::new(), start: G::start(), seed: 1 };
    let time = TimeLimit { limit: Duration::from_secs(3), grace: Duration::from_secs(30) };
    let settings = Settings { most_turns, ..Settings::new(time, FaultPolicy::STRICT) };
    play::<G>(&fixture, &settings, entrants, &mut |_| {})
}

#[test]
fn connect_four_by_arguments() {
    let search = Arguments::search(Algorithm::AlphaBeta(CutRule::AtEqual), 3);
    let record = game::<ConnectFour>("ConnectFour", Box::new(search), 1000);
    assert_eq!(record.ending.reason, Reason::Rules, "{:?}", record.turns.last());
    assert!(record.turns[1].attempts[0].nodes.is_some_and(|nodes| nodes > 50));
}

#[test]
fn max_connect_four_through_files() {
    let record = game::<MaxConnectFour>("maxconnect4", Box::new(StateFiles { depth: 2 }), 1000);
    assert_eq!((record.ending.reason, record.turns.len()), (Reason::Rules, 42), "{:?}", record.turns.last());
}

#[test]
fn breakthrough_by_requests() {
    let record = game::<Breakthrough>("breakthrough", Box::new(StdinMove), 2);
    assert_eq!(
        (record.ending.reason, record.turns.len()),
        (Reason::TurnLimit, 2),
        "{:?}",
        record.turns.last()
    );
}
