#define COUNTED(ply, node) ((node) == EXPANDED)
#include "base.h"
