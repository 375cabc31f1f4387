#define LOOKS_FOR_WINS(direction) ((direction) != 0)
#define LOOKS_FOR_RUNS(direction) ((direction) != 0)
#include "base.h"
