//! Questions for a talk: what the right search does next, why it prunes, and what one mistake would change.

use plyground_core::games::connect_four::{ConnectFour, Standard};
use plyground_core::games::gravity::Column;
use plyground_core::rng::Rng;
use plyground_core::{AnyPosition, Game, Player, Position, Window};

use super::question::Searched;
use crate::comp3608::trace::{RightEvent, real, right};
use crate::comp3608::{Limits, Mistake as M, Question, answer_within};
use crate::diagnose::MistakeText;
use crate::engine::review::TalkQuestion;

/// Larger searches are none for a talk.
const MOST_NODES: u64 = 5000;

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

/// What a question is about, its words, and the answer.
type Made = (Standard, String, String);

/// A question of each of three kinds, about different cases if there are enough of them.
pub(super) fn questions(first_column: u8, asked: &[&Searched], rng: &mut Rng) -> Vec<TalkQuestion> {
    if asked.is_empty() {
        return Vec::new();
    }
    let mut made = Vec::new();
    let mut case = rng.below(asked.len());
    for make in [next, cut, change] {
        for _ in 0..asked.len() {
            case = (case + 1) % asked.len();
            if asked[case].right.nodes > MOST_NODES {
                continue;
            }
            if let Some((position, question, answer)) = make(first_column, asked[case], rng) {
                let mut view = AnyPosition::of::<ConnectFour>(position).view();
                for (column, name) in (first_column..).zip(&mut view.columns) {
                    *name = column.to_string();
                }
                made.push(TalkQuestion { case, view, question, answer });
                break;
            }
        }
    }
    made
}

/// A child that was left, with its value, at a node that then goes on or prunes.
struct Moment {
    /// The columns from the root to the node.
    path: Vec<u8>,
    position: Standard,
    child: u8,
    value: i32,
    /// Alpha and beta at the node before and after.
    before: Window,
    after: Window,
    /// The column that comes next, or all that are pruned.
    then: Result<u8, Vec<u8>>,
}

/// All moments of a search at which alpha or beta changed.
fn moments(question: &Question) -> Vec<Moment> {
    let events = right(question).filter(|_| question.algorithm.cut().is_some()).unwrap_or_default();
    let mut open: Vec<&RightEvent> = Vec::new();
    let mut moments = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let Some((value, _)) = event.left else {
            open.push(event);
            continue;
        };
        open.pop();
        let (Some(node), Some(&child), Some(following)) =
            (open.last(), event.path.last(), events.get(at + 1))
        else {
            continue;
        };
        let (after, then) = match following.left {
            None => (following.window, following.path.last().copied().ok_or_else(Vec::new)),
            Some((_, Some(met))) => {
                let columns = node.position.moves().map(Column::index);
                (met, Err(columns.filter(|&column| column > child).collect()))
            }
            Some((_, None)) => continue,
        };
        let (path, position, before) = (node.path.clone(), node.position, event.window);
        if after != before {
            moments.push(Moment { path, position, child, value, before, after, then });
        }
    }
    moments
}

impl Moment {
    /// What is asked before the question itself.
    fn words(&self, first_column: u8, depth: u32) -> String {
        let columns: Vec<String> =
            self.path.iter().map(|column| (column + first_column).to_string()).collect();
        let node = match columns.as_slice() {
            [] => "the root".to_owned(),
            [column] => format!("the node after column {column}"),
            _ => format!("the node after columns {}", columns.join(", ")),
        };
        let (side, child) = (ConnectFour::SIDES[self.position.turn()], self.child + first_column);
        let Window { alpha, beta } = self.before;
        let (alpha, beta, value) = (real(alpha), real(beta), self.value);
        format!(
            "A right alpha-beta search to depth {depth} is at {node}, which the board shows; {side} is to move, alpha is \
             {alpha}, beta is {beta}. The child in column {child} returns {value}."
        )
    }

    /// Which of alpha and beta changes, and why.
    fn reason(&self) -> String {
        let side = ConnectFour::SIDES[self.position.turn()];
        let (most, bound) = match self.position.turn() {
            Player::First => ("greatest", "alpha"),
            Player::Second => ("smallest", "beta"),
        };
        format!("{side} takes the {most} value, so {bound} becomes {}", self.value)
    }
}

