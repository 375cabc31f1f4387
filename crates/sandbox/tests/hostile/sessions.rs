//! Programs that run for a whole game.

use std::thread;
use std::time::{Duration, Instant};

use plyground_sandbox::isolation::{Isolation, Level};
use plyground_sandbox::process::{Bounds, End, Ended, Line, Session, SpawnError};

use crate::ground::{Ground, left_behind, mark};
use crate::{HANG, is_long, needs};

pub(crate) const LONGEST: usize = 1000;

pub(crate) fn start(ground: &Ground, isolation: &Isolation, name: &str, bounds: Bounds) -> (Session, String) {
    let mark = mark();
    let program = ground.program(&[name], &mark);
    (Session::start(&program, isolation, &bounds).unwrap(), mark)
}

fn bounds() -> Bounds {
    Bounds { wall: HANG, stdout_bytes: 100_000, stderr_bytes: 1000, ..Bounds::default() }
}

/// Waits for a line.
fn receive(session: &mut Session) -> Result<Line, Ended> {
    receive_within(session, HANG)
}

fn receive_within(session: &mut Session, within: Duration) -> Result<Line, Ended> {
    let until = session.clock() + within;
    session.receive(until, LONGEST)
}

#[test]
fn lines_go_to_and_fro() {
    Ground::new().at_every_level(|ground, isolation| {
        let (mut session, mark) = start(ground, isolation, "echo.sh", bounds());
        for move_number in 0..100 {
            let text = format!("position {move_number}");
            session.send(&text);
            let line = receive(&mut session).unwrap();
            assert_eq!((line.bytes, line.complete), (text.into_bytes(), true));
        }
        // Nothing was asked, nothing comes: late, and alive.
        let start = Instant::now();
        assert_eq!(receive_within(&mut session, Duration::from_millis(20)), Err(Ended::Late));
        assert!(start.elapsed() >= Duration::from_millis(20));
        session.send("one");
        session.send("two\r");
        assert_eq!(receive(&mut session).unwrap().bytes, b"one");
        assert_eq!(receive(&mut session).unwrap().bytes, b"two");
        let report = session.close(HANG).unwrap();
        assert_eq!((report.end, report.level), (End::Exited(0), isolation.level()));
        left_behind(&mark).unwrap();
    });
}

#[test]
fn the_last_words_of_a_program_are_heard() {
    Ground::new().at_every_level(|ground, isolation| {
        let (mut session, mark) = start(ground, isolation, "half_line.sh", bounds());
        let line = receive(&mut session).unwrap();
        assert_eq!((line.bytes.as_slice(), line.complete), (b"3".as_slice(), false));
        assert_eq!(receive(&mut session), Err(Ended::Over(End::Exited(0))));
        // And so on, however often one asks.
        assert_eq!(receive(&mut session), Err(Ended::Over(End::Exited(0))));
        session.send("anybody?");
        assert_eq!(session.close(Duration::ZERO).unwrap().end, End::Exited(0));
        left_behind(&mark).unwrap();

        let (mut session, _) = start(ground, isolation, "then_fails.sh", bounds());
        assert_eq!(receive(&mut session).unwrap().bytes, b"3");
        assert_eq!(receive(&mut session), Err(Ended::Over(End::Exited(1))));
    });
}

#[test]
fn floods_end_a_session_whether_or_not_anybody_listens() {
    Ground::new().at_every_level(|ground, isolation| {
        for (name, end) in [
            ("flood_stdout.sh", End::StdoutFlood),
            ("empty_lines.sh", End::StdoutFlood),
            ("endless_line.sh", End::StdoutFlood),
            ("flood_stderr.sh", End::StderrFlood),
        ] {
            let (mut session, mark) = start(ground, isolation, name, bounds());
            thread::sleep(Duration::from_millis(200));
            let ended = loop {
                match receive(&mut session) {
                    Ok(line) => assert!(line.bytes.len() <= LONGEST),
                    Err(ended) => break ended,
                }
            };
            assert_eq!(ended, Ended::Over(end), "{name} at {}", isolation.level());
            left_behind(&mark).unwrap();
        }
        // A line that is longer than asked for ends the program, too.
        let (mut session, mark) = start(ground, isolation, "echo.sh", bounds());
        session.send(&"x".repeat(LONGEST + 1));
        assert_eq!(receive(&mut session), Err(Ended::Over(End::StdoutFlood)));
        left_behind(&mark).unwrap();
    });
}

