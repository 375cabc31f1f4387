//! Games between real processes, small shell scripts, at the level of isolation that works here.

#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_arena::entrant::{BuiltIn, Entrant, TimeLimit};
use plyground_arena::protocol::Protocol;
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::{AnyGame, ByPlayer};
use plyground_league::event::{Action, Attempt, End, Reason, Side};
use plyground_league::fault::{FaultKind, FaultPolicy};
use plyground_league::record::GameRecord;
use plyground_sandbox::isolation::{Isolation, Level, Policy, probe};
use plyground_sandbox::process::{self, Bounds, Session, SpawnError};

/// Where programs may read this besides. The machine's own shell and scripts written here are trusted.
fn isolation(readable: Vec<PathBuf>) -> Isolation {
    let policy = Policy { allow_root: true, trust_agents: true, readable, ..Policy::default() };
    probe(&policy).expect("trusted programs are always run")
}

/// A shell script as a program.
fn script(folder: &Path, text: &str) -> Contained {
    std::fs::write(folder.join("program.sh"), text).expect("a writable folder");
    let isolation = isolation(Vec::new());
    let argv = ["/bin/sh", "program.sh"].map(Into::into).to_vec();
    let program = process::Program { argv, dir: folder.to_owned(), env: Vec::new() };
    Contained { program, isolation, bounds: Bounds::default() }
}

/// As a program that is started for every move.
const ONCE: Protocol = Protocol::OneShot { depth: 3 };

/// A script as an entrant that is asked in this way.
fn entrant(game: AnyGame, protocol: Protocol, contained: Contained) -> Box<dyn Entrant> {
    contained.entrant(game, "script", protocol, Duration::ZERO, String::new())
}

const FOUR: AnyGame = AnyGame::of::<ConnectFour>();

/// A folder that the user may enter whom programs run as.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    open(folder.path());
    folder
}

/// Lets everybody read and enter a file or folder of ours.
fn open(path: &Path) {
    let everybody = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, everybody).expect("our own");
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

/// The limit that a program which never answers uses up. A game is void if the machine needs twenty times as long for its box.
const LATE: Duration = Duration::from_secs(1);

/// The limit in a game that is to end by this fault.
fn limit_before(kind: FaultKind) -> Duration {
    if kind == FaultKind::Late { LATE } else { PATIENT }
}

#[test]
fn a_script_plays_connect_four() {
    let folder = folder();
    let left_most = "top=${1##*,}; before=${top%%.*}; echo ${#before}; echo $2 >&2";
    let mut program = entrant(FOUR, ONCE, script(folder.path(), left_most));
    let record = game(FOUR, &mut *program, FaultPolicy::STRICT, PATIENT, 1000);
    assert_eq!(record.ending.reason, Reason::Rules);
    let attempt = &record.turns[0].attempts[0];
    assert_eq!((attempt.answer.as_str(), attempt.stderr.as_str()), ("0", "red"));
    assert_eq!(attempt.end, Some(End::Exited(0)));
    assert!(attempt.spent.cpu().is_some());
}

#[test]
fn a_script_makes_a_move_through_files() {
    let folder = folder();
    let script = script(folder.path(), "sed '6s/^0/1/; 7s/1/2/' \"$2\" > \"$3\"; echo $1 $4");
    let max = AnyGame::of::<MaxConnectFour>();
    let record = game(max, &mut *entrant(max, ONCE, script), FaultPolicy::MAX_CONNECT_FOUR, PATIENT, 3);
    assert_eq!(record.turns[0].action, Action::Move("1".to_owned()));
    // Its second move is the board as it was, twice.
    assert_eq!(record.turns[2].attempts.len(), 2);
    assert!(matches!(record.turns[2].action, Action::RandomMove(_)));
}

