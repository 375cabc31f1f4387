#define UTILITY(winner) evaluation()
#include "base.h"
