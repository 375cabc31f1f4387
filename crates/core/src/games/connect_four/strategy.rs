//! The moves of a side that secure a result, in every position that can arise: a certificate for a checker that knows
//! nothing but the rules.
//!
//! The checker walks through all positions in which the side is to move: it plays the side's choice and every reply, and
//! remembers positions from which the goal was secured, in a table where a newer one takes the place of an older one.
//! Choices stand in the order of that walk. `makers/coq` has a checker whose soundness is proved: [`walk`] and
//! `Walk::place` must do as `check` and `place` in `Check.v`.

use std::collections::HashMap;

use super::Board;
use super::solve::Solver;
use crate::games::gravity::{Column, centre_first};
use crate::grid::Grid;
use crate::{Found, Limits, Player, Position, Stopped};

/// The result that a side must secure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A four of this side.
    Win,
    /// That, or a full board without a four.
    Draw,
}

/// A side and its goal, from the empty board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The side.
    pub side: Player,
    /// Its goal.
    pub goal: Goal,
}

/// Why a walk ended too early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw<const W: u32, const H: u32, E> {
    /// The function that chooses failed with this error.
    NoChoice(E),
    /// The chosen column is full, or not on the board.
    Illegal(Board<W, H>, Column),
    /// The goal is out of reach: the other side makes four with its next piece, or the board is full before a win.
    Missed(Board<W, H>),
}

/// Slots of a block of the checker's table.
const BLOCK: usize = 1 << 12;

/// A different number for every position of a side. In each column the highest bit gives the number of pieces, and
/// the bits below are the side's pieces.
fn key<const W: u32, const H: u32>(position: &Board<W, H>, side: Player) -> u64 {
    let board = position.board();
    board.stones(side) | (board.occupied() + Grid::<W, H>::BOTTOM)
}

/// Walks through all positions in which the side of a claim is to move, from the empty board, with a table of so many
/// blocks of 4,096 positions, and asks for a choice in each that is not known already. Returns how many were asked for.
///
/// # Errors
///
/// If the choices do not secure the goal.
pub fn walk<const W: u32, const H: u32, E>(
    claim: Claim,
    blocks: u16,
    choose: &mut dyn FnMut(&Board<W, H>) -> Result<Column, E>,
) -> Result<u64, Flaw<W, H, E>> {
    let secured = vec![0; usize::from(blocks.max(1)) * BLOCK];
    let mut walk = Walk { claim, secured, choose, choices: 0 };
    let start = Board::EMPTY;
    if claim.side == start.turn() { walk.own(&start) } else { walk.replies(&start) }?;
    Ok(walk.choices)
}

struct Walk<'a, const W: u32, const H: u32, E> {
    claim: Claim,
    /// The keys of positions that are known to be secured, as the checker keeps them.
    secured: Vec<u64>,
    choose: &'a mut dyn FnMut(&Board<W, H>) -> Result<Column, E>,
    choices: u64,
}

impl<const W: u32, const H: u32, E> Walk<'_, W, H, E> {
    /// The side is to move, and the game is not over or the board is full.
    fn own(&mut self, position: &Board<W, H>) -> Result<(), Flaw<W, H, E>> {
        if position.board().is_full() {
            return if self.claim.goal == Goal::Draw { Ok(()) } else { Err(Flaw::Missed(*position)) };
        }
        let key = key(position, self.claim.side);
        let place = self.place(key);
        if self.secured[place] == key {
            return Ok(());
        }
        self.choices += 1;
        let column = (self.choose)(position).map_err(Flaw::NoChoice)?;
        if !position.board().open_columns().any(|open| open == column) {
            return Err(Flaw::Illegal(*position, column));
        }
        let after = position.play(column);
        if !Grid::<W, H>::has_four(after.board().stones(self.claim.side)) {
            if after.board().is_full() && self.claim.goal == Goal::Win {
                return Err(Flaw::Missed(after));
            }
            self.replies(&after)?;
        }
        self.secured[place] = key;
        Ok(())
    }

    /// Where a position is kept: the checker computes with words of 63 bits.
    fn place(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x1e37_79b9_7f4a_7c15) & ((1 << 63) - 1);
        // Below the number of keys, so it fits.
        usize::try_from((mixed >> 20) % self.secured.len() as u64).unwrap_or(0)
    }

    /// The other side is to move.
    fn replies(&mut self, position: &Board<W, H>) -> Result<(), Flaw<W, H, E>> {
        for column in position.board().open_columns() {
            let after = position.play(column);
            if Grid::<W, H>::has_four(after.board().stones(position.turn())) {
                return Err(Flaw::Missed(after));
            }
            self.own(&after)?;
        }
        Ok(())
    }
}

