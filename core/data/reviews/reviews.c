/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/reviews/reviews.h"
#include "readers/review_file.h"

/* ---- a review from a file ---- */

struct reviewed_document {
	struct slice name;
	unsigned hash;
	bool reached; /* of the control sample, by the review */
};

void reviewed_release(struct reviewed *r)
{
	free(r->step);
	free(r->document);
	input_release(&r->in);
}

static int take_review_record(void *context, const struct review_record *x, struct err *e)
{
	struct reviewed *r = context;
	r->documents++;
	r->unseen = r->unseen || x->unseen;
	if (x->unseen)
		return 0;
	if (!ARRAY_ROOM(r->step, r->steps, r->room) ||
	    !ARRAY_ROOM(r->document, r->steps, r->document_room))
		return err_memory(e);
	if (r->steps == DOCUMENTS_MAX)
		return err_at(e, x->place.path, x->place.line, "more than %u documents",
			      (unsigned)DOCUMENTS_MAX);
	if (x->control && r->steps > 0 && r->step[r->steps - 1].kind != STEP_CONTROL)
		return field_bad(x->place, "document", x->document,
				 "is of the control sample, which must come before all others", e);
	r->gray += x->grade < 0;
	r->document[r->steps] = (struct reviewed_document){
		.name = x->document, .hash = hash_bytes(x->document.at, x->document.length)
	};
	r->step[r->steps++] = (struct review_step){ .kind = x->control	? STEP_CONTROL
							    : x->random ? STEP_RANDOM
									: STEP_RANKED,
						    .relevant = x->grade >= r->level };
	return 0;
}

static uint64_t line_of(const struct reviewed *r, size_t step)
{
	return input_line(&r->in, r->document[step].name.at);
}

static int complain(const struct reviewed *r, size_t step, size_t earlier, const char *what,
		    struct err *e)
{
	struct slice name = r->document[step].name;
	return err_at(e, r->in.path, line_of(r, step), "document '%s' %s line %llu",
		      shown(name).text, what, (unsigned long long)line_of(r, earlier));
}

/* A document that came before: the review reaches one of the control sample. */
static int reach(struct reviewed *r, size_t step, size_t earlier, struct err *e)
{
	if (r->step[earlier].kind != STEP_CONTROL || r->document[earlier].reached ||
	    r->step[step].kind == STEP_CONTROL)
		return complain(r, step, earlier, "is reviewed already on", e);
	if (r->step[step].kind == STEP_RANDOM)
		return complain(r, step, earlier,
				"cannot be drawn from what is left: it is of the control sample on",
				e);
	if (r->step[step].relevant != r->step[earlier].relevant)
		return complain(r, step, earlier, "is judged otherwise on", e);
	r->document[earlier].reached = true;
	r->documents--;
	r->step[step].kind = STEP_AGAIN;
	return 0;
}

static int find_repeated(struct reviewed *r, struct err *e)
{
	struct document_table table = { 0 };
	const struct documents d = DOCUMENTS_OF(r->document, name, hash, false);
	int result = document_table_start(&table, r->steps, e);
	for (size_t i = 0; i < r->steps && result == 0; i++) {
		size_t earlier = document_table_add(&table, &d, i);
		if (earlier < i)
			result = reach(r, i, earlier, e);
	}
	document_table_release(&table);
	return result;
}

int reviewed_read(struct reviewed *r, const char *path, const struct column_options *columns,
		  int64_t level, struct err *e)
{
	*r = (struct reviewed){ .level = level };
	if (input_read_table(&r->in, path, columns, e) < 0)
		return -1;
	int result = review_read(&r->in, take_review_record, r, e);
	if (result == 0 && r->step[r->steps - 1].kind == STEP_CONTROL)
		result = err_data(
			e, "%s: no document follows the control sample, so there is no review",
			r->in.path);
	if (result == 0)
		result = find_repeated(r, e);
	if (result < 0)
		reviewed_release(r);
	return result;
}

int reviewed_check_tail(const struct reviewed *r, int64_t tail, struct err *e)
{
	int64_t drawn = 0;
	for (size_t i = 0; i < r->steps && drawn < tail; i++) {
		if (r->step[i].kind == STEP_RANDOM)
			drawn++;
		else if (drawn > 0 && r->step[i].kind == STEP_RANKED)
			return err_at(
				e, r->in.path, line_of(r, i),
				"document '%s' is not random, but --tail-size=%lld needs %lld random "
				"documents in a row, and here are %lld",
				shown(r->document[i].name).text, (long long)tail, (long long)tail,
				(long long)drawn);
	}
	return 0;
}

/* ---- rankings as reviews ---- */

void ranked_reviews_release(struct ranked_reviews *r)
{
	arena_release(&r->memory);
	rankings_release(&r->rankings);
	runs_release(&r->runs);
	judgments_release(&r->judgments);
}

static int add_ranked_review(struct ranked_reviews *r, const struct ranked_topic *t, size_t run,
			     int64_t level, struct err *e)
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
	r->review = arena_zeroed(&r->memory, k->runs * k->topics, sizeof *r->review);
	if (r->review == NULL)
		return err_memory(e);
	for (size_t run = 0; run < k->runs; run++)
		for (size_t i = 0; i < k->topics; i++)
			if (add_ranked_review(r, &k->topic[i], run, level, e) < 0)
				return -1;
	if (r->count == 0)
		return err_data(e, "%.600s: no judged topic with a relevant document is ranked",
				r->judgments.in.path);
	return 0;
}

int ranked_reviews_read(struct ranked_reviews *r, const struct judgment_format *judgments,
			const struct run_format *format, const char *const *file, size_t files,
			int64_t level, int jobs, struct err *e)
{
	const struct join_options o = { .most_retrieved = INT64_MAX };
	*r = (struct ranked_reviews){ 0 };
	if (judgments_read(&r->judgments, judgments, file[0], e) < 0)
		return -1;
	if (judgments_are_sampled(&r->judgments))
		err_data(e, "%.600s: the judgments are a sample, but complete ones are needed",
			 r->judgments.in.path);
	if (judgments_are_sampled(&r->judgments) ||
	    runs_read(&r->runs, format, file + 1, files - 1, &r->judgments.names, NULL, jobs, e) <
		    0 ||
	    rankings_build(&r->rankings, &r->judgments, r->runs.each, files - 1, &o, false, e) <
		    0 ||
	    collect(r, level, e) < 0) {
		ranked_reviews_release(r);
		return -1;
	}
	return 0;
}
