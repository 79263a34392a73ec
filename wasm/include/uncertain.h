// Older names for the uncertainty API: libUncertainDoubleGaussDist is UxHwDoubleGaussDist, and so on.
#ifndef UNCERTAIN_H
#define UNCERTAIN_H

#include <uxhw.h>

// @older names

#endif  // UNCERTAIN_H
