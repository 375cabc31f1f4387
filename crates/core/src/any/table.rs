//! The list of games.

use std::sync::OnceLock;

use super::AnyGame;
use crate::games::adjacent_four::AdjacentFour;
use crate::games::breakthrough::Breakthrough;
use crate::games::connect_four::ConnectFour;
use crate::games::max_connect_four::MaxConnectFour;
use crate::quote;
use crate::text::error_text;

/// The games of Plyground, in the order of menus.
const OWN: [AnyGame; 4] = [
    AnyGame::of::<ConnectFour>(),
    AnyGame::of::<MaxConnectFour>(),
    AnyGame::of::<Breakthrough>(),
    AnyGame::of::<AdjacentFour>(),
];

/// Every game. It never changes once it has been read.
static ALL: OnceLock<Vec<AnyGame>> = OnceLock::new();

impl AnyGame {
    /// Every game, in the order of menus: those of Plyground, then those that were added.
    pub fn all() -> &'static [Self] {
        ALL.get_or_init(|| OWN.to_vec())
    }

    /// Adds games to the list of [`all`](Self::all): once, before anything asks for it.
    ///
    /// # Errors
    ///
    /// If the list is in use already, or a name is taken or is none.
    pub fn add(games: &[Self]) -> Result<(), NotAdded> {
        let all = OWN.iter().chain(games).copied().try_fold(Vec::new(), with)?;
        let in_use = "the list of games is in use already; add games before anything else";
        ALL.set(all).map_err(|_| NotAdded(in_use.to_owned()))
    }
}

/// The list with one more game.
fn with(mut games: Vec<AnyGame>, game: AnyGame) -> Result<Vec<AnyGame>, NotAdded> {
    let name = game.name();
    let wrong = |what: &str| Err(NotAdded(format!("{}: {what}", quote(name))));
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.starts_with(|first: char| first.is_ascii_lowercase()) || !name.bytes().all(is_letter) {
        return wrong("no name for a game; expected lower-case letters, digits and hyphens, a letter first");
    }
    if games.iter().flat_map(|other| [&[*other], other.sizes()].concat()).any(|other| other.name() == name) {
        return wrong("it is there already; expected a name of its own");
    }
    let [first, second] = game.sides().into_array();
    if first == second {
        return wrong("both sides have the same name; expected two");
    }
    if game.notations().is_empty() || game.evaluations().is_empty() {
        return wrong("no notation or no evaluation; expected one of each at least");
    }
    games.push(game);
    Ok(games)
}

/// Why games were not added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAdded(String);

error_text!(NotAdded, self => "games: {}", self.0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four;
    use crate::{BoardView, ByPlayer, Evaluation, Game, Notation};

    /// A game as little as it can be, with this name, these sides, and so many notations.
    macro_rules! game {
        ($type:ident, $name:literal, $sides:expr, $notations:expr) => {
            struct $type;

            impl Game for $type {
                type Position = connect_four::Standard;
                const NAME: &'static str = $name;
                const ABOUT: &'static str = "";
                const SIDES: ByPlayer<&'static str> = $sides;

                fn start() -> Self::Position {
                    Self::Position::EMPTY
                }

                fn notations() -> &'static [&'static dyn Notation<Self::Position>] {
                    $notations
                }

                fn evaluations() -> &'static [Evaluation<Self::Position>] {
                    ConnectFour::evaluations()
                }

                fn view(position: &Self::Position) -> BoardView {
                    ConnectFour::view(position)
                }
            }
        };
    }

    const SIDES: ByPlayer<&str> = ByPlayer::new("red", "yellow");

    game!(Right, "drop-4", SIDES, ConnectFour::notations());
    game!(Again, "breakthrough", SIDES, ConnectFour::notations());
    game!(Size, "connect-four-6x5", SIDES, ConnectFour::notations());
    game!(Option, "-x", SIDES, ConnectFour::notations());
    game!(Spaced, "four in a row", SIDES, ConnectFour::notations());
    game!(OneSided, "one-sided", ByPlayer::new("red", "red"), ConnectFour::notations());
    game!(Mute, "mute", SIDES, &[]);

    #[test]
    fn unusable_games_are_refused() {
        let added = |game| {
            OWN.iter().copied().chain([game]).try_fold(Vec::new(), with).map_err(|error| error.to_string())
        };
        assert_eq!(added(AnyGame::of::<Right>()).map(|games| games.len()), Ok(5));
        let name = "no name for a game; expected lower-case letters";
        for (game, quoted, message) in [
            (AnyGame::of::<Again>(), "'breakthrough'", "it is there already; expected a name of its own"),
            (AnyGame::of::<Size>(), "'connect-four-6x5'", "it is there already; expected a name of its own"),
            (AnyGame::of::<Option>(), "'-x'", name),
            (AnyGame::of::<Spaced>(), "'four in a row'", name),
            (AnyGame::of::<OneSided>(), "'one-sided'", "both sides have the same name; expected two"),
            (AnyGame::of::<Mute>(), "'mute'", "no notation or no evaluation; expected one of each at least"),
        ] {
            let found = added(game).expect_err("refused");
            assert!(found.starts_with(&format!("games: {quoted}: {message}")), "{found}");
        }
    }

    #[test]
    fn a_game_of_the_same_name_is_another() {
        assert_ne!(AnyGame::of::<Again>(), AnyGame::of::<Breakthrough>());
        assert!(!AnyGame::of::<Again>().is::<Breakthrough>());
    }

    #[test]
    fn games_cannot_be_added_to_a_list_in_use() {
        assert_eq!(AnyGame::all().len(), 4);
        let error = AnyGame::add(&[]).expect_err("in use");
        let message = "games: the list of games is in use already; add games before anything else";
        assert_eq!(error.to_string(), message);
        assert_eq!(AnyGame::all(), OWN);
    }
}
