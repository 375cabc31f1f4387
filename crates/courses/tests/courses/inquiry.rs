//! Programs for COMP3608 that are tried part by part.

use std::collections::HashSet;

use plyground_core::rng::Rng;
use plyground_core::search::CutRule;
use plyground_courses::comp3608::{
    Answer, BoardStyle, Comp3608, Inquiry, Mistake, PartState, Printed, Question, RunScore, SEEDS, Search,
    Searched, Way, answer, inquire, probe,
};
use plyground_courses::engine::course::Course;
use plyground_courses::engine::diagnose::{Confidence, Explanation, Finding, Inquired, KnownMistake};

/// All ways in which a part can be wrong, with their parts.
fn all_ways() -> Vec<(usize, Way)> {
    (0..Comp3608::PROGRAM.len())
        .flat_map(|part| Comp3608::ways(part).into_iter().map(move |way| (part, way)))
        .collect()
}

fn tried(ways: &[Way]) -> Inquiry {
    inquire(&[], &mut |question: &Question| Some(Comp3608::gives_with(question, ways)))
}

fn is_named(inquiry: &Inquiry, way: Way) -> bool {
    inquiry.explanations.iter().any(|ways| ways.contains(&way))
}

/// How many parts other than these every explanation calls wrong.
fn wrongly_named(inquiry: &Inquiry, parts: &[usize]) -> usize {
    let has_way = |ways: &Vec<Way>, part: usize| ways.iter().any(|way| Comp3608::ways(part).contains(way));
    let is_wrong = |part: usize| {
        !inquiry.explanations.is_empty() && inquiry.explanations.iter().all(|ways| has_way(ways, part))
    };
    (0..Comp3608::PROGRAM.len()).filter(|part| !parts.contains(part) && is_wrong(*part)).count()
}

fn report(ways: &[Way], inquiry: &Inquiry) -> String {
    format!("{ways:?}, {} asked: {:?}, {:?}", inquiry.asked, inquiry.explanations, inquiry.parts)
}

/// How programs with these sets of ways, one or two of different parts, are explained: sets of which every way was named,
/// of which one was, and parts that were wrongly called wrong, with what was found where it is not all.
fn counts(sets: impl Iterator<Item = Vec<(usize, Way)>>) -> ([usize; 4], Vec<String>) {
    let ([mut all, mut some, mut wrongly, mut programs], mut reports) = ([0; 4], Vec::new());
    for set in sets {
        let parts: Vec<usize> = set.iter().map(|(part, _)| *part).collect();
        let ways: Vec<Way> = set.iter().map(|(_, way)| *way).collect();
        let inquiry = tried(&ways);
        let named = ways.iter().filter(|way| is_named(&inquiry, **way)).count();
        let more = wrongly_named(&inquiry, &parts);
        all += usize::from(named == set.len());
        some += usize::from(named > 0);
        wrongly += more;
        programs += 1;
        if named < set.len() || more > 0 {
            reports.push(report(&ways, &inquiry));
        }
    }
    ([all, some, wrongly, programs], reports)
}

#[test]
fn probes_of_a_right_program_find_every_part_right() {
    let inquiry = tried(&[]);
    assert!(inquiry.parts.iter().all(|tried| tried.state == PartState::Right), "{inquiry:?}");
    assert_eq!(inquiry.explanations, [Vec::new()]);
    assert!(inquiry.asked > 0 && inquiry.asked <= 60 && inquiry.unanswered == 0, "{inquiry:?}");
}

