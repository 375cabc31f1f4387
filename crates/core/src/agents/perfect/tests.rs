use super::*;
use crate::games::adjacent_four::{self, AdjacentFour, Cell};
use crate::games::connect_four::notation::MOVES;
use crate::games::connect_four::{self, ConnectFour, book};
use crate::games::gravity::Column;
use crate::games::max_connect_four::MaxConnectFour;
use crate::rng::Rng;
use crate::{Notation, Proof, stop_after};

fn perfect<G: Game>(table_bytes: usize) -> Perfect<G::Position> {
    Perfect::of::<G>(table_bytes).expect("a solver")
}

fn solver<G: Game>(table_bytes: usize) -> Box<dyn Solve<G::Position>> {
    (G::solver().expect("a solver").new)(&SolverSettings::with_table(table_bytes))
}

/// Checks a decision at this position, its value and its line, with a second solver.
fn is_right<P: Position>(position: &P, decision: &Decision<P::Move>, solver: &mut dyn Solve<P>) {
    let value = solver.value(position, &Limits::NONE).expect("nobody stops it");
    let after = position.play(decision.best);
    let now = solver.value(&after, &Limits::NONE).expect("nobody stops it");
    assert_eq!(now.before(), value, "{position:?}");
    assert_eq!(decision.proof, Some(solver.proof(position, value)), "{position:?}");
    assert_eq!(decision.value, solver.score(position, value));
    assert_eq!(decision.line[0], decision.best);
    let end = decision.line.iter().fold(position.clone(), |position, &mv| position.play(mv));
    assert!(end.outcome().is_some(), "the line goes on to the end");
    let plies = u32::try_from(decision.line.len()).expect("a game");
    assert_eq!(plies, value.plies().unwrap_or(position.plies_left()), "{position:?}");
    let end = solver.value(&end, &Limits::NONE).expect("nobody stops it");
    let end = if plies % 2 == 0 { end } else { end.before() };
    match value {
        GameValue::Margin(_) => assert_eq!(end, value),
        _ => assert_eq!(end.result(), value.result()),
    }
}

/// Plays games against random moves from random positions, boards with lost turns among them, and checks every
/// decision. Returns their number.
fn value_never_falls<G: Game>(games: usize, plies: usize, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let (mut perfect, mut solver) = (perfect::<G>(1 << 20), solver::<G>(1 << 20));
    let mut decisions = 0;
    for _ in 0..games {
        let mut position = rng.play(G::start(), plies, 30);
        while position.outcome().is_none() {
            let decision = perfect.choose(&position, &Limits::NONE).expect("the game goes on");
            is_right(&position, &decision, &mut *solver);
            decisions += 1;
            let after = position.play(decision.best);
            position = rng.pick(after.moves()).map_or_else(|| after.clone(), |reply| after.play(reply));
        }
    }
    decisions
}

#[test]
fn the_value_of_the_game_never_falls() {
    let decisions = value_never_falls::<ConnectFour>(150, 22, 44);
    assert!(decisions > 100, "{decisions}");
    let decisions = value_never_falls::<MaxConnectFour>(100, 30, 69);
    assert!(decisions > 500, "{decisions}");
    let decisions = value_never_falls::<AdjacentFour>(150, 16, 7);
    assert!(decisions > 100, "{decisions}");
}

#[test]
fn soon_after_the_first_stone_of_the_assignment_everything_is_proved_in_few_nodes() {
    let first = AdjacentFour::start().play(Cell::new(3, 2));
    let second = first.moves().map(|cell| first.play(cell));
    let third = second.clone().flat_map(|position| position.moves().map(move |cell| position.play(cell)));
    let (mut perfect, mut solver) =
        (perfect::<AdjacentFour>(TABLE_BYTES), solver::<AdjacentFour>(TABLE_BYTES));
    let mut exact = 0;
    for position in std::iter::once(first).chain(second).chain(third) {
        let decision = perfect.choose(&position, &Limits::NONE).expect("the game goes on");
        assert!(decision.nodes < 200_000, "{} {position:?}", decision.nodes);
        is_right(&position, &decision, &mut *solver);
        exact += 1;
    }
    assert_eq!(exact, 97);
}

