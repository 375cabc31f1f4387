//! The examples of every help on a terminal.

use super::examples::{self, End, folder};
use super::session::{EVERY, USUAL};
use crate::groups::{Group, groups};

#[test]
#[ignore = "long: two minutes of examples"]
fn examples_of_every_help_run_and_print_something() {
    let mut problems = Vec::new();
    let mut run = 0;
    for Group { command, lines } in groups(plyground::Program::new().command()) {
        let folder = folder();
        for line in lines {
            run += 1;
            let found = examples::run(&line, folder.path(), USUAL, End::of(&line));
            let leaves_something = std::fs::read_dir(folder.path()).expect("a folder").next().is_some();
            let found = found.and_then(|ended| {
                let is_silent = ended.text.is_empty() && !leaves_something;
                if is_silent { Err(ended.problem("prints nothing")) } else { Ok(()) }
            });
            problems.extend(found.err().map(|problem| format!("help of '{command}': {problem}")));
        }
    }
    assert!(run > 10, "only {run} examples found");
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn examples_of_the_programs_of_the_assignments() {
    let programs = ["ConnectFour", "maxconnect4", "breakthrough"];
    for (program, width) in programs.into_iter().zip(EVERY) {
        let folder = folder();
        let start = "0000000\n".repeat(6) + "1\n";
        std::fs::write(folder.path().join("computer.txt"), start).expect("a file");
        let run = |line: &str| examples::run(line, folder.path(), width, End::of(line));
        let help = run(&format!("{program} --help")).unwrap_or_else(|problem| panic!("{problem}")).text;
        let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("example: ")).collect();
        assert!(examples.len() >= 2, "{program}");
        let problems: Vec<String> = examples.into_iter().filter_map(|line| run(line).err()).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    }
}
