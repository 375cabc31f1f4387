//! Strategies of Connect Four, checked by Coq, and changed ones, which it must refuse.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use plyground_core::games::connect_four::Board;
use plyground_core::games::connect_four::solve::Solver;
use plyground_core::games::connect_four::strategy::{Claim, Flaw, Goal, choices, walk};
use plyground_core::games::gravity::Column;
use plyground_core::{Limits, Player, Position};

use crate::needs;

const LAB: &str = env!("CARGO_BIN_EXE_plyground-lab");

/// Blocks of the checker's table.
const BLOCKS: u16 = 16;

/// Strategies that are changed.
const CHANGED: usize = 100;

/// Compiles a file in the folder of the checker; what Coq says.
fn coqc(folder: &Path, file: &str) -> String {
    let ran = Command::new("coqc").arg(file).current_dir(folder).output().expect("Coq");
    let text = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat();
    assert!(ran.status.success(), "{file}: {text}");
    text
}

/// A folder with the checker, compiled.
fn checker() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/coq");
    for name in ["Rules.v", "Check.v", "Sound.v"] {
        fs::copy(sources.join(name), folder.path().join(name)).expect("a source of the checker");
        coqc(folder.path(), name);
    }
    folder
}

/// Nobody wins 4x4: either side secures a draw, as theorems about the rules. What rests on nothing but Coq's own
/// integers and arrays has no other axioms.
#[test]
fn four_by_four_is_a_draw() {
    if !needs::program("coqc") {
        return;
    }
    let folder = checker();
    for side in ["first", "second"] {
        let strategy = format!("S_{side}.v");
        let words = ["strategy", "--size", "4x4", "--side", side, "--goal", "draw", "--out", &strategy];
        let ran = Command::new(LAB).args(words).current_dir(folder.path()).output().expect("it runs");
        assert!(ran.status.success(), "{ran:?}");
        coqc(folder.path(), &strategy);
        let theorem = format!(
            "From Coq Require Import Lia.\nRequire Import Rules Check Sound S_{side}.\n\
             Theorem secured : {side}_secures 4 4 Draw.\n\
             Proof. apply ({side}_sound 4 4 ltac:(lia) ltac:(lia) Draw strategy blocks ltac:(lia)). vm_compute. \
             reflexivity. Qed.\nPrint Assumptions secured.\n"
        );
        fs::write(folder.path().join("T.v"), theorem).expect("a file");
        let said = coqc(folder.path(), "T.v");
        for axiom in said.lines().filter(|line| !line.starts_with(' ') && *line != "Axioms:") {
            let is_basic = ["PrimInt63.", "Uint63.", "PArray."].iter().any(|of| axiom.starts_with(of));
            assert!(is_basic, "{axiom} is no axiom of integers or arrays: {said}");
        }
    }
}

/// A choice that gives the draw away makes a strategy none, whatever comes after it.
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
    let mut text =
        "From Coq Require Import Uint63 PArray Bool List.\nRequire Import Check.\nImport ListNotations.\n\
                    Open Scope uint63_scope.\nDefinition all := [\n"
            .to_owned();
    for number in 0..CHANGED {
        let at = places[number * places.len() / CHANGED];
        let mut changed = strategy.clone();
        changed[at] = losing[at].expect("a move that loses");
        let mut left = changed.iter();
        let told = walk(claim, BLOCKS, &mut |_: &Board<4, 4>| left.next().copied().ok_or(()));
        assert!(matches!(told, Err(Flaw::Missed(_) | Flaw::Illegal(..) | Flaw::NoChoice(()))), "{at}");
        let word = |columns: &[Column]| {
            columns.iter().rev().fold(0_u64, |word, column| word << 3 | u64::from(column.index())).to_string()
        };
        let words: Vec<String> = changed.chunks(20).map(word).collect();
        let end = if number + 1 == CHANGED { "" } else { ";" };
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  [| [| {} | 0 |] | [| | 0 |] |]{end}", words.join("; "));
    }
    text += "].\nGoal forallb (fun strategy => negb (accepts_first 4 4 true strategy 16)) all = true.\n\
             Proof. vm_compute. reflexivity. Qed.\n";
    if needs::program("coqc") {
        let folder = checker();
        fs::write(folder.path().join("Refused.v"), text).expect("a file");
        coqc(folder.path(), "Refused.v");
    }
}
