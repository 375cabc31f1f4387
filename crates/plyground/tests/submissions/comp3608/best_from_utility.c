#define WORST 10000
#include "base.h"
