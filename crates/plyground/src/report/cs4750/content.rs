//! The report that CS4750 asks for: how the players work, every move with its board, nodes and CPU time, plots, and
//! what perfect play would have given.

use plyground_core::games::adjacent_four::notation::GridRows;
use plyground_core::games::adjacent_four::{AdjacentFour, Cs4750, Standard};
use plyground_core::{
    AnyGame, Evaluate, Game, GameValue, Limits, Notation, Player, Position, SolverSettings, counted,
};
use plyground_drawing::tree;

use super::{Match, figures};
use crate::present::layout::real;
use crate::present::value::value_words;
use crate::report::document::{Block, Document, Figure, Section, Table, columns};

/// The board of the assignment's example, X to move.
const EXAMPLE: &str = "......\n..ox..\n..oox.\n.oxxo.\n..x...\nx";

/// The largest search that is drawn.
const MOST_DRAWN: u128 = 16;

pub(crate) fn document(game: &Match) -> Document {
    let positions = figures::positions(game);
    let [x, o] = game.setup.depths.into_array().map(|depth| counted(depth, "ply"));
    let boards = vec![Block::Figures(4, figures::boards(game, &positions))];
    let perfect = perfect_play(game, &positions);
    Document {
        title: "Minimax plays adjacent four".to_owned(),
        lead: vec![format!(
            "CS4750, homework 4: a game between two minimax players on a board of 5 rows and 6 columns. Player 1 (X) looks \
             {x} ahead, Player 2 (O) looks {o} ahead. This report describes the implementation, then the \
             result: every move with the nodes generated for it and its CPU time."
        )],
        sections: vec![
            Section { id: "result", heading: "Result", blocks: result(game) },
            Section { id: "implementation", heading: "Implementation", blocks: implementation() },
            Section { id: "search", heading: "A search, drawn whole", blocks: search(game, &positions) },
            Section { id: "moves", heading: "The game, move by move", blocks: moves(game) },
            Section { id: "boards", heading: "The game, board by board", blocks: boards },
            Section { id: "plots", heading: "Plots", blocks: plots(game) },
            Section { id: "perfect", heading: "What perfect play gives", blocks: perfect },
        ],
    }
}

fn text(words: impl Into<String>) -> Block {
    Block::Text(words.into())
}

fn result(game: &Match) -> Vec<Block> {
    let ending = match game.outcome.winner() {
        Some(winner) => format!("*{} wins* with move {}.", AdjacentFour::SIDES[winner], game.moves.len()),
        None => format!(
            "The game ends in a *tie*: after {} the board is full.",
            counted(game.moves.len(), "move")
        ),
    };
    let row = |player: Player| {
        let (moves, generated, cpu) = game.totals(player);
        let each = if generated == 0 {
            String::new()
        } else {
            format!("{:.0}", real(cpu.as_nanos()) / real(generated))
        };
        let first =
            game.setup.first_moves[player].map_or_else(|| "searched".to_owned(), |cell| cell.to_string());
        vec![
            AdjacentFour::SIDES[player].to_owned(),
            format!("minimax, {}", counted(game.setup.depths[player], "ply")),
            first,
            moves.to_string(),
            generated.to_string(),
            format!("{:.6}", cpu.as_secs_f64()),
            each,
        ]
    };
    let numbers = ["moves", "nodes generated", "CPU time (s)", "ns a node"];
    let columns = columns(&["player", "algorithm", "first move"], &numbers);
    let rows = Player::BOTH.map(row).to_vec();
    let caption = "Both players, all moves together".to_owned();
    vec![text(ending), Block::Table(Table { caption, columns, rows })]
}

