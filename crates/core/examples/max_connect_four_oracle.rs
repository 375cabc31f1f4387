//! Values of empty boards of Max-Connect-Four by a second method, to confirm those of the solver.
//!
//! ```sh
//! cargo run --release -p plyground-core --example max_connect_four_oracle -- SIZE LEAST MEGABYTES BOUNDS
//! ```
//!
//! It answers whether the first player ends with at least LEAST quadruples more than the second. Two runs prove a
//! value: LEAST is reached, and LEAST + 1 is not. With `plain` as BOUNDS, the search cuts off only where the lines
//! that are open to either side cannot change the answer. With `follow-up`, it also cuts off where the side that
//! is not to move could answer every move in the same column from now on.
//!
//! It shares no code with the solver. It searches a tree of yes and no, always from the first player's view,
//! where the solver uses alpha-beta with changing sides. Cells are numbered along rows, not columns. The keys of
//! its table are whole positions, where the solver leaves pieces out. Moves come first that complete or prevent
//! most lines.

#![expect(clippy::disallowed_methods, reason = "an example is a program")]

use std::io::Write as _;

/// A search on a board of `W` columns and `H` rows. Cell (column, row) is bit `row * (W + 1) + column`; row 0 is the lowest.
#[derive(Debug)]
struct Oracle<const W: u32, const H: u32> {
    /// Two entries in each place: the first for the position with more empty cells, the second for the newest.
    table: Vec<[Entry; 2]>,
    knows_follow_up: bool,
    nodes: u64,
}

/// A whole position, and bounds of what the first player still gets more than the second.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The first player's pieces; above them the number of empty cells.
    first: u64,
    /// The second player's pieces; above them both bounds.
    second: u64,
}

/// Pieces take the bits below this one of a word.
const ABOVE: u32 = 50;
/// A bound is kept as itself plus this, in seven bits.
const OFFSET: i32 = 64;
const NOTHING: Entry = Entry { first: u64::MAX, second: u64::MAX };

/// A position after a move, and what the first player has to get from there on.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    order: i32,
    sides: [u64; 2],
    had: [i32; 2],
    least: i32,
}

impl Entry {
    fn is_of(&self, sides: [u64; 2]) -> bool {
        let pieces = (1 << ABOVE) - 1;
        [self.first & pieces, self.second & pieces] == sides
    }

    fn new(sides: [u64; 2], empty: u32, [least, most]: [i32; 2]) -> Self {
        let [least, most] =
            [least, most].map(|bound| bound.saturating_add(OFFSET).clamp(0, 127).cast_unsigned());
        let bounds = u64::from(least | (most << 7));
        Self { first: sides[0] | (u64::from(empty) << ABOVE), second: sides[1] | (bounds << ABOVE) }
    }

    fn empty(&self) -> u32 {
        (self.first >> ABOVE) as u32
    }

    /// The bounds; one at the end of what can be kept says nothing.
    fn bounds(&self) -> [i32; 2] {
        let kept = (self.second >> ABOVE) as u32;
        let [least, most] = [kept & 127, kept >> 7].map(|bound| bound.cast_signed() - OFFSET);
        [if least == -OFFSET { i32::MIN } else { least }, if most == OFFSET - 1 { i32::MAX } else { most }]
    }
}

impl<const W: u32, const H: u32> Oracle<W, H> {
    const ROW: u64 = (1 << W) - 1;
    const BOARD: u64 = {
        assert!((W + 1) * H <= ABOVE, "pieces and a number share a word");
        let mut board = 0;
        let mut row = 0;
        while row < H {
            board |= Self::ROW << (row * (W + 1));
            row += 1;
        }
        board
    };

    fn new(megabytes: usize, knows_follow_up: bool) -> Self {
        let places = (megabytes << 20) / size_of::<[Entry; 2]>();
        Self { table: vec![[NOTHING; 2]; places.max(1)], knows_follow_up, nodes: 0 }
    }

    /// Complete lines of four in a set of cells.
    const fn lines(cells: u64) -> i32 {
        let up = W + 1;
        let mut lines = 0;
        let ways = [1, up - 1, up, up + 1];
        let mut way = 0;
        while way < 4 {
            let three = cells & (cells >> ways[way]) & (cells >> (2 * ways[way]));
            lines += (three & (cells >> (3 * ways[way]))).count_ones().cast_signed();
            way += 1;
        }
        lines
    }

    /// The lowest empty cell of every column that has one.
    const fn floor(taken: u64) -> u64 {
        ((taken << (W + 1)) | Self::ROW) & Self::BOARD & !taken
    }

    /// The cells that a side gets for sure if it answers in the same column and the number of empty cells is even:
    /// in every column the highest, the third highest and so on, but not the lowest of an odd number. (If the
    /// other side plays there, the answer is in another column with an odd number.)
    const fn answers(taken: u64) -> u64 {
        let mut cells = 0;
        let floor = Self::floor(taken);
        let mut row = Self::ROW << ((H - 1) * (W + 1));
        while row != 0 {
            cells |= row & !taken & !floor;
            row >>= 2 * (W + 1);
        }
        cells
    }

    fn mirror(cells: u64) -> u64 {
        let mut mirrored = 0;
        for row in 0..H {
            let of_row = (cells >> (row * (W + 1))) & Self::ROW;
            mirrored |= (of_row.reverse_bits() >> (u64::BITS - W)) << (row * (W + 1));
        }
        mirrored
    }

