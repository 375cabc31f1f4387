#define COLUMN(i) ("3241506"[i] - '0')
#include "base.h"
