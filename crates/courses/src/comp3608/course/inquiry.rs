//! Asking a program more: which of its parts are wrong, one part after the other.
//!
//! A program consists of parts, such as the end of the game or the evaluation, and each part has known ways of being
//! wrong. A small question that depends on one part, and on as little else as possible, is a *probe* of it. For each part,
//! the right way and all wrong ones say what a probe should bring, and what is answered leaves out those that said something
//! else. The next probe is the one that leaves out most. Where one wrong way is left, more probes confirm it, until as many
//! answers like these by chance are next to impossible. It is taken as given when later parts are tried.
//!
//! A probe that ways of another part would change too may be answered wrongly for its sake. So where a part is explained by
//! nothing, or two parts seem wrong, all answers are looked at together: which one way of any part, or which two, give all
//! of them? That is taken as given, and every part is tried again. No part is called wrong because of answers that a
//! simpler explanation has in common with all others.
//!
//! First come the *basics*: what every program must get right, from the simplest question on. What they show is true of any
//! program, whether its mistakes are known or not.

use std::collections::BTreeMap;

use super::parts::{APART, CHANCES, Way, chance_of, is_rare};
use super::probes::pool;
use crate::comp3608::{Answer, Comp3608, Mistake, Question};
use crate::diagnose::{Explain, count};
use crate::engine::basics::{MOST_QUESTIONS, MOST_UNANSWERED, Put};

/// What is answered to each question of a pool; `None` where it takes too long to find out.
type Told = Vec<Option<Answer>>;

/// A probe: the place of a question in the pool, and the part of its answer that is looked at.
type Probe = (usize, usize);

/// Small questions of all kinds, from which probes are chosen, and what programs that are wrong in one way answer to them.
pub(super) struct Pool {
    /// The questions, those of the basics first.
    pub(super) questions: Vec<Question>,
    /// How many questions those of the basics are.
    basics: usize,
    /// The ways of each part.
    ways: Vec<Vec<Way>>,
    right: Told,
    /// What is answered with each way of each part.
    told: Vec<Vec<Told>>,
}

impl Pool {
    /// Finds out what all ways answer, each alone. Time is proportional to the number of both.
    pub(super) fn new(basics: usize, questions: Vec<Question>) -> Self {
        let ways: Vec<Vec<Way>> = (0..Comp3608::PROGRAM.len()).map(Comp3608::ways).collect();
        let of = |ways: &Vec<Way>| ways.iter().map(|&way| told(&questions, &[way])).collect();
        let (right, told) = (told(&questions, &[]), ways.iter().map(of).collect());
        Self { questions, basics, ways, right, told }
    }

    /// How many ways of a part change what a probe brings.
    fn changes(&self, part: usize, probe: Probe) -> usize {
        let right = at(&self.right, probe);
        let both = self.ways[part].iter().zip(&self.told[part]);
        both.filter(|(way, told)| !is_rare(**way) && at(told, probe) != right).count()
    }
}

fn told(questions: &[Question], ways: &[Way]) -> Told {
    questions.iter().map(|question| Comp3608::gives_with(question, ways)).collect()
}

/// What is said of a probe; `None` if it takes too long.
fn at(told: &Told, (question, number): Probe) -> Option<i128> {
    Comp3608::part(told[question].as_ref()?, number)
}

/// What is known of a part after it was tried.
#[derive(Clone, PartialEq, Debug)]
pub enum PartState {
    /// No probe tells it from the right one: none of the ways that are tried part by part is left.
    Right,
    /// It is wrong in one of these ways, which no probe of it tells apart.
    Wrong(Vec<Way>),
    /// Some of its probes are answered wrongly, and nothing known explains how. The reason may be in another part.
    Unexplained,
    /// It was not tried to the end: questions that would tell more were not put, or not answered.
    NotSeen,
}

/// A part, and what its probes brought.
#[derive(Clone, PartialEq, Debug)]
pub struct TriedPart {
    /// What is known of it.
    pub state: PartState,
    /// The smallest probe of it that was answered wrongly.
    pub shown: Option<Shown>,
}

/// A wrong answer to a probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The place of the question in the pool.
    pub question: usize,
    /// The place of the part of the answer that is wrong, in [`Explain::PARTS`].
    pub number: usize,
    /// What was answered.
    pub found: i128,
}

