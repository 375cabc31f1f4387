//! What wrong answers have in common, where no known mistake explains them: where a program goes wrong, not why. And what
//! is plain without knowing an assignment: failures that are all the same, and outputs that are.
//!
//! # When a feature is reported
//!
//! Of `n` answers `w` are wrong. `k` of the questions have a feature, and `x` of those are answered wrongly. If the
//! feature had nothing to do with it, the wrong answers would be a random choice among the questions. Then `x` or more
//! of them would fall on questions with the feature with the probability
//!
//! ```text
//! P(X >= x) = sum over i from x to min(k, w) of C(k, i) C(n - k, w - i) / C(n, w)
//! ```
//!
//! (hypergeometric; Fisher's exact test, one-sided). Among many features, some rare coincidence is always found. So the
//! probability is multiplied by the number of features that differ on these questions, or for two together by the
//! number of pairs of them, and by two, since both are tried (Bonferroni). Each part of the answer is examined
//! separately, and so are missing answers. A feature is reported if the product is below one in a hundred and at least
//! half of the wrong answers have it. Of several, the one with the smallest probability is reported. Two features
//! together are reported only if they leave no more than half as many exceptions as any one alone, and are a hundred
//! times less probable. The report has counts, which are true for any cause.

use std::collections::BTreeMap;

use plyground_core::{AnyPosition, counted};

/// A property that a question has, or has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What it is, as it follows the word "where": "a column is full".
    pub words: &'static str,
    /// Whether the question has it.
    pub is_so: bool,
}

/// A question, and what is right of its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Whether each part of the answer is right; `None` if there was no answer.
    pub right: Option<Vec<bool>>,
    /// The features of the question: the same list for every question.
    pub features: Vec<Feature>,
    /// In which way wrong parts of the answer are wrong: the place of the part, and a sentence without a full stop.
    pub deviations: Vec<(usize, &'static str)>,
    /// How large the question is: the smallest case is the one to look at.
    pub size: u64,
}

/// A question to look at.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The question, in a line.
    pub question: String,
    /// What is right.
    pub expected: String,
    /// Its position, to be drawn.
    pub position: Option<AnyPosition>,
}

/// What wrong answers have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct Common {
    /// In sentences.
    pub words: Vec<String>,
    /// The wrong answers that show it, by their places, the smallest first.
    pub cases: Vec<usize>,
    /// The first of them.
    pub example: Option<Example>,
}

/// Fewer wrong answers have nothing in common that could be more than chance; fewer failures that are the same are worth
/// no sentence.
const LEAST: usize = 3;

/// The highest probability of a coincidence that is reported.
const CHANCE: f64 = 0.01;

/// By how much two features must be less probable than one.
const GAIN: f64 = 100.0;

/// Finds what wrong answers have in common, part by part, and those that are missing; `None` if there is nothing to say.
pub fn common(parts: &[&str], samples: &[Sample]) -> Option<Common> {
    let mut sentences: Vec<Sentence> = Vec::new();
    let answered: Vec<usize> = (0..samples.len()).filter(|&place| samples[place].right.is_some()).collect();
    let is_wrong = |part: Option<usize>| -> Vec<(usize, bool)> {
        let of = |place: usize| {
            let right = samples[place].right.as_deref().unwrap_or_default();
            part.map_or_else(|| right.iter().any(|is_right| !is_right), |part| !right[part])
        };
        answered.iter().map(|&place| (place, of(place))).collect()
    };
    let all = is_wrong(None);
    let is_one = (0..parts.len()).all(|part| is_wrong(Some(part)) == all);
    if is_one {
        sentences.extend(wrong("answer", samples, &all));
    }
    for (part, name) in parts.iter().enumerate() {
        if !is_one {
            sentences.extend(wrong(&format!("'{name}'"), samples, &is_wrong(Some(part))));
        }
        let which = if is_one { String::new() } else { format!(" in '{name}'") };
        sentences.extend(deviation(samples, part, &which));
    }
    let is_missing: Vec<(usize, bool)> =
        samples.iter().enumerate().map(|(place, sample)| (place, sample.right.is_none())).collect();
    // It is said first, but a wrong answer shows more than none.
    let missing = missing(samples, &is_missing);
    let count = sentences.len();
    sentences.extend(missing);
    // Numbers of wrong answers alone are seen elsewhere.
    if !sentences.iter().any(|sentence| sentence.is_telling) {
        return None;
    }
    let first = sentences.iter().find(|sentence| sentence.is_telling && !sentence.cases.is_empty());
    let mut cases =
        first.or_else(|| sentences.iter().find(|sentence| !sentence.cases.is_empty()))?.cases.clone();
    cases.sort_by_key(|&place| samples[place].size);
    sentences.rotate_left(count);
    let words = sentences.into_iter().map(|sentence| sentence.words).collect();
    Some(Common { words, cases, example: None })
}

