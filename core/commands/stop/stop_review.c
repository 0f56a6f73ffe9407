/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/commands/stop/stop_request.h"

void stop_answer_release(struct stop_answer *a)
{
	for (size_t i = 0; i < a->count; i++)
		review_release(&a->item[i].review);
	free(a->item);
	if (a->from_run)
		ranked_reviews_release(&a->ranked);
	else
		reviewed_release(&a->reviewed);
	*a = (struct stop_answer){ 0 };
}

static int apply_rules(const struct stop_question *q, const struct review_step *step, size_t steps,
		       int64_t collection, struct stop_case *out, struct err *e)
{
	if (review_init(&out->review, step, steps, collection, q->batch, q->rules.tail, e) < 0)
		return -1;
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		out->stop[i] = stopping_look(stopping_rules[i], &out->review, &q->rules);
	return 0;
}

/* ---- a file of its own ---- */

static void warn_of_sample(const struct stop_case *x, const struct reviewed *r, struct warnings *w)
{
	if (r->gray > 0)
		warnings_add(
			w,
			"%s: %lld line%s of documents that could not be assessed: they count as "
			"not relevant, and what rules guarantee holds only if they are not",
			r->in.path, (long long)r->gray, r->gray == 1 ? " is" : "s are");
	bool again = false;
	for (size_t i = 0; i < r->steps; i++)
		again = again || r->step[i].kind == STEP_AGAIN;
	if (x->review.control > 0 && !again)
		warnings_add(w,
			     "%s: no document of the control sample appears a second time: the "
			     "review has reached none of them",
			     r->in.path);
}

static int from_file(const struct stop_question *q, struct stop_answer *out, struct warnings *w,
		     struct err *e)
{
	struct reviewed *r = &out->reviewed;
	struct formats f = q->formats;
	if (formats_find(&f, NULL, NULL, e) < 0 ||
	    reviewed_read(r, q->file[0], &f.columns, q->relevant, e) < 0)
		return -1;
	struct stop_case *x = out->item = calloc(1, sizeof *x);
	int64_t collection = q->collection > 0 ? q->collection : r->documents;
	int result = x == NULL ? err_memory(e) : reviewed_check_tail(r, q->rules.tail, e);
	if (result == 0 && q->collection == 0 && !r->unseen)
		result = err_usage(e, "the size of the collection is missing (-N): every document "
				      "of the file is reviewed, so the file does not show it");
	if (result == 0)
		result = apply_rules(q, r->step, r->steps, collection, x, e);
	if (result < 0) {
		stop_answer_release(out);
		return -1;
	}
	const struct review_point *end = &x->review.at[r->steps];
	out->count = 1;
	x->all = end->judged == collection ? end->found : -1;
	warn_of_sample(x, r, w);
	return 0;
}

/* ---- judgments and a run ---- */

int stop_formats(struct formats *f, const char *judgments, const char *runs, struct err *e)
{
	if (formats_find(f, judgments, runs, e) < 0)
		return -1;
	if (f->judgments.kind != JUDGMENTS_GRADED)
		return err_usage(e, "-R %s: a review needs one grade per document", judgments);
	if (f->runs.set)
		return err_usage(e, "-T %s has no ranking, which is the order of the review", runs);
	return 0;
}

int stop_collection(const struct ranked_review *r, int64_t given, int64_t *out, struct err *e)
{
	int64_t least = (int64_t)r->ranked + r->all;
	for (size_t i = 0; i < r->ranked; i++)
		least -= r->relevant[i];
	*out = given > 0 ? given : least;
	if (*out < least)
		return err_data(e,
				"-N %lld: topic %.200s of %.200s has %lld documents, ranked or "
				"relevant",
				(long long)given, r->topic, r->run, (long long)least);
	return 0;
}

static int ranked_case(const struct stop_question *q, const struct ranked_review *r,
		       struct stop_case *out, struct err *e)
{
	int64_t collection;
	if (stop_collection(r, q->collection, &collection, e) < 0)
		return -1;
	struct review_step *step = calloc(r->ranked, sizeof *step);
	if (step == NULL)
		return err_memory(e);
	for (size_t i = 0; i < r->ranked; i++)
		step[i].relevant = r->relevant[i];
	out->topic = r->topic;
	out->all = r->all;
	int result = apply_rules(q, step, r->ranked, collection, out, e);
	free(step);
	return result;
}

static int from_run(const struct stop_question *q, struct stop_answer *out, struct warnings *w,
		    struct err *e)
{
	struct formats f = q->formats;
	struct ranked_reviews *r = &out->ranked;
	if (stop_formats(&f, q->judgment_format, q->run_format, e) < 0 ||
	    ranked_reviews_read(r, &f.judgments, &f.runs, q->file, q->files, q->relevant, 1, e) < 0)
		return -1;
	out->from_run = true;
	out->item = calloc(r->count, sizeof *out->item);
	int result = out->item == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < r->count && result == 0; i++) {
		result = ranked_case(q, &r->review[i], &out->item[i], e);
		out->count += result == 0;
	}
	if (result < 0)
		stop_answer_release(out);
	else if (r->skipped > 0)
		warnings_add(
			w,
			"%zu topic%s without a relevant document, or not in the run, %s left out",
			r->skipped, r->skipped == 1 ? "" : "s", r->skipped == 1 ? "is" : "are");
	return result;
}

int stop_review(const struct stop_question *q, struct stop_answer *out, struct warnings *w,
		struct err *e)
{
	*out = (struct stop_answer){ 0 };
	return q->files == 1 ? from_file(q, out, w, e) : from_run(q, out, w, e);
}