/// What became of asking.
#[derive(Clone, PartialEq, Debug)]
pub struct Inquiry {
    /// All parts in the order of [`Comp3608::PROGRAM`]; none if what was thought before explains all answers.
    pub parts: Vec<TriedPart>,
    /// Questions that were put.
    pub asked: usize,
    /// How many of them had no answer that could be compared.
    pub unanswered: usize,
    /// The sets of ways, in the order of the parts, that each explain all the others, and that no question told apart; none
    /// if nothing does. The set without any way is that of a right program.
    pub explanations: Vec<Vec<Way>>,
}

/// The most probes of one part.
const MOST_PROBES: usize = 20;

/// The most sets of ways that are told apart.
const MOST_SETS: usize = 64;

/// A wrong way is found when it is as unlikely as this that answers agree with it by chance.
const CHANCE: f64 = 1.0 / 2000.0;

/// Asks a program the basics. If one of the mistakes that were `thought` of gives these answers too, more is asked only to
/// tell them apart. Otherwise the program is tried part by part.
pub fn inquire(thought: &[Mistake], ask: &mut Put<'_, Question, Answer>) -> Inquiry {
    let pool = pool();
    let mut thought: Vec<Vec<Way>> = thought.iter().map(|&mistake| vec![Way::Made(mistake)]).collect();
    let mut inquirer = Inquirer { pool, answers: BTreeMap::new(), ask, is_over: false };
    for question in 0..pool.basics {
        inquirer.answer(question);
    }
    // Those are left against which no answer speaks. What takes too long to find out speaks against none.
    thought.retain(|ways| {
        inquirer.compared(ways).all(|(_, answer, told)| told.is_none_or(|told| told == answer))
    });
    inquirer.split(&mut thought);
    if thought.is_empty() { inquirer.try_program() } else { inquirer.inquiry(Vec::new(), thought) }
}

struct Inquirer<'a> {
    pool: &'static Pool,
    /// What was answered to questions of the pool; `None` if nothing that can be compared.
    answers: BTreeMap<usize, Option<Answer>>,
    ask: &'a mut Put<'a, Question, Answer>,
    is_over: bool,
}

/// A hypothesis on one part: the right way, if it is none, or a wrong one, with what it says of each question.
struct Candidate {
    way: Option<Way>,
    told: Told,
}

