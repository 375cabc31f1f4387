//! Programs that run for a whole game and speak the line protocol.
//!
//! A program is started for each game when it is first asked. Before every question it must say that
//! it is ready; what it has printed until then belongs to earlier questions and is dropped, so a second
//! answer is never taken for the next. A program that is late, has ended or floods is ended by force,
//! and started afresh for its next turn.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use plyground_core::{Game, Player, Position};

use super::{Answer, Entrant, Question, Session, Spent, stderr_tail};
use crate::event::{End, MOST_TEXT, excerpt, micros};
use crate::fault::{Fault, FaultKind};
use crate::invoke::{Closed, Converse, Open, Received, Trouble};
use crate::protocol::lines::{self, Said};
use crate::protocol::without_answer;
use crate::record::EntrantRecord;

/// A program behind the line protocol, for the game `G`.
pub struct Conversation<G: Game> {
    name: String,
    open: Box<dyn Open>,
    patience: Duration,
    running: Option<Box<dyn Converse>>,
    side: Player,
    identity: String,
    game: PhantomData<fn() -> G>,
}

/// Bytes that a program may print for one question; what it says beyond its move is ignored, but read.
const MOST_OUTPUT: usize = 1 << 20;

/// Wall time that a program gets to end by itself after a game.
const TO_QUIT: Duration = Duration::from_millis(500);

impl<G: Game> Conversation<G> {
    /// Wall time for starting, and for saying that it is ready.
    pub const PATIENCE: Duration = Duration::from_secs(10);

    /// A program that `open` starts.
    pub fn new(name: impl Into<String>, open: Box<dyn Open>) -> Self {
        Self {
            name: name.into(),
            open,
            patience: Self::PATIENCE,
            running: None,
            side: Player::First,
            identity: String::new(),
            game: PhantomData,
        }
    }

    /// The same program with another time for starting and for saying that it is ready.
    #[must_use]
    pub const fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }
}

impl<G: Game> std::fmt::Debug for Conversation<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Conversation").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Why a program did not say what was expected.
enum Silence {
    Fault(Fault),
    Trouble(Trouble),
}

/// A running program that is asked, and what has been heard of it.
struct Listener<'a> {
    program: &'a mut dyn Converse,
    /// Bytes heard since the question.
    heard: usize,
    nodes: Option<u64>,
}

impl<'a> Listener<'a> {
    fn new(program: &'a mut dyn Converse) -> Self {
        Self { program, heard: 0, nodes: None }
    }

    /// Listens until `wanted` makes something of what the program says. `expected` is for messages.
    fn wait<T>(
        &mut self,
        within: Duration,
        expected: &str,
        mut wanted: impl FnMut(Said) -> Option<T>,
    ) -> Result<T, Silence> {
        let start = Instant::now();
        let fault = |kind, message: &str| {
            Err(Silence::Fault(Fault::new(kind, format_args!("{message}; expected {expected}"))))
        };
        loop {
            let line = match self.program.receive(within.saturating_sub(start.elapsed())) {
                Received::Line(line) => line,
                Received::TimeOut => {
                    let message = format!("silent for {} ms", within.as_millis());
                    return fault(FaultKind::Late, &message);
                }
                Received::Ended(end) => {
                    let ended = (FaultKind::Crashed, "ended".to_owned());
                    let (kind, how) = without_answer(end).unwrap_or(ended);
                    return fault(kind, &how);
                }
                Received::Failed(trouble) => return Err(Silence::Trouble(trouble)),
            };
            self.heard += line.len() + 1;
            if self.heard > MOST_OUTPUT {
                return fault(FaultKind::Flooded, &format!("more than {MOST_OUTPUT} bytes"));
            }
            match lines::read(&line) {
                Said::Nodes(nodes) => self.nodes = Some(nodes),
                said => {
                    if let Some(found) = wanted(said) {
                        return Ok(found);
                    }
                }
            }
        }
    }
}

/// What came of a question.
struct Heard<M> {
    choice: Result<M, Fault>,
    said: String,
    nodes: Option<u64>,
    spent: Spent,
}

