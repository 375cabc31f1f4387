#define PASSED_BETA(ply, beta) INF
#include "base.h"