impl Inquirer<'_> {
    fn try_program(&mut self) -> Inquiry {
        let first = self.try_all(&[]);
        let explanations = self.explanations(&first);
        if explanations.iter().any(Vec::is_empty) {
            // All that was asked was answered rightly.
            return self.inquiry(first, explanations);
        }
        // One way alone is simpler than several.
        let ways = self.pool.ways.iter().flatten();
        let mut together: Vec<_> = ways.map(|&way| vec![way]).filter(|set| self.gives_all(set)).collect();
        if !explanations.is_empty() && (together.is_empty() || together == explanations) {
            return self.inquiry(first, explanations);
        }
        let mut tries = count(self.pool.ways.iter().flatten().count());
        if together.is_empty() {
            self.gather();
            together = self.pairs();
            tries *= tries;
        }
        self.split(&mut together);
        if let Some(ways) = together.first().cloned() {
            self.confirm(&ways, CHANCE / tries);
            let again = self.try_all(&ways);
            // More answers may have come that speak against some.
            together.retain(|ways| self.gives_all(ways));
            // Among so many some fit by chance.
            if !together.is_empty() && self.chance() <= CHANCE / tries {
                return self.inquiry(again, together);
            }
        }
        let explanations = self.explanations(&first);
        self.inquiry(first, explanations)
    }

    fn inquiry(&self, parts: Vec<TriedPart>, explanations: Vec<Vec<Way>>) -> Inquiry {
        Inquiry { parts, asked: self.answers.len(), unanswered: self.unanswered(), explanations }
    }

    /// What was answered to a probe; `None` if nothing that can be compared.
    fn found(&self, (question, number): Probe) -> Option<i128> {
        Comp3608::part(self.answers.get(&question)?.as_ref()?, number)
    }

    /// The sets of one way of each wrong part that give all answers so far.
    fn explanations(&self, tried: &[TriedPart]) -> Vec<Vec<Way>> {
        let mut sets: Vec<Vec<Way>> = vec![Vec::new()];
        for part in tried {
            match &part.state {
                PartState::Right | PartState::NotSeen => {}
                PartState::Unexplained => return Vec::new(),
                PartState::Wrong(ways) => {
                    let with = |set: &Vec<Way>| -> Vec<Vec<Way>> {
                        ways.iter().map(|&way| [set.as_slice(), &[way]].concat()).collect()
                    };
                    sets = sets.iter().flat_map(with).collect();
                }
            }
        }
        // So many say nothing.
        if sets.len() > MOST_SETS {
            return Vec::new();
        }
        sets.retain(|ways| self.gives_all(ways));
        sets
    }

    /// The part that can be wrong in this way.
    fn part_of(&self, way: Way) -> usize {
        self.pool.ways.iter().position(|ways| ways.contains(&way)).unwrap_or(0)
    }

    /// Tries one part after the other, with ways that are thought to be what is wrong, if there are any.
    fn try_all(&mut self, thought: &[Way]) -> Vec<TriedPart> {
        let (mut tried, mut doubled): (Vec<TriedPart>, Vec<Way>) = (Vec::new(), Vec::new());
        for part in 0..Comp3608::PROGRAM.len() {
            // Its own ways are what is looked for.
            let (own, mut given): (Vec<Way>, Vec<Way>) =
                thought.iter().partition(|way| self.part_of(**way) == part);
            given.retain(|&way| self.part_of(way) > part);
            // Of each wrong part the first way that is left.
            given.extend(tried.iter().filter_map(|tried| match &tried.state {
                PartState::Wrong(ways) => ways.first().copied(),
                _ => None,
            }));
            given.extend(doubled.iter().filter(|way| !given.contains(way)).copied().collect::<Vec<_>>());
            let is_settled =
                |other: usize| tried.get(other).is_some_and(|one| one.state != PartState::Unexplained);
            let unsettled: Vec<usize> =
                (0..Comp3608::PROGRAM.len()).filter(|&other| other != part && !is_settled(other)).collect();
            let mut one = self.try_part(part, &given, &unsettled, &own);
            // Two ways of one part are told from the right way together alone.
            if own.len() > 1 {
                one.state = PartState::Wrong(own.clone());
                doubled.extend(own);
            }
            tried.push(one);
        }
        tried
    }

    /// Tries one part, where the ways of others are `given`. Ways of `unsettled` ones may change what a probe brings. Ways of
    /// this part that are `thought` to be what is wrong need no answers of their own to be believed.
    fn try_part(&mut self, part: usize, given: &[Way], unsettled: &[usize], thought: &[Way]) -> TriedPart {
        let pool = self.pool;
        let with = |ways: &[Way]| told(&pool.questions, &[given, ways].concat());
        let usual = if given.is_empty() { pool.right.clone() } else { with(&[]) };
        let mut alive = vec![Candidate { way: None, told: usual.clone() }];
        let is_tried = |(way, _): &(&Way, _)| !is_rare(**way) || thought.contains(way);
        for (&way, alone) in pool.ways[part].iter().zip(&pool.told[part]).filter(is_tried) {
            let told = if given.is_empty() { alone.clone() } else { with(&[way]) };
            alive.push(Candidate { way: Some(way), told });
        }
        let mut seen: Vec<Probe> = Vec::new();
        while seen.len() < MOST_PROBES
            && let Some(probe) = self.next_probe(&alive, &usual, unsettled, &seen)
        {
            let answer = self.answer(probe.0);
            if !self.answers.contains_key(&probe.0) {
                // It could not be put. What is answered already still counts.
                continue;
            }
            seen.push(probe);
            if let Some(answer) = answer {
                // What takes too long to find out speaks for nobody and against nobody.
                let found = Comp3608::part(&answer, probe.1);
                alive.retain(|candidate| [None, found].contains(&at(&candidate.told, probe)));
            }
        }
        // What was not answered says nothing.
        seen.retain(|&probe| self.found(probe).is_some());
        let is_wrong = |probe: &Probe| at(&usual, *probe) != self.found(*probe);
        let wrong: Vec<Probe> = seen.iter().copied().filter(is_wrong).collect();
        let chance: f64 = wrong.iter().map(|&(_, number)| CHANCES[number]).product();
        let is_right = alive.first().is_some_and(|candidate| candidate.way.is_none());
        // Whether a question without an answer would tell the right way from another one that is left.
        let is_told_more =
            is_right && self.probes().any(|probe| !seen.contains(&probe) && say_otherwise(&alive, probe) > 0);
        let ways: Vec<Way> = alive.into_iter().filter_map(|candidate| candidate.way).collect();
        let is_believed = chance <= CHANCE || ways.iter().any(|way| thought.contains(way));
        let state = if seen.is_empty() || is_told_more {
            PartState::NotSeen
        } else if is_right {
            PartState::Right
        } else if ways.is_empty() || !is_believed {
            PartState::Unexplained
        } else {
            PartState::Wrong(ways)
        };
        // Ways of other parts may have made an answer right again.
        let is_seen = |probe: &&Probe| at(&pool.right, **probe) != self.found(**probe);
        let size = |(question, _): &&Probe| {
            let question = &pool.questions[*question];
            Comp3608::cost(question, &Comp3608::right(question))
        };
        let smallest = wrong.iter().filter(is_seen).min_by_key(size);
        let shown = smallest.and_then(|&(question, number)| {
            self.found((question, number)).map(|found| Shown { question, number, found })
        });
        TriedPart { state, shown }
    }

    fn probes(&self) -> impl Iterator<Item = Probe> + use<> {
        (0..self.pool.questions.len())
            .flat_map(|question| (0..Comp3608::PARTS.len()).map(move |number| (question, number)))
    }

    /// The probe that leaves out most of what is left, and that other parts change least.
    fn next_probe(
        &self,
        alive: &[Candidate],
        usual: &Told,
        unsettled: &[usize],
        seen: &[Probe],
    ) -> Option<Probe> {
        let first = alive.first()?;
        let is_right = first.way.is_none();
        let can_be_put = |question| !self.is_over || self.answers.contains_key(&question);
        let is_new =
            |probe: &Probe| at(usual, *probe).is_some() && !seen.contains(probe) && can_be_put(probe.0);
        let splits = |probe: Probe| {
            if is_right {
                return say_otherwise(alive, probe);
            }
            // Those that are left at worst.
            told_apart(alive.iter().map(|candidate| at(&candidate.told, probe)).collect())
        };
        let is_wrong =
            |probe: Probe| at(&first.told, probe).is_some_and(|told| at(usual, probe) != Some(told));
        let best = |worth: &dyn Fn(Probe) -> f64| {
            let mut best: Option<(f64, Probe)> = None;
            for probe in self.probes().filter(is_new) {
                let worth = worth(probe);
                // Nothing makes it worth more than twice as much.
                if worth <= 0.0 || best.is_some_and(|(most, _)| 2.0 * worth <= most) {
                    continue;
                }
                let taint: usize = unsettled.iter().map(|&part| self.pool.changes(part, probe)).sum();
                let is_asked = self.answers.contains_key(&probe.0);
                let worth = worth / (1.0 + count(taint)).powi(2) * if is_asked { 2.0 } else { 1.0 };
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, probe));
                }
            }
            best.map(|(_, probe)| probe)
        };
        best(&|probe| count(splits(probe))).or_else(|| {
            let wrong = seen.iter().filter(|probe| is_wrong(**probe) && self.found(**probe).is_some());
            let chance: f64 = wrong.map(|&(_, number)| CHANCES[number]).product();
            let confirms = |probe| if is_wrong(probe) { 1.0 - CHANCES[probe.1] } else { 0.0 };
            (!is_right && chance > CHANCE).then(|| best(&confirms)).flatten()
        })
    }

    /// The answer to a question of the pool; `None` if there is none that can be compared, or it is over.
    fn answer(&mut self, question: usize) -> Option<Answer> {
        if let Some(&answer) = self.answers.get(&question) {
            return answer;
        }
        let is_enough = self.answers.len() >= MOST_QUESTIONS || self.unanswered() >= MOST_UNANSWERED;
        let answer =
            if self.is_over || is_enough { None } else { (self.ask)(&self.pool.questions[question]) };
        let Some(answer) = answer else {
            self.is_over = true;
            return None;
        };
        self.answers.insert(question, answer);
        answer
    }

    fn unanswered(&self) -> usize {
        self.answers.values().filter(|answer| answer.is_none()).count()
    }

    /// The answers so far that can be compared, and what a program that is wrong in these ways answers.
    fn compared(&self, ways: &[Way]) -> impl Iterator<Item = (usize, Answer, Option<Answer>)> {
        self.answers.iter().filter_map(move |(&question, &answer)| {
            Some((question, answer?, Comp3608::gives_with(&self.pool.questions[question], ways)))
        })
    }

    /// Whether a program that is wrong in these ways gives all answers so far. What takes too long to find out explains no
    /// wrong answer.
    fn gives_all(&self, ways: &[Way]) -> bool {
        self.compared(ways).all(|(question, answer, told)| told.or(self.pool.right[question]) == Some(answer))
    }

    /// Asks ten questions more of what many ways change, so that two together can be told from chance.
    fn gather(&mut self) {
        let pool = self.pool;
        let changes = |question: usize| {
            pool.told.iter().flatten().filter(|told| told[question] != pool.right[question]).count()
        };
        let mut fresh: Vec<usize> =
            (0..pool.questions.len()).filter(|question| !self.answers.contains_key(question)).collect();
        fresh.sort_by_key(|&question| usize::MAX - changes(question));
        for question in fresh.into_iter().take(10) {
            self.answer(question);
        }
    }

    /// Asks what these ways answer wrongly, until so many answers by chance are as unlikely as this, or one speaks against them.
    fn confirm(&mut self, ways: &[Way], chance: f64) {
        let pool = self.pool;
        for (question, told) in told(&pool.questions, ways).into_iter().enumerate() {
            let is_telling = told.is_some() && told != pool.right[question];
            if !is_telling || self.answers.contains_key(&question) {
                continue;
            }
            if self.chance() <= chance || self.answer(question).is_some_and(|answer| told != Some(answer)) {
                return;
            }
        }
    }

    /// The pairs of ways of different parts that give all answers so far.
    fn pairs(&self) -> Vec<Vec<Way>> {
        let pool = self.pool;
        // Of two, one at least makes most wrong answers wrong: most pairs need no search.
        let wrong: Vec<usize> = (self.answers.iter())
            .filter(|(question, answer)| answer.is_some() && **answer != pool.right[**question])
            .map(|(question, _)| *question)
            .collect();
        let changes_of = |told: &Told| -> Vec<bool> {
            wrong.iter().map(|&question| told[question] != pool.right[question]).collect()
        };
        let changes = pool.told.iter().flatten().map(changes_of);
        let ways: Vec<(Way, Vec<bool>)> = pool.ways.iter().flatten().copied().zip(changes).collect();
        let mut sets = Vec::new();
        for (place, (one, changes)) in ways.iter().enumerate() {
            for (other, other_changes) in &ways[..place] {
                let both = changes.iter().zip(other_changes).filter(|(one, other)| **one || **other);
                // Sometimes both are needed.
                let is_possible = 4 * both.count() >= 3 * wrong.len();
                // Elsewhere two of one part come near to many that nobody knows.
                let [part, another] = [*one, *other].map(|way| self.part_of(way));
                let is_possible = is_possible && (part != another || APART.contains(&part));
                if is_possible && self.gives_all(&[*other, *one]) {
                    sets.push(vec![*other, *one]);
                }
            }
        }
        // So many say nothing.
        if sets.len() > MOST_SETS { Vec::new() } else { sets }
    }

    /// How likely it is that all wrong answers so far agree with a set of ways by chance.
    fn chance(&self) -> f64 {
        let right = |question: usize| self.pool.right[question].as_ref();
        let answered = self.answers.iter();
        answered
            .filter_map(|(&question, answer)| Some(chance_of(answer.as_ref()?, right(question)?)))
            .product()
    }

    /// Asks what tells these sets of ways apart, until none is left that does.
    fn split(&mut self, sets: &mut Vec<Vec<Way>>) {
        let pool = self.pool;
        let mut told: Vec<Told> = sets.iter().map(|ways| told(&pool.questions, ways)).collect();
        while sets.len() > 1 {
            let worth = |question: usize| told_apart(told.iter().map(|told| told[question]).collect());
            let fresh = (0..pool.questions.len()).filter(|question| !self.answers.contains_key(question));
            let Some((1.., question)) = fresh.map(|question| (worth(question), question)).max() else {
                return;
            };
            let answer = self.answer(question);
            if self.is_over {
                return;
            }
            if let Some(answer) = answer {
                let both = std::mem::take(sets).into_iter().zip(told);
                let is_left = |told: &Told| told[question].is_none_or(|told| told == answer);
                (*sets, told) = both.filter(|(_, told)| is_left(told)).unzip();
            }
        }
    }
}

/// How many wrong ways say something else of a probe than the right one, which comes first.
fn say_otherwise(alive: &[Candidate], probe: Probe) -> usize {
    let right = at(&alive[0].told, probe);
    let told = alive[1..].iter().filter_map(|candidate| at(&candidate.told, probe));
    told.filter(|told| Some(*told) != right).count()
}

/// How many of those who say something are left out at least by an answer.
fn told_apart<T: Ord>(told: Vec<Option<T>>) -> usize {
    let mut told: Vec<T> = told.into_iter().flatten().collect();
    told.sort_unstable();
    told.len() - told.chunk_by(|one, other| one == other).map(<[_]>::len).max().unwrap_or(0)
}
