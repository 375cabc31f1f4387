//! Measures how fair clocks are: `cargo run --release -p plyground-arena --example lateness -- TURNS GAMES BUSY...`,
//! for example `1000 200 0 1 3 5`, which takes most of an hour.
//!
//! Programs that need a known part of their limit answer so many turns each, next to other processes that keep the
//! machine busy, half of them as sessions and half of them started anew. Then two equal players meet, one of which
//! leaves five processes behind that spin, and nothing of the machine is idle. All this is done at every level of
//! isolation that works. This file is all of the programs, too.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]
#![expect(clippy::unwrap_used, reason = "a measurement that fails has failed")]

use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use plyground_arena::clock::process_cpu_time;
use plyground_arena::contained::Contained;
use plyground_arena::entrant::TimeLimit;
use plyground_arena::protocol::Protocol;
use plyground_arena::referee::{Fixture, Settings, play};
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::{AnyGame, ByPlayer};
use plyground_league::event::Side;
use plyground_league::fault::{FaultKind, FaultPolicy};
use plyground_sandbox::isolation::{Isolation, Level, Policy, probe};
use plyground_sandbox::process::{Bounds, End, Ended, Program, Session, run_once};

/// Time for an answer.
const LIMIT: Duration = Duration::from_millis(100);

/// What programs need of it, in percent; the last is late.
const NEEDS: [u32; 4] = [20, 45, 90, 115];

/// What a player needs of its limit in the games, in percent.
const OF_A_PLAYER: u32 = 45;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let argument = |number: usize| arguments.get(number).map_or("", String::as_str);
    match argument(1) {
        "burn" => burn_for_lines(argument(2)),
        "play" => answer(argument(2) == "cheat"),
        "spin" => loop {
            std::hint::spin_loop();
        },
        number => {
            let busy: Vec<usize> = arguments.iter().skip(3).map(|word| word.parse().unwrap()).collect();
            measure(number.parse().unwrap_or(100), argument(2).parse().unwrap_or(0), &busy);
        }
    }
}

fn need(percent: u32) -> Duration {
    LIMIT * percent / 100
}

fn burn(percent: u32) {
    let end = process_cpu_time() + need(percent);
    while process_cpu_time() < end {}
}

/// Burns once if it is given how much, else for every line.
fn burn_for_lines(percent: &str) {
    let say = || {
        println!("3");
        stdout().flush().unwrap();
    };
    if let Ok(percent) = percent.parse() {
        burn(percent);
        return say();
    }
    for line in stdin().lock().lines() {
        burn(line.unwrap().parse().unwrap());
        say();
    }
}

/// Plays by the line protocol, the first legal move but for what the number of moves says. A cheat has five more
/// processes spin from its first answer on.
fn answer(is_cheat: bool) {
    let (mut moves, mut spinning) = (Vec::new(), Vec::new());
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        match line.split(' ').next() {
            Some("isready") => println!("readyok"),
            Some("position") => {
                let list = line.split_once(" moves ").map_or("", |(_, moves)| moves);
                moves = list.split(' ').map(str::to_owned).collect();
            }
            Some("go") => {
                burn(OF_A_PLAYER);
                let number = usize::try_from(process_cpu_time().subsec_nanos()).unwrap() / 1000;
                println!("bestmove {}", moves[number % moves.len()]);
                if is_cheat && spinning.is_empty() {
                    stdout().flush().unwrap();
                    spinning = spin(5);
                }
            }
            _ => {}
        }
        stdout().flush().unwrap();
    }
}

/// Starts processes that spin, each in a session of its own, as far as it can.
fn spin(count: usize) -> Vec<Child> {
    let own = std::env::current_exe().unwrap();
    let start = |_| Command::new("setsid").arg(&own).arg("spin").spawn().ok();
    (0..count).filter_map(start).collect()
}

/// Processes that spin as long as it lives.
struct Busy(Vec<Child>);

