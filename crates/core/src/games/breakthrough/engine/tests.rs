use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::games::breakthrough::solve::Prover;
use crate::games::breakthrough::solve::tests::wins;
use crate::games::breakthrough::{Advancement, Patterns, Standard};
use crate::rng::Rng;
use crate::search::{Algorithm, CutRule, textbook};
use crate::{Outcome, Silent, stop_after};

const PLAIN: Selection = Selection { remembers: false, goes_on: false, races: false, reduces: false };

/// Positions of random games, now and then with a turn lost.
fn positions<const W: u32, const H: u32>(seed: u64, games: usize) -> Vec<Board<W, H>> {
    let mut positions = Rng::new(seed).games(&Board::<W, H>::START, games);
    positions.retain(|position| position.outcome().is_none());
    positions
}

fn agrees_with_the_textbook<const W: u32, const H: u32, E: Evaluate<Board<W, H>> + Copy>(
    eval: E,
    games: usize,
    deepest: u32,
) {
    for (i, position) in positions::<W, H>(1, games).into_iter().enumerate() {
        let me = position.turn();
        let mut engine = Engine::new(eval, 0).with_selection(PLAIN);
        for depth in 1..=deepest {
            let algorithm = Algorithm::AlphaBeta(CutRule::AtEqual);
            let Ok(expected) = textbook::search(algorithm, &position, depth, &eval, me, &mut Silent);
            let decision = engine.search(&position, depth, &Limits::NONE, &mut |_| ()).expect("a move");
            let value = decision.value.expect("a search was made");
            // The textbook does not tell how soon a win comes.
            let won = eval.utility(Outcome::Win(me), &position, me);
            let value = if value.abs() >= VALUE_LIMIT { value.signum() * won } else { value };
            assert_eq!(value, expected.value, "position {i} to depth {depth}: {position:?}");
        }
    }
}

#[test]
fn without_selection_it_is_the_textbook_search() {
    agrees_with_the_textbook::<6, 6, _>(Advancement, 3, 3);
    agrees_with_the_textbook::<3, 5, _>(Advancement, 12, 6);
    agrees_with_the_textbook::<4, 4, _>(Advancement, 12, 5);
    agrees_with_the_textbook::<7, 5, _>(Advancement, 1, 3);
}

/// What the decision says of a position that the side to move wins or loses; whether it is proved.
fn is_true<const W: u32, const H: u32>(
    position: &Board<W, H>,
    decision: &Decision<Step>,
    is_won: bool,
    mut wins: impl FnMut(&Board<W, H>) -> bool,
) -> bool {
    match decision.proof {
        Some(Proof::Win { plies }) => {
            assert!(is_won, "called a win: {position:?}");
            assert!((1..=position.plies_left()).contains(&plies));
            assert!(!wins(&position.play(decision.best)), "throws the win away: {position:?}");
        }
        Some(Proof::Loss { .. }) => assert!(!is_won, "called a loss: {position:?}"),
        _ => return false,
    }
    decision.line.iter().fold(*position, |position, &step| {
        assert!(position.moves().any(|legal| legal == step), "{step:?} in {position:?}");
        position.play(step)
    });
    true
}

fn proves_only_what_is_true<const W: u32, const H: u32>(games: usize, depth: u32, least: usize) {
    let mut known = HashMap::new();
    let mut engines = [(0, 1), (1 << 20, 1), (1 << 20, 3)]
        .map(|(bytes, threads)| Engine::new(Advancement, bytes).with_threads(threads));
    let positions = positions::<W, H>(2, games);
    let mut proved = 0;
    for (i, position) in positions.iter().enumerate() {
        let is_won = wins(position, &mut known);
        let decision = engines[i % 3].search(position, depth, &Limits::NONE, &mut |_| ()).expect("a move");
        proved += usize::from(is_true(position, &decision, is_won, |board| wins(board, &mut known)));
    }
    assert!(100 * proved >= least * positions.len(), "{proved} of {} proved", positions.len());
}

#[test]
fn proofs_on_small_boards_are_true() {
    proves_only_what_is_true::<3, 4>(60, 40, 100);
    proves_only_what_is_true::<4, 4>(20, 30, 100);
    proves_only_what_is_true::<2, 6>(40, 40, 100);
    proves_only_what_is_true::<3, 5>(20, 12, 90);
}

