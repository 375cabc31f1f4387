#define PRUNES(algorithm) 1
#include "base.h"
