#define TESTED(before, after) (before)
#include "base.h"