impl<M> Heard<M> {
    /// A program that was not even ready.
    fn not_ready(fault: Fault) -> Self {
        Self { choice: Err(fault), said: String::new(), nodes: None, spent: Spent::default() }
    }
}

impl<G: Game> Conversation<G> {
    /// Starts the program if it is not running, and tells it about the game.
    fn running(&mut self) -> Result<Box<dyn Converse>, Trouble> {
        if let Some(running) = self.running.take() {
            return Ok(running);
        }
        let mut program = self.open.open()?;
        program.send(lines::GREETING);
        program.send(&lines::new_game::<G>(self.side));
        Ok(program)
    }

    fn ask(
        &mut self,
        program: &mut dyn Converse,
        question: &Question<'_, G::Position>,
    ) -> Result<Heard<<G::Position as Position>::Move>, Trouble> {
        program.send(lines::IS_READY);
        let identity = &mut self.identity;
        let ready = Listener::new(program).wait(self.patience, lines::READY, |said| match said {
            Said::Ready => Some(()),
            Said::Name(name) => {
                *identity = name;
                None
            }
            _ => None,
        });
        match ready {
            Ok(()) => {}
            Err(Silence::Fault(fault)) => return Ok(Heard::not_ready(fault)),
            Err(Silence::Trouble(trouble)) => return Err(trouble),
        }
        let cpu_before = program.cpu();
        let start = Instant::now();
        if let Some(fault) = question.refused {
            program.send(&lines::refused(fault));
        }
        program.send(&lines::position::<G>(question.position));
        program.send(&lines::go(question.time.limit));
        let mut listener = Listener::new(program);
        let told = listener.wait(question.time.allowed(), "bestmove", |said| match said {
            Said::BestMove(text) => Some(text),
            _ => None,
        });
        let (wall, nodes) = (start.elapsed(), listener.nodes);
        let cpu = cpu_before.zip(program.cpu()).map(|(before, after)| after.saturating_sub(before));
        let spent = Spent::new(wall, cpu, Duration::ZERO);
        match told {
            Ok(text) => {
                let choice = lines::best_move::<G>(question.position, &text);
                Ok(Heard { choice, said: excerpt(text.as_bytes(), MOST_TEXT), nodes, spent })
            }
            Err(Silence::Fault(fault)) => Ok(Heard { choice: Err(fault), said: String::new(), nodes, spent }),
            Err(Silence::Trouble(trouble)) => Err(trouble),
        }
    }
}

impl<G: Game> Entrant<G::Position> for Conversation<G> {
    fn describe(&self) -> EntrantRecord {
        EntrantRecord {
            name: self.name.clone(),
            kind: "lines".to_owned(),
            startup_us: 0,
            identity: self.identity.clone(),
        }
    }

    fn begin(&mut self, side: Player, _: u64) {
        self.running = None;
        self.side = side;
    }

    fn answer(
        &mut self,
        question: &Question<'_, G::Position>,
    ) -> Result<Answer<<G::Position as Position>::Move>, Trouble> {
        let mut program = self.running()?;
        let Heard { choice, said, nodes, spent } = self.ask(program.as_mut(), question)?;
        let (end, stderr) = match choice.as_ref().map_err(|fault| fault.kind) {
            Ok(_) | Err(FaultKind::Illegal | FaultKind::Unreadable) => {
                self.running = Some(program);
                (None, String::new())
            }
            Err(kind) => {
                let Closed { end, stderr, .. } = program.close(Duration::ZERO);
                // A program that was still running is ended here for what it did.
                let end = match (kind, end) {
                    (FaultKind::Late, End::Closed) => End::WallOut,
                    (FaultKind::Flooded, End::Closed) => End::StdoutFlood,
                    _ => end,
                };
                (Some(end), stderr_tail(&stderr))
            }
        };
        Ok(Answer { choice, nodes, said, spent, end, stderr })
    }

    fn finish(&mut self, winner: Option<Player>) -> Option<Session> {
        let mut program = self.running.take()?;
        program.send(lines::game_over(winner, self.side));
        program.send(lines::QUIT);
        let Closed { end, stderr, cpu } = program.close(TO_QUIT);
        Some(Session { end, cpu_us: cpu.map(micros), stderr: stderr_tail(&stderr) })
    }
}