#[test]
fn faults_of_output_files_are_explained() {
    let good = "sed '6s/^0/1/; 7s/1/2/' \"$2\" > \"$3\"";
    let half = "printf '0000000\\n000' > \"$3\"";
    let (late, killed) = (format!("{good}; sleep 1000"), format!("{half}; kill -9 $$"));
    let unread =
        "ms; output file: not read, since the program had not ended by itself; expected a state file";
    let killed_by = "ended by signal 9; output file, line 3: 2 lines; expected 6 rows";
    for (text, kind, message) in [
        (late.as_str(), FaultKind::Late, unread),
        (half, FaultKind::Unreadable, "output file, line 3: 2 lines; expected 6 rows"),
        (&killed, FaultKind::Crashed, killed_by),
        ("true", FaultKind::Unreadable, "output file: missing; expected a state file"),
    ] {
        let folder = folder();
        let max = AnyGame::of::<MaxConnectFour>();
        let mut program = entrant(max, ONCE, script(folder.path(), text));
        let record = game(max, &mut *program, FaultPolicy::STRICT, limit_before(kind), 1);
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
    let breakthrough = AnyGame::of::<Breakthrough>();
    let script = script(folder.path(), "read command && test $command = move && echo A2A3");
    let mut program = entrant(breakthrough, ONCE, script);
    let record = game(breakthrough, &mut *program, FaultPolicy::CS3243, PATIENT, 1000);
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
    let mut program = entrant(FOUR, Protocol::Lines, script(folder.path(), speak));
    let record = game(FOUR, &mut *program, FaultPolicy::STRICT, PATIENT, 1000);
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
        ("sleep 1000", FaultKind::Late, End::WallOut),
        ("exit 3", FaultKind::Crashed, End::Exited(3)),
        ("kill -9 $$", FaultKind::Crashed, End::Signalled(9)),
        ("yes", FaultKind::Flooded, End::StdoutFlood),
        ("echo nine", FaultKind::Unreadable, End::Exited(0)),
    ] {
        let folder = folder();
        let mut program = entrant(FOUR, ONCE, script(folder.path(), text));
        let record = game(FOUR, &mut *program, FaultPolicy::STRICT, limit_before(kind), 1000);
        assert_eq!(record.ending.reason, Reason::Fault(Side::First, kind), "{text}");
        let attempt = &record.turns[0].attempts[0];
        assert_eq!(attempt.end, Some(end), "{text}");
        tells_of_a_lost_clock(attempt, kind);
    }
}

/// An answer that is late, and no other, has the figures of its clock.
fn tells_of_a_lost_clock(attempt: &Attempt, kind: FaultKind) {
    let timeout = attempt.spent.timeout;
    let allowed = (kind == FaultKind::Late).then_some(1_000_000);
    assert_eq!(timeout.map(|timeout| timeout.allowed_us), allowed, "{attempt:?}");
    assert!(timeout.is_none_or(|timeout| timeout.meanwhile.referee_us.is_some()), "{attempt:?}");
}

#[test]
fn running_programs_that_fail_are_started_afresh() {
    for (fault, kind, end) in [
        ("sleep 1000", FaultKind::Late, End::WallOut),
        ("exit 5", FaultKind::Crashed, End::Exited(5)),
        ("yes", FaultKind::Flooded, End::StdoutFlood),
    ] {
        let folder = folder();
        let text = format!(
            "while read -r command rest; do case $command in isready) echo readyok;; go) {fault};; esac; done"
        );
        let mut program = entrant(FOUR, Protocol::Lines, script(folder.path(), &text));
        let record = game(FOUR, &mut *program, FaultPolicy::COMP3608, limit_before(kind), 4);
        for turn in record.turns.iter().filter(|turn| turn.side == Side::First) {
            let attempt = &turn.attempts[0];
            assert_eq!(attempt.fault.as_ref().map(|fault| fault.kind), Some(kind), "{fault}");
            assert_eq!(attempt.end, Some(end), "{fault}");
            tells_of_a_lost_clock(attempt, kind);
        }
        assert_eq!(record.turns.len(), 4);
    }
}

#[test]
fn a_program_that_is_not_there_has_failed() {
    let folder = folder();
    for protocol in [ONCE, Protocol::Lines] {
        let mut missing = script(folder.path(), "");
        missing.program.argv = vec!["./none".into()];
        let mut program = entrant(FOUR, protocol, missing);
        let record = game(FOUR, &mut *program, FaultPolicy::COMP3608, PATIENT, 4);
        assert_eq!((record.ending.reason, record.turns.len()), (Reason::TurnLimit, 4));
        let attempt = &record.turns[0].attempts[0];
        assert_eq!(attempt.fault.as_ref().map(|fault| fault.kind), Some(FaultKind::Crashed));
        assert_eq!(attempt.end, Some(End::Exited(127)));
        assert!(attempt.stderr.ends_with("none: No such file or directory"), "{}", attempt.stderr);
    }
}

#[test]
fn hidden_programs_can_neither_be_run_nor_read() {
    let folder = folder();
    // Not where temporary files are: programs in a box have their own there.
    let kept = tempfile::tempdir_in("/var/tmp").expect("a folder for temporary files");
    let tools = kept.path().to_owned();
    open(&tools);
    for name in ["answers", "other"] {
        let tool = tools.join(name);
        std::fs::write(&tool, "#!/bin/sh\necho found\n").expect("a file");
        open(&tool);
    }
    let mine = folder.path().join("mine");
    std::fs::create_dir(&mine).expect("a folder");
    let mut contained = script(&mine, "$1/answers; sh $1/answers; cat $1/answers; $1/other");
    let isolation = isolation(vec![tools.clone()]);
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
    let mut program = entrant(FOUR, ONCE, contained);
    raise_after_start(&stop);
    let record = game(FOUR, &mut *program, FaultPolicy::COMP3608, PATIENT, 1000);
    assert_eq!(record.ending.reason, Reason::Void);
    assert_eq!(record.ending.system_error.as_deref(), Some("interrupted"));
    assert!(record.turns.is_empty(), "{:?}", record.turns);
}
