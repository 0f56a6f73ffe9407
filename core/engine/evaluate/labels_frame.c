/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/evaluate/labels_frame.h"
#include "core/base/buffer.h"
#include "core/data/joined/pair_topics.h"
#include "core/stats/sampling/frame_test.h"

/* Labels that equal so many grades are asked about; the top; and p values of places that are odd,
 * or absurd: no reading of chance explains one in a billion. */
enum { ALL_EQUAL = 30, TOP = 10 };
static const double ODD = 0.001, ABSURD = 1e-9;

/* How the labels of each judge and people's grades agree. */
struct agreement {
	size_t judged, equal[JUDGES_MOST];
};

static const char *unit_of(const struct judgment_format *f)
{
	return f->pairs ? "pair" : "document";
}

/* A field of CSV, with the quote that ends it in `after`. */
static void add_name(struct buffer *to, struct slice name, const char *after)
{
	buffer_add(to, "\"", 1);
	for (size_t from = 0, i = 0; i < name.length; from = i) {
		const char *quote = memchr(name.at + from, '"', name.length - from);
		i = quote != NULL ? (size_t)(quote - name.at) + 1 : name.length;
		buffer_add(to, name.at + from, i - from);
		buffer_add(to, "\"", quote != NULL);
	}
	buffer_text(to, after);
}

/* The stratum of a document: of pairs, those of each run are one. */
static struct slice stratum_of(const struct judgments *people, struct slice name)
{
	const char *end =
		people->format->pairs ? memchr(name.at, PAIR_SEPARATOR, name.length) : NULL;
	return end != NULL ? (struct slice){ name.at, (size_t)(end - name.at) } : slice_of("all");
}

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
				"%.400s: topic '%.200s': %s '%s' is judged, and has no label in "
				"%.400s: with --drawn-from=labels the labelled %ss are the pool that the "
				"judged ones were drawn from",
				people->in.path, people->topic[topic].name, unit_of(people->format),
				shown(name).text, l->list.in.path, unit_of(people->format));
	}
	int result = judgments_tabulate(&table, all->judgment, all->count, e);
	for (size_t i = 0; result == 0 && t != NULL && i < t->count; i++) {
		struct slice name = label_document(t, i);
		const struct judgment *y = judgments_find(&table, all->judgment, name, t->hash[i]);
		bool judged = y != NULL && y->level >= 0;
		bool seen = judged || (y != NULL && y->level < -1); /* and worth nothing */
		add_name(to, slice_of(people->topic[topic].name), "\",");
		add_name(to, name, "\",");
		add_name(to, stratum_of(people, name), "\",");
		buffer_print(to, "%d\n", seen ? (int)y->level : -1);
		a->judged += judged;
		for (size_t g = 0; judged && g < l->jury.judges; g++) {
			size_t said = label_judged(l, t->class_of[i], g);
			a->equal[g] += said > 0 && l->jury.judge[g].value[said - 1] == y->level;
		}
	}
	document_table_release(&table);
	return result;
}

/* Labelled topics of which people judged nothing count, too. Returns how many. */
static size_t list_unjudged(const struct judgments *people, const struct labels *l,
			    struct buffer *to)
{
	size_t count = 0;
	for (size_t k = 0; k < l->topics; k++) {
		const struct labelled_topic *t = &l->topic[k];
		if (t->name.length == 0 || names_find(&people->names, t->name) != NAME_UNKNOWN)
			continue;
		for (size_t i = 0; i < t->count; i++) {
			add_name(to, t->name, "\",");
			add_name(to, label_document(t, i), "\",");
			add_name(to, stratum_of(people, label_document(t, i)), "\",-1\n");
		}
		count++;
	}
	return count;
}

static int read_listed(struct judgments *j, const struct judgment_format *f,
		       const struct judgments *people, const struct labels *l, const char *path,
		       struct warnings *w, struct err *e)
{
	struct buffer text = { 0 };
	struct agreement a = { 0 };
	int result = 0;
	buffer_print(&text, "topic,docno,stratum,rel\n");
	for (size_t k = 0; k < people->topics && result == 0; k++)
		result = list_topic(people, people->sorted[k], l, &text, &a, e);
	size_t unjudged = list_unjudged(people, l, &text);
	if (unjudged > 0)
		warnings_add(w,
			     "%s: in %zu of the labelled topics people judged nothing: these "
			     "count with what the labels and the other topics predict",
			     l->list.in.path, unjudged);
	if (result == 0 && text.failed)
		result = err_memory(e);
	const struct slice bytes = { text.text != NULL ? text.text : "", text.length };
	if (result == 0)
		result = judgments_read_as(j, f, path,
					   &(struct judgment_reading){ .bytes = &bytes }, e);
	if (result == 0)
		j->format = f; /* which also says what is asked without -m */
	for (size_t g = 0; result == 0 && a.judged >= ALL_EQUAL && g < l->jury.judges; g++)
		if (a.equal[g] == a.judged)
			warnings_add(
				w,
				"%s: the labels equal the human grades in all of the %zu judged %ss: "
				"were they copied? Labels made with knowledge of the grades make all "
				"estimates and intervals wrong",
				g == 0 ? l->list.in.path : l->other[g - 1].list.in.path, a.judged,
				unit_of(people->format));
	buffer_release(&text);
	return result;
}

