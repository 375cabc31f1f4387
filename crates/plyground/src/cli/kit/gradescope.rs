//! `plyground kit gradescope`: an autograder as Gradescope takes it, by its "Autograder Specifications".

use plyground_core::counted;

use super::archive::{self, DATA, PROGRAM};
use super::contents::{KitArgs, Script};
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground kit gradescope comp3608 --out comp3608.zip
  plyground kit gradescope cs3243 --out cs3243.zip --isolation-at-least none";

/// Make an autograder for Gradescope
///
/// The zip holds `setup.sh`, `run_autograder`, this program and the assignment. Students see their public cases at once,
/// staff a log of every case.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    kit: KitArgs,
}

const SCRIPT: Script = Script {
    about: "Marks the submission. Made by plyground kit gradescope.",
    root: ["AUTOGRADER", "/autograder"],
    places: ["source", "submission"],
    form: "gradescope",
    is_for_staff: true,
    failed: r#"{"score": 0, "output": "Not marked: the autograder failed, which is not the fault of the program. Staff see why in its output.", "visibility": "visible", "stdout_visibility": "hidden"}"#,
};

/// What is run once, when the image is made.
fn setup(packages: &str) -> String {
    format!(
        "#!/bin/sh\n# Installs what the languages of the assignment need. Made by plyground kit gradescope.\nset -e\n\
         export DEBIAN_FRONTEND=noninteractive\napt-get update\n\
         apt-get install -y --no-install-recommends {packages}\n\
         chmod -R go-rwx \"${{AUTOGRADER:-/autograder}}/source\"\n\
         # It must run here: if not, make the kit with a program that was built on a system no newer than this.\n\
         \"${{AUTOGRADER:-/autograder}}/source/plyground\" --version\n"
    )
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let contents = self.kit.contents(streams)?;
        let entries = [
            ("setup.sh", PROGRAM, setup(&contents.packages).into_bytes()),
            ("run_autograder", PROGRAM, contents.script(&SCRIPT).into_bytes()),
            ("assignment.toml", DATA, contents.text.into_bytes()),
            ("plyground", PROGRAM, contents.program),
        ];
        archive::write(&self.kit.out, &entries)?;
        self.kit.written(streams)?;
        let marks = counted(contents.assignment.marks.cases, "mark");
        writeln!(
            streams.err,
            "next: a programming assignment of {marks} on Gradescope, with this zip as its autograder"
        )?;
        Ok(())
    }
}
