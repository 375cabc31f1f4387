//! An evaluation taken apart: how many of what each side has, and what it adds up to.

use std::io::{self, Write};

use plyground_core::search::Algorithm;
use plyground_core::{AnyEvaluation, AnyPosition, Player, Position, Term};
use serde_json::{Value, json};

use crate::present::evaluate::{points_of_view, sum, sum_words};
use crate::present::{json, layout};

/// Whether each term counts for one side what it counts against the other.
fn are_opposite(terms: &[Term], others: &[Term]) -> bool {
    let negated = |term: &Term| Term { weight: -term.weight, ..term.clone() };
    terms.iter().map(negated).eq(others.iter().cloned())
}

/// A term of the evaluation as it counts for the first player and for the second.
struct Row<'a> {
    name: &'static str,
    sides: [Option<&'a Term>; 2],
}

impl Row<'_> {
    /// The weight that both sides share but for its sign.
    fn common_weight(&self, me: Player) -> Option<i32> {
        let weight = self.sides[me as usize]?.weight;
        (self.sides[me.opponent() as usize]?.weight == -weight).then_some(weight)
    }
}

fn rows(terms: &[Term]) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for term in terms {
        let side = term.owner as usize;
        let vacant = |row: &&mut Row<'_>| row.name == term.name && row.sides[side].is_none();
        if let Some(row) = rows.iter_mut().find(vacant) {
            row.sides[side] = Some(term);
        } else {
            let mut sides = [None; 2];
            sides[side] = Some(term);
            rows.push(Row { name: term.name, sides });
        }
    }
    rows
}

/// Writes every term of the evaluation, the sums of both sides and the value, for each point of view.
pub(super) fn write(
    out: &mut dyn Write,
    evaluation: AnyEvaluation,
    position: &AnyPosition,
) -> io::Result<()> {
    writeln!(out, "evaluation {}: {}", evaluation.name, evaluation.about)?;
    let views = points_of_view(evaluation);
    let all: Vec<Vec<Term>> = views.iter().map(|&me| evaluation.terms(position, me)).collect();
    let shown = match all.as_slice() {
        [first, second] if are_opposite(first, second) => 1,
        _ => all.len(),
    };
    for (&me, terms) in views.iter().zip(&all).take(shown) {
        write_view(out, evaluation, position, me, terms)?;
    }
    if shown < views.len() {
        let other = position.game().sides()[views[shown]];
        writeln!(out, "  for {other} the same with the signs exchanged")?;
    }
    if position.outcome().is_some() {
        let searched = evaluation.textbook(Algorithm::Minimax, position, 1);
        let me = position.game().sides()[evaluation.maximiser(position.turn())];
        writeln!(
            out,
            "  the game is over: a search takes its utility instead, {} for {me}",
            searched.choice.value
        )?;
    }
    Ok(())
}

fn write_view(
    out: &mut dyn Write,
    evaluation: AnyEvaluation,
    position: &AnyPosition,
    me: Player,
    terms: &[Term],
) -> io::Result<()> {
    let rows = rows(terms);
    let weights: Option<Vec<i32>> = rows.iter().map(|row| row.common_weight(me)).collect();
    let number = |value: Option<i64>| value.map_or_else(String::new, |value| value.to_string());
    let mut cells: Vec<Vec<String>> = Vec::new();
    let [first, second] = position.game().sides().into_array();
    if let Some(weights) = &weights {
        cells.push(["", "each", first, "points", second, "points"].map(str::to_owned).to_vec());
        for (row, &weight) in rows.iter().zip(weights) {
            let mut line = vec![row.name.to_owned(), weight.to_string()];
            for count in row.sides.iter().flatten().map(|term| i64::from(term.count)) {
                line.extend([count, count * i64::from(weight)].map(|number| number.to_string()));
            }
            cells.push(line);
        }
        let points = |player| if player == me { sum(terms, me) } else { -sum(terms, player) };
        let [first, second] = Player::BOTH.map(|player| points(player).to_string());
        cells.push(vec!["sum".to_owned(), String::new(), String::new(), first, String::new(), second]);
    } else {
        let me = format!("for {}", position.game().sides()[me]);
        cells.push([&me, first, "each", "points", second, "each", "points"].map(str::to_owned).to_vec());
        for row in &rows {
            let mut line = vec![row.name.to_owned()];
            for term in row.sides {
                line.push(number(term.map(|term| i64::from(term.count))));
                line.push(number(term.map(|term| i64::from(term.weight))));
                line.push(number(term.map(Term::value)));
            }
            cells.push(line);
        }
        let mut line = vec!["sum".to_owned()];
        for player in Player::BOTH {
            line.extend([String::new(), String::new(), sum(terms, player).to_string()]);
        }
        cells.push(line);
    }
    layout::table(out, "  ", 1, &cells)?;
    let words = sum_words(terms, me, evaluation.evaluate(position, me));
    writeln!(out, "  value for {}: {words}", position.game().sides()[me])
}

/// The evaluation for each point of view.
pub(super) fn to_json(evaluation: AnyEvaluation, position: &AnyPosition) -> Value {
    let view = |me: Player| {
        let terms = evaluation.terms(position, me);
        json!({
            "for": position.game().sides()[me],
            "value": evaluation.evaluate(position, me),
            "points": json::by_side(position.game(), |owner| sum(&terms, owner)),
            "terms": terms.iter().map(|it| json::term(position.game(), it)).collect::<Vec<_>>(),
        })
    };
    json!({
        "name": evaluation.name,
        "views": points_of_view(evaluation).into_iter().map(view).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::games::connect_four::{ConnectFour, Standard, notation};
    use plyground_core::{Evaluate, Evaluation};

    /// An evaluation that weighs the sides differently, and only one side's corners.
    #[derive(Default)]
    struct Uneven;

    impl Evaluate<Standard> for Uneven {
        fn utility(&self, _: plyground_core::Outcome, _: &Standard, _: Player) -> i32 {
            0
        }

        fn evaluate(&self, position: &Standard, me: Player) -> i32 {
            i32::try_from(self.terms(position, me).iter().map(Term::value).sum::<i64>()).unwrap()
        }

        fn terms(&self, position: &Standard, me: Player) -> Vec<Term> {
            let pieces = |owner, weight| {
                let count = position.board().stones(owner).count_ones();
                Term { name: "pieces", owner, count, weight }
            };
            let corner = Term { name: "corner", owner: me, count: 1, weight: 7 };
            vec![pieces(me, 3), pieces(me.opponent(), -2), corner]
        }
    }

    #[test]
    fn uneven_weights_are_shown_for_both_sides() {
        static UNEVEN: Evaluation<Standard> =
            Evaluation::of::<Uneven>("uneven", "three for mine, two for theirs");
        let board = "..yyrrr,..ryryr,....y..,.......,.......,.......";
        let position = notation::parse_state(board, Player::First).unwrap();
        let mut out = Vec::new();
        write(&mut out, UNEVEN.any(), &AnyPosition::of::<ConnectFour>(position)).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "evaluation uneven: three for mine, two for theirs\n  \
             for red  red  each  points  yellow  each  points\n  \
             pieces     6     3      18       5    -2     -10\n  \
             corner     1     7       7\n  \
             sum                     25                   -10\n  \
             value for red: 25 - 10 = 15\n  \
             for yellow  red  each  points  yellow  each  points\n  \
             pieces        6    -2     -12       5     3      15\n  \
             corner                              1     7       7\n  \
             sum                       -12                    22\n  \
             value for yellow: 22 - 12 = 10\n"
        );
    }
}
