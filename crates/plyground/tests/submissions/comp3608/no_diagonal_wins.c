#define LOOKS_FOR_WINS(direction) ((direction) < 2)
#include "base.h"
