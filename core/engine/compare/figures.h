/*
 * What measures of pairs say: a list that grows.
 */
#ifndef ENGINE_COMPARE_FIGURES_H
#define ENGINE_COMPARE_FIGURES_H

#include "measures/pair.h"

struct figures {
	struct figure *figure;
	size_t count, room;
	bool failed; /* memory ran out */
};

void figures_add(struct figures *f, const struct figure *x);
void figures_release(struct figures *f);

#endif
