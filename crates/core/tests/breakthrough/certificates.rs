//! Certificates against exhaustive search: those that the prover makes, and damaged ones.
//!
//! With the environment variable `PLYGROUND_LONG` set, the certificates of 3x7, 4x6 and 6x5 are made and verified too.

use std::collections::HashMap;

use plyground_core::games::breakthrough::Board;
use plyground_core::games::breakthrough::certificate::{
    Flaw, Verified, VerifyError, has_unstoppable_pawn, verify,
};
use plyground_core::games::breakthrough::solve::{Prover, Strategy, StrategyError, TABLE_BYTES};
use plyground_core::rng::Rng;
use plyground_core::{ByPlayer, Limits, Outcome, Player, Position, stop_after};

use super::prover::{random_game, wins};
use super::random_board;

/// More choices than any strategy here has.
const MANY: usize = 1 << 24;

fn strategy<const W: u32, const H: u32>(root: &Board<W, H>, table: usize) -> Strategy {
    let mut prover = Prover::new(table);
    prover.strategy(root, MANY, &Limits::NONE, &mut |_| ()).expect("nothing stops it")
}

fn verified<const W: u32, const H: u32>(
    root: &Board<W, H>,
    winner: Player,
    choices: &[u8],
) -> Result<Verified, Flaw<W, H>> {
    verify(root, winner, choices, &mut |_| true).map_err(|error| match error {
        VerifyError::Flaw(flaw) => flaw,
        VerifyError::Stopped => panic!("nobody stopped it"),
    })
}

/// Whether every choice of a strategy keeps the win, by exhaustive search; the walk is written again.
fn keeps_the_win<const W: u32, const H: u32>(
    root: &Board<W, H>,
    winner: Player,
    choices: &[u8],
    known: &mut HashMap<u64, bool>,
) -> bool {
    let mut choices = choices.iter();
    let mut visited: Vec<Board<W, H>> = Vec::new();
    let mut open = if root.turn() == winner || root.outcome().is_some() {
        vec![*root]
    } else {
        root.moves().map(|reply| root.play(reply)).collect()
    };
    open.reverse();
    while let Some(position) = open.pop() {
        if position.outcome().is_some() || has_unstoppable_pawn(&position) {
            if position.outcome().is_some_and(|outcome| outcome != Outcome::Win(winner)) {
                return false;
            }
            continue;
        }
        if visited.contains(&position) || visited.contains(&position.mirror()) {
            continue;
        }
        visited.push(position);
        let step = choices.next().and_then(|&choice| position.moves().nth(usize::from(choice)));
        let Some(after) = step.map(|step| position.play(step)) else { return false };
        if wins(&after, known) {
            return false;
        }
        let replies: Vec<_> = after.moves().map(|reply| after.play(reply)).collect();
        open.extend(replies.into_iter().rev());
    }
    choices.next().is_none()
}

fn is_proved<const W: u32, const H: u32>(expected: Player) {
    let Strategy { winner, choices } = strategy(&Board::<W, H>::START, TABLE_BYTES);
    assert_eq!(winner, expected, "{W}x{H}");
    assert!(verified(&Board::<W, H>::START, winner, &choices).is_ok_and(|seen| seen.replies > 0), "{W}x{H}");
    let opponent = verified(&Board::<W, H>::START, winner.opponent(), &choices);
    assert!(opponent.is_err(), "{W}x{H} is not won by both");
}

/// All small boards whose winner is known.
#[test]
fn proofs_of_small_boards_are_verified() {
    is_proved::<3, 4>(Player::Second);
    is_proved::<4, 4>(Player::Second);
    is_proved::<5, 4>(Player::Second);
    is_proved::<6, 4>(Player::Second);
    is_proved::<7, 4>(Player::Second);
    is_proved::<2, 5>(Player::Second);
    is_proved::<3, 5>(Player::Second);
    is_proved::<4, 5>(Player::Second);
    is_proved::<5, 5>(Player::Second);
    is_proved::<2, 6>(Player::First);
    is_proved::<3, 6>(Player::First);
    if std::env::var_os("PLYGROUND_LONG").is_some() {
        is_proved::<3, 7>(Player::Second);
        is_proved::<4, 6>(Player::First);
        is_proved::<6, 5>(Player::Second);
    }
}

