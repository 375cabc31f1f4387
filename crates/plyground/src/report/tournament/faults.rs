//! The faults of a tournament: who, where, what was expected, what the program wrote.

use maud::{Markup, html};
use plyground_league::event::{Action, Attempt, End, Reason, tail};
use plyground_league::record::GameRecord;

use super::{MOST_FAULTS, MOST_STDERR, cut};
use crate::shown::lines;

/// The faults as they come, those of one kind by one entrant together. The first are shown.
#[derive(Default)]
pub(super) struct Faults {
    count: usize,
    shown: usize,
    groups: Vec<Group>,
}

/// Faults of one kind by one entrant, or games that are void.
struct Group {
    /// The entrant; none for games that are void.
    name: String,
    kind: &'static str,
    count: usize,
    shown: Vec<Markup>,
}

impl Faults {
    /// Takes in those of a game, and what the machine said if it is void.
    pub(super) fn add(&mut self, record: &GameRecord) {
        for turn in &record.turns {
            for (attempt, number) in turn.attempts.iter().zip(1..) {
                let is_last = number == turn.attempts.len();
                let remedy = if is_last { remedy(&turn.action) } else { "asked again".to_owned() };
                let Some(fault) = &attempt.fault else { continue };
                let (name, kind) = (&record.entrants[turn.side as usize].name, fault.kind.name());
                let head = html! {
                    bdi { (cut(name)) } ", " (kind) " in game " bdi { (cut(&record.id)) } ", turn " (turn.number)
                };
                self.push(name, kind, || item(&head, &fault.message, Some((attempt, &remedy))));
            }
        }
        if record.ending.reason == Reason::Void {
            let head = html! { "Game " bdi { (cut(&record.id)) } " is void: the machine failed" };
            let system_error = record.ending.system_error.as_deref().unwrap_or("no reason was recorded");
            self.push("", "void games", || item(&head, system_error, None));
        }
    }

    fn push(&mut self, name: &str, kind: &'static str, item: impl FnOnce() -> Markup) {
        self.count += 1;
        let is_its = |group: &Group| group.name == name && group.kind == kind;
        let place = self.groups.iter().position(is_its).unwrap_or(self.groups.len());
        if place == self.groups.len() {
            if place == MOST_FAULTS {
                return;
            }
            self.groups.push(Group { name: name.to_owned(), kind, count: 0, shown: Vec::new() });
        }
        let group = &mut self.groups[place];
        group.count += 1;
        if self.shown < MOST_FAULTS {
            self.shown += 1;
            group.shown.push(item());
        }
    }

    pub(super) fn section(&self) -> Markup {
        if self.count == 0 {
            return html! { p { "No answer was at fault." } };
        }
        html! {
            p {
                "In all " (self.count) ". Faults of one kind by one entrant are together."
                @if self.count > self.shown { " Shown are the first " (self.shown) "; the records have all." }
            }
            @for Group { name, kind, count, shown } in &self.groups {
                @if let ([one], 1) = (&shown[..], count) { (one) }
                @else {
                    details {
                        summary { @if !name.is_empty() { bdi { (cut(name)) } ", " } (kind) ": " (count) }
                        @for one in shown { (one) }
                    }
                }
            }
        }
    }
}

fn item(head: &Markup, message: &str, attempt: Option<(&Attempt, &str)>) -> Markup {
    html! {
        details.fault {
            summary { (head) }
            p { bdi { (cut(message)) } }
            @if let Some((attempt, remedy)) = attempt {
                p {
                    "What followed: " bdi { (remedy) } "."
                    @if attempt.penalty > 0 { " Penalty: " (attempt.penalty) "." }
                    @if let Some(end) = attempt.end { " The program " (ended(end)) "." }
                }
                @if let Some(figures) = attempt.spent.timeout_words() { p { "Its clock: " (figures) "." } }
                @if !attempt.answer.is_empty() { p { "It answered: " code { bdi { (cut(&attempt.answer)) } } } }
                (stderr(&attempt.stderr))
            }
        }
    }
}

/// The end of what a program wrote on standard error, if it wrote anything.
pub(super) fn stderr(text: &str) -> Markup {
    html! {
        @if !text.is_empty() {
            p { "The end of its standard error:" }
            pre tabindex="0" { (lines(&tail(text.as_bytes(), MOST_STDERR))) }
        }
    }
}

fn remedy(action: &Action) -> String {
    match action {
        Action::Move(text) => format!("it played {}", cut(text)),
        Action::RandomMove(text) => format!("the referee drew the move {} by lot", cut(text)),
        Action::LostTurn => "the turn was lost".to_owned(),
        Action::LostGame => "the game was lost".to_owned(),
    }
}

/// How a process ended, after "the program".
pub(super) fn ended(end: End) -> String {
    match end {
        End::Exited(status) => format!("exited with status {status}"),
        End::Signalled(signal) => format!("was ended by signal {signal}"),
        End::OutOfTurn => "was killed because it ran while it was not on move".to_owned(),
        End::WallOut => "was killed when its time was over".to_owned(),
        End::CpuOut => "was killed when its CPU time was used up".to_owned(),
        End::MemoryOut => "was killed for taking too much memory".to_owned(),
        End::ProcessesOut => "was killed for starting too many processes".to_owned(),
        End::StdoutFlood => "was killed for writing too much on standard output".to_owned(),
        End::StderrFlood => "was killed for writing too much on standard error".to_owned(),
        End::Closed => "was killed at the end of the game".to_owned(),
    }
}
