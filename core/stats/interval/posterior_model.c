/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/posterior_model.h"

#define BINOMIAL_BITS 36

int posterior_stratum_order(const void *a, const void *b)
{
	const struct stratum *x = a, *y = b;
	const int64_t u[] = { x->retrieved, x->size, x->sampled, x->relevant, x->assessable };
	const int64_t v[] = { y->retrieved, y->size, y->sampled, y->relevant, y->assessable };
	for (size_t i = 0; i < sizeof u / sizeof u[0]; i++)
		if (u[i] != v[i])
			return u[i] < v[i] ? -1 : 1;
	return 0;
}

double posterior_value(enum quantity quantity, double beta, double retrieved_size,
		       double retrieved_yield, double unretrieved_yield)
{
	double all = retrieved_yield + unretrieved_yield, b2 = beta * beta;
	switch (quantity) {
	case QUANTITY_RECALL:
		return all > 0 ? retrieved_yield / all : 0;
	case QUANTITY_PRECISION:
		return retrieved_yield / retrieved_size;
	case QUANTITY_F:
		if (retrieved_yield <= 0)
			return 0;
		return fmin((1 + b2) * retrieved_yield / (retrieved_size + b2 * all), 1);
	case QUANTITY_YIELD:
		break;
	}
	return all;
}

int64_t posterior_fineness(const struct posterior_model *m)
{
	int64_t largest = 1, documents = 1, fine = 1;
	for (size_t i = 0; i < m->count; i++) {
		documents += m->s[i].size;
		if (m->s[i].size - m->s[i].sampled > largest)
			largest = m->s[i].size - m->s[i].sampled;
	}
	while (m->binomial && fine * largest < INT64_C(1) << BINOMIAL_BITS &&
	       fine < INT64_MAX / 4 / documents) /* so that all documents fit, with room to spare */
		fine *= 2;
	return fine;
}
