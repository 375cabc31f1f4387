//! The ways in which a student's program is made wrong, and programs made so.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use plyground_core::rng::Rng;

use super::student::{Student, usize_of as at};

/// One wrong habit, in a part of a program by its place in `Comp3608::PROGRAM`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mutation {
    pub(crate) part: usize,
    kind: &'static str,
    value: i32,
    make: fn(&mut Student, i32),
}

/// A right program with these habits.
pub(crate) fn made(mutant: &[Mutation]) -> Student {
    let mut student = Student::right();
    for mutation in mutant {
        (mutation.make)(&mut student, mutation.value);
    }
    student
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.kind, self.value)
    }
}

type Kind = (&'static str, &'static [i32], fn(&mut Student, i32));

const ONCE: &[i32] = &[1];
const EACH: &[i32] = &[0, 1];
const FOUR: &[i32] = &[0, 1, 2, 3];

/// By part.
const KINDS: [&[Kind]; 8] = [
    &[
        ("the top row is read first", ONCE, |s, _| s.upside_down = true),
        ("columns are read from the right", ONCE, |s, _| s.mirrored = true),
        ("colours are swapped", ONCE, |s, _| s.colours_swapped = true),
        ("always this side moves", &[1, 2], |s, side| s.always = side.try_into().unwrap_or(1)),
        ("so many rows are read", &[5, 4], |s, rows| s.rows_read = rows),
        ("so many columns are read", &[6, 5], |s, columns| s.columns_read = columns),
        ("columns are numbered from", &[1, 2], |s, first| s.column_offset = first.into()),
    ],
    &[
        ("the root counts so often", &[0, 2], |s, times| s.counts[0] = times.unsigned_abs().into()),
        ("leaves are not counted", ONCE, |s, _| s.counts[2..].fill(0)),
        ("inner nodes are not counted", ONCE, |s, _| s.counts[..2].fill(0)),
        ("won nodes count so often", &[0, 2], |s, times| s.counts[2] = times.unsigned_abs().into()),
        ("full boards count so often", &[0, 2], |s, times| s.counts[3] = times.unsigned_abs().into()),
        ("evaluated nodes count so often", &[0, 2], |s, times| s.counts[4] = times.unsigned_abs().into()),
        ("inner nodes count so often", &[2], |s, _| s.counts[1] = 2),
        ("children count when they are made", ONCE, |s, _| s.counts_made = true),
        ("so many plies more", &[1, -1, 2, -2], |s, plies| s.depth[1] = plies),
        ("the depth is in pairs", ONCE, |s, _| s.depth[0] = 2),
        ("the depth grows, and the counter with it", ONCE, |s, _| s.deepens = true),
    ],
    &[
        ("from right to left", ONCE, |s, _| s.order = [6, 5, 4, 3, 2, 1, 0]),
        ("from the middle", ONCE, |s, _| s.order = [3, 2, 4, 1, 5, 0, 6]),
        ("from the middle, right first", ONCE, |s, _| s.order = [3, 4, 2, 5, 1, 6, 0]),
        ("a column is missed", &[0, 3, 6], |s, column| s.order[at(column)] = -1),
        ("a column is full at row", &[5, 4], |s, row| s.full_at = row),
        ("the first full column ends the loop", ONCE, |s, _| s.stops_at_full = true),
        ("a full column is a pass", ONCE, |s, _| s.passes = true),
        ("all tokens have the colour of the first side", ONCE, |s, _| s.one_colour = true),
    ],
    &[
        ("a direction does not win", FOUR, |s, direction| s.wins[at(direction)] = false),
        ("no diagonal wins", ONCE, |s, _| s.wins[2..].fill(false)),
        ("lines begin so many columns short", &[3, 4], |s, columns| s.win_short[0] = columns),
        ("lines begin so many rows short", &[1, 3], |s, rows| s.win_short[1] = rows),
        ("so many in a line win", &[3, 5], |s, length| s.win_length = length),
        ("exactly four win", ONCE, |s, _| s.wins_exactly = true),
        ("lines go on over the edge", ONCE, |s, _| s.wraps[0] = true),
        ("wins of a side are not seen", EACH, |s, side| s.ends[at(side)] = false),
        ("a win is worth", &[100, 500, 1000, 2000, 5000], |s, worth| s.win_worth = [worth, -worth]),
        ("a loss is worth what a win is", ONCE, |s, _| s.win_worth = [10_000; 2]),
        ("wins are worth the other way round", ONCE, |s, _| s.win_worth = [-10_000, 10_000]),
        ("sooner wins are worth more by", &[1, 10, 100], |s, more| s.sooner = more),
        ("wins are evaluated", ONCE, |s, _| s.wins_are_evaluated = true),
        ("the depth is tested before wins", ONCE, |s, _| s.evaluates_first = true),
        ("a full board is worth", &[0, 10_000, -10_000], |s, worth| s.full_worth = Some([worth; 2])),
        ("a full board is worth for who would move", &[10_000, -10_000], |s, worth| {
            s.full_worth = Some([worth, -worth]);
        }),
    ],
    &[
        ("a token is worth", &[0, 2, 3, 5, 10], |s, worth| s.weights[0] = worth),
        ("a run of two is worth", &[0, 1, 5, 8, 12, 15, 20, 30, 50, 100], |s, worth| s.weights[1] = worth),
        ("a run of three is worth", &[0, 10, 20, 50, 80, 90, 120, 150, 200, 500, 1000], |s, worth| {
            s.weights[2] = worth;
        }),
        ("a run of four is worth", &[0, 100, 500, 10_000], |s, worth| s.weights[3] = worth),
        ("a direction has no runs", FOUR, |s, direction| s.runs[at(direction)] = false),
        ("no diagonal has runs", ONCE, |s, _| s.runs[2..].fill(false)),
        ("runs are counted inside runs", ONCE, |s, _| s.nested = true),
        ("so many columns are not looked at", &[1, 3], |s, columns| s.run_short[0] = columns),
        ("so many rows are not looked at", &[1, 3], |s, rows| s.run_short[1] = rows),
        ("runs go on over the edge", ONCE, |s, _| s.wraps[1] = true),
        ("only red is seen", ONCE, |s, _| s.seen[1] = 0),
        ("only yellow is seen", ONCE, |s, _| s.seen[0] = 0),
        ("both sides are added", ONCE, |s, _| s.seen[1] = 1),
        ("yellow is worth so often", &[-2, -3], |s, times| s.seen[1] = times),
        ("the sign is wrong", ONCE, |s, _| s.seen = [-1, 1]),
        ("the side to move is evaluated for", ONCE, |s, _| s.evaluates_for_mover = true),
    ],
    &[
        ("the side that began maximises", ONCE, |s, _| s.mover_maximises = true),
        ("every node maximises", ONCE, |s, _| s.all_maximise = true),
        ("the best begins at", &[0, 100, 1000, 9999, 10_000], |s, far| s.worst = [-far, far]),
        ("the best of the maximiser begins at", &[0, -1, -1000], |s, worst| s.worst[0] = worst),
        ("the last value is returned", ONCE, |s, _| s.returns_last = true),
        ("a win ends the loop", ONCE, |s, _| s.stops_at_win = true),
    ],
    &[
        ("an equal child is better", ONCE, |s, _| s.ties = [true; 2]),
        ("an equal child is better for a side", EACH, |s, side| s.ties[at(side)] = true),
        ("the place among open columns is printed", ONCE, |s, _| s.prints_index = true),
        ("the last child is printed", ONCE, |s, _| s.prints_last = true),
        ("any node chooses the column", ONCE, |s, _| s.any_node_chooses = true),
    ],
    &[
        ("nothing is pruned", ONCE, |s, _| s.prunes = [false; 2]),
        ("M prunes", ONCE, |s, _| s.prunes[0] = true),
        ("M prunes and A does not", ONCE, |s, _| s.prunes = [true, false]),
        ("a kind of node does not prune", EACH, |s, kind| s.prunes_at[at(kind)] = false),
        ("equal bounds do not prune", ONCE, |s, _| s.equal_prunes = [false; 2]),
        ("equal bounds do not prune at a kind of node", EACH, |s, kind| s.equal_prunes[at(kind)] = false),
        ("a bound is not handed down", EACH, |s, bound| s.hands_down[at(bound)] = false),
        ("no bound is handed down", ONCE, |s, _| s.hands_down = [false; 2]),
        ("a bound is not updated", EACH, |s, bound| s.updates[at(bound)] = false),
        ("the first window is", &[0, 100, 1000, 9999, 10_000], |s, far| s.first_window = far),
        ("bounds are swapped", ONCE, |s, _| s.window_swapped = true),
        ("bounds are tested before they are updated", ONCE, |s, _| s.tests_before_update = true),
        ("the root's window is not handed down", ONCE, |s, _| s.root_window_new = true),
    ],
];