#[test]
fn bounds_hold_while_nobody_talks() {
    Ground::new().at_every_level(|ground, isolation| {
        let cpu = Bounds { cpu: Some(Duration::from_millis(100)), ..bounds() };
        let wall = Bounds { wall: Duration::from_millis(100), ..bounds() };
        for (name, bounds, end) in [("spins.sh", cpu, End::CpuOut), ("silent.sh", wall, End::WallOut)] {
            let (mut session, mark) = start(ground, isolation, name, bounds);
            let limit = Instant::now() + HANG;
            while session.receive(Duration::ZERO, LONGEST) == Err(Ended::Late) && Instant::now() < limit {
                thread::sleep(Duration::from_millis(5));
            }
            left_behind(&mark).unwrap();
            assert_eq!(session.receive(Duration::ZERO, LONGEST), Err(Ended::Over(end)), "{name}");
        }
    });
}

#[test]
fn sessions_end_programs_that_do_not_end() {
    Ground::new().at_every_level(|ground, isolation| {
        let (mut session, mark) = start(ground, isolation, "stubborn.sh", bounds());
        // It does not read either, and sending does not wait for it.
        for _ in 0..100 {
            session.send(&"x".repeat(500));
        }
        let before = Instant::now();
        let report = session.close(Duration::from_millis(50)).unwrap();
        assert_eq!(report.end, End::Closed);
        assert!(!is_long() || before.elapsed() < Duration::from_secs(1));
        left_behind(&mark).unwrap();

        let (session, mark) = start(ground, isolation, "silent.sh", bounds());
        drop(session);
        left_behind(&mark).unwrap();
    });
}

#[test]
fn a_session_outlives_the_thread_that_started_it() {
    Ground::new().at_every_level(|ground, isolation| {
        let (mut session, _) = thread::scope(|scope| {
            scope.spawn(|| start(ground, isolation, "echo.sh", bounds())).join().unwrap()
        });
        thread::sleep(Duration::from_millis(20));
        session.send("still there");
        assert_eq!(receive(&mut session).unwrap().bytes, b"still there");
    });
}

#[test]
fn what_cannot_be_started_is_said_at_once_or_when_asked() {
    Ground::new().at_every_level(|ground, isolation| {
        let program = ground.program(&["missing"], "");
        let error = match Session::start(&program, isolation, &bounds()) {
            Err(error) => error,
            Ok(mut session) => match receive(&mut session) {
                Err(Ended::Failed(error)) => error,
                other => panic!("{other:?}"),
            },
        };
        let reason = "No such file or directory".to_owned();
        let program = "./missing".to_owned();
        assert_eq!(error, SpawnError::Program { program, reason });
    });
}

/// The kernel counts against users, or against the users of a box.
#[test]
fn no_program_takes_what_the_kernel_counts_from_another() {
    let ground = Ground::compiled();
    if !needs::available("a C compiler", ground.can_run(&["queues"])) {
        return;
    }
    for isolation in ground.isolations() {
        let level = isolation.level();
        if level == Level::None || level == Level::Landlock && !rustix::process::geteuid().is_root() {
            // Ordinary users have one user for all programs that are not in a box.
            continue;
        }
        let run = |arguments: &[&str]| {
            let mut session = Session::start(&ground.program(arguments, ""), isolation, &bounds()).unwrap();
            let line = receive(&mut session).unwrap();
            (session, String::from_utf8(line.bytes).unwrap())
        };
        let (_greedy, took) = run(&["queues", "all"]);
        let count: u32 = took.split(' ').next().unwrap().parse().unwrap();
        assert!(count <= 1024 && took.ends_with(" no timer"), "{took} at {level}");
        let (_modest, got) = run(&["queues"]);
        assert_eq!(got, "0 timer", "beside {took} at {level}");
    }
    ground.assert_clean();
}

#[test]
fn two_programs_of_a_game_share_nothing() {
    Ground::new().at_every_level(|ground, isolation| {
        if isolation.level().word() == "none" || !needs::available("python3", ground.can_run(&["x.py"])) {
            return;
        }
        let script = |text: &str| {
            let mut program = ground.program(&[""; 0], "");
            program.argv = ["python3", "-c", text].map(Into::into).to_vec();
            Session::start(&program, isolation, &bounds()).unwrap()
        };
        let mut one = script(
            "import os; open(os.environ['TMPDIR'] + '/left', 'w').write('x')\n\
             print(os.environ['TMPDIR'], os.getpid(), flush=True); input()",
        );
        let line = receive(&mut one).unwrap();
        let told = String::from_utf8(line.bytes).unwrap();
        let (place, number) = told.split_once(' ').unwrap();
        let mut two = script(&format!(
            "import os\n\
             def tried(act):\n    \
                 try: return bool(act())\n    \
                 except OSError: return False\n\
             print(tried(lambda: open('{place}/left').read()), tried(lambda: os.listdir('{place}')), \
                 tried(lambda: {number} != os.getpid() and not os.kill({number}, 9)), flush=True)"
        ));
        assert_eq!(receive(&mut two).unwrap().bytes, b"False False False");
        // The first still runs.
        assert_eq!(receive_within(&mut one, Duration::from_millis(20)), Err(Ended::Late));
    });
}
