/*
 * See simulation_output.h. Noise: Webber's figures come from 1000 samples a realization, whose
 * scatter adds level·(1-level)/1000 to the mean square of the error (.0069 squared at 95 %); an
 * exact figure is to be compared with it added.
 */
#include <math.h>

#include "core/cli/simulate/coverage_print.h"

const char *const simulation_quantities[] = { "recall", "precision", "F", "yield", NULL };

const struct record_column simulation_columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8 },
	{ "method", "method", RECORD_TEXT, .width = 13 },
	{ "quantity", NULL, .kind = RECORD_TEXT },
	{ "beta", NULL, .kind = RECORD_SHORT },
	{ "level", NULL, .kind = RECORD_SHORT },
	{ "tail", NULL, .kind = RECORD_TEXT },
	{ "seed", NULL, .kind = RECORD_WHOLE },
	{ "realizations", NULL, .kind = RECORD_WHOLE },
	{ "samples", NULL, .kind = RECORD_WHOLE },
	{ "how", NULL, .kind = RECORD_TEXT },
	{ "coverage", "coverage", RECORD_REAL, 6, 4, 8 },
	{ "least", "least", RECORD_REAL, 6, 4, 7 },
	{ "most", NULL, RECORD_REAL, .digits = 6 },
	{ "rmse", "rmse", RECORD_REAL, 6, 4, 7 },
	{ "rmse_with_noise", "+noise", RECORD_REAL, 6, 4, 7 },
	{ "width", "width", RECORD_REAL, 6, 4, 8 },
	{ "below", "below", RECORD_REAL, 6, 4, 7 },
	{ "above", "above", RECORD_REAL, 6, 4, 7 },
	{ "undefined", "undefined", RECORD_REAL, 6, 4, 9 },
	{ NULL, "how", .kind = RECORD_TEXT },
	{ 0 },
};

static double with_noise(const struct method_result *r, double level)
{
	double rmse = r->summary.rmse;
	return r->sampled == 0 ? sqrt(rmse * rmse + level * (1 - level) / 1000) : NAN;
}

static const char *how(const struct method_result *r)
{
	return r->sampled == 0 ? "exact" : r->exact == 0 ? "sampled" : "mixed";
}

static void add_method(struct records *r, const struct simulation_output *o, const char *name,
		       const struct simulation_result *x, const struct method_result *m)
{
	const struct simulation *s = o->simulation;
	const struct coverage_summary *c = &m->summary;
	records_text(r, name);
	records_text(r, m->method->name);
	records_text(r, simulation_quantities[o->quantity]);
	records_real(r, s->interval.beta);
	records_real(r, s->level);
	records_text(r, tail_names[o->tail]);
	records_whole(r, (int64_t)s->seed);
	records_whole(r, (int64_t)x->truths);
	if (m->sampled > 0)
		records_whole(r, x->samples);
	else
		records_none(r);
	records_text(r, how(m));
	const double figures[] = {
		c->mean,  c->least, c->most,  c->rmse,	   with_noise(m, s->level),
		c->width, c->below, c->above, c->undefined
	};
	for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
		records_real(r, figures[i]);
	records_text(r, how(m));
}

void simulation_add(struct records *r, const struct simulation_output *o, const char *name,
		    const struct simulation_result *x)
{
	for (size_t i = 0; i < x->methods; i++)
		add_method(r, o, name, x, &x->method[i]);
}
