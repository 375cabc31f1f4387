//! What goes wrong in CS431's programs.

use crate::mistakes;

mistakes! {
    /// A mistake in a program for CS431.
    Mistake {
        FourWorthless "four-worthless": "gives a span of four no value.",
            "A four of the computer's own tokens is worth infinity, one of the opponent's minus infinity.";
        ZeroIfLost "zero-if-lost": "answers 0 if every move loses, even if column 0 is full.",
            "Begin with the first open column as the best move.";
        SideFixed "side-fixed": "plays for side 1, whichever side it has been given.",
            "The computer's own tokens are those of the side that it has been given.";
        ViewOfMover "view-of-mover": "evaluates a board for the side that is to move there.",
            "The evaluation is always from the computer's point of view.";
        OpponentForgotten "opponent-forgotten": "leaves out the opponent's spans.",
            "Spans with tokens of the opponent only count negatively.";
        MixedCounted "mixed-counted": "counts spans with tokens of both sides.",
            "A span with tokens of both sides is worth nothing.";
        RunsForSpans "runs-for-spans": "counts only spans in which the tokens stand side by side.",
            "A span counts by how many tokens are in it, wherever they stand.";
        LastSpansMissed "last-spans-missed": "misses the spans that end at the right or the top edge.",
            "There are 24 horizontal, 21 vertical and 24 diagonal spans; check the ends of the loops.";
        NoDiagonals "no-diagonals": "does not look at diagonals.",
            "There are 24 diagonal spans, 12 in each direction.";
        NoVerticals "no-verticals": "does not look at vertical spans.",
            "There are 21 vertical spans.";
        WinsSearchedOn "wins-searched-on": "goes on below boards that are won.",
            "The cutoff test is true for terminal states that occur before the cutoff depth.";
        MinForgotten "min-forgotten": "maximises at every depth.",
            "The opponent takes the move with the smallest value.";
        ChildIndex "child-index":
            "answers with the number of the child, not with its column: they differ where a column further left is \
             full.",
            "Remember the column of each child.";
        ColumnsFromOne "columns-from-one": "numbers the columns from 1.",
            "The left-most column is 0.";
        UpsideDown "upside-down": "takes the top row for the bottom row.",
            "Check which row of the board is the bottom one.";
        DepthInPairs "depth-in-pairs": "takes the depth for pairs of moves.",
            "Each move of either side is one ply.";
        OnePlyDeeper "one-ply-deeper": "searches one ply too deep.",
            "With depth 1 the boards after the computer's own move are evaluated.";
        OnePlyShallower "one-ply-shallower": "searches one ply too shallow.",
            "With depth 1 the boards after the computer's own move are evaluated.";
    }
    // Seen less often, and shown by no case that is chosen for them.
    further {
        BestFromZero "best-from-zero":
            "begins with a best value of 0, so that it never gets less for itself and never more for the opponent.",
            "Begin with minus infinity where the computer moves, and with infinity where the opponent does.";
        SidesSwapped "sides-swapped":
            "plays for the other side: it takes the opponent's tokens for its own, or lets the opponent begin.",
            "The side that the program is given is its own, and moves first.";
        WorstTaken "worst-taken": "takes the column with the smallest value at the root.",
            "The root is a MAX node.";
        LastColumnMissed "last-column-missed": "never looks at column 6.",
            "There are seven columns, 0 to 6: check the end of the loop.";
        FullColumnPlayed "full-column-played": "plays into full columns too: the token on top is replaced.",
            "A full column is no move.";
        DropsFromTop "drops-from-top": "puts a token into the highest empty cell of its column, not the lowest.",
            "A token falls to the lowest empty cell.";
        Mirrored "mirrored": "takes the left-most column for the right-most one.",
            "Column 0 is the left-most one.";
        FourInSum "four-in-sum":
            "takes a four for 1000 points that are added to those of other spans, and goes on below it.",
            "A four is worth an infinite amount and ends the search below it.";
        EvaluationNegated "evaluation-negated": "evaluates boards from the opponent's point of view.",
            "Spans of the computer's own tokens are positive.";
        NoRisingDiagonals "no-rising-diagonals": "does not look at diagonals that rise to the right.",
            "There are 12 diagonal spans in each direction.";
        NoFallingDiagonals "no-falling-diagonals": "does not look at diagonals that fall to the right.",
            "There are 12 diagonal spans in each direction.";
        NoHorizontals "no-horizontals": "does not look at horizontal spans.",
            "There are 24 horizontal spans.";
        OnesForgotten "ones-forgotten": "gives spans with one token no value.",
            "A span with one token of one side alone is worth 1.";
        TwosForgotten "twos-forgotten": "gives spans with two tokens hardly any value, or none.",
            "A span with two tokens of one side alone is worth 10.";
        ThreesForgotten "threes-forgotten": "gives spans with three tokens hardly any value, or none.",
            "A span with three tokens of one side alone is worth 100.";
        HorizontalsShort "horizontals-short": "misses the horizontal spans that end at the right edge.",
            "There are 24 horizontal spans, four in each row: check the end of the loop.";
        VerticalsShort "verticals-short": "misses the vertical spans that end at the top.",
            "There are 21 vertical spans, three in each column: check where the loop begins and where it ends.";
        DiagonalsShort "diagonals-short": "misses the diagonal spans that end at the right edge.",
            "There are 24 diagonal spans, 12 in each direction: check the ends of the loops.";
        RisingShort "rising-short": "misses the diagonal spans that rise to the right and end at the right edge.",
            "There are 12 diagonal spans in each direction: check the ends of the loops.";
        FallingShort "falling-short": "misses the diagonal spans that fall to the right and end at the right edge.",
            "There are 12 diagonal spans in each direction: check the ends of the loops.";
        FirstSpansMissed "first-spans-missed":
            "misses the spans with a cell in the left-most column or in the bottom row.",
            "There are 69 spans: check where the loops begin and where they end.";
        SpansWrap "spans-wrap": "counts spans that go on in the next row at the edge of the board.",
            "In an array of 42 cells the neighbour of a cell at the edge is in another row: test row and column.";
        HorizontalsTwice "horizontals-twice": "counts horizontal spans twice.",
            "Look along each direction once: the way back is the same span.";
        VerticalsTwice "verticals-twice": "counts vertical spans twice.",
            "Look along each direction once: the way back is the same span.";
        DiagonalsTwice "diagonals-twice": "counts diagonal spans twice.",
            "Look along each direction once: the way back is the same span.";
        OpponentAdded "opponent-added": "adds the opponent's spans, and does not subtract them.",
            "Spans with tokens of the opponent only count negatively.";
        OwnForgotten "own-forgotten": "leaves out its own spans of one, two and three.",
            "Spans with tokens of the computer only count positively.";
        OwnFoursOnly "own-fours-only": "does not notice a four of the opponent.",
            "A four of the opponent is worth minus infinity, and ends the search below it.";
        OpponentsFoursOnly "opponents-fours-only": "does not notice a four of its own.",
            "A four of the computer's own tokens is worth infinity, and ends the search below it.";
        FourAlwaysPositive "four-always-positive": "gives a four of either side infinity.",
            "A four of the opponent is worth minus infinity.";
        CountsForWeights "counts-for-weights": "weighs spans with one, two and three tokens much as if they were worth 1, 2 and 3.",
            "They are worth 1, 10 and 100.";
        LastChildKept "last-child-kept":
            "takes the value of every child in the search, so that the last one overwrites the best.",
            "Take the value of a child only if it is better than the best so far.";
        OneColour "one-colour": "drops tokens of the same colour at every depth.",
            "The sides take turns in the search too.";
    }
    // It chooses among moves that all win, or all lose: any of them is right.
    unseen {
        FiniteFour "finite-four": "gives a span of four a finite value, to which other spans are added.",
            "A four is worth an infinite amount: whatever else is on the board, it stays infinite.";
    }
}