fn any_position_is_proved<const W: u32, const H: u32>(games: usize) {
    let mut rng = Rng::new(u64::from(10 * W + H));
    let mut known = HashMap::new();
    let (mut won, mut played) = ([0; 2], 0);
    for i in 0..games {
        for root in random_game::<W, H>(&mut rng).into_iter().chain([random_board(&mut rng)]) {
            // The smallest table forgets most.
            let Strategy { winner, choices } = strategy(&root, if i % 2 == 0 { 0 } else { 1 << 20 });
            assert_eq!(winner == root.turn(), wins(&root, &mut known), "{root:?}");
            assert!(verified(&root, winner, &choices).is_ok(), "{root:?}");
            assert!(verified(&root, winner.opponent(), &choices).is_err(), "{root:?}");
            assert!(keeps_the_win(&root, winner, &choices, &mut known), "{root:?}");
            won[winner as usize] += usize::from(!choices.is_empty());
            played += 1;
        }
    }
    assert!(won.iter().all(|&n| n > played / 50), "{won:?} of {played} with choices");
}

#[test]
fn proofs_of_any_position_are_verified() {
    any_position_is_proved::<2, 4>(30);
    any_position_is_proved::<3, 4>(60);
    any_position_is_proved::<4, 4>(30);
    any_position_is_proved::<2, 5>(50);
    any_position_is_proved::<3, 5>(20);
    any_position_is_proved::<2, 6>(50);
    any_position_is_proved::<2, 7>(10);
}

/// Every choice changed into every other, left out, and put in twice.
fn damage_is_seen<const W: u32, const H: u32>(root: &Board<W, H>, every: usize) {
    let mut known = HashMap::new();
    let Strategy { winner, choices } = strategy(root, TABLE_BYTES);
    let (mut refused, mut right) = (0, 0);
    let mut check = |damaged: &[u8]| {
        if verified(root, winner, damaged).is_ok() {
            assert!(keeps_the_win(root, winner, damaged, &mut known), "{damaged:?} is accepted");
            right += 1;
        } else {
            refused += 1;
        }
    };
    for place in (0..choices.len()).step_by(every) {
        let mut damaged = choices.clone();
        for choice in (0..40).chain([u8::MAX]).filter(|&choice| choice != choices[place]) {
            damaged[place] = choice;
            check(&damaged);
        }
        damaged.remove(place);
        check(&damaged);
        damaged.splice(place..place, [choices[place]; 2]);
        check(&damaged);
    }
    assert!(refused > 9 * right && right > 0, "{refused} refused, {right} still right");
    for length in 0..choices.len() {
        assert!(verified(root, winner, &choices[..length]).is_err(), "the first {length} choices");
    }
}

#[test]
fn damaged_certificates_are_refused_or_still_right() {
    damage_is_seen(&Board::<2, 6>::START, 1);
    damage_is_seen(&Board::<3, 4>::START, 1);
    damage_is_seen(&Board::<3, 5>::START, 7);
}

fn board<const W: u32, const H: u32>(white: u64, black: u64, turn: Player) -> Board<W, H> {
    Board::new(ByPlayer::new(white, black), turn).expect("a board")
}