/// Each basic that a mistake makes wrong, the first one at least.
#[test]
fn basics_show_what_they_are_called_after() {
    use Mistake as M;
    let right = basics(&[]);
    let all: usize = right.iter().map(|(_, _, answered)| answered).sum();
    assert!(right.len() == 17 && all == 52, "{right:?}");
    assert!(right.iter().all(|(_, right, answered)| right == answered), "{right:?}");
    for (mistake, first) in [
        (M::RootNotCounted, "nodes at depth 1"),
        (M::FullColumnsCounted, "nodes at depth 1 where columns are full"),
        (M::EvaluationNegated, "the column at depth 1, red to move"),
        (M::EvaluationForMover, "the column at depth 1, yellow to move"),
        (M::LastTieKept, "the column where several are equally good"),
        (M::NoVerticalWins, "nodes where four in a column end the game"),
        (M::NoHorizontalWins, "nodes where four in a row end the game"),
        (M::NoRisingWins, "nodes where four on a rising diagonal end the game"),
        (M::NoFallingWins, "nodes where four on a falling diagonal end the game"),
        (M::NoPruning, "nodes of A at depth 3"),
    ] {
        let tried = basics(&[mistake]);
        let wrong = tried.iter().find(|(_, right, answered)| right < answered).map(|(name, ..)| *name);
        assert_eq!(wrong, Some(first), "{mistake:?} {tried:?}");
    }
}

#[test]
fn what_was_thought_is_kept_only_if_it_gives_the_new_answers() {
    let made = |mistake: Mistake| Way::Made(mistake);
    let ask = |way: Way, thought: &[Mistake]| {
        inquire(thought, &mut |question: &Question| Some(Comp3608::gives_with(question, &[way])))
    };
    // Of two that are alike, the one that is made is left, and no part is tried.
    let thought = [Mistake::CutOnGreaterAtMax, Mistake::CutOnGreater];
    let kept = ask(made(Mistake::CutOnGreater), &thought);
    assert_eq!((kept.parts.len(), kept.explanations), (0, vec![vec![made(Mistake::CutOnGreater)]]));
    // What is thought wrongly is tried as any other.
    let tried = ask(made(Mistake::NoFallingWins), &[Mistake::NoRisingWins]);
    let made = Way::InWins(Mistake::NoFallingDiagonals);
    assert!(tried.parts.len() == 8 && is_named(&tried, made), "{tried:?}");
}

/// What is found after a program was asked that answers so.
fn inquired(before: &Finding<Mistake>, found: &dyn Fn(&Searched) -> Answer) -> (Finding<Mistake>, Inquired) {
    let (board, evaluation) = (BoardStyle::default(), RunScore::default());
    let task = Search { depths: [1, 6], most_nodes: 1000, cut: CutRule::AtEqual, board, evaluation };
    let mut put = |asked: &Searched| Some(Some(Printed::from(found(asked))));
    task.inquire(&[], before, &mut put).expect("answers")
}

/// What is left of a finding, and what is said.
fn asked_more(before: &Finding<Mistake>, found: &dyn Fn(&Searched) -> Answer) -> (Finding<Mistake>, String) {
    let (finding, inquired) = inquired(before, found);
    (finding, inquired.words.join("\n"))
}

/// How many answers to each basic are right of a program with these mistakes, and of how many.
fn basics(mistakes: &[Mistake]) -> Vec<(&'static str, usize, usize)> {
    inquired(&Finding::Unknown { together: 2 }, &|asked| answer(&asked.question, mistakes)).1.basics
}

fn mistaken(mistakes: &[Mistake]) -> Finding<Mistake> {
    let explanation = |mistake: &Mistake| Explanation { mistakes: vec![*mistake], explains: 20 };
    let explanations = mistakes.iter().map(explanation).collect();
    Finding::Mistaken { explanations, confidence: Confidence::Certain }
}

/// It answers like nothing that is known, and rightly at depth 1 and 2.
fn odd(asked: &Searched) -> Answer {
    let Answer { column, nodes } = asked.right;
    Answer { column: if asked.question.depth > 2 { 6 - column } else { column }, nodes }
}

#[test]
fn a_name_that_new_answers_speak_against_is_taken_back() {
    let explanations = vec![Explanation { mistakes: vec![Mistake::EvaluationNegated], explains: 20 }];
    let partial = Finding::Partial { explanations, wrong: 8, against: 0 };
    for before in [partial, mistaken(&[Mistake::EvaluationNegated])] {
        let (finding, words) = asked_more(&before, &odd);
        assert_eq!(finding, Finding::Refuted);
        assert!(words.contains("Right: nodes at depth 1 (6 of 6); "), "{words}");
        let begin = "Begin with the first that is wrong, the column of M at depth 3. ";
        assert!(words.contains(begin), "{words}");
    }
}

