#define COUNTED(ply, node) ((node) != WON)
#include "base.h"
