//! The games of a tournament: who played whom, and how it ended.

use plyground_arena::tournament::Folder;
use plyground_core::Player;
use plyground_league::event::{Ending, Reason};
use plyground_league::fault::FaultKind;
use plyground_league::planned::PlannedGame;
use plyground_league::record::by_rules;
use plyground_league::result::GameResult;
use serde_json::{Value, json};

use plyground_answers::{ApiError, Query};

/// Games in an answer, if the request says nothing.
const COUNT: u32 = 50;

/// The most games in an answer.
const MOST_COUNT: u32 = 200;

/// Which games are wanted.
struct Filter {
    entrant: Option<u32>,
    /// With a fault of one of these kinds.
    faults: Option<Vec<FaultKind>>,
    is_played: Option<bool>,
}

impl Filter {
    fn read(query: &Query, found: &Folder) -> Result<Self, ApiError> {
        query.only(&[&["entrant", "fault", "played", "from", "count"]])?;
        let last = u32::try_from(found.config().entrants.len()).unwrap_or(u32::MAX).saturating_sub(1);
        let entrant = query.get("entrant").map(|_| query.number("entrant", 0, 0, last)).transpose()?;
        let faults = match query.get("fault") {
            None => None,
            Some("any") => Some(FaultKind::ALL.to_vec()),
            Some(name) => {
                let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == name);
                let names = FaultKind::ALL.map(FaultKind::name).join(", ");
                let wrong = || ApiError::parameter("fault", name, format!("any, or one of {names}"));
                Some(vec![kind.ok_or_else(wrong)?])
            }
        };
        let is_played = match query.get("played") {
            None => None,
            Some("yes") => Some(true),
            Some("no") => Some(false),
            Some(other) => return Err(ApiError::parameter("played", other, "yes or no")),
        };
        Ok(Self { entrant, faults, is_played })
    }

    /// Whether a game is wanted. Faults are those of the entrant that is wanted, if one is.
    fn matches(&self, game: &PlannedGame, result: Option<&GameResult>) -> bool {
        let is_wanted =
            |side: Player| self.entrant.is_none_or(|entrant| game.entrants[side] == entrant as usize);
        let has = |side: Player, kind| result.is_some_and(|result| result.faults[side].count(kind) > 0);
        let is_faulty = |kinds: &Vec<FaultKind>| {
            let of = |side: Player| kinds.iter().any(|&kind| has(side, kind));
            Player::BOTH.into_iter().any(|side| is_wanted(side) && of(side))
        };
        Player::BOTH.into_iter().any(is_wanted)
            && self.faults.as_ref().is_none_or(is_faulty)
            && self.is_played.is_none_or(|played| played == result.is_some())
    }
}

/// A page of the games.
pub(super) fn list(number: usize, found: &Folder, query: &Query) -> Result<Value, ApiError> {
    let filter = Filter::read(query, found)?;
    let from = query.number("from", 0, 0, u32::MAX)?;
    let count = query.number("count", COUNT, 1, MOST_COUNT)?;
    let mut total = 0_u32;
    let mut page = Vec::new();
    for game in found.games() {
        let result = found.results().get(game.id);
        if filter.matches(game, result) {
            if total >= from && total - from < count {
                page.push(entry(found, game, result));
            }
            total = total.saturating_add(1);
        }
    }
    Ok(json!({ "tournament": number, "total": total, "from": from, "games": page }))
}

fn entry(found: &Folder, game: &PlannedGame, result: Option<&GameResult>) -> Value {
    let reason = found.reason(game.id);
    json!({
        "id": game.id,
        "round": game.round,
        "entrants": game.entrants.into_array(),
        "result": result.zip(reason).map(|(result, reason)| self::result(found, result, reason)),
    })
}

fn result(found: &Folder, result: &GameResult, reason: Reason) -> Value {
    let sides = found.config().game.sides();
    let faults = Player::BOTH.map(|side| {
        let of = |kind: FaultKind| (kind.name(), result.faults[side].count(kind));
        FaultKind::ALL.into_iter().map(of).filter(|&(_, n)| n > 0).collect::<Value>()
    });
    let ending = Ending { reason, ..by_rules(result.outcome) };
    json!({
        "winner": result.outcome.winner().map(|winner| sides[winner]),
        "points": ending.points,
        "reason": word(reason),
        "words": ending.words(sides.into_array()),
        "plies": result.plies,
        "faults": faults,
    })
}

/// Why a game ended, in a word: a kind of fault, or how else.
pub(super) const fn word(reason: Reason) -> &'static str {
    match reason {
        Reason::Rules => "rules",
        Reason::Fault(_, kind) => kind.name(),
        Reason::Stalled => "stalled",
        Reason::TurnLimit => "turn-limit",
        Reason::Void => "void",
    }
}
