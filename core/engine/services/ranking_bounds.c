/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/joined/ranked_view.h"
#include "core/engine/services/ranking_bounds.h"
#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/ranking/ranked_ap.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/rmath.h"

static const enum ranked_quantity ranked_quantity[] = {
	[RANKING_AP] = RANKED_AP,
	[RANKING_AP_CORRECTED] = RANKED_AP_CORRECTED,
	[RANKING_R_PRECISION] = RANKED_R_PRECISION,
	[RANKING_PRECISION] = RANKED_PRECISION,
};

int ranking_bounds(const struct topic_view *t, enum measured_quantity quantity,
		   const struct parameters *p, const struct estimate_request *q,
		   struct estimate *out, struct err *e)
{
	const struct ranking_method *m = ranking_method_find(q->method);
	struct ranked_view v;
	if (ranked_view_init(&v, t, e) < 0)
		return -1;
	bool certain = ranked_is_certain(&v.sample);
	int result = 0;
	for (size_t k = 0; result == 0 && (k == 0 || k < p->count); k++) {
		struct ranked_error error;
		result = m->error(&v.sample, ranked_quantity[quantity],
				  p->count > 0 ? p->value[k] : 0, &error, e);
		if (result < 0)
			break;
		out[k].se = isnan(out[k].value) ? NAN : error.se;
		out[k].bias = error.bias;
		out[k].bounds = ranked_interval_of(out[k].value, &error, certain, q->ends.lower_p,
						   q->ends.upper_p);
	}
	ranked_view_release(&v);
	return result;
}

int ranking_value(const struct topic_view *t, enum measured_quantity quantity, double *value,
		  struct err *e)
{
	struct ranked_view v;
	if (ranked_view_init(&v, t, e) < 0)
		return -1;
	int result = (quantity == RANKING_AP_BEALE ? ranked_ap_beale
						   : ranked_ap_corrected)(&v.sample, value, e);
	ranked_view_release(&v);
	return result;
}

/* Normal, on the scale itself; "topics like these" by Student's t. */
int mean_of_errors(const struct topics_view *v, bool corrected, const struct estimate_request *q,
		   struct estimate *out, struct err *e)
{
	double *value = calloc(v->topics + 1, sizeof *value);
	struct ranked_error *error = calloc(v->topics + 1, sizeof *error);
	size_t defined = 0;
	for (size_t t = 0; value != NULL && error != NULL && t < v->topics; t++) {
		const struct estimate *x = &v->estimate[t];
		value[t] = x->value;
		error[t] = (struct ranked_error){ .se = x->se,
						  .bias = x->bias,
						  .corrected = corrected };
		defined += isnan(value[t]) ? 0 : 1;
	}
	bool done = value != NULL && error != NULL;
	if (done) {
		const struct ranked_mean mean =
			ranked_mean_of(value, error, v->topics, q->random_topics);
		double df = q->random_topics ? (double)defined - 1 : INFINITY;
		double centre = out->value - mean.bias;
		out->se = mean.se;
		out->bias = mean.bias;
		if (!isnan(mean.spread))
			out->bounds = (struct interval){
				centre + qt(q->ends.lower_p, df, 1, 0) * mean.spread,
				centre + qt(q->ends.upper_p, df, 1, 0) * mean.spread,
			};
	}
	free(value);
	free(error);
	return done ? 0 : err_memory(e);
}

/* The topics of a mean of average precision. */
struct ap_topics {
	double *value;
	struct ranked_error *error;
	struct mean_ap_design design;
	bool certain; /* everything was judged */
};

static int add_ap_topic(struct ap_topics *x, const struct topics_view *v, size_t t,
			const struct ranking_method *m, enum ranked_quantity quantity,
			struct err *e)
{
	const struct topic_view topic = { .sample = v->sample[t], .level = v->level };
	struct ranked_view r;
	x->value[t] = v->estimate[t].value;
	if (ranked_view_init(&r, &topic, e) < 0)
		return -1;
	if (!isnan(x->value[t])) {
		mean_ap_design_add(&x->design, &r.sample);
		x->certain = x->certain && ranked_is_certain(&r.sample);
	}
	int result = m->error(&r.sample, quantity, 0, &x->error[t], e);
	ranked_view_release(&r);
	return result;
}

static void bound_mean_ap(const struct ap_topics *x, const struct topics_view *v, bool corrected,
			  const struct estimate_request *q, struct estimate *out)
{
	static const char off[] =
		"of statAP its bias is estimated to be more than 0.7 standard errors; statAP_bc is "
		"less its bias";
	static const char off_corrected[] =
		"of statAP_bc too few relevant documents were drawn to tell the bias: it may be more "
		"than 0.7 standard errors";
	const struct mean_ap mean = mean_ap_of(x->value, x->error, v->topics);
	out->se = mean.se;
	out->bias = corrected ? 0 : mean.bias;
	if (x->certain)
		out->bounds = (struct interval){ out->value, out->value };
	else
		out->bounds = mean_ap_interval(out->value, &mean, q->ends.lower_p, q->ends.upper_p);
	if (!x->certain && mean_ap_caution(&mean, &x->design, corrected) > MEAN_AP_CAUTION)
		out->caution = corrected ? off_corrected : off;
}

int ranking_mean(const struct topics_view *v, enum measured_quantity quantity,
		 const struct estimate_request *q, struct estimate *out, struct err *e)
{
	bool corrected = quantity == RANKING_AP_CORRECTED;
	bool plain = quantity != RANKING_AP && !corrected;
	if (plain || q->random_topics || v->sample == NULL)
		return mean_of_errors(v, corrected, q, out, e);
	struct ap_topics x = { .value = calloc(v->topics + 1, sizeof *x.value),
			       .error = calloc(v->topics + 1, sizeof *x.error),
			       .certain = true };
	int result = x.value == NULL || x.error == NULL ? err_memory(e) : 0;
	for (size_t t = 0; result == 0 && t < v->topics; t++)
		result = add_ap_topic(&x, v, t, ranking_method_find(q->method),
				      ranked_quantity[quantity], e);
	if (result == 0)
		bound_mean_ap(&x, v, corrected, q, out);
	free(x.value);
	free(x.error);
	return result;
}

bool ranking_has_bounds(enum measured_quantity quantity, const char *method)
{
	const struct ranking_method *m = ranking_method_find(method);
	return m != NULL && (m->quantities & (unsigned)ranked_quantity[quantity]) != 0;
}
