//! What is left when the process that runs programs is killed itself.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use plyground_arena::process::{Bounds, Session};

use crate::ground::{Ground, processes_with};

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
            let program = ground.program(&["stubborn.sh".to_owned()], &mark);
            Session::start(&program, isolation, &Bounds::default()).unwrap()
        })
        .collect();
    println!("\nrunning {}", sessions.len());
    sleep(Duration::from_secs(10));
}

#[test]
fn programs_die_with_their_manager() {
    let mark = format!("managed-{}-", std::process::id());
    let mut manager = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "manager::a_manager", "--nocapture"])
        .env(ROLE, &mark)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(manager.stdout.take().unwrap()).lines();
    let count =
        lines.map_while(Result::ok).find_map(|line| line.strip_prefix("running ")?.parse::<usize>().ok());
    let limit = Instant::now() + Duration::from_secs(5);
    // The manager itself has the mark, too.
    while processes_with(&mark).len() <= count.unwrap() && Instant::now() < limit {
        sleep(Duration::from_millis(5));
    }
    assert!(processes_with(&mark).len() > count.unwrap());
    manager.kill().unwrap();
    manager.wait().unwrap();
    let limit = Instant::now() + Duration::from_secs(3);
    while !processes_with(&mark).is_empty() && Instant::now() < limit {
        sleep(Duration::from_millis(5));
    }
    assert_eq!(processes_with(&mark), Vec::<String>::new());
}
