//! Whole games of Connect Four's perfect agent: the value of the game never falls by its moves.
//!
//! The normal run plays few games; with `PLYGROUND_LONG=1` it plays 1,000.

use plyground_core::agents::{Agent, EngineAgent, Perfect, Random};
use plyground_core::games::connect_four::book;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::games::connect_four::{Comp3608, ConnectFour, Standard};
use plyground_core::rng::Rng;
use plyground_core::{Limits, Player, Position, stop_after};

/// Plays one game and checks every move of the perfect agent. Returns their number.
fn play(game: u64, solver: &mut Solver<7, 6>) -> u32 {
    let mut rng = Rng::new(game);
    let perfect = || Perfect::of::<ConnectFour>(16 << 20).expect("a solver");
    let mut own = perfect();
    let side = Player::BOTH[(game / 3 % 2) as usize];
    let mut opponent: Box<dyn Agent<Standard>> = match game % 3 {
        0 => Box::new(Random::new(game)),
        1 => Box::new(EngineAgent::new(Comp3608, 4, 1 << 20)),
        _ => Box::new(perfect()),
    };
    let plies = rng.below(9);
    let mut position = rng.play(Standard::EMPTY, plies, 0);
    let mut checked = 0;
    while position.outcome().is_none() {
        // Limits that do not depend on how busy the machine is: a search asks them every 4,096 nodes. While the
        // openings known by heart tell the right moves, little time goes to distances; then there are about as many
        // nodes as the tournament player has time for.
        let most = if position.plies_left() > 32 { 50 } else { 2000 };
        let limits = Limits { stop: &stop_after(most) };
        if position.turn() != side {
            let reply = opponent.choose(&position, &limits).expect("the game is not over");
            position = position.play(reply.best);
            continue;
        }
        let decision = own.choose(&position, &limits).expect("the game is not over");
        let after = position.play(decision.best);
        let before = solver.result(&position, &Limits::NONE).expect("no limits");
        let now = solver.result(&after, &Limits::NONE).expect("no limits");
        assert_eq!(now, -before, "game {game}: {:?} in {position:?}", decision.best);
        checked += 1;
        position = after;
    }
    checked
}

#[test]
fn the_value_of_the_game_never_falls() {
    let is_long = std::env::var_os("PLYGROUND_LONG").is_some();
    let games: u64 = if is_long { 1000 } else { 6 };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let play_some = |first: usize| {
        let mut solver = Solver::new(64 << 20);
        for &book in book::embedded() {
            solver = solver.with_book(book);
        }
        (0..games).skip(first).step_by(threads).map(|game| play(game, &mut solver)).sum::<u32>()
    };
    let checked: u32 = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|first| scope.spawn(move || play_some(first))).collect();
        all.into_iter().map(|games| games.join().expect("every move kept the value")).sum()
    });
    assert!(u64::from(checked) > games * 3, "{checked} moves in {games} games");
}
