//! The menu of agents: which kinds there are, and which options each takes.

/// The built-in agents: a closed set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AgentKind {
    /// The first legal move.
    First,
    /// A random legal move.
    Random,
    /// Textbook minimax.
    Minimax,
    /// Textbook alpha-beta.
    AlphaBeta,
    /// The engine, as deep as depth and time allow.
    Engine,
    /// Monte Carlo tree search.
    Mcts,
    /// Five graded players.
    House,
    /// The solver of a game that has one, within its time.
    Perfect,
}

/// What people need to know about a kind of agent.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// The name in specs.
    pub name: &'static str,
    /// How it plays, in one sentence.
    pub about: &'static str,
    /// The options that it takes.
    pub options: &'static [AgentOption],
}

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
            Self::Time => "a time above 0 in seconds or milliseconds, such as 0.9s or 500ms",
        }
    }
}

impl AgentKind {
    /// Every kind, in the order of menus.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Random,
        Self::Minimax,
        Self::AlphaBeta,
        Self::Engine,
        Self::Mcts,
        Self::House,
        Self::Perfect,
    ];

    /// Name, description and options.
    pub const fn info(self) -> &'static AgentInfo {
        const DEPTH: AgentOption = AgentOption { key: OptionKey::Depth, default: "4" };
        const EVAL: AgentOption =
            AgentOption { key: OptionKey::Eval, default: "the first evaluation of the game" };
        const CUT: AgentOption = AgentOption { key: OptionKey::Cut, default: "equal" };
        const SEED: AgentOption = AgentOption { key: OptionKey::Seed, default: "0" };
        match self {
            Self::First => &AgentInfo {
                name: "first",
                about: "plays the first legal move, on upright boards the left-most open column",
                options: &[],
            },
            Self::Random => &AgentInfo {
                name: "random",
                about: "plays every legal move with the same probability",
                options: &[SEED],
            },
            Self::Minimax => &AgentInfo {
                name: "minimax",
                about: "searches every line to a fixed depth; of equal moves the first examined wins",
                options: &[DEPTH, EVAL],
            },
            Self::AlphaBeta => &AgentInfo {
                name: "alpha-beta",
                about: "chooses as minimax does, but leaves out lines that cannot matter",
                options: &[DEPTH, EVAL, CUT],
            },
            Self::Engine => &AgentInfo {
                name: "engine",
                about: "searches deeper and deeper, and proves wins and losses where it can; without depth and evaluation it knows \
                        some openings of breakthrough by heart",
                options: &[
                    AgentOption { key: OptionKey::Depth, default: "no limit" },
                    AgentOption {
                        key: OptionKey::Eval,
                        default: "the first evaluation of the game, but breakthrough without depth has an engine of its own",
                    },
                    AgentOption {
                        key: OptionKey::Threads,
                        default: "1; more are for the engine of breakthrough's own",
                    },
                    AgentOption { key: OptionKey::Time, default: "1s, or no limit if a depth is given" },
                ],
            },
            Self::Mcts => &AgentInfo {
                name: "mcts",
                about: "plays games at random from the most promising lines (UCT), and proves what it can; knows no evaluation; \
                        values are thousandths, from -1000 for a loss to 1000 for a win",
                options: &[
                    AgentOption { key: OptionKey::Simulations, default: "no limit" },
                    AgentOption { key: OptionKey::Exploration, default: "0.7" },
                    SEED,
                    AgentOption { key: OptionKey::Time, default: "1s, or no limit if simulations are given" },
                ],
            },
            Self::House => &AgentInfo {
                name: "house",
                about: "five levels for courses: 1 moves at random, but wins at once where it can; 2 looks one ply ahead, and \
                        moves at random one time in four; 3 searches two plies and 4 four plies; 5 is the engine \
                        with 8 to 25 thousand nodes a move, and with its openings",
                options: &[AgentOption { key: OptionKey::Level, default: "3" }, SEED],
            },
            Self::Perfect => &AgentInfo {
                name: "perfect",
                about: "plays perfectly what can be solved in time, and says when time was too short to prove it; not breakthrough",
                options: &[AgentOption { key: OptionKey::Time, default: "1s" }],
            },
        }
    }

    /// The name in specs.
    pub const fn name(self) -> &'static str {
        self.info().name
    }
}
