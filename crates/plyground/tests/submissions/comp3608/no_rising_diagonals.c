#define LOOKS_FOR_WINS(direction) ((direction) != 3)
#define LOOKS_FOR_RUNS(direction) ((direction) != 3)
#include "base.h"
