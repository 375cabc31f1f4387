//! `plyground play`: a game in the terminal between any two of people and agents.

use std::io::{self, BufRead, Read};

use plyground_core::agents::{AgentKind, AgentSpec, SpecError};
use plyground_core::{AnyGame, AnyMove, AnyPosition, ByPlayer, Notation, Player, Position, counted, quote};

use super::decider::Decider;
use crate::arguments::{self, game_names, seed};
use crate::exit::{Failure, Streams};
use crate::present::board;
use crate::present::style::Colors;

/// Play a game in the terminal: people and agents in any pairing
///
/// Moves are typed in the game's own notation. Other answers are `undo` (take back to your previous move), `hint`,
/// `moves` (list the legal moves), `help` and `quit` (also `q` or `exit`). The end of input ends the game.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  plyground play connect-four
  plyground play breakthrough --second alpha-beta:depth=6
  plyground play connect-four --first random:seed=1 --second minimax:depth=3
  plyground play connect-four --position 4453 --first human --second human")]
pub(super) struct Args {
    /// The game
    #[arg(value_parser = game_names())]
    game: AnyGame,
    /// Who moves first: `human` or an agent
    #[arg(long, value_name = "PLAYER", default_value = "human", value_parser = chair)]
    first: Chair<AgentSpec>,
    /// Who moves second: `human` or an agent
    #[arg(long, value_name = "PLAYER", default_value = "engine:time=1s", value_parser = chair)]
    second: Chair<AgentSpec>,
    /// The position to begin with, written as after `plyground show`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// The seed of random players that name none; the second player gets the number after it
    #[arg(long, value_name = "N", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// The agent that answers `hint`
    #[arg(long, value_name = "SPEC", default_value = "engine:time=1s")]
    hint: AgentSpec,
}

/// Who sits where: a person, or an agent as the command line says it or at the table.
#[derive(Clone, Debug)]
enum Chair<A> {
    Human,
    Agent(A),
}

fn chair(text: &str) -> Result<Chair<AgentSpec>, String> {
    let name = text.split(':').next().unwrap_or_default();
    if text == "human" {
        Ok(Chair::Human)
    } else if AgentKind::from_name(name).is_some() {
        text.parse().map(Chair::Agent).map_err(|error: SpecError| error.to_string())
    } else {
        let names = AgentKind::names().join(", ");
        Err(format!("no player is called {}; expected human or one of {names}", quote(name)))
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let colors = streams.terminal.colors;
        let game = self.game;
        let seat = |chair: &Chair<AgentSpec>, seed| match chair {
            Chair::Human => Ok(Chair::Human),
            Chair::Agent(spec) => Decider::new(game, spec.clone().or_seed(seed)).map(Chair::Agent),
        };
        let seats =
            ByPlayer::new(seat(&self.first, self.seed)?, seat(&self.second, self.seed.wrapping_add(1))?);
        let hint = Decider::new(game, self.hint.clone().or_seed(self.seed))?;
        let needs_input = Player::BOTH.into_iter().any(|player| matches!(seats[player], Chair::Human));
        let position = match self.position.as_deref() {
            None => game.start(),
            Some("-") if needs_input => {
                let message =
                    "--position: standard input is needed for the moves; expected a position or @FILE";
                return Err(Failure::bad_input(message));
            }
            Some(text) => arguments::read_text(game, text, streams.input)?,
        };
        let mut table = Table { seats, hint, position, played: Vec::new(), colors };
        Ok(table.play(streams)?)
    }
}

/// A game in progress.
struct Table {
    seats: ByPlayer<Chair<Decider>>,
    hint: Decider,
    position: AnyPosition,
    /// Every position so far with the move that was made there.
    played: Vec<(AnyPosition, AnyMove)>,
    colors: Colors,
}

impl Table {
    fn play(&mut self, streams: &mut Streams<'_>) -> io::Result<()> {
        self.show(streams)?;
        loop {
            let turn = self.position.turn();
            if let Some(outcome) = self.position.outcome() {
                let plies = counted(self.played.len(), "ply");
                let words = board::outcome_words(self.position.game(), outcome);
                writeln!(streams.out, "{words} after {plies}")?;
                break;
            }
            let mv = match &mut self.seats[turn] {
                Chair::Agent(agent) => {
                    // An agent chooses a move exactly when there is one.
                    let Some(decided) = agent.decide(&self.position) else { break };
                    let side = self.position.game().sides()[turn];
                    let told = agent.told(&self.position, &decided.decision);
                    writeln!(streams.out, "{side} ({}) plays {told}", agent.spec)?;
                    decided.decision.best
                }
                Chair::Human => match self.ask_human(streams)? {
                    Some(mv) => mv,
                    None => break,
                },
            };
            self.played.push((self.position.clone(), mv));
            self.position = self.position.play(mv);
            self.show(streams)?;
        }
        self.record(streams)?;
        streams.out.flush()
    }

