#define FIRST(side) 'r'
#include "base.h"
