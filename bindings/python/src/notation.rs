//! Positions from texts, in the notation that is named or in any that can read them.

use plyground_core::{AnyGame, AnyNotation, AnyPosition, Notation, parse_any};
use pyo3::prelude::*;

use crate::errors::{parse_error, unknown_name};

/// Reads a position in any notation, or in the one that is named. As on a command line, `/` stands for a line end.
pub(crate) fn parse(game: AnyGame, text: &str, notation: Option<&str>) -> PyResult<AnyPosition> {
    let notations = match notation {
        None => game.notations(),
        Some(name) => vec![named(game, name)?],
    };
    let lines = if text.contains('\n') { text.to_owned() } else { text.replace('/', "\n") };
    parse_any(&notations, &lines).map_err(|error| {
        let (assumed, error) = error.expect("every game has a notation");
        let others: Vec<&str> =
            game.notations().iter().map(Notation::name).filter(|&name| name != assumed).collect();
        let remedy = (!others.is_empty()).then(|| {
            let others = others.join(", ");
            format!("this was read in the notation {assumed}; {game} also has {others}, and notation=NAME picks one")
        });
        parse_error("position", text, &error, remedy)
    })
}

/// The notation of that name.
pub(crate) fn named(game: AnyGame, name: &str) -> PyResult<AnyNotation> {
    let notations = game.notations();
    let found = notations.iter().find(|notation| notation.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = notations.iter().map(Notation::name).collect();
        unknown_name("notation", name, &names)
    })
}
