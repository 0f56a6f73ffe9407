/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/reviews/ranked_reviews.h"

void ranked_reviews_release(struct ranked_reviews *r)
{
	free(r->review);
	arena_release(&r->memory);
	rankings_release(&r->rankings);
	runs_release(&r->runs);
	judgments_release(&r->judgments);
}

static int add(struct ranked_reviews *r, const struct ranked_topic *t, size_t run, int64_t level,
	       struct err *e)
{
	int64_t all, other;
	judgment_set_count(&t->judged->all, (int32_t)level, &all, &other);
	if (t->order[run] == NULL || t->count[run] == 0 || all == 0) {
		r->skipped++;
		return 0;
	}
	bool *relevant = arena_alloc(&r->memory, t->count[run] * sizeof *relevant);
	if (relevant == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->count[run]; i++)
		relevant[i] = t->grade[t->order[run][i]] >= level;
	r->review[r->count++] = (struct ranked_review){ .run = r->runs.run[run].id,
							.topic = t->judged->name,
							.relevant = relevant,
							.ranked = t->count[run],
							.all = all };
	return 0;
}

static int collect(struct ranked_reviews *r, int64_t level, struct err *e)
{
	const struct rankings *k = &r->rankings;
	r->review = calloc(k->runs * k->topics + 1, sizeof *r->review);
	if (r->review == NULL)
		return err_memory(e);
	for (size_t run = 0; run < k->runs; run++)
		for (size_t i = 0; i < k->topics; i++)
			if (add(r, &k->topic[i], run, level, e) < 0)
				return -1;
	if (r->count == 0)
		return err_data(e, "%.600s: no judged topic with a relevant document is ranked",
				r->judgments.in.path);
	return 0;
}

static int check_judgments(const struct judgments *j, struct err *e)
{
	if (!judgments_are_sampled(j))
		return 0;
	return err_data(e, "%.600s: the judgments are a sample, but complete ones are needed",
			j->in.path);
}

int ranked_reviews_read(struct ranked_reviews *r, const struct judgment_format *judgments,
			const struct run_format *format, const char *const *file, size_t files,
			int64_t level, int jobs, struct err *e)
{
	const struct rankings_options o = { .most_retrieved = INT64_MAX };
	*r = (struct ranked_reviews){ 0 };
	if (judgments_read(&r->judgments, judgments, file[0], e) < 0)
		return -1;
	if (check_judgments(&r->judgments, e) < 0 ||
	    runs_read(&r->runs, format, file + 1, files - 1, &r->judgments.names, jobs, e) < 0 ||
	    rankings_build(&r->rankings, &r->judgments, r->runs.each, files - 1, &o, e) < 0 ||
	    collect(r, level, e) < 0) {
		ranked_reviews_release(r);
		return -1;
	}
	return 0;
}
