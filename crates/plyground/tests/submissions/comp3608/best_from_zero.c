#define WORST 0
#include "base.h"
