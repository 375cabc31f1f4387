/* A player that speaks Plyground's line protocol (docs/line-protocol.md): random legal moves in any game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LINE 1024 /* no line of the protocol is longer */

/* The place for something better. The moves are those that are legal, as text. */
static const char *choose(const char *game, const char *board, const char *side, char **moves, int count) {
    (void)game, (void)board, (void)side;
    return moves[rand() % count];
}

int main(void) {
    char line[LINE], position[LINE], *words[LINE / 2];
    int count = 0;
    srand((unsigned)time(NULL));
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "plyground", 9)) {
            puts("name Random moves from C");
        } else if (!strncmp(line, "isready", 7)) {
            puts("readyok");
        } else if (!strncmp(line, "position", 8)) { /* position GAME BOARD SIDE moves MOVE... */
            strcpy(position, line);
            count = 0;
            for (char *word = strtok(position, " \r\n"); word; word = strtok(NULL, " \r\n")) words[count++] = word;
        } else if (!strncmp(line, "go", 2) && count > 5) {
            printf("bestmove %s\n", choose(words[1], words[2], words[3], words + 5, count - 5));
        } else if (!strncmp(line, "quit", 4)) {
            return 0;
        }
        fflush(stdout); /* without this the answer waits in a buffer, and the move is late */
    }
    return 0;
}
