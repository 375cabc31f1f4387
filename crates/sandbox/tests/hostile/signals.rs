//! Signals that the process ignores that runs programs.

use std::process::Command;

use plyground_sandbox::process::{Bounds, End, run_once};

use crate::ground::{Ground, mark};

const ROLE: &str = "PLYGROUND_TEST_IGNORES_SIGNALS";

/// Starts itself again as `nohup` and a shell's `&` would: hang-up, interrupt and quit are ignored.
#[test]
fn ignored_signals_are_not_handed_down() {
    if std::env::var_os(ROLE).is_some() {
        let ground = Ground::new();
        for isolation in ground.isolations() {
            for signal in [1, 2, 3] {
                let argv = ["signal.sh".to_owned(), signal.to_string()];
                let report = run_once(&ground.program(&argv, &mark()), isolation, b"", &Bounds::default());
                assert_eq!(report.unwrap().end, End::Signalled(signal), "{}", isolation.level());
            }
        }
        return;
    }
    let status = Command::new("/bin/sh")
        .args(["-c", "trap '' HUP INT QUIT; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "signals::ignored_signals_are_not_handed_down"])
        .env(ROLE, "")
        .status();
    assert!(status.unwrap().success());
}
