/* COMP3608 in C: ConnectFour STATE red|yellow M|A DEPTH.
 *
 * right.c is this program as it stands. Each other program beside it changes one of the definitions below,
 * and makes one mistake by that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INF 1000000000
enum node { WON, EVALUATED, EXPANDED };

#ifndef PRUNES
#define PRUNES(algorithm) ((algorithm) == 'A')
#endif
#ifndef DEPTH
#define DEPTH(depth) (depth)
#endif
#ifndef FIRST
#define FIRST(side) ((side)[0])
#endif
#ifndef WINDOW
#define WINDOW INF
#endif
#ifndef PASSED_ALPHA
#define PASSED_ALPHA(ply, alpha) (alpha)
#endif
#ifndef PASSED_BETA
#define PASSED_BETA(ply, beta) (beta)
#endif
#ifndef TESTED
#define TESTED(before, after) (after)
#endif
#ifndef COUNTED
#define COUNTED(ply, node) 1
#endif
#ifndef MADE
#define MADE 0
#endif
#ifndef COLUMN
#define COLUMN(i) (i)
#endif
#ifndef AT_FULL
#define AT_FULL continue
#endif
#ifndef UNDO_BEFORE_CUT
#define UNDO_BEFORE_CUT 1
#endif
#ifndef WORST
#define WORST INF
#endif
#ifndef PRINTED
#define PRINTED(column) (column)
#endif
#ifndef MAXIMISES
#define MAXIMISES(mover) ((mover) == 'r')
#endif
#ifndef DROPPED
#define DROPPED(mover) (mover)
#endif
#ifndef SETS_COLUMN
#define SETS_COLUMN(ply) ((ply) == 0)
#endif
#ifndef TAKES
#define TAKES(is_better) (is_better)
#endif
#ifndef WINS_LATE
#define WINS_LATE 0
#endif
#ifndef FULL_EXPANDED
#define FULL_EXPANDED 0
#endif
#ifndef UTILITY
#define UTILITY(winner) ((winner) == 'r' ? 10000 : -10000)
#endif
#ifndef FULL
#define FULL evaluation()
#endif
#ifndef EVALUATION
#define EVALUATION (score('r') - score('y'))
#endif
#ifndef LOOKS_FOR_WINS
#define LOOKS_FOR_WINS(direction) 1
#endif
#ifndef LOOKS_FOR_RUNS
#define LOOKS_FOR_RUNS(direction) 1
#endif

/* Directions: 0 vertical, 1 horizontal, 2 falling, 3 rising. */
static const int DR[] = {1, 0, -1, 1}, DC[] = {0, 1, 1, 1};
static char board[6][8];
static char first;
static int limit, prunes, column_to_play;
static long nodes;
#ifdef SHARED
static int alpha = -WINDOW, beta = WINDOW;
#endif

static int at(int row, int col, char player)
{
    return row >= 0 && row < 6 && col >= 0 && col < 7 && board[row][col] == player;
}

/* Length of the maximal run that begins here, 0 if none does. */
static int run(int row, int col, int d, char player)
{
    int length = 0;
    if (!at(row, col, player) || at(row - DR[d], col - DC[d], player))
        return 0;
    while (at(row + length * DR[d], col + length * DC[d], player))
        length++;
    return length;
}

static int score(char player)
{
    int total = 0;
    for (int row = 0; row < 6; row++)
        for (int col = 0; col < 7; col++) {
            total += at(row, col, player);
            for (int d = 0; d < 4; d++) {
                int length = LOOKS_FOR_RUNS(d) ? run(row, col, d, player) : 0;
                total += length >= 4 ? 1000 : length == 3 ? 100 : length == 2 ? 10 : 0;
            }
        }
    return total;
}

static int evaluation(void)
{
    return EVALUATION;
}

static int has_won(char player)
{
    for (int row = 0; row < 6; row++)
        for (int col = 0; col < 7; col++)
            for (int d = 0; d < 4; d++)
                if (LOOKS_FOR_WINS(d) && run(row, col, d, player) >= 4)
                    return 1;
    return 0;
}

static int search(int ply, int given_alpha, int given_beta)
{
    char mover = ply % 2 == 0 ? first : first == 'r' ? 'y' : 'r';
    char winner = has_won('r') ? 'r' : has_won('y') ? 'y' : 0;
    int full = strchr(board[5], '.') == NULL;
    if (winner && (!WINS_LATE || ply == limit || full)) {
        nodes += COUNTED(ply, WON);
        return UTILITY(winner);
    }
    if (ply == limit || (full && !FULL_EXPANDED)) {
        nodes += COUNTED(ply, EVALUATED);
        return full ? FULL : evaluation();
    }
    nodes += COUNTED(ply, EXPANDED);
    int red = MAXIMISES(mover);
    int best = red ? -WORST : WORST;
#ifndef SHARED
    int alpha = given_alpha, beta = given_beta;
#endif
    for (int i = 0; i < 7; i++)
        nodes += MADE * (board[5][COLUMN(i)] == '.');
    for (int i = 0; i < 7; i++) {
        int col = COLUMN(i), row = 0;
        if (board[5][col] != '.')
            AT_FULL;
        while (board[row][col] != '.')
            row++;
        board[row][col] = DROPPED(mover);
        int value = search(ply + 1, PASSED_ALPHA(ply, alpha), PASSED_BETA(ply, beta));
        if (UNDO_BEFORE_CUT)
            board[row][col] = '.';
        if (TAKES(red ? value > best : value < best)) {
            best = value;
            if (SETS_COLUMN(ply))
                column_to_play = col;
        }
        int old_alpha = alpha, old_beta = beta;
        if (red && best > alpha)
            alpha = best;
        if (!red && best < beta)
            beta = best;
        if (prunes && TESTED(old_alpha, alpha) >= TESTED(old_beta, beta))
            break;
        board[row][col] = '.';
    }
    if (winner)
        return UTILITY(winner);
    return best;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    for (int row = 0; row < 6; row++)
        memcpy(board[row], argv[1] + 8 * row, 7);
    first = FIRST(argv[2]);
    prunes = PRUNES(argv[3][0]);
    limit = DEPTH(atoi(argv[4]));
    search(0, -WINDOW, WINDOW);
    printf("%d\n%ld\n", PRINTED(column_to_play), nodes);
    return 0;
}
