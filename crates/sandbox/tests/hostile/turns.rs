//! Turns: whose time is whose, and that a program that is not on move does nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use plyground_sandbox::isolation::{Isolation, Level, Shares};
use plyground_sandbox::process::{Bounds, End, Ended, STRETCH, Session, SpawnError, run_once};
use rustix::thread::{CpuSet, sched_getaffinity};

use crate::ground::{Ground, left_behind};
use crate::sessions::{self, LONGEST};
use crate::{HANG, is_long, needs};

/// Starts a program, unless what it needs is missing here.
fn start(ground: &Ground, isolation: &Isolation, name: &str) -> Option<(Session, String)> {
    let is_there = needs::available(&format!("what runs {name}"), ground.can_run(&[name]));
    let bounds = Bounds { wall: HANG, ..Bounds::default() };
    is_there.then(|| sessions::start(ground, isolation, name, bounds))
}

/// Sends a line and expects the answer that all programs here give.
fn ask(session: &mut Session, line: &str) {
    let until = session.clock() + HANG;
    session.send(line);
    assert_eq!(session.receive(until, LONGEST).unwrap().bytes, b"3");
}

/// The most CPU time in a quarter of a second for a program that is stopped at every look.
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
#[ignore = "long: the clock of turns"]
fn programs_that_are_not_on_move_do_not_run() {
    Ground::compiled().at_every_level(|ground, isolation| {
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
fn programs_that_run_while_frozen_are_ended() {
    Ground::compiled().at_every_level(|ground, isolation| {
        let Some((mut session, mark)) = start(ground, isolation, "wakes_itself") else { return };
        // Waking up to no purpose is harmless.
        ask(&mut session, "a question");
        session.freeze();
        thread::sleep(Duration::from_millis(100));
        session.thaw();
        ask(&mut session, "spin");
        session.freeze();
        if isolation.level() >= Level::Bwrap {
            let heard = session.receive(session.clock() + HANG, LONGEST);
            assert_eq!(heard, Err(Ended::Over(End::OutOfTurn)), "at {}", isolation.level());
        } else if is_long() {
            // A process that has lost its parent is killed where no box holds it.
            let used = used(&session);
            assert!(used < LITTLE, "{used:?} at {}", isolation.level());
        }
        drop(session);
        left_behind(&mark).unwrap();
    });
}

/// A program that forks all the time is stopped or ended: it does not run on.
#[test]
#[ignore = "long: the clock of turns"]
fn nobody_escapes_by_forking() {
    Ground::compiled().at_every_level(|ground, isolation| {
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

#[test]
#[ignore = "long: the clock of turns"]
fn a_busy_machine_makes_nobody_late_and_excuses_nobody() {
    Ground::compiled().at_every_level(|ground, isolation| {
        if !needs::available("a C compiler", ground.can_run(&["burns"])) {
            return;
        }
        let bounds = Bounds { wall: Duration::from_millis(400), ..Bounds::default() };
        let run_by = |name: &str, needed: &str| {
            let program = ground.program(&[name, needed], "");
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
                let own = late.wall.saturating_sub(late.waited);
                assert!(own >= bounds.wall, "at {level}: {late:?}");
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

/// At level `none`, where a program may make itself the last that gets a processor.
#[test]
#[ignore = "long: the clock of turns"]
fn programs_that_never_get_a_processor_are_given_up() {
    let ground = Ground::compiled();
    let Some(isolation) = ground.isolations().iter().find(|one| one.level() == Level::None) else { return };
    if !needs::available("a C compiler", ground.can_run(&["burns"])) {
        return;
    }
    let mut program = ground.program(&["burns"], "");
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
            Err(Ended::Failed(SpawnError::Starved { wall, cpu })) => {
                // Until it was waited for, some of its time may have gone by, and of that the limit is.
                assert!(wall > STRETCH / 2 * limit && cpu < limit, "{wall:?}, {cpu:?}");
            }
            heard => panic!("{heard:?}"),
        }
    });
}

#[test]
fn simultaneous_games_have_separate_processors() {
    Ground::compiled().at_every_level(|ground, isolation| {
        let (all, has_python) = (processors(), ground.can_run(&["x.py"]));
        if !needs::available("Python and a second processor", has_python && all.len() > 1) {
            return;
        }
        let shares = Shares::new(2);
        let of_programs = [0, 1].map(|number| {
            let mut program = ground.program(&["echo.sh"], "");
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
#[ignore = "long: the clock of turns"]
fn sleeping_programs_are_late() {
    Ground::compiled().at_every_level(|ground, isolation| {
        let bounds = Bounds { wall: Duration::from_millis(300), ..Bounds::default() };
        let run = |argv: &[&str]| {
            if !needs::available(&format!("what runs {}", argv[0]), ground.can_run(argv)) {
                return Duration::ZERO;
            }
            let report = run_once(&ground.program(argv, ""), isolation, b"", &bounds).unwrap();
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

/// Time for an answer, and when programs that make time for themselves answer, in milliseconds.
const LIMIT: Duration = Duration::from_secs(1);
const TOO_LATE: u32 = 1_050;

/// Whether a program that answers too late is in time: started for one answer, or asked by lines.
fn is_in_time(ground: &Ground, isolation: &Isolation, argv: &[String], by_lines: bool) -> bool {
    let mut argv = argv.to_vec();
    argv.push(TOO_LATE.to_string());
    if !by_lines {
        let bounds = Bounds { wall: LIMIT, ..Bounds::default() };
        let report = run_once(&ground.program(&argv, ""), isolation, b"", &bounds).unwrap();
        let is_expected = matches!(report.end, End::WallOut | End::ProcessesOut | End::Exited(0));
        assert!(is_expected, "{argv:?}: {report:?}");
        return report.end == End::Exited(0);
    }
    argv.push("lines".to_owned());
    let bounds = Bounds { wall: Duration::from_secs(60), ..Bounds::default() };
    let mut session = Session::start(&ground.program(&argv, ""), isolation, &bounds).unwrap();
    let until = session.ask("a question") + LIMIT;
    match session.receive(until, LONGEST) {
        Ok(line) => line.clock <= until,
        Err(Ended::Late | Ended::Over(End::ProcessesOut)) => false,
        heard => panic!("{argv:?}: {heard:?}"),
    }
}

/// A hundred ways to compute where nobody looks, on all processors and on a share of them, gain less than a twentieth.
#[test]
#[ignore = "long: a hundred programs for a second each, at each level"]
fn unseen_processes_gain_no_time() {
    Ground::compiled().at_every_level(|ground, isolation| {
        // At the weakest level programs are trusted.
        let has_compiler = needs::available("a C compiler", ground.can_run(&["chains"]));
        if isolation.level() == Level::None || !has_compiler {
            return;
        }
        let shares = Shares::new(2);
        let ways = ["fork", "vfork", "clone", "threads"].into_iter().flat_map(|how| {
            [4, 10, 20, 40, 80].into_iter().flat_map(move |chains| {
                [30, 60, 100, 200, 500].into_iter().map(move |microseconds| (how, chains, microseconds))
            })
        });
        let honest = ["chains", "threads", "0", "0"].map(str::to_owned);
        let mut gain = Vec::new();
        for (number, (how, chains, microseconds)) in ways.enumerate() {
            let (by_lines, is_shared) = (number % 2 == 1, number % 4 >= 2);
            let isolation =
                if is_shared { isolation.clone().on_share(&shares, 0) } else { isolation.clone() };
            let argv = ["chains", how, &chains.to_string(), &microseconds.to_string()].map(str::to_owned);
            // Where an honest program is in time as well, the machine was busy with something else.
            let gains = |argv| is_in_time(ground, &isolation, argv, by_lines);
            if (0..3).all(|_| gains(&argv) && !gains(&honest)) {
                gain.push(format!("{argv:?} lines={by_lines} share={is_shared}"));
            }
        }
        assert!(gain.is_empty(), "at {}: {gain:#?}", isolation.level());
        // An honest program is in time with as much.
        let bounds = Bounds { wall: 2 * LIMIT, ..Bounds::default() };
        let argv = [honest.as_slice(), &[TOO_LATE.to_string()]].concat();
        let report = run_once(&ground.program(&argv, ""), isolation, b"", &bounds).unwrap();
        assert_eq!((report.end, report.stdout), (End::Exited(0), b"3\n".to_vec()));
    });
}

/// Nanoseconds of the clock that programs see, too.
fn monotonic() -> i128 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    i128::from(now.tv_sec) * 1_000_000_000 + i128::from(now.tv_nsec)
}

/// A program that runs while the other is on move is ended, or runs no longer than it takes to see that. It stamps what
/// it does, so that it is known when it was done.
#[test]
#[ignore = "long: forty programs for a second each, at each level"]
fn programs_do_not_work_in_the_turn_of_the_other() {
    Ground::compiled().at_every_level(|ground, isolation| {
        if !needs::available("a C compiler", ground.can_run(&["works_on"])) {
            return;
        }
        let ways = ["fork", "clone", "timer"].into_iter().flat_map(|how| {
            [1, 4, 10, 20, 40]
                .into_iter()
                .flat_map(move |chains| [30, 100, 500].map(|each| (how, chains, each)))
        });
        let other = ["burns", "800"];
        // Microseconds that it worked meanwhile, and those of the other's turn; nothing if it was ended.
        let time_worked = |argv: &[String]| -> Option<[i128; 2]> {
            let bounds = Bounds { wall: Duration::from_secs(60), ..Bounds::default() };
            let mut session = Session::start(&ground.program(argv, ""), isolation, &bounds).unwrap();
            let ask = |session: &mut Session, line: &str| {
                let until = session.ask(line) + HANG;
                session.receive(until, LONGEST).map(|line| String::from_utf8_lossy(&line.bytes).into_owned())
            };
            let answered = ask(&mut session, "a question");
            session.freeze();
            // The other is on move until it has used so much CPU time.
            let from = monotonic();
            let other = run_once(&ground.program(&other, ""), isolation, b"", &bounds).unwrap();
            let to = monotonic();
            assert_eq!(other.end, End::Exited(0), "{other:?}");
            session.thaw();
            match answered.and_then(|_| ask(&mut session, &format!("{from} {to}"))) {
                Ok(worked) => Some([worked.parse().unwrap(), (to - from) / 1_000]),
                // It runs all the same, or has taken too much.
                Err(ended) => {
                    assert!(matches!(ended, Ended::Over(_)), "{argv:?}: {ended:?}");
                    None
                }
            }
        };
        let mut stood = 0;
        for (how, chains, microseconds) in ways {
            let argv = ["works_on", how, &chains.to_string(), &microseconds.to_string()].map(str::to_owned);
            // What looks for it may have to wait for a processor once.
            let works_on =
                |found: &Option<[i128; 2]>| found.is_some_and(|[worked, turn]| worked >= turn / 20);
            let found = time_worked(&argv);
            if works_on(&found) {
                let (again, level) = ([time_worked(&argv), time_worked(&argv)], isolation.level());
                assert!(!again.iter().any(works_on), "{argv:?} at {level}: {found:?}, then {again:?} us");
            }
            stood += usize::from(found.is_some());
        }
        assert!(stood >= 10, "{stood} at {}", isolation.level());
    });
}
