// Homework 2: the best column for STATE red|yellow DEPTH.
public class ConnectFour {
    static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    static final long[] WORTH = {0, 1, 10, 100};
    static final long INFINITE = 1_000_000;

    static char[][] board = new char[6][];
    static char me;
    static char you;

    public static void main(String[] args) {
        String[] rows = args[0].split(",");
        for (int row = 0; row < 6; row++) {
            board[row] = rows[row].toCharArray();
        }
        me = args[1].charAt(0);
        you = me == 'r' ? 'y' : 'r';
        int best = -1;
        long most = 0;
        for (int column = 0; column < 7; column++) {
            int row = landing(column);
            if (row < 6) {
                board[row][column] = me;
                long value = value(Integer.parseInt(args[2]) - 1, false);
                board[row][column] = '.';
                if (best < 0 || value > most) {
                    best = column;
                    most = value;
                }
            }
        }
        System.out.println(best);
    }

    static int landing(int column) {
        int row = 0;
        while (row < 6 && board[row][column] != '.') {
            row++;
        }
        return row;
    }

    static long value(int depth, boolean mine) {
        long now = evaluation();
        if (depth == 0 || Math.abs(now) == INFINITE) {
            return now;
        }
        long best = mine ? Long.MIN_VALUE : Long.MAX_VALUE;
        boolean full = true;
        for (int column = 0; column < 7; column++) {
            int row = landing(column);
            if (row < 6) {
                full = false;
                board[row][column] = mine ? me : you;
                long value = value(depth - 1, !mine);
                board[row][column] = '.';
                best = mine ? Math.max(best, value) : Math.min(best, value);
            }
        }
        return full ? now : best;
    }

    static long evaluation() {
        long sum = 0;
        for (int row = 0; row < 6; row++) {
            for (int column = 0; column < 7; column++) {
                for (int[] direction : DIRECTIONS) {
                    int lastRow = row + 3 * direction[0];
                    int lastColumn = column + 3 * direction[1];
                    if (lastRow > 5 || lastColumn < 0 || lastColumn > 6) {
                        continue;
                    }
                    int mine = 0;
                    int yours = 0;
                    for (int k = 0; k < 4; k++) {
                        char cell = board[row + k * direction[0]][column + k * direction[1]];
                        mine += cell == me ? 1 : 0;
                        yours += cell == you ? 1 : 0;
                    }
                    if (mine == 4) {
                        return INFINITE;
                    }
                    if (yours == 4) {
                        return -INFINITE;
                    }
                    if (mine == 0 || yours == 0) {
                        sum += WORTH[mine] - WORTH[yours];
                    }
                }
            }
        }
        return sum;
    }
}
