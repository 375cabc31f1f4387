//! Questions for a talk: what the right search does next, why it prunes, and what one mistake would change.

use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::search::Algorithm;

use super::question::{RunScore, Search, Searched};
use crate::comp3608::{Limits, Mistake as M, answer_within};
use crate::diagnose::MistakeText;
use crate::engine::talk::{Made, RightSearch, TalkQuestion, questions};

/// Searches of wrong programs that are larger are given up.
const LIMITS: Limits = Limits { counted: 100_000, visited: 100_000 };

/// Mistakes of which anybody who knows the search can say how they change the number of nodes.
const CHANGES: [M; 13] = [
    M::CutOnGreater,
    M::NoPruning,
    M::AlwaysPruning,
    M::AlphaNotPassed,
    M::BetaNotPassed,
    M::RootWindowNew,
    M::CutBeforeUpdate,
    M::RootNotCounted,
    M::LeavesOnly,
    M::InnerOnly,
    M::WonNotCounted,
    M::RightToLeft,
    M::OnePlyShallower,
];

/// A question of each of three kinds. Where no case is answered by alpha-beta, others take the place of two of them.
pub(super) fn of(search: &Search, asked: &[&Searched], rng: &mut Rng) -> Vec<TalkQuestion> {
    let first = search.board.first_column;
    let name = |_: &Standard, column: Column| (column.index() + first).to_string();
    let right = |asked: &Searched| {
        let algorithm = match asked.question.algorithm {
            Algorithm::AlphaBeta(_) => Algorithm::AlphaBeta(search.cut),
            Algorithm::Minimax => Algorithm::Minimax,
        };
        right(asked, algorithm, &search.evaluation, &name)
    };
    questions::<Search>(
        asked,
        Some(first),
        &[
            &|asked, rng| right(asked).next(rng),
            &|asked, rng| right(asked).cut(rng),
            &|asked, rng| change(asked, rng).filter(|_| search.is_known()),
            &|asked, rng| right(asked).worth(rng),
            &|asked, rng| right(asked).kept(rng),
            &|asked, rng| right(asked).worth(rng),
        ],
        rng,
    )
}

fn right<'a>(
    asked: &Searched,
    algorithm: Algorithm,
    evaluation: &'a RunScore,
    name: &'a dyn Fn(&Standard, Column) -> String,
) -> RightSearch<'a, ConnectFour, RunScore> {
    RightSearch {
        position: asked.question.position,
        depth: asked.question.depth,
        algorithm,
        evaluation,
        worth: None,
        infinite: i32::MAX,
        word: Some("column"),
        name,
    }
}

/// How many nodes are counted with one mistake.
fn change(asked: &Searched, rng: &mut Rng) -> Option<Made<Standard>> {
    let Searched { question, right } = asked;
    let start = rng.below(CHANGES.len());
    let all = CHANGES.iter().cycle().skip(start).take(CHANGES.len());
    let counted = |&mistake: &M| Some((mistake, answer_within(question, &[mistake], LIMITS).0?.nodes));
    let (mistake, nodes) = all.filter_map(counted).find(|&(_, nodes)| nodes != right.nodes)?;
    let MistakeText { does, .. } = mistake.into();
    let text = format!(
        "A program is right but for one thing: it {}. Does it count more than the right {} nodes in this case, or fewer, and \
         how many?",
        does.trim_end_matches('.'),
        right.nodes
    );
    let answer = format!("{}: {nodes}.", if nodes > right.nodes { "More" } else { "Fewer" });
    Some(Made { position: question.position, question: text, answer })
}

#[cfg(test)]
mod tests {
    use plyground_core::search::CutRule;

    use super::*;
    use crate::comp3608::{BoardStyle, examples};
    use crate::engine::assignment::Assignment;
    use crate::engine::course::Course;

    #[test]
    fn questions_have_their_answers() {
        let search = Search { board: BoardStyle { first_column: 1, ..BoardStyle::default() }, ..task() };
        let asked = search.asks(examples()[6]);
        let made = search.talk(&[&asked], &mut Rng::new(2));
        assert!(made.iter().all(|one| one.view.columns.join("") == "1234567"));
        let made: Vec<[String; 2]> = made.into_iter().map(|one| [one.question, one.answer]).collect();
        assert_eq!(
            made,
            [
                [
                    "A right alpha-beta search to depth 3 is at the node after columns 1, 7, which the board shows; red is to \
                     move, alpha is minus infinity, beta is 301. The child after column 1 returns 201. Which child is \
                     examined next, and with which alpha and beta?",
                    "The one after column 2, with alpha 201 and beta 301: red takes the greatest value, so alpha becomes 201.",
                ],
                [
                    "A right alpha-beta search to depth 3 is at the node after columns 2, 5, which the board shows; red is to \
                     move, alpha is 301, beta is 10000. The child after column 2 returns 10000. Which child is examined next \
                     at this node, and why?",
                    "None: red takes the greatest value, so alpha becomes 10000, and alpha 10000 >= beta 10000. A choice of \
                     yellow further up is as good or better for it, so columns 3, 4, 5, 6, 7 are pruned.",
                ],
                [
                    "A program is right but for one thing: it counts only the nodes that are expanded. Does it count more \
                     than the right 115 nodes in this case, or fewer, and how many?",
                    "Fewer: 25.",
                ],
            ]
        );
    }

    /// M has neither alpha nor beta, and other weights have no known mistakes.
    #[test]
    fn there_are_always_three() {
        let count =
            |search: &Search, of: usize| search.talk(&[&search.asks(examples()[of])], &mut Rng::new(2)).len();
        let evaluation = RunScore { token: 2, ..RunScore::default() };
        let other = Search { evaluation, cut: CutRule::Beyond, ..task() };
        assert_eq!([count(&task(), 2), count(&other, 2), count(&other, 6)], [3; 3]);
    }

    fn task() -> Search {
        let assignment = Assignment::parse(Search::INFO.file).unwrap();
        Search::clone(assignment.task.typed().unwrap())
    }
}
