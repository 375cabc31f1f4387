//! Programs that misbehave, and what becomes of them. Each is run at every level of isolation that works
//! on this machine; none may delay the caller, and none may leave anything behind.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod cases;
mod files;
mod ground;
mod manager;
#[path = "../needs/mod.rs"]
mod needs;
mod sessions;
mod turns;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cases::{Case, Expected};
use ground::{Ground, left_behind};
use plyground_sandbox::isolation::{Isolation, Level};
use plyground_sandbox::process::{Bounds, End, run_once};

/// Whether this is the long run, which has the machine to itself: what is promised in seconds is looked at there alone.
fn is_long() -> bool {
    std::env::var_os("PLYGROUND_LONG").is_some()
}

/// Nothing takes so long but what never ends.
const HANG: Duration = Duration::from_secs(60);

/// What a program may delay its caller beyond its wall time.
const SLACK: Duration = Duration::from_millis(250);

#[test]
fn every_hostile_program_ends_as_expected() {
    // A descriptor that everything started would inherit.
    let careless = std::fs::File::open("/dev/null").unwrap();
    rustix::io::fcntl_setfd(&careless, rustix::io::FdFlags::empty()).unwrap();
    let ground = Ground::compiled();
    let cases = cases::all(&ground);
    assert!(cases.len() >= 60, "{} cases", cases.len());
    for (at, isolation) in ground.isolations().iter().enumerate() {
        let next = AtomicUsize::new(0);
        let failures: Vec<String> = std::thread::scope(|scope| {
            let work = || {
                let take = || {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    cases.get(number).map(|case| (number, case))
                };
                let here = |case: &Case| isolation.level() > Level::None || !case.intrudes;
                // The gate tries a third of them at each weaker level.
                let is_tried = |number: usize| is_long() || at == 0 || number % 3 == at % 3;
                std::iter::from_fn(take)
                    .filter(|&(number, case)| here(case) && is_tried(number))
                    .filter_map(|(_, case)| judge(&ground, isolation, case).err())
                    .collect()
            };
            let threads: [_; 2] = std::array::from_fn(|_| scope.spawn(work));
            let failed = threads.map(|thread| -> Vec<String> { thread.join().unwrap() });
            failed.into_iter().flatten().collect()
        });
        assert!(failures.is_empty(), "{}:\n{}", isolation.level(), failures.join("\n"));
    }
    ground.assert_clean();
}

#[test]
fn many_programs_at_once_get_their_own_input_and_output() {
    let ground = Ground::new();
    let bounds = Bounds { stdout_bytes: 1 << 20, ..Bounds::default() };
    for isolation in ground.isolations() {
        let run = |thread: usize| {
            for round in 0..5 {
                let program = ground.program(&["echo.sh"], "");
                // More than a pipe holds, so that it comes and goes in pieces.
                let input = format!("{thread} {round}\n").repeat(40_000);
                let report = run_once(&program, isolation, input.as_bytes(), &bounds).unwrap();
                assert_eq!(report.end, End::Exited(0), "{}", isolation.level());
                assert!(report.stdout == input.as_bytes(), "{}", isolation.level());
            }
        };
        std::thread::scope(|scope| (0..8).for_each(|thread| drop(scope.spawn(move || run(thread)))));
    }
    ground.assert_clean();
}

/// Runs one case.
fn judge(ground: &Ground, isolation: &Isolation, case: &Case) -> Result<(), String> {
    let start = Instant::now();
    let mark = ground::mark();
    let program = ground.program(&case.argv, &mark);
    let result = run_once(&program, isolation, &case.input, &case.bounds);
    let delay = start.elapsed();
    let what = format!("{:?} at {}", case.argv, isolation.level());
    left_behind(&mark).map_err(|left| format!("{what} left {left}"))?;
    match (&case.expected, &result) {
        (Expected::NotStarted(message), Err(error)) if error.to_string() == *message => {}
        (Expected::Report { ends, check }, Ok(report)) if ends.contains(&report.end) => {
            check(report).map_err(|why| format!("{what}: {why}: {report:?}"))?;
            if report.level != isolation.level() {
                return Err(format!("{what}: recorded as {}", report.level));
            }
            if report.end == End::WallOut && report.wall < case.bounds.wall {
                return Err(format!("{what}: ended early: {report:?}"));
            }
        }
        _ => return Err(format!("{what}: {result:?}")),
    }
    let waited = result.map_or(Duration::ZERO, |report| report.waited);
    if is_long() && delay > case.bounds.wall + waited + SLACK {
        return Err(format!("{what} took {delay:?}"));
    }
    Ok(())
}
