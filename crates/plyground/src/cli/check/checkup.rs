//! What a check found out, for people and as JSON.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use plyground_core::counted;
use plyground_courses::engine::diagnose::{
    Confidence, Diagnosis, Example, Explanation, Finding, MistakeText,
};
use plyground_courses::engine::output_form::Remark;
use plyground_courses::engine::review::{RIGHT, TraceFinding};
use serde_json::{Value, json};

use crate::present::{board, json, layout};
use crate::shown::printable;

/// One question and what became of it.
#[derive(Default)]
pub(super) struct Case {
    /// The arguments, or what was asked.
    pub(super) question: String,
    /// The position in the game's own notation, if the question has one.
    pub(super) position: Option<String>,
    /// Its board, drawn, where the question does not show it.
    pub(super) board: String,
    pub(super) expected: String,
    /// What the program answered, printable and cut short; empty if it did not.
    pub(super) found: String,
    /// `right`, or a word for what is wrong.
    pub(super) verdict: &'static str,
    /// What is wrong beyond the answer itself: how it ended, or what is no answer.
    pub(super) problem: Option<String>,
    /// The figures of its clock, if the answer was late.
    pub(super) clock: Option<String>,
    /// What is to be said of its form.
    pub(super) remarks: Vec<Remark>,
    pub(super) wall: Duration,
    /// The most memory in use at a time, in bytes.
    pub(super) memory: u64,
}

impl Case {
    fn is_right(&self) -> bool {
        self.verdict == RIGHT
    }
}

/// What was found out about a program.
#[derive(Default)]
pub(super) struct Checkup {
    pub(super) assignment: String,
    pub(super) cases: Vec<Case>,
    /// The nodes of the smallest search that was asked for, and how long the program took: as good as its start alone.
    pub(super) start: Option<(u64, Duration)>,
    /// Whether it was interrupted before all questions were asked.
    pub(super) is_cut_short: bool,
    /// Whether it was interrupted while mistakes were looked for that explain the answers.
    is_diagnosis_cut_short: bool,
    /// Tables below the cases: a heading and its rows.
    pub(super) tables: Vec<(String, Vec<Vec<String>>)>,
    /// Paragraphs at the end: what is wrong, and how to mend it.
    pub(super) findings: Vec<String>,
    /// Boards and other lines to be printed as they are, after the findings.
    pub(super) drawing: String,
    /// Further fields of the document.
    pub(super) fields: Vec<(&'static str, Value)>,
}

/// Wrong answers that are listed; JSON has them all.
const MOST_SHOWN: usize = 10;

impl Checkup {
    /// Nothing was asked yet.
    pub(super) fn new(assignment: &str) -> Self {
        Self { assignment: assignment.to_owned(), ..Self::default() }
    }

    fn right(&self) -> usize {
        self.cases.iter().filter(|case| case.is_right()).count()
    }

    /// Adds which mistake explains wrong answers, and whether the user had enough before all of them were looked at.
    pub(super) fn add_diagnosis(&mut self, diagnosis: &Diagnosis<MistakeText>, is_interrupted: bool) {
        self.is_diagnosis_cut_short = is_interrupted && matches!(diagnosis.finding, Finding::GivenUp);
        // Answers that are right, and not counted for their form alone, need no diagnosis.
        let is_right = diagnosis.finding == Finding::Right && diagnosis.answered == diagnosis.asked;
        if self.right() < self.cases.len() && !is_right && !self.is_diagnosis_cut_short {
            self.findings.extend(diagnosis.words());
            if let Some(example) = diagnosis.common.as_ref().and_then(|common| common.example.as_ref()) {
                let Example { question, expected, position } = example;
                self.findings.push(format!("The smallest of these cases: {question}; expected {expected}."));
                self.drawing = position.as_ref().map(board::drawn).unwrap_or_default();
            }
        }
        self.fields.push(("diagnosis", diagnosis_json(diagnosis)));
    }

    /// Adds where what a program reported of its work is not what is right.
    pub(super) fn add_trace(&mut self, finding: TraceFinding) {
        self.findings.push(finding.words);
        if let Some(node) = finding.node {
            let before = if self.drawing.is_empty() { "" } else { "\n" };
            let _ = write!(
                self.drawing,
                "{before}{}, {}, {}:\n\n{}",
                node.name,
                board::state_words(&node.position),
                node.bounds,
                board::drawn(&node.position)
            );
        }
        self.fields.push(("trace", finding.json));
    }

    pub(super) const fn is_interrupted(&self) -> bool {
        self.is_cut_short || self.is_diagnosis_cut_short
    }

    pub(super) fn passed(&self) -> bool {
        self.right() == self.cases.len() && !self.is_interrupted()
    }

    /// The sentence that says it all.
    pub(super) fn summary(&self) -> String {
        let end = if self.is_cut_short {
            "; interrupted, the other questions were not asked"
        } else if self.is_diagnosis_cut_short {
            "; interrupted, not all mistakes were looked for"
        } else {
            ""
        };
        format!("{}: {} of {} answers are right{end}", self.assignment, self.right(), self.cases.len())
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.summary())?;
        layout::table(out, "  ", 2, &self.measures())?;
        self.write_wrong(out)?;
        self.write_remarks(out)?;
        for (heading, rows) in &self.tables {
            writeln!(out, "\n{heading}\n")?;
            layout::table(out, "  ", 1, rows)?;
        }
        for finding in &self.findings {
            writeln!(out)?;
            layout::paragraph(out, finding)?;
        }
        if !self.drawing.is_empty() {
            write!(out, "\n{}", self.drawing)?;
        }
        Ok(())
    }

