#define FULL_EXPANDED 1
#include "base.h"
