//! Entrants' programs in the sandbox: what [`Invoke`] and [`Open`] ask for, done by
//! [`process`].

use std::ffi::OsString;
use std::time::{Duration, Instant};

use plyground_core::games::connect_four::ConnectFour;
use plyground_core::{AnyGame, ByPlayer};

use crate::entrant::{self, Conversation, Entrant, TimeLimit};
use crate::invoke::{
    Argument, Call, Closed, Converse, Ended, Invoke, MOST_LINE, NoFile, Open, Received, SystemError,
};
use crate::protocol::{MOST_FILE, PlayRules, Protocol};
use crate::referee::{self, Fixture, Settings};
use plyground_league::event::{End, Event, Meanwhile, micros};
use plyground_league::fault::FaultPolicy;
use plyground_sandbox::isolation::Isolation;
use plyground_sandbox::machine::Processors;
use plyground_sandbox::process::{
    self, Bounds, Cost, Files, Line, Program, Report, SCRATCH, Session, SpawnError,
};

/// A program, how it is kept apart, and what it may use.
#[derive(Clone, Debug)]
pub struct Contained {
    /// The command line of the entrant, to which a protocol's arguments are added.
    pub program: Program,
    /// How it is kept apart.
    pub isolation: Isolation,
    /// What it may use. Its wall time is for a whole game; a program that is started for every move gets
    /// the time of the move instead.
    pub bounds: Bounds,
}

/// Wall time for a whole game of a program that runs for one. Its answers have limits of their own.
const GAME: Duration = Duration::from_secs(86_400);

/// The names of the files in the folder that a program may write to.
const INPUT: &str = "input.txt";
const OUTPUT: &str = "output.txt";

impl Contained {
    /// The program as an entrant that is asked in this way. `startup` is what its interpreter needs to start,
    /// and `identity` what it calls itself, if that is known.
    pub fn entrant(
        mut self,
        game: AnyGame,
        name: impl Into<String>,
        protocol: Protocol,
        startup: Duration,
        identity: String,
    ) -> Box<dyn Entrant> {
        self.bounds.wall = GAME;
        let one_shot = match protocol {
            Protocol::OneShot { depth } => PlayRules::of(game).protocol(depth),
            Protocol::Lines => None,
        };
        match one_shot {
            Some(protocol) => {
                let mut program = entrant::Program::new(name, protocol, Box::new(self));
                (program.startup, program.identity) = (startup, identity);
                Box::new(program)
            }
            None => Box::new(Conversation::new(game, name, Box::new(self))),
        }
    }

    /// Runs the program once: what it left behind, and the most memory that it had in use at a time, in bytes.
    ///
    /// # Errors
    ///
    /// If it could not be started.
    pub fn run(&self, call: &Call) -> Result<(Ended, u64), SpawnError> {
        let argument = |argument: &Argument| match argument {
            Argument::Word(word) => OsString::from(word),
            Argument::Input => format!("{SCRATCH}/{INPUT}").into(),
            Argument::Output => format!("{SCRATCH}/{OUTPUT}").into(),
        };
        let mut program = self.program.clone();
        program.argv.extend(call.arguments.iter().map(argument));
        let bounds = Bounds { wall: call.wall, ..self.bounds };
        let given = call.file.iter().map(|text| (INPUT.to_owned(), text.clone().into_bytes())).collect();
        let wanted = call.file.as_ref().map(|_| (OUTPUT.to_owned(), MOST_FILE + 1));
        let files = Files { given, wanted };
        let input = call.input.as_bytes();
        let before = meanwhile(Duration::ZERO);
        let (report, file) = process::run_with_files(&program, &self.isolation, input, &bounds, &files)?;
        let Report { stdout, stderr_tail: stderr, wall, waited, unexcused, cpu, max_rss, .. } = report;
        let (end, cpu) = (recorded(report.end), Some(cpu));
        let meanwhile = match end {
            End::WallOut | End::CpuOut => meanwhile(report.unwatched).since(before),
            _ => Meanwhile::default(),
        };
        let absent = match end {
            End::Exited(_) | End::Signalled(_) => NoFile::Missing,
            _ => NoFile::Killed,
        };
        let file = call.file.as_ref().map(|_| file.ok_or(absent));
        Ok((Ended { stdout, file, stderr, end, wall, waited, unexcused, cpu, meanwhile }, max_rss))
    }
}

/// What has gone on by now beside a program whose watcher was kept from watching for so long.
fn meanwhile(unwatched: Duration) -> Meanwhile {
    let referee_us = Some(micros(unwatched));
    let Some(Processors { count: processors, busy, idle }) = Processors::now() else {
        return Meanwhile { referee_us, ..Meanwhile::default() };
    };
    Meanwhile { referee_us, processors, busy_us: micros(busy), idle_us: micros(idle) }
}

impl Invoke for Contained {
    fn invoke(&mut self, call: &Call) -> Result<Ended, SystemError> {
        ended(self.run(call))
    }
}

/// How a run ended. If a program cannot be started, its entrant is at fault.
///
/// # Errors
///
/// If the machine failed.
pub fn ended(ran: Result<(Ended, u64), SpawnError>) -> Result<Ended, SystemError> {
    match ran {
        Ok((ended, _)) => Ok(ended),
        Err(error @ SpawnError::Program { .. }) => {
            let stderr = error.to_string().into_bytes();
            Ok(Ended { stderr, ..Ended::without_traces(NOT_STARTED) })
        }
        Err(error) => Err(system_error(&error)),
    }
}

