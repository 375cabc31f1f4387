#define DEPTH(depth) (2 * (depth))
#include "base.h"
