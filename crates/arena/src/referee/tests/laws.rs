//! Laws of the referee: they hold for every policy and for anything that entrants do.

use plyground_core::{AnyGame, AnyMove, AnyPosition, Outcome};

use super::*;
use crate::clock::thread_cpu_time;
use plyground_league::fault::Rule;

fn random_rule(rng: &mut Rng) -> Rule {
    const REMEDIES: [Remedy; 4] = [Remedy::LostTurn, Remedy::LostTurn, Remedy::RandomMove, Remedy::LostGame];
    Rule {
        ask_again: u8::try_from(rng.below(3)).expect("small"),
        then: REMEDIES[rng.below(4)],
        penalty: u16::try_from(rng.below(4)).expect("small"),
    }
}

fn random_settings(rng: &mut Rng) -> Settings {
    let [late, illegal, unreadable, crashed, flooded] = [(); 5].map(|()| random_rule(rng));
    let policy = FaultPolicy { late, illegal, unreadable, crashed, flooded };
    Settings {
        most_lost_turns: u32::try_from(rng.below(6)).expect("small"),
        most_turns: u32::try_from(rng.below(90)).expect("small"),
        ..settings(policy)
    }
}

/// Acts of which `faults` in a hundred are faults.
fn random_acts(rng: &mut Rng, faults: usize) -> Vec<Act> {
    (0..150)
        .map(|_| match rng.below(1000) {
            0 => Act::Break,
            n if n < 10 * faults => Act::Fail(FaultKind::ALL[rng.below(5)]),
            n if n > 990 => Act::Claim,
            _ => Act::Play(rng.below(40)),
        })
        .collect()
}

/// What a game must come to, found without the referee: acts are consumed in order, and every rule of
/// the policy is spelled out.
fn expected(
    start: &AnyPosition,
    seed: u64,
    settings: &Settings,
    scripts: &[Vec<Act>; 2],
) -> (Vec<Action>, Reason, [u32; 2], [Asked; 2]) {
    let notation = start.game().notation();
    let mut position = start.clone();
    let (mut actions, mut used, mut penalties) = (Vec::new(), [0, 0], [0, 0]);
    let mut questions = [Asked::new(), Asked::new()];
    let reason = 'game: loop {
        if position.outcome().is_some() {
            break Reason::Rules;
        }
        let lost = actions.iter().rev().take_while(|&action| *action == Action::LostTurn).count();
        if lost >= settings.most_lost_turns.max(1) as usize {
            break Reason::Stalled;
        }
        if actions.len() == settings.most_turns as usize {
            break Reason::TurnLimit;
        }
        let player = position.turn();
        let legal: Vec<_> = position.moves().collect();
        let mut asked = 0;
        let mut refused = None;
        loop {
            questions[player as usize].push((u32::try_from(actions.len()).expect("few turns"), refused));
            let act = scripts[player as usize].get(used[player as usize]).cloned().unwrap_or(Act::Play(0));
            used[player as usize] += 1;
            asked += 1;
            let kind = match act {
                Act::Break => break 'game Reason::Void,
                Act::Fail(kind) => kind,
                Act::Claim if !legal.contains(&AnyMove::of(0u32)) => FaultKind::Illegal,
                Act::Play(_) | Act::Claim => {
                    let claimed = AnyMove::of(0u32);
                    let mv = if let Act::Play(number) = act { legal[number % legal.len()] } else { claimed };
                    actions.push(Action::Move(notation.write_move(&position, mv)));
                    position = position.play(mv);
                    break;
                }
            };
            refused = Some(kind);
            let rule = settings.policy.rule(kind);
            penalties[player as usize] += u32::from(rule.penalty);
            if asked <= usize::from(rule.ask_again) {
                continue;
            }
            match rule.then {
                Remedy::LostTurn => {
                    actions.push(Action::LostTurn);
                    position = position.skip();
                }
                Remedy::LostGame => {
                    actions.push(Action::LostGame);
                    break 'game Reason::Fault(player.into(), kind);
                }
                Remedy::RandomMove => {
                    let turn = u32::try_from(actions.len()).expect("few turns") + 1;
                    let mv = lot(&position, seed, turn).expect("the game goes on");
                    assert!(legal.contains(&mv));
                    actions.push(Action::RandomMove(notation.write_move(&position, mv)));
                    position = position.play(mv);
                }
            }
            break;
        }
    };
    (actions, reason, penalties, questions)
}

fn games_come_out_as_expected(game: AnyGame, rng: &mut Rng, rounds: usize, reasons: &mut [usize; 5]) {
    for _ in 0..rounds {
        let settings = random_settings(rng);
        let plies = rng.below(8);
        let start = rng.play(game.start(), plies, 4);
        let faults = [0, 3, 20, 80][rng.below(4)];
        let scripts = [random_acts(rng, faults), random_acts(rng, faults)];
        let [mut first, mut second] = scripts.clone().map(Scripted::new);
        let record = super::game(start.clone(), &settings, &mut first, &mut second);

        let (actions, reason, penalties, asked) = expected(&start, 7, &settings, &scripts);
        let played: Vec<_> = record.turns.iter().map(|turn| turn.action.clone()).collect();
        assert_eq!((played, record.ending.reason), (actions, reason));
        let recorded = [Side::First, Side::Second].map(|side| record.penalty(side));
        // The questions of a turn that the machine broke off are not on record.
        if reason != Reason::Void {
            assert_eq!(recorded, penalties);
        }
        assert_eq!([first.asked, second.asked], asked);
        let winner = match reason {
            Reason::Fault(side, _) => Some(Side::from(Player::from(side).opponent())),
            Reason::Rules => {
                let last = record.replay(game).unwrap().pop().unwrap();
                last.outcome().and_then(Outcome::winner).map(Side::from)
            }
            Reason::Stalled | Reason::TurnLimit | Reason::Void => None,
        };
        assert_eq!(record.ending.winner, winner);
        assert_eq!([first.finished, second.finished], [(); 2].map(|()| [winner.map(Player::from)]));
        reasons[match reason {
            Reason::Rules => 0,
            Reason::Fault(..) => 1,
            Reason::Stalled => 2,
            Reason::TurnLimit => 3,
            Reason::Void => 4,
        }] += 1;
    }
}

#[test]
fn every_game_comes_out_as_the_policy_says() {
    let mut rng = Rng::new(3243);
    let mut reasons = [0; 5];
    for &game in AnyGame::all() {
        games_come_out_as_expected(game, &mut rng, 225, &mut reasons);
    }
    assert!(reasons.iter().all(|&count| count > 9), "{reasons:?}");
}

/// A millisecond a move is what the referee may take, and 5,000 games a second of `random` against
/// itself; here in CPU time, so that a busy machine does not matter.
#[test]
fn random_games_are_quick() {
    let games: u32 = if cfg!(debug_assertions) { 200 } else { 5000 };
    let start = thread_cpu_time();
    let (game, settings) = (AnyGame::of::<ConnectFour>(), settings(FaultPolicy::STRICT));
    let play = |seed| agents(game, ["random"; 2], u64::from(seed), &settings).turns.len();
    let turns: usize = (0..games).map(play).sum();
    let spent = thread_cpu_time().saturating_sub(start);
    let a_second = f64::from(games) / spent.as_secs_f64();
    println!("{a_second:.0} games a second, {turns} turns");
    let least = if cfg!(debug_assertions) { 500.0 } else { 5000.0 };
    assert!(a_second > least, "{a_second:.0} games a second of CPU time");
}
