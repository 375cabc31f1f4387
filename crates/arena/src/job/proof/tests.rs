use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plyground_core::games::{adjacent_four, connect_four, max_connect_four};
use plyground_core::rng::Rng;
use plyground_core::{Limits, Outcome, Player};

use super::*;
use crate::job::{Job, Journals, results, run};
use crate::journal::Refusal;

/// The value of a finished game for the first player: points, or 1, 0 and -1.
fn finished<P: Position>(position: &P) -> i32 {
    match position.outcome().unwrap() {
        Outcome::Points(points) => {
            let [first, second] = points.into_array().map(i32::from);
            first - second
        }
        outcome => outcome.worth(1, Player::First),
    }
}

/// The slow and obvious value, every position once.
fn minimax<P: Position>(position: &P, known: &mut HashMap<u64, i32>) -> i32 {
    if position.outcome().is_some() {
        return finished(position);
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let values: Vec<i32> = position.moves().map(|mv| minimax(&position.play(mv), known)).collect();
    let values = values.into_iter();
    let value = if position.turn() == Player::First { values.max() } else { values.min() }.unwrap();
    known.insert(position.key(), value);
    value
}

/// The value of a position, leaf by leaf, by minimax.
struct Leaves<P> {
    root: P,
    plies: u32,
    range: (i32, i32),
    tree: Arc<Tree>,
    positions: Vec<P>,
    solved: AtomicU64,
    stop_after: u64,
}

impl<P: Position> Leaves<P> {
    fn new(root: P, plies: u32, range: (i32, i32)) -> Self {
        let (tree, positions) = Tree::grow(&root, plies, finished).unwrap();
        let positions = tree.leaves().map(|node| positions[node].clone()).collect();
        let (tree, solved) = (Arc::new(tree), AtomicU64::new(0));
        Self { root, plies, range, tree, positions, solved, stop_after: u64::MAX }
    }
}

impl<P: Position> Job for Leaves<P> {
    type Worker = HashMap<u64, i32>;
    type Output = Answer;
    type Agenda = Proof;

    fn header(&self) -> Value {
        json!({ "root": self.root.key(), "plies": self.plies })
    }

    fn items(&self) -> u64 {
        self.agenda(Share::WHOLE).items()
    }

    fn agenda(&self, share: Share) -> Proof {
        Proof::new(Arc::clone(&self.tree), self.range, share)
    }

    fn worker(&self) -> HashMap<u64, i32> {
        HashMap::new()
    }

    fn solve(&self, known: &mut HashMap<u64, i32>, item: u64, _: &Limits<'_>) -> Option<Value> {
        if self.solved.fetch_add(1, Ordering::Relaxed) >= self.stop_after {
            return None;
        }
        let Question { leaf, least } = Question::numbered(item, self.range)?;
        let is_at_least = minimax(&self.positions[leaf], known) >= least;
        Some(Answer { is_at_least, nodes: 1, milliseconds: 0 }.to_json())
    }

    fn read(&self, _: u64, result: &Value) -> Result<Answer, Refusal> {
        Ok(Answer::read(result)?)
    }
}

fn go<P: Position>(job: &Leaves<P>, journals: Journals<'_>, share: &str, threads: usize) -> bool {
    run(job, journals, share.parse().unwrap(), threads, &AtomicBool::new(false), &mut |_| ()).unwrap()
}

/// What comes of a job that is worked on to its end.
fn proved<P: Position>(job: &Leaves<P>, threads: usize) -> Proof {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("journal");
    assert!(go(job, Journals { own: &own, others: &[] }, "1/1", threads));
    value(job, &[&own])
}

/// What the journals say about the root.
fn value<P: Position>(job: &Leaves<P>, journals: &[&Path]) -> Proof {
    let mut proof = job.agenda(Share::WHOLE);
    for (item, answer) in results(job, journals).unwrap() {
        proof.note(item, &answer);
    }
    proof
}

/// Checks all numbers of plies up to five against minimax, with one and with three threads.
fn check<P: Position>(root: &P, range: (i32, i32)) {
    let expected = minimax(root, &mut HashMap::new());
    for plies in 0..=5 {
        let job = Leaves::new(root.clone(), plies, range);
        for threads in [1, 3] {
            let proof = proved(&job, threads);
            assert_eq!(proof.value(), (expected, expected), "{root:?}, {plies} plies");
            assert_eq!((proof.left(), proof.contradiction()), (0, None));
            assert!(proof.cost().0 <= job.items());
        }
    }
}

#[test]
fn values_are_those_of_minimax() {
    check(&max_connect_four::Board::<4, 3>::EMPTY, (-8, 8));
    check(&connect_four::Board::<4, 4>::EMPTY, (-1, 1));
    let mut rng = Rng::new(7);
    for _ in 0..6 {
        check(&rng.play(max_connect_four::Board::<5, 4>::EMPTY, 10, 0), (-17, 17));
        check(&rng.play(connect_four::Standard::EMPTY, 32, 0), (-1, 1));
        check(&rng.play(adjacent_four::Standard::EMPTY, 22, 0), (-1, 1));
    }
}

/// What is known of positions when some leaves are answered is what minimax says, whichever leaves they are; when all
/// are answered, everything is known.
#[test]
fn what_is_known_of_positions_is_true() {
    let mut fours = connect_four::Standard::EMPTY;
    let mut rng = Rng::new(9);
    // Some games end within the tree.
    while fours.moves().count() < 3 || fours.plies_left() > 14 {
        let next = rng.pick(fours.moves()).map(|mv| fours.play(mv));
        fours = next.unwrap_or(connect_four::Standard::EMPTY);
    }
    known_is_true(&max_connect_four::Board::<4, 3>::EMPTY, (-8, 8), &mut rng);
    known_is_true(&fours, (-1, 1), &mut rng);
}

fn known_is_true<P: Position>(root: &P, range: (i32, i32), rng: &mut Rng) {
    const PLIES: u32 = 4;
    let (tree, positions) = Tree::grow(root, PLIES, finished).unwrap();
    let tree = Arc::new(tree);
    let leaves: Vec<P> = tree.leaves().map(|node| positions[node].clone()).collect();
    let mut values = HashMap::new();
    let mut counts = Vec::new();
    for percent in [0, 40, 100] {
        let mut proof = Proof::new(Arc::clone(&tree), range, Share::WHOLE);
        for (leaf, position) in leaves.iter().enumerate() {
            let value = minimax(position, &mut values);
            if rng.below(100) < percent {
                for least in range.0 + 1..=range.1 {
                    let answer = Answer { is_at_least: value >= least, nodes: 0, milliseconds: 0 };
                    proof.note(Question { leaf, least }.number(range), &answer);
                }
            }
        }
        let known = proof.known();
        for &(node, value) in &known {
            assert_eq!(value, minimax(&positions[node], &mut values), "{:?}", positions[node]);
        }
        counts.push(known.len());
        assert_eq!(known.iter().any(|&(node, _)| node == 0), proof.left() == 0);
    }
    let unfinished = positions.iter().filter(|position| position.outcome().is_none()).count();
    assert!(counts[0] < counts[1] && counts[1] < counts[2], "{counts:?}");
    assert_eq!(counts[2], unfinished);
}

/// The leaf that promises most is asked about first, and what is found does not depend on promises.
#[test]
fn promises_say_what_comes_first_and_nothing_else() {
    let root = max_connect_four::Board::<4, 3>::EMPTY;
    let expected = minimax(&root, &mut HashMap::new());
    let mut job = Leaves::new(root, 2, (-8, 8));
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let leaves = job.positions.len();
        let mut effort = || u32::try_from(1 + rng.below(50)).unwrap();
        let promises = (0..leaves).map(|_| Promise { proof: effort(), disproof: effort() }).collect();
        let (tree, _) = Tree::grow(&root, 2, finished).unwrap();
        job.tree = Arc::new(tree.with_promises(promises));
        assert_eq!(proved(&job, 1).value(), (expected, expected));
    }
    // One ply deep the first player needs one leaf: the cheapest.
    let leaves = Tree::grow(&connect_four::Standard::EMPTY, 1, finished).unwrap().0.leaves().len();
    for cheapest in 0..leaves {
        let proof = |leaf| if leaf == cheapest { 2 } else { 3 };
        let promises = (0..leaves).map(|leaf| Promise { proof: proof(leaf), disproof: 9 }).collect();
        let (tree, _) = Tree::grow(&connect_four::Standard::EMPTY, 1, finished).unwrap();
        let mut agenda = Proof::new(Arc::new(tree.with_promises(promises)), (0, 1), Share::WHOLE);
        let item = agenda.next(&|_| false).unwrap();
        assert_eq!(Question::numbered(item, (0, 1)), Some(Question { leaf: cheapest, least: 1 }));
        assert_eq!(agenda.left(), 1, "items, whatever they promise");
    }
}

