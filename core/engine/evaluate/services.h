/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions that measures find in their views (measures/services.h).
 */
#pragma once

#include "measures/services.h"

extern const struct services services;
