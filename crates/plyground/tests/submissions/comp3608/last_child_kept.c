#define TAKES(is_better) 1
#include "base.h"
