#define PASSED_ALPHA(ply, alpha) (red ? best : -INF)
#define PASSED_BETA(ply, beta) (red ? INF : best)
#include "base.h"
