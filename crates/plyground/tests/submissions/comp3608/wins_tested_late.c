#define WINS_LATE 1
#include "base.h"
