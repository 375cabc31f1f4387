//! How well wrong programs for COMP3608 are explained: a right program that shares nothing with the project's searches is made
//! wrong in one part or in two, and asked as `check` asks a student's program.
//!
//! ```sh
//! cargo run --release -p plyground-courses --example mutants
//! ```
//!
//! Two numbers after the command make it smaller: how many with one wrong part, and how many with two. With `--all` it prints what
//! is said of each program of which not all is named.
#![expect(clippy::print_stdout, reason = "the result of an example")]

mod judge;
mod mutations;
mod student;

use std::collections::BTreeMap;

use judge::{Said, explained, is_right, task};
use mutations::{made, mutants};
use plyground_courses::comp3608::Comp3608;
use plyground_courses::engine::diagnose::Inquire;
use student::Student;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse().ok());
    let (singles, doubles) = (numbers.next().unwrap_or(500), numbers.next().unwrap_or(1000));
    let shows_all = words.iter().any(|word| word == "--all");
    let task = task();
    assert!(is_right(&task, &Student::RIGHT), "the student's program is right");
    for (parts, count) in [(1, singles), (2, doubles)] {
        let mut table: BTreeMap<Said, usize> = BTreeMap::new();
        let mut by_part = vec![[0; 5]; Comp3608::PROGRAM.len()];
        let mut programs = 0;
        for (seed, mutant) in mutants(parts).enumerate() {
            if programs == count {
                break;
            }
            let student = made(&mutant);
            // What answers everything rightly is no wrong program.
            if is_right(&task, &student) {
                continue;
            }
            programs += 1;
            let (said, words) = explained(&task, &student, &mutant);
            *table.entry(said).or_default() += 1;
            for mutation in &mutant {
                by_part[mutation.part][said as usize] += 1;
            }
            if shows_all && said != Said::All {
                let names: Vec<String> = mutant.iter().map(ToString::to_string).collect();
                println!("{said:?} {seed}: {}\n    {words}", names.join(" + "));
            }
        }
        println!(
            "{programs} programs with {}:",
            if parts == 1 { "one wrong part" } else { "two wrong parts" }
        );
        for (said, number) in table {
            println!("  {said:?}: {number} of {programs}");
        }
        for (name, [all, some, shown, nothing, falsely]) in Comp3608::PROGRAM.iter().zip(by_part) {
            println!("  {name}: all {all}, some {some}, shown {shown}, nothing {nothing}, falsely {falsely}");
        }
    }
}
