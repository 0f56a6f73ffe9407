/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/commands/evaluate/board.h"
#include "core/output/plot.h"

enum {
	PLOTS_MAX = 9,	  /* of a picture; further measures are not drawn */
	COLOURED_MAX = 8, /* curves that can be told apart; further runs are grey */
};

/* Which measures a plot is about: one, the points of a curve, or all shares of a single run. */
struct panel {
	size_t first, count;
	bool curve, shares;
};

/* ---- which plots there are ---- */

static bool is_share(const struct board_value *v)
{
	return !(v->value < 0 || v->value > 1 || v->lower < 0 || v->upper > 1);
}

/* Fills `list`, which has room for PLOTS_MAX, and returns how many there are. */
static size_t find_panels(const struct board *b, struct panel *list)
{
	const struct board_run *r = &b->run[0];
	size_t count = 0, shares = SIZE_MAX;
	for (size_t i = 0, length; i < r->count && count < PLOTS_MAX; i += length) {
		length = board_curve(r, i);
		bool share = b->runs == 1 && length == 1 && is_share(&r->measure[i].value);
		if (r->measure[i].kind == RECORD_COUNT)
			continue;
		if (!share || shares == SIZE_MAX)
			list[count++] = (struct panel){ i, length, length > 1, share };
		if (share && shares == SIZE_MAX)
			shares = count - 1;
	}
	return count;
}

/* ---- words ---- */

static void say_topics(struct buffer *out, const struct board *b, size_t measure)
{
	int64_t least = INT64_MAX, most = 0;
	for (size_t i = 0; i < b->runs; i++) {
		int64_t n = b->run[i].measure[measure].topics;
		n = n < 0 ? 0 : n;
		least = n < least ? n : least;
		most = n > most ? n : most;
	}
	plot_topics(out, least, most);
}

/* "95 % intervals (clogit)", on a line of its own */
static void say_level(struct buffer *out, const struct board *b, size_t measure)
{
	const struct board_measure *m = NULL;
	for (size_t i = 0; i < b->runs && m == NULL; i++) {
		const struct board_value *v = &b->run[i].measure[measure].value;
		if (isfinite(v->lower) || isfinite(v->upper))
			m = &b->run[i].measure[measure];
	}
	if (m == NULL)
		return;
	bool both = m->tail == NULL || strcmp(m->tail, "both") == 0;
	buffer_print(out, "\n%g %% %s%s (%s)", 100 * m->level, both ? "" : m->tail,
		     both ? "intervals" : " bounds", m->method);
}

/* The title and the axes of a curve. */
static const struct curve_words {
	const char *measure, *title, *x, *y;
	bool effort; /* recall, as documents are read */
	bool share;  /* it goes up to 1 */
} words[] = {
	{ "iprec_at_recall", "Precision and recall", "recall", "interpolated precision", false,
	  true },
	{ "recall", "Recall against effort", "documents read", "recall", true, true },
	{ "est_recall", "Recall against effort", "documents read", "estimated recall", true,
	  false },
	{ "recall_at", "Recall against effort", "documents read, % of all", "recall", true, true },
	{ "wss", "Work saved", "recall, %", "work saved over random order", false, false },
};

static struct curve_words words_of(const char *measure)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i].measure, measure) == 0)
			return words[i];
	return (struct curve_words){ measure, measure, "cutoff", measure, false, false };
}

/* ---- plots ---- */

static struct plot_point point_of(const struct board_value *v, double y)
{
	return (struct plot_point){ v->value, y, v->lower, v->upper };
}

static void draw_intervals(struct plot *p, const struct board *b, size_t measure)
{
	buffer_print(&p->title, "%s", b->run[0].measure[measure].name);
	say_topics(&p->title, b, measure);
	say_level(&p->title, b, measure);
	plot_curve(p, PLOT_INTERVALS, NULL, 0);
	for (size_t i = 0; i < b->runs; i++) {
		const struct board_run *r = &b->run[b->order[i]];
		plot_name(p, r->name, NULL);
		plot_interval(p, point_of(&r->measure[measure].value, (double)i));
	}
}

/* The measures of a single run that are shares. */
static void draw_shares(struct plot *p, const struct board *b, size_t first)
{
	const struct board_run *r = &b->run[0];
	buffer_print(&p->title, "%s", r->name);
	say_topics(&p->title, b, first);
	say_level(&p->title, b, first);
	p->share = true;
	plot_curve(p, PLOT_INTERVALS, NULL, 0);
	for (size_t i = first, length; i < r->count; i += length) {
		length = board_curve(r, i);
		if (length > 1 || r->measure[i].kind == RECORD_COUNT ||
		    !is_share(&r->measure[i].value))
			continue;
		plot_interval(p, point_of(&r->measure[i].value, (double)p->names));
		plot_name(p, r->measure[i].name, NULL);
	}
}

