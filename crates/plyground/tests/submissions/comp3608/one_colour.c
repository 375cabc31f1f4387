#define DROPPED(mover) first
#include "base.h"