int labels_frame_read(struct judgments *j, const struct judgment_format *f,
		      const struct judgment_format *people, const char *path,
		      const struct labels_asked *asked, struct warnings *w, struct err *e)
{
	struct judgments by_people;
	struct labels l;
	if (judgments_read(&by_people, people, path, e) < 0)
		return -1;
	int result = 0;
	if (by_people.with_probability + by_people.with_stratum > 0)
		result = err_data(
			e,
			"%.400s already says what could be drawn: leave --drawn-from=labels "
			"out, or the columns prob and stratum",
			path);
	if (result == 0)
		result = labels_read(&l, asked, &by_people.names, e);
	if (result == 0) {
		result = read_listed(j, f, &by_people, &l, path, w, e);
		labels_release(&l);
	}
	judgments_release(&by_people);
	return result;
}

/* ---- places in the rankings ---- */

/* What is not at the top of a run, and how many of that are judged. Of pairs only the run's own
 * count, and its vital ones are the top. */
static struct framed_stratum below_top(const struct judgments *j, size_t topic, const int64_t *rank,
				       int64_t vital, int64_t *size)
{
	const struct judgment_set *all = &j->topic[topic].all;
	const int64_t place = all->judgment - j->judgment, end = j->format->pairs ? vital : TOP;
	struct framed_stratum h = { 0 };
	*size = 0;
	for (size_t i = 0; i < all->count; i++) {
		int64_t at = rank[(size_t)place + i];
		bool top = at >= 0 && at < end, judged = all->judgment[i].level >= 0;
		if (j->format->pairs && at < 0)
			continue;
		h.size++;
		h.sampled += judged;
		h.judged += judged && !top;
		*size += !top;
	}
	return h;
}

/* By topic, as the scores of -T pairs say it. */
static void count_vital(const struct run *run, int64_t *vital)
{
	for (size_t t = 0; t < run->topics; t++) {
		const struct run_topic *x = &run->topic[t];
		for (size_t i = 0; x->judged != NAME_UNKNOWN && i < x->count; i++)
			vital[x->judged] += x->record[i].score >= IMPORTANCE_VITAL;
	}
}

static int test_run(const struct judgments *j, const struct run *run, double *p, struct err *e)
{
	int64_t judged = 0;
	struct arena memory = { 0 };
	int64_t *rank = arena_alloc(&memory, j->count * sizeof *rank);
	int64_t *vital = arena_zeroed(&memory, j->topics, sizeof *vital);
	struct framed_stratum *h = arena_zeroed(&memory, j->topics + 1, sizeof *h);
	struct framed_topic *t = arena_zeroed(&memory, j->topics + 1, sizeof *t);
	size_t topics = 0;
	int result = memory.failed ? err_memory(e) : judgment_ranks(j, run, rank, e);
	if (result == 0)
		count_vital(run, vital);
	for (size_t i = 0; i < j->topics && result == 0; i++) {
		int64_t size;
		h[topics] = below_top(j, i, rank, vital[i], &size);
		judged += h[topics].sampled;
		t[topics] = (struct framed_topic){ &h[topics], 1, size };
		topics += h[topics].sampled > 0;
	}
	*p = 1;
	if (result == 0 && judged == 0 && j->format->pairs)
		result = err_data(e, "%.400s: people judged none of the pairs of run '%.200s'",
				  j->in.path, run->id);
	if (result == 0 && topics > 0)
		result = frame_test(t, topics, p, e);
	arena_release(&memory);
	return result;
}

int labels_frame_check(const struct judgments *j, const struct run *const *runs, size_t count,
		       struct warnings *w, struct err *e)
{
	/* of documents, and of pairs */
	static const char *const absurd[] = {
		"%.400s: the judged documents sit at the top of %.400s (p < 1e-9), so they "
		"cannot be a random sample of the labelled ones: what was judged in the "
		"top k can be evaluated without --drawn-from (-m P.10 -J leaves what is not "
		"judged out), and agree compares people with the labels",
		"%.400s: the judged pairs of %.400s are of vital nuggets so often "
		"(p < 1e-9) that they cannot be a random sample of its pairs"
	};
	static const char *const odd[] = {
		"%s: judged documents sit at the top of %s more often than in a random "
		"sample (p = %.2g): if people judged what ranks high, estimates are wrong",
		"%s: pairs of %s that were judged are of vital nuggets more often than "
		"in a random sample (p = %.2g): if people chose them, estimates are wrong"
	};
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
		return err_data(e, absurd[j->format->pairs], j->in.path, runs[worst]->in.path);
	if (least < ODD)
		warnings_add(w, odd[j->format->pairs], j->in.path, runs[worst]->in.path, least);
	return 0;
}
