//! The games of a tournament: results, moves, and boards to step through.

use maud::{Markup, html};
use plyground_core::{AnyGame, AnyPosition, ByPlayer, Player, counted};
use plyground_league::event::{Action, Attempt, Turn};
use plyground_league::record::{GameRecord, RecordError};

use super::{MOST_TURNS, cut, faults, times};
use plyground_drawing::board::{self, Symbols};
use plyground_drawing::{Drawing, Symbol, svg};

pub(super) fn item(record: &GameRecord) -> Markup {
    let [first, second] = &[0, 1].map(|at| cut(&record.entrants[at].name));
    html! {
        details.game {
            summary {
                "Game " bdi { (cut(&record.id)) } ": " bdi { (first) } " against " bdi { (second) } ", "
                bdi { (record.ending.words([first, second])) } ", " (counted(record.turns.len(), "turn"))
            }
            @match figure(record) {
                Err(error) => {
                    p { "This record cannot be replayed: " bdi { (cut(&error.to_string())) } "." }
                }
                Ok(figure) => (figure),
            }
            @for (name, session) in [first, second].into_iter().zip(&record.sessions) {
                @if let Some(session) = session {
                    p { bdi { (name) } " ran for the whole game and " (faults::ended(session.end)) "." }
                    (faults::stderr(&session.stderr))
                }
            }
        }
    }
}

/// The game, its boards encoded for the script.
fn figure(record: &GameRecord) -> Result<Markup, RecordError> {
    let Some(game) = AnyGame::from_name(&record.game) else {
        let names = AnyGame::names().join(", ");
        let message = format!("found '{}'; expected one of {names}", cut(&record.game));
        return Err(RecordError { place: "field game".to_owned(), message });
    };
    let positions = record.replay(game)?;
    let shown = &positions[..positions.len().min(MOST_TURNS + 1)];
    let boards: Vec<String> = shown.iter().map(|position| board::code(&position.view())).collect();
    // There is at least the position at the beginning.
    let last = shown.last().map_or_else(|| game.start().view(), AnyPosition::view);
    let turns = boards.len() - 1;
    let sides = game.sides();
    let words = format!("Board after turn {turns}.{}", board::words(&last, sides));
    let look = Symbols::of(game.look());
    let mut sheet = board::drawing(game, &last, words, None);
    // A turn changes two cells at most; the script puts these there.
    for _ in 0..2 {
        sheet.symbol(look.change, (0.0, 0.0), "change");
    }
    // The names of the game's sides and labels are this project's own: no data of strangers.
    Ok(html! {
        div.replay
            data-boards=(boards.join(" "))
            data-sides=(sides.into_array().join(" "))
            data-columns=(last.columns.join(" "))
            data-rows=(last.rows.join(" "))
        {
            figure {
                (svg::inline(&sheet, "board at-end"))
                figcaption {
                    @for (at, side) in Player::BOTH.into_iter().enumerate() {
                        span.side {
                            (token(look.on(Some(side))))
                            (sides[side]) ": " bdi { (cut(&record.entrants[at].name)) }
                        }
                    }
                }
                div.controls hidden {
                    button type="button" data-step="first" { "First" }
                    button type="button" data-step="back" { "Back" }
                    button type="button" data-step="next" { "Next" }
                    button type="button" data-step="last" { "Last" }
                    label { span { "Turn" } input type="range" min="0" max=(turns) value=(turns); }
                }
                p.status role="status" {}
            }
            ol.turns {
                @for turn in record.turns.iter().take(MOST_TURNS) { (line(turn, sides)) }
            }
            @if record.turns.len() > turns {
                p { "Shown are the first " (turns) " turns; the record has all." }
            }
        }
    })
}

/// A piece among words.
fn token(piece: Symbol) -> Markup {
    let mut sheet = Drawing::new((board::CELL, board::CELL), "");
    sheet.symbol(piece, (0.0, 0.0), "");
    svg::inline(&sheet, "token")
}

fn line(turn: &Turn, sides: ByPlayer<&str>) -> Markup {
    let side = sides[Player::from(turn.side)];
    let wall = |attempt: &Attempt| u64::try_from(attempt.spent.wall().as_micros()).unwrap_or(u64::MAX);
    let wall = turn.attempts.iter().map(wall).fold(0, u64::saturating_add);
    html! {
        li {
            span.what {
                (side) " "
                @match &turn.action {
                    Action::Move(text) => bdi { (cut(text)) },
                    Action::RandomMove(text) => { bdi { (cut(text)) } " (drawn by lot)" }
                    Action::LostTurn => "loses the turn",
                    Action::LostGame => "loses the game",
                }
            }
            " " span.time { (times::text(wall)) }
            @for fault in turn.attempts.iter().filter_map(|attempt| attempt.fault.as_ref()) {
                " " strong.flag { (fault.kind.name()) }
            }
        }
    }
}
