/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/ranking/ranked_ap.h"

static bool allocate(struct ranked_ap *a, size_t units)
{
	double *numbers = calloc(3 * units + 1, sizeof *numbers);
	a->weight = numbers;
	a->precision = numbers != NULL ? numbers + units : NULL;
	a->gradient = numbers != NULL ? numbers + 2 * units : NULL;
	a->at = calloc(units + 1, sizeof *a->at);
	return numbers != NULL && a->at != NULL;
}

/* Precisions from the top, what each unit adds to those below it from the bottom. */
static void differentiate(struct ranked_ap *a, const struct ranked_sample *s)
{
	double above = 0, below = 0;
	for (size_t i = 0; i < a->units; i++) {
		double rank = s->unit[a->at[i]].rank;
		a->precision[i] = isinf(rank) ? 0 : (above + 1) / rank;
		a->numerator += a->weight[i] * a->precision[i];
		a->total += a->weight[i];
		above += a->weight[i];
	}
	for (size_t i = a->units; i-- > 0;) {
		double rank = s->unit[a->at[i]].rank;
		a->gradient[i] = a->precision[i] + below;
		below += isinf(rank) ? 0 : a->weight[i] / rank;
	}
}

int ranked_ap_init(struct ranked_ap *a, const struct ranked_sample *s, struct err *e)
{
	*a = (struct ranked_ap){ 0 };
	size_t relevant = 0;
	for (size_t i = 0; i < s->units; i++)
		relevant += s->unit[i].relevant;
	if (!allocate(a, relevant)) {
		ranked_ap_release(a);
		return err_memory(e);
	}
	for (size_t i = 0; i < s->units; i++) {
		if (!s->unit[i].relevant)
			continue;
		a->at[a->units] = i;
		a->weight[a->units++] = 1 / s->unit[i].probability;
	}
	differentiate(a, s);
	return 0;
}

void ranked_ap_release(struct ranked_ap *a)
{
	free(a->weight);
	free(a->at);
}
