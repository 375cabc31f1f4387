//! Games between real processes, small shell scripts, at the level of isolation that works here.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plyground_arena::contained::{Contained, measure_turns};
use plyground_arena::entrant::{BuiltIn, Conversation, Entrant, Program, TimeLimit};
use plyground_arena::protocol::{Arguments, StateFiles, StdinMove, for_game};
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, ByPlayer};
use plyground_league::event::{Action, End, Reason, Side};
use plyground_league::fault::{FaultKind, FaultPolicy};
use plyground_league::record::GameRecord;
use plyground_sandbox::isolation::{Level, Policy, probe};
use plyground_sandbox::process::{self, Bounds, Session, SpawnError};

/// A shell script as a program. The machine's own shell and scripts written here are trusted.
fn script(folder: &Path, text: &str) -> Contained {
    std::fs::write(folder.join("program.sh"), text).expect("a writable folder");
    let policy = Policy { allow_root: true, trust_agents: true, ..Policy::default() };
    let isolation = probe(&policy).expect("trusted programs are always run");
    let argv = ["/bin/sh", "program.sh"].map(Into::into).to_vec();
    let program = process::Program { argv, dir: folder.to_owned(), env: Vec::new() };
    Contained { program, isolation, bounds: Bounds::default() }
}

/// A folder that the user may enter whom programs run as.
fn folder() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).expect("our own folder");
    folder
}

fn game(
    game: AnyGame,
    first: &mut dyn Entrant,
    policy: FaultPolicy,
    limit: Duration,
    most_turns: u32,
) -> GameRecord {
    let mut second = BuiltIn::new(game, "lots", "random".parse().expect("a spec")).expect("an agent");
    let fixture = Fixture { id: String::new(), start: game.start(), seed: 4 };
    let time = TimeLimit { limit, grace: Duration::ZERO };
    let settings = Settings { most_turns, ..Settings::new(time, policy) };
    let record = play(&fixture, &settings, &mut ByPlayer::new(first, &mut second), &mut |_| {});
    record.replay(game).expect("a record that makes sense");
    record
}

/// Nothing takes so long but what never ends.
const PATIENT: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(300);

#[test]
fn a_script_plays_connect_four() {
    let folder = folder();
    let left_most = "top=${1##*,}; before=${top%%.*}; echo ${#before}; echo $2 >&2";
    let program = Box::new(script(folder.path(), left_most));
    let mut program = Program::new("left-most", for_game::<ConnectFour>(Arguments::TOURNAMENT), program);
    let record = game(AnyGame::of::<ConnectFour>(), &mut program, FaultPolicy::STRICT, PATIENT, 1000);
    assert_eq!(record.ending.reason, Reason::Rules);
    let attempt = &record.turns[0].attempts[0];
    assert_eq!((attempt.answer.as_str(), attempt.stderr.as_str()), ("0", "red"));
    assert_eq!(attempt.end, Some(End::Exited(0)));
    assert!(attempt.spent.cpu().is_some());
}

#[test]
fn a_script_makes_a_move_through_files() {
    let folder = folder();
    let program = Box::new(script(folder.path(), "sed '6s/^0/1/; 7s/1/2/' \"$2\" > \"$3\"; echo $1 $4"));
    let mut program = Program::new("sed", for_game::<MaxConnectFour>(StateFiles { depth: 3 }), program);
    let record =
        game(AnyGame::of::<MaxConnectFour>(), &mut program, FaultPolicy::MAX_CONNECT_FOUR, PATIENT, 3);
    assert_eq!(record.turns[0].action, Action::Move("1".to_owned()));
    // Its second move is the board as it was, twice.
    assert_eq!(record.turns[2].attempts.len(), 2);
    assert!(matches!(record.turns[2].action, Action::RandomMove(_)));
}

#[test]
fn faults_of_output_files_are_explained() {
    let good = "sed '6s/^0/1/; 7s/1/2/' \"$2\" > \"$3\"";
    let half = "printf '0000000\\n000' > \"$3\"";
    for (text, kind, message) in [
        (
            format!("{good}; sleep 20"),
            FaultKind::Late,
            "ms; output file: not read, since the program had not ended by itself; expected a state file",
        ),
        (half.to_owned(), FaultKind::Unreadable, "output file, line 3: 2 lines; expected 6 rows"),
        (
            format!("{half}; kill -9 $$"),
            FaultKind::Crashed,
            "ended by signal 9; output file, line 3: 2 lines; expected 6 rows",
        ),
        ("true".to_owned(), FaultKind::Unreadable, "output file: missing; expected a state file"),
    ] {
        let folder = folder();
        let limit = if kind == FaultKind::Late { SHORT } else { PATIENT };
        let program = Box::new(script(folder.path(), &text));
        let mut program =
            Program::new("writer", for_game::<MaxConnectFour>(StateFiles { depth: 3 }), program);
        let record = game(AnyGame::of::<MaxConnectFour>(), &mut program, FaultPolicy::STRICT, limit, 1);
        let attempt = &record.turns[0].attempts[0];
        let fault = attempt.fault.as_ref().expect("no answer");
        assert_eq!(fault.kind, kind, "{text}");
        assert!(fault.message.contains(message), "{text}: {}", fault.message);
        // What was read is kept.
        assert_eq!(attempt.answer.starts_with("0000000\n000"), text.starts_with(half), "{text}");
    }
}