#[test]
fn proofs_of_late_positions_are_true() {
    let mut solver = Prover::<6, 6>::new(1 << 22);
    let mut engines = [1, 3].map(|threads| Engine::new(Patterns::default(), 1 << 20).with_threads(threads));
    let mut wins = |board: &Standard| solver.winner(board, &Limits::NONE).expect("no limits") == board.turn();
    let mut proved = 0;
    let late = positions::<6, 6>(3, 40).into_iter().filter(|position| position.plies_left() <= 45);
    for (i, position) in late.enumerate() {
        let decision = engines[i % 2].search(&position, 7, &Limits::NONE, &mut |_| ()).expect("a move");
        let is_won = wins(&position);
        proved += usize::from(is_true(&position, &decision, is_won, &mut wins));
    }
    assert!(proved > 60, "{proved}");
}

#[test]
fn each_side_decides_as_the_other_would() {
    for position in positions::<6, 6>(4, 4) {
        let decide = |position: &Standard| {
            Engine::new(Patterns::default(), 1 << 16).search(position, 4, &Limits::NONE, &mut |_| ())
        };
        let (decision, turned) = (decide(&position).expect("a move"), decide(&position.turned()));
        let turned = turned.expect("a move");
        assert_eq!(Standard::turned_step(decision.best), turned.best, "{position:?}");
        assert_eq!((decision.value, decision.nodes), (turned.value, turned.nodes));
    }
}

#[test]
fn stopped_at_any_time_it_answers() {
    let mut engine = Engine::new(Patterns::default(), 1 << 20);
    let start = Standard::START;
    for polls in 0..20 {
        let limits = Limits { stop: &stop_after(polls) };
        let decision = engine.search(&start, u32::MAX, &limits, &mut |_| ()).expect("a move");
        assert!(start.moves().any(|step| step == decision.best));
        assert_eq!(decision.nodes, u128::from(polls + 1) * u128::from(POLL), "asked once in so many nodes");
        assert_eq!(decision.line.first(), Some(&decision.best));
    }
    let over = Board::new(crate::ByPlayer::new(0, start.pawns(Player::Second)), Player::First);
    let over: Standard = over.expect("a board");
    assert_eq!(engine.search(&over, 3, &Limits::NONE, &mut |_| ()), None);
}

/// What a search has found at a depth it does not forget when it looks again in a wider window: wherever it is stopped,
/// it never goes back to what the depth before had found.
#[test]
fn what_is_found_outlasts_its_window() {
    let position: Standard =
        crate::games::breakthrough::sized::read("bbbbb-/b-bbbb/--bb--/--www-/w-ww--/wwwwww/w")
            .expect("a board");
    let (mut changed, mut former) = (0, None::<(Option<u32>, Step)>);
    let mut left = None;
    for polls in (60..260).step_by(2) {
        let limits = Limits { stop: &stop_after(polls) };
        let mut last = None;
        let mut note = |found: &Decision<Step>| last = Some((found.depth, found.best));
        let mut engine = Engine::new(Patterns::default(), 1 << 24);
        let decision = engine.search(&position, u32::MAX, &limits, &mut note).expect("a move");
        if former != last {
            (former, left) = (last, None);
        }
        let is_former = former.is_some_and(|(_, best)| best == decision.best);
        if is_former {
            assert_eq!(left, None, "after {polls} polls {decision:?}");
        } else {
            left = Some(polls);
            changed += 1;
        }
    }
    assert!(changed > 3, "{changed} stops found another move than the depth before");
}

#[test]
fn threads_end_together_and_their_nodes_count() {
    let position = positions::<6, 6>(6, 1)[10];
    let alone = Engine::new(Patterns::default(), 1 << 20).search(&position, 6, &Limits::NONE, &mut |_| ());
    for threads in [0, 2, 4, u32::MAX] {
        let mut engine = Engine::new(Patterns::default(), 1 << 20).with_threads(threads);
        assert_eq!(engine.near.len(), threads.clamp(1, MOST_THREADS) as usize);
        let mut depths = Vec::new();
        let decision = engine.search(&position, 6, &Limits::NONE, &mut |found| depths.push(found.depth));
        let decision = decision.expect("a move");
        assert!(position.moves().any(|step| step == decision.best));
        assert_eq!(depths, (1..=6).map(Some).collect::<Vec<_>>());
        assert_eq!(threads < 2, Some(decision) == alone);
        // Stopped by one thread, all stop.
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 40;
        let decision = engine.search(&position, u32::MAX, &Limits { stop: &stop }, &mut |_| ());
        let asked = u128::from(asked.into_inner());
        // Helpers that end with the search do not ask any more.
        let unasked = decision.expect("a move").nodes.checked_sub(asked * u128::from(POLL));
        let helpers = engine.near.len() as u128 - 1;
        let is_within = unasked.is_some_and(|nodes| nodes <= helpers * u128::from(POLL));
        assert!(asked > 40 && is_within, "{unasked:?} nodes more than asked about, {helpers} helpers");
    }
}

