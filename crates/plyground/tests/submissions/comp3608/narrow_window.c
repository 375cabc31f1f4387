#define WINDOW 10000
#include "base.h"
