#define MAXIMISES(mover) ((mover) == first)
#include "base.h"
