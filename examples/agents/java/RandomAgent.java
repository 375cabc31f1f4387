import java.io.*;
import java.util.*;

/** A player that speaks Plyground's line protocol (docs/line-protocol.md): random legal moves in any game. */
public class RandomAgent {
    private static final Random RANDOM = new Random();

    /** The place for something better. The moves are those that are legal, as text. */
    static String choose(String game, String board, String side, List<String> moves) {
        return moves.get(RANDOM.nextInt(moves.size()));
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        List<String> position = List.of();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            List<String> words = List.of(line.trim().split("\\s+"));
            switch (words.get(0)) {
                case "plyground": System.out.println("name Random moves from Java"); break;
                case "isready": System.out.println("readyok"); break;
                case "position": position = words; break;
                case "go":
                    List<String> moves = position.subList(5, position.size());
                    String move = choose(position.get(1), position.get(2), position.get(3), moves);
                    System.out.println("bestmove " + move);
                    break;
                case "quit": return;
            }
            System.out.flush();
        }
    }
}
