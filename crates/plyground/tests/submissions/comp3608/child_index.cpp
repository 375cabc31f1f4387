// COMP3608 in C++, one mistake, child-index: negamax on a string, values from the point of view of the side to move.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>

using Board = std::string;  // 42 cells, the bottom row first

static long examined = 0;
static int played = 0;

static char cell(const Board &board, int row, int col)
{
    return row < 0 || row > 5 || col < 0 || col > 6 ? ' ' : board[7 * row + col];
}

// Adds up SCORE; a run of four or more sets `won`.
static int score(const Board &board, char player, bool &won)
{
    const int rows[] = {0, 1, 1, 1}, cols[] = {1, 0, 1, -1};
    int total = static_cast<int>(std::count(board.begin(), board.end(), player));
    for (int row = 0; row < 6; ++row)
        for (int col = 0; col < 7; ++col)
            for (int d = 0; d < 4; ++d) {
                if (cell(board, row, col) != player || cell(board, row - rows[d], col - cols[d]) == player)
                    continue;
                int length = 1;
                while (cell(board, row + length * rows[d], col + length * cols[d]) == player)
                    ++length;
                won = won || length >= 4;
                total += length >= 4 ? 1000 : length == 3 ? 100 : length == 2 ? 10 : 0;
            }
    return total;
}

static int negamax(Board &board, char mover, int depth, bool prune, int alpha, int beta, bool root)
{
    ++examined;
    const int sign = mover == 'r' ? 1 : -1;
    bool red_won = false, yellow_won = false;
    const int value = score(board, 'r', red_won) - score(board, 'y', yellow_won);
    if (red_won)
        return sign * 10000;
    if (yellow_won)
        return -sign * 10000;
    if (depth == 0 || board.find('.') == Board::npos)
        return sign * value;
    int best = -std::numeric_limits<int>::max();
    int child = 0;
    for (int col = 0; col < 7; ++col) {
        int at = col;
        while (at < 42 && board[at] != '.')
            at += 7;
        if (at >= 42)
            continue;
        board[at] = mover;
        const int found = -negamax(board, mover == 'r' ? 'y' : 'r', depth - 1, prune, -beta, -alpha, false);
        board[at] = '.';
        if (found > best) {
            best = found;
            if (root)
                played = child;
        }
        ++child;
        alpha = std::max(alpha, best);
        if (prune && alpha >= beta)
            break;
    }
    return best;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    Board board = argv[1];
    board.erase(std::remove(board.begin(), board.end(), ','), board.end());
    const int infinity = std::numeric_limits<int>::max();
    negamax(board, argv[2][0], std::atoi(argv[4]), argv[3][0] == 'A', -infinity, infinity, true);
    std::cout << played << '\n' << examined << '\n';
}