#[test]
fn a_script_is_white_in_breakthrough_and_lots_are_drawn_for_it() {
    let folder = folder();
    let program = Box::new(script(folder.path(), "read command && test $command = move && echo A2A3"));
    let mut program = Program::new("once", for_game::<Breakthrough>(StdinMove), program);
    let record = game(AnyGame::of::<Breakthrough>(), &mut program, FaultPolicy::CS3243, PATIENT, 1000);
    assert_eq!(record.ending.reason, Reason::Rules);
    assert_eq!(record.turns[0].action, Action::Move("A2A3".to_owned()));
    assert!(matches!(record.turns[2].action, Action::RandomMove(_)));
    assert!(record.penalty(Side::First) > 3);
}

#[test]
fn a_script_speaks_the_line_protocol() {
    let folder = folder();
    let speak = "while read -r command rest; do case $command in
        plyground) echo name Shell;;
        isready) echo readyok;;
        position) moves=${rest##* };;
        go) echo bestmove $moves;;
        quit) exit 7;;
    esac; done";
    let mut program =
        Conversation::new(AnyGame::of::<ConnectFour>(), "sh", Box::new(script(folder.path(), speak)));
    let record = game(AnyGame::of::<ConnectFour>(), &mut program, FaultPolicy::STRICT, PATIENT, 1000);
    assert_eq!(record.ending.reason, Reason::Rules);
    assert_eq!(record.entrants[0].identity, "Shell");
    // It has half a second to end by itself, which is too little on a busy machine.
    let end = record.sessions[0].as_ref().map(|session| session.end);
    let is_long = std::env::var_os("PLYGROUND_LONG").is_some();
    assert!(end == Some(End::Exited(7)) || !is_long && end == Some(End::Closed), "{end:?}");
}

#[test]
fn faults_of_processes_are_distinguished() {
    for (text, kind, end) in [
        ("sleep 20", FaultKind::Late, End::WallOut),
        ("exit 3", FaultKind::Crashed, End::Exited(3)),
        ("kill -9 $$", FaultKind::Crashed, End::Signalled(9)),
        ("yes", FaultKind::Flooded, End::StdoutFlood),
        ("echo nine", FaultKind::Unreadable, End::Exited(0)),
    ] {
        let folder = folder();
        let limit = if kind == FaultKind::Late { SHORT } else { PATIENT };
        let program = Box::new(script(folder.path(), text));
        let mut program = Program::new("faulty", for_game::<ConnectFour>(Arguments::TOURNAMENT), program);
        let record = game(AnyGame::of::<ConnectFour>(), &mut program, FaultPolicy::STRICT, limit, 1000);
        assert_eq!(record.ending.reason, Reason::Fault(Side::First, kind), "{text}");
        assert_eq!(record.turns[0].attempts[0].end, Some(end), "{text}");
    }
}

#[test]
fn running_programs_that_fail_are_started_afresh() {
    for (fault, kind, end) in [
        ("sleep 20", FaultKind::Late, End::WallOut),
        ("exit 5", FaultKind::Crashed, End::Exited(5)),
        ("yes", FaultKind::Flooded, End::StdoutFlood),
    ] {
        let folder = folder();
        let text = format!(
            "while read -r command rest; do case $command in isready) echo readyok;; go) {fault};; esac; done"
        );
        let mut program =
            Conversation::new(AnyGame::of::<ConnectFour>(), "sh", Box::new(script(folder.path(), &text)));
        let limit = if kind == FaultKind::Late { SHORT } else { PATIENT };
        let record = game(AnyGame::of::<ConnectFour>(), &mut program, FaultPolicy::COMP3608, limit, 4);
        for turn in record.turns.iter().filter(|turn| turn.side == Side::First) {
            let attempt = &turn.attempts[0];
            assert_eq!(attempt.fault.as_ref().map(|fault| fault.kind), Some(kind), "{fault}");
            assert_eq!(attempt.end, Some(end), "{fault}");
        }
        assert_eq!(record.turns.len(), 4);
    }
}

#[test]
fn a_program_that_is_not_there_has_failed() {
    let folder = folder();
    for is_running in [false, true] {
        let mut missing = script(folder.path(), "");
        missing.program.argv = vec!["./none".into()];
        let (mut program, mut running);
        let entrant: &mut dyn Entrant = if is_running {
            running = Conversation::new(AnyGame::of::<ConnectFour>(), "none", Box::new(missing));
            &mut running
        } else {
            program = Program::new("none", for_game::<ConnectFour>(Arguments::TOURNAMENT), Box::new(missing));
            &mut program
        };
        let record = game(AnyGame::of::<ConnectFour>(), entrant, FaultPolicy::COMP3608, PATIENT, 4);
        assert_eq!((record.ending.reason, record.turns.len()), (Reason::TurnLimit, 4));
        let attempt = &record.turns[0].attempts[0];
        assert_eq!(attempt.fault.as_ref().map(|fault| fault.kind), Some(FaultKind::Crashed));
        assert_eq!(attempt.end, Some(End::Exited(127)));
        assert!(attempt.stderr.ends_with("none: No such file or directory"), "{}", attempt.stderr);
    }
}

