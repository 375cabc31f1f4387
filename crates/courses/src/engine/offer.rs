//! What an assignment offers beside its questions: worked examples for the page, and a tournament to begin with.

/// A position of an assignment's game, and what to look at: one click on the page opens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageExample {
    /// What the click opens, in a few words.
    pub title: &'static str,
    /// What there is to see, in a sentence without a full stop.
    pub about: &'static str,
    /// The notation of the game in which the page labels the board.
    pub notation: &'static str,
    /// The position on one line, in any notation of the game; `None` for the start position.
    pub position: Option<&'static str>,
    /// Moves from there, in the game's own notation, separated by `.`.
    pub moves: &'static str,
    /// The view of the page that opens.
    pub view: PageView,
    /// The search that it shows.
    pub search: Option<PageSearch>,
    /// Who plays: an agent or `human` for each side, first side first; `None` for two people.
    pub players: Option<[&'static str; 2]>,
}

impl PageExample {
    /// A new game between people.
    pub const fn new(title: &'static str, about: &'static str, notation: &'static str) -> Self {
        let (position, search, players) = (None, None, None);
        Self { title, about, notation, position, moves: "", view: PageView::Play, search, players }
    }
}

/// The views of the page that an example may open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageView {
    /// A game.
    Play,
    /// What a position is worth.
    Analyse,
    /// The tree of a search.
    Tree,
}

impl PageView {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Analyse => "analyse",
            Self::Tree => "tree",
        }
    }
}

/// A search that an example shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageSearch {
    /// `minimax` or `alpha-beta`.
    pub algorithm: &'static str,
    /// The name of an evaluation of the game.
    pub evaluation: &'static str,
    /// Depth in plies.
    pub depth: u32,
}

/// What `plyground tournament init` makes for an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starter {
    /// A folder of files.
    Folder {
        /// The game and its rules in a few words.
        about: &'static str,
        /// The path of each file in the folder, and what is in it. The first is `tournament.toml`.
        files: &'static [(&'static str, &'static str)],
    },
    /// Nothing.
    None {
        /// Why not, as the beginning of a sentence.
        why: &'static str,
        /// What to do about it, as its end: it follows the names of assignments that have something.
        instead: &'static str,
    },
}

impl Starter {
    /// Nothing, for an assignment of which nothing more is to be said.
    pub const NOTHING: Self = Self::None { why: "it has no tournament to begin with", instead: "" };
}