/// Which child comes next, and with which alpha and beta.
fn next(first_column: u8, asked: &Searched, rng: &mut Rng) -> Option<Made> {
    let moments = moments(&asked.question);
    let moment = rng.pick(moments.iter().filter(|moment| moment.then.is_ok()))?;
    let column = moment.then.as_ref().ok()? + first_column;
    let Window { alpha, beta } = moment.after;
    let question = format!(
        "{} Which child is examined next, and with which alpha and beta?",
        moment.words(first_column, asked.question.depth)
    );
    let answer = format!(
        "The one in column {column}, with alpha {} and beta {}: {}.",
        real(alpha),
        real(beta),
        moment.reason()
    );
    Some((moment.position, question, answer))
}

/// Why children are pruned.
fn cut(first_column: u8, asked: &Searched, rng: &mut Rng) -> Option<Made> {
    let moments = moments(&asked.question);
    let is_cut = |moment: &&Moment| moment.then.as_ref().is_err_and(|pruned| !pruned.is_empty());
    let moment = rng.pick(moments.iter().filter(is_cut))?;
    let pruned = moment.then.as_ref().err()?.iter().map(|column| (column + first_column).to_string());
    let pruned: Vec<String> = pruned.collect();
    let (columns, are) = if pruned.len() == 1 { ("column", "is") } else { ("columns", "are") };
    let Window { alpha, beta } = moment.after;
    let question = format!(
        "{} Which child is examined next at this node, and why?",
        moment.words(first_column, asked.question.depth)
    );
    let answer = format!(
        "None: {}, and alpha {alpha} >= beta {beta}. A choice of {} further up is as good or better for it, so {columns} {} \
         {are} pruned.",
        moment.reason(),
        ConnectFour::SIDES[moment.position.turn().opponent()],
        pruned.join(", ")
    );
    Some((moment.position, question, answer))
}

/// How many nodes are counted with one mistake.
fn change(_: u8, asked: &Searched, rng: &mut Rng) -> Option<Made> {
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
    Some((question.position, text, answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comp3608::examples;
    use crate::comp3608::trace::{trace, write_path};
    use crate::comp3608::{BoardStyle, Search};
    use crate::engine::assignment::Assignment;
    use crate::engine::course::Course;

    /// The program that makes mistakes on demand is another one than the search of the books.
    #[test]
    fn moments_are_those_of_another_program() {
        let mut seen = [0, 0];
        for question in examples() {
            let traced = trace(&question, &[]);
            let lines: Vec<&str> = traced.lines().collect();
            let of = |path: &[u8]| format!("node {} ", write_path(path));
            // It begins with the negative of the greatest number.
            let bound = |bound: i32| bound.max(-i32::MAX);
            for Moment { path, child, value, before, after, then, .. } in moments(&question) {
                let given = |column: u8, window: Window| {
                    let path = [path.as_slice(), &[column]].concat();
                    format!("{}{} {} ", of(&path), bound(window.alpha), bound(window.beta))
                };
                let left = given(child, before) + &value.to_string();
                assert!(lines.contains(&left.as_str()), "{left}");
                match then {
                    Ok(column) => {
                        let begin = given(column, after);
                        assert!(lines.iter().any(|line| line.starts_with(&begin)), "{begin}");
                        seen[0] += 1;
                    }
                    Err(pruned) => {
                        assert!(after.alpha >= after.beta);
                        for column in pruned {
                            let begin = of(&[path.as_slice(), &[column]].concat());
                            assert!(!lines.iter().any(|line| line.starts_with(&begin)), "{begin}");
                            seen[1] += 1;
                        }
                    }
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

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
                     move, alpha is -inf, beta is 301. The child in column 1 returns 201. Which child is examined next, and \
                     with which alpha and beta?",
                    "The one in column 2, with alpha 201 and beta 301: red takes the greatest value, so alpha becomes 201.",
                ],
                [
                    "A right alpha-beta search to depth 3 is at the node after columns 2, 5, which the board shows; red is to \
                     move, alpha is 301, beta is 10000. The child in column 2 returns 10000. Which child is examined next at \
                     this node, and why?",
                    "None: red takes the greatest value, so alpha becomes 10000, and alpha 10000 >= beta 10000. A choice of \
                     yellow further up is as good or better for it, so columns 3, 4, 5, 6, 7 are pruned.",
                ],
                [
                    "A program is right but for one thing: it does not count won positions. Does it count more than the \
                     right 115 nodes in this case, or fewer, and how many?",
                    "Fewer: 96.",
                ],
            ]
        );
        // M has neither alpha nor beta.
        assert_eq!(search.talk(&[&search.asks(examples()[2])], &mut Rng::new(2)).len(), 1);
    }

    fn task() -> Search {
        let assignment = Assignment::parse(Search::INFO.file).unwrap();
        Search::clone(assignment.task.typed().unwrap())
    }
}
