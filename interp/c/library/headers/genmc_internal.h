#ifndef _GENMC_INTERNAL_H
#define _GENMC_INTERNAL_H
#include <genmc.h>
#endif