    /// Time and memory on this machine.
    fn measures(&self) -> Vec<Vec<String>> {
        let walls = || self.cases.iter().map(|case| case.wall);
        let milliseconds = |time: Duration| format!("{:.0} ms", time.as_secs_f64() * 1e3);
        let row = |name: &str, value: String| vec![name.to_owned(), value];
        let mut rows = Vec::new();
        if let Some((nodes, wall)) = self.start {
            let nodes = counted(nodes, "node");
            rows.push(row("start", format!("{}, the smallest search: {nodes}", milliseconds(wall))));
        }
        if let (Some(least), Some(most)) = (walls().min(), walls().max()) {
            rows.push(row("shortest run", milliseconds(least)));
            rows.push(row("longest run", milliseconds(most)));
        }
        if let Some(most) = self.cases.iter().map(|case| case.memory).max() {
            let mebibytes = layout::real(most) / f64::from(1 << 20);
            rows.push(row("peak memory", format!("{mebibytes:.1} MiB")));
        }
        rows
    }

    fn write_wrong(&self, out: &mut dyn Write) -> io::Result<()> {
        let wrong: Vec<&Case> = self.cases.iter().filter(|case| !case.is_right()).collect();
        if wrong.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nnot right:")?;
        for case in wrong.iter().take(MOST_SHOWN) {
            writeln!(out, "\n  {}", case.question)?;
            for line in case.board.lines() {
                writeln!(out, "  {line}")?;
            }
            writeln!(out, "    expected {}", case.expected)?;
            match (&case.problem, case.found.is_empty()) {
                (Some(problem), _) => writeln!(out, "    {}: {problem}", case.verdict)?,
                (None, true) => writeln!(out, "    {}", case.verdict)?,
                (None, false) => writeln!(out, "    found    {}", case.found)?,
            }
            if let Some(clock) = &case.clock {
                writeln!(out, "    its clock: {clock}")?;
            }
        }
        if let more @ 1.. = wrong.len().saturating_sub(MOST_SHOWN) {
            writeln!(out, "\n  and {more} more")?;
        }
        Ok(())
    }

    /// Writes each kind of remark once, with its number and its first text.
    fn write_remarks(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut kinds: Vec<(&Remark, usize)> = Vec::new();
        for remark in self.cases.iter().flat_map(|case| &case.remarks) {
            match kinds.iter_mut().find(|(known, _)| known.kind == remark.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((remark, 1)),
            }
        }
        if kinds.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nthe output's form:\n")?;
        for (remark, count) in kinds {
            let weight =
                if remark.is_fault { "counts as wrong" } else { "accepted, also where it is marked" };
            writeln!(out, "  {count} x {} ({weight})", printable(&remark.text))?;
        }
        Ok(())
    }

    pub(super) fn document(&self, isolation: &str) -> Value {
        let walls = || self.cases.iter().map(|case| case.wall);
        let case = |case: &Case| {
            let remark = |it: &Remark| json!({ "kind": it.kind, "text": it.text, "fault": it.is_fault });
            json!({
                "question": case.question,
                "position": case.position,
                "expected": case.expected,
                "found": case.found,
                "verdict": case.verdict,
                "problem": case.problem,
                "clock": case.clock,
                "remarks": case.remarks.iter().map(remark).collect::<Vec<_>>(),
                "wall_seconds": case.wall.as_secs_f64(),
                "memory_bytes": case.memory,
            })
        };
        let mut document = json!({
            "assignment": self.assignment,
            "isolation": isolation,
            "passed": self.passed(),
            "interrupted": self.is_interrupted(),
            "asked": self.cases.len(),
            "right": self.right(),
            "start_seconds": json::seconds(self.start.map(|(_, wall)| wall)),
            "shortest_seconds": json::seconds(walls().min()),
            "longest_seconds": json::seconds(walls().max()),
            "memory_bytes": self.cases.iter().map(|case| case.memory).max(),
            "cases": self.cases.iter().map(case).collect::<Vec<_>>(),
        });
        for (name, value) in &self.fields {
            document[*name] = value.clone();
        }
        document
    }
}

fn diagnosis_json(diagnosis: &Diagnosis<MistakeText>) -> Value {
    let explanations = match &diagnosis.finding {
        Finding::Mistaken { explanations, .. } | Finding::Partial { explanations, .. } => &explanations[..],
        _ => &[],
    };
    let groups = match &diagnosis.finding {
        Finding::Groups(groups) => groups.as_slice(),
        _ => &[],
    };
    let group = |(name, diagnosis): &(&str, Diagnosis<MistakeText>)| {
        let mut document = diagnosis_json(diagnosis);
        document["name"] = (*name).into();
        document
    };
    let (ids, confidence) = diagnosis.named().unzip();
    json!({
        "finding": diagnosis.finding.word(),
        "inquiry": diagnosis.inquired.as_ref().map(|inquired| json!({
            "asked": inquired.asked,
            "basics": inquired.basics.iter().map(|(name, right, answered)| {
                json!({ "name": name, "right": right, "answered": answered })
            }).collect::<Vec<_>>(),
            "parts": inquired.parts.iter().map(|(name, state)| json!({ "name": name, "state": state })).collect::<Vec<_>>(),
        })),
        "mistakes": ids,
        "explains": explanations.first().map(|best| best.explains),
        "answered": diagnosis.answered,
        "right": diagnosis.right,
        "equals": explanations.iter().skip(1).map(Explanation::ids).collect::<Vec<_>>(),
        "confidence": confidence.map(Confidence::word),
        "groups": groups.iter().map(group).collect::<Vec<_>>(),
        "common": diagnosis.common.as_ref().map(|common| json!({
            "words": common.words,
            "question": common.example.as_ref().map(|example| &example.question),
        })),
        "words": diagnosis.words(),
    })
}
