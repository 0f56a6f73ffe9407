/*
 * The functions that measures find in their views (measures/services.h).
 */
#ifndef ENGINE_EVALUATE_SERVICES_H
#define ENGINE_EVALUATE_SERVICES_H

#include "measures/services.h"

extern const struct services services;

#endif
