/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/labels_frame.h"
#include "core/base/buffer.h"
#include "core/data/joined/pair_topics.h"
#include "core/stats/sampling/frame_test.h"

/* Labels that equal so many grades are asked about; the top; and when places are odd, or absurd. */
enum { ALL_EQUAL = 30, TOP = 10 };
static const double ODD = 0.001, ABSURD = 1e-9;

/* How the labels of each judge and people's grades agree. */
struct agreement {
	size_t judged, equal[JUDGES_MOST];
};

/* All labelled documents of a topic, with people's grades; -1: they did not judge it. */
static int list_topic(const struct judgments *people, size_t topic, const struct labels *l,
		      struct buffer *to, struct agreement *a, struct err *e)
{
	const struct judgment_set *all = &people->topic[topic].all;
	const struct labelled_topic *t = labels_of_topic(l, topic);
	struct document_table table = { 0 };
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *y = &all->judgment[i];
		struct slice name = judgment_document(y);
		if (y->level >= 0 && label_find(t, name, y->hash) == LABEL_NONE)
			return err_data(
				e,
				"%.400s: topic '%.200s': document '%s' is judged, and has no "
				"label in %.400s: with --frame=labels the labelled documents "
				"are the pool that people's were drawn from",
				people->in.path, people->topic[topic].name,
				shown(name.at, name.length).text, l->list.in.path);
	}
	int result = judgments_tabulate(&table, all->judgment, all->count, e);
	for (size_t i = 0; result == 0 && t != NULL && i < t->count; i++) {
		struct slice name = label_document(t, i);
		const struct judgment *y = judgments_find(&table, all->judgment, name, t->hash[i]);
		bool judged = y != NULL && y->level >= 0;
		buffer_print(to, "%s 0 %.*s all %d\n", people->topic[topic].name, (int)name.length,
			     name.at, judged ? (int)y->level : -1);
		a->judged += judged;
		for (size_t g = 0; judged && g < l->jury.judges; g++) {
			size_t said = label_judged(l, t->class_of[i], g);
			a->equal[g] += said > 0 && l->jury.judge[g].value[said - 1] == y->level;
		}
	}
	document_table_release(&table);
	return result;
}

static int read_listed(struct judgments *j, const struct judgments *people, const struct labels *l,
		       const char *path, struct warnings *w, struct err *e)
{
	struct buffer text = { 0 };
	struct agreement a = { 0 };
	int result = 0;
	for (size_t k = 0; k < people->topics && result == 0; k++)
		result = list_topic(people, people->sorted[k], l, &text, &a, e);
	if (result == 0 && text.failed)
		result = err_memory(e);
	const struct slice bytes = { text.text != NULL ? text.text : "", text.length };
	const struct judgment_format *strata = judgment_format_find("strata", e);
	if (result == 0)
		result = strata == NULL
				 ? -1
				 : judgments_read_as(j, strata, path,
						     &(struct judgment_reading){ .bytes = &bytes },
						     e);
	for (size_t g = 0; result == 0 && a.judged >= ALL_EQUAL && g < l->jury.judges; g++)
		if (a.equal[g] == a.judged)
			warnings_add(
				w,
				"%s: the labels equal people's grades in all of %zu judged documents: "
				"were they copied? Labels made with knowledge of the grades make all "
				"estimates and intervals wrong",
				g == 0 ? l->list.in.path : l->other[g - 1].list.in.path, a.judged);
	buffer_release(&text);
	return result;
}

int labels_frame_read(struct judgments *j, const struct judgment_format *people, const char *path,
		      const struct labels_asked *asked, struct warnings *w, struct err *e)
{
	struct judgments by_people;
	struct labels l;
	if (judgments_read(&by_people, people, path, e) < 0)
		return -1;
	int result = labels_read(&l, asked, &by_people.names, e);
	if (result == 0) {
		result = read_listed(j, &by_people, &l, path, w, e);
		labels_release(&l);
	}
	judgments_release(&by_people);
	return result;
}

/* ---- places in the rankings ---- */

/* What is not at the top of a run, and how many of that are judged. */
static struct framed_stratum below_top(const struct judgment_set *all, const int64_t *rank,
				       int64_t *size)
{
	struct framed_stratum h = { 0 };
	*size = 0;
	for (size_t i = 0; i < all->count; i++) {
		bool top = rank[i] >= 0 && rank[i] < TOP, judged = all->judgment[i].level >= 0;
		h.size++;
		h.sampled += judged;
		h.judged += judged && !top;
		*size += !top;
	}
	return h;
}

static int test_run(const struct judgments *j, const struct run *run, double *p, struct err *e)
{
	int64_t *rank = malloc((j->count + 1) * sizeof *rank);
	struct framed_stratum *h = calloc(j->topics + 1, sizeof *h);
	struct framed_topic *t = calloc(j->topics + 1, sizeof *t);
	size_t topics = 0;
	bool room = rank != NULL && h != NULL && t != NULL;
	int result = room ? judgment_ranks(j, run, rank, e) : err_memory(e);
	for (size_t i = 0; i < j->topics && result == 0; i++) {
		const struct judgment_set *all = &j->topic[i].all;
		int64_t size;
		h[topics] = below_top(all, rank + (all->judgment - j->judgment), &size);
		t[topics] = (struct framed_topic){ &h[topics], 1, size };
		topics += h[topics].sampled > 0;
	}
	*p = 1;
	if (result == 0 && topics > 0)
		result = frame_test(t, topics, p, e);
	free(rank);
	free(h);
	free(t);
	return result;
}

int labels_frame_check(const struct judgments *j, const struct run *const *runs, size_t count,
		       struct warnings *w, struct err *e)
{
	double least = 1;
	size_t worst = 0;
	for (size_t r = 0; r < count; r++) {
		double p;
		if (test_run(j, runs[r], &p, e) < 0)
			return -1;
		worst = p < least ? r : worst;
		least = p < least ? p : least;
	}
	least *= (double)count; /* Bonferroni */
	if (least < ABSURD)
		return err_data(
			e,
			"%.400s: the judged documents sit at the top of %.400s (p < 1e-9), "
			"and are no random sample of the labelled ones: what was judged in "
			"the top k can be evaluated without --frame (-m P.10 -J leaves what "
			"is not judged out), and agree compares people with the labels",
			j->in.path, runs[worst]->in.path);
	if (least < ODD)
		warnings_add(
			w,
			"%s: judged documents sit at the top of %s more often than in a random "
			"sample (p = %.2g): if people judged what ranks high, estimates are "
			"wrong",
			j->in.path, runs[worst]->in.path, least);
	return 0;
}