#[test]
fn a_panic_ends_all_threads() {
    let mut engine = Engine::new(Patterns::default(), 1 << 16).with_threads(3);
    let search = || {
        let mut fail = |_: &Decision<Step>| panic!("on purpose");
        engine.search(&Standard::START, u32::MAX, &Limits::NONE, &mut fail)
    };
    // Helpers that went on would be waited for without end.
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)).is_err());
}

#[test]
fn of_moves_that_win_at_once_the_first_is_played() {
    use crate::Notation;
    use crate::games::breakthrough::notation::{Grid, Request};

    let board = Grid.parse("------\nw---b-\n------\n------\nbbbbb-\n-----w\nw").expect("a valid grid");
    let mut engine = Engine::new(Patterns::default(), 0);
    let decision = engine.search(&board, u32::MAX, &Limits::NONE, &mut |_| ()).expect("a move");
    assert_eq!(decision.proof, Some(Proof::Win { plies: 1 }));
    assert_eq!(Request.write_move(&board, decision.best), "A5A6");
}

/// A book in which a prover wrote who wins after some of the moves: what wins is played, what loses is not, and
/// what is called proved is.
#[test]
fn book_results_decide_moves() {
    use crate::games::breakthrough::book::Book;
    use crate::games::breakthrough::sized;

    let mut solver = Prover::<6, 6>::new(1 << 22);
    let mut wins = |board: &Standard| solver.winner(board, &Limits::NONE).expect("no limits") == board.turn();
    let mut rng = Rng::new(4);
    let mut heeded = [0; 5];
    let late = positions::<6, 6>(3, 80).into_iter().filter(|position| position.plies_left() <= 45);
    for (i, position) in late.enumerate() {
        let after = |step: Step| position.play(step);
        let open: Vec<Step> = position.moves().filter(|&step| after(step).outcome().is_none()).collect();
        let is_won = wins(&position);
        for percent in [40, 100] {
            let (mut lines, mut said) = (Vec::new(), HashMap::new());
            for &step in &open {
                if rng.below(100) < percent {
                    let is_lost = wins(&after(step));
                    let winner = if is_lost { position.turn().opponent() } else { position.turn() };
                    let value = u8::from(winner == Player::First);
                    lines.push(format!("{} {value}", sized::write(&after(step))));
                    said.insert(after(step).canonical_key(), is_lost);
                }
            }
            let book = Book::parse(&lines.join("\n")).expect("a book");
            let threads = [1, 3][i % 2];
            let mut engine = Engine::new(Patterns::default(), 1 << 18).with_threads(threads).with_book(book);
            let decision = engine.search(&position, 3, &Limits::NONE, &mut |_| ()).expect("a move");
            is_true(&position, &decision, is_won, &mut wins);
            let said_of = |step: Step| said.get(&after(step).canonical_key()).copied();
            let all_lose = position.moves().all(|step| said_of(step) == Some(true));
            if position.moves().any(|step| after(step).outcome().is_some()) {
                assert_eq!(decision.proof, Some(Proof::Win { plies: 1 }), "{position:?}");
                heeded[4] += 1;
            } else if said.values().any(|is_lost| !is_lost) {
                assert_eq!(said_of(decision.best), Some(false), "{position:?}");
                assert_eq!((decision.nodes, decision.depth), (0, None), "played at once");
                heeded[0] += 1;
            } else if all_lose {
                let mut alone = Engine::new(Patterns::default(), 1 << 18);
                let alone = alone.search(&position, 3, &Limits::NONE, &mut |_| ());
                assert!(threads > 1 || Some(decision) == alone, "searched as without it: {position:?}");
                heeded[1] += 1;
            } else if !said.is_empty() {
                assert_ne!(said_of(decision.best), Some(true), "{position:?}");
                heeded[2 + usize::from(position.turn() == Player::First)] += 1;
            }
        }
    }
    assert!(heeded.iter().all(|&count| count > 3), "{heeded:?}");
}
