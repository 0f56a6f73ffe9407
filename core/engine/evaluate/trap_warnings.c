/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/engine/evaluate/traps.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/rmath.h"

/* ---- a run ---- */

/* Sums over the topics of a run, of one column. */
struct column_sums {
	double topics, own, squares; /* squares of what is above the mean or below */
	double least, most, by_rank; /* less the own values */
};

/* `other` is by topic; NULL: the topic has no other order. */
static struct column_sums sum_up(const struct evaluation *x, size_t column, size_t at,
				 const struct other_orders *const *other)
{
	struct column_sums s = { 0 };
	for (size_t t = 0; t < x->judgments->topics; t++) {
		double own = evaluation_row(x, t).score[column];
		if (!x->evaluated[t] || isnan(own))
			continue;
		double above = own - x->overall.score[column];
		s.topics++;
		s.squares += above * above;
		s.least += other[t] != NULL ? other[t]->least[at] - own : 0;
		s.most += other[t] != NULL ? other[t]->most[at] - own : 0;
		s.by_rank += other[t] != NULL ? other[t]->by_rank[at] - own : 0;
	}
	return s;
}

/* Half of Student's interval; one topic has none. */
static double half_width(const struct column_sums *s)
{
	double n = s->topics;
	return n > 1 ? qt(0.975, n - 1, 1, 0) * sqrt(s->squares / (n - 1) / n) : 0;
}

static const double SHARE_OF_HALF_WIDTH = 0.1;

/* Whether the interval that --ci prints is needed: it takes resamples. The warning of ties shows
 * it; that of ranks does not, and needs none to see that a mean moves by half the width of t's. */
static bool needs_ends(const struct order_effect *f)
{
	double by = fmax(f->most - f->value, f->value - f->least),
	       rank = fabs(f->by_rank - f->value);
	double least = SHARE_OF_HALF_WIDTH / 2 * f->half;
	return by > least || (rank > least && rank < f->half);
}

static int find_ends(const struct evaluation *x, const struct request *q, size_t value,
		     int64_t resamples, struct order_effect *f, struct err *e)
{
	const struct range range = measure_range(q->measure);
	const struct mean_interval_request r = {
		.ends = { .lower_p = 0.025, .upper_p = 0.975, .seed = 1 },
		.least = range.least,
		.most = range.most,
		.resamples = resamples
	};
	const struct mean_interval_method *by = &mean_interval_by_rule;
	struct mean_bounds found;
	double *score = calloc(x->judgments->topics + 1, sizeof *score);
	if (score == NULL)
		return err_memory(e);
	size_t count = evaluation_scores(x, q, value, NULL, score);
	int result = mean_intervals(&by, 1, score, count, &r, &found, e);
	free(score);
	if (result == 0 && found.ends.lower < found.ends.upper) {
		f->ends = found.ends;
		f->half = (found.ends.upper - found.ends.lower) / 2;
	}
	return result;
}

/* Topics for each one whose ranks were looked at. */
static double by_looked(const struct found_traps *f)
{
	return (double)f->looked / (double)f->ranked;
}

static int find_effects(const struct evaluation *x, const struct other_orders *const *other,
			int64_t resamples, struct warned_run *r, struct err *e)
{
	for (const struct request *q = NULL; (q = traps_next(x->asked, q)) != NULL;)
		for (size_t v = 0; v < q->values; v++) {
			const struct column_sums s = sum_up(x, q->first + v, r->effects, other);
			double value = x->overall.score[q->first + v];
			r->effect[r->effects++] = (struct order_effect){
				.column = &q->column[v],
				.no_best = q->measure->no_best,
				.value = value,
				.least = value + s.least / s.topics,
				.most = value + s.most / s.topics,
				.by_rank = value + s.by_rank * by_looked(&r->found) / s.topics,
				.half = half_width(&s),
			};
			struct order_effect *f = &r->effect[r->effects - 1];
			if (needs_ends(f) && find_ends(x, q, v, resamples, f, e) < 0)
				return -1;
		}
	return 0;
}

int traps_of_run(const struct evaluation *x, int64_t resamples, struct warned_run *out,
		 struct err *e)
{
	const struct found_traps *f = &x->traps;
	out->path = x->path;
	out->topics = x->topics;
	out->found = *f;
	out->found.other = NULL;
	const struct other_orders **other = calloc(x->judgments->topics + 1, sizeof *other);
	out->effect = arena_zeroed(&out->memory, traps_width(x->asked), sizeof *out->effect);
	if (other == NULL || out->effect == NULL) {
		free(other);
		return err_memory(e);
	}
	for (const struct other_orders *o = f->other; o != NULL; o = o->next) {
		other[o->topic] = o;
		out->tied += o->tied;
		out->ranked += o->ranked;
	}
	int result = find_effects(x, other, resamples, out, e);
	free(other);
	return result;
}

