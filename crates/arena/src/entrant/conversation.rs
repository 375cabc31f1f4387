//! Programs that run for a whole game and speak the line protocol.
//!
//! A program is started for each game when it is first asked. Before every question it must say that
//! it is ready; what it has printed until then belongs to earlier questions and is dropped, so a second
//! answer is never taken for the next. Lines are judged by when they came, not by when they are heard. A
//! program that is late, has ended or floods is ended by force, and started afresh for its next turn.
//!
//! A program is frozen while it is not on move: from its answer until the next question.
//!
//! Times are read from the program's own clock, which does not count what the machine keeps it waiting. Starting takes
//! none of a move's time. Once a program runs, getting ready does: it could think meanwhile. What the referee needs
//! between hearing that it is ready and asking it does not.

use std::time::{Duration, Instant};

use plyground_core::{AnyGame, Player, quote};

use super::{Answer, Entrant, Question, Spent, stderr_tail};
use crate::invoke::{Closed, Converse, Open, Received, SystemError};
use crate::protocol::lines::{self, Said};
use crate::protocol::without_answer;
use plyground_league::event::{Attempt, End, MOST_TEXT, Meanwhile, Timeout, excerpt, micros};
use plyground_league::fault::{Fault, FaultKind};
use plyground_league::record::{EntrantRecord, Session};

/// A program behind the line protocol.
pub struct Conversation {
    game: AnyGame,
    name: String,
    open: Box<dyn Open>,
    pub(super) to_start: Duration,
    running: Option<Box<dyn Converse>>,
    /// Starts in a row of this game after which it did not say that it is ready.
    mute: u32,
    side: Player,
    identity: String,
}

/// Bytes that a program may print for one question; what it says beyond its move is ignored, but read.
const MOST_OUTPUT: usize = 1 << 20;

/// Wall time that a program gets to end by itself after a game.
const TO_QUIT: Duration = Duration::from_millis(500);

/// Wall time for starting, and for saying that it is ready.
const TO_START: Duration = Duration::from_secs(10);

/// Starts in a row without readyok in time after which a program is not started again in a game.
const MOST_MUTE: u32 = 2;

/// How the fault of a program begins that is not started again in a game.
pub const NOT_STARTED: &str = "not started again in this game";

/// How the fault of a program begins that said nothing.
const SILENT: &str = "silent for";

/// What is told of a program that says nothing: it may have, into a buffer.
const FLUSH: &str = "output to a pipe must be flushed after each line: print(..., flush=True) in Python, \
                     System.out.flush() in Java, fflush(stdout) in C";

impl Conversation {
    /// A program that `open` starts, for a game.
    pub fn new(game: AnyGame, name: impl Into<String>, open: Box<dyn Open>) -> Self {
        Self {
            game,
            name: name.into(),
            open,
            to_start: TO_START,
            running: None,
            mute: 0,
            side: Player::First,
            identity: String::new(),
        }
    }
}

impl std::fmt::Debug for Conversation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conversation").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Listens until `wanted` makes something of what the program says, given when it was said, or until the program's clock
/// shows `until`. Returns what was made, and when that was said, or the fault of the program. `expected` and `allowed`, the
/// time there was, are for messages; `nodes` is what the program reports meanwhile.
fn listen<T>(
    program: &mut dyn Converse,
    (until, allowed): (Duration, Duration),
    expected: &str,
    nodes: &mut Option<u64>,
    mut wanted: impl FnMut(Said, Instant) -> Option<T>,
) -> Result<Result<(T, Moment), Fault>, SystemError> {
    let fault =
        |kind, message: &str| Ok(Err(Fault::new(kind, format_args!("{message}; expected {expected}"))));
    // Bytes heard since the question.
    let (mut heard, mut last) = (0, None);
    loop {
        let (line, at, clock) = match program.receive(until) {
            Received::Line { bytes, at, clock } if clock <= until => (bytes, at, clock),
            Received::Line { .. } | Received::TimeOut => {
                let ms = allowed.as_millis();
                let message = last.map_or(format!("{SILENT} {ms} ms"), |line: Vec<u8>| {
                    let line = quote(&String::from_utf8_lossy(&line));
                    format!("no answer within {ms} ms; the last line was {line}")
                });
                return fault(FaultKind::Late, &message);
            }
            Received::Ended(end) => {
                let ended = (FaultKind::Crashed, "ended".to_owned());
                let (kind, how) = without_answer(end).unwrap_or(ended);
                return fault(kind, &how);
            }
            Received::Failed(error) => return Err(error),
        };
        heard += line.len() + 1;
        if heard > MOST_OUTPUT {
            return fault(FaultKind::Flooded, &format!("more than {MOST_OUTPUT} bytes"));
        }
        match lines::read(&line) {
            Said::Nodes(number) => *nodes = Some(number),
            said => {
                if let Some(found) = wanted(said, at) {
                    return Ok(Ok((found, Moment { at, clock })));
                }
            }
        }
        last = Some(line);
    }
}

