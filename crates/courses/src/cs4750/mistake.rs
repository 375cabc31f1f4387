//! What goes wrong in CS4750's programs.

use crate::mistakes;

mistakes! {
    /// A mistake in a program for CS4750.
    Mistake {
        ExaminedCounted "examined-counted":
            "counts the root too: nodes examined, not generated.",
            "Count a node when it is made as a successor; nobody makes the root.";
        LeavesCounted "leaves-counted":
            "counts only the nodes that have no successors in the search.",
            "Count every successor that is made.";
        Pruned "pruned":
            "prunes: alpha-beta instead of minimax.",
            "Look at every successor; the assignment asks for plain minimax.";
        RowFirst "row-first":
            "breaks ties by the row first, then by the column.",
            "Of equally good cells take the one with the smaller column, and of those the smaller row.";
        LastTieKept "last-tie-kept":
            "takes the last of equally good moves.",
            "Replace the best move only by one that is strictly better.";
        RunsInRuns "runs-in-runs":
            "counts windows: a run of three as two runs of two as well, and runs inside a four.",
            "Count a run once, by its full length.";
        OpenTwice "open-twice":
            "counts a run that is open on two sides as one that is open on one side as well.",
            "A run is open on two sides or on one, not both.";
        ClosedCounted "closed-counted":
            "counts runs without an open end as open on one side.",
            "A run with no empty cell at either end counts nothing.";
        NoDiagonalRuns "no-diagonal-runs":
            "does not count runs on diagonals.",
            "Count runs in all four directions.";
        WeightsEqual "weights-equal":
            "weighs the opponent's runs like its own.",
            "The formula has weights of its own for the opponent: 80, 40, 15 and 2.";
        AlwaysForX "always-for-x":
            "takes h from the point of view of X for both players.",
            "The 'me' of the formula is the player who searches.";
        EvaluationForWins "evaluation-for-wins":
            "uses h where the game is over.",
            "A position that is won, lost or tied has the value 1000, -1000 or 0.";
        WinsSearchedOn "wins-searched-on":
            "goes on below positions in which the game is won.",
            "A won position has no successors.";
        ExactlyFour "exactly-four":
            "takes five or more in a row for no win.",
            "Four or more in a row win.";
        AnyCell "any-cell":
            "plays on any empty cell.",
            "A cell must touch a stone, in one of eight directions.";
        NoDiagonalNeighbours "no-diagonal-neighbours":
            "plays only on cells that touch a stone along a row or a column.",
            "Cells that touch a stone diagonally are legal too.";
        OnePlyDeeper "one-ply-deeper":
            "looks one move further ahead than it should.",
            "Player 1 looks 2 moves ahead, player 2 looks 4.";
        OnePlyShallower "one-ply-shallower":
            "looks one move less far ahead than it should.",
            "Player 1 looks 2 moves ahead, player 2 looks 4.";
    }
    // Seen less often.
    further {
        OpponentForgotten "opponent-forgotten":
            "leaves out the opponent's runs.",
            "h subtracts the opponent's runs with weights of their own.";
        EdgeOpen "edge-open":
            "takes the edge of the board for an open end.",
            "An end is open only if there is an empty cell next to it.";
        TwosForgotten "twos-forgotten":
            "does not count runs of two.",
            "h has runs of two with weights of 20, 15, 5 and 2.";
        ThreesForgotten "threes-forgotten":
            "does not count runs of three.",
            "h has runs of three with weights of 200, 80, 150 and 40.";
        NoHorizontalRuns "no-horizontal-runs":
            "does not count runs in rows.",
            "Count runs in all four directions.";
        NoVerticalRuns "no-vertical-runs":
            "does not count runs in columns.",
            "Count runs in all four directions.";
        NoRisingRuns "no-rising-runs":
            "does not count runs on diagonals that rise to the right.",
            "Count runs in all four directions.";
        NoFallingRuns "no-falling-runs":
            "does not count runs on diagonals that fall to the right.",
            "Count runs in all four directions.";
        NoDiagonalWins "no-diagonal-wins":
            "does not see diagonals when it looks for a winner.",
            "Four in a row on a diagonal win too.";
        MinForgotten "min-forgotten":
            "maximises at every depth.",
            "The opponent takes the move with the smallest value.";
        DepthOfX "depth-of-x":
            "looks two moves ahead for both players.",
            "Player 2 looks 4 moves ahead.";
    }
}