/// The choices that secure a claim, in the order of the [`walk`], found by a solver. `watch` gets how many there
/// are. Besides the solver's table it takes a word for each slot of the checker's, and some 20 bytes for each choice.
///
/// # Errors
///
/// [`Flaw::NoChoice`] with `None` if the side cannot secure its goal, and with [`Stopped`] if `limits` stopped it.
pub fn choices<const W: u32, const H: u32>(
    claim: Claim,
    blocks: u16,
    solver: &mut Solver<W, H>,
    limits: &Limits<'_>,
    watch: &mut dyn FnMut(usize),
) -> Result<Vec<Column>, Flaw<W, H, Option<Stopped>>> {
    let mut chosen: HashMap<u64, Column> = HashMap::new();
    let mut choices = Vec::new();
    walk(claim, blocks, &mut |position: &Board<W, H>| {
        let key = key(position, claim.side);
        let column = if let Some(&column) = chosen.get(&key) {
            column
        } else {
            let column = choice(claim.goal, position, solver, limits).map_err(Some)?.ok_or(None)?;
            chosen.insert(key, column);
            column
        };
        choices.push(column);
        watch(choices.len());
        Ok(column)
    })?;
    Ok(choices)
}

/// A move that secures the goal: one that wins at once, or else the one nearest to the centre.
fn choice<const W: u32, const H: u32>(
    goal: Goal,
    position: &Board<W, H>,
    solver: &mut Solver<W, H>,
    limits: &Limits<'_>,
) -> Found<Option<Column>> {
    let columns = centre_first(Grid::<W, H>::SIZE, position.moves());
    let wins =
        |column: &Column| Grid::<W, H>::has_four(position.play(*column).board().stones(position.turn()));
    if let Some(column) = columns.iter().copied().find(wins) {
        return Ok(Some(column));
    }
    let least = i32::from(goal == Goal::Win);
    for column in columns {
        if -solver.result(&position.play(column), limits)? >= least {
            return Ok(Some(column));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_secured<const W: u32, const H: u32>(claim: Claim) -> bool {
        let mut solver = Solver::<W, H>::new(1 << 20);
        match choices(claim, 16, &mut solver, &Limits::NONE, &mut |_| {}) {
            Ok(_) => true,
            Err(flaw) => {
                assert_eq!(flaw, Flaw::NoChoice(None));
                false
            }
        }
    }

    /// On boards that nobody wins either side secures a draw and none a win; on 6x4, which the second side wins, it is
    /// otherwise (Tromp's table).
    #[test]
    fn sides_secure_what_the_boards_are_worth() {
        let claims = Player::BOTH.map(|side| [Goal::Win, Goal::Draw].map(|goal| Claim { side, goal }));
        let found = claims.map(|both| both.map(is_secured::<5, 4>));
        assert_eq!(found, [[false, true], [false, true]]);
        let found = claims.map(|both| both.map(is_secured::<6, 4>));
        assert_eq!(found, [[false, false], [true, true]]);
    }

    /// With however little room choices are those that the walk asks for, and it needs them all.
    #[test]
    fn choices_are_as_many_as_the_walk_asks_for() {
        let claim = Claim { side: Player::First, goal: Goal::Draw };
        for blocks in [1, 16] {
            let mut solver = Solver::<5, 4>::new(1 << 20);
            let found = choices(claim, blocks, &mut solver, &Limits::NONE, &mut |_| {}).unwrap();
            let again = |most: usize| {
                let mut left = found[..most].iter();
                walk(claim, blocks, &mut |_: &Board<5, 4>| left.next().copied().ok_or(()))
            };
            assert_eq!(again(found.len()), Ok(found.len() as u64));
            assert_eq!(again(found.len() - 1), Err(Flaw::NoChoice(())));
        }
    }

    #[test]
    fn full_columns_are_no_moves() {
        let claim = Claim { side: Player::First, goal: Goal::Draw };
        let told = walk(claim, 1, &mut |_: &Board<4, 4>| Ok::<_, ()>(Column::new(0)));
        let Err(Flaw::Illegal(position, column)) = told else { panic!("{told:?}") };
        assert_eq!((position.board().landing_in(column), column), (0, Column::new(0)));
        let told = walk(claim, 1, &mut |_: &Board<4, 4>| Ok::<_, ()>(Column::new(4)));
        assert_eq!(told, Err(Flaw::Illegal(Board::EMPTY, Column::new(4))));
    }
}
