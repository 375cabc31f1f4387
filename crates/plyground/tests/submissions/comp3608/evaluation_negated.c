#define EVALUATION (score('y') - score('r'))
#include "base.h"