/// A sentence, the wrong answers that it is about, and whether it says more than how many are wrong.
struct Sentence {
    words: String,
    cases: Vec<usize>,
    is_telling: bool,
}

/// What questions without an answer have in common.
fn missing(samples: &[Sample], is_missing: &[(usize, bool)]) -> Option<Sentence> {
    let Sides { with, without, words } = best(samples, is_missing)?;
    let words = format!(
        "No answer that can be judged: to {} where {words}, and to {}.",
        with.of("question"),
        without.of_others()
    );
    Some(Sentence { words, cases: with.cases, is_telling: true })
}

/// What wrong answers, or wrong parts of answers, have in common, or how many there are.
fn wrong(name: &str, samples: &[Sample], is_wrong: &[(usize, bool)]) -> Option<Sentence> {
    let cases: Vec<usize> =
        is_wrong.iter().filter(|(_, is_wrong)| *is_wrong).map(|(place, _)| *place).collect();
    let all = counted(is_wrong.len(), "answer");
    let what = if name == "answer" { String::new() } else { format!(" in {name}") };
    let count = |words: String, cases, is_telling| Some(Sentence { words, cases, is_telling });
    if cases.is_empty() {
        // Worth a word only beside a part that is wrong.
        let is_part = is_wrong.len() >= LEAST && !what.is_empty();
        return if is_part { count(format!("Right{what}: all {all}."), cases, true) } else { None };
    }
    if cases.len() == is_wrong.len() {
        return count(format!("Wrong{what}: all {all}."), cases, false);
    }
    let Some(Sides { with, without, words }) = best(samples, is_wrong) else {
        let words = format!(
            "Wrong{what}: {} of {all}; no simple feature of the questions tells them clearly from the others.",
            cases.len()
        );
        return count(words, cases, false);
    };
    let words = format!("Wrong{what}: {} where {words}, and {}.", with.of("answer"), without.of_others());
    count(words, with.cases, true)
}

/// The way in which all wrong answers of a part are wrong.
fn deviation(samples: &[Sample], part: usize, which: &str) -> Option<Sentence> {
    let is_wrong = |sample: &&Sample| sample.right.as_ref().is_some_and(|right| !right[part]);
    let wrong: Vec<&Sample> = samples.iter().filter(is_wrong).collect();
    let &(_, words) = wrong.first()?.deviations.iter().find(|&&(of, words)| {
        of == part && wrong.iter().all(|sample| sample.deviations.contains(&(part, words)))
    })?;
    let words = format!("In all {} that are wrong{which}, {words}.", counted(wrong.len(), "answer"));
    (wrong.len() >= LEAST).then_some(Sentence { words, cases: Vec::new(), is_telling: true })
}

/// Questions on one side of a feature, and those of them that are wrong.
struct Side {
    all: usize,
    cases: Vec<usize>,
}

impl Side {
    fn of(&self, noun: &str) -> String {
        let all = counted(self.all, noun);
        if self.cases.len() == self.all && self.all > 1 {
            return format!("all {all}");
        }
        format!("{} of the {all}", self.cases.len())
    }

    fn of_others(&self) -> String {
        let wrong = if self.cases.is_empty() { "none".to_owned() } else { self.cases.len().to_string() };
        format!("{wrong} of the {}", counted(self.all, "other"))
    }
}

/// A feature, or two, and the questions on both sides of it.
struct Sides {
    with: Side,
    without: Side,
    words: String,
}

/// What was tried: features by their places, how probable the coincidence is, and how many answers are exceptions.
struct Attempt {
    features: Vec<usize>,
    chance: f64,
    exceptions: usize,
}

