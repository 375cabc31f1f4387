#define FULL 0
#include "base.h"
