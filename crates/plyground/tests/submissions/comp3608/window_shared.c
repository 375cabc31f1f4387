#define SHARED
#include "base.h"