#[test]
#[should_panic(expected = "an effort of 0 would mean that something is known")]
fn a_promise_is_no_knowledge() {
    let (tree, positions) = Tree::grow(&connect_four::Standard::EMPTY, 0, finished).unwrap();
    let _ = tree.with_promises(vec![Promise { proof: 0, disproof: 1 }; positions.len()]);
}

#[test]
fn only_what_the_answer_depends_on_is_worked_on() {
    let job = Leaves::new(max_connect_four::Board::<4, 3>::EMPTY, 4, (-8, 8));
    let (answers, ..) = proved(&job, 1).cost();
    assert!(answers < job.positions.len() as u64, "{answers} answers, {} leaves", job.positions.len());
}

#[test]
fn stopped_anywhere_and_shared_out_it_comes_to_the_same_end() {
    let root = max_connect_four::Board::<4, 4>::EMPTY;
    let expected = value(&Leaves::new(root, 0, (-9, 9)), &[]).value();
    assert_eq!(expected, (-9, 9), "nothing is known before");
    let expected = minimax(&root, &mut HashMap::new());
    let folder = tempfile::tempdir().unwrap();
    let paths = ["1", "2", "3"].map(|name| folder.path().join(name));
    let mut rounds = 0;
    loop {
        rounds += 1;
        assert!(rounds < 1000, "every round answers something");
        for (index, own) in paths.iter().enumerate() {
            let job = Leaves { stop_after: 3, ..Leaves::new(root, 4, (-9, 9)) };
            let others: Vec<_> = paths.iter().filter(|path| *path != own).cloned().collect();
            go(&job, Journals { own, others: &others }, &format!("{}/3", index + 1), 1);
        }
        let job = Leaves::new(root, 4, (-9, 9));
        let proof = value(&job, &paths.each_ref().map(std::path::PathBuf::as_path));
        if proof.left() == 0 {
            assert_eq!(proof.value(), (expected, expected));
            break;
        }
    }
    assert!(rounds > 1);
}

