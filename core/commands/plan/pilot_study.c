/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/plan/pilot_study.h"

/* Means over all pairs and resamples. */
static int sum_up(const struct pilot_design *p, const struct pilot_observations *all,
		  struct pilot_result *out, struct err *e)
{
	out->cells = p->sizes * p->certainties;
	out->cell = calloc(out->cells, sizeof *out->cell);
	if (out->cell == NULL)
		return err_memory(e);
	for (size_t s = 0; s < p->sizes; s++)
		for (size_t c = 0; c < p->certainties; c++) {
			struct pilot_cell *x = &out->cell[s * p->certainties + c];
			*x = (struct pilot_cell){ p->certainty[c], p->size[s], 0, 0, 0 };
			for (size_t pair = 0; pair < out->pairs; pair++)
				for (int64_t k = 0; k < p->resamples; k++) {
					double j = all[pair].judgments[pilot_place(p, c, s, k)];
					*(isnan(j) ? &x->missed : &x->reached) += 1;
					x->judgments += isnan(j) ? 0 : j;
				}
			x->judgments = x->reached > 0 ? x->judgments / (double)x->reached : NAN;
			out->reached += x->reached;
			out->missed += x->missed;
		}
	return 0;
}

struct observing {
	const struct pilot_data *data;
	const struct pilot_design *design;
	struct pilot_observations *all; /* by pair */
};

static int observe_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct observing *x = context;
	const struct pilot_data *d = x->data;
	return pilot_observe(d->topic + pair * d->topics, d->topics, x->design, pair, &x->all[pair],
			     e);
}

static int observe_all(const struct pilot_data *d, struct pilot_result *out, struct err *e)
{
	const struct pilot_question *q = d->question;
	const struct pilot_design p = { .certainty = q->certainty.value,
					.certainties = q->certainty.count,
					.size = q->size.value,
					.sizes = q->size.count,
					.resamples = q->resamples,
					.seed = q->seed };
	struct pilot_observations *all = calloc(d->pairs, sizeof *all);
	if (all == NULL)
		return err_memory(e);
	struct observing x = { d, &p, all };
	int result = parallel_each(q->jobs, d->pairs, observe_pair, &x, e);
	if (result == 0)
		result = sum_up(&p, all, out, e);
	if (result == 0 && out->reached == 0)
		result = err_data(e, "none of the certainties is ever reached: the runs differ too "
				     "little, or the pools are not deep enough");
	if (result == 0)
		result = pilot_fit(&p, all, d->pairs, &out->model, &out->fit, e);
	for (size_t pair = 0; pair < d->pairs; pair++)
		free(all[pair].judgments);
	free(all);
	return result;
}

int pilot_study(const struct pilot_question *q, struct pilot_result *out, struct err *e)
{
	struct pilot_data d;
	*out = (struct pilot_result){ 0 };
	int result = pilot_data_init(&d, q, e);
	out->topics = d.topics;
	out->pairs = d.pairs;
	out->left_out = d.left_out;
	out->pooled = d.pooled;
	out->unjudged = d.unjudged;
	if (result == 0)
		result = observe_all(&d, out, e);
	pilot_data_release(&d);
	return result;
}

void pilot_result_release(struct pilot_result *r)
{
	free(r->cell);
	*r = (struct pilot_result){ 0 };
}
