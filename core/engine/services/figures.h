/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What measures of pairs say: a list that grows.
 */
#pragma once

#include "measures/pair.h"

struct figures {
	struct figure *figure;
	size_t count, room;
	bool failed; /* memory ran out */
};

/* A plugin's figure may be shorter, if it was built for an earlier version: the rest is 0. */
void figures_add(struct figures *f, const struct figure *x, size_t size);
void figures_release(struct figures *f);
