//! Programs that are given a depth, measured as processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plyground_arena::contained::Contained;
use plyground_arena::invoke::{Invoke, SystemError};
use plyground_arena::protocol::{Arguments, OneShot, StateFiles, for_game};
use plyground_core::games::connect_four::ConnectFour;
use plyground_core::games::max_connect_four::MaxConnectFour;
use plyground_core::search::Algorithm;
use plyground_core::{AnyPosition, Game, Position};
use plyground_league::fault::FaultKind;
use plyground_sandbox::process::Bounds;

use super::{Args, Measure, attended, position_texts};
use crate::cli::programs::in_current_dir;
use crate::exit::{Failure, Streams};
use crate::present::progress;
use crate::report::profile::{End, Profile, Series};
use crate::shown::printable;

/// How a program is asked for a search.
type Ask = fn(Algorithm, u32) -> Box<dyn OneShot<AnyPosition>>;

/// Measures the program that was given; with it comes what went wrong with the program.
pub(super) fn measure(
    args: &Args,
    streams: &mut Streams<'_>,
    interrupted: &Arc<AtomicBool>,
) -> Result<(Profile, Option<String>), Failure> {
    let searches = args.algorithms().iter().map(|measure| match measure {
        Measure::Search(algorithm @ (Algorithm::Minimax | Algorithm::AlphaBeta(_))) => Ok(*algorithm),
        other => Err(bad_input!(
            "--algorithm {}: programs are told minimax or alpha-beta; expected one of these",
            other.name()
        )),
    });
    let searches: Vec<Algorithm> = searches.collect::<Result<_, _>>()?;
    let game = args.game;
    let ask: Ask = match game.name() {
        ConnectFour::NAME => |algorithm, depth| for_game::<ConnectFour>(Arguments::search(algorithm, depth)),
        MaxConnectFour::NAME => |_, depth| for_game::<MaxConnectFour>(StateFiles { depth }),
        name => {
            let expected = "expected connect-four or max-connect-four";
            return Err(bad_input!("{name}: its programs are told no depth; {expected}"));
        }
    };
    let positions = args.positions(game, streams)?;
    let texts = position_texts(&positions);
    let over = positions.iter().zip(&texts).find(|(position, _)| position.outcome().is_some());
    if let Some((_, text)) = over {
        return Err(bad_input!("position {text}: the game is over; expected one that goes on"));
    }
    let isolation = args.isolation.probe_for(&[&args.command], &[], interrupted, streams)?;
    let program = in_current_dir(args.command.clone())?;
    let name = program.argv.first().map(|word| printable(&word.to_string_lossy())).unwrap_or_default();
    let bar = progress::spinner("measuring");
    let (mut series, mut problem) = (Vec::new(), None);
    for (number, position) in positions.iter().enumerate() {
        for &algorithm in &searches {
            if problem.is_some() || interrupted.load(Ordering::Relaxed) {
                break;
            }
            let (points, end) = args.deeper(position.plies_left(), |depth| {
                args.point(depth, true, || {
                    let contained = Contained {
                        program: program.clone(),
                        isolation: isolation.clone(),
                        bounds: Bounds::default(),
                    };
                    let asked = (ask(algorithm, depth), position.clone());
                    run(contained, asked, args.limit, interrupted).map_err(|(end, message)| {
                        problem = message.map(|message| format!("{name} at depth {depth}: {message}"));
                        end
                    })
                })
            });
            let algorithm = format!("{name}, {}", algorithm.name());
            series.push(Series { position: number, algorithm, evaluation: None, points, end });
        }
    }
    bar.finish_and_clear();
    Ok((Profile { game: game.name(), positions: texts, series }, problem))
}

/// Runs a program once. Gives the nodes that it reports and its CPU time; or why the series ends, and a message.
fn run(
    mut contained: Contained,
    (protocol, position): (Box<dyn OneShot<AnyPosition>>, AnyPosition),
    limit: Duration,
    interrupted: &AtomicBool,
) -> Result<(Option<u128>, Duration), (End, Option<String>)> {
    let wall = limit * 2 + Duration::from_secs(5);
    let call = protocol.call(&position, 0, wall);
    let work = move || {
        let ended = contained.invoke(&call)?;
        let reply = protocol.decode(&position, &ended);
        Ok((reply, ended.cpu.unwrap_or_default()))
    };
    let ran: Result<_, SystemError> = attended(work, interrupted).map_err(|end| (end, None))?;
    if interrupted.load(Ordering::Relaxed) {
        return Err((End::Interrupted, None));
    }
    let (reply, cpu) = ran.map_err(|error| (End::Failed, Some(error.to_string())))?;
    match reply.choice {
        Ok(_) => Ok((reply.nodes.map(u128::from), cpu)),
        Err(fault) if fault.kind == FaultKind::Late => Err((End::Limit, None)),
        Err(fault) => Err((End::Failed, Some(printable(&fault.message)))),
    }
}
