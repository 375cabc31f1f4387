#define DEPTH(depth) ((depth) - 1)
#include "base.h"