/* ---- means ---- */

/* How far a mean moves, in half widths of its interval; 0: not so far that it matters. */
static double moves(const struct order_effect *f, double to, int digits)
{
	double by = fabs(to - f->value);
	return by > SHARE_OF_HALF_WIDTH * f->half && !look_alike(to, f->value, digits)
		       ? by / f->half
		       : 0;
}

/* The mean that moves most, and of how many runs one does. */
struct moved {
	const struct warned_run *run; /* NULL: there is none */
	const struct order_effect *effect;
	size_t runs;
};

static struct moved find_moved(const struct warned_run *run, size_t runs, bool by_rank, int digits)
{
	struct moved m = { 0 };
	double most = 0;
	for (size_t i = 0; i < runs; i++) {
		bool moved = false;
		for (size_t k = 0; k < run[i].effects; k++) {
			const struct order_effect *f = &run[i].effect[k];
			double by = by_rank ? moves(f, f->by_rank, digits)
					    : fmax(moves(f, f->least, digits),
						   moves(f, f->most, digits));
			moved = moved || by > 0;
			if (by > most) {
				m.run = &run[i];
				m.effect = f;
				most = by;
			}
		}
		m.runs += moved;
	}
	return m;
}

/* " (and 2 other runs)" */
static struct shown others(const struct moved *m)
{
	struct shown s = { "" };
	if (m->runs > 1)
		snprintf(s.text, sizeof s.text, " (and %zu other run%s)", m->runs - 1,
			 m->runs == 2 ? "" : "s");
	return s;
}

static void warn_of_ties(const struct warned_run *run, size_t runs, int digits, struct warnings *w)
{
	const struct moved m = find_moved(run, runs, false, digits);
	if (m.run == NULL)
		return;
	char reach[400] = "";
	if (m.effect->ends.lower < m.effect->ends.upper)
		snprintf(reach, sizeof reach, ", where its 95 %% interval is %.*f to %.*f", digits,
			 m.effect->ends.lower, digits, m.effect->ends.upper);
	warnings_add(w,
		     "%s%s: tied scores in %zu topic%s: another order of ties could change %s from "
		     "%.*f to between %.*f and %.*f%s (--score-ties chooses an order)",
		     m.run->path, others(&m).text, m.run->tied, m.run->tied == 1 ? "" : "s",
		     column_title(m.effect->column), digits, m.effect->value, digits,
		     m.effect->least, digits, m.effect->most, reach);
}

static void warn_of_ranks(const struct warned_run *run, size_t runs, int digits, struct warnings *w)
{
	const struct moved m = find_moved(run, runs, true, digits);
	if (m.run == NULL)
		return;
	warnings_add(w,
		     "%s%s: in %s%zu of %zu topics the column of ranks contradicts the scores, by "
		     "which documents are ranked: by rank, %s would be %.*f instead of %.*f (if "
		     "the ranks are right, write scores that fall with them)",
		     m.run->path, others(&m).text, by_looked(&m.run->found) > 1 ? "at least " : "",
		     m.run->ranked, m.run->topics, column_title(m.effect->column), digits,
		     m.effect->by_rank, digits, m.effect->value);
}

/* ---- the order of two runs ---- */

/* Whether orders of ties put two runs in another order than that which is printed. */
static bool can_change_places(const struct order_effect *a, const struct order_effect *b,
			      int digits)
{
	bool up = a->value < b->value; /* for a to come before b */
	double upper = up ? a->most : b->most, lower = up ? b->least : a->least;
	return lower < upper && !look_alike(lower, upper, digits) && !a->no_best &&
	       !look_alike(a->value, b->value, digits);
}

static void warn_of_order(const struct warned_run *run, size_t runs, int digits, struct warnings *w)
{
	size_t pairs = 0;
	const struct order_effect *a = NULL, *b = NULL;
	const char *path[2] = { "", "" };
	for (size_t i = 0; i < runs; i++)
		for (size_t k = 0; k < i; k++)
			for (size_t c = 0, before = pairs; c < run[i].effects && pairs == before;
			     c++) {
				if (!can_change_places(&run[k].effect[c], &run[i].effect[c],
						       digits) ||
				    pairs++ > 0)
					continue;
				a = &run[k].effect[c];
				b = &run[i].effect[c];
				path[0] = run[k].path;
				path[1] = run[i].path;
			}
	if (pairs == 0)
		return;
	bool up = a->value < b->value; /* for a to come before b */
	char more[64] = "";
	if (pairs > 1)
		snprintf(more, sizeof more, " (and %zu other pair%s of runs)", pairs - 1,
			 pairs == 2 ? "" : "s");
	warnings_add(w,
		     "%s and %s%s: tied scores: another order of ties could exchange them: %s is "
		     "%.*f and %.*f, and could be %.*f and %.*f (--score-ties chooses an order)",
		     path[0], path[1], more, column_title(a->column), digits, a->value, digits,
		     b->value, digits, up ? a->most : a->least, digits, up ? b->least : b->most);
}

