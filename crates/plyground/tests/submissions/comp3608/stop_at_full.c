#define AT_FULL break
#include "base.h"