fn implementation() -> Vec<Block> {
    let steps = [
        (0, "*value(position, depth):*"),
        (1, "If X or O has four in a row: 1000 if the winner is the player who searches, otherwise -1000."),
        (1, "If the board is full: 0."),
        (1, "If depth is 0: h(position)."),
        (
            1,
            "For each legal cell, by column and then by row: generate the successor, and find its value(successor, depth - 1).",
        ),
        (
            1,
            "The result is the largest of these values if the player who searches is to move, otherwise the smallest.",
        ),
    ];
    let mut blocks = vec![
        Block::Heading("The game".to_owned()),
        text(
            "A position is three numbers: the cells of X and the cells of O, one bit a cell, and whose turn it is. A stone may \
             go on any empty cell that touches a stone, also diagonally; on the empty board every cell is legal. The \
             neighbours of all stones are found at once by shifting the bits, and so are fours in a row. A cell is written \
             [row,column] as in the assignment, row 1 at the top.",
        ),
        Block::Heading("Minimax".to_owned()),
        text(
            "Both players run the minimax algorithm as it stands in textbooks, without pruning, without memory, and without \
             changing the order of moves: to a fixed depth, and to the end of the game where that comes first.",
        ),
        Block::Steps(steps.map(|(depth, step)| (depth, step.to_owned())).to_vec()),
        Block::Heading("Ties".to_owned()),
        text(
            "Legal cells are examined by column, and in a column by row. A later move replaces the best so far only if its value \
             is really better. So among moves of equal value the one with the smallest column is played, and among those the one \
             with the smallest row.",
        ),
        Block::Heading("What is counted and measured".to_owned()),
        text(
            "A node is generated when a successor is created; the position from which a search begins is not counted. CPU time is \
             that of the whole process, user and system, from before a move is chosen until it is; other work of the \
             machine does not count. Both belong to the same run. First moves are fixed and generate nothing.",
        ),
        Block::Heading("The heuristic".to_owned()),
        text(
            "h counts runs: stones of one side in an unbroken line of exactly three or exactly two, in the four directions. An end \
             of a run is open if the next cell is on the board and empty, whether or not a stone may go there now. Runs without an \
             open end do not count. Weights depend on whose runs they are: those of the player who searches count for \
             him, those of his opponent less, and against him.",
        ),
    ];
    if let Ok(position) = GridRows.parse(EXAMPLE) {
        blocks.extend(worked(&position));
    }
    blocks
}

