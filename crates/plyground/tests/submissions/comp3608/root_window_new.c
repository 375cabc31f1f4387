#define PASSED_ALPHA(ply, alpha) ((ply) == 0 ? -INF : (alpha))
#define PASSED_BETA(ply, beta) ((ply) == 0 ? INF : (beta))
#include "base.h"