#[test]
fn right_answers_alone_make_nothing_surer() {
    let is_hidden =
        |mistake: &&Mistake| basics(&[**mistake]).iter().all(|(_, right, answered)| right == answered);
    let mistake = *Mistake::ALL.iter().rev().find(is_hidden).expect("a mistake that no basic shows");
    let explanations = vec![Explanation { mistakes: vec![mistake], explains: 20 }];
    let before = Finding::Mistaken { explanations, confidence: Confidence::Possible };
    let (finding, _) = asked_more(&before, &|asked| answer(&asked.question, &[mistake]));
    let Finding::Mistaken { explanations, confidence } = finding else { panic!("{finding:?}") };
    assert_eq!((&explanations[0].mistakes, confidence), (&vec![mistake], Confidence::Possible));
}

/// A three is worth 120: so many that no small question tells it from what comes to nearly the same.
#[test]
fn weights_that_come_to_the_same_stay_possible() {
    let family = [Mistake::RunsInRuns, Mistake::ThreesWeighMore, Mistake::TwosWeighLess];
    let (finding, _) =
        asked_more(&mistaken(&family), &|asked| answer(&asked.question, &[Mistake::RunsInRuns]));
    let Finding::Mistaken { explanations, confidence } = finding else { panic!("{finding:?}") };
    let found = (&explanations[0].mistakes, explanations.len(), confidence);
    assert_eq!(found, (&vec![family[0]], 3, Confidence::Possible));
}

/// What a program answers that chooses a number wrongly.
fn with(way: Way) -> impl Fn(&Searched) -> Answer {
    move |asked| Comp3608::gives_with(&asked.question, &[way]).expect("a small search")
}

#[test]
fn a_weight_is_said_as_the_numbers_that_come_to_the_same() {
    let (finding, words) = asked_more(&Finding::Unknown { together: 2 }, &with(Way::Two(17)));
    let Finding::Mistaken { explanations, .. } = finding else { panic!("{finding:?}") };
    assert_eq!(explanations[0].mistakes, [Mistake::TwosWeighMore]);
    let (_, said) =
        words.split_once("A program in which a run of two is worth some number from ").expect("a number");
    let numbers: Vec<u32> = said.split([' ', ',']).take(3).filter_map(|word| word.parse().ok()).collect();
    assert!(numbers[0] > 10 && numbers[0] <= 17 && numbers[1] >= 17, "{words}");
}

#[test]
fn what_is_chosen_is_found_at_any_number() {
    for (way, mistake, said) in [
        (Way::Window(500), Mistake::NarrowWindow, "alpha begins with minus, and beta with plus, "),
        (
            Way::Best(-999),
            Mistake::BestFromUtility,
            "the best of MAX begins with minus, and that of MIN with plus, ",
        ),
        (Way::Win(500), Mistake::UtilityTooSmall, "a win is worth "),
        (Way::Plies(-2), Mistake::PliesShallower, "the search has 2 plies fewer"),
        (Way::Read([7, 5]), Mistake::BoardReadPartly, "only rows 0 to 4 of the board are read"),
        (Way::Missed(3), Mistake::ColumnMissed, "column 3 is never looked at"),
        (Way::Height(4), Mistake::TopRowNotPlayed, "a column is full with 4 tokens"),
        (Way::WinStarts([3, 6]), Mistake::WinStartsMissed, "lines of four begin in columns 0 to 2 alone"),
        (Way::ScoreOf([4, 6]), Mistake::ScoreOfPart, "only columns 0 to 3 are looked at for SCORE"),
        (Way::Counts([1, 1, 1, 1, 0]), Mistake::CountedOtherwise, "evaluated nodes count 0 times"),
        (
            Way::Counts([0, 0, 1, 1, 0]),
            Mistake::CountedOtherwise,
            "the root counts 0 times, other inner nodes count 0 times, evaluated nodes count 0 times",
        ),
        (
            Way::Sides([1, -3]),
            Mistake::SidesWeighedOtherwise,
            "EVALUATION is 1 times SCORE(red) plus -3 times SCORE(yellow)",
        ),
    ] {
        let (finding, words) = asked_more(&Finding::Unknown { together: 2 }, &with(way));
        let Finding::Mistaken { explanations, .. } = finding else { panic!("{way:?} {words}") };
        assert!(explanations.iter().any(|one| one.mistakes == [mistake]), "{way:?} {explanations:?}");
        assert!(words.contains(said), "{way:?} {words}");
    }
}

