/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of what measures estimate, and the functions that measures find in their views
 * (measures/services.h).
 */
#pragma once

#include "measures/pair.h"

extern const struct services services;

/* What measures of pairs say: a list that grows. */
struct figures {
	struct figure *figure;
	size_t count, room;
	bool failed; /* memory ran out */
};

/* A plugin's figure may be shorter, if it was built for an earlier version: the rest is 0. */
void figures_add(struct figures *f, const struct figure *x, size_t size);
void figures_release(struct figures *f);
