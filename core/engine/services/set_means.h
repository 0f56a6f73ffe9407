/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of the mean over topics of a quantity of a set, as in measures/services.h.
 *
 * Apart from services.c because methods for means are not those for one topic.
 */
#pragma once

#include "core/base/err.h"
#include "measures/measure.h"

int set_mean(const struct topics_view *v, enum measured_quantity quantity,
	     const struct parameters *p, const struct estimate_request *q, struct estimate *out,
	     struct err *e);