/* ---- documents that are not judged ---- */

static double share_judged(const struct warned_run *r)
{
	return (double)r->found.first_judged / (double)r->found.first;
}

/* The median of the shares without one of them; they are sorted, and two or more. */
static double median_without(const double *share, size_t count, double one)
{
	size_t out = 0, rest = count - 1, below = (rest - 1) / 2, above = rest / 2;
	while (share[out] < one)
		out++;
	return (share[below + (below >= out)] + share[above + (above >= out)]) / 2;
}

/*
 * Below a tenth of the other runs' median, if at their share this many of the run's documents or
 * more would be judged: with one judged document a topic, a few topics say nothing
 * (doc/coverage.md has the false alarms).
 */
static const double LEAST_SHARE = 0.1, ENOUGH_JUDGED = 20;

static void warn_of_share(const struct warned_run *r, double median, struct warnings *w)
{
	if (unknown_documents(&r->count) > 0 || r->found.unlike > 0 ||
	    share_judged(r) >= LEAST_SHARE * median ||
	    median * (double)r->found.first < ENOUGH_JUDGED)
		return;
	char example[200] = "";
	if (r->found.unmet.judged.text[0] != '\0')
		snprintf(example, sizeof example, " '%s' is retrieved, and '%s' judged",
			 r->found.unmet.retrieved.text, r->found.unmet.judged.text);
	warnings_add(w,
		     "%s: of the first 10 documents of its topics %.3g %% are judged, of those of "
		     "the other runs %.3g %% (median): its scores are mostly those of unjudged "
		     "documents (-q -m judged.10 shows the topics). Are document numbers written "
		     "the same way?%s",
		     r->path, 100 * share_judged(r), 100 * median, example);
}

static int warn_of_shares(const struct warned_run *run, size_t runs, struct warnings *w,
			  struct err *e)
{
	double *share = calloc(runs + 1, sizeof *share);
	size_t count = 0;
	if (share == NULL)
		return err_memory(e);
	for (size_t i = 0; i < runs; i++)
		if (run[i].found.first > 0)
			share[count++] = share_judged(&run[i]);
	qsort(share, count, sizeof *share, ascending);
	for (size_t i = 0; i < runs && count > 1; i++)
		if (run[i].found.first > 0)
			warn_of_share(&run[i], median_without(share, count, share_judged(&run[i])),
				      w);
	free(share);
	return 0;
}

static void warn_of_case(const struct warned_run *run, size_t runs, struct warnings *w)
{
	for (size_t i = 0; i < runs; i++) {
		if (run[i].found.unlike == 0)
			continue;
		warnings_add(
			w,
			"%s: in %zu of %zu topics no judged document is retrieved, but some would "
			"match if case were ignored: '%s' is judged, and '%s' retrieved",
			run[i].path, run[i].found.unlike, run[i].topics,
			run[i].found.alike.judged.text, run[i].found.alike.retrieved.text);
		return;
	}
}

/* ---- copies ---- */

static void warn_of_copies(const struct warned_run *run, size_t runs, struct warnings *w)
{
	for (size_t i = 1; i < runs; i++)
		for (size_t k = 0; k < i; k++) {
			if (run[i].found.rankings != run[k].found.rankings ||
			    run[i].topics != run[k].topics || run[i].found.rankings == 0 ||
			    run[i].path == NULL || run[k].path == NULL)
				continue;
			warnings_add(w,
				     "%s and %s retrieve the same documents in the same order: is "
				     "it the same run twice?",
				     run[k].path, run[i].path);
			return;
		}
}

int traps_warn(const struct warned_run *run, size_t runs, int digits, bool ties, struct warnings *w,
	       struct err *e)
{
	if (ties) {
		warn_of_ties(run, runs, digits, w);
		warn_of_order(run, runs, digits, w);
	}
	warn_of_ranks(run, runs, digits, w);
	warn_of_case(run, runs, w);
	warn_of_copies(run, runs, w);
	return warn_of_shares(run, runs, w, e);
}
