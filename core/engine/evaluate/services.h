/*
 * The functions that measures find in their views (measures/services.h).
 */
#pragma once

#include "measures/services.h"

extern const struct services services;
