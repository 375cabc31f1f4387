package graphics;

import javax.swing.JFrame;
import players.ComputerConnectFourPlayer;

/** The window of the game, which the marker never opens. One argument: the plies to look ahead. */
public class ConnectFour extends JFrame {
    private static final byte COMPUTER = -1;

    public static void main(String[] args) {
        int plies = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        ComputerConnectFourPlayer computer = new ComputerConnectFourPlayer(plies, COMPUTER);
        new ConnectFour().setTitle("column " + computer.getNextPlay(new byte[6][7]));
    }
}
