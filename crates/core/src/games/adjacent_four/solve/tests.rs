use std::cmp::Ordering;
use std::collections::HashMap;

use super::node::Rules;
use super::pairs::holds_by_pairs;
use super::{Solver, after, chain, node};
use crate::games::adjacent_four::{Board, Cell, Cells, Standard};
use crate::grid::Grid;
use crate::rng::Rng;
use crate::{ByPlayer, GameValue, Limits, Outcome, Player, Position, Proof, Solve};

/// The value by looking at everything.
fn exhaustive<const W: u32, const H: u32>(
    position: &Board<W, H>,
    adjacency: bool,
    seen: &mut HashMap<Board<W, H>, GameValue>,
) -> GameValue {
    match position.outcome().map(Outcome::winner) {
        Some(None) => return GameValue::Draw,
        Some(Some(winner)) if winner == position.turn() => return GameValue::Win { plies: Some(0) },
        Some(Some(_)) => return GameValue::Loss { plies: Some(0) },
        None => {}
    }
    if let Some(&value) = seen.get(position) {
        return value;
    }
    let moves = Cells::<W, H>(if adjacency { position.playable() } else { position.empty() });
    let values = moves.map(|cell| exhaustive(&after(position, cell), adjacency, seen).before());
    let value = best(values).expect("a game that is not over has moves");
    seen.insert(*position, value);
    value
}

fn best(values: impl IntoIterator<Item = GameValue>) -> Option<GameValue> {
    values.into_iter().max_by(|one, other| one.preference(*other))
}

/// Stones thrown anywhere: unbalanced, apart, sometimes over.
pub(super) fn random_board<const W: u32, const H: u32>(rng: &mut Rng, empty: u32) -> Board<W, H> {
    let mut stones = [0; 2];
    let all: Vec<u64> = crate::grid::bits(Grid::<W, H>::BOARD).map(|bit| 1 << bit).collect();
    while (Grid::<W, H>::BOARD & !(stones[0] | stones[1])).count_ones() > empty {
        let cell = all[rng.below(all.len())];
        if (stones[0] | stones[1]) & cell == 0 {
            stones[rng.below(2)] |= cell;
        }
    }
    let turn = [Player::First, Player::Second][rng.below(2)];
    Board::new(ByPlayer::new(stones[0], stones[1]), turn).expect("a board")
}

fn solver<const W: u32, const H: u32>(bytes: usize, adjacency: bool) -> Solver<W, H> {
    if adjacency { Solver::new(bytes) } else { Solver::without_adjacency(bytes) }
}

/// A position of a game, now and then with a turn lost. Stones touch, so many cells cannot be played yet.
fn random_game<const W: u32, const H: u32>(rng: &mut Rng, empty: u32) -> Board<W, H> {
    rng.play(Board::EMPTY, (W * H - empty) as usize, 8)
}

/// Makes a position with so many empty cells.
type Maker<const W: u32, const H: u32> = fn(&mut Rng, u32) -> Board<W, H>;

fn agrees<const W: u32, const H: u32>(seed: u64, make: Maker<W, H>, empty: u32, boards: u32) {
    let mut rng = Rng::new(seed);
    for adjacency in [true, false] {
        let mut known = HashMap::new();
        let mut large = solver::<W, H>(1 << 20, adjacency);
        let mut tiny = solver::<W, H>(0, adjacency);
        for _ in 0..boards {
            let position = make(&mut rng, empty);
            let expected = exhaustive(&position, adjacency, &mut known);
            assert_eq!(Solve::value(&mut large, &position, &Limits::NONE), Ok(expected), "{position:?}");
            assert_eq!(Solve::value(&mut tiny, &position, &Limits::NONE), Ok(expected), "{position:?}");
            let mut values = Vec::new();
            for cell in large.legal(&position) {
                let after = after(&position, cell);
                let value = Solve::value(&mut large, &after, &Limits::NONE).unwrap().before();
                let is_kept = large.keeps(expected, &after, &Limits::NONE);
                assert_eq!(is_kept, Ok(value == expected), "{cell:?} at {position:?}");
                values.push(value);
            }
            assert_eq!(best(values), position.outcome().is_none().then_some(expected));
        }
    }
}

