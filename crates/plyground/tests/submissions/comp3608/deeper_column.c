#define SETS_COLUMN(ply) 1
#include "base.h"
