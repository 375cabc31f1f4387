//! Turns: whose time is whose, and that whoever is not on move does nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use plyground_sandbox::isolation::{Isolation, Level, Shares};
use plyground_sandbox::process::{Bounds, End, NoLine, STRETCH, Session, SpawnError, run_once};
use rustix::thread::{CpuSet, sched_getaffinity};

use crate::ground::{Ground, left_behind, mark};
use crate::needs;

const LONGEST: usize = 1000;

/// At every level with `PLYGROUND_LONG`, otherwise at the strongest one that works here: turns have to last a while.
fn at_levels(test: impl Fn(&Ground, &Isolation)) {
    let mut ground = Ground::new();
    ground.compile();
    let levels = if std::env::var_os("PLYGROUND_LONG").is_some() { usize::MAX } else { 1 };
    for isolation in ground.isolations().iter().take(levels) {
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
    at_levels(|ground, isolation| {
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
                let mut thawed = Duration::ZERO;
                assert!(
                    (0..40).any(|_| {
                        thawed += used(&session);
                        thawed > 2 * LITTLE
                    }),
                    "it stands: {place}"
                );
            }
            drop(session);
            left_behind(&mark).unwrap();
        }
    });
}

#[test]
fn who_runs_all_the_same_is_ended() {
    at_levels(|ground, isolation| {
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
            assert_eq!(heard, Err(NoLine::Over(End::OutOfTurn)), "at {}", isolation.level());
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
    at_levels(|ground, isolation| {
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

/// The processors that this process may use.
fn processors() -> Vec<usize> {
    let all = sched_getaffinity(None).unwrap();
    (0..CpuSet::MAX_CPU).filter(|&processor| all.is_set(processor)).collect()
}

/// Does something while three threads for each processor keep the machine busy.
fn beside_load<T>(act: impl FnOnce() -> T) -> T {
    /// Ends the load, also where a test fails.
    struct Over<'a>(&'a AtomicBool);
    impl Drop for Over<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let _over = Over(&is_over);
        for _ in 0..3 * processors().len() {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        act()
    })
}

/// Three times, with `PLYGROUND_LONG`.
#[test]
fn a_busy_machine_makes_nobody_late_and_excuses_nobody() {
    let rounds = if std::env::var_os("PLYGROUND_LONG").is_some() { 3 } else { 1 };
    at_levels(|ground, isolation| {
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
            for _ in 0..rounds {
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
            for _ in 0..rounds {
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

/// At level `none`, where a program may make itself the last that gets a processor.
#[test]
fn who_never_gets_a_processor_is_given_up() {
    let mut ground = Ground::new();
    ground.compile();
    let Some(isolation) = ground.isolations().iter().find(|isolation| isolation.level() == Level::None)
    else {
        return;
    };
    if !needs::available("a C compiler", ground.can_run(&["burns".to_owned()])) {
        return;
    }
    let mut program = ground.program(&["burns".to_owned()], "");
    // Sessions share the machine equally on some systems, processes on others.
    let last = "echo 19 >/proc/self/autogroup; exec nice -n 19 \"$0\"";
    program.argv.splice(0..0, ["sh", "-c", last].map(Into::into));
    let bounds = Bounds { wall: Duration::from_secs(60), ..Bounds::default() };
    let mut session = Session::start(&program, isolation, &bounds).unwrap();
    beside_load(|| {
        // It has begun, and made itself the last.
        session.send("1");
        session.receive(Duration::MAX, LONGEST).unwrap();
        let limit = Duration::from_millis(200);
        let from = session.ask("5000");
        match session.receive(from + limit, LONGEST) {
            Err(NoLine::Failed(SpawnError::Starved { wall, cpu })) => {
                // Until it was waited for, some of its time may have gone by, and of that the limit is.
                assert!(wall > STRETCH / 2 * limit && cpu < limit, "{wall:?}, {cpu:?}");
            }
            heard => panic!("{heard:?}"),
        }
    });
}

#[test]
fn games_that_are_played_at_a_time_have_processors_of_their_own() {
    at_levels(|ground, isolation| {
        let (all, has_python) = (processors(), ground.can_run(&["x.py".to_owned()]));
        if !needs::available("Python and a second processor", has_python && all.len() > 1) {
            return;
        }
        let shares = Shares::new(2);
        let of_programs = [0, 1].map(|number| {
            let mut program = ground.program(&["echo.sh".to_owned()], "");
            let script = "import os; print(sorted(os.sched_getaffinity(0)))";
            program.argv = ["python3", "-c", script].map(Into::into).to_vec();
            let isolation = isolation.clone().on_share(&shares, number);
            let report = run_once(&program, &isolation, b"", &Bounds::default()).unwrap();
            assert_eq!(report.end, End::Exited(0), "{report:?}");
            let text = String::from_utf8_lossy(&report.stdout).into_owned();
            let numbers = text.trim().trim_matches(['[', ']']).split(", ");
            numbers.map(|number| number.parse().unwrap()).collect::<Vec<usize>>()
        });
        assert_eq!(of_programs.each_ref().map(Vec::len), [all.len() / 2; 2], "at {}", isolation.level());
        let together = of_programs.concat();
        assert!(together.iter().all(|number| all.contains(number)), "{together:?}");
        assert!(!of_programs[0].iter().any(|number| of_programs[1].contains(number)), "{together:?}");
    });
}

/// A program that sleeps is not waiting, however busy the machine is, and however many of its threads wait.
#[test]
fn who_sleeps_is_late() {
    at_levels(|ground, isolation| {
        let bounds = Bounds { wall: Duration::from_millis(300), ..Bounds::default() };
        let run = |argv: &[&str]| {
            let argv: Vec<String> = argv.iter().map(ToString::to_string).collect();
            if !needs::available(&format!("what runs {}", argv[0]), ground.can_run(&argv)) {
                return Duration::ZERO;
            }
            let report = run_once(&ground.program(&argv, ""), isolation, b"", &bounds).unwrap();
            assert_eq!(report.end, End::WallOut, "{argv:?} at {}: {report:?}", isolation.level());
            report.waited
        };
        // Alone it has nobody to wait for but itself.
        let waited = run(&["bursts", "30000"]);
        assert!(waited < bounds.wall, "{waited:?} at {}", isolation.level());
        beside_load(|| {
            run(&["late.sh"]);
            run(&["bursts", "30000"]);
        });
    });
}
