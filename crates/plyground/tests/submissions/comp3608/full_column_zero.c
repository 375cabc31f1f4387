/* The loop goes on with the next column after this. */
#define AT_FULL \
    { \
        if (red ? 0 > best : 0 < best) { \
            best = 0; \
            if (ply == 0) \
                column_to_play = col; \
        } \
        continue; \
    }
#include "base.h"
