#define MAXIMISES(mover) 1
#include "base.h"