/// All mutations, part by part.
fn all() -> Vec<Mutation> {
    let mut all = Vec::new();
    for (part, kinds) in KINDS.iter().enumerate() {
        for &(kind, values, make) in *kinds {
            all.extend(values.iter().map(|&value| Mutation { part, kind, value, make }));
        }
    }
    all
}

/// Programs that are wrong in one part, in two, or in more: first each habit alone, then several by lot, two of one part or one
/// of each. No two are the same, and they end after some thousands.
pub(crate) fn mutants(parts: usize) -> impl Iterator<Item = Vec<Mutation>> {
    let all = all();
    let alone: Vec<Vec<Mutation>> =
        if parts == 1 { all.iter().map(|&one| vec![one]).collect() } else { Vec::new() };
    let mut rng = Rng::new(parts as u64);
    let count = all.len();
    let draw = move || (0..parts.max(2)).map(|_| rng.below(count)).collect::<BTreeSet<usize>>();
    let mut seen = HashSet::new();
    let several = std::iter::repeat_with(draw).take(20_000).filter_map(move |places| {
        let mutant: Vec<Mutation> = places.iter().map(|&place| all[place]).collect();
        let [wrong, kinds] = [
            mutant.iter().map(|one| one.part).collect::<HashSet<_>>().len(),
            mutant.iter().map(|one| one.kind).collect::<HashSet<_>>().len(),
        ];
        (wrong == parts && kinds == parts.max(2) && seen.insert(places)).then_some(mutant)
    });
    alone.into_iter().chain(several)
}
