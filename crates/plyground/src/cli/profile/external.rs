//! Programs that are given a depth, measured as processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plyground_arena::invoke::Invoke;
use plyground_arena::protocol::{OneShot, PlayRules};
use plyground_arena::sandboxed_program::SandboxedProgram;
use plyground_core::search::{Algorithm, CutRule};
use plyground_core::{AnyGame, AnyPosition, Position};
use plyground_league::fault::FaultKind;
use plyground_sandbox::isolation::Isolation;
use plyground_sandbox::process::{Bounds, Program};

use super::{AlgorithmName, Args, Measurement, attended, position_texts};
use crate::cli::{listed, progress};
use crate::exit::{Failure, Streams};
use crate::present::untrusted::printable;
use crate::report::profile::{End, Profile, Series};

/// Measures the program that was given.
pub(super) fn measure(
    args: &Args,
    streams: &mut Streams<'_>,
    interrupted: &Arc<AtomicBool>,
) -> Result<Measurement, Failure> {
    if args.algorithms().contains(&AlgorithmName::BestOrder) {
        let message =
            "--algorithm best-order: programs are told minimax or alpha-beta; expected one of these";
        return Err(Failure::bad_input(message));
    }
    let game = args.game;
    let Some(ask) = PlayRules::of(game).search else {
        let others = AnyGame::all().iter().filter(|&&game| PlayRules::of(game).search.is_some());
        let others = listed(&others.map(|game| game.name()).collect::<Vec<_>>(), "or");
        let message = format!("{game}: its programs are told no depth; expected {others}");
        return Err(Failure::bad_input(message));
    };
    let positions = args.positions(game, streams)?;
    if let Some(text) = finished(&positions) {
        return Err(Failure::bad_input(format_args!(
            "position {text}: the game is over; expected one that goes on"
        )));
    }
    let isolation = args.isolation.probe_for(&[&args.command], &[], interrupted, streams)?;
    let dir = std::env::current_dir()
        .map_err(|error| Failure::bad_input(format_args!("the folder that you are in: {error}")))?;
    let program = Program { argv: args.command.clone(), dir, env: Vec::new() };
    let name = program.argv.first().map(|word| printable(&word.to_string_lossy())).unwrap_or_default();
    let bar = progress::spinner("measuring");
    let (mut series, mut problem) = (Vec::new(), None);
    for (number, position) in positions.iter().enumerate() {
        for &algorithm in args.algorithms() {
            if problem.is_some() || interrupted.load(Ordering::Relaxed) {
                break;
            }
            let (points, end) = args.deeper(position.plies_left(), |depth| {
                let asked = ProgramRun { program: &program, isolation: &isolation, limit: args.limit };
                args.point(depth, true, || {
                    asked.run(ask(in_search(algorithm), depth), position.clone(), interrupted).map_err(
                        |(end, message)| {
                            problem = message.map(|message| format!("{name} at depth {depth}: {message}"));
                            end
                        },
                    )
                })
            });
            let algorithm = format!("{name}, {}", algorithm.words());
            series.push(Series { position: number, algorithm, evaluation: None, points, end });
        }
    }
    bar.finish_and_clear();
    let profile = Profile { game: game.name(), positions: position_texts(&positions), series };
    Ok(Measurement { profile, problem })
}

/// The algorithm that a program is told.
const fn in_search(name: AlgorithmName) -> Algorithm {
    match name {
        AlgorithmName::Minimax => Algorithm::Minimax,
        AlgorithmName::AlphaBeta | AlgorithmName::BestOrder => Algorithm::AlphaBeta(CutRule::AtEqual),
    }
}

/// The first position in which there is nothing to be asked.
fn finished(positions: &[AnyPosition]) -> Option<String> {
    let over = positions.iter().position(|position| position.outcome().is_some())?;
    position_texts(positions).into_iter().nth(over)
}

/// What a program needs to run.
struct ProgramRun<'a> {
    program: &'a Program,
    isolation: &'a Isolation,
    limit: Duration,
}

impl ProgramRun<'_> {
    /// Runs the program once: the nodes that it tells, and its CPU time; or why not, and what to say of it.
    fn run(
        &self,
        protocol: Box<dyn OneShot<AnyPosition>>,
        position: AnyPosition,
        interrupted: &AtomicBool,
    ) -> Result<(Option<u128>, Duration), (End, Option<String>)> {
        let mut contained = SandboxedProgram {
            program: self.program.clone(),
            isolation: self.isolation.clone(),
            bounds: Bounds::default(),
        };
        let wall = self.limit * 2 + Duration::from_secs(5);
        let call = protocol.call(&position, 0, wall);
        let work = move || {
            let ended = contained.invoke(&call).map_err(|problem| problem.to_string())?;
            let reply = protocol.decode(&position, &ended);
            Ok((reply, ended.cpu.unwrap_or_default()))
        };
        let ran: Result<_, String> = attended(work, interrupted).map_err(|end| (end, None))?;
        if interrupted.load(Ordering::Relaxed) {
            return Err((End::Interrupted, None));
        }
        let (reply, cpu) = ran.map_err(|message| (End::Failed, Some(message)))?;
        match reply.choice {
            Ok(_) => Ok((reply.nodes.map(u128::from), cpu)),
            Err(fault) if fault.kind == FaultKind::Late => Err((End::Limit, None)),
            Err(fault) => Err((End::Failed, Some(printable(&fault.message)))),
        }
    }
}