impl Open for Contained {
    fn open(&mut self) -> Result<Box<dyn Converse>, SystemError> {
        match Session::start(&self.program, &self.isolation, &self.bounds) {
            Ok(session) => Ok(Box::new(Running(Ok(session)))),
            Err(error @ SpawnError::Program { .. }) => Ok(Box::new(Running(Err(closed(&error))))),
            Err(error) => Err(system_error(&error)),
        }
    }
}

/// The exit status that shells report for a program that cannot be started. Its entrant is at fault.
const NOT_STARTED: End = End::Exited(127);

fn closed(error: &SpawnError) -> Closed {
    Closed { end: NOT_STARTED, stderr: error.to_string().into_bytes(), cpu: None }
}

/// A program that runs, or what is known of one that has ended or never began.
struct Running(Result<Session, Closed>);

impl Converse for Running {
    fn send(&mut self, line: &str) {
        self.0.iter_mut().for_each(|session| session.send(line));
    }

    fn clock(&mut self) -> Duration {
        self.0.as_mut().map_or(Duration::ZERO, |session| session.clock())
    }

    fn ask(&mut self, line: &str) -> Duration {
        self.0.as_mut().map_or(Duration::ZERO, |session| session.ask(line))
    }

    fn freeze(&mut self) {
        self.0.iter().for_each(Session::freeze);
    }

    fn thaw(&mut self) {
        self.0.iter().for_each(Session::thaw);
    }

    fn receive(&mut self, until: Duration) -> Received {
        let session = match &mut self.0 {
            Ok(session) => session,
            Err(closed) => return Received::Ended(closed.end),
        };
        match session.receive(until, MOST_LINE) {
            Ok(Line { bytes, at, clock, .. }) => Received::Line { bytes, at, clock },
            Err(process::Ended::Late) => Received::TimeOut,
            Err(process::Ended::Over(end)) => Received::Ended(recorded(end)),
            Err(process::Ended::Failed(error @ SpawnError::Program { .. })) => {
                self.0 = Err(closed(&error));
                Received::Ended(NOT_STARTED)
            }
            Err(process::Ended::Failed(error)) => Received::Failed(system_error(&error)),
        }
    }

    fn cpu(&mut self) -> Option<Duration> {
        self.0.as_mut().ok().map(|session| session.cpu())
    }

    fn unexcused(&mut self) -> Duration {
        self.0.as_mut().map_or(Duration::ZERO, |session| session.unexcused())
    }

    fn meanwhile(&mut self) -> Meanwhile {
        self.0.as_ref().map_or_else(|_| Meanwhile::default(), |session| meanwhile(session.unwatched()))
    }

    fn close(&mut self, within: Duration) -> Closed {
        let nothing = Closed { end: End::Closed, stderr: Vec::new(), cpu: None };
        let session = match std::mem::replace(&mut self.0, Err(nothing.clone())) {
            Ok(session) => session,
            Err(closed) => return closed,
        };
        session.close(within).map_or(nothing, |Report { end, stderr_tail: stderr, cpu, .. }| Closed {
            end: recorded(end),
            stderr,
            cpu: Some(cpu),
        })
    }
}

/// The end of a program as records have it.
const fn recorded(end: process::End) -> End {
    match end {
        process::End::Exited(status) => End::Exited(status),
        process::End::Signalled(signal) => End::Signalled(signal),
        process::End::WallOut => End::WallOut,
        process::End::CpuOut => End::CpuOut,
        process::End::MemoryOut => End::MemoryOut,
        process::End::ProcessesOut => End::ProcessesOut,
        process::End::StdoutFlood => End::StdoutFlood,
        process::End::StderrFlood => End::StderrFlood,
        process::End::OutOfTurn => End::OutOfTurn,
        process::End::Closed => End::Closed,
    }
}

fn system_error(error: &SpawnError) -> SystemError {
    SystemError(error.to_string())
}

/// What a turn of a game costs in which the program does nothing: from one turn to the next, `turns` times
/// and at least once, with everything that a referee does.
pub fn measure_turns(isolation: &Isolation, turns: u32) -> Option<Cost> {
    let (folder, game) = (process::empty_folder().ok()?, AnyGame::listed::<ConnectFour>());
    let nothing = || {
        let (argv, dir) = (vec!["/bin/true".into()], folder.path().to_owned());
        let program = Program { argv, dir, env: Vec::new() };
        let contained = Contained { program, isolation: isolation.clone(), bounds: Bounds::default() };
        contained.entrant(game, "nothing", Protocol::OneShot { depth: 1 }, Duration::ZERO, String::new())
    };
    let time = TimeLimit::seconds(10);
    let mut settings = Settings::new(time, FaultPolicy::COMP3608);
    // It has no answer to give, so every turn is lost.
    (settings.most_turns, settings.most_lost_turns) = (turns.max(1), turns.max(1));
    let fixture = Fixture { id: String::new(), start: game.start(), seed: 0 };
    let (mut times, mut before) = (Vec::new(), Instant::now());
    let (mut first, mut second) = (nothing(), nothing());
    referee::play(&fixture, &settings, &mut ByPlayer::new(&mut *first, &mut *second), &mut |event| {
        let now = Instant::now();
        if let Event::Turn(_) = event {
            times.push(now - before);
        }
        before = now;
    });
    Cost::of(times)
}