/// Replies at `after` that make the position better for the side that moved than it was, counted by values.
fn mistakes<G: Game>(solver: &mut dyn Solve<G::Position>, value: GameValue, after: &G::Position) -> usize {
    let mut worth = |reply| solver.value(&after.play(reply), &Limits::NONE).expect("nobody stops it");
    // A win that comes two plies later is no better.
    let is_better = |now: GameValue| now.before().before().preference(value).is_gt();
    after.moves().filter(|&reply| is_better(worth(reply))).count()
}

/// Of the moves that keep the value, none leaves more mistakes than the chosen one.
fn leaves_the_most<G: Game>(position: &G::Position) -> usize {
    let mut solver = solver::<G>(1 << 22);
    let value = solver.value(position, &Limits::NONE).expect("nobody stops it");
    let mut left = |mv| {
        let after = position.play(mv);
        let now = solver.value(&after, &Limits::NONE).expect("nobody stops it");
        (now.before() == value).then(|| mistakes::<G>(&mut *solver, value, &after))
    };
    let most = position.moves().filter_map(&mut left).max();
    let decision = perfect::<G>(1 << 22).choose(position, &Limits::NONE).expect("the game goes on");
    assert_eq!(left(decision.best), most, "{position:?}");
    assert_eq!(perfect::<G>(1 << 22).best(position, &Limits::NONE), Some(decision.best), "{position:?}");
    most.expect("a move keeps the value")
}

#[test]
fn it_leaves_the_opponent_the_most_mistakes() {
    leaves_the_most::<ConnectFour>(&MOVES.parse("4444435352233515").unwrap());
    let mut rng = Rng::new(7);
    for _ in 0..20 {
        leaves_the_most::<MaxConnectFour>(&rng.play(MaxConnectFour::start(), 30, 0));
    }
    // [1,3] [2,2] is a tie.
    let tie = AdjacentFour::start().play(Cell::new(2, 0)).play(Cell::new(1, 1));
    assert!(leaves_the_most::<AdjacentFour>(&tie) > 0);
}

#[test]
fn in_a_lost_opening_it_leaves_the_opponent_the_most_ways_to_go_wrong() {
    let result =
        |position: &connect_four::Standard| book::embedded().iter().find_map(|book| book.result(position));
    // One with a lost turn: of others even the distances are known.
    let mut rng = Rng::new(1);
    let position = loop {
        let first = rng.pick(ConnectFour::start().moves()).expect("a move");
        let position = rng.play(ConnectFour::start().play(first).skip(), 6, 0);
        if result(&position) == Some(-1) {
            break position;
        }
    };
    let limits = Limits { stop: &stop_after(21) };
    let decision = perfect::<ConnectFour>(1 << 20).choose(&position, &limits).expect("a move");
    assert_eq!(decision.proof, Some(Proof::Loss { plies: 2 }), "the opening is known by heart");
    // Counted by the openings themselves.
    let mistakes = |mv| {
        let after = position.play(mv);
        let is_saved = |&reply: &Column| result(&after.play(reply)).is_some_and(|result| result >= 0);
        after.moves().filter(is_saved).count()
    };
    assert_eq!(Some(mistakes(decision.best)), position.moves().map(mistakes).max());
    assert_eq!(decision.line, [decision.best]);
}