#[test]
fn values_are_those_of_an_exhaustive_search() {
    agrees::<6, 5>(1, random_board, 9, 150);
    agrees::<6, 5>(12, random_board, 11, 10);
    agrees::<5, 4>(2, random_board, 9, 100);
    agrees::<4, 4>(3, random_board, 9, 60);
    agrees::<6, 5>(4, random_board, 1, 30);
    agrees::<6, 5>(5, random_board, 0, 5);
    agrees::<4, 4>(13, random_game, 10, 25);
    agrees::<5, 4>(14, random_game, 10, 25);
    agrees::<6, 2>(15, random_game, 10, 25);
    agrees::<4, 3>(16, random_game, 11, 12);
}

#[test]
fn nobody_wins_a_small_board_from_the_start() {
    assert_eq!(Solver::<4, 3>::new(1 << 20).value(&Board::EMPTY, &Limits::NONE), Ok(Proof::Draw));
    assert_eq!(exhaustive(&Board::<4, 3>::EMPTY, true, &mut HashMap::new()), GameValue::Draw);
    assert_eq!(Solver::<3, 3>::new(0).value(&Board::EMPTY, &Limits::NONE), Ok(Proof::Draw));
}

/// Cells by row and column from 1, as in the assignment.
fn played(cells: &[(u8, u8)]) -> Standard {
    cells
        .iter()
        .fold(Standard::EMPTY, |position, &(row, column)| after(&position, Cell::new(column - 1, row - 1)))
}

#[test]
fn without_adjacency_most_replies_lose_within_seven_plies() {
    let mut solver = Solver::without_adjacency(1 << 22);
    let start = played(&[(3, 3)]);
    let replies = Cells::<6, 5>(start.empty());
    let wins = |cell| solver.wins_within(&after(&start, cell), Player::First, 7, &Limits::NONE).unwrap();
    assert_eq!(replies.map(wins).filter(|&wins| wins).count(), 24);
}

#[test]
fn known_games_without_adjacency() {
    // What is known of (m,n,4) games: 5 x 5 and boards of four rows are draws, 6 x 5 is won.
    fn winner<const W: u32, const H: u32>() -> Option<Player> {
        Solver::<W, H>::without_adjacency(1 << 24).winner(&Board::EMPTY, &Limits::NONE).unwrap()
    }
    assert_eq!([winner::<4, 4>(), winner::<5, 4>(), winner::<6, 4>(), winner::<7, 4>()], [None; 4]);
    assert_eq!(winner::<5, 5>(), None);
    assert_eq!([winner::<6, 5>(), winner::<5, 6>()], [Some(Player::First); 2]);
}

#[test]
fn a_board_without_stones_is_won_by_the_first() {
    let mut solver = Solver::new(1 << 22);
    assert_eq!(solver.value(&Standard::EMPTY, &Limits::NONE), Ok(Proof::Win { plies: 11 }));
    // A board that is turned is the same game.
    let turned = Solver::<5, 6>::new(1 << 22).value(&Board::EMPTY, &Limits::NONE);
    assert_eq!(turned, Ok(Proof::Win { plies: 11 }));
}

/// What is seen without search holds: wins by threats, and positions held by pairs.
fn sees_right<const W: u32, const H: u32>(seed: u64, make: Maker<W, H>, empty: u32, boards: u32) -> [u32; 2] {
    let mut rng = Rng::new(seed);
    let mut found = [0; 2];
    for adjacency in [true, false] {
        let rules = Rules::<W, H> { adjacency };
        let mut known = HashMap::new();
        for _ in 0..boards {
            let position = make(&mut rng, empty);
            if position.outcome().is_some() {
                continue;
            }
            let node = node(&position, position.turn());
            let stones = [node.attacker, node.defender];
            let wins_at_once = node::completing::<W, H>(node.attacker, node.defender) != 0;
            let value = exhaustive(&position, adjacency, &mut known);
            for plies in 1..=9 {
                if chain::wins_by_threats(rules, stones, plies) {
                    assert!(value.plies().is_some_and(|n| n <= plies), "{position:?}");
                    assert_eq!(value.result(), Ordering::Greater, "{position:?}");
                }
            }
            if chain::wins_by_threats(rules, stones, u32::MAX) {
                assert_eq!(value.result(), Ordering::Greater, "{position:?}");
                found[0] += u32::from(!wins_at_once);
            }
            if holds_by_pairs(rules, node) {
                assert_ne!(value.result(), Ordering::Greater, "{position:?}");
                found[1] += 1;
            }
        }
    }
    found
}

