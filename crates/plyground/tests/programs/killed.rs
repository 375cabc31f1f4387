//! A referee that is killed outright leaves nothing behind that runs.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::interrupt::{HANG, running, until};
use crate::run::{is_long, open_folder};

/// Where programs talk to nobody any more, they would sleep so long.
const SCRIPT: &str = "import time; time.sleep(600) #";

/// How many times it is killed.
fn kills() -> u32 {
    if is_long() { 300 } else { 8 }
}

#[test]
fn a_referee_that_is_killed_leaves_nothing_behind() {
    let folder = open_folder();
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
        if number == 0 {
            // It holds the mark itself.
            until("its program begins", || running(&mark).len() > 1);
        } else {
            // Any moment will do; these are spread over the first 0.4 s, in which it tries the sandbox and starts the program.
            sleep(Duration::from_micros(
                u64::from(number) * 7919 % 400 * 1000 + u64::from(number) * 61 % 1000,
            ));
        }
        referee.kill().unwrap();
        referee.wait().unwrap();
        let hang = Instant::now() + HANG;
        // A process that is just becoming another program has no command line, so one look may miss it.
        let mut looks_without = 0;
        while looks_without < 3 {
            let running = running(&mark);
            looks_without = if running.is_empty() { looks_without + 1 } else { 0 };
            assert!(Instant::now() < hang, "after kill {number} there is still: {running:?}");
            sleep(Duration::from_millis(5));
        }
    }
}

/// A folder of a program goes when another referee comes.
#[test]
fn the_next_referee_removes_what_is_left() {
    let folder = open_folder();
    let [temporary, told] = ["temporary", "told"].map(|name| folder.path().join(name));
    for path in [&temporary, &told] {
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
    until("its program begins", || told.join("place").exists());
    let place = fs::read_to_string(told.join("place")).unwrap();
    referee.kill().unwrap();
    referee.wait().unwrap();
    let place = Path::new(place.trim());
    assert!(place.starts_with(&temporary) && place.exists(), "{}", place.display());
    run("other=echo 0").status().unwrap();
    assert!(!place.exists(), "{}", place.display());
}
