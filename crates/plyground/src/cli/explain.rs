//! A search in words: what came back for each move, why ties end as they do, how the count arises.

use plyground_core::search::record::words::{self, capitalised};
use plyground_core::search::{self, Algorithm, replay};
use plyground_core::{
    AnyEvaluation, AnyMove, AnyPosition, Bound, Counts, Player, Position, RootMove, counted,
};

use crate::present::board::{move_text, moves_words, outcome_words};

/// A search of a position together with the question it answers.
pub(super) struct Report {
    pub(super) evaluation: AnyEvaluation,
    pub(super) algorithm: Algorithm,
    pub(super) position: AnyPosition,
    pub(super) depth: u32,
    /// The side whose gain the values measure.
    pub(super) maximiser: Player,
    pub(super) searched: search::Report<AnyMove>,
}

impl Report {
    pub(super) fn new(
        evaluation: AnyEvaluation,
        algorithm: Algorithm,
        position: AnyPosition,
        depth: u32,
    ) -> Self {
        let searched = evaluation.replay(algorithm, &position, depth, replay::DEFAULT_BYTES);
        let maximiser = evaluation.maximiser(position.turn());
        Self { evaluation, algorithm, position, depth, maximiser, searched }
    }

    /// A move of the root in the game's own notation.
    pub(super) fn move_text(&self, mv: AnyMove) -> String {
        move_text(&self.position, mv)
    }

    /// The legal moves of the root that the search left out.
    pub(super) fn not_examined(&self) -> Vec<String> {
        let was_examined = |mv| self.searched.root_moves.iter().any(|found| found.mv == mv);
        let missing = self.position.moves().filter(|&mv| !was_examined(mv));
        missing.map(|mv| self.move_text(mv)).collect()
    }

    /// Whether the side to move at the root wants high values.
    pub(super) fn root_maximises(&self) -> bool {
        self.position.turn() == self.maximiser
    }
}

/// Up to this many examined nodes, alpha-beta is compared with minimax.
///
/// With perfect order minimax examines the square of alpha-beta's nodes, so larger searches might take
/// very long to compare.
const COMPARED: u128 = 100_000;

/// What plain minimax would examine, by ply, if alpha-beta has been asked and the comparison is cheap.
pub(super) fn minimax_counts(report: &Report) -> Option<Counts> {
    let is_compared = report.algorithm.cut().is_some() && report.searched.counts.examined() <= COMPARED;
    is_compared.then(|| {
        Report::new(report.evaluation, Algorithm::Minimax, report.position.clone(), report.depth)
            .searched
            .counts
    })
}

/// A table of examined nodes by ply, and beside them those of minimax.
pub(super) fn ply_rows(counts: &Counts, minimax: Option<&Counts>) -> Vec<Vec<String>> {
    let row = |name: &str, nodes: u128, minimax: Option<u128>| {
        let mut row = vec![name.to_owned(), nodes.to_string()];
        row.extend(minimax.map(|nodes| nodes.to_string()));
        row
    };
    let mut rows = vec![["ply", "nodes"].map(str::to_owned).to_vec()];
    rows[0].extend(minimax.map(|_| "by minimax".to_owned()));
    let plies = minimax.map_or(0, |minimax| minimax.by_ply().len()).max(counts.by_ply().len());
    for ply in 0..plies {
        let at = |counts: &Counts| counts.by_ply().get(ply).copied().unwrap_or(0);
        rows.push(row(&ply.to_string(), at(counts), minimax.map(at)));
    }
    rows.push(row("total", counts.examined(), minimax.map(Counts::examined)));
    rows
}

/// "exactly 20", "at most 20", "at least 20".
fn value_words<M>(found: &RootMove<M>) -> String {
    let words = words::value(found.value, found.bound);
    if found.bound == Bound::Exact { format!("exactly {words}") } else { words }
}

