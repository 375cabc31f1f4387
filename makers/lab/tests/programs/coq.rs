//! Strategies of Connect Four, checked by Coq, and changed ones, which it must refuse.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plyground_core::games::connect_four::Board;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::games::connect_four::strategy::{Claim, Goal, choices, walk};
use plyground_core::games::gravity::Column;
use plyground_core::{Limits, Player, Position};

use crate::{is_long, lab, needs};

/// Blocks of the checker's table.
const BLOCKS: u16 = 1;

const CHANGED: usize = 100;

/// Compiles a file in the folder of the checker; what Coq says.
fn coqc(folder: &Path, file: &str) -> String {
    let ran = Command::new("coqc").arg(file).current_dir(folder).output().expect("Coq");
    let text = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat();
    assert!(ran.status.success(), "{file}: {text}");
    text
}

/// The folder of the checker.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../coq")
}

/// A folder with the checker, compiled; `None` where there is no Coq.
fn checker() -> Option<tempfile::TempDir> {
    if !needs::program("coqc") {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["Rules.v", "Check.v", "Sound.v"] {
        fs::copy(sources().join(name), folder.path().join(name)).expect("a source of the checker");
        coqc(folder.path(), name);
    }
    Some(folder)
}

/// Nobody wins 4x4: either side secures a draw, as theorems about the rules. What rests on nothing but Coq's own
/// integers and arrays has no other axioms.
#[test]
#[ignore = "long: Coq"]
fn four_by_four_is_a_draw() {
    let Some(folder) = checker() else { return };
    for side in ["first", "second"] {
        let strategy = format!("S_{side}.v");
        let mut command = lab(&format!("strategy --size 4x4 --side {side} --goal draw --out {strategy}"));
        let ran = command.current_dir(folder.path()).output().expect("it runs");
        assert!(ran.status.success(), "{ran:?}");
        coqc(folder.path(), &strategy);
        let theorem = format!(
            "From Coq Require Import Lia.\nRequire S_{side}.\nRequire Import Check Sound Rules.\n\
             Theorem secured : {side}_secures 4 4 Draw.\n\
             Proof. apply ({side}_sound 4 4 ltac:(lia) ltac:(lia) Draw S_{side}.strategy S_{side}.blocks ltac:(lia)). \
             vm_cast_no_check (eq_refl true). Qed.\nPrint Assumptions secured.\n"
        );
        fs::write(folder.path().join("T.v"), theorem).expect("a file");
        let said = coqc(folder.path(), "T.v");
        assert!(said.contains("\nPArray.get "), "{said}");
        for axiom in said.lines().filter(|line| !line.starts_with(' ') && *line != "Axioms:") {
            let is_basic = ["PrimInt63.", "Uint63.", "PArray."].iter().any(|of| axiom.starts_with(of));
            assert!(is_basic, "{axiom} is no axiom of integers or arrays: {said}");
        }
    }
}

/// A strategy as Coq writes it, in blocks of 4,096 words of twenty columns.
fn array(columns: &[Column]) -> String {
    let word = |columns: &[Column]| {
        columns.iter().rev().fold(0_u64, |word, column| word << 3 | u64::from(column.index())).to_string()
    };
    let words: Vec<String> = columns.chunks(20).map(word).collect();
    let blocks: Vec<String> =
        words.chunks(4096).map(|words| format!("[| {} | 0 |]", words.join("; "))).collect();
    format!("[| {} | [| | 0 |] |]", blocks.join("; "))
}

/// The theorem about 7x6 is stated, and follows from what is computed; that takes minutes, and `makers/coq/run.sh` does it.
#[test]
#[ignore = "long: Coq"]
fn the_first_side_wins_if_the_checker_accepts_it() {
    let Some(folder) = checker() else { return };
    let source = fs::read_to_string(sources().join("ConnectFour.v")).expect("the theorem");
    let (claim, _) = source.split_once("  (* Computed").expect("what is computed");
    let left_out = format!("{claim}Abort.\n");
    let nothing = "From Coq Require Import Uint63 PArray.\nOpen Scope uint63_scope.\nDefinition blocks : nat := 1.\n\
                   Definition strategy : array (array int) := [| | [| | 0 |] |].\n";
    fs::write(folder.path().join("FirstWins.v"), nothing).expect("a file");
    fs::write(folder.path().join("ConnectFour.v"), left_out).expect("a file");
    coqc(folder.path(), "FirstWins.v");
    coqc(folder.path(), "ConnectFour.v");
    // Nothing is no strategy.
    fs::write(folder.path().join("ConnectFour.v"), source).expect("a file");
    let ran = Command::new("coqc").arg("ConnectFour.v").current_dir(folder.path()).output().expect("Coq");
    assert!(!ran.status.success(), "{ran:?}");
}

/// A choice that gives the draw away makes a strategy wrong, and nothing after it can repair that. The strategy itself
/// is accepted. So is one of 5x4 that is walked with a table too small for it: both walks forget the same positions.
#[test]
fn strategies_with_a_move_that_loses_are_refused() {
    let claim = Claim { side: Player::First, goal: Goal::Draw };
    let mut solver = Solver::<4, 4>::new(1 << 20);
    let strategy = choices(claim, BLOCKS, &mut solver, &Limits::NONE, &mut |_| {}).expect("a draw");
    // Which moves lose where a choice is asked for.
    let mut losing: Vec<Option<Column>> = Vec::new();
    let mut left = strategy.iter();
    let mut choose = |position: &Board<4, 4>| {
        let loses = |column: &Column| {
            let after = position.play(*column);
            let value = solver.result(&after, &Limits::NONE).expect("nobody stops it");
            value > 0
        };
        losing.push(position.moves().find(loses));
        left.next().copied().ok_or(())
    };
    assert_eq!(walk(claim, BLOCKS, &mut choose), Ok(strategy.len() as u64));
    let places: Vec<usize> = (0..strategy.len()).filter(|&at| losing[at].is_some()).collect();
    assert!(places.len() >= CHANGED, "only {} moves lose", places.len());
    let mut text = "From Coq Require Import Uint63 PArray Bool List.\nRequire Import Check.\n\
                    Open Scope uint63_scope.\nDefinition all := (\n"
        .to_owned();
    for number in 0..CHANGED {
        let at = places[number * places.len() / CHANGED];
        let mut changed = strategy.clone();
        changed[at] = losing[at].expect("a move that loses");
        let mut left = changed.iter();
        let told = walk(claim, BLOCKS, &mut |_: &Board<4, 4>| left.next().copied().ok_or(()));
        assert!(told.is_err(), "{at}");
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {} ::", array(&changed));
    }
    text += "  nil)%list.\nGoal forallb (fun strategy => negb (accepts_first 4 4 true strategy 1)) all = true.\n\
             Proof. vm_compute. reflexivity. Qed.\n";
    let mut wider = Solver::<5, 4>::new(1 << 20);
    let forgetful = choices(claim, BLOCKS, &mut wider, &Limits::NONE, &mut |_| {}).expect("a draw");
    let with_room = choices(claim, 64, &mut wider, &Limits::NONE, &mut |_| {}).expect("a draw");
    assert!(forgetful.len() > with_room.len(), "nothing is forgotten");
    for (size, strategy) in [("4 4", &strategy), ("5 4", &forgetful)] {
        let _ = writeln!(
            text,
            "Goal accepts_first {size} true {} 1 = true.\nProof. vm_compute. reflexivity. Qed.",
            array(strategy)
        );
    }
    if is_long()
        && let Some(folder) = checker()
    {
        fs::write(folder.path().join("Refused.v"), text).expect("a file");
        coqc(folder.path(), "Refused.v");
    }
}
