#include <math.h>

#include "core/stats/interval/posterior_draw.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/resample.h"
#include "core/stats/shared/shared_draw.h"

double shared_draw(const struct shared_model *x, const struct interval_request *q, int64_t draw,
		   uint32_t stream)
{
	double yield[GROUPS] = { 0 };
	for (size_t group = 0; group < GROUPS; group++)
		for (size_t i = x->begin[group]; i < x->begin[group + 1]; i++)
			yield[group] += posterior_draw_yield(&x->s[i], &x->prior[i], x->binomial,
							     q->seed, draw, stream + (uint32_t)i);
	double both = yield[GROUP_BOTH], a = yield[GROUP_A], b = yield[GROUP_B];
	double neither = yield[GROUP_NEITHER];
	return posterior_value(q->quantity, q->beta, x->size_a, both + a, b + neither) -
	       posterior_value(q->quantity, q->beta, x->size_b, both + b, a + neither);
}

void shared_drawn(double *difference, int64_t draws, const struct interval_request *q,
		  struct shared_result *out)
{
	double better = 0, squares = 0, sum = 0, B = (double)draws;
	for (int64_t i = 0; i < draws; i++) {
		/* two fractions that are equal may differ in the last digit */
		bool equal = fabs(difference[i]) < 1e-15;
		double wins = equal ? 0.5 : difference[i] > 0;
		better += wins;
		squares += wins * wins;
		sum += difference[i];
	}
	qsort(difference, (size_t)draws, sizeof *difference, ascending);
	double mean = better / B;
	*out = (struct shared_result){
		.probability = mean,
		.probability_error = sqrt(fmax(squares / B - mean * mean, 0) / B),
		.mean = sum / B,
		.interval = { resample_quantile(difference, draws, q->lower_p),
			      resample_quantile(difference, draws, q->upper_p) },
	};
}
