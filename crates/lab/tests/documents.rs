//! The console blocks of documents that show `plyground-lab`, and every example of its help, run as they stand.

#[macro_use]
#[path = "../../plyground/tests/blocks/mod.rs"]
mod blocks;
#[path = "../../plyground/tests/help/mod.rs"]
mod help;
#[path = "../../plyground/tests/blocks/run.rs"]
mod run;
#[path = "../../plyground/tests/shell/mod.rs"]
mod shell;

use run::run_blocks;

documents!(of_lab: run_blocks);

#[test]
fn every_example_of_the_help_runs() {
    for help::Group { command, lines } in help::groups(plyground_lab::program().command()) {
        // The examples of a command build on each other.
        let folder = tempfile::tempdir().expect("a temporary folder");
        // `plyground` tests its own, and these compute for an hour.
        let is_run = |line: &String| {
            line.starts_with("plyground-lab ")
                && !command.is_empty()
                && !["plyground-lab book build", "plyground-lab book merge"]
                    .iter()
                    .any(|long| line.starts_with(long))
        };
        for line in lines.iter().filter(|line| is_run(line)) {
            let output = shell::shell(line, folder.path());
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
            let leaves_something = std::fs::read_dir(folder.path()).expect("a folder").next().is_some();
            assert!(!output.stdout.is_empty() || leaves_something, "{line} prints nothing");
        }
    }
}
