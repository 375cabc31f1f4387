use std::collections::{HashMap, HashSet};

use super::bounds::UNBOUNDED;
use super::moves::{Children, Node, ROOM};
use super::promise::{glance, promise};
use super::*;
use crate::games::connect_four::Standard;
use crate::games::connect_four::notation::MOVES;
use crate::games::gravity::Gravity;
use crate::rng::Rng;
use crate::{Notation, Stopped};

/// Score by trying everything, with the sooner win worth more.
fn exhaustive<const W: u32, const H: u32>(
    position: &Board<W, H>,
    known: &mut HashMap<Board<W, H>, i32>,
) -> i32 {
    let empty = position.board().empty_cells().cast_signed();
    if let Some(outcome) = position.outcome() {
        return outcome.worth(empty / 2 + 1, position.turn());
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let score = position.moves().map(|mv| -exhaustive(&position.play(mv), known)).max().expect("a move");
    known.insert(*position, score);
    score
}

/// A board of random heights and colours with at most `most_empty` empty cells.
fn random_board<const W: u32, const H: u32>(rng: &mut Rng, most_empty: u32) -> Board<W, H> {
    let mut boards = std::iter::repeat_with(|| Gravity::<W, H>::random(rng));
    Board::new(boards.find(|board| board.empty_cells() <= most_empty).expect("one after the other"))
}

/// Boards with this many empty cells on which nobody has a four, mostly unbalanced: of large boards filled by lot hardly one
/// is not over.
fn open_boards<const W: u32, const H: u32>(rng: &mut Rng, empty: u32) -> impl Iterator<Item = Board<W, H>> {
    let board = move || {
        let mut position = Board::<W, H>::EMPTY;
        while position.plies_left() > empty {
            let before = if rng.below(5) == 0 { position.skip() } else { position };
            let moves: Vec<_> = before.moves().filter(|&mv| before.play(mv).outcome().is_none()).collect();
            position = before.play(*moves.get(rng.below(moves.len().max(1)))?);
        }
        Some(position)
    };
    std::iter::repeat_with(board).flatten()
}

fn agrees_with_exhaustive_search<const W: u32, const H: u32>(boards: usize, most_empty: u32) {
    let mut rng = Rng::new(u64::from(W * 10 + H));
    let boards: Vec<_> = std::iter::repeat_with(|| random_board(&mut rng, most_empty)).take(boards).collect();
    of_boards_agrees_with_exhaustive_search::<W, H>(&boards);
}

fn of_boards_agrees_with_exhaustive_search<const W: u32, const H: u32>(boards: &[Board<W, H>]) {
    let mut solvers = [Solver::<W, H>::new(0), Solver::<W, H>::new(1 << 20)];
    let mut known = HashMap::new();
    for (i, position) in boards.iter().enumerate() {
        let expected = exhaustive(position, &mut known);
        let solver = &mut solvers[i % 2];
        if i % 7 == 0 {
            solver.clear();
        }
        let score = solver.score(position, &Limits::NONE);
        assert_eq!(score, Ok(expected), "{position:?}");
        assert_eq!(solver.score(&position.mirror(), &Limits::NONE), Ok(expected), "{position:?}");
        assert_eq!(solver.result(position, &Limits::NONE), Ok(expected.signum()), "{position:?}");
        for bound in -3..=3 {
            let is_at_least = solver.is_at_least(position, bound, &Limits::NONE);
            assert_eq!(is_at_least, Ok(expected >= bound), "{position:?}");
        }
        for after in position.moves().map(|mv| position.play(mv)) {
            assert_eq!(solver.score(&after, &Limits::NONE), Ok(exhaustive(&after, &mut known)), "{after:?}");
        }
    }
}

#[test]
fn scores_of_small_and_unbalanced_boards_are_those_of_exhaustive_search() {
    agrees_with_exhaustive_search::<4, 4>(1500, 16);
    agrees_with_exhaustive_search::<5, 4>(300, 14);
    agrees_with_exhaustive_search::<4, 5>(300, 14);
    agrees_with_exhaustive_search::<5, 5>(200, 13);
    agrees_with_exhaustive_search::<4, 6>(300, 13);
    agrees_with_exhaustive_search::<6, 4>(200, 13);
    agrees_with_exhaustive_search::<6, 5>(200, 12);
    agrees_with_exhaustive_search::<7, 6>(400, 11);
}

fn open_boards_agree<const W: u32, const H: u32>() {
    let mut rng = Rng::new(u64::from(W * 20 + H));
    let boards: Vec<_> =
        (2..=9).flat_map(|empty| open_boards(&mut rng, empty).take(12).collect::<Vec<_>>()).collect();
    of_boards_agrees_with_exhaustive_search::<W, H>(&boards);
    let bounded = boards.iter().filter(|position| position.outcome().is_none() && !wins_at_once(position));
    for position in bounded.filter(|position| Node::of(position).moves != 0) {
        assert!(exhaustive(position, &mut HashMap::new()) <= Node::of(position).bound, "{position:?}");
    }
}

#[test]
fn scores_of_all_shapes_are_those_of_exhaustive_search() {
    open_boards_agree::<4, 10>();
    open_boards_agree::<4, 14>();
    open_boards_agree::<4, 15>();
    open_boards_agree::<5, 10>();
    open_boards_agree::<5, 11>();
    open_boards_agree::<6, 8>();
    open_boards_agree::<6, 9>();
    open_boards_agree::<7, 6>();
    open_boards_agree::<7, 7>();
    open_boards_agree::<7, 8>();
    open_boards_agree::<8, 4>();
    open_boards_agree::<8, 6>();
    open_boards_agree::<8, 7>();
    open_boards_agree::<9, 6>();
    open_boards_agree::<10, 5>();
    open_boards_agree::<12, 4>();
}

/// Random positions with at most so many empty cells, not over, in which the mover does not win at once.
fn nodes<const W: u32, const H: u32>(rng: &mut Rng, most: u32) -> impl Iterator<Item = (Board<W, H>, Node)> {
    std::iter::repeat_with(move || random_board::<W, H>(rng, most))
        .filter(|position| position.outcome().is_none() && !wins_at_once(position))
        .map(|position| (position, Node::of(&position)))
}

/// How many of the boards, those with an even and those with an odd number of empty cells, are bounded.
fn bounds_hold<const W: u32, const H: u32>(boards: usize, most_empty: u32) -> [usize; 2] {
    let mut rng = Rng::new(u64::from(W * 10 + H));
    let mut known = HashMap::new();
    let mut bounded = [0; 2];
    for (position, node) in nodes::<W, H>(&mut rng, most_empty).take(boards) {
        if node.moves != 0 && node.bound != UNBOUNDED {
            let score = exhaustive(&position, &mut known);
            assert!(score <= node.bound, "{score} > {}: {position:?}", node.bound);
            bounded[usize::from(node.empty % 2 != 0)] += 1;
        }
    }
    bounded
}

#[test]
fn static_bounds_hold_on_any_board() {
    let [even, odd] = bounds_hold::<4, 4>(6_000, 16);
    assert!(even > 900 && odd > 10, "{even}, {odd}");
    let [even, odd] = bounds_hold::<7, 6>(600, 10);
    assert!(even > 10 && odd > 5, "{even}, {odd}");
    bounds_hold::<5, 4>(500, 12);
    bounds_hold::<4, 6>(500, 12);
    // The follow-up needs columns of even height.
    assert_eq!(bounds_hold::<4, 5>(500, 12), [0, 0]);
}

#[test]
fn a_win_on_an_odd_row_decides_when_nothing_else_is_left() {
    // Only column 1 has empty cells, three of them; the side that is not to move has the rest of row 3
    // and waits for the cell above the next one.
    let x = |cells: &[(u32, u32)]| cells.iter().fold(0, |set, &(c, r)| set | Grid::<4, 4>::bit(c, r));
    let own = x(&[(1, 0), (0, 1), (2, 1), (3, 0), (2, 3), (3, 3)]);
    let other = x(&[(0, 0), (2, 0), (3, 1), (0, 2), (2, 2), (3, 2), (0, 3)]);
    let node = Node::new::<4, 4>(own, other, 3);
    assert_eq!(node.threats, x(&[(1, 2)]));
    // One cell stays empty above the win, which is worth one point.
    assert_eq!(node.bound, -1);
}

fn children_are_as_played<const W: u32, const H: u32>(boards: usize) {
    let mut rng = Rng::new(u64::from(W * 10 + H));
    let mut whims = Rng::new(1);
    for (position, node) in nodes::<W, H>(&mut rng, W * H).take(boards) {
        let mut children = Children::<ROOM>::NONE;
        children.fill::<W, H>(&node);
        assert_eq!(children.numbers().len(), node.moves.count_ones() as usize, "{position:?}");
        // Promises that repeat: equal ones stay in the order of their numbers.
        let promises: Vec<u32> = children.numbers().map(|_| 1 + u32::from(whims.below(2) == 0)).collect();
        for (number, &promise) in promises.iter().enumerate() {
            children.promise(number, promise);
        }
        let mut expected: Vec<usize> = children.numbers().collect();
        expected.sort_by_key(|&number| std::cmp::Reverse(promises[number]));
        for number in expected {
            assert_eq!(children.take(), Some(number), "{position:?}");
            let (cell, child) = children.child(&node, number);
            assert_eq!(cell, children.cell(number), "{position:?}");
            let alone = Node::new::<W, H>(node.other, node.own | cell, node.empty - 1);
            assert_eq!(child, alone, "{position:?} {cell:#x}");
            assert_eq!(children.wins(number), alone.moves == 0, "{position:?}");
            assert_eq!((children.threats(number), children.bound(number)), (alone.threats, alone.bound));
        }
        assert_eq!(children.take(), None, "{position:?}");
    }
}

#[test]
fn moves_side_by_side_lead_where_each_alone_leads() {
    children_are_as_played::<7, 6>(1_000);
    children_are_as_played::<4, 4>(1_000);
    children_are_as_played::<7, 5>(500);
}

#[test]
fn whole_small_boards() {
    // Every 4x4 and 5x4 game is a draw; so are 4x5 and 5x5 (Tromp's table of small boards).
    assert_eq!(Solver::<4, 4>::new(0).score(&Board::EMPTY, &Limits::NONE), Ok(0));
    assert_eq!(Solver::<5, 4>::new(0).score(&Board::EMPTY, &Limits::NONE), Ok(0));
    assert_eq!(Solver::<4, 5>::new(0).score(&Board::EMPTY, &Limits::NONE), Ok(0));
    assert_eq!(Solver::<5, 5>::new(1 << 22).score(&Board::EMPTY, &Limits::NONE), Ok(0));
}

#[test]
fn scores_and_plies() {
    // The first player wins the empty board with the 41st piece.
    assert_eq!(proof_of_score(1, 42), Proof::Win { plies: 41 });
    assert_eq!(proof_of_score(0, 5), Proof::Draw);
    for empty in 1..=42_u32 {
        for plies in 1..=empty {
            let size = (empty + 2 - plies).cast_signed() / 2;
            let (score, proof) = match plies % 2 {
                1 => (size, Proof::Win { plies }),
                _ => (-size, Proof::Loss { plies }),
            };
            assert_eq!(proof_of_score(score, empty), proof, "{score} with {empty} empty cells");
        }
    }
    // The side to move has won, or has lost, or the score makes no sense.
    assert_eq!(proof_of_score(3, 4), Proof::Win { plies: 0 });
    assert_eq!(proof_of_score(-3, 4), Proof::Loss { plies: 0 });
    for score in [i32::MIN, -100, 100, i32::MAX] {
        for empty in [0, 42] {
            let proof = proof_of_score(score, empty);
            assert!(matches!(proof, Proof::Win { plies: 0 } | Proof::Loss { plies: 0 }));
        }
    }
}

#[test]
fn a_stopped_search_says_so_and_harms_nothing() {
    let mut solver = Solver::<7, 6>::new(1 << 20);
    assert_eq!(solver.score(&Board::EMPTY, &Limits { stop: &|| true }), Err(Stopped));
    let position = MOVES.parse("44444233335555").unwrap();
    let after_stop = solver.score(&position, &Limits::NONE);
    assert_eq!(after_stop, Solver::<7, 6>::new(1 << 20).score(&position, &Limits::NONE));
}

/// Positions of random games with this many empty cells, a lost turn in every third.
fn random_play(rng: &mut Rng, empty: u32) -> impl Iterator<Item = Standard> {
    let mut count = 0_u32;
    std::iter::repeat_with(move || {
        let position = rng.play(Standard::EMPTY, (42 - empty) as usize, 0);
        count += 1;
        if count.is_multiple_of(3) { position.skip() } else { position }
    })
    .filter(move |position| position.plies_left() == empty && position.outcome().is_none())
}

#[test]
fn any_order_of_moves_finds_the_same_scores() {
    let mut rng = Rng::new(24);
    let mut usual = Solver::<7, 6>::new(1 << 20);
    let mut reversed = Solver::<7, 6>::new(1 << 20);
    reversed.search.is_reversed = true;
    for empty in [23, 24, 25] {
        for position in random_play(&mut rng, empty).take(12) {
            usual.clear();
            let score = usual.score(&position, &Limits::NONE);
            reversed.clear();
            assert_eq!(reversed.score(&position, &Limits::NONE), score, "{position:?}");
        }
    }
    let (few, many) = (usual.nodes(), reversed.nodes());
    assert!(many > 3 * few, "{few} nodes, {many} in the worst order");
}

#[test]
fn mirrored_moves_promise_the_same() {
    let mirror = |cells: u64| Grid::<7, 6>::mirror(cells);
    let mut promises = HashSet::new();
    for (position, node) in nodes::<7, 6>(&mut Rng::new(76), 42).take(300) {
        let mut children = Children::<ROOM>::NONE;
        children.fill::<7, 6>(&node);
        let reflected = Node::new::<7, 6>(mirror(node.own), mirror(node.other), node.empty);
        for number in children.numbers() {
            let (cell, threats, answers) =
                (children.cell(number), children.threats(number), children.answers(number));
            let here = promise::<7, 6>(&node, cell, threats, answers);
            let there = promise::<7, 6>(&reflected, mirror(cell), mirror(threats), mirror(answers));
            assert_eq!(here, there, "{position:?} {cell:#x}");
            let reachable = Grid::<7, 6>::BOARD & !(node.threats << 1);
            let at_a_glance = glance::<7, 6>(node.empty, mirror(cell), mirror(threats), mirror(reachable));
            assert_eq!(glance::<7, 6>(node.empty, cell, threats, reachable), at_a_glance);
            // Nothing comes near what a remembered move promises, nor below 0.
            assert!(here.abs() < 1 << 18, "{here}");
            promises.insert(here);
        }
    }
    assert!(promises.len() > 500, "{}", promises.len());
}

#[test]
fn threads_find_the_same_scores() {
    let mut rng = Rng::new(12);
    let mut alone = Solver::<7, 6>::new(1 << 20);
    let mut together = [Solver::<7, 6>::new(0), Solver::new(1 << 20)].map(|solver| solver.with_threads(3));
    // Unbalanced boards too.
    for (count, position) in random_play(&mut rng, 26).take(30).enumerate() {
        let score = alone.score(&position, &Limits::NONE);
        let solver = &mut together[count % 2];
        if count % 4 < 2 {
            solver.clear();
        }
        // All threads from the first node on, or one alone for a while.
        solver.alone = if count % 3 > 0 { 0 } else { POLL };
        assert_eq!(solver.score(&position, &Limits::NONE), score, "{position:?}");
    }
    let most = Solver::<7, 6>::new(0).with_threads(usize::MAX);
    assert_eq!(most.helpers.len() + 1, usize::from(MOST_THREADS));
    for alone in [0, POLL] {
        together[1].alone = alone;
        let stopped = together[1].score(&Board::EMPTY, &Limits { stop: &|| true });
        assert_eq!(stopped, Err(Stopped));
    }
    // Entries of two words.
    let mut alone = Solver::<8, 5>::new(1 << 20);
    let mut together = Solver::<8, 5>::new(0).with_threads(3);
    together.alone = 0;
    for position in open_boards(&mut rng, 24).take(12) {
        let score = alone.score(&position, &Limits::NONE);
        assert_eq!(together.score(&position, &Limits::NONE), score, "{position:?}");
    }
}

#[test]
fn moves_that_another_thread_searches_come_last_and_are_searched_all_the_same() {
    let mut rng = Rng::new(13);
    let mut nodes = [0; 2];
    for position in random_play(&mut rng, 26).take(20) {
        let mut alone = Solver::<7, 6>::new(0);
        alone.search.join(Some(Arc::new(Crew::new())));
        let score = alone.score(&position, &Limits::NONE);
        let crew = Arc::new(Crew::new());
        let mut helped = Solver::<7, 6>::new(0);
        helped.search.join(Some(Arc::clone(&crew)));
        for child in position.moves().map(|mv| position.play(mv)) {
            let hash = Search::hash_of(&child);
            assert!(crew.searches(hash) || crew.begin(hash), "{child:?}");
        }
        assert_eq!(helped.score(&position, &Limits::NONE), score, "{position:?}");
        for child in position.moves().map(|mv| position.play(mv)) {
            assert!(crew.searches(Search::hash_of(&child)), "who sets a mark takes it away: {child:?}");
        }
        nodes[0] += alone.nodes();
        nodes[1] += helped.nodes();
    }
    assert_ne!(nodes[0], nodes[1], "another order of moves");
}