#[test]
fn flaws_are_named_with_their_place() {
    // White's first move captures the last pawn, which otherwise arrives.
    let root = board::<3, 4>(0b010, 0b001 << 3, Player::First);
    assert!(wins(&root, &mut HashMap::new()));
    let takes = verified(&root, Player::First, &[0]).expect("a proof");
    assert_eq!(takes, Verified { replies: 0, unstoppable: 0 });
    let straight = root.moves().nth(1).expect("a move");
    let after = root.play(straight);
    let arrives = after.moves().find(|&reply| after.play(reply).outcome().is_some());
    let lost = Flaw::Lost { position: after, reply: arrives };
    assert_eq!(verified(&root, Player::First, &[1]), Err(lost));
    assert_eq!(lost.to_string(), "the other side wins");
    let none = Flaw::NoSuchMove { place: 0, choice: 3, position: root };
    assert_eq!(verified(&root, Player::First, &[3]), Err(none));
    assert_eq!(none.to_string(), "choice 0 is move 3; expected 0 to 2, a move of this position");
    let open = Flaw::Open { position: root, reply: None };
    assert_eq!(verified(&root, Player::First, &[]), Err(open));
    assert_eq!(open.to_string(), "the choices end; expected one for this position");
    let unused = Flaw::Unused { choices: 2 };
    assert_eq!(verified(&root, Player::First, &[0, 0, 1]), Err(unused));
    assert_eq!(unused.to_string(), "2 choices too many; expected one for each position to choose in");
    // A game that is over needs no choice, and has one winner.
    let over = board::<3, 4>(0b010, 0, Player::Second);
    assert_eq!(verified(&over, Player::First, &[]), Ok(Verified::default()));
    assert_eq!(verified(&over, Player::Second, &[]), Err(Flaw::Lost { position: over, reply: None }));
}

#[test]
fn making_and_verifying_can_be_stopped() {
    let root = Board::<4, 5>::START;
    let mut reported = Vec::new();
    let mut prover = Prover::new(1 << 22);
    let strategy = prover
        .strategy(&root, MANY, &Limits::NONE, &mut |choices| reported.push(choices))
        .expect("a strategy");
    assert!(reported.first() == Some(&4096) && reported.is_sorted(), "{reported:?}");
    let few = prover.strategy(&root, strategy.choices.len() - 1, &Limits::NONE, &mut |_| ());
    assert_eq!(few, Err(StrategyError::TooLong));
    let stopped = prover.strategy(&root, MANY, &Limits { stop: &|| true }, &mut |_| ());
    assert_eq!(stopped, Err(StrategyError::Stopped));
    let stopped = prover.strategy(&root, MANY, &Limits { stop: &stop_after(1) }, &mut |_| ());
    assert_eq!(stopped.err(), Some(StrategyError::Stopped), "between its choices");
    let mut asked = 0;
    let stopped = verify(&root, strategy.winner, &strategy.choices, &mut |choices| {
        asked = choices;
        false
    });
    assert_eq!((stopped, asked), (Err(VerifyError::Stopped), 4096));
}

/// What a runner does not see, it does not claim.
fn runners_arrive<const W: u32, const H: u32>(boards: usize) {
    let mut rng = Rng::new(u64::from(W * H));
    let mut known = HashMap::new();
    let mut running = 0;
    for _ in 0..boards {
        let pawns = (rng.next() & rng.next() & rng.next(), rng.next() & rng.next() & rng.next());
        let (white, black) = (pawns.0 & Board::<W, H>::CELLS, pawns.1 & !pawns.0 & Board::<W, H>::CELLS);
        let turn = Player::BOTH[rng.below(2)];
        let Some(position) = Board::<W, H>::new(ByPlayer::new(white, black), turn) else { continue };
        let runs = has_unstoppable_pawn(&position);
        assert_eq!(has_unstoppable_pawn(&position.mirror()), runs, "{position:?}");
        assert_eq!(has_unstoppable_pawn(&position.turned()), runs, "{position:?}");
        if runs {
            assert_eq!(position.outcome(), None, "{position:?}");
            assert!(wins(&position, &mut known), "{position:?}");
            running += 1;
        }
        let at_once = position.moves().any(|step| position.play(step).arrived() != 0);
        assert!(runs || !at_once, "{position:?} is won by the next step");
    }
    assert!(running > boards / 20, "{running} of {boards}");
}

#[test]
fn pawns_that_run_away_win() {
    runners_arrive::<3, 4>(2000);
    runners_arrive::<2, 5>(2000);
    runners_arrive::<3, 5>(2000);
    runners_arrive::<4, 5>(800);
    runners_arrive::<3, 6>(800);
    runners_arrive::<2, 7>(1500);
    runners_arrive::<4, 6>(200);
}
