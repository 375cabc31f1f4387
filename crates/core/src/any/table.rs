//! The list of games.

use std::fmt;
use std::sync::OnceLock;

use super::AnyGame;
use crate::games::adjacent_four::AdjacentFour;
use crate::games::breakthrough::Breakthrough;
use crate::games::connect_four::ConnectFour;
use crate::games::max_connect_four::MaxConnectFour;
use crate::quote;

/// The games of Plyground, in the order of menus.
const OWN: [AnyGame; 4] = [
    AnyGame::of::<ConnectFour>(),
    AnyGame::of::<MaxConnectFour>(),
    AnyGame::of::<Breakthrough>(),
    AnyGame::of::<AdjacentFour>(),
];

/// Every game. It never changes once it has been read.
static ALL: OnceLock<Vec<AnyGame>> = OnceLock::new();

pub(super) fn all() -> &'static [AnyGame] {
    ALL.get_or_init(|| OWN.to_vec())
}

pub(super) fn add(games: &[AnyGame]) -> Result<(), NotAdded> {
    let all = OWN.iter().chain(games).copied().try_fold(Vec::new(), with)?;
    ALL.set(all)
        .map_err(|_| NotAdded("the list of games is in use already; add games before anything else".into()))
}

/// The list with one more game.
fn with(mut games: Vec<AnyGame>, game: AnyGame) -> Result<Vec<AnyGame>, NotAdded> {
    let name = game.name();
    if name.is_empty()
        || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    {
        let wanted = "expected lower-case letters, digits and hyphens";
        return Err(NotAdded(format!("{} is no name for a game; {wanted}", quote(name))));
    }
    if games.contains(&game) {
        return Err(NotAdded(format!("{} is there already; expected a name of its own", quote(name))));
    }
    games.push(game);
    Ok(games)
}

/// Why games were not added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAdded(String);

impl fmt::Display for NotAdded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "games: {}", self.0)
    }
}

impl std::error::Error for NotAdded {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_names_of_their_own() {
        let again = OWN.iter().chain(&OWN[2..3]).copied().try_fold(Vec::new(), with);
        let message = "games: 'breakthrough' is there already; expected a name of its own";
        assert_eq!(again.map_err(|error| error.to_string()), Err(message.to_owned()));
        assert_eq!(OWN.into_iter().try_fold(Vec::new(), with), Ok(OWN.to_vec()));
    }

    #[test]
    fn a_list_in_use_stays_as_it_is() {
        assert_eq!(all().len(), 4);
        let error = add(&[]).expect_err("in use");
        let message = "games: the list of games is in use already; add games before anything else";
        assert_eq!(error.to_string(), message);
        assert_eq!(all(), OWN);
    }
}