#[test]
fn trees_are_bounded() {
    let root = connect_four::Standard::EMPTY;
    assert!(Tree::grow(&root, 7, finished).is_some());
    assert!(Tree::grow(&root, 42, finished).is_none());
}

#[test]
fn questions_have_numbers() {
    for range in [(-1, 1), (0, 1), (-8, 3)] {
        for item in 0..40 {
            assert_eq!(Question::numbered(item, range).unwrap().number(range), item);
        }
    }
    assert_eq!(Question::numbered(3, (-1, 1)), Some(Question { leaf: 1, least: 1 }));
    assert_eq!(Question::numbered(3, (0, 0)), None);
}

/// The agenda of a game one ply deep.
fn one_ply() -> Proof {
    Leaves::new(connect_four::Board::<4, 4>::EMPTY, 1, (-1, 1)).agenda(Share::WHOLE)
}

#[test]
fn contradictions_are_seen() {
    let mut proof = one_ply();
    let answer = |is_at_least| Answer { is_at_least, nodes: 0, milliseconds: 0 };
    proof.note(3, &answer(true));
    assert_eq!(proof.contradiction(), None);
    proof.note(2, &answer(false));
    assert_eq!(proof.contradiction(), Some(1));
}

#[test]
fn damaged_answers_are_refused() {
    let answer = Answer { is_at_least: true, nodes: 12, milliseconds: 3 };
    assert_eq!(Answer::read(&answer.to_json()).unwrap().nodes, 12);
    for wrong in [json!({}), json!({ "at_least": 1, "nodes": 1, "ms": 1 }), json!([true])] {
        let message = Answer::read(&wrong).unwrap_err().to_string();
        assert_eq!(message, "expected at_least (true or false), nodes and ms");
    }
}

#[test]
fn sums_of_huge_costs_are_cut() {
    let mut proof = one_ply();
    for item in 0..2 {
        proof.note(item, &Answer { is_at_least: true, nodes: u64::MAX, milliseconds: u64::MAX - 1 });
    }
    assert_eq!(proof.cost(), (2, u64::MAX, u64::MAX));
}
