/* CS4750 HW4: minimax for four in a row on 5 x 6. */
/* The program of the assignment. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#define ROWS 5
#define COLS 6
#define INF 1000000

static char board[ROWS][COLS];
static long generated;
static const int DR[4] = {0, 1, 1, 1};
static const int DC[4] = {1, 0, 1, -1};

static int inside(int r, int c) { return r >= 0 && r < ROWS && c >= 0 && c < COLS; }

static int is(int r, int c, char p) { return inside(r, c) && board[r][c] == p; }

static int has_won(char p) {
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            for (int d = 0; d < 4; d++) {
                int n = 0;
                while (n < 4 && is(r + n * DR[d], c + n * DC[d], p)) n++;
                if (n == 4) return 1;
            }
    return 0;
}

static int is_full(void) {
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            if (board[r][c] == ' ') return 0;
    return 1;
}

static int touches(int r, int c) {
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if ((dr || dc) && inside(r + dr, c + dc) && board[r + dr][c + dc] != ' ') return 1;
    return 0;
}

/* Runs of exactly len with so many open ends. */
static int runs(char p, int len, int open) {
    int found = 0;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            for (int d = 0; d < 4; d++) {
                if (!is(r, c, p) || is(r - DR[d], c - DC[d], p)) continue;
                int n = 0;
                while (is(r + n * DR[d], c + n * DC[d], p)) n++;
                int ends = is(r - DR[d], c - DC[d], ' ') + is(r + n * DR[d], c + n * DC[d], ' ');
                if (n == len && ends == open) found++;
            }
    return found;
}

static int h(char me) {
    char opp = me == 'x' ? 'o' : 'x';
    return 200 * runs(me, 3, 2) - 80 * runs(opp, 3, 2) + 150 * runs(me, 3, 1) - 40 * runs(opp, 3, 1)
         + 20 * runs(me, 2, 2) - 15 * runs(opp, 2, 2) + 5 * runs(me, 2, 1) - 2 * runs(opp, 2, 1);
}

static int minimax(char me, char mover, int depth, int *best_r, int *best_c) {
    char opp = me == 'x' ? 'o' : 'x';
    if (has_won(me)) return 1000;
    if (has_won(opp)) return -1000;
    if (is_full()) return 0;
    if (depth == 0) return h(me);
    int best = mover == me ? -INF : INF;
    for (int c = 0; c < COLS; c++)
        for (int r = 0; r < ROWS; r++) {
            if (board[r][c] != ' ' || !touches(r, c)) continue;
            int a, b;
            board[r][c] = mover;
            generated++;
            int v = minimax(me, mover == 'x' ? 'o' : 'x', depth - 1, &a, &b);
            board[r][c] = ' ';
            if (mover == me ? v > best : v < best) {
                best = v;
                *best_r = r;
                *best_c = c;
            }
        }
    return best;
}

static void show(int number, char p, int r, int c, double seconds) {
    printf("%d. %c [%d,%d] nodes %ld time %.3f s\n", number, p, r + 1, c + 1, generated, seconds);
}

int main(void) {
    memset(board, ' ', sizeof board);
    board[2][3] = 'x';
    show(1, 'x', 2, 3, 0);
    board[2][2] = 'o';
    show(2, 'o', 2, 2, 0);
    char mover = 'x';
    for (int number = 3; !has_won('x') && !has_won('o') && !is_full(); number++) {
        int r = 0, c = 0;
        clock_t start = clock();
        generated = 0;
        minimax(mover, mover, mover == 'x' ? 2 : 4, &r, &c);
        board[r][c] = mover;
        show(number, mover, r, c, (double)(clock() - start) / CLOCKS_PER_SEC);
        mover = mover == 'x' ? 'o' : 'x';
    }
    return 0;
}
