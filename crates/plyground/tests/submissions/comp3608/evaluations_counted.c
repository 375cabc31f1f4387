#define COUNTED(ply, node) ((node) == EVALUATED)
#include "base.h"