#[test]
fn results_without_search_are_true() {
    let seen = [
        sees_right::<6, 5>(7, random_board, 8, 150),
        sees_right::<5, 4>(8, random_board, 8, 150),
        sees_right::<4, 4>(9, random_board, 8, 150),
        sees_right::<4, 4>(17, random_game, 10, 40),
        sees_right::<5, 4>(18, random_game, 10, 40),
        sees_right::<6, 2>(19, random_game, 10, 40),
    ];
    let [threats, pairs] = [0, 1].map(|kind| seen.iter().map(|seen| seen[kind]).sum::<u32>());
    assert!(threats > 30 && pairs > 100, "{threats} {pairs}");
}

/// The board with these rows from the top, and the side to move behind them.
fn board<const W: u32, const H: u32>(text: &str) -> Board<W, H> {
    let mut stones = ByPlayer::new(0, 0);
    let (rows, turn) = text.rsplit_once('/').expect("a side to move");
    for (row, line) in (0..).zip(rows.split('/')) {
        for (column, c) in (0..).zip(line.chars()) {
            match c {
                'x' => stones[Player::First] |= Grid::<W, H>::bit(column, row),
                'o' => stones[Player::Second] |= Grid::<W, H>::bit(column, row),
                _ => {}
            }
        }
    }
    Board::new(stones, if turn == "x" { Player::First } else { Player::Second }).expect("a board")
}

#[test]
fn pairs_are_cells_that_can_be_answered() {
    let holds = |text: &str, adjacency| {
        let position = board::<4, 4>(text);
        holds_by_pairs(Rules::<4, 4> { adjacency }, node(&position, Player::First))
    };
    // The second row holds a pair, which leaves the ends of the gap on the right, and the upper one cannot be
    // played yet.
    let text = "ox../xx../oxo./ooox/x";
    assert_eq!([false, true].map(|adjacency| holds(text, adjacency)), [true, false]);
    // With a stone next to it, it can.
    assert!(holds("oxo./xx../oxo./ooox/x", true));
    // One cell cannot be a pair.
    assert!(!holds("oxo./xxx./oxo./ooox/x", true));
}

/// In these positions it matters who runs out of moves that open nothing.
#[test]
fn moves_that_only_cost_time_may_decide() {
    fn check<const W: u32, const H: u32>(text: &str, winner: Option<Player>) {
        let position = board::<W, H>(text);
        assert_eq!(Solver::new(0).winner(&position, &Limits::NONE), Ok(winner), "{text}");
        let value = exhaustive(&position, true, &mut HashMap::new());
        assert_eq!(Solve::value(&mut Solver::<W, H>::new(0), &position, &Limits::NONE), Ok(value), "{text}");
        let expected = match value.result() {
            Ordering::Greater => Some(position.turn()),
            Ordering::Equal => None,
            Ordering::Less => Some(position.turn().opponent()),
        };
        assert_eq!(winner, expected, "{text}");
    }
    check::<4, 4>("..xx/..ox/xxxo/.o.x/x", None);
    check::<4, 4>("..xx/..o./.ox./.x.x/x", Some(Player::First));
    check::<4, 4>("xoox/xxx./..o./..xx/o", Some(Player::First));
    check::<5, 4>("xx.ox/xox.x/ox.../oxx../o", None);
    check::<5, 4>(".xoox/..o.x/xoxoo/...x./x", Some(Player::First));
    check::<6, 5>("...o.x/..xoxo/o.o.xo/oxooox/xooxxx/x", Some(Player::Second));
}
