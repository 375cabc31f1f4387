//! What goes wrong in CS4750's programs.

use crate::mistakes;

mistakes! {
    /// A mistake in a program for CS4750.
    Mistake {
        ExaminedCounted "examined-counted": "counts the root too: nodes examined, not generated.",
            "Count a node when it is made as a successor; nobody makes the root.";
        LeavesCounted "leaves-counted": "counts only the nodes that have no successors in the search.",
            "Count every successor that is made.";
        Pruned "pruned": "prunes: alpha-beta instead of minimax.",
            "Look at every successor; the assignment asks for plain minimax.";
        RowFirst "row-first": "breaks ties by the row first, then by the column.",
            "Of equally good cells take the one with the smaller column, and of those the smaller row.";
        LastTieKept "last-tie-kept":
            "takes the last of equally good moves, or looks at cells from the last to the first, which comes to the \
             same.",
            "Begin with column 1 and row 1, and replace the best move only by one that is strictly better.";
        RunsInRuns "runs-in-runs": "counts windows: a run of three as two runs of two as well, and runs inside a four.",
            "Count a run once, by its full length.";
        OpenTwice "open-twice": "counts a run that is open on two sides as one that is open on one side as well.",
            "A run is open on two sides or on one, not both.";
        ClosedCounted "closed-counted": "counts runs without an open end as open on one side.",
            "A run with no empty cell at either end counts nothing.";
        NoDiagonalRuns "no-diagonal-runs": "does not count runs on diagonals.",
            "Count runs in all four directions.";
        WeightsEqual "weights-equal": "weighs the opponent's runs like its own.",
            "The formula has weights of its own for the opponent: 80, 40, 15 and 2.";
        AlwaysForX "always-for-x": "takes h from the point of view of X for both players.",
            "The 'me' of the formula is the player who searches.";
        EvaluationForWins "evaluation-for-wins": "uses h where the game is over.",
            "A position that is won, lost or tied has the value 1000, -1000 or 0.";
        WinsSearchedOn "wins-searched-on": "goes on below positions in which the game is won.",
            "A won position has no successors.";
        ExactlyFour "exactly-four": "takes five or more in a row for no win.",
            "Four or more in a row win.";
        AnyCell "any-cell": "plays on any empty cell.",
            "A cell must touch a stone, in one of eight directions.";
        NoDiagonalNeighbours "no-diagonal-neighbours":
            "plays only on cells that touch a stone along a row or a column.",
            "Cells that touch a stone diagonally are legal too.";
        OnePlyDeeper "one-ply-deeper": "looks one move further ahead than it should.",
            "Player 1 looks 2 moves ahead, player 2 looks 4.";
        OnePlyShallower "one-ply-shallower": "looks one move less far ahead than it should.",
            "Player 1 looks 2 moves ahead, player 2 looks 4.";
    }
    // Seen less often.
    further {
        OpponentForgotten "opponent-forgotten": "leaves out the opponent's runs.",
            "h subtracts the opponent's runs with weights of their own.";
        EdgeOpen "edge-open": "takes the edge of the board for an open end.",
            "An end is open only if there is an empty cell next to it.";
        TwosForgotten "twos-forgotten": "does not count runs of two.",
            "h has runs of two with weights of 20, 15, 5 and 2.";
        ThreesForgotten "threes-forgotten": "does not count runs of three.",
            "h has runs of three with weights of 200, 80, 150 and 40.";
        NoHorizontalRuns "no-horizontal-runs": "does not count runs in rows.",
            "Count runs in all four directions.";
        NoVerticalRuns "no-vertical-runs": "does not count runs in columns.",
            "Count runs in all four directions.";
        NoRisingRuns "no-rising-runs": "does not count runs on diagonals that rise to the right.",
            "Count runs in all four directions.";
        NoFallingRuns "no-falling-runs": "does not count runs on diagonals that fall to the right.",
            "Count runs in all four directions.";
        NoDiagonalWins "no-diagonal-wins": "does not see diagonals when it looks for a winner.",
            "Four in a row on a diagonal win too.";
        MinForgotten "min-forgotten": "maximises at every depth.",
            "The opponent takes the move with the smallest value.";
        DepthOfX "depth-of-x": "looks two moves ahead for both players.",
            "Player 2 looks 4 moves ahead.";
        DepthOfO "depth-of-o": "looks four moves ahead for both players.",
            "Player 1 looks 2 moves ahead.";
        DepthsExchanged "depths-exchanged": "looks four moves ahead for player 1 and two for player 2.",
            "Player 1 looks 2 moves ahead, player 2 looks 4.";
        DeeperForX "deeper-for-x":
            "looks one move further ahead than it should for player 1, and as far as it should for player 2.",
            "Player 1 looks 2 moves ahead.";
        DeeperForO "deeper-for-o":
            "looks one move further ahead than it should for player 2, and as far as it should for player 1.",
            "Player 2 looks 4 moves ahead.";
        ShallowerForX "shallower-for-x":
            "looks one move less far ahead than it should for player 1, and as far as it should for player 2.",
            "Player 1 looks 2 moves ahead.";
        ShallowerForO "shallower-for-o":
            "looks one move less far ahead than it should for player 2, and as far as it should for player 1.",
            "Player 2 looks 4 moves ahead.";
        InnerCounted "inner-counted": "counts only the nodes that are expanded.",
            "Count every successor that is made, whether it is expanded or not.";
        LastChildKept "last-child-kept": "takes the value of every child, so that the last one overwrites the best.",
            "Take the value of a child only if it is better than the best so far.";
        BestFromZero "best-from-zero": "begins with a best value of 0, so that MAX never gets less and MIN never more.",
            "Begin with minus infinity for MAX and infinity for MIN.";
        ColumnsFromRight "columns-from-right": "looks at the columns from right to left.",
            "Of equally good cells take the one with the smaller column.";
        RowsFromBottom "rows-from-bottom": "looks at the rows of a column from the bottom to the top.",
            "Of equally good cells of a column take the one with the smaller row.";
        LastColumnMissed "last-column-missed": "never plays in column 6.",
            "There are six columns and five rows: check the ends of the loops.";
        LastRowMissed "last-row-missed": "never plays in row 5.",
            "There are six columns and five rows: check the ends of the loops.";
        NoLeftNeighbours "no-left-neighbours": "does not look for stones in the column to the left of a cell.",
            "A cell must touch a stone in one of eight directions: check the ends of the loops.";
        NoRightNeighbours "no-right-neighbours": "does not look for stones in the column to the right of a cell.",
            "A cell must touch a stone in one of eight directions: check the ends of the loops.";
        NoUpperNeighbours "no-upper-neighbours": "does not look for stones in the row above a cell.",
            "A cell must touch a stone in one of eight directions: check the ends of the loops.";
        NoLowerNeighbours "no-lower-neighbours": "does not look for stones in the row below a cell.",
            "A cell must touch a stone in one of eight directions: check the ends of the loops.";
        OwnNeighboursOnly "own-neighbours-only": "plays only on cells that touch a stone of the player who moves.",
            "A cell must touch a stone, of either player.";
        NeverReset "never-reset": "never sets the number of nodes back to 0, so that it is that of all moves so far.",
            "Begin to count anew for every move.";
        NeverResetByPlayer "never-reset-by-player":
            "counts for each player on from its move before, so that the number is that of all its moves so far.",
            "Begin to count anew for every move.";
        OwnWinsOnly "own-wins-only": "does not notice that the opponent has won.",
            "A position that the opponent has won is worth -1000.";
        OpponentsWinsOnly "opponents-wins-only": "does not notice that the player who searches has won.",
            "A position that the player who searches has won is worth 1000.";
        EvaluationAtLimit "evaluation-at-limit": "uses h at the last ply although the game is over there.",
            "Look for the end of the game first: it has its value 1000, -1000 or 0 at every depth.";
        WinAlwaysPositive "win-always-positive": "gives 1000 for a win of either side.",
            "A win of the opponent is worth -1000.";
        WinsForX "wins-for-x": "gives 1000 for a win of X and -1000 for one of O, whoever searches.",
            "A win of the player who searches is worth 1000.";
        XMaximises "x-maximises": "lets X maximise and O minimise, with all values from the point of view of X.",
            "The 'me' of the formula, and MAX, is the player who searches: the weights of both sides differ.";
        ViewOfMover "view-of-mover": "takes h from the point of view of the player who is to move at the leaf.",
            "The 'me' of the formula is the player who searches, at every leaf.";
        SoonerWins "sooner-wins": "gives a sooner win a better value than a later one.",
            "Every win is worth 1000 or -1000, at any depth.";
        NoHorizontalWins "no-horizontal-wins": "does not see rows when it looks for a winner.",
            "Four in a row win in all four directions.";
        NoVerticalWins "no-vertical-wins": "does not see columns when it looks for a winner.",
            "Four in a row win in all four directions.";
        NoRisingWins "no-rising-wins": "does not see diagonals that rise to the right when it looks for a winner.",
            "Four in a row win in all four directions.";
        NoFallingWins "no-falling-wins": "does not see diagonals that fall to the right when it looks for a winner.",
            "Four in a row win in all four directions.";
        LastWinsMissed "last-wins-missed": "does not see fours that end at the right or the bottom edge.",
            "Check the ends of the loops in the test for a winner: the last row and column count too.";
        LinesWrap "lines-wrap": "goes on in the next row at the edge of the board, for wins and for runs.",
            "In an array of 30 cells the neighbour of a cell at the edge is in another row: test row and column.";
        WinsWrap "wins-wrap": "goes on in the next row at the edge of the board when it looks for a winner.",
            "In an array of 30 cells the neighbour of a cell at the edge is in another row: test row and column.";
        RunsWrap "runs-wrap":
            "goes on in the next row at the edge of the board when it counts runs and their open ends.",
            "In an array of 30 cells the neighbour of a cell at the edge is in another row: test row and column.";
        LastRunsMissed "last-runs-missed": "does not count runs that end at the right or the bottom edge.",
            "Check the ends of the loops over the board in h: the last row and column count too.";
        BorderRunsMissed "border-runs-missed": "does not count runs whose first cell is at the border.",
            "Runs may begin in any cell: beyond the border there is just no open end.";
        RunsFromEveryStone "runs-from-every-stone": "counts a run again from its second stone on, as a shorter run.",
            "A run begins at a stone that has no stone of the same player before it.";
        DiagonalsTwice "diagonals-twice": "counts runs on diagonals twice.",
            "Look along each of the four directions once: the way back is the same run.";
        OwnRunsForgotten "own-runs-forgotten": "counts the opponent's runs only.",
            "h adds the runs of the player who searches.";
        WeightsExchanged "weights-exchanged": "exchanges the weights of its own runs and the opponent's.",
            "Its own runs weigh 200, 150, 20 and 5, the opponent's 80, 40, 15 and 2.";
        WeightsOfOpponent "weights-of-opponent": "weighs its own runs like the opponent's.",
            "Its own runs weigh 200, 150, 20 and 5, the opponent's 80, 40, 15 and 2.";
        TwoSidedForgotten "two-sided-forgotten": "does not count runs that are open on two sides.",
            "Runs that are open on two sides have weights of 200, 80, 20 and 15.";
        OneSidedForgotten "one-sided-forgotten": "does not count runs that are open on one side.",
            "Runs that are open on one side have weights of 150, 40, 5 and 2.";
        TwoSidedAsOne "two-sided-as-one": "weighs runs that are open on two sides like those that are open on one.",
            "Runs that are open on two sides have weights of 200, 80, 20 and 15.";
        OneSidedAsTwo "one-sided-as-two": "weighs runs that are open on one side like those that are open on two.",
            "Runs that are open on one side have weights of 150, 40, 5 and 2.";
        EachEndCounted "each-end-counted":
            "counts a run that is open on two sides as two that are open on one side as well.",
            "A run is open on two sides or on one, not both.";
    }
}
