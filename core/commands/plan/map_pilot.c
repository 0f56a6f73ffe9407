/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/plan/map_plan.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/stats/interval/choose.h"

void map_pilot_release(struct map_pilot *p)
{
	score_table_release(&p->score);
	score_table_release(&p->error);
	score_table_release(&p->bias);
	run_scores_release(&p->scores);
	free(p->judged);
	requests_release(&p->asked);
	judgments_release(&p->judgments);
	registry_release(&p->registry);
	*p = (struct map_pilot){ 0 };
}

/* ---- runs ---- */

/* All documents of the sample, relevant or not: each was judged. */
static int count_judged(struct map_pilot *p, const struct design *s, struct err *e)
{
	const struct judgments *j = &p->judgments;
	p->judged = calloc(j->topics + 1, sizeof *p->judged);
	if (p->judged == NULL)
		return err_memory(e);
	for (size_t t = 0; t < j->topics; t++) {
		const struct judgment_set *set = &j->topic[j->sorted[t]].all;
		const double *weight = s->weight + (set->judgment - j->judgment);
		for (size_t i = 0; i < set->count; i++)
			p->judged[t] += weight[i] > 0;
	}
	return 0;
}

static int fill_pilot(void *context, const struct evaluated_run *r, size_t count, struct err *e)
{
	struct map_pilot *p = context;
	const struct request *q = &p->asked.request[0];
	(void)count;
	p->measure = q->column[0].name;
	if (run_scores_table(&p->score, &p->scores, q, 0, SCORE_VALUE, e) < 0)
		return -1;
	if (!q->measure->shows_error || q->methods == 0 || r[0].sample == NULL)
		return 0;
	p->corrected = q->measure->corrected;
	p->quantity = q->measure->quantity;
	if (run_scores_table(&p->error, &p->scores, q, 0, SCORE_ERROR, e) < 0 ||
	    run_scores_table(&p->bias, &p->scores, q, 0, SCORE_BIAS, e) < 0)
		return -1;
	return count_judged(p, r[0].sample, e);
}

/* A mean of one real number a topic is what can be planned for. */
static int ask(struct map_pilot *p, const struct run_request *o, struct err *e)
{
	const char *const jackknife = chosen_method(OF_RANKING, (struct sample_known){ 0 });
	const struct bounds_asked errors = { .services = &services,
					     .method = &jackknife,
					     .methods = 1,
					     .lower = true,
					     .upper = true,
					     .estimates_everywhere = true };
	return run_request_one_measure(o, &p->asked, &p->registry, &p->judgments,
				       o->measure.count > 0 ? o->measure.text[0] : NULL, &errors,
				       e);
}

static int evaluate_runs(struct map_pilot *p, struct run_request *o, struct err *e)
{
	struct batch *b = &o->batch;
	const struct batch_receiver receiver = { .context = p,
						 .keep = &p->scores,
						 .all = fill_pilot };
	if (ask(p, o, e) < 0)
		return -1;
	tails_set(&b->evaluation.bounds.ends, o->level, TAIL_BOTH);
	if (run_request_ready(o, &p->asked, &p->judgments, false, e) < 0)
		return -1;
	return batch_run(b, &receiver, &o->warnings, e);
}

static int read_runs(struct map_pilot *p, struct run_request *o, struct err *e)
{
	const struct judgment_format *format = run_request_formats(o, e);
	if (format == NULL)
		return -1;
	if (o->file.count < 1 || (o->file.count < 2 && format->kind != JUDGMENTS_TABLE))
		return err_usage(e, "judgments and a run are needed, or --scores");
	if (registry_init(&p->registry, &o->plugin, e) < 0)
		return -1;
	if (run_request_read(o, &p->judgments, e) < 0)
		return -1;
	return evaluate_runs(p, o, e);
}

/* ---- scores ---- */

int map_pilot_read(struct map_pilot *p, enum map_source source, const char *matrix,
		   struct run_request *o, struct err *e)
{
	*p = (struct map_pilot){ .measure = o->measure.count > 0 ? o->measure.text[0] : "map" };
	if (o->measure.count > 1)
		return err_usage(e, "one measure at a time: -m %.100s and -m %.100s",
				 o->measure.text[0], o->measure.text[1]);
	if (source == MAP_RUNS)
		return read_runs(p, o, e);
	bool file = source == MAP_MATRIX;
	if (file && (o->file.count > 0 || o->measure.count > 0))
		return err_usage(e, "--scores=FILE takes neither other files nor -m");
	if (!file && o->file.count == 0)
		return err_usage(e, "--scores: a file is needed");
	if (score_table_from_scores(
		    &p->score, file ? &matrix : o->file.text, file ? 1 : o->file.count,
		    o->measure.count > 0 ? p->measure : NULL, &o->formats.columns, e) < 0)
		return -1;
	p->measure = p->score.measure;
	return 0;
}
