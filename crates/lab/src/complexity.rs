//! `plyground-lab complexity`: how large a game is on boards of several sizes.

use std::io::Write;

use plyground_core::games::breakthrough::Breakthrough;
use plyground_core::games::breakthrough::{Board, Placements};
use plyground_core::rng::{Rng, mix};
use plyground_core::{Game, Position, counted};
use serde_json::{Value, json};

use plyground::cli::seed;
use plyground::present::json;
use plyground::present::layout::table;
use plyground::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground-lab complexity breakthrough
  plyground-lab complexity breakthrough --size 5x6 --size 6x6 --games 10000 --json";

/// Compare how large a game is on boards of several sizes: positions, moves to choose from, length
///
/// Positions are counted exactly, by a formula: all ways to place up to two rows full of pawns for each side, with
/// either side to move; `undecided` are those in which nobody has won. Games need not reach them all, so both are upper
/// bounds. The branching factor (the mean number of legal moves) and the length are measured in random games and come
/// with their standard errors. The game tree is the branching factor to the power of the length: about how many games
/// there are. Below stand ratios to the first size, and that of the depths that a search reaches with equally many
/// nodes, the logarithms of the branching factors the other way round. Equal seeds give equal numbers.
///
/// JSON: `game`, `games`, `seed`, `sizes` (an array with, for each size, `columns`, `rows`, `positions` and `undecided`
/// (strings, as they are beyond 2^64), `branching` and `plies` (each with `mean` and `standard_error`), `tree_log10`,
/// and `ratio` (to the first size: `positions`, `undecided`, `branching`, `plies`, `depth`, and `tree_log10`, the
/// logarithm of the ratio of the trees)).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = ["breakthrough"])]
    _game: String,
    /// Columns and rows, 2x4 to 8x8; may be given more than once
    #[arg(long = "size", value_name = "CxR", value_parser = size, default_values = ["6x6", "7x7", "8x8"])]
    sizes: Vec<Size>,
    /// Random games for each size
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// The seed of the random games
    #[arg(long, value_name = "N", default_value = "0", value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays random games on a board of one size.
type Play = fn(u32, u64) -> RandomGame;

/// A size of the board.
#[derive(Clone, Copy, Debug)]
struct Size {
    columns: u32,
    rows: u32,
    play: Play,
}

macro_rules! sizes {
    ($($columns:literal),*; $rows:tt) => { [$(sizes!(@ $columns; $rows)),*] };
    (@ $columns:literal; ($($rows:literal),*)) => { [$(Size {
        columns: $columns, rows: $rows, play: |games, seed| play(&Board::<$columns, $rows>::START, games, seed),
    }),*] };
}

/// Reads columns and rows.
fn size(text: &str) -> Result<Size, String> {
    let all = sizes!(2, 3, 4, 5, 6, 7, 8; (4, 5, 6, 7, 8));
    let find = |size: &&Size| format!("{}x{}", size.columns, size.rows) == text;
    all.as_flattened().iter().find(find).copied().ok_or_else(|| {
        let found = plyground_core::quote(text);
        format!("found {found}; expected 2 to 8 columns and 4 to 8 rows, such as 6x6")
    })
}

/// A mean and its standard error.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    mean: f64,
    error: f64,
}

/// What random games were like.
#[derive(Clone, Copy, Debug)]
struct RandomGame {
    branching: Estimate,
    plies: Estimate,
}

/// Plays random games; the legal moves of all their positions are pooled.
fn play<P: Position>(start: &P, games: u32, seed: u64) -> RandomGame {
    // For each game its plies and the legal moves in them.
    let mut played: Vec<(f64, f64)> = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(mix(seed ^ mix(u64::from(game))));
        let (mut position, mut plies, mut moves) = (start.clone(), 0_u32, 0_u32);
        while let Some(mv) = rng.pick(position.moves()) {
            moves = moves.saturating_add(u32::try_from(position.moves().count()).unwrap_or(u32::MAX));
            plies += 1;
            position = position.play(mv);
        }
        played.push((f64::from(plies), f64::from(moves)));
    }
    let count = f64::from(games);
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| played.iter().map(|&(plies, moves)| of(plies, moves)).sum::<f64>();
    let (plies, moves) = (sum(&|plies, _| plies), sum(&|_, moves| moves));
    let (length, branching) = (plies / count, moves / plies);
    let error = |squares: f64| (squares / (count - 1.0) / count).sqrt();
    // A ratio of two means: its error is that of what is left over in each game.
    let left_over = sum(&|plies, moves| (moves - branching * plies).powi(2));
    RandomGame {
        branching: Estimate { mean: branching, error: error(left_over) / length },
        plies: Estimate { mean: length, error: error(sum(&|plies, _| (plies - length).powi(2))) },
    }
}

/// A size with all that is known of it.
struct Row {
    size: Size,
    placements: Placements,
    played: RandomGame,
}

impl Row {
    /// The decimal logarithm of the size of the game tree.
    fn tree(&self) -> f64 {
        self.played.plies.mean * self.played.branching.mean.log10()
    }

