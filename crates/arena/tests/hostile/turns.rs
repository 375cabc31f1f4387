//! Turns: whose time is whose, and that whoever is not on move does nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use plyground_arena::process::{Bounds, End, Ended, Session, run_once};
use plyground_arena::sandbox::{Isolation, Level};

use crate::ground::{Ground, left_behind, mark};
use crate::needs;

const LONGEST: usize = 1000;

fn for_every_level(test: impl Fn(&Ground, &Isolation)) {
    let mut ground = Ground::new();
    ground.compile();
    for isolation in ground.isolations() {
        test(&ground, isolation);
    }
    ground.assert_clean();
}

/// Starts a program, unless what it needs is missing here.
fn start(ground: &Ground, isolation: &Isolation, name: &str) -> Option<(Session, String)> {
    if !needs::available(&format!("what runs {name}"), ground.can_run(&[name.to_owned()])) {
        return None;
    }
    let mark = mark();
    let program = ground.program(&[name.to_owned()], &mark);
    let bounds = Bounds { wall: Duration::from_secs(60), ..Bounds::default() };
    Some((Session::start(&program, isolation, &bounds).unwrap(), mark))
}

/// Sends a line and expects the answer that all programs here give.
fn ask(session: &mut Session, line: &str) {
    let until = session.clock() + Duration::from_secs(10);
    session.send(line);
    assert_eq!(session.receive(until, LONGEST).unwrap().bytes, b"3");
}

/// CPU time that whoever is stopped at every look may use in a quarter of a second.
const LITTLE: Duration = Duration::from_millis(15);

/// CPU time that it uses in a quarter of a second.
fn used(session: &Session) -> Duration {
    session.clock();
    let before = session.cpu();
    thread::sleep(Duration::from_millis(250));
    session.clock();
    session.cpu().saturating_sub(before)
}

#[test]
fn who_is_not_on_move_stands_still() {
    for_every_level(|ground, isolation| {
        for name in ["thinks_on.py", "vforks"] {
            let Some((mut session, mark)) = start(ground, isolation, name) else { continue };
            for turn in 0..3 {
                let place = format!("{name} in turn {turn} at {}", isolation.level());
                ask(&mut session, "a question");
                thread::sleep(Duration::from_millis(50));
                session.freeze();
                let frozen = used(&session);
                assert!(frozen < LITTLE, "{frozen:?}: {place}");
                session.thaw();
                let thawed = used(&session);
                assert!(thawed > 2 * LITTLE, "{thawed:?}: {place}");
            }
            drop(session);
            left_behind(&mark).unwrap();
        }
    });
}

#[test]
fn who_runs_all_the_same_is_ended() {
    for_every_level(|ground, isolation| {
        let Some((mut session, mark)) = start(ground, isolation, "wakes_itself") else { return };
        // Waking up to no purpose is harmless.
        ask(&mut session, "a question");
        session.freeze();
        thread::sleep(Duration::from_millis(100));
        session.thaw();
        ask(&mut session, "spin");
        session.freeze();
        if isolation.level() >= Level::Bwrap {
            let heard = session.receive(session.clock() + Duration::from_secs(5), LONGEST);
            assert_eq!(heard, Err(Ended::Over(End::OutOfTurn)), "at {}", isolation.level());
        } else {
            // Whoever has lost its parent is killed where no box holds it.
            let used = used(&session);
            assert!(used < LITTLE, "{used:?} at {}", isolation.level());
        }
        drop(session);
        left_behind(&mark).unwrap();
    });
}

/// One that forks all the time stands still or is ended: it does not run on.
#[test]
fn nobody_escapes_by_forking() {
    for_every_level(|ground, isolation| {
        let Some((mut session, mark)) = start(ground, isolation, "forks_on.py") else { return };
        ask(&mut session, "a question");
        thread::sleep(Duration::from_millis(50));
        session.freeze();
        thread::sleep(Duration::from_millis(200));
        let frozen = used(&session);
        assert!(frozen < LITTLE, "{frozen:?} at {}", isolation.level());
        drop(session);
        left_behind(&mark).unwrap();
    });
}

/// Does something while three threads for each processor keep the machine busy.
fn beside_load<T>(act: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..3 * thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = act();
        is_over.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn a_busy_machine_makes_nobody_late_and_excuses_nobody() {
    for_every_level(|ground, isolation| {
        if !needs::available("a C compiler", ground.can_run(&["burns".to_owned()])) {
            return;
        }
        let bounds = Bounds { wall: Duration::from_millis(400), ..Bounds::default() };
        let run_by = |name: &str, needed: &str| {
            let program = ground.program(&[name.to_owned(), needed.to_owned()], "");
            run_once(&program, isolation, b"", &bounds).unwrap()
        };
        let run = |needed: &str| run_by("burns", needed);
        beside_load(|| {
            let level = isolation.level();
            for _ in 0..3 {
                let in_time = run("250");
                assert_eq!(in_time.end, End::Exited(0), "at {level}: {in_time:?}");
                let late = run("600");
                assert_eq!(late.end, End::WallOut, "at {level}: {late:?}");
                assert!(
                    late.wall.saturating_sub(late.waited) >= Duration::from_millis(400),
                    "at {level}: {late:?}"
                );
            }
            let hidden = run_by("hides_work", "600");
            assert_eq!(hidden.end, End::WallOut, "at {level}: {hidden:?}");
            let (mut session, _) = start(ground, isolation, "burns").unwrap();
            for _ in 0..3 {
                for (needed, is_late) in [("250", false), ("600", true)] {
                    let until = session.clock() + Duration::from_millis(400);
                    session.send(needed);
                    let heard = session.receive(until, LONGEST).map(|line| line.clock <= until);
                    assert_eq!(heard == Ok(true), !is_late, "{needed} at {level}: {heard:?}");
                    if heard.is_err() {
                        session.receive(Duration::MAX, LONGEST).unwrap();
                    }
                }
            }
        });
    });
}

/// A program that sleeps is not waiting, however busy the machine is, and however many of its threads wait.
#[test]
fn who_sleeps_is_late() {
    for_every_level(|ground, isolation| {
        let bounds = Bounds { wall: Duration::from_millis(300), ..Bounds::default() };
        let run = |argv: &[&str]| {
            let argv: Vec<String> = argv.iter().map(ToString::to_string).collect();
            if !needs::available(&format!("what runs {}", argv[0]), ground.can_run(&argv)) {
                return;
            }
            let report = run_once(&ground.program(&argv, ""), isolation, b"", &bounds).unwrap();
            let level = isolation.level();
            assert_eq!(report.end, End::WallOut, "{argv:?} at {level}: {report:?}");
            assert!(report.wall < Duration::from_millis(1500), "{argv:?} at {level}: {report:?}");
        };
        run(&["bursts", "3000"]);
        beside_load(|| {
            run(&["late.sh"]);
            run(&["bursts", "3000"]);
        });
    });
}
