//! A new subcommand: how the games of tic-tac-toe end.

use plyground::{Failure, Streams};
use plyground_core::{Game, Outcome, Player, Position};

use crate::tic_tac_toe::TicTacToe;

/// Count all games of tic-tac-toe by how they end
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Only games that begin with so many plies of the first empty cell each
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    after: usize,
}

impl Args {
    pub(crate) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let first = |position: <TicTacToe as Game>::Position| {
            let mv = position.moves().next();
            mv.map(|mv| position.play(mv))
        };
        let start = (0..self.after).try_fold(TicTacToe::start(), |position, _| first(position));
        let start = start.ok_or_else(|| {
            Failure::bad_input(format_args!("--after {}: the game is over; expected fewer plies", self.after))
        })?;
        let [wins, losses, draws] = count(start);
        Ok(writeln!(streams.out, "X wins {wins}, O wins {losses}, draws {draws}")?)
    }
}

/// The games that go on from here: those that X wins, that O wins, and draws.
fn count(position: <TicTacToe as Game>::Position) -> [u64; 3] {
    match position.outcome() {
        Some(Outcome::Win(Player::First)) => [1, 0, 0],
        Some(Outcome::Win(Player::Second)) => [0, 1, 0],
        Some(_) => [0, 0, 1],
        None => position.moves().fold([0; 3], |[wins, losses, draws], mv| {
            let [more_wins, more_losses, more_draws] = count(position.play(mv));
            [wins + more_wins, losses + more_losses, draws + more_draws]
        }),
    }
}
