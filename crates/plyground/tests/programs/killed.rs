//! A referee that is killed outright leaves nothing behind that runs.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::run::{is_long, open_folder};

/// Where programs talk to nobody any more, they would sleep so long.
const SCRIPT: &str = "import time; time.sleep(600) #";

/// How many times it is killed.
fn kills() -> u32 {
    if is_long() { 300 } else { 20 }
}

/// Processes whose command line holds this text. One that is just becoming another program has none for a moment.
fn running(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").expect("a system with /proc").flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(text)).collect()
}

/// Those that are still there after this time; none as soon as three looks in a row have seen none.
fn left(text: &str, time: Duration) -> Vec<String> {
    let end = Instant::now() + time;
    let mut clean = 0;
    loop {
        let seen = running(text);
        clean = if seen.is_empty() { clean + 1 } else { 0 };
        if clean == 3 || Instant::now() >= end {
            return seen;
        }
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_referee_that_is_killed_leaves_nothing_behind() {
    let folder = open_folder();
    let mut begun = 0;
    for number in 0..kills() {
        let mark = format!("mark-{}-{number}-end", std::process::id());
        let program = format!("sleeper=python3 -c '{SCRIPT} {mark}'");
        // What tries the sandbox has its file there, and so the mark on its command line.
        let temporary = folder.path().join(&mark);
        fs::create_dir(&temporary).unwrap();
        fs::set_permissions(&temporary, fs::Permissions::from_mode(0o755)).unwrap();
        let mut referee = Command::new(env!("CARGO_BIN_EXE_plyground"))
            .args(["match", "random", "sleeper", "--game", "connect-four", "-n", "2", "--allow-root"])
            .args(["--program", &program])
            .current_dir(folder.path())
            .env("TMPDIR", &temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Spread over the first 0.4 s, in which it tries the sandbox and starts the program.
        sleep(Duration::from_micros(u64::from(number) * 7919 % 400 * 1000 + u64::from(number) * 61 % 1000));
        // It holds the mark itself.
        begun += u32::from(running(&mark).len() > 1);
        referee.kill().unwrap();
        referee.wait().unwrap();
        assert_eq!(left(&mark, Duration::from_secs(20)), [""; 0], "after kill {number}");
    }
    assert!(begun > 0, "nothing had begun at any of the kills");
}

/// A folder of a program goes when another referee comes.
#[test]
fn whoever_comes_next_removes_what_is_left() {
    let folder = open_folder();
    let [temporary, note] = ["temporary", "told"].map(|name| folder.path().join(name));
    for path in [&temporary, &note] {
        fs::create_dir(path).unwrap();
        // Programs may be users of their own.
        fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    }
    let run = |program: &str| {
        let mut referee = Command::new(env!("CARGO_BIN_EXE_plyground"));
        // Without a box programs have a folder there.
        referee
            .args(["match", "random", "other", "--game", "connect-four", "-n", "2", "--allow-root"])
            .args(["--trust-agents", "--isolation", "none", "--program", program])
            .current_dir(folder.path())
            .env("TMPDIR", &temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        referee
    };
    let script = "other=sh -c 'echo $TMPDIR >told/new; mv told/new told/place; exec sleep 600'";
    let mut referee = run(script).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    let place = loop {
        if let Ok(place) = fs::read_to_string(note.join("place")) {
            break place;
        }
        assert!(Instant::now() < end, "its program does not begin");
        sleep(Duration::from_millis(1));
    };
    referee.kill().unwrap();
    referee.wait().unwrap();
    let place = Path::new(place.trim());
    assert!(place.starts_with(&temporary) && place.exists(), "{}", place.display());
    run("other=echo 0").status().unwrap();
    assert!(!place.exists(), "{}", place.display());
}