impl Conversation {
    /// The program, and whether it has only now been started and knows nothing of the game.
    fn running(&mut self) -> Result<(Box<dyn Converse>, bool), SystemError> {
        if let Some(mut running) = self.running.take() {
            running.thaw();
            return Ok((running, false));
        }
        let mut program = self.open.open()?;
        program.send(lines::GREETING);
        program.send(&lines::new_game(self.game, self.side));
        Ok((program, true))
    }

    /// Asks a program, which goes on running.
    fn ask(
        &mut self,
        program: &mut dyn Converse,
        is_new: bool,
        question: &Question<'_>,
    ) -> Result<Answer, SystemError> {
        let allowed = question.time.allowed();
        let mut stopwatch = Stopwatch::start(program, lines::IS_READY);
        let identity = &mut self.identity;
        let (within, asked) = (if is_new { self.to_start } else { allowed }, stopwatch.from);
        let until = stopwatch.until(within);
        let ready = listen(program, (until, within), lines::READY, &mut None, |said, at| match said {
            // A "ready" from before the question does not answer it.
            Said::Ready => (at >= asked).then_some(()),
            Said::Name(name) => {
                *identity = name;
                None
            }
            _ => None,
        });
        let silent = match ready? {
            Ok(((), moment)) => {
                self.mute = 0;
                moment
            }
            Err(mut fault) => {
                if is_new {
                    self.mute = if fault.kind == FaultKind::Late { self.mute + 1 } else { 0 };
                    if fault.message.starts_with(SILENT) {
                        fault.message = format!("{}; {FLUSH}", fault.message);
                    }
                }
                let spent = stopwatch.stop(program, Err((&fault, within)));
                return Ok(Answer::new(Err(fault), None, spent));
            }
        };
        if let Some(fault) = question.refused {
            program.send(&lines::refused(fault));
        }
        program.send(&lines::position(question.position));
        let go = lines::go(question.time.limit);
        if is_new {
            stopwatch = Stopwatch::start(program, &go);
        } else {
            stopwatch.go_on(program, silent, &go);
        }
        let (until, mut nodes) = (stopwatch.until(allowed), None);
        let answered = listen(program, (until, allowed), "bestmove", &mut nodes, |said, _| match said {
            Said::BestMove(text) => Some(text),
            _ => None,
        });
        match answered? {
            Ok((text, moment)) => {
                let spent = stopwatch.stop(program, Ok(moment));
                let choice = lines::best_move(question.position, &text);
                let answer = excerpt(text.as_bytes(), MOST_TEXT);
                Ok(Answer { choice, attempt: Attempt { answer, nodes, spent, ..Attempt::default() } })
            }
            Err(fault) => {
                let spent = stopwatch.stop(program, Err((&fault, allowed)));
                Ok(Answer::new(Err(fault), nodes, spent))
            }
        }
    }
}

/// A point in time, and what the program's clock showed then.
#[derive(Clone, Copy)]
struct Moment {
    at: Instant,
    clock: Duration,
}

