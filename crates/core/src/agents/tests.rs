//! Every agent of the table, from its spec to its moves.

use super::*;
use crate::games::connect_four::{ConnectFour, notation};
use crate::search::engine::WIN;
use crate::{Game, Limits, Player, Position, stop_after};

fn chosen(spec: &str) -> Result<Vec<u8>, String> {
    let spec: AgentSpec = spec.parse().map_err(|error: SpecError| error.to_string())?;
    let mut agent = build::<ConnectFour>(&spec).map_err(|error| error.to_string())?;
    let mut position = ConnectFour::start();
    let mut columns = Vec::new();
    // Perfect play from the empty board would take its time.
    let limits = if spec.kind() == AgentKind::Perfect { Limits { stop: &|| true } } else { Limits::NONE };
    while let Some(decision) = agent.choose(&position, &limits) {
        columns.push(decision.best.index());
        position = position.play(decision.best);
    }
    Ok(columns)
}

#[test]
fn every_kind_plays_to_the_end() {
    for &kind in AgentKind::ALL {
        // Nobody stops the searches here.
        let options = match kind {
            AgentKind::Engine => ":depth=2",
            AgentKind::Mcts => ":simulations=50",
            _ => "",
        };
        let columns = chosen(&format!("{}{options}", kind.name())).unwrap();
        assert!((7..=42).contains(&columns.len()), "{}: {columns:?}", kind.name());
    }
}

#[test]
fn options_reach_the_agent() {
    // Three columns fill up, and the fourth piece of the bottom row ends the game.
    let columns: Vec<u8> = (0..19).map(|ply| ply / 6).collect();
    assert_eq!(chosen("first").unwrap(), columns);
    assert_eq!(chosen("random:seed=7"), chosen("random:seed=7"));
    assert_ne!(chosen("random:seed=7"), chosen("random:seed=8"));
    // On an empty board one ply of COMP3608 sees no difference and takes column 0; CS431 takes
    // the centre.
    assert_eq!(chosen("minimax:depth=1,eval=comp3608").unwrap()[0], 0);
    assert_eq!(chosen("minimax:depth=1,eval=cs431").unwrap()[0], 3);
    assert_eq!(chosen("minimax:depth=3"), chosen("alpha-beta:depth=3"));
    assert_eq!(chosen("alpha-beta:depth=3,cut=beyond"), chosen("alpha-beta:depth=3,cut=equal"));
}

#[test]
fn values_are_for_the_side_that_is_named() {
    // Yellow completes a four.
    let state = "yyy.rr.,.......,.......,.......,.......,.......";
    let position = notation::parse_state(state, Player::Second).unwrap();
    for (spec, side, value) in [
        ("minimax:depth=1", Player::First, -10_000),
        ("minimax:depth=1,eval=cs431", Player::Second, 1_000_000),
        ("engine:depth=1", Player::Second, WIN - 1),
    ] {
        let spec: AgentSpec = spec.parse().unwrap();
        let decision = build::<ConnectFour>(&spec).unwrap().choose(&position, &Limits::NONE).unwrap();
        assert_eq!((decision.best.index(), decision.value), (3, Some(value)), "{spec}");
        assert_eq!(value_for::<ConnectFour>(&spec, Player::Second).unwrap(), side, "{spec}");
    }
}

#[test]
fn an_engine_of_a_game_plays_unless_depth_or_evaluation_is_given() {
    use crate::games::breakthrough::{Advancement, Breakthrough, Patterns, Standard, engine::Engine as Own};
    use crate::search::engine::Engine;

    let position = Standard::START;
    let decide = |agent: &mut dyn Agent<Standard>| agent.choose(&position, &Limits { stop: &stop_after(9) });
    let built = |spec: &str| decide(&mut *build::<Breakthrough>(&spec.parse().unwrap()).unwrap());
    let own = decide(&mut Own::new(Patterns::default(), crate::search::engine::TABLE_BYTES));
    assert_eq!(built("engine"), own);
    assert_eq!(built("engine:time=1s"), own);
    let general = Engine::new(Advancement, 1 << 20).search(&position, 3, &Limits::NONE, &mut |_| ());
    assert_eq!(built("engine:depth=3"), general);
    assert_eq!(built("engine:depth=3,eval=advancement"), general);
    assert_ne!(built("engine:eval=patterns"), own);
}

#[test]
fn threads_are_for_the_engine_that_has_them() {
    use crate::games::breakthrough::Breakthrough;

    let built =
        |spec: &str| build::<Breakthrough>(&spec.parse().unwrap()).err().map(|error| error.to_string());
    assert_eq!(built("engine:threads=2"), None);
    assert_eq!(built("engine:threads=1,depth=3"), None);
    let message = "this engine searches with one thread; expected 1, or breakthrough without depth and eval";
    let expected = format!("agent 'engine:depth=3,threads=2', option 'threads': {message}");
    assert_eq!(built("engine:threads=2,depth=3"), Some(expected));
    let expected = format!("agent 'engine:threads=2', option 'threads': {message}");
    assert_eq!(chosen("engine:threads=2").unwrap_err(), expected);
}
