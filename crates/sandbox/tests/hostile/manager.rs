//! The process that runs programs: what is left when it is killed itself, and signals that it ignores.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use plyground_sandbox::process::{Bounds, End, Session, run_once, settle};

use crate::HANG;
use crate::ground::{Ground, left_behind, mark, processes_with};

const ROLE: &str = "PLYGROUND_TEST_MANAGER";

/// The one to be killed: this test, started again by the other with a mark.
#[test]
fn a_manager() {
    let Ok(mark) = std::env::var(ROLE) else { return };
    let ground = Ground::new();
    let sessions: Vec<Session> = ground
        .isolations()
        .iter()
        .map(|isolation| {
            let program = ground.program(&["stubborn.sh"], &mark);
            Session::start(&program, isolation, &Bounds::default()).unwrap()
        })
        .collect();
    say(&format!("\nrunning {}", sessions.len()));
    sleep(10 * HANG);
}

#[allow(clippy::print_stdout, reason = "this is how it tells the other test")]
fn say(text: &str) {
    println!("{text}");
}

/// Another one, which does nothing but run a program and wait for its folder to be removed.
#[test]
fn the_next_manager() {
    if std::env::var_os(ROLE).is_some_and(|role| role == "next") {
        let ground = Ground::new();
        let isolation = ground.isolations().last().unwrap();
        let program = ground.program(&["echo.sh"], "");
        run_once(&program, isolation, b"", &Bounds::default()).unwrap();
        assert!(settle(HANG));
    }
}

/// Starts this program again with a role and a place for all that it makes.
fn manager(test: &str, role: &str, place: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(ROLE, role)
        .env("TMPDIR", place)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn programs_die_with_their_manager() {
    let place = tempfile::tempdir().unwrap();
    fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let mark = format!("managed-{}-", std::process::id());
    let mut killed = manager("manager::a_manager", &mark, place.path());
    let lines = BufReader::new(killed.stdout.take().unwrap()).lines();
    let count =
        lines.map_while(Result::ok).find_map(|line| line.strip_prefix("running ")?.parse::<usize>().ok());
    let limit = Instant::now() + HANG;
    // The manager itself has the mark, too.
    while processes_with(&mark).len() <= count.unwrap() && Instant::now() < limit {
        sleep(Duration::from_millis(5));
    }
    assert!(processes_with(&mark).len() > count.unwrap());
    killed.kill().unwrap();
    killed.wait().unwrap();
    left_behind(&mark).unwrap();

    // The folders it could not remove are removed by the next process that runs programs.
    let folders = || {
        let names = fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with("plyground-")).count()
    };
    assert!(folders() > 0);
    let next = manager("manager::the_next_manager", "next", place.path());
    assert!(next.wait_with_output().unwrap().status.success());
    assert_eq!(folders(), 0);
}

const IGNORES: &str = "PLYGROUND_TEST_IGNORES_SIGNALS";

/// Starts itself again as `nohup` and a shell's `&` would: hang-up, interrupt and quit are ignored.
#[test]
fn ignored_signals_are_not_handed_down() {
    if std::env::var_os(IGNORES).is_some() {
        let ground = Ground::new();
        for isolation in ground.isolations() {
            for signal in [1, 2, 3] {
                let argv = ["signal.sh", &signal.to_string()];
                let report = run_once(&ground.program(&argv, &mark()), isolation, b"", &Bounds::default());
                assert_eq!(report.unwrap().end, End::Signalled(signal), "{}", isolation.level());
            }
        }
        return;
    }
    let status = Command::new("/bin/sh")
        .args(["-c", "trap '' HUP INT QUIT; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "manager::ignored_signals_are_not_handed_down"])
        .env(IGNORES, "")
        .status();
    assert!(status.unwrap().success());
}