/// What an answer costs its program.
struct Stopwatch {
    /// When it was asked.
    from: Instant,
    cpu: Option<Duration>,
    /// What it had waited by then in time that counts.
    unexcused: Duration,
    /// What had gone on by then.
    meanwhile: Meanwhile,
    /// What it had of the time before its clock showed `clock`, without what the referee needed.
    before: Duration,
    clock: Duration,
}

impl Stopwatch {
    /// The program is asked now, by this line.
    fn start(program: &mut dyn Converse, line: &str) -> Self {
        let (from, cpu) = (Instant::now(), program.cpu());
        let clock = program.ask(line);
        let (unexcused, meanwhile) = (program.unexcused(), program.meanwhile());
        Self { from, cpu, unexcused, meanwhile, before: Duration::ZERO, clock }
    }

    /// What the program's clock shows when this time is over.
    const fn until(&self, allowed: Duration) -> Duration {
        self.clock.saturating_add(allowed.saturating_sub(self.before))
    }

    /// The program was ready at `silent`. It is timed again from now, when it is sent this line.
    fn go_on(&mut self, program: &mut dyn Converse, silent: Moment, line: &str) {
        self.before += silent.clock.saturating_sub(self.clock);
        self.clock = program.ask(line);
    }

    /// The program answered then; without an answer, now, for which it has this fault and was allowed so much time.
    fn stop(self, program: &mut dyn Converse, answered: Result<Moment, (&Fault, Duration)>) -> Spent {
        let Moment { at, clock } =
            answered.unwrap_or_else(|_| Moment { clock: program.clock(), at: Instant::now() });
        let timeout = answered.err().and_then(|(fault, allowed)| {
            Timeout::of(Some(fault), allowed, program.meanwhile().since(self.meanwhile))
        });
        let own = self.before + clock.saturating_sub(self.clock);
        let wall = at.saturating_duration_since(self.from).max(own);
        let cpu = self.cpu.zip(program.cpu()).map(|(before, after)| after.saturating_sub(before));
        let unexcused = program.unexcused().saturating_sub(self.unexcused);
        let mut spent =
            Spent::new(wall, cpu, Duration::ZERO).with_waiting(wall.saturating_sub(own), unexcused);
        spent.timeout = timeout;
        spent
    }
}

impl Entrant for Conversation {
    fn describe(&self) -> EntrantRecord {
        EntrantRecord { identity: self.identity.clone(), ..EntrantRecord::new(&self.name, "lines") }
    }

    fn begin(&mut self, side: Player, _: u64) {
        self.running = None;
        self.mute = 0;
        self.side = side;
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, SystemError> {
        if self.running.is_none() && self.mute >= MOST_MUTE {
            let why = format!("{NOT_STARTED}: it was not ready in time in {MOST_MUTE} starts");
            return Ok(Answer::new(Err(Fault::new(FaultKind::Late, why)), None, Spent::default()));
        }
        let (mut program, is_new) = self.running()?;
        let mut answer = self.ask(program.as_mut(), is_new, question)?;
        match answer.choice.as_ref().map_err(|fault| fault.kind) {
            Ok(_) | Err(FaultKind::Illegal | FaultKind::Unreadable) => {
                program.freeze();
                self.running = Some(program);
                Ok(answer)
            }
            Err(kind) => {
                let Closed { end, stderr, .. } = program.close(Duration::ZERO);
                // A program that was still running is ended here for what it did.
                let end = match (kind, end) {
                    (FaultKind::Late, End::Closed) => End::WallOut,
                    (FaultKind::Flooded, End::Closed) => End::StdoutFlood,
                    _ => end,
                };
                (answer.attempt.end, answer.attempt.stderr) = (Some(end), stderr_tail(&stderr));
                Ok(answer)
            }
        }
    }

    fn finish(&mut self, winner: Option<Player>) -> Option<Session> {
        let mut program = self.running.take()?;
        program.thaw();
        program.send(lines::game_over(winner, self.side));
        program.send(lines::QUIT);
        let Closed { end, stderr, cpu } = program.close(TO_QUIT);
        Some(Session { end, cpu_us: cpu.map(micros), stderr: stderr_tail(&stderr) })
    }
}