#[test]
fn without_its_folder_the_game_is_void() {
    let folder = folder();
    let mut gone = script(folder.path(), "");
    gone.program.dir = folder.path().join("gone");
    let mut program = Program::new("gone", for_game::<ConnectFour>(Arguments::TOURNAMENT), Box::new(gone));
    let record = game(AnyGame::of::<ConnectFour>(), &mut program, FaultPolicy::COMP3608, PATIENT, 1000);
    assert_eq!((record.ending.reason, record.turns.len()), (Reason::Void, 0));
    assert!(record.ending.system_error.as_ref().is_some_and(|error| error.contains("gone")));
}

#[test]
fn hidden_programs_can_neither_be_run_nor_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    // Not where temporary files are: programs in a box have their own there.
    let kept = tempfile::tempdir_in("/var/tmp").expect("a folder for temporary files");
    let tools = kept.path().to_owned();
    std::fs::set_permissions(&tools, std::fs::Permissions::from_mode(0o755)).expect("our own folder");
    for name in ["answers", "other"] {
        let tool = tools.join(name);
        std::fs::write(&tool, "#!/bin/sh\necho found\n").expect("a file");
        std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).expect("our own file");
    }
    let mine = folder.path().join("mine");
    std::fs::create_dir(&mine).expect("a folder");
    let mut contained = script(&mine, "$1/answers; sh $1/answers; cat $1/answers; $1/other");
    let policy =
        Policy { allow_root: true, trust_agents: true, readable: vec![tools.clone()], ..Policy::default() };
    let isolation = probe(&policy).expect("trusted programs are always run");
    let level = isolation.level();
    match isolation.without(&[tools.join("answers")]) {
        Ok(isolation) => contained.isolation = isolation,
        Err(path) => {
            assert_eq!(level, Level::Landlock);
            assert_eq!(path, tools.join("answers"));
            return;
        }
    }
    contained.program.argv.push(tools.into());
    let report =
        process::run_once(&contained.program, &contained.isolation, b"", &contained.bounds).expect("a run");
    let found = String::from_utf8_lossy(&report.stdout).into_owned();
    let expected =
        if level == Level::None { "found\nfound\n#!/bin/sh\necho found\nfound\n" } else { "found\n" };
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(&report.stderr_tail));
}

/// Raises a flag when a program that is started now has begun.
fn raise_after_start(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn programs_end_when_nobody_wants_to_know_any_more() {
    let folder = folder();
    let mut contained = script(folder.path(), "sleep 600\n");
    let Contained { program, isolation, bounds } = &mut contained;
    bounds.wall = PATIENT;
    let stop = Arc::default();
    *isolation = isolation.clone().until(&stop);

    raise_after_start(&stop);
    assert_eq!(process::run_once(program, isolation, b"", bounds), Err(SpawnError::Interrupted));
    // From then on none is started.
    assert_eq!(process::run_once(program, isolation, b"", bounds), Err(SpawnError::Interrupted));
    assert!(matches!(Session::start(program, isolation, bounds), Err(SpawnError::Interrupted)));

    // A caller that waits for a line gets the error too.
    stop.store(false, Ordering::Relaxed);
    let mut session = Session::start(program, isolation, bounds).expect("it starts");
    raise_after_start(&stop);
    let heard = session.receive(PATIENT, 100);
    assert_eq!(heard, Err(process::Ended::Failed(SpawnError::Interrupted)));
}

#[test]
fn a_game_whose_program_is_ended_from_outside_is_void_and_no_fault() {
    let folder = folder();
    let mut contained = script(folder.path(), "sleep 600\n");
    let stop = Arc::default();
    contained.isolation = contained.isolation.until(&stop);
    let mut entrant =
        Program::new("sleeper", for_game::<ConnectFour>(Arguments::TOURNAMENT), Box::new(contained));
    raise_after_start(&stop);
    let record = game(AnyGame::of::<ConnectFour>(), &mut entrant, FaultPolicy::COMP3608, PATIENT, 1000);
    assert_eq!(record.ending.reason, Reason::Void);
    assert_eq!(record.ending.system_error.as_deref(), Some("interrupted"));
    assert!(record.turns.is_empty(), "{:?}", record.turns);
}

#[test]
fn the_cost_of_a_turn_is_measured() {
    let policy = Policy { allow_root: true, trust_agents: true, ..Policy::default() };
    let isolation = probe(&policy).expect("trusted programs are always run");
    let turn = measure_turns(&isolation, 20).expect("turns");
    assert!(turn.least > Duration::ZERO && turn.least <= turn.median, "{turn:?}");
    assert!(turn.median <= turn.percentile_99, "{turn:?}");
    let is_long = std::env::var_os("PLYGROUND_LONG").is_some();
    assert!(!is_long || turn.least < Duration::from_millis(100), "{turn:?}");
}
