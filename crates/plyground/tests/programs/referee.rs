//! The assignments' own programs, judged by the referee in the sandbox that works here; and a referee that is stopped.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use plyground_arena::contained::Contained;
use plyground_arena::entrant::{BuiltIn, Entrant, Program, TimeLimit};
use plyground_arena::protocol::{Arguments, OneShot, StateFiles, StdinMove, for_game};
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyGame, AnyPosition, ByPlayer};
use plyground_league::event::Reason;
use plyground_league::fault::FaultPolicy;
use plyground_league::record::GameRecord;
use plyground_sandbox::isolation::{Policy, probe};
use plyground_sandbox::process::{self, Bounds};

use serde_json::Value;

use crate::needs;
use crate::run::{open_folder, plyground, text};

/// Plays a program as the second player against an agent built in.
fn game(
    game: AnyGame,
    program: &str,
    protocol: Box<dyn OneShot<AnyPosition>>,
    most_turns: u32,
) -> GameRecord {
    // The user whom programs run as may not enter the folder of the build.
    let folder = open_folder();
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
    let first = BuiltIn::new(game, "lots", "random".parse().expect("a spec"));
    let mut first = first.expect("an agent");
    let entrants: &mut ByPlayer<&mut dyn Entrant> = &mut ByPlayer::new(&mut first, &mut second);
    let fixture = Fixture { id: String::new(), start: game.start(), seed: 1 };
    let time = TimeLimit { limit: Duration::from_secs(60), grace: Duration::from_secs(60) };
    let settings = Settings { most_turns, ..Settings::new(time, FaultPolicy::STRICT) };
    play(&fixture, &settings, entrants, &mut |_| {})
}

#[test]
fn connect_four_by_arguments() {
    let search = Arguments::search(Algorithm::AlphaBeta(CutRule::AtEqual), 3);
    let record = game(AnyGame::of::<ConnectFour>(), "ConnectFour", for_game::<ConnectFour>(search), 1000);
    assert_eq!(record.ending.reason, Reason::Rules, "{:?}", record.turns.last());
    assert!(record.turns[1].attempts[0].nodes.is_some_and(|nodes| nodes > 50));
}

#[test]
fn max_connect_four_through_files() {
    let record = game(
        AnyGame::of::<MaxConnectFour>(),
        "maxconnect4",
        for_game::<MaxConnectFour>(StateFiles { depth: 2 }),
        1000,
    );
    assert_eq!((record.ending.reason, record.turns.len()), (Reason::Rules, 42), "{:?}", record.turns.last());
}

#[test]
fn breakthrough_by_requests() {
    let record = game(AnyGame::of::<Breakthrough>(), "breakthrough", for_game::<Breakthrough>(StdinMove), 2);
    assert_eq!(
        (record.ending.reason, record.turns.len()),
        (Reason::TurnLimit, 2),
        "{:?}",
        record.turns.last()
    );
}

/// The largest number that follows this key.
fn most(records: &str, key: &str) -> u64 {
    let numbers = records.split(key).skip(1);
    numbers
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
        .max()
        .unwrap_or(0)
}

/// The records of a match that was stopped twice in the middle of turns, longer than a turn may take.
fn stopped_match(script: &str, protocol: &str) -> String {
    let folder = open_folder();
    std::fs::write(folder.path().join("slow.sh"), script).expect("a file");
    let mut referee = Command::new(env!("CARGO_BIN_EXE_plyground"))
        .args("match slow first --game connect-four -n 2 --time 1000 --out games".split(' '))
        .args(["--allow-root", "--trust-agents", "--program", &format!("slow={protocol}sh slow.sh")])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    let number = referee.id().to_string();
    let tell = |signal: &str| {
        let kill = Command::new("kill").args([signal, number.as_str()]).status();
        assert!(kill.expect("kill runs").success(), "{signal}");
    };
    // The first game begins when it is planned.
    let start = Instant::now();
    while !folder.path().join("games/plan.jsonl").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no game was planned");
        sleep(Duration::from_millis(5));
    }
    for _ in 0..2 {
        sleep(Duration::from_millis(500));
        tell("-STOP");
        sleep(Duration::from_secs(2));
        tell("-CONT");
    }
    assert!(referee.wait().expect("it ends").success());
    std::fs::read_to_string(folder.path().join("games/records/games.jsonl")).expect("records")
}

/// If the referee is stopped, no program is late: the time of the stop counts as waited. About one stop of fifty comes
/// in the middle of a look at the program and is not noticed; hence the tries.
#[test]
#[ignore = "long: turns of a second, and a referee that is stopped by the clock"]
fn a_referee_that_stood_still_does_not_count_the_time() {
    const LEFT_MOST: &str = "sleep 0.3; top=${1##*,}; before=${top%%.*}; echo ${#before}";
    const FIRST: &str = "while read -r word rest; do case $word in
        isready) echo readyok;;
        position) moves=${rest##* moves };;
        go) sleep 0.3; echo bestmove ${moves%% *};;
    esac; done";
    let is_fair = |records: &str| {
        let is_noticed = ["\"wall_us\":", "\"waited_us\":"].iter().all(|key| most(records, key) > 1_500_000);
        is_noticed && !records.contains("\"fault\":")
    };
    std::thread::scope(|scope| {
        for (script, protocol) in [(LEFT_MOST, ""), (FIRST, "lines:")] {
            let mut tries = (0..3).map(move |_| stopped_match(script, protocol));
            scope.spawn(move || {
                let unfair = |records: &String| !is_fair(records);
                let records: Vec<String> = tries.by_ref().take_while(unfair).collect();
                assert!(records.len() < 3, "{protocol}{script}\n{}", records.join("\n"));
            });
        }
    });
}

/// The numbers in a list as the kernel writes it: `0-2,5`.
fn processors(text: &str) -> BTreeSet<u32> {
    let numbers = text.trim().split(',').filter(|part| !part.is_empty()).flat_map(|part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.parse::<u32>().expect("a number");
        number(first)..=number(last)
    });
    numbers.collect()
}

#[test]
fn games_of_a_match_at_the_same_time_have_processors_of_their_own() {
    let allowed = |status: &str| {
        let line = status.lines().find_map(|line| line.split_once("list: "));
        processors(line.unwrap_or_else(|| panic!("no list: {status}")).1)
    };
    // Not every level shows programs `/proc`.
    let tell = "taskset --pid --cpu-list $$";
    let own = Command::new("sh").args(["-c", tell]).output().expect("a shell");
    if !needs::available("taskset", own.status.success()) {
        return;
    }
    let all = allowed(text(&own.stdout));
    let folder = open_folder();
    // It says on which processors it may run, and gives no move.
    let program = format!("teller=sh -c '{tell} >&2'");
    for (jobs, expected) in [("1", all.len()), ("2", if all.len() > 1 { all.len() / 2 } else { 1 })] {
        let words =
            ["match", "random", "teller", "--game", "connect-four", "-n", "4", "--json", "--allow-root"];
        let words = [&words[..], &["--jobs", jobs, "--program", &program]].concat();
        let document: Value = serde_json::from_slice(&plyground(folder.path(), &words).stdout).expect("JSON");
        let told = &document["first_faults"][1][0]["stderr"];
        let of_program = allowed(told.as_str().unwrap_or_else(|| panic!("{document}")));
        assert_eq!(of_program.len(), expected, "{jobs} at a time: {of_program:?} of {all:?}");
        assert!(of_program.is_subset(&all), "{of_program:?} of {all:?}");
    }
}
