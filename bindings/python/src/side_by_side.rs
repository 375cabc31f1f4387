//! Rows of games of the same kind, played side by side.

use plyground_core::rng::Rng;
use plyground_core::{AnyPosition, Outcome, Player, Position};

use crate::planes::{Bits, numbered_moves, planes};

/// The number that means no move, for games that are over.
const NO_MOVE: i16 = -1;

/// Games whose type is not known.
pub(crate) trait Row: Send + Sync {
    /// Plays a move in every game that is not over, or in none if a number is wrong: then it returns game and number.
    fn step(&mut self, actions: &[i16]) -> Result<(), (usize, i16)>;
    /// Draws a legal move by lot for every game that is not over.
    fn draw(&self, rng: &mut Rng) -> Vec<i16>;
    /// Writes 1 where a move is legal, game by game.
    fn masks(&self, out: &mut [u8]);
    /// Writes the planes of every game.
    fn planes(&self, relative: bool, out: &mut [u8]);
    /// The side to move of every game.
    fn turns(&self) -> Vec<Player>;
    /// How every game ended, if it is over.
    fn outcomes(&self) -> &[Option<Outcome>];
    fn position(&self, game: usize) -> AnyPosition;
    /// Puts a position into a game; `false` if it is of another game.
    fn set(&mut self, game: usize, position: &AnyPosition) -> bool;
}

/// Games whose type is known.
pub(crate) struct GameRow<G: Bits> {
    positions: Vec<G::Position>,
    outcomes: Vec<Option<Outcome>>,
    /// The moves by their numbers, as the game has them.
    moves: Vec<<G::Position as Position>::Move>,
}

impl<G: Bits> GameRow<G> {
    pub(crate) fn new(games: usize) -> Self {
        let (start, moves) = (G::start(), numbered_moves::<G>());
        Self { outcomes: vec![start.outcome(); games], positions: vec![start; games], moves }
    }

    /// The move with this number, if it is legal.
    fn legal(&self, game: usize, action: i16) -> Option<<G::Position as Position>::Move> {
        let mv = *self.moves.get(usize::try_from(action).ok()?)?;
        self.positions[game].moves().any(|legal| legal == mv).then_some(mv)
    }

    fn number(&self, mv: <G::Position as Position>::Move) -> usize {
        self.moves.binary_search(&mv).expect("every move of the game is in the list")
    }
}

impl<G: Bits> Row for GameRow<G> {
    fn step(&mut self, actions: &[i16]) -> Result<(), (usize, i16)> {
        let mut chosen = Vec::with_capacity(actions.len());
        for (game, &action) in actions.iter().enumerate() {
            let is_over = self.outcomes[game].is_some();
            // In a game that is over any number will do.
            let mv = if is_over { None } else { Some(self.legal(game, action).ok_or((game, action))?) };
            chosen.push(mv);
        }
        for (game, mv) in chosen.into_iter().enumerate() {
            if let Some(mv) = mv {
                self.positions[game] = self.positions[game].play(mv);
                self.outcomes[game] = self.positions[game].outcome();
            }
        }
        Ok(())
    }

    fn draw(&self, rng: &mut Rng) -> Vec<i16> {
        let mut drawn = |position: &G::Position| {
            let mv = rng.pick(position.moves());
            mv.map_or(NO_MOVE, |mv| i16::try_from(self.number(mv)).unwrap_or(NO_MOVE))
        };
        self.positions.iter().map(&mut drawn).collect()
    }

    fn masks(&self, out: &mut [u8]) {
        out.fill(0);
        for (position, mask) in self.positions.iter().zip(out.chunks_exact_mut(self.moves.len())) {
            for mv in position.moves() {
                mask[self.number(mv)] = 1;
            }
        }
    }

    fn planes(&self, relative: bool, out: &mut [u8]) {
        let size = 2 * (G::ROWS * G::COLUMNS) as usize;
        for (position, out) in self.positions.iter().zip(out.chunks_exact_mut(size)) {
            planes::<G>(position, relative, out);
        }
    }

    fn turns(&self) -> Vec<Player> {
        self.positions.iter().map(Position::turn).collect()
    }

    fn outcomes(&self) -> &[Option<Outcome>] {
        &self.outcomes
    }

    fn position(&self, game: usize) -> AnyPosition {
        AnyPosition::of::<G>(self.positions[game].clone())
    }

    fn set(&mut self, game: usize, position: &AnyPosition) -> bool {
        let Some(position) = position.typed::<G>() else { return false };
        self.outcomes[game] = position.outcome();
        self.positions[game] = position.clone();
        true
    }
}
