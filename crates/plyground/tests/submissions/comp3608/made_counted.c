#define COUNTED(ply, node) ((ply) == 0)
#define MADE 1
#include "base.h"
