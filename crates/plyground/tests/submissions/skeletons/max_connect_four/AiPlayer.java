/** Minimax to a depth over the difference of quadruples. */
public class AiPlayer {
    private final int depth;

    public AiPlayer(int depth) {
        this.depth = depth;
    }

    public int findBestPlay(GameBoard board) {
        int side = board.turn();
        int best = -1;
        int most = 0;
        for (int column = 0; column < 7; column++) {
            if (!board.isOpen(column)) {
                continue;
            }
            board.playPiece(column);
            int value = search(board, side, depth - 1);
            board.removePiece(column);
            if (best < 0 || value > most) {
                best = column;
                most = value;
            }
        }
        return best;
    }

    private int search(GameBoard board, int side, int left) {
        if (left <= 0 || board.isFull()) {
            return board.score(side) - board.score(3 - side);
        }
        boolean isMax = board.turn() == side;
        int best = isMax ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (int column = 0; column < 7; column++) {
            if (board.isOpen(column)) {
                board.playPiece(column);
                int value = search(board, side, left - 1);
                board.removePiece(column);
                best = isMax ? Math.max(best, value) : Math.min(best, value);
            }
        }
        return best;
    }
}
