//! The options that agents take, and which values they have.

/// Depth in plies of a textbook agent whose spec names none: what [`DEPTH`] says in words.
pub(super) const TEXTBOOK_DEPTH: Option<u32> = Some(4);

/// Options that several agents take.
pub(super) const DEPTH: AgentOption = AgentOption { key: OptionKey::Depth, default: "4" };
pub(super) const EVAL: AgentOption =
    AgentOption { key: OptionKey::Eval, default: "the first evaluation of the game" };
pub(super) const SEED: AgentOption = AgentOption { key: OptionKey::Seed, default: "0" };

/// An option of an agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentOption {
    /// Which option it is.
    pub key: OptionKey,
    /// What holds when it is left out, in words.
    pub default: &'static str,
}

/// The options that agents take.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OptionKey {
    /// Search depth in plies.
    Depth,
    /// Name of the evaluation.
    Eval,
    /// Cut rule of alpha-beta.
    Cut,
    /// Strength of a graded player.
    Level,
    /// Simulations for a move.
    Simulations,
    /// Weight of exploration.
    Exploration,
    /// Seed of the random numbers.
    Seed,
    /// Threads that search side by side.
    Threads,
    /// Whether openings that are known by heart are played.
    Book,
    /// Time for a move. It belongs to the caller, since nothing here reads a clock.
    Time,
}

impl OptionKey {
    /// The name in specs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Eval => "eval",
            Self::Cut => "cut",
            Self::Level => "level",
            Self::Simulations => "simulations",
            Self::Exploration => "exploration",
            Self::Seed => "seed",
            Self::Threads => "threads",
            Self::Book => "book",
            Self::Time => "time",
        }
    }

    /// The values that it takes, for menus and messages.
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Depth => "a whole number of plies, 1 to 1000",
            Self::Eval => "the name of an evaluation of the game",
            Self::Cut => "equal (cut when alpha >= beta) or beyond (only when alpha > beta)",
            Self::Level => "a whole number from 1 to 5",
            Self::Simulations => "a whole number from 1 to 2147483647",
            Self::Exploration => "a number from 0 to 1000 with at most three decimals, such as 0.7",
            Self::Seed => "a whole number below 2^64",
            Self::Threads => "a whole number from 1 to 256",
            Self::Book => "yes or no",
            Self::Time => "a time above 0 in seconds or milliseconds, such as 0.9s or 500ms",
        }
    }
}