/// A table of the moves of the root in the order of examination, with a remark on each.
pub(super) fn root_rows(report: &Report) -> Vec<Vec<String>> {
    let game = report.position.game();
    let mut rows = vec![[game.move_noun(), "value", ""].map(str::to_owned).to_vec()];
    let mut best: Option<RootMove<AnyMove>> = None;
    for &found in &report.searched.root_moves {
        let is_better = |best: RootMove<AnyMove>| {
            if report.root_maximises() { found.value > best.value } else { found.value < best.value }
        };
        let remark = match best {
            None => "examined first".to_owned(),
            Some(best) => {
                let words = moves_words(game, &[report.move_text(best.mv)]);
                match found.bound {
                    _ if is_better(best) => format!("better than {words}"),
                    Bound::Exact if found.value == best.value => format!("ties with {words}"),
                    Bound::Exact => format!("worse than {words}"),
                    _ => format!("no better than {words}"),
                }
            }
        };
        if best.is_none_or(is_better) {
            best = Some(found);
        }
        let is_chosen = report.searched.choice.best == Some(found.mv);
        let remark = if is_chosen { format!("{remark}; chosen") } else { remark };
        rows.push(vec![report.move_text(found.mv), value_words(&found), remark]);
    }
    rows
}

/// Ties and bounds at the root, and moves left out: what a reader of the table might wonder about.
pub(super) fn notes(report: &Report) -> Vec<String> {
    let game = report.position.game();
    let mut notes = Vec::new();
    let value = report.searched.choice.value;
    if let Some(outcome) = report.position.outcome() {
        notes.push(format!(
            "The game is over ({}): the root alone is examined, and its value is its utility, {value}.",
            outcome_words(game, outcome),
        ));
    }
    let Some(best) = report.searched.choice.best else { return notes };
    let deepest = report.searched.counts.by_ply().len() - 1;
    if deepest < report.depth as usize {
        notes.push(format!(
            "Every line examined ends within {}: a greater depth changes nothing.",
            counted(deepest, "ply")
        ));
    }
    let chosen = moves_words(game, &[report.move_text(best)]);
    let texts = |wanted: &dyn Fn(&RootMove<_>) -> bool| -> Vec<String> {
        let found = report.searched.root_moves.iter().filter(|found| wanted(found));
        found.map(|found| report.move_text(found.mv)).collect()
    };
    let tied = texts(&|found| found.value == value && found.bound == Bound::Exact);
    if tied.len() > 1 {
        let tied = moves_words(game, &tied);
        notes.push(format!("{} tie at {value}; the first examined wins: {chosen}.", capitalised(&tied)));
    }
    let bounded = texts(&|found| found.bound != Bound::Exact);
    if !bounded.is_empty() {
        let mover = game.sides()[report.position.turn()];
        let bound = if report.root_maximises() { "At most" } else { "At least" };
        notes.push(format!(
            "'{bound}' ({}): {mover} was already sure of a value as good by a {} examined earlier, and a later \
             one is searched only until it is certain to be no better.",
            moves_words(game, &bounded),
            game.move_noun(),
        ));
        let open = texts(&|found| found.value == value && found.bound != Bound::Exact);
        if !open.is_empty() {
            let open = capitalised(&moves_words(game, &open));
            notes.push(format!(
                "{open} may be just as good as {chosen}, but of equals the first examined wins."
            ));
        }
    }
    let left_out = report.not_examined();
    if !left_out.is_empty() && !report.searched.root_moves.is_empty() {
        notes.push(format!("Not examined: {}.", moves_words(game, &left_out)));
    }
    notes
}

/// How the count arises.
pub(super) fn explanation(report: &Report, minimax: Option<&Counts>) -> Vec<String> {
    let game = report.position.game();
    let depth = report.depth;
    let [high, low] = [report.maximiser, report.maximiser.opponent()].map(|player| game.sides()[player]);
    let mut sentences = vec![
        format!(
            "A node is examined when it is tested for the end of the game. The root is ply 0, a node made by \
             one move is at ply 1, and so on. A node where the game is over gets its utility; one at ply \
             {depth}, the depth limit, gets its evaluation; every other node is expanded. Generated are all \
             examined nodes but the root."
        ),
        format!(
            "Values are for {high}: where {high} is to move the highest value counts, where {low} is to move \
             the lowest, and of equal values the one examined first."
        ),
    ];
    let sign = report.algorithm.cut().unwrap_or_default().sign();
    let counts = report.algorithm.info().counts;
    sentences.push(counts.replace("{high}", high).replace("{low}", low).replace("{sign}", sign));
    if let Some(minimax) = minimax {
        let (all, examined) = (minimax.examined(), report.searched.counts.examined());
        sentences.push(format!(
            "Minimax examines {} here, so {} left out {}.",
            counted(all, "node"),
            report.algorithm,
            all.saturating_sub(examined)
        ));
    }
    sentences
}