    fn show(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        writeln!(streams.out)?;
        board::draw(streams.out, &self.position, self.colors.out)?;
        writeln!(streams.out)?;
        // Seen before an agent thinks.
        streams.out.flush()
    }

    /// What is needed to go on later, or elsewhere.
    fn record(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        if let Some((start, _)) = self.played.first() {
            let moves: Vec<_> = self.played.iter().map(|&(_, mv)| mv).collect();
            let texts = board::line_texts(start, &moves).join(" ");
            let pasted = self.as_a_position().map(|text| format!(" (as a position: {text})"));
            writeln!(streams.out, "moves: {texts}{}", pasted.unwrap_or_default())?;
        }
        let notations = self.position.game().notations();
        if let Some(text) = notations.iter().find_map(|notation| notation.write(&self.position)) {
            writeln!(streams.out, "position: {}", board::on_one_line(&text))?;
        }
        Ok(())
    }

    /// The game as commands take it for a position, in a notation that writes the moves from the start: another,
    /// perhaps, than that in which moves are typed.
    fn as_a_position(&self) -> Option<String> {
        self.position.game().notations().iter().find_map(|notation| {
            let moves = self.played.iter().map(|(position, mv)| notation.write_move(position, *mv));
            let text: String = moves.collect();
            (notation.parse(&text).ok()? == self.position).then_some(text)
        })
    }

    /// The move that the person at the table makes; `None` if they leave.
    fn ask_human(&mut self, streams: &mut Streams<'_>) -> io::Result<Option<AnyMove>> {
        loop {
            let turn = self.position.turn();
            let game = self.position.game();
            write!(streams.out, "{} ({}) to move> ", game.sides()[turn], board::letters(game)[turn])?;
            streams.out.flush()?;
            let Some(line) = ask(streams.input)? else {
                writeln!(streams.out)?;
                writeln!(streams.err, "the input has ended, so the game ends here")?;
                return Ok(None);
            };
            let text = match line {
                Ok(text) => text,
                Err(reason) => {
                    writeln!(streams.err, "{reason}; type a move or 'help'")?;
                    continue;
                }
            };
            match text.to_ascii_lowercase().as_str() {
                "undo" => {
                    if self.undo() {
                        self.show(streams)?;
                        // The person to move may be the other one now.
                    } else {
                        writeln!(streams.err, "there is no move of yours to take back")?;
                    }
                }
                "hint" => {
                    if let Some(decided) = self.hint.decide(&self.position) {
                        let told = self.hint.told(&self.position, &decided.decision);
                        writeln!(streams.out, "{} would play {told}", self.hint.spec)?;
                    }
                }
                "moves" => {
                    let moves: Vec<String> =
                        self.position.moves().map(|mv| board::move_text(&self.position, mv)).collect();
                    writeln!(streams.out, "legal moves: {}", moves.join(" "))?;
                }
                "help" => {
                    writeln!(
                        streams.out,
                        "Type a {} (one of those that 'moves' lists), or\n  undo   take back to your previous \
                         move\n  hint   ask {}\n  moves  list the legal moves\n  quit   leave the game",
                        game.move_noun(),
                        self.hint.spec,
                    )?;
                }
                "quit" | "q" | "exit" => return Ok(None),
                _ => match game.notation().parse_move(&self.position, &text) {
                    Ok(mv) => return Ok(Some(mv)),
                    Err(error) => writeln!(streams.err, "{error}; type 'moves' or 'help' to see more")?,
                },
            }
        }
    }

    /// Goes back to the latest earlier position in which a person was to move.
    fn undo(&mut self) -> bool {
        let is_human = |position: &AnyPosition| matches!(self.seats[position.turn()], Chair::Human);
        let Some(at) = self.played.iter().rposition(|(position, _)| is_human(position)) else {
            return false;
        };
        self.position = self.played[at].0.clone();
        self.played.truncate(at);
        true
    }
}

/// Longer lines are refused; their rest is skipped.
const MOST_BYTES: usize = 4096;

/// Reads the next line of the person at the table, or why it cannot mean anything; `None` at the end of the input.
fn ask(input: &mut dyn BufRead) -> io::Result<Option<Result<String, &'static str>>> {
    let mut line = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    if input.take(most).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > MOST_BYTES && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err("a line of more than 4096 bytes")));
    }
    Ok(Some(match std::str::from_utf8(&line).map(str::trim) {
        Ok("") => Err("an empty line"),
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err("a line that is not UTF-8 text"),
    }))
}