impl Drop for Busy {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Measures at every level that isolates and works here.
fn measure(turns: u32, games: u32, busy: &[usize]) {
    for strongest in Level::ALL.into_iter().filter(|&level| level != Level::None) {
        let policy = Policy { allow_root: true, strongest, ..Policy::default() };
        match probe(&policy) {
            Ok(isolation) if isolation.level() == strongest => measure_at(&isolation, turns, games, busy),
            _ => println!("isolation {strongest} does not work here"),
        }
    }
}

fn measure_at(isolation: &Isolation, turns: u32, games: u32, busy: &[usize]) {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path());
    let program = folder.path().join("program");
    std::fs::copy(std::env::current_exe().unwrap(), program).unwrap();
    let level = isolation.level();
    println!("isolation {level}, limit {} ms, {turns} turns each", LIMIT.as_millis());
    println!("{:>6} {:>6} {:>8} {:>10} {:>12}", "need", "busy", "late", "wall ms", "waited ms");
    for &busy in busy {
        let own = std::env::current_exe().unwrap();
        // Not in sessions of their own: without a box, children in other sessions are taken for a program's, and killed.
        let start = |_| Command::new(&own).arg("spin").spawn().unwrap();
        let _busy = Busy((0..busy).map(start).collect());
        for percent in NEEDS {
            let (mut late, mut wall, mut waited) = (0, Duration::ZERO, Duration::ZERO);
            let mut count = |is_late, took: Duration, of_it: Duration| {
                late += u32::from(is_late);
                wall += took;
                waited += of_it;
            };
            in_sessions(isolation, folder.path(), percent, turns / 2, &mut count);
            anew(isolation, folder.path(), percent, turns - turns / 2, &mut count);
            let mean = |time: Duration| time.as_secs_f64() * 1e3 / f64::from(turns);
            println!("{percent:>4} % {busy:>6} {late:>8} {:>10.1} {:>12.1}", mean(wall), mean(waited));
        }
    }
    if games > 1 {
        println!();
        against_a_cheat(isolation, folder.path(), games);
    }
}

fn open(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn program(folder: &Path, words: &[&str]) -> Program {
    let argv = std::iter::once("./program").chain(words.iter().copied()).map(Into::into).collect();
    Program { argv, dir: folder.to_owned(), env: Vec::new() }
}

fn in_sessions(
    isolation: &Isolation,
    folder: &Path,
    percent: u32,
    turns: u32,
    count: &mut dyn FnMut(bool, Duration, Duration),
) {
    let bounds = Bounds { wall: Duration::from_secs(86_400), ..Bounds::default() };
    let mut session = Session::start(&program(folder, &["burn"]), isolation, &bounds).unwrap();
    for _ in 0..turns {
        let start = std::time::Instant::now();
        let from = session.ask(&percent.to_string());
        let mut heard = session.receive(from + LIMIT, 100);
        let is_late = !heard.as_ref().is_ok_and(|line| line.clock <= from + LIMIT);
        while heard == Err(Ended::Late) {
            heard = session.receive(session.clock() + LIMIT, 100);
        }
        let line = heard.unwrap();
        let wall = line.at - start;
        count(is_late, wall, wall.saturating_sub(line.clock.saturating_sub(from)));
        session.freeze();
        session.thaw();
    }
}

fn anew(
    isolation: &Isolation,
    folder: &Path,
    percent: u32,
    turns: u32,
    count: &mut dyn FnMut(bool, Duration, Duration),
) {
    let bounds = Bounds { wall: LIMIT, ..Bounds::default() };
    for _ in 0..turns {
        let word = percent.to_string();
        let report = run_once(&program(folder, &["burn", &word]), isolation, b"", &bounds).unwrap();
        count(report.end == End::WallOut, report.wall, report.waited);
    }
}

/// Games of two equal players, one of which loads the machine.
fn against_a_cheat(isolation: &Isolation, folder: &Path, games: u32) {
    let (game, time) = (AnyGame::of::<ConnectFour>(), TimeLimit { limit: LIMIT, grace: Duration::ZERO });
    let settings = Settings::new(time, FaultPolicy::COMP3608);
    let (mut half_points, mut late) = (Vec::new(), [0, 0]);
    for number in 0..games {
        let player = |word: &str| {
            let bounds = Bounds { wall: LIMIT, ..Bounds::default() };
            let contained =
                Contained { program: program(folder, &["play", word]), isolation: isolation.clone(), bounds };
            contained.entrant(game, word, Protocol::Lines, Duration::ZERO, String::new())
        };
        let cheat_is_first = number % 2 == 0;
        let words = if cheat_is_first { ["cheat", "fair"] } else { ["fair", "cheat"] };
        let [mut first, mut second] = words.map(player);
        let fixture = Fixture { id: number.to_string(), start: game.start(), seed: number.into() };
        let record = play(&fixture, &settings, &mut ByPlayer::new(&mut *first, &mut *second), &mut |_| ());
        let cheat = if cheat_is_first { Side::First } else { Side::Second };
        half_points.push(match record.ending.winner {
            Some(winner) if winner == cheat => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        });
        for (late, side) in late.iter_mut().zip([cheat, cheat.opponent()]) {
            *late += record.faults(side, FaultKind::Late);
        }
    }
    let count = f64::from(games);
    let mean = half_points.iter().sum::<f64>() / count;
    let variance =
        half_points.iter().map(|points: &f64| (points - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let half_width = 1.96 * (variance / count).sqrt();
    println!(
        "a player that leaves five processes spinning, against its like: {:.1} % of {games} games (95 %: {:.1} to \
         {:.1}); late {} times itself, the other {} times",
        100.0 * mean,
        100.0 * (mean - half_width),
        100.0 * (mean + half_width),
        late[0],
        late[1]
    );
}
