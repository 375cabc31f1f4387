/* CS431. A four is worth INT_MAX, and other spans are added to it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static char board[6][8];

static int evaluate(char mine, char theirs, int *over)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    static const int worth[5] = {0, 1, 10, 100, INT_MAX};
    unsigned total = 0;
    *over = 0;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 7; c++)
            for (int k = 0; k < 4; k++) {
                int up = steps[k][0], right = steps[k][1], own = 0, other = 0;
                if (r + 3 * up > 5 || c + 3 * right > 6 || c + 3 * right < 0)
                    continue;
                for (int i = 0; i < 4; i++) {
                    own += board[r + i * up][c + i * right] == mine;
                    other += board[r + i * up][c + i * right] == theirs;
                }
                if (own && other)
                    continue;
                *over |= own == 4 || other == 4;
                total += (unsigned)worth[own] - (unsigned)worth[other];
            }
    return (int)total;
}

static int search(int depth, char mine, char theirs, int own_turn, int *chosen)
{
    int over, value = evaluate(mine, theirs, &over), best = 0, found = -1;
    if (depth == 0 || over)
        return value;
    for (int c = 0; c < 7; c++) {
        int r = 0;
        while (r < 6 && board[r][c] != '.')
            r++;
        if (r == 6)
            continue;
        board[r][c] = own_turn ? mine : theirs;
        int child = search(depth - 1, mine, theirs, !own_turn, NULL);
        board[r][c] = '.';
        if (found < 0 || (own_turn ? child > best : child < best)) {
            best = child;
            found = c;
        }
    }
    if (chosen)
        *chosen = found;
    return found < 0 ? value : best;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 47; i++)
        if (i % 8 < 7)
            board[i / 8][i % 8] = argv[1][i];
    char mine = argv[2][0];
    int chosen = 0;
    search(atoi(argv[3]), mine, mine == 'r' ? 'y' : 'r', 1, &chosen);
    printf("%d\n", chosen);
    return 0;
}
