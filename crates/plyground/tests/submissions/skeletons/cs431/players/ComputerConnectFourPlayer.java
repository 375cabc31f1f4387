package players;

/** The computer player of CS431 in the course's packages: minimax over spans of four. */
public class ComputerConnectFourPlayer extends ConnectFourPlayer {
    private final int depth;

    public ComputerConnectFourPlayer(int depth, byte side) {
        super(side);
        this.depth = depth;
    }

    @Override
    public int getNextPlay(byte[][] board) {
        int best = -1;
        long most = Long.MIN_VALUE;
        for (int column = 0; column < 7; column++) {
            int row = drop(board, column, side);
            if (row < 0) {
                continue;
            }
            long value = search(board, depth - 1, (byte) -side);
            board[row][column] = 0;
            if (best < 0 || value > most) {
                best = column;
                most = value;
            }
        }
        return best;
    }

    private static int drop(byte[][] board, int column, byte side) {
        for (int row = 5; row >= 0; row--) {
            if (board[row][column] == 0) {
                board[row][column] = side;
                return row;
            }
        }
        return -1;
    }

    private long search(byte[][] board, int left, byte side) {
        long value = evaluate(board);
        if (left == 0 || Math.abs(value) >= 1000000) {
            return value;
        }
        boolean found = false;
        long best = 0;
        for (int column = 0; column < 7; column++) {
            int row = drop(board, column, side);
            if (row < 0) {
                continue;
            }
            long child = search(board, left - 1, (byte) -side);
            board[row][column] = 0;
            if (!found || (side == this.side ? child > best : child < best)) {
                best = child;
            }
            found = true;
        }
        return found ? best : value;
    }

    private long evaluate(byte[][] board) {
        int[][] ways = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        long[] worth = {0, 1, 10, 100, 1000000};
        long total = 0;
        for (int row = 0; row < 6; row++) {
            for (int column = 0; column < 7; column++) {
                for (int[] way : ways) {
                    int lastRow = row + 3 * way[0];
                    int lastColumn = column + 3 * way[1];
                    if (lastRow > 5 || lastColumn > 6 || lastColumn < 0) {
                        continue;
                    }
                    int mine = 0;
                    int theirs = 0;
                    for (int i = 0; i < 4; i++) {
                        byte cell = board[row + i * way[0]][column + i * way[1]];
                        mine += cell == side ? 1 : 0;
                        theirs += cell == -side ? 1 : 0;
                    }
                    if (mine == 4) {
                        return 1000000;
                    }
                    if (theirs == 4) {
                        return -1000000;
                    }
                    if (mine == 0 || theirs == 0) {
                        total += worth[mine] - worth[theirs];
                    }
                }
            }
        }
        return total;
    }
}
