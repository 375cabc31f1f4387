#define PRINTED(column) ((column) + 1)
#include "base.h"
