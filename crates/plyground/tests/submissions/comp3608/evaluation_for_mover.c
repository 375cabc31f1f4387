#define EVALUATION (first == 'r' ? score('r') - score('y') : score('y') - score('r'))
#include "base.h"