    /// The least and the most that the first player can still get more than the second, by lines alone.
    fn reach(&self, [first, second]: [u64; 2], had: [i32; 2], is_firsts_turn: bool, empty: u32) -> [i32; 2] {
        let free = Self::BOARD & !(first | second);
        let mut most = Self::lines(first | free) - had[0];
        let mut least = had[1] - Self::lines(second | free);
        if self.knows_follow_up && empty.is_multiple_of(2) {
            let sure = Self::answers(first | second);
            if is_firsts_turn {
                most = Self::lines(first | free & !sure) - had[0] - (Self::lines(second | sure) - had[1]);
            } else {
                least = Self::lines(first | sure) - had[0] - (Self::lines(second | free & !sure) - had[1]);
            }
        }
        [least, most]
    }

    fn place(&self, [first, second]: [u64; 2]) -> usize {
        let mut mixed = first.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ second.rotate_left(23);
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let place = (u128::from(mixed) * self.table.len() as u128) >> 64;
        usize::try_from(place).expect("it is below the number of places")
    }

    /// Whether the first player still gets at least `least` quadruples more than the second. Its `reach` alone
    /// must not have the answer.
    fn gets(&mut self, sides: [u64; 2], had: [i32; 2], is_firsts_turn: bool, empty: u32, least: i32) -> bool {
        self.nodes += 1;
        let side = usize::from(!is_firsts_turn);
        let mut moves = [Move::default(); 12];
        let mut count = 0;
        let mut floor = Self::floor(sides[0] | sides[1]);
        while floor != 0 {
            let cell = floor & floor.wrapping_neg();
            floor ^= cell;
            let (mut after, mut has) = (sides, had);
            after[side] |= cell;
            has[side] = Self::lines(after[side]);
            let gain = has[side] - had[side];
            let least = if is_firsts_turn { least - gain } else { least + gain };
            let [low, high] = self.reach(after, has, !is_firsts_turn, empty - 1);
            if low >= least || high < least {
                // A move that settles it is enough; one that cannot is left out.
                if is_firsts_turn == (low >= least) {
                    return is_firsts_turn;
                }
                continue;
            }
            let prevented = Self::lines(sides[1 - side] | cell) - had[1 - side];
            let above = (cell << (W + 1)) & Self::BOARD;
            let given = Self::lines(sides[1 - side] | above) - had[1 - side];
            let column = (cell.trailing_zeros() % (W + 1)).cast_signed();
            let distance = (2 * column - (W - 1).cast_signed()).abs();
            let hope = if is_firsts_turn { high - least } else { least - low };
            let order = 8 * (2 * (gain + prevented - given) + hope) - distance;
            let mut at = count;
            while at > 0 && moves[at - 1].order < order {
                moves[at] = moves[at - 1];
                at -= 1;
            }
            moves[at] = Move { order, sides: after, had: has, least };
            count += 1;
        }
        let key = sides.min(sides.map(Self::mirror));
        let place = self.place(key);
        let known = self.table[place].iter().find(|entry| entry.is_of(key)).map(Entry::bounds);
        if let Some([low, high]) = known {
            if low >= least {
                return true;
            }
            if high < least {
                return false;
            }
        }
        let is_found = moves[..count]
            .iter()
            .any(|mv| self.gets(mv.sides, mv.had, !is_firsts_turn, empty - 1, mv.least) == is_firsts_turn);
        let answer = is_found == is_firsts_turn;
        let [low, high] = known.unwrap_or([-OFFSET, OFFSET - 1]);
        let bounds = if answer { [least.max(low), high] } else { [low, high.min(least - 1)] };
        let entry = Entry::new(key, empty, bounds);
        let old = &mut self.table[place];
        let is_costlier = old[0].is_of(key) || old[0].empty() > W * H || old[0].empty() <= empty;
        old[usize::from(!is_costlier)] = entry;
        answer
    }

    /// Whether the first player comes to at least `least` quadruples more on the empty board.
    fn first_gets(&mut self, least: i32) -> bool {
        let [low, high] = self.reach([0, 0], [0, 0], true, W * H);
        low >= least || (high >= least && self.gets([0, 0], [0, 0], true, W * H, least))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [size, least, megabytes, bounds] = words.as_slice() else {
        return Err("expected SIZE LEAST MEGABYTES BOUNDS; the first lines of the source explain them".into());
    };
    let (least, megabytes) = (least.parse()?, megabytes.parse()?);
    let knows_follow_up = match bounds.as_str() {
        "plain" => false,
        "follow-up" => true,
        other => return Err(format!("bounds {other}; expected plain or follow-up").into()),
    };
    macro_rules! ask {
        ($(($columns:literal, $rows:literal)),*) => {
            match size.as_str() {
                $(concat!($columns, "x", $rows) => {
                    let mut oracle = Oracle::<$columns, $rows>::new(megabytes, knows_follow_up);
                    (oracle.first_gets(least), oracle.nodes)
                })*
                _ => return Err(format!("size {size}; expected one that the program was compiled for").into()),
            }
        };
    }
    let (answer, nodes) = ask!(
        (9, 3),
        (10, 3),
        (4, 4),
        (5, 4),
        (6, 4),
        (7, 4),
        (8, 4),
        (9, 4),
        (4, 5),
        (5, 5),
        (6, 5),
        (7, 5),
        (8, 5),
        (4, 6),
        (5, 6),
        (6, 6),
        (7, 6),
        (4, 7),
        (5, 7),
        (6, 7),
        (4, 8),
        (5, 8),
        (4, 9),
        (4, 10)
    );
    let words = if answer { "at least" } else { "below" };
    writeln!(std::io::stdout().lock(), "{size}: the value is {words} {least} ({nodes} nodes)")?;
    Ok(())
}