/* Grey lines; nothing if they are not known. */
static void draw_effort(struct plot *p, const struct board_measure *m, size_t count)
{
	for (int perfect = 1; perfect >= 0; perfect--) {
		double first = perfect ? m->perfect : m->random;
		if (isnan(first))
			continue;
		plot_curve(p, PLOT_PALE, perfect ? "perfect order" : "random order", 0);
		if (!perfect)
			plot_dash(p);
		plot_point(p, 0, 0);
		for (size_t i = 0; i < count; i++)
			plot_point(p, m[i].at, perfect ? m[i].perfect : m[i].random);
	}
}

/* A run, and the mean of its values on the curve. */
struct curve_run {
	const struct board_run *run;
	size_t place; /* on the board */
	double mean;
};

/* The highest curve first; those without values last. */
static int by_mean(const void *a, const void *b)
{
	const struct curve_run *x = a, *y = b;
	if (x->mean != y->mean && !(isnan(x->mean) && isnan(y->mean)))
		return isnan(y->mean) || x->mean > y->mean ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* The runs in the order of the legend, which the caller frees; NULL: out of memory. */
static struct curve_run *order_runs(const struct board *b, const struct panel *x)
{
	struct curve_run *list = calloc(b->runs, sizeof *list);
	for (size_t i = 0; list != NULL && i < b->runs; i++) {
		const struct board_run *r = &b->run[b->order[i]];
		double sum = 0;
		size_t values = 0;
		for (size_t k = x->first; k < x->first + x->count; k++)
			if (isfinite(r->measure[k].value.value)) {
				sum += r->measure[k].value.value;
				values++;
			}
		list[i] = (struct curve_run){ r, i, values > 0 ? sum / (double)values : NAN };
	}
	if (list != NULL)
		qsort(list, b->runs, sizeof *list, by_mean);
	return list;
}

/* Grey runs are drawn first, so that those with a colour are on top. */
static size_t place_of(const struct board *b, size_t i)
{
	size_t grey = b->runs > COLOURED_MAX ? b->runs - COLOURED_MAX : 0;
	return i < grey ? b->runs - 1 - i : i - grey;
}

static void draw_run(struct plot *p, const struct board_run *r, const struct panel *x, bool effort,
		     bool bars)
{
	if (effort)
		plot_point(p, 0, 0);
	for (size_t k = x->first; k < x->first + x->count; k++) {
		const struct board_value *v = &r->measure[k].value;
		plot_interval(p,
			      (struct plot_point){ r->measure[k].at, v->value,
						   bars ? v->lower : NAN, bars ? v->upper : NAN });
	}
}

static void draw_curve(struct plot *p, const struct board *b, const struct panel *x)
{
	const struct board_measure *m = &b->run[0].measure[x->first];
	const struct curve_words w = words_of(m->curve);
	buffer_print(&p->title, "%s", w.title);
	say_topics(&p->title, b, x->first);
	buffer_print(&p->x_label, "%s", w.x);
	buffer_print(&p->y_label, "%s", w.y);
	if (b->runs == 1)
		say_level(&p->title, b, x->first);
	p->from_zero = true;
	p->share = w.share;
	p->log_x = !w.effort && m->at > 0 && m[x->count - 1].at > 20 * m->at;
	if (w.effort)
		draw_effort(p, m, x->count);
	struct curve_run *list = order_runs(b, x);
	p->failed = p->failed || list == NULL;
	for (size_t i = 0; list != NULL && i < b->runs; i++) {
		size_t place = place_of(b, i);
		const struct board_run *r = list[place].run;
		bool coloured = place < COLOURED_MAX;
		plot_curve(p, coloured ? PLOT_CURVE : PLOT_FAINT, coloured ? r->name : NULL, place);
		draw_run(p, r, x, w.effort, b->runs == 1);
	}
	free(list);
}

int board_picture(const struct board *b, struct picture *out, struct err *e)
{
	struct panel panel[PLOTS_MAX];
	size_t count = b->runs > 0 ? find_panels(b, panel) : 0;
	if (picture_init_plots(out, count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (panel[i].curve)
			draw_curve(&out->plot[i], b, &panel[i]);
		else if (panel[i].shares)
			draw_shares(&out->plot[i], b, panel[i].first);
		else
			draw_intervals(&out->plot[i], b, panel[i].first);
	if (count == 0)
		buffer_print(&out->plot[0].title, "no measure with a value to draw");
	return 0;
}
