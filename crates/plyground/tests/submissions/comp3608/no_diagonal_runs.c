#define LOOKS_FOR_RUNS(direction) ((direction) < 2)
#include "base.h"
