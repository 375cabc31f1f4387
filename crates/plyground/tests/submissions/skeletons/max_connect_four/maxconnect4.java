/** Max-Connect-Four with the classes of the course: one-move INPUT OUTPUT DEPTH. */
public class maxconnect4 {
    public enum PlayerType { RED, GREEN }

    public static void main(String[] args) throws Exception {
        if (args.length != 4 || !args[0].equals("one-move")) {
            System.out.println("Four command-line arguments are needed");
            System.exit(1);
        }
        GameBoard board = new GameBoard(args[1]);
        AiPlayer player = new AiPlayer(Integer.parseInt(args[3]));
        board.print();
        if (!board.isFull()) {
            int column = player.findBestPlay(board);
            board.playPiece(column);
            System.out.println("move " + board.pieces() + ": column " + (column + 1));
            board.print();
        }
        board.save(args[2]);
    }
}
