//! `plyground kit prairielearn`: an external grader as `PrairieLearn` takes it, by its page "External Grading".

use serde_json::json;

use super::archive::{self, DATA, PROGRAM};
use super::contents::{KitArgs, Script};
use crate::exit::{Failure, Streams};

const EXAMPLES: &str = "Examples:
  plyground kit prairielearn comp3608 --out comp3608.zip";

/// Make an external grader for PrairieLearn
///
/// The zip holds the folder tests of a question, with this program and the assignment; what is to be added to
/// the question's info.json; and a Dockerfile for the image that marks.
#[derive(clap::Args, Debug)]
#[expect(clippy::doc_markdown, reason = "people read it as it stands")]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    kit: KitArgs,
}

const SCRIPT: Script = Script {
    about: "Marks the submission. Made by plyground kit prairielearn.",
    root: ["GRADE", "/grade"],
    places: ["tests", "student"],
    form: "prairielearn",
    is_for_staff: false,
    failed: r#"{"gradable": false, "format_errors": ["Not marked: the grader failed, which is not the fault of the program. No attempt is lost."]}"#,
};

/// The image: what the languages need, and nothing else.
fn dockerfile(packages: &str) -> String {
    format!(
        "# Made by plyground kit prairielearn.\nFROM debian:stable-slim\nRUN apt-get update && \\\n    \
         apt-get install -y --no-install-recommends {packages} && \\\n    rm -rf /var/lib/apt/lists/*\n"
    )
}

impl Args {
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> Result<(), Failure> {
        let contents = self.kit.contents(streams)?;
        let info = json!({
            "externalGradingOptions": {
                "enabled": true,
                "image": "IMAGE",
                "entrypoint": "/grade/tests/run.sh",
                // The most that it allows, in seconds.
                "timeout": 600,
            },
        });
        let entries = [
            ("Dockerfile", DATA, dockerfile(&contents.packages).into_bytes()),
            ("info.json", DATA, format!("{info:#}\n").into_bytes()),
            ("tests/run.sh", PROGRAM, contents.script(&SCRIPT).into_bytes()),
            ("tests/assignment.toml", DATA, contents.text.into_bytes()),
            ("tests/plyground", PROGRAM, contents.program),
        ];
        archive::write(&self.kit.out, &entries)?;
        self.kit.written(streams)?;
        writeln!(streams.err, "next: docker build -t IMAGE . and the name of the image in info.json")?;
        Ok(())
    }
}
