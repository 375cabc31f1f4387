//! How well wrong programs for COMP3608 are explained: a right program that shares nothing with the project's searches is made
//! wrong in one part, in two or in three, each of which changes some answer, and asked as `check` asks a student's program.
//!
//! ```sh
//! cargo run --release -p plyground-courses --example mutants
//! ```
//!
//! Up to three numbers after the command make it smaller: how many with one wrong part, with two, and with three. With `--all`
//! it prints what is said of each program of which not all is named.
#![expect(clippy::print_stdout, reason = "the result of an example")]

mod judge;
mod mutations;
mod student;

use std::collections::{BTreeMap, BTreeSet};

use judge::{Said, explained, is_seen, task};
use mutations::mutants;
use plyground_courses::comp3608::Comp3608;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().filter_map(|word| word.parse().ok());
    let counts = [500, 1000, 200].map(|usual| numbers.next().unwrap_or(usual));
    let shows_all = words.iter().any(|word| word == "--all");
    let task = task();
    for (parts, count) in (1..).zip(counts).filter(|(_, count)| *count > 0) {
        // By the number of changes, of which two may be in one part, and by what is said.
        let mut table: BTreeMap<(usize, Said), usize> = BTreeMap::new();
        // By the part that is wrong: how many programs, and in how many of them each part is named.
        let mut named_of = vec![(0, vec![0; Comp3608::PROGRAM.len()]); Comp3608::PROGRAM.len()];
        let mut programs = 0;
        for mutant in mutants(parts).filter(|mutant| is_seen(&task, mutant)).take(count) {
            programs += 1;
            let (said, named, words) = explained(&task, &mutant);
            *table.entry((mutant.len(), said)).or_default() += 1;
            let wrong: BTreeSet<usize> = mutant.iter().map(|one| one.part).collect();
            for part in wrong {
                let (all, by_part) = &mut named_of[part];
                *all += 1;
                for &part in &named {
                    by_part[part] += 1;
                }
            }
            if shows_all && said != Said::All {
                let habits: Vec<String> = mutant.iter().map(ToString::to_string).collect();
                println!("{said:?}: {}\n    {words}", habits.join(" + "));
            }
        }
        println!("{programs} programs, each wrong in so many parts: {parts}");
        for ((changes, said), number) in table {
            println!("  changes: {changes}; {said:?}: {number} of {programs}");
        }
        println!(
            "  wrong: programs; in how many the parts of this list are named, from the first to the last"
        );
        for (name, (all, by_part)) in Comp3608::PROGRAM.iter().zip(named_of) {
            let by_part: Vec<String> = by_part.iter().map(usize::to_string).collect();
            println!("  {name}: {all}; {}", by_part.join(" "));
        }
    }
}
