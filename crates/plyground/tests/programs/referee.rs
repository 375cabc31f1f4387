//! A referee that is stopped or killed, and the processors of programs that play at the same time.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::interrupt::{running, until};
use crate::needs;
use crate::run::{PLYGROUND, TRUST, is_long, open_folder, plyground, ran};

/// A program of ours, and those of the page on protocols, play whole games under the referee and are never at fault.
#[test]
fn small_programs_play_whole_games() {
    let folder = open_folder();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for (game, start, program) in [
        ("max-connect-four", "./", PathBuf::from(env!("CARGO_BIN_EXE_maxconnect4"))),
        ("max-connect-four", "python3 ", examples.join("agents/python/state_file_agent.py")),
        ("connect-four", "python3 ", examples.join("tournaments/comp3608/entrants/centre/centre.py")),
    ] {
        if start == "python3 " && !needs::program("python3") {
            continue;
        }
        // The user whom programs run as may not enter the folder of the build.
        let name = program.file_name().and_then(OsStr::to_str).expect("a plain name");
        fs::copy(&program, folder.path().join(name)).expect("room for it");
        let own = format!("own={start}{name}");
        let words = "match random own -n 2 --time 60000 --json --allow-root --game";
        let words = words.split(' ').chain([game, "--program", &own]);
        let document = plyground(folder.path(), &words.collect::<Vec<_>>()).json();
        assert_eq!(document["games"], 2, "{document}");
        let faults = document["faults"][1].as_object().expect("faults by kind");
        assert!(faults.values().all(|count| *count == 0), "{own}: {document}");
    }
}

/// The largest number that follows this key.
fn most(records: &str, key: &str) -> u64 {
    let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    records.split(key).skip(1).filter_map(number).max().unwrap_or(0)
}

/// The records of a match that was stopped twice in the middle of turns, longer than a turn may take.
fn stopped_match(script: &str, protocol: &str) -> String {
    let folder = open_folder();
    fs::write(folder.path().join("slow.sh"), script).expect("a file");
    let mut referee = Command::new(PLYGROUND)
        .args("match slow first --game connect-four -n 2 --time 1000 --out games".split(' '))
        .args(TRUST)
        .args(["--program", &format!("slow={protocol}sh slow.sh")])
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
    until("a game is planned", || folder.path().join("games/plan.jsonl").exists());
    for _ in 0..2 {
        sleep(Duration::from_millis(500));
        tell("-STOP");
        sleep(Duration::from_secs(2));
        tell("-CONT");
    }
    assert!(referee.wait().expect("it ends").success());
    fs::read_to_string(folder.path().join("games/records/games.jsonl")).expect("records")
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

/// Which processors these are is a promise of the sandbox.
#[test]
fn games_of_a_match_at_the_same_time_have_processors_of_their_own() {
    let number = |text: &str| text.trim().parse::<usize>().unwrap_or_else(|_| panic!("{text}"));
    let all = number(&ran(&mut Command::new("nproc")).done());
    let folder = open_folder();
    // It says on how many processors it may run, and gives no move.
    let words = "match random teller --game connect-four -n 4 --json --allow-root --jobs";
    for (jobs, expected) in [("1", all), ("2", (all / 2).max(1))] {
        let words = words.split(' ').chain([jobs, "--program", "teller=sh -c 'nproc >&2'"]);
        let document = plyground(folder.path(), &words.collect::<Vec<_>>()).json();
        let told = document["first_faults"][1][0]["stderr"].as_str();
        let told = number(told.unwrap_or_else(|| panic!("{document}")));
        assert_eq!(told, expected, "{jobs} at a time, of {all}");
    }
}

#[test]
fn a_referee_that_is_killed_leaves_nothing_behind() {
    let folder = open_folder();
    let kills: u64 = if is_long() { 300 } else { 8 };
    for number in 0..kills {
        let mark = format!("mark-{}-{number}-end", std::process::id());
        // It ends by a signal alone.
        let program = format!("sleeper=python3 -c 'import signal; signal.pause() # {mark}'");
        // What tries the sandbox has its file there, and so the mark on its command line.
        let temporary = folder.path().join(&mark);
        fs::create_dir(&temporary).unwrap();
        fs::set_permissions(&temporary, fs::Permissions::from_mode(0o755)).unwrap();
        let mut referee = Command::new(PLYGROUND);
        referee.args("match random sleeper --game connect-four -n 2 --allow-root --program".split(' '));
        referee.arg(program).current_dir(folder.path()).env("TMPDIR", &temporary);
        referee.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut referee = referee.spawn().unwrap();
        if number == 0 {
            // It holds the mark itself.
            until("its program begins", || running(&mark).len() > 1);
        } else {
            // Any moment will do; these are spread over the first looks, in which it tries the sandbox and starts the program.
            for _ in 0..number * 7919 % 100 {
                running(&mark);
            }
        }
        referee.kill().unwrap();
        referee.wait().unwrap();
        // A process that is just becoming another program has no command line, so one look may miss it.
        let mut looks_without = 0;
        until(&format!("the end of all that kill {number} has left: {mark}"), || {
            looks_without = if running(&mark).is_empty() { looks_without + 1 } else { 0 };
            looks_without == 3
        });
    }
}
