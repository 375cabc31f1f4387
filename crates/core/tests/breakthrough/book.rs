//! The opening book: what it says agrees with itself and with the prover.

use plyground_core::agents::{self};
use plyground_core::games::breakthrough::book::Book;
use plyground_core::games::breakthrough::solve::Prover;
use plyground_core::games::breakthrough::{Breakthrough, Standard, sized};
use plyground_core::rng::Rng;
use plyground_core::{Limits, Outcome, Player, Position, stop_after};

const TEXT: &str = include_str!("../../src/games/breakthrough/openings.txt");

fn positions() -> Vec<(Standard, Player)> {
    let lines = TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parsed = lines.map(|line| {
        let (position, winner) = line.split_once(' ').expect("a position and its winner");
        let winner = if winner == "1" { Player::First } else { Player::Second };
        (sized::read(position).expect("a position"), winner)
    });
    parsed.collect()
}

/// Whether a position has the winner that the winners after its moves, as far as they are known, leave possible.
fn is_possible(position: &Standard, winner: Player, known: impl Fn(&Standard) -> Option<Player>) -> bool {
    let mut after = position.moves().map(|step| known(&position.play(step)));
    let turn = position.turn();
    if turn == winner {
        after.any(|side| side != Some(turn.opponent()))
    } else {
        after.all(|side| side != Some(turn))
    }
}

#[test]
fn positions_of_the_book_have_the_winners_that_their_moves_say() {
    let book = Book::embedded();
    let winner_of =
        |position: &Standard| position.outcome().and_then(Outcome::winner).or_else(|| book.winner(position));
    let positions = positions();
    assert!(positions.len() >= book.len() && book.len() > 100, "{} positions", book.len());
    let mut followed = 0;
    for &(position, winner) in &positions {
        assert_eq!(book.winner(&position), Some(winner), "{position:?}");
        assert!(is_possible(&position, winner, winner_of), "{position:?}");
        // Most positions whose moves are all known have a winner that cannot be another.
        followed += usize::from(!is_possible(&position, winner.opponent(), winner_of));
    }
    assert!(followed > 50, "{followed} follow from others");
}

/// Agents need no time for a move that the book says wins.
#[test]
fn the_agents_know_the_book_by_heart() {
    let book = Book::embedded();
    let build = |spec: &str| agents::build::<Breakthrough>(&spec.parse().expect("a spec")).expect("an agent");
    let mut agents = [build("engine"), build("graded:level=5")];
    let at_once = Limits { stop: &|| true };
    let mut played = 0;
    for (position, winner) in positions() {
        let loses = |child: &Standard| book.winner(child) == Some(position.turn());
        let is_over = |step| position.play(step).outcome().is_some();
        let is_asked = position.turn() == winner && !position.moves().any(is_over);
        if is_asked && position.moves().any(|step| loses(&position.play(step))) {
            for agent in &mut agents {
                let decision = agent.choose(&position, &at_once).expect("a move");
                assert!(loses(&position.play(decision.best)), "{position:?}");
            }
            played += 1;
        }
    }
    assert!(played > 50, "{played} positions");
}

/// The prover is asked again: what it can tell with so few nodes is in the book. The long run gives it more: less than
/// a minute in a release build.
#[test]
fn proofs_of_the_book_made_anew() {
    let is_long = std::env::var_os("PLYGROUND_LONG").is_some();
    let nodes = if is_long { 1 << 20 } else { 1 << 17 };
    let mut positions = positions();
    let mut rng = Rng::new(12);
    let mut prover = Prover::<6, 6>::new(1 << 26);
    let mut agreed = 0;
    for _ in 0..positions.len().min(24) {
        let (position, winner) = positions.swap_remove(rng.below(positions.len()));
        // The prover asks once in 4,096 nodes.
        if let Ok(found) = prover.winner(&position, &Limits { stop: &stop_after(nodes / 4096 + 1) }) {
            assert_eq!(found, winner, "{position:?}");
            agreed += 1;
        }
    }
    assert!(agreed >= if is_long { 8 } else { 2 }, "{agreed} agreed");
}
