import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.List;

/** A board of Max-Connect-Four. A file whose side to move does not fit its pieces is refused. */
public class GameBoard {
    private final int[][] cells = new int[6][7];
    private int pieces;

    public GameBoard(String file) throws Exception {
        List<String> lines = Files.readAllLines(Paths.get(file));
        for (int row = 0; row < 6; row++) {
            for (int column = 0; column < 7; column++) {
                cells[row][column] = lines.get(row).charAt(column) - '0';
                pieces += cells[row][column] == 0 ? 0 : 1;
            }
        }
        if (Integer.parseInt(lines.get(6).trim()) != turn()) {
            System.out.println("Problem: the current turn does not fit the number of pieces on the board");
            System.exit(1);
        }
    }

    public int turn() {
        return pieces % 2 + 1;
    }

    public maxconnect4.PlayerType player() {
        return turn() == 1 ? maxconnect4.PlayerType.RED : maxconnect4.PlayerType.GREEN;
    }

    public int pieces() {
        return pieces;
    }

    public boolean isFull() {
        return pieces == 42;
    }

    public boolean isOpen(int column) {
        return cells[0][column] == 0;
    }

    public void playPiece(int column) {
        int row = 5;
        while (cells[row][column] != 0) {
            row--;
        }
        cells[row][column] = turn();
        pieces++;
    }

    public void removePiece(int column) {
        int row = 0;
        while (cells[row][column] == 0) {
            row++;
        }
        cells[row][column] = 0;
        pieces--;
    }

    /** Quadruples of a side. */
    public int score(int side) {
        int[][] ways = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        int found = 0;
        for (int row = 0; row < 6; row++) {
            for (int column = 0; column < 7; column++) {
                for (int[] way : ways) {
                    int same = 0;
                    for (int i = 0; i < 4; i++) {
                        int r = row + i * way[0];
                        int c = column + i * way[1];
                        same += r < 6 && c >= 0 && c < 7 && cells[r][c] == side ? 1 : 0;
                    }
                    found += same == 4 ? 1 : 0;
                }
            }
        }
        return found;
    }

    public void print() {
        for (int[] row : cells) {
            StringBuilder line = new StringBuilder();
            for (int cell : row) {
                line.append(cell);
            }
            System.out.println(line);
        }
        System.out.println("score: red " + score(1) + ", green " + score(2) + ", " + player() + " is next");
    }

    public void save(String file) throws Exception {
        try (PrintWriter out = new PrintWriter(file)) {
            for (int[] row : cells) {
                for (int cell : row) {
                    out.print(cell);
                }
                out.println();
            }
            out.println(turn());
        }
    }
}
