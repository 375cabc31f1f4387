//! The page of questions for a talk with one student, for staff: whether the student knows what the program does.

use maud::html;
use plyground_core::rng::Rng;
use plyground_courses::engine::case::{Case, Visibility};
use plyground_courses::engine::talk::TalkQuestion;
use plyground_courses::engine::verdict::CaseAnswer;

use super::{MarkSheet, StudentMarks, page};
use crate::report::page::Section;
use crate::report::tournament::cut;
use crate::shown::printable;

impl MarkSheet<'_> {
    /// The page with the questions for a talk, if there are any.
    pub(crate) fn talk_page(&self, marked: &StudentMarks) -> Option<String> {
        let lead = html! {
            p { "Questions for a talk about the program, for staff. The answers are those of a right program." }
        };
        let talk = self.talk(marked);
        let section = |(at, (case, answered, asked)): (usize, &(&Case, &CaseAnswer, TalkQuestion))| {
            let text = html! {
                div class="case drawn" {
                    (self.board(&asked.view))
                    dl {
                        dt { "case" } dd { (case.id) ", " code { (case.question()) } }
                        dt { "the program" } dd { @if answered.got.is_empty() { "no answer" } @else { (printable(&answered.got)) } }
                        dt { "question" } dd { (asked.question) }
                        dt { "right answer" } dd { details { summary { "Show" } (asked.answer) } }
                    }
                }
            };
            (format!("question-{}", at + 1), format!("Question {}", at + 1), text)
        };
        let sections: Vec<_> = talk.iter().enumerate().map(section).collect();
        let sections: Vec<Section<'_>> =
            sections.iter().map(|(id, heading, text)| (&id[..], &heading[..], text.clone())).collect();
        (!sections.is_empty()).then(|| page(&cut(&marked.submission.student), lead, &sections))
    }

    /// The questions, each with the case that it is about: best one that was answered wrongly. Hidden cases stay hidden. The
    /// same program with the same answers is always asked the same.
    pub(super) fn talk<'a>(
        &'a self,
        marked: &'a StudentMarks,
    ) -> Vec<(&'a Case, &'a CaseAnswer, TalkQuestion)> {
        let mut cases: Vec<_> = (self.answers(marked))
            .filter(|(case, _)| case.visibility != Visibility::Hidden)
            .filter_map(|(case, answered)| Some((case, answered, case.asked()?)))
            .collect();
        // The digest is hexadecimal. Without the hidden seed students could make the questions beforehand.
        let seed = marked.outcome.digest.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let mut rng = Rng::new(seed.unwrap_or(0) ^ self.assignment.cases.hidden_seed.unwrap_or(0));
        cases.sort_by_cached_key(|(_, answered, _)| (answered.is_right(), rng.next()));
        let questions: Vec<_> = cases.iter().map(|&(_, _, question)| question).collect();
        let made = self.assignment.task.talk(&questions, &mut rng);
        let of_case =
            |one: TalkQuestion| cases.get(one.case).map(|&(case, answered, _)| (case, answered, one));
        made.into_iter().filter_map(of_case).collect()
    }
}
