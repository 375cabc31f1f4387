#define TESTS(ply) ((ply) > 0)
#include "base.h"
