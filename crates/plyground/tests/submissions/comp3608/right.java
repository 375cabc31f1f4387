// COMP3608 in Java, right: copies of the board, one function for MAX and one for MIN.
class ConnectFour {
    static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    static int nodes = 0;
    static boolean prune;

    static char at(char[][] board, int row, int col) {
        return row < 0 || row >= 6 || col < 0 || col >= 7 ? ' ' : board[row][col];
    }

    /** Number of maximal runs of this length; 4 stands for four or more. */
    static int inARow(int count, char[][] board, char player) {
        int found = 0;
        for (int row = 0; row < 6; row++) {
            for (int col = 0; col < 7; col++) {
                for (int[] d : DIRECTIONS) {
                    if (at(board, row, col) != player || at(board, row - d[0], col - d[1]) == player) {
                        continue;
                    }
                    int length = 1;
                    while (at(board, row + length * d[0], col + length * d[1]) == player) {
                        length++;
                    }
                    if (Math.min(length, 4) == count) {
                        found++;
                    }
                }
            }
        }
        return found;
    }

    static int score(char[][] board, char player) {
        int tokens = 0;
        for (char[] row : board) {
            for (char cell : row) {
                tokens += cell == player ? 1 : 0;
            }
        }
        return tokens + 10 * inARow(2, board, player) + 100 * inARow(3, board, player)
                + 1000 * inARow(4, board, player);
    }

    static boolean isFull(char[][] board) {
        return new String(board[5]).indexOf('.') < 0;
    }

    /** The value of a leaf, or null. */
    static Integer leaf(char[][] board, int depth) {
        nodes++;
        if (inARow(4, board, 'r') > 0) {
            return 10000;
        }
        if (inARow(4, board, 'y') > 0) {
            return -10000;
        }
        return depth == 0 || isFull(board) ? (Integer) (score(board, 'r') - score(board, 'y')) : null;
    }

    static char[][] drop(char[][] board, int col, char player) {
        char[][] copy = new char[6][];
        for (int row = 0; row < 6; row++) {
            copy[row] = board[row].clone();
        }
        for (int row = 0; row < 6; row++) {
            if (copy[row][col] == '.') {
                copy[row][col] = player;
                return copy;
            }
        }
        return null;
    }

    /** Value and column. */
    static int[] max(char[][] board, int depth, int alpha, int beta) {
        Integer leaf = leaf(board, depth);
        if (leaf != null) {
            return new int[] {leaf, 0};
        }
        int[] best = {Integer.MIN_VALUE, 0};
        for (int col = 0; col < 7; col++) {
            char[][] child = drop(board, col, 'r');
            if (child == null) {
                continue;
            }
            int value = min(child, depth - 1, alpha, beta)[0];
            if (value > best[0]) {
                best = new int[] {value, col};
            }
            alpha = Math.max(alpha, value);
            if (prune && alpha >= beta) {
                break;
            }
        }
        return best;
    }

    static int[] min(char[][] board, int depth, int alpha, int beta) {
        Integer leaf = leaf(board, depth);
        if (leaf != null) {
            return new int[] {leaf, 0};
        }
        int[] best = {Integer.MAX_VALUE, 0};
        for (int col = 0; col < 7; col++) {
            char[][] child = drop(board, col, 'y');
            if (child == null) {
                continue;
            }
            int value = max(child, depth - 1, alpha, beta)[0];
            if (value < best[0]) {
                best = new int[] {value, col};
            }
            beta = Math.min(beta, value);
            if (prune && alpha >= beta) {
                break;
            }
        }
        return best;
    }

    public static void main(String[] args) {
        char[][] board = new char[6][];
        String[] rows = args[0].split(",");
        for (int row = 0; row < 6; row++) {
            board[row] = rows[row].toCharArray();
        }
        prune = args[2].equals("A");
        int depth = Integer.parseInt(args[3]);
        int[] best = args[1].equals("red")
                ? max(board, depth, Integer.MIN_VALUE, Integer.MAX_VALUE)
                : min(board, depth, Integer.MIN_VALUE, Integer.MAX_VALUE);
        System.out.println(best[1]);
        System.out.println(nodes);
    }
}
