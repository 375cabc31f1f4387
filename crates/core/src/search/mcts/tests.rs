use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::Game;
use crate::games::{adjacent_four, breakthrough, connect_four, laws, max_connect_four};

laws!(equal_searches_are_equal_and_seeds_differ, limits_stop_the_search, it_beats_random_players);

fn searching<P: Position>(simulations: u32, bytes: usize) -> Mcts<P> {
    Mcts::new(Settings { simulations, bytes, seed: 3, ..Settings::default() })
}

/// What a position is worth to the first player, by trying everything: points, or the most there is for a win.
pub(crate) fn exact<P: Position>(position: &P, known: &mut HashMap<P, Score>) -> Score {
    if let Some(outcome) = position.outcome() {
        return score(outcome);
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let scores = position.moves().map(|mv| exact(&position.play(mv), known));
    let best = if position.turn() == Player::First { scores.max() } else { scores.min() };
    let best = best.expect("a game that goes on has a move");
    known.insert(position.clone(), best);
    best
}

/// Checks all that is said about a position; whether it is known what it is worth.
fn is_true<P: Position>(position: &P, search: &mut Mcts<P>, known: &mut HashMap<P, Score>) -> bool {
    let Some(decision) = search.search(position, &Limits::NONE) else {
        assert!(position.outcome().is_some(), "no move in {position:?}");
        return true;
    };
    assert!(position.moves().any(|legal| legal == decision.best), "{position:?}");
    assert_eq!(decision.line.first(), Some(&decision.best));
    decision.line.iter().fold(position.clone(), |position, &mv| {
        assert!(position.moves().any(|legal| legal == mv), "{mv:?} in {position:?}");
        position.play(mv)
    });
    let turn = position.turn();
    let sign = |score: Score| if turn == Player::First { score } else { -score };
    let value = sign(exact(position, known));
    let kept = sign(exact(&position.play(decision.best), known));
    let bounds = search.tree.bounds_for(ROOT, turn);
    assert!(bounds.low <= value && value <= bounds.high, "{bounds:?} but {value}: {position:?}");
    match decision.proof {
        Some(Proof::Win { plies }) => {
            assert!(value > 0 && kept > 0, "called a win: {position:?}");
            assert!((1..=position.plies_left()).contains(&plies));
            assert_eq!(decision.value, Some(1000));
        }
        Some(Proof::Loss { .. }) => assert!(value < 0 && decision.value == Some(-1000), "{position:?}"),
        Some(Proof::Draw) => assert!(value == 0 && kept == 0 && decision.value == Some(0), "{position:?}"),
        None => assert!(!bounds.is_decided() && decision.value.is_some_and(|value| value.abs() <= 1000)),
    }
    if bounds.is_decided() {
        assert_eq!(kept, value, "{:?} is not the best in {position:?}", decision.best);
    }
    bounds.is_decided()
}

/// Of positions that end soon enough at least so many in a hundred are solved, all others are judged rightly; with
/// much memory, little, and none.
fn solves<P: Position>(start: &P, games: usize, plies: u32, simulations: u32, least: usize) {
    let mut known = HashMap::new();
    let mut late = Rng::new(4).games(start, games);
    late.retain(|position| position.plies_left() <= plies);
    let (mut whole, mut small, mut none) =
        (searching(simulations, 1 << 22), searching(simulations, 1 << 12), searching(simulations, 0));
    let mut solved = [0; 3];
    for position in &late {
        for (search, solved) in [&mut whole, &mut small, &mut none].into_iter().zip(&mut solved) {
            *solved += usize::from(is_true(position, search, &mut known));
        }
    }
    assert!(late.len() >= 30, "{} positions", late.len());
    assert!(100 * solved[0] >= least * late.len(), "{solved:?} of {}", late.len());
    assert!(solved.is_sorted_by(|more, fewer| more >= fewer), "{solved:?}");
}

#[test]
fn small_boards_are_solved() {
    solves(&connect_four::Board::<4, 4>::EMPTY, 8, 16, 4000, 50);
    solves(&max_connect_four::Board::<4, 4>::EMPTY, 8, 12, 4000, 70);
    solves(&breakthrough::Board::<3, 4>::START, 20, 40, 4000, 80);
    solves(&breakthrough::Board::<2, 6>::START, 10, 40, 4000, 65);
}

#[test]
fn late_positions_are_solved() {
    solves(&connect_four::Standard::EMPTY, 60, 9, 3000, 95);
    solves(&max_connect_four::Standard::EMPTY, 20, 9, 3000, 80);
    solves(&breakthrough::Standard::START, 60, 14, 1000, 95);
    solves(&adjacent_four::Standard::EMPTY, 20, 8, 3000, 90);
}

fn equal_searches_are_equal_and_seeds_differ<G: Game>() {
    let position = Rng::new(6).games(&G::start(), 1)[3].clone();
    let decide = |seed| {
        let settings = Settings { seed, simulations: 300, bytes: 1 << 20, ..Settings::default() };
        Mcts::new(settings).search(&position, &Limits::NONE)
    };
    let mut used = searching(300, 1 << 20);
    used.search(&G::start(), &Limits::NONE);
    assert_eq!(used.search(&position, &Limits::NONE), decide(3), "what was searched before matters");
    assert!([4, 5, 6].into_iter().any(|seed| decide(seed) != decide(3)), "seeds change nothing");
}

fn limits_stop_the_search<G: Game>() {
    let mut search = searching(MOST_SIMULATIONS, 1 << 20);
    let start = G::start();
    for polls in 0..6 {
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= polls;
        let decision = search.search(&start, &Limits { stop: &stop }).expect("a move");
        assert_eq!(asked.into_inner(), polls + 1);
        assert!(start.moves().any(|mv| mv == decision.best));
        let most = u64::from((polls + 1) * POLL) * u64::from(start.plies_left()) + 1;
        assert!(decision.nodes <= u128::from(most), "{} positions", decision.nodes);
    }
    // Without a single simulation there is still a legal move.
    let decision = searching(0, 0).search(&start, &Limits::NONE).expect("a move");
    assert_eq!((decision.best, decision.value), (start.moves().next().expect("a move"), None));
}

#[test]
fn the_pool_keeps_within_its_memory() {
    for bytes in [0, 1000, 100_000] {
        let mut search: Mcts<breakthrough::Standard> = searching(3000, bytes);
        search.search(&breakthrough::Standard::START, &Limits::NONE);
        let nodes = search.tree.len();
        assert!(nodes <= 17.max(bytes / 20) && nodes >= 17, "{nodes} nodes in {bytes} bytes");
    }
}

fn it_beats_random_players<G: Game>() {
    let mut won = 0;
    for game in 0..6u64 {
        let mut rng = Rng::new(game);
        let settings = Settings { simulations: 150, seed: game, bytes: 1 << 18, ..Settings::default() };
        let mut search = Mcts::new(settings);
        let side = Player::BOTH[usize::from(game % 2 == 1)];
        let mut position = G::start();
        while position.outcome().is_none() {
            let mv = if position.turn() == side {
                search.search(&position, &Limits::NONE).map(|decision| decision.best)
            } else {
                rng.pick(position.moves())
            };
            position = position.play(mv.expect("a move"));
        }
        won += u32::from(position.outcome().and_then(crate::Outcome::winner) == Some(side));
    }
    assert!(won >= 5, "{}: {won} of 6", G::NAME);
}
