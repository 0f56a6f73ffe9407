/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/joined/sample_join.h"

#define OPTION "--judge=" JUDGE_TWO_PHASE

static int check_second_review(const struct sample_join *x, const struct topic_strata *t,
			       const char *run, const int64_t (*again)[2], struct err *e)
{
	for (size_t h = 0; h < x->view.strata; h++) {
		const struct divided_stratum *s = &x->stratum[h];
		int side = s->retrieved;
		const int64_t coded[2] = { s->other[side], s->relevant[side] };
		const char *retrieves = s->retrieved ? "retrieves" : "does not retrieve";
		if (s->cut)
			return err_data(
				e,
				OPTION ": topic '%.200s': '%.200s' retrieves a part of a stratum%s",
				t->name, run,
				x->view.post_stratified
					? ""
					: ": --post-stratify counts how much, so that what is "
					  "retrieved and what is not are samples of their own");
		if (s->sampled == 0)
			return err_data(e,
					OPTION ": topic '%.200s': nothing was judged of some "
					       "documents that '%.200s' %s",
					t->name, run, retrieves);
		for (int code = 0; code < 2; code++)
			if (coded[code] > 0 && again[h][code] == 0)
				return err_data(
					e,
					OPTION
					": topic '%.200s': of %lld documents that '%.200s' %s and "
					"that were first judged %s, none was judged again, so it is "
					"not known how many of them are relevant (validate takes the "
					"first judgment as right, with --null-qc=,m0:o0)",
					t->name, (long long)coded[code], run, retrieves,
					code == 1 ? "relevant" : "not relevant");
	}
	return 0;
}

static int see_again(struct sample_join *x, const struct topic_strata *t, const char *run,
		     int32_t level, struct err *e)
{
	int64_t(*again)[2] = arena_zeroed(&x->memory, x->view.strata, sizeof *again);
	struct sampled_document *seen = arena_alloc(&x->memory, x->coded * sizeof *seen);
	int32_t *first_grade = arena_alloc(&x->memory, x->coded * sizeof *first_grade);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < x->coded; i++)
		if (x->second[i] != NOT_AGAIN)
			again[x->document[i].stratum][x->document[i].grade >= level]++;
	int result = check_second_review(x, t, run, again, e);
	size_t count = 0;
	for (size_t i = 0; result == 0 && i < x->coded; i++) {
		const struct sampled_document *d = &x->document[i];
		const struct divided_stratum *s = &x->stratum[d->stratum];
		int code = d->grade >= level, side = s->retrieved;
		int64_t coded = code == 1 ? s->relevant[side] : s->other[side];
		if (x->second[i] == NOT_AGAIN)
			continue;
		first_grade[count] = d->grade;
		seen[count] = *d;
		seen[count].grade = x->second[i];
		seen[count++].weight = (double)s->size / (double)s->sampled * (double)coded /
				       (double)again[d->stratum][code];
	}
	x->view.document = seen;
	x->view.documents = count;
	x->view.first_grade = first_grade;
	x->view.weights_given = true;
	return result;
}

int second_review_strata(struct sample_join *x, const struct design *s, size_t topic, size_t run,
			 int32_t level, struct err *e)
{
	const struct topic_strata *t = &s->topic[topic];
	if (!x->view.two_phase) {
		sample_join_strata(x, s, topic, run, level);
		return 0;
	}
	x->view.document = x->document; /* if another level was asked for before */
	x->view.documents = x->coded;
	if (t->count == 0)
		return err_data(e, OPTION ": topic '%.200s' has no strata, only probabilities",
				t->name);
	sample_join_strata(x, s, topic, run, level);
	return see_again(x, t, s->run[run], level, e);
}
