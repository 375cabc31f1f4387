//! Questions for a talk with the author of a program.

use plyground_core::rng::Rng;
use plyground_core::search::CutRule;
use plyground_courses::comp3608::trace::trace;
use plyground_courses::comp3608::{RunScore, Search, examples};
use plyground_courses::engine::course::Course;
use plyground_courses::engine::talk::TalkQuestion;

use super::{ALL, COMP3608, CS431, CS4750, MAX_CONNECT_FOUR, parsed};

/// Questions and answers about the public cases, made with this seed.
fn talk(file: &str, seed: u64) -> Vec<String> {
    let assignment = parsed(file);
    let asked = assignment.task.public(&assignment.cases).expect("cases");
    let mut asked: Vec<_> = asked.iter().collect();
    let mut rng = Rng::new(seed);
    let first = rng.below(asked.len());
    // Any of them may come first.
    asked.rotate_left(first + 1);
    let made = assignment.task.talk(&asked, &mut rng);
    made.into_iter().map(|one| format!("{} | {}", one.question, one.answer)).collect()
}

#[test]
fn each_assignment_has_three_questions() {
    for file in ALL {
        for seed in 0..10 {
            let made = talk(file, seed);
            assert_eq!(made.len(), 3, "{made:?}");
        }
    }
}

/// Read and worked out by hand, but for the numbers of nodes and the column of the mistake.
#[test]
fn questions_have_their_answers() {
    let talk = |file| talk(file, 0).join("\n");
    assert_eq!(
        talk(CS431),
        "A right minimax search of red to depth 4 is at the node after columns 3, 0, 2, which the board shows; yellow is to \
         move. Of the children so far the one after column 0 is best, with -74. The child after column 2 returns -89. Which \
         value does the node have now, and by which child? | -89, by the one after column 2: yellow takes the smallest value.\n\
         A right minimax search of yellow to depth 1 is at the node after column 0, which the board shows, and which it does \
         not expand. What is its value? | It is 3 = 3 x 1 (spans with 1 of yellow).\n\
         A program is right but for one thing: it takes the column with the smallest value at the root. A right one answers \
         column 2 for this board, with yellow to move, at depth 3. Which column does this one answer? | Column 0."
    );
    assert_eq!(
        talk(MAX_CONNECT_FOUR),
        "A right alpha-beta search to depth 2, in which a board is worth red's quadruples minus green's, is at the root, which \
         the board shows; green is to move, alpha is minus infinity, beta is infinity. The child after column 1 returns 3. \
         With which alpha and beta is the next child examined? | With alpha minus infinity and beta 3: green takes the \
         smallest value, so beta becomes 3.\n\
         A right alpha-beta search to depth 2, in which a board is worth red's quadruples minus green's, is at the node after \
         column 2, which the board shows; green is to move, alpha is 0, beta is infinity. The child after column 1 returns 0. \
         Is another child examined at this node, and why? | No: green takes the smallest value, so beta becomes 0, and alpha \
         0 >= beta 0. A choice of red further up is as good or better for it, so the other children are pruned.\n\
         A right minimax search to depth 3, in which a board is worth red's quadruples minus green's, is at the node after \
         columns 7, 6, 5, which the board shows, and which it does not expand. What is its value? | It is -1 = 1 x -1 \
         (quadruples of green)."
    );
    assert_eq!(
        talk(CS4750),
        "A right minimax search of X to depth 2 is at the node after [1,1], which the board shows; O is to move. Of the \
         children so far the one after [2,1] is best, with 13. The child after [5,5] returns 20. Which value does the node \
         have now, and by which child? | 13, by the one after [2,1]: O takes the smallest value.\n\
         A right minimax search of X to depth 2 is at the node after [3,2], [4,4], which the board shows, and which it does \
         not expand. What is its value? | It is -15 = 1 x -15 (two-side-open 2-in-a-row of O).\n\
         A program is right but for one thing: it counts the root too: nodes examined, not generated. X is to move on this \
         board and looks 2 moves ahead. Does the program print more than the right 324 nodes, or fewer, and how many? | \
         More: 325."
    );
}

/// All whole numbers of a text, infinity as a trace has it.
fn numbers(text: &str) -> Vec<i64> {
    let text = text.replace("minus infinity", "-2147483647").replace("infinity", "2147483647");
    text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|word| word.parse().ok()).collect()
}

/// The program that makes mistakes on demand is another one than the search of the books.
#[test]
fn searches_are_those_of_another_program() {
    let assignment = parsed(&COMP3608.replace("first_column = 0", "first_column = 1"));
    let search = assignment.task.typed::<Search>().unwrap();
    // Its mistakes are not known.
    let evaluation = RunScore { token: 2, ..RunScore::default() };
    let other = Search { evaluation, cut: CutRule::Beyond, ..Search::clone(search) };
    let mut seen = [0; 3];
    for question in examples() {
        let talk = |search: &Search, seed| search.talk(&[&search.asks(question)], &mut Rng::new(seed));
        // Larger searches are none for a talk.
        assert!(question.depth > 4 || talk(&other, 0).len() == 3, "{question:?}");
        let made: Vec<TalkQuestion> = (0..5).flat_map(|seed| talk(search, seed)).collect();
        assert_eq!(made.len(), 15, "{question:?}");
        let traced = trace(&question, &[]);
        let node = |path: &[i64]| -> String {
            path.iter().fold("node ".to_owned(), |node, column| node + &(column - 1).to_string())
        };
        let has = |begin: &str, end: &str| {
            traced.lines().any(|line| line.starts_with(begin) && line.ends_with(end))
        };
        for TalkQuestion { view, question, answer, .. } in made {
            assert_eq!(view.columns.join(""), "1234567");
            let (asked, answered) = (numbers(&question), numbers(&answer));
            if question.ends_with("What is its value?") {
                let leaf = node(&asked[1..]);
                assert!(has(&format!("{leaf} "), &format!(" {}", answered[0])), "{leaf}: {answer}");
                assert_eq!(traced.lines().filter(|line| line.starts_with(&leaf)).count(), 1, "{question}");
                seen[0] += 1;
            } else if question.starts_with("A right alpha-beta search") {
                let [_, path @ .., alpha, beta, child, value] = &asked[..] else { panic!("{question}") };
                let child_of = |column: i64| node(&[path, &[column]].concat());
                let given = format!("{} {alpha} {beta} ", child_of(*child));
                assert!(has(&given, &format!(" {value}")), "{question}");
                if let [next, alpha, beta, _] = answered[..]
                    && question.contains("with which alpha and beta")
                {
                    assert!(has(&format!("{} {alpha} {beta} ", child_of(next)), ""), "{question} {answer}");
                    seen[1] += 1;
                } else {
                    assert!(answered[1] >= answered[2], "{answer}");
                    let pruned = &answered[3..];
                    assert!(pruned.iter().all(|&column| !has(&child_of(column), "")), "{question} {answer}");
                    seen[2] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}
