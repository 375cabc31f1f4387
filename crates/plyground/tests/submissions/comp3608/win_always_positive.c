#define UTILITY(winner) 10000
#include "base.h"
