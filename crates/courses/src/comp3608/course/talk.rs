//! Questions for a talk: what the right search does next, why it prunes, and what one mistake would change.

use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;

use super::question::{Search, Searched};
use crate::comp3608::{Limits, Mistake as M, Question, answer_within};
use crate::engine::talk::{Made, RightSearch, TalkQuestion, mistaken, questions};

/// Mistakes of which anybody who knows the search can say how they change the number of nodes.
#[rustfmt::skip]
const CHANGES: [M; 13] = [
    M::CutOnGreater, M::NoPruning, M::AlwaysPruning, M::AlphaNotPassed, M::BetaNotPassed, M::RootWindowNew,
    M::CutBeforeUpdate, M::RootNotCounted, M::LeavesOnly, M::InnerOnly, M::WonNotCounted, M::RightToLeft,
    M::OnePlyShallower,
];

/// A question of each of three kinds. Others take the places of those that cannot be made.
pub(super) fn of(search: &Search, asked: &[&Searched], rng: &mut Rng) -> Vec<TalkQuestion> {
    let first = search.board.first_column;
    let name = |_: &Standard, column: Column| (column.index() + first).to_string();
    let right = |asked: &Searched| {
        let Question { position, depth, algorithm } = asked.question;
        let usual = RightSearch::<ConnectFour, _>::of(position, depth, algorithm, &search.evaluation);
        RightSearch::<ConnectFour, _> { word: Some("column"), name: Some(&name), ..usual }
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

/// How many nodes are counted with one mistake.
fn change(asked: &Searched, rng: &mut Rng) -> Option<Made<Standard>> {
    let Searched { question, right } = asked;
    // Searches of wrong programs that are larger are given up.
    let limits = Limits { counted: 100_000, visited: 100_000 };
    let counted = |mistake: M| answer_within(question, &[mistake], limits).0.map(|answer| answer.nodes);
    let told = |mistake| counted(mistake).filter(|&nodes| nodes != right.nodes);
    let (program, nodes) = mistaken(&CHANGES, told, rng)?;
    let more = format!("Does it count more than the right {} nodes in this case", right.nodes);
    let text = format!("{program} {more}, or fewer, and how many?");
    let answer = format!("{}: {nodes}.", if nodes > right.nodes { "More" } else { "Fewer" });
    Some(Made { position: question.position, question: text, answer })
}
