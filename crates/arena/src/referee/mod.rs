//! One game between two entrants, by rules that are data.
//!
//! The referee asks, judges, and writes down; it trusts nobody. Each side has its turns alternately. An
//! answer that does not count is dealt with as the [`FaultPolicy`] says: the question is asked again, and
//! then the turn is lost, a legal move is drawn by lot, or the game is lost. Equal seeds draw equal lots: the
//! lot of a turn depends on the seed and on the number of the turn alone.
//!
//! Where both sides do nothing but lose their turns the game would never end, so it is broken off after
//! [`Settings::most_lost_turns`] in a row; nobody wins.

mod ask;

pub use ask::{TurnResult, ask};

use plyground_core::rng::{Rng, mix};
use plyground_core::{AnyMove, AnyPosition, ByPlayer, Notation, Player, Position};

use crate::entrant::{Entrant, TimeLimit};
use crate::invoke::SystemError;
use plyground_league::event::{
    Action, Ending, Event, MOST_NAME, MOST_TEXT, Reason, Side, Turn, excerpt, micros,
};
use plyground_league::fault::{FaultPolicy, Remedy};
use plyground_league::record::{EntrantRecord, GameRecord, VERSION, by_rules};

/// The settings by which games are judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How long answers may take.
    pub time: TimeLimit,
    /// What faults entail.
    pub policy: FaultPolicy,
    /// Turns lost in a row, both sides together, after which a game is broken off; at least 1.
    pub most_lost_turns: u32,
    /// Turns after which a game is broken off, lost ones included.
    pub most_turns: u32,
    /// How programs are kept apart from the machine and from each other: a word for the record.
    pub isolation: String,
}

impl Settings {
    /// Three lost turns of each side in a row end a game, and a thousand turns.
    pub const fn new(time: TimeLimit, policy: FaultPolicy) -> Self {
        Self { time, policy, most_lost_turns: 6, most_turns: 1000, isolation: String::new() }
    }
}

/// A game that is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its id in a schedule.
    pub id: String,
    /// The position at the beginning.
    pub start: AnyPosition,
    /// The seed of the lots, and of the entrants' random numbers.
    pub seed: u64,
}

/// Plays a game to its end. `watch` sees what happens as it happens.
///
/// The first entrant always has the first player's side, even if the second player moves first.
pub fn play(
    fixture: &Fixture,
    settings: &Settings,
    entrants: &mut ByPlayer<&mut dyn Entrant>,
    watch: &mut dyn FnMut(&Event<'_>),
) -> GameRecord {
    let game = fixture.start.game();
    let start = game.notation().write(&fixture.start).unwrap_or_default();
    watch(&Event::Begin { id: &fixture.id, game: game.name(), start: &start });
    let [first, second, lots] = seeds(fixture.seed);
    entrants[Player::First].begin(Player::First, first);
    entrants[Player::Second].begin(Player::Second, second);

    let position = fixture.start.clone();
    let mut table = Table { settings, lots, position, turns: Vec::new(), lost_in_a_row: 0 };
    let ending = loop {
        if let Some(ending) = table.ending() {
            break ending;
        }
        let entrant = &mut *entrants[table.position.turn()];
        let over = table.take_turn(entrant);
        if let (Some(turn), Ok(_)) = (table.turns.last(), &over) {
            watch(&Event::Turn(turn));
        }
        match over {
            Ok(None) => {}
            Ok(Some(ending)) => break ending,
            Err(SystemError(message)) => {
                let system_error = Some(excerpt(message.as_bytes(), MOST_TEXT));
                let of = Some(table.position.turn().into());
                break Ending { system_error, of, ..Ending::of(Reason::Void) };
            }
        }
    };
    watch(&Event::End(&ending));
    let winner = ending.winner.map(Player::from);
    let sessions = Player::BOTH.map(|player| entrants[player].finish(winner));
    GameRecord {
        version: VERSION,
        id: fixture.id.clone(),
        game: game.name().to_owned(),
        entrants: Player::BOTH.map(|player| bounded(entrants[player].describe())),
        start,
        seed: fixture.seed,
        policy: settings.policy,
        limit_us: micros(settings.time.limit),
        grace_us: micros(settings.time.grace),
        isolation: settings.isolation.clone(),
        turns: table.turns,
        ending,
        sessions,
    }
}

/// The description of an entrant with names cut short, since the entrant chose them.
fn bounded(mut entrant: EntrantRecord) -> EntrantRecord {
    for text in [&mut entrant.name, &mut entrant.kind, &mut entrant.identity] {
        *text = excerpt(text.as_bytes(), MOST_NAME);
    }
    entrant
}

/// Seeds of the first player, the second, and the lots.
fn seeds(seed: u64) -> [u64; 3] {
    let mut rng = Rng::new(seed);
    [rng.next(), rng.next(), rng.next()]
}

/// The move that the referee of a game with this seed draws in this turn; `None` if there is none.
pub fn lot(position: &AnyPosition, seed: u64, turn: u32) -> Option<AnyMove> {
    let [_, _, lots] = seeds(seed);
    draw(position, lots, turn)
}

fn draw(position: &AnyPosition, lots: u64, turn: u32) -> Option<AnyMove> {
    Rng::new(mix(lots ^ u64::from(turn))).pick(position.moves())
}

/// A game in progress.
struct Table<'a> {
    settings: &'a Settings,
    lots: u64,
    position: AnyPosition,
    turns: Vec<Turn>,
    lost_in_a_row: u32,
}

impl Table<'_> {
    /// How the game has ended, if it has.
    fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.position.outcome() {
            return Some(by_rules(outcome));
        }
        let reason = if self.lost_in_a_row >= self.settings.most_lost_turns.max(1) {
            Reason::Stalled
        } else if self.turns.len() >= self.settings.most_turns as usize {
            Reason::TurnLimit
        } else {
            return None;
        };
        Some(Ending::of(reason))
    }

    /// Plays a turn, and returns the ending if the turn has lost the game.
    fn take_turn(&mut self, entrant: &mut dyn Entrant) -> Result<Option<Ending>, SystemError> {
        let mover = self.position.turn();
        let side = Side::from(mover);
        let number = u32::try_from(self.turns.len()).unwrap_or(u32::MAX).saturating_add(1);
        let Settings { time, policy, .. } = self.settings;
        let TurnResult { attempts, choice } = ask(entrant, &self.position, number - 1, *time, policy)?;
        let notation = self.position.game().notation();
        let write = |mv| notation.write_move(&self.position, mv);
        let (action, played, ending) = match choice {
            Ok(mv) => (Action::Move(write(mv)), Some(mv), None),
            Err((kind, Remedy::LostGame)) => {
                let winner = Some(Side::from(mover.opponent()));
                let ending = Ending { winner, ..Ending::of(Reason::Fault(side, kind)) };
                (Action::LostGame, None, Some(ending))
            }
            Err((_, Remedy::LostTurn)) => (Action::LostTurn, None, None),
            Err((_, Remedy::RandomMove)) => match draw(&self.position, self.lots, number) {
                Some(mv) => (Action::RandomMove(write(mv)), Some(mv), None),
                None => (Action::LostTurn, None, None),
            },
        };
        if let Some(mv) = played {
            self.position = self.position.play(mv);
            self.lost_in_a_row = 0;
        } else if ending.is_none() {
            self.position = self.position.skip();
            self.lost_in_a_row += 1;
        }
        self.turns.push(Turn { number, side, attempts, action });
        Ok(ending)
    }
}

#[cfg(test)]
mod tests;