/// The example of the assignment, taken apart.
fn worked(position: &Standard) -> Vec<Block> {
    let me = Player::First;
    let terms = Cs4750.terms(position, me);
    let rows = terms.iter().map(|term| {
        let owner = if term.owner == me { "X, who searches" } else { "O" };
        vec![
            term.name.to_owned(),
            owner.to_owned(),
            term.count.to_string(),
            term.weight.to_string(),
            term.value().to_string(),
        ]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let there = terms.iter().filter(|term| term.count > 0);
    let sum: Vec<String> = there.map(|term| format!("{} · {}", term.weight, term.count)).collect();
    let columns = columns(&["run", "whose"], &["count", "weight", "points"]);
    let value = Cs4750.evaluate(position, me);
    let other = Cs4750.evaluate(position, me.opponent());
    let caption = vec![
        "*The example of the assignment.* Lines go through the runs that count, thick ones through threes; dots \
         are their open ends."
            .to_owned(),
    ];
    vec![
        Block::Figure(Figure { drawing: figures::example(position), caption, width: 0.5 }),
        Block::Table(Table { caption: "h of the example for X".to_owned(), columns, rows }),
        text(format!(
            "So h = {} = *{value}*. If O searches, the same board has h = {other}: the heuristic is not symmetric.",
            sum.join(" + ").replace("+ -", "- ")
        )),
    ]
}

/// The largest search of the game that can be drawn.
fn search(game: &Match, positions: &[Standard]) -> Vec<Block> {
    let all = game.moves.iter().zip(positions).zip(1_usize..);
    let small = all.filter(|((record, _), _)| record.value.is_some() && record.generated <= MOST_DRAWN);
    let Some(((record, position), number)) =
        small.max_by_key(|((record, _), number)| (record.generated, usize::MAX - number))
    else {
        return vec![text("Every search of this game has more nodes than can be drawn.")];
    };
    let depth = game.setup.depths[record.player].get();
    let Some(root) = figures::tree(position, depth) else { return Vec::new() };
    let side = AdjacentFour::SIDES[record.player];
    let count = counted(record.generated, "node");
    let plies = counted(depth, "ply");
    let title = format!("The search for move {number}: {side} looks {plies} ahead and generates {count}.");
    let best = root.replies.iter().filter(|reply| reply.value == root.value);
    let best: Vec<&str> = best.map(|reply| reply.mv.as_str()).collect();
    let tie = if best.len() > 1 {
        format!("{} are worth the same, and the first of them is played.", best.join(" and "))
    } else {
        format!("No other move is worth as much as {}.", record.mv)
    };
    let caption = vec![
        "Triangles that point up take the largest value of their replies, triangles that point down the smallest; squares are \
         where the search ends. The thick lines lead to the position that the value comes from."
            .to_owned(),
    ];
    let width = (f64::from(u32::try_from(root.replies.len()).unwrap_or(8)) / 4.0).clamp(0.5, 1.0);
    vec![
        text(format!(
            "Late in the game searches become small enough to be seen whole. This is the one for move {number}, {side} {}: \
             it generates {count}, and the value of the move is {}. {tie}",
            record.mv, root.value
        )),
        Block::Figure(Figure { drawing: tree::drawing(&root, title), caption, width }),
    ]
}

fn moves(game: &Match) -> Vec<Block> {
    let rows = game.moves.iter().zip(1..).map(|(record, number): (_, usize)| {
        vec![
            number.to_string(),
            AdjacentFour::SIDES[record.player].to_owned(),
            record.mv.to_string(),
            record.value.map_or_else(|| "fixed".to_owned(), |value| value.to_string()),
            record.generated.to_string(),
            format!("{:.6}", record.cpu.as_secs_f64()),
        ]
    });
    let measured = columns(&["player", "cell"], &["value", "nodes generated", "CPU time (s)"]);
    let columns = [columns(&[], &["move"]), measured].concat();
    let caption =
        "Every move: its value for the player who moves, the nodes generated, and the CPU time".to_owned();
    vec![Block::Table(Table { caption, columns, rows: rows.collect() })]
}

fn plots(game: &Match) -> Vec<Block> {
    let mut blocks = vec![text(
        "Both axes of numbers are logarithmic, since a search of four plies is hundreds of times as large as one of two. \
         Searches grow while stones spread and the cells that touch them become more, and shrink as the board fills. CPU time \
         follows the number of nodes.",
    )];
    blocks.extend(figures::plots(game).into_iter().map(Block::Figure));
    blocks
}

/// The memory that the solver may take.
const TABLE_BYTES: usize = 16 << 20;

/// What each of these positions is worth for its side to move.
fn values(positions: &[Standard]) -> Vec<GameValue> {
    let solver = AdjacentFour::solver().expect("adjacent four has a solver");
    let mut solver = (solver.new)(&SolverSettings::with_table(TABLE_BYTES));
    // From the end on, so that what is easy helps with what is hard. Nothing stops the solver.
    let value = |position| solver.value(position, &Limits::NONE).unwrap_or(GameValue::Draw);
    let mut values: Vec<GameValue> = positions.iter().rev().map(value).collect();
    values.reverse();
    values
}

/// What the game was worth, and the moves that gave something away.
fn perfect_play(game: &Match, positions: &[Standard]) -> Vec<Block> {
    // With no stone or one on the board there is little to report, and much to compute.
    let positions = positions.get(2..).unwrap_or_default();
    let values = values(positions);
    let words = |number: usize| {
        value_words(AnyGame::listed::<AdjacentFour>(), values[number], positions[number].turn())
    };
    let mut lost = Vec::new();
    // The position after two moves is the first; move three leads from it.
    for (before, record) in game.moves.iter().skip(2).enumerate() {
        let after = before + 1;
        if values[after].before().result() < values[before].result() {
            let (side, mv) = (AdjacentFour::SIDES[record.player], record.mv);
            let (was, is) = (words(before), words(after));
            lost.push(format!("*Move {}, {side} {mv}:* before it, {was}; after it, {is}.", before + 3));
        }
    }
    let mut blocks = vec![text(
        "The game is small enough to be solved. Player 1 wins from the empty board if he begins on [2,2], [2,3] or [3,3], or on a \
         mirror image of one of these, [3,4] among them; after any other first move a right reply holds the draw, and \
         Player 2 never wins. The solver that found this proves wins by forcing them and shares nothing with the \
         minimax players but the rules.",
    )];
    if !values.is_empty() {
        let opening = game.moves.iter().take(2);
        let opening = opening.map(|record| format!("{} {}", AdjacentFour::SIDES[record.player], record.mv));
        let opening = opening.collect::<Vec<_>>().join(", ");
        blocks.push(text(format!("After {opening} the position is worth: *{}*.", words(0))));
    }
    if lost.is_empty() {
        blocks.push(text("From there on no move gave anything away."));
    } else {
        blocks.push(text(
            "These moves gave away a win or a draw, which a search of two or four plies with this heuristic does not see:",
        ));
        blocks.push(Block::Points(lost));
    }
    blocks
}
