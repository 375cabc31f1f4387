//! Trees as text and as positions, and what the reader refuses.

use super::*;

#[test]
fn nested_parentheses_are_read() {
    let tree = Tree::parse(" ((3,12 8)(2 -4 6)\n\t7 ) ").unwrap();
    assert_eq!(tree.nodes.len(), 10);
    assert_eq!(tree, Tree::parse("((3 12 8) (2 -4 6) 7)").unwrap());
    let root = Box::leak(Box::new(tree)).root();
    assert_eq!((root.turn(), root.plies_left(), root.moves().count()), (Player::First, 2, 3));
    let leaf = root.play(Child(1)).play(Child(1));
    assert_eq!((leaf.leaf_value(), leaf.outcome()), (Some(-4), Some(Outcome::Win(Player::Second))));
    assert_eq!((leaf.turn(), leaf.plies_left(), leaf.moves().count()), (Player::First, 0, 0));
    assert_eq!(root.play(Child(2)).outcome(), Some(Outcome::Win(Player::First)));
    assert_ne!(root.play(Child(0)), root.play(Child(1)));
    assert_ne!(root, root.skip());
    let twin = Box::leak(Box::new(Tree::parse("((3 12 8) (2 -4 6) 7)").unwrap())).root();
    assert_ne!(root, twin);
    assert_eq!(Tree::parse("0").unwrap().nodes.len(), 1);
}

#[test]
fn values_belong_to_the_first_player() {
    let root = Box::leak(Box::new(Tree::parse("(5 0)").unwrap())).root();
    let leaf = root.play(Child(0));
    assert_eq!(Player::BOTH.map(|me| LeafValues.evaluate(&leaf, me)), [5, -5]);
    assert_eq!(LeafValues.evaluate(&root, Player::First), 0);
    assert_eq!(root.play(Child(1)).outcome(), Some(Outcome::Draw));
    let sum: i64 = LeafValues.terms(&leaf, Player::Second).iter().map(crate::Term::value).sum();
    assert_eq!(sum, -5);
}

#[test]
fn wrong_trees_are_named() {
    let message = |text: &str| Tree::parse(text).unwrap_err().to_string();
    let example = "expected a number or nested parentheses, such as ((3 12) (2 4))";
    assert_eq!(message(" "), format!("end of the tree: no tree; {example}"));
    assert_eq!(message("((1 2)"), "end of the tree: still open: 1; expected as many closing parentheses");
    assert_eq!(
        message("(1 ())"),
        "item 4 of the tree, ')': a node without children; expected a number or a node in it"
    );
    assert_eq!(
        message(")"),
        "item 1 of the tree, ')': closes nothing; expected a number or an opening parenthesis"
    );
    assert_eq!(message("(1) 2"), "item 4 of the tree, '2': text after the tree; expected one tree only");
    assert_eq!(
        message("(é 40000)"),
        "item 2 of the tree, 'é': expected a whole number from -32768 to 32767 or a parenthesis\n\
         item 3 of the tree, '40000': expected a whole number from -32768 to 32767 or a parenthesis"
    );
    // As deep as the text is long: the reader does not recurse.
    assert!(Tree::parse(&"(".repeat(100_000)).is_err());
}
