#include "core/stats/distribution/yield_build.h"
#include "core/stats/distribution/yield_new.h"
#include "core/stats/distribution/yield_split.h"

static int point(struct yield_distribution *l)
{
	l->low = (struct yield_atoms){ .first = l->min, .count = 1 };
	l->low.mass = calloc(1, sizeof *l->low.mass);
	l->low.upto = calloc(1, sizeof *l->low.upto);
	if (!l->low.mass || !l->low.upto)
		return -1;
	l->low.mass[0] = l->low.upto[0] = 1;
	return 0;
}

static int build(struct yield_distribution *l, const struct beta_binomial *term, size_t count,
		 double exact_points)
{
	bool split;
	if (yield_build(l, term, count, exact_points, &split) < 0)
		return -1;
	return split ? yield_build_split(l, term, count) : 0;
}

struct yield_distribution *yield_new(int64_t shift, const struct beta_binomial *term, size_t count,
				     double exact_points, struct err *e)
{
	struct yield_distribution *l = calloc(1, sizeof *l);
	struct beta_binomial *random = calloc(count ? count : 1, sizeof *random);
	size_t used = 0;
	int status = l && random ? 0 : -1;
	if (status == 0) {
		l->min = shift;
		for (size_t i = 0; i < count; i++) {
			if (term[i].size <= 0 || term[i].a <= 0)
				continue;
			if (term[i].b <= 0) {
				l->min += term[i].size;
				continue;
			}
			random[used++] = term[i];
		}
		l->max = l->min;
		l->mean = (double)l->min;
		for (size_t i = 0; i < used; i++) {
			l->max += random[i].size;
			l->mean += beta_binomial_mean(&random[i]);
			l->variance += beta_binomial_variance(&random[i]);
		}
		status = used > 0 ? build(l, random, used, exact_points) : point(l);
	}
	free(random);
	if (status < 0) {
		yield_free(l);
		err_memory(e);
		return NULL;
	}
	return l;
}