#[test]
fn a_number_is_found_with_what_else_is_wrong() {
    for (ways, names, said) in [
        (
            [Way::Win(100), Way::Counts([1, 1, 2, 1, 1])],
            [Mistake::CountedOtherwise, Mistake::UtilityTooSmall],
            "won nodes count 2 times, and a win is worth 100",
        ),
        (
            [Way::WinStarts([7, 3]), Way::Win(500)],
            [Mistake::UtilityTooSmall, Mistake::WinStartsMissed],
            "lines of four begin in rows 0 to 2 alone",
        ),
        (
            [Way::WinStarts([3, 6]), Way::InWins(Mistake::BelowRowZeroWraps)],
            [Mistake::BelowRowZeroWraps, Mistake::WinStartsMissed],
            "by an index below zero, where it looks for a winner",
        ),
        // Two names fit as well: both sets are said.
        (
            [Way::Window(10_000), Way::Made(Mistake::AlwaysPruning)],
            [Mistake::AlwaysPruning, Mistake::NarrowWindow],
            "alpha begins with minus, and beta with plus, ",
        ),
    ] {
        let (finding, words) = asked_more(&Finding::Unknown { together: 2 }, &|asked| {
            Comp3608::gives_with(&asked.question, &ways).expect("a small search")
        });
        let Finding::Mistaken { explanations, .. } = finding else { panic!("{ways:?} {words}") };
        let are_both = |one: &Explanation<Mistake>| names.iter().all(|name| one.mistakes.contains(name));
        assert!(explanations.iter().any(are_both), "{ways:?} {explanations:?}");
        let least = if names.contains(&Mistake::AlwaysPruning) { 2 } else { 1 };
        assert!(explanations.len() >= least && words.contains(said), "{ways:?} {words}");
    }
}

#[test]
fn a_number_does_not_take_the_place_of_a_name() {
    let zero = mistaken(&[Mistake::BestFromZero]);
    let (finding, _) = asked_more(&zero, &|asked| answer(&asked.question, &[Mistake::BestFromZero]));
    let Finding::Mistaken { explanations, confidence } = finding else { panic!("{finding:?}") };
    assert_eq!((explanations.len(), &explanations[0].mistakes), (1, &vec![Mistake::BestFromZero]));
    assert_eq!(confidence, Confidence::Certain);
}

#[test]
fn what_no_basic_shows_is_not_said_to_be_right() {
    let before = Finding::Unknown { together: 2 };
    // Only searches of five plies are wrong.
    let (_, words) = asked_more(&before, &|asked| {
        let Answer { column, nodes } = asked.right;
        Answer { column, nodes: if asked.question.depth > 3 { nodes + 7 } else { nodes } }
    });
    assert!(words.contains("Wrong in other ways: ") && words.contains(". The smallest: "), "{words}");
    let (_, words) = asked_more(&before, &|asked| asked.right);
    assert!(words.contains("So what is wrong does not show in small questions."), "{words}");
}

#[test]
fn without_wrong_ways_a_probe_is_answered_rightly() {
    for question in SEEDS.iter().filter_map(|&seed| probe(seed)) {
        assert_eq!(Comp3608::gives_with(&question, &[]), Some(answer(&question, &[])), "{question:?}");
    }
}

#[test]
fn every_way_shows_in_some_probe() {
    let probes: Vec<Question> = SEEDS.iter().filter_map(|&seed| probe(seed)).collect();
    for (part, way) in all_ways() {
        let shows = |question: &&Question| {
            Comp3608::gives_with(question, &[way]) != Comp3608::gives_with(question, &[])
        };
        assert!(probes.iter().any(|question| shows(&question)), "{part} {way:?}");
    }
}

