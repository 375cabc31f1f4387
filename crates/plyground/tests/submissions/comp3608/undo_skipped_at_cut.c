#define UNDO_BEFORE_CUT 0
#include "base.h"
