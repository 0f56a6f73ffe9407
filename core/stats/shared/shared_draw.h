/*
 * The comparison of two systems by Monte Carlo.
 */
#ifndef STATS_SHARED_SHARED_DRAW_H
#define STATS_SHARED_SHARED_DRAW_H

#include "core/stats/shared/shared_model.h"

/*
 * One draw of the difference; `stream` keeps the draws of topics apart: its first is for the first
 * cell.
 */
double shared_draw(const struct shared_model *x, const struct interval_request *q, int64_t draw,
		   uint32_t stream);

/* The result from draws of a difference; sorts them. */
void shared_drawn(double *difference, int64_t draws, const struct interval_request *q,
		  struct shared_result *out);

#endif