#[test]
fn a_program_that_is_wrong_in_one_way_is_explained_by_its_part() {
    // Every ninth, where time matters.
    let every = if std::env::var_os("PLYGROUND_LONG").is_some() { 1 } else { 9 };
    let ways = all_ways().into_iter().step_by(every);
    let ([named, _, wrongly, programs], reports) = counts(ways.map(|way| vec![way]));
    let reports = reports.join("\n");
    assert!(100 * named >= 95 * programs, "{named} of {programs}\n{reports}");
    assert_eq!(wrongly, 0, "{reports}");
}

#[test]
#[ignore = "long: 200 programs"]
fn programs_that_are_wrong_in_two_parts_are_explained_in_both() {
    // Twice the depth takes too long to be told here.
    let is_slow = |way: Way| way == Way::Made(Mistake::DepthInPairs);
    let ways: Vec<_> = all_ways().into_iter().filter(|(_, way)| !is_slow(*way)).collect();
    let rng = &mut Rng::new(1);
    let sets: Vec<Vec<(usize, Way)>> = (0..)
        .map(|_| vec![ways[rng.below(ways.len())], ways[rng.below(ways.len())]])
        .filter(|set| set[0].0 != set[1].0)
        .take(200)
        .collect();
    let ([both, some, wrongly, programs], reports) = counts(sets.into_iter());
    let reports = reports.join("\n");
    println!("both {both}, some {some}, wrongly {wrongly} of {programs}\n{reports}");
    assert!(100 * both >= 75 * programs, "{both} of {programs}\n{reports}");
    assert!(100 * some >= 97 * programs, "{some} of {programs}\n{reports}");
    assert!(200 * wrongly <= 8 * programs, "{wrongly} parts\n{reports}");
}

#[test]
fn of_answers_by_lot_no_part_is_called_wrong() {
    for seed in 0..5 {
        let rng = &mut Rng::new(seed);
        let inquiry = inquire(&[], &mut |_: &Question| {
            let column = i64::try_from(rng.below(7)).unwrap_or(0);
            Some(Some(Answer { column, nodes: 8 + rng.below(300) as u64 }))
        });
        assert!(inquiry.explanations.is_empty(), "{inquiry:?}");
    }
}

#[test]
fn a_program_that_stops_answering_is_not_asked_for_ever() {
    let mut asked = 0;
    let inquiry = inquire(&[], &mut |_: &Question| {
        asked += 1;
        Some(None)
    });
    assert_eq!((inquiry.asked, inquiry.unanswered), (asked, asked));
    assert!(asked <= 5 && inquiry.parts.iter().all(|tried| tried.state == PartState::NotSeen), "{inquiry:?}");
    let none = inquire(&[], &mut |_: &Question| None);
    assert_eq!((none.asked, none.unanswered), (0, 0));
}

/// How [`SEEDS`] are chosen: a question is taken if a way changes it that few of those before show, or if it tells two ways
/// apart that none of those before does.
#[test]
#[ignore = "long: 60,000 questions; prints the seeds"]
fn seeds_are_chosen_among_many() {
    let ways = all_ways();
    let mut shown = vec![0; ways.len()];
    let mut apart = HashSet::new();
    let mut seeds = Vec::new();
    for (seed, question) in (0..60_000).filter_map(|seed| Some((seed, probe(seed)?))) {
        let right = Comp3608::gives_with(&question, &[]);
        let told: Vec<Option<Answer>> =
            ways.iter().map(|&(_, way)| Comp3608::gives_with(&question, &[way])).collect();
        let is_rare = |place: usize| shown[place] < 10 && told[place] != right;
        let pairs = (0..ways.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let new = pairs.filter(|pair| told[pair.0] != told[pair.1] && !apart.contains(pair));
        let new: Vec<(usize, usize)> = new.collect();
        if (0..ways.len()).any(is_rare) || !new.is_empty() {
            apart.extend(new);
            seeds.push(seed);
            for (shown, told) in shown.iter_mut().zip(&told) {
                *shown += usize::from(*told != right);
            }
        }
    }
    println!("{seeds:?}");
    for ((part, way), shown) in ways.iter().zip(&shown).filter(|(_, shown)| **shown < 10) {
        println!("{part} {way:?}: shown by {shown}");
    }
    assert_eq!(seeds, SEEDS);
}
