//! The games: rules, notations, evaluations, solvers.

pub mod adjacent_four;
pub mod breakthrough;
mod cells;
pub mod connect_four;
pub mod falling;
pub mod gravity;
pub mod max_connect_four;
pub mod move_string;
mod oddity;

/// Calls a generic function for every game.
#[cfg(test)]
macro_rules! each_game {
    ($($law:ident)::+($($argument:expr),*)) => {{
        $($law)::+::<$crate::games::connect_four::ConnectFour>($($argument),*);
        $($law)::+::<$crate::games::max_connect_four::MaxConnectFour>($($argument),*);
        $($law)::+::<$crate::games::breakthrough::Breakthrough>($($argument),*);
        $($law)::+::<$crate::games::adjacent_four::AdjacentFour>($($argument),*);
    }};
}
/// Makes a test of each of these generic functions, which every game must pass.
#[cfg(test)]
macro_rules! laws {
    ($($law:ident),+ $(,)?) => {
        mod every_game {
            $(#[test]
            fn $law() {
                $crate::games::each_game!(super::$law());
            })+
        }
    };
}
#[cfg(test)]
pub(crate) use {each_game, laws};

/// A game that is added to the table must be added here, too.
#[cfg(test)]
mod tests {
    use crate::{AnyGame, Game};

    #[test]
    fn each_game_covers_every_game() {
        fn law<G: Game>(names: &mut Vec<&str>) {
            names.push(G::NAME);
        }
        let mut names = Vec::new();
        super::each_game!(law(&mut names));
        assert_eq!(names, AnyGame::names());
    }
}
