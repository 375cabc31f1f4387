#define EVALUATION score('r')
#include "base.h"