/// The feature, or the pair of features, that best separates wrong answers from right ones.
fn best(samples: &[Sample], is_wrong: &[(usize, bool)]) -> Option<Sides> {
    let wrong = is_wrong.iter().filter(|(_, is_wrong)| *is_wrong).count();
    if wrong < LEAST {
        return None;
    }
    let has =
        |feature: usize, place: usize| samples[place].features.get(feature).is_some_and(|one| one.is_so);
    // Of features that are the same on all these questions only the first is tried.
    let mut tried: Vec<(usize, Vec<bool>)> = Vec::new();
    for feature in 0..samples.first()?.features.len() {
        let pattern: Vec<bool> = is_wrong.iter().map(|&(place, _)| has(feature, place)).collect();
        let is_new = tried.iter().all(|(_, known)| *known != pattern);
        if is_new && pattern.contains(&true) && pattern.contains(&false) {
            tried.push((feature, pattern));
        }
    }
    let attempt = |features: Vec<usize>, pattern: &dyn Fn(usize) -> bool| {
        let with = (0..is_wrong.len()).filter(|&at| pattern(at)).count();
        let both = (0..is_wrong.len()).filter(|&at| pattern(at) && is_wrong[at].1).count();
        let chance = if 2 * both < wrong { 1.0 } else { at_least(both, [is_wrong.len(), with, wrong]) };
        Attempt { features, chance, exceptions: with + wrong - 2 * both }
    };
    let least = |attempts: Vec<Attempt>| {
        let number = attempts.len();
        let least = attempts.into_iter().min_by(|one, other| one.chance.total_cmp(&other.chance));
        least.map(|least| (least, number))
    };
    let (single, singles) =
        least(tried.iter().map(|(feature, pattern)| attempt(vec![*feature], &|at| pattern[at])).collect())?;
    let mut pairs = Vec::new();
    for (number, (one, pattern)) in tried.iter().enumerate() {
        for (other, other_pattern) in &tried[..number] {
            pairs.push(attempt(vec![*other, *one], &|at| pattern[at] && other_pattern[at]));
        }
    }
    let is_told = |found: &Attempt, tries: usize| found.chance * count(2 * tries) < CHANCE;
    let pair = least(pairs).filter(|(pair, tries)| {
        is_told(pair, *tries)
            && 2 * pair.exceptions <= single.exceptions
            && pair.chance * GAIN <= single.chance
    });
    let found = pair.map(|(pair, _)| pair).or_else(|| is_told(&single, singles).then_some(single))?;
    let is_with = |place: usize| found.features.iter().all(|&feature| has(feature, place));
    let side = |wanted: bool| {
        let of = || is_wrong.iter().filter(|(place, _)| is_with(*place) == wanted);
        Side { all: of().count(), cases: of().filter(|(_, wrong)| *wrong).map(|(place, _)| *place).collect() }
    };
    let words: Vec<&str> =
        found.features.iter().map(|&feature| samples[is_wrong[0].0].features[feature].words).collect();
    Some(Sides { with: side(true), without: side(false), words: words.join(" and ") })
}

pub(crate) fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// The probability that of `wrong` answers among `all`, drawn by lot, `both` or more are among `with`.
fn at_least(both: usize, [all, with, wrong]: [usize; 3]) -> f64 {
    let chance = |hits: usize| {
        let misses = wrong.checked_sub(hits)?;
        Some((ln_choose(with, hits)? + ln_choose(all - with, misses)? - ln_choose(all, wrong)?).exp())
    };
    (both..=with.min(wrong)).filter_map(chance).sum()
}

/// The logarithm of a binomial coefficient; `None` if that is zero.
pub(super) fn ln_choose(all: usize, some: usize) -> Option<f64> {
    let rest = all.checked_sub(some)?;
    Some((1..=some).map(|number| (count(rest + number) / count(number)).ln()).sum())
}

/// So many outputs, with as many wrong ones as [`LEAST`], that are the same have nothing to do with the questions.
const LEAST_OUTPUTS: usize = 5;

/// The result of one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    /// Why there was no answer that could be judged, in words; empty if there was one.
    pub failure: String,
    /// What was printed, in a line; empty if nothing was, or it is not known.
    pub printed: String,
    /// Whether all of it was right.
    pub is_right: bool,
}

/// Sentences on failures and outputs that are the same.
pub fn alike(all: &[Plain], noun: &str) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for plain in all.iter().filter(|plain| !plain.failure.is_empty()) {
        *counts.entry(&plain.failure).or_default() += 1;
    }
    let (mut told, failures) = (Vec::new(), counts.values().sum::<usize>());
    if let Some((failure, count)) = counts.into_iter().max_by_key(|&(_, count)| count)
        && count >= LEAST
        && 2 * count > failures
    {
        let which = if count == all.len() { "All".to_owned() } else { format!("{count} of") };
        told.push(format!("{which} {} failed in the same way: {failure}.", counted(all.len(), noun)));
    }
    let wrong = all.iter().filter(|plain| !plain.is_right).count();
    if let Some(first) = all.first().map(|plain| &plain.printed).filter(|printed| !printed.is_empty())
        && all.len() >= LEAST_OUTPUTS
        && wrong >= LEAST
        && all.iter().all(|plain| plain.printed == *first)
    {
        told.push(format!("Whatever it is asked, what the program prints begins with {first}."));
    }
    told
}
