package players;

/** A player: it has a side, 1 or -1, and is asked for a column. Row 0 of the board is the top row. */
public abstract class ConnectFourPlayer {
    protected final byte side;

    protected ConnectFourPlayer(byte side) {
        this.side = side;
    }

    public abstract int getNextPlay(byte[][] board);
}