#[test]
fn stopped_later_it_claims_what_is_proved_by_then() {
    let position: adjacent_four::Standard = AdjacentFour::start().play(Cell::new(1, 0)).play(Cell::new(2, 1));
    let mut seen = Vec::new();
    for most in [0, 2, 4, 8, 16, 32, 64, 128, 256, 512] {
        let limits = Limits { stop: &stop_after(most) };
        let decision = perfect::<AdjacentFour>(1 << 20).choose(&position, &limits).expect("a move");
        if seen.last() != Some(&decision.proof) {
            seen.push(decision.proof);
        }
    }
    assert_eq!(seen, [None, Some(Proof::Win { plies: 28 }), Some(Proof::Win { plies: 23 })]);
}

/// A solver that has the trait's own ways of doing everything but finding values.
struct Plain<P: Position>(Box<dyn Solve<P>>);

impl<P: Position> Solve<P> for Plain<P> {
    fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    fn value(&mut self, position: &P, limits: &Limits<'_>) -> Found<GameValue> {
        self.0.value(position, limits)
    }
}

#[test]
fn quicker_ways_find_what_the_plain_ones_do() {
    fn law<G: Game>(plies: usize, counts_distances: bool) {
        let mut rng = Rng::new(12);
        let (mut quick, mut plain) = (solver::<G>(1 << 20), Plain(solver::<G>(1 << 20)));
        let mut moves = 0;
        for _ in 0..40 {
            let position = rng.play(G::start(), plies, 0);
            let limits = &Limits::NONE;
            let (value, result) = (plain.value(&position, limits), plain.result(&position, limits));
            assert_eq!(quick.result(&position, limits), result);
            for value in [value, result].map(|found| found.expect("nobody stops it")) {
                for after in position.moves().map(|mv| position.play(mv)) {
                    moves += 1;
                    let keeps = plain.keeps(value, &after, limits).expect("nobody stops it");
                    assert_eq!(quick.keeps(value, &after, limits), Ok(keeps), "{value:?} {after:?}");
                    let is_result = value == GameValue::of_result(value.result());
                    if keeps && (counts_distances || is_result) {
                        let mistakes = plain.mistakes(value, &after, limits);
                        assert_eq!(quick.mistakes(value, &after, limits), mistakes);
                    }
                }
            }
        }
        assert!(moves > 100, "{moves} in {}", G::NAME);
    }
    law::<ConnectFour>(24, true);
    law::<MaxConnectFour>(32, true);
    law::<AdjacentFour>(14, false);
}

/// In Max-Connect-Four nobody can end the game sooner or later than the board is full.
#[test]
fn where_points_decide_a_loss_takes_all_plies_that_are_left() {
    let mut rng = Rng::new(3);
    let mut losses = 0;
    for game in 0..40 {
        let position = rng.play(MaxConnectFour::start(), 24, 0);
        let limits = Limits { stop: &stop_after(4 + game) };
        let decision = perfect::<MaxConnectFour>(1 << 18).choose(&position, &limits);
        if let Some(Proof::Loss { plies }) = decision.expect("the game goes on").proof {
            assert_eq!(plies, position.plies_left());
            losses += 1;
        }
    }
    assert!(losses > 3, "{losses}");
}

#[test]
fn stopped_at_once_it_still_answers_and_claims_nothing() {
    fn law<G: Game>(position: &G::Position) {
        let at_once = Limits { stop: &|| true };
        let decision = perfect::<G>(0).choose(position, &at_once).expect("the game goes on");
        assert!(position.moves().any(|mv| mv == decision.best), "{}", G::NAME);
        assert_eq!((decision.proof, decision.value), (None, None), "{}", G::NAME);
        let mut finished = G::start();
        while let Some(mv) = finished.moves().next() {
            finished = finished.play(mv);
        }
        assert_eq!(perfect::<G>(0).choose(&finished, &Limits::NONE), None, "{}", G::NAME);
    }
    law::<ConnectFour>(&MOVES.parse("444443212222").unwrap());
    law::<MaxConnectFour>(&MaxConnectFour::start());
    law::<AdjacentFour>(&AdjacentFour::start().play(Cell::new(0, 0)));
}
