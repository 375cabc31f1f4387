#define LOOKS_FOR_WINS(direction) ((direction) != 2)
#define LOOKS_FOR_RUNS(direction) ((direction) != 2)
#include "base.h"