    /// How deep a search looks with as many nodes as another, which looks one ply deep there.
    fn depth(&self, there: &Self) -> f64 {
        there.played.branching.mean.ln() / self.played.branching.mean.ln()
    }
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let row = |&size: &Size| {
            let placements = Placements::of(size.columns, size.rows)?;
            Some(Row { size, placements, played: (size.play)(self.games, self.seed) })
        };
        // All sizes that can be asked for have placements.
        let rows: Vec<Row> = self.sizes.iter().filter_map(row).collect();
        if self.json {
            json::write(streams.out, &self.document(&rows))?;
        } else {
            self.write(streams.out, &rows)?;
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn Write, rows: &[Row]) -> std::io::Result<()> {
        let games = counted(self.games, "random game");
        writeln!(out, "{}, {games} for each size, seed {}\n", Breakthrough::NAME, self.seed)?;
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let estimate = |Estimate { mean, error }: Estimate| format!("{mean:.2} +- {error:.2}");
        let mut cells: Vec<Vec<String>> =
            vec![words(&["size", "positions", "undecided", "branching", "plies", "game tree"])];
        for row in rows {
            let Row { placements, played, .. } = row;
            cells.push(vec![
                row.size.name(),
                power(log10(placements.all)),
                power(log10(placements.undecided)),
                estimate(played.branching),
                estimate(played.plies),
                power(row.tree()),
            ]);
        }
        table(out, "", 0, &cells)?;
        let Some((first, others)) = rows.split_first().filter(|(_, others)| !others.is_empty()) else {
            return Self::write_exact(out, rows);
        };
        writeln!(out, "\ntimes as many as on {}\n", first.size.name())?;
        let mut cells: Vec<Vec<String>> =
            vec![words(&["size", "positions", "undecided", "branching", "plies", "game tree", "depth"])];
        for row in others {
            let times = |of: fn(&Row) -> f64| format!("{:.2}", of(row) / of(first));
            let powers = |of: fn(&Row) -> f64| power(of(row) - of(first));
            cells.push(vec![
                row.size.name(),
                powers(|row| log10(row.placements.all)),
                powers(|row| log10(row.placements.undecided)),
                times(|row| row.played.branching.mean),
                times(|row| row.played.plies.mean),
                powers(Row::tree),
                format!("{:.2}", row.depth(first)),
            ]);
        }
        table(out, "", 0, &cells)?;
        Self::write_exact(out, rows)
    }

    fn write_exact(out: &mut dyn Write, rows: &[Row]) -> std::io::Result<()> {
        writeln!(out, "\nexactly\n")?;
        let mut cells = vec![["size", "positions", "undecided"].map(str::to_owned).to_vec()];
        cells.extend(rows.iter().map(|Row { size, placements, .. }| {
            vec![size.name(), placements.all.to_string(), placements.undecided.to_string()]
        }));
        table(out, "", 0, &cells)
    }

    fn document(&self, rows: &[Row]) -> Value {
        let estimate = |Estimate { mean, error }: Estimate| json!({ "mean": mean, "standard_error": error });
        let first = rows.first();
        let sizes = rows.iter().map(|row| {
            let Row { size, placements, played } = row;
            let ratio = first.map(|first| {
                let quotient = |of: fn(&Row) -> f64| of(row) / of(first);
                json!({
                    "positions": 10_f64.powf(log10(placements.all) - log10(first.placements.all)),
                    "undecided": 10_f64.powf(log10(placements.undecided) - log10(first.placements.undecided)),
                    "branching": quotient(|row| row.played.branching.mean),
                    "plies": quotient(|row| row.played.plies.mean),
                    "tree_log10": row.tree() - first.tree(),
                    "depth": row.depth(first),
                })
            });
            json!({
                "columns": size.columns,
                "rows": size.rows,
                "positions": placements.all.to_string(),
                "undecided": placements.undecided.to_string(),
                "branching": estimate(played.branching),
                "plies": estimate(played.plies),
                "tree_log10": row.tree(),
                "ratio": ratio,
            })
        });
        json!({
            "game": Breakthrough::NAME,
            "games": self.games,
            "seed": self.seed,
            "sizes": sizes.collect::<Vec<_>>(),
        })
    }
}

impl Size {
    fn name(&self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }
}

#[expect(clippy::cast_precision_loss, reason = "three digits of it are shown")]
fn log10(number: u128) -> f64 {
    (number as f64).log10()
}

/// A number with this decimal logarithm, to three digits.
fn power(log10: f64) -> String {
    let exponent = log10.floor();
    let mantissa = 10_f64.powf(log10 - exponent);
    // What rounds to 10 belongs to the next power.
    let (mantissa, exponent) =
        if mantissa >= 9.995 { (mantissa / 10.0, exponent + 1.0) } else { (mantissa, exponent) };
    format!("{mantissa:.2}e{exponent:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::games::tree::Tree;

    #[test]
    fn powers_have_three_digits() {
        assert_eq!([0.0, 3.0, 17.504, 1.999_9].map(power), ["1.00e0", "1.00e3", "3.19e17", "1.00e2"]);
        assert_eq!(power(-0.5), "3.16e-1");
    }

    #[test]
    fn a_game_without_surprises_is_measured_exactly() {
        let tree: &'static Tree = Box::leak(Box::new(Tree::uniform(3, 5, |_| 0)));
        let RandomGame { branching, plies } = play(&tree.root(), 20, 1);
        assert!((branching.mean - 3.0).abs() < 1e-9 && branching.error < 1e-9, "{branching:?}");
        assert!((plies.mean - 5.0).abs() < 1e-9 && plies.error < 1e-9, "{plies:?}");
    }

    #[test]
    fn estimates_of_few_games_agree_with_those_of_many() {
        let [few, many] = [(200, 1), (4000, 2)].map(|(games, seed)| play(&Board::<6, 6>::START, games, seed));
        for (few, many) in [(few.branching, many.branching), (few.plies, many.plies)] {
            let error = few.error.hypot(many.error);
            assert!((few.mean - many.mean).abs() < 4.0 * error, "{few:?} {many:?}");
            // Twenty times as many games have an error that is smaller by the square root of that.
            let ratio = few.error / many.error;
            assert!((3.0..7.0).contains(&ratio), "{few:?} {many:?}");
        }
    }
}
