/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/simulate/sampling_simulation.h"

static bool with_held(const struct sampling_simulation *s)
{
	return s->held != NULL || s->held_at_random > 0;
}

static size_t runs_of(const struct sampling_simulation *s, const struct sampling_result *r,
		      enum run_group g)
{
	size_t held = s->held_at_random;
	for (size_t i = 0; s->held != NULL && i < r->runs; i++)
		held += s->held[i];
	return g == GROUP_ALL ? r->runs : g == GROUP_HELD ? held : r->runs - held;
}

/* How many groups are printed: if no runs are held out, only that of all runs. */
static size_t groups_of(const struct sampling_simulation *s)
{
	return with_held(s) ? RUN_GROUPS : 1;
}

/* ---- for a program ---- */

/* A mean over samples, and the standard deviation. */
struct shown_spread {
	double mean, sd;
};

static struct shown_spread show(const struct spread *s)
{
	return (struct shown_spread){ spread_mean(s), spread_deviation(s) };
}

struct sampling_row {
	const char *measure, *group, *judging;
	double depth, judged;
	struct shown_spread rms, correlation, tau, bias;
	double undefined, found, missed, mistaken, pairs, effort;
	double runs, topics, unreachable, samples;
	int64_t relevant, seed;
};

#define AT(field) .at = offsetof(struct sampling_row, field)

static const struct record_column figure_columns[] = {
	{ "measure", NULL, RECORD_TEXT, AT(measure) },
	{ "group", NULL, RECORD_TEXT, AT(group) },
	{ "depth", NULL, RECORD_COUNT, AT(depth) },
	{ "judging", NULL, RECORD_TEXT, AT(judging) },
	{ "judged", NULL, RECORD_REAL, 4, AT(judged) },
	{ "rms", NULL, RECORD_REAL, 6, AT(rms.mean) },
	{ "rms_sd", NULL, RECORD_REAL, 6, AT(rms.sd) },
	{ "correlation", NULL, RECORD_REAL, 6, AT(correlation.mean) },
	{ "correlation_sd", NULL, RECORD_REAL, 6, AT(correlation.sd) },
	{ "tau", NULL, RECORD_REAL, 6, AT(tau.mean) },
	{ "tau_sd", NULL, RECORD_REAL, 6, AT(tau.sd) },
	{ "bias", NULL, RECORD_REAL, 6, AT(bias.mean) },
	{ "bias_sd", NULL, RECORD_REAL, 6, AT(bias.sd) },
	{ "undefined", NULL, RECORD_REAL, 4, AT(undefined) },
	{ "found", NULL, RECORD_REAL, 4, AT(found) },
	{ "missed", NULL, RECORD_REAL, 4, AT(missed) },
	{ "false", NULL, RECORD_REAL, 4, AT(mistaken) },
	{ "pairs", NULL, RECORD_REAL, 4, AT(pairs) },
	{ "effort", NULL, RECORD_REAL, 4, AT(effort) },
	{ "runs", NULL, RECORD_COUNT, AT(runs) },
	{ "topics", NULL, RECORD_COUNT, AT(topics) },
	{ "relevant", NULL, RECORD_WHOLE, AT(relevant) },
	{ "unreachable", NULL, RECORD_REAL, 4, AT(unreachable) },
	{ "samples", NULL, RECORD_COUNT, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void add_figures(struct records *x, const struct sampling_simulation *s,
			const struct sampling_result *r, size_t column, enum run_group group,
			size_t cell)
{
	size_t depth = cell / JUDGINGS, judging = cell % JUDGINGS;
	const struct sampling_figures *f = sampling_figures(r, column, group, cell);
	const struct sampling_row row = {
		.measure = r->column[column],
		.group = run_group_names[group],
		.depth = s->depths.value[depth],
		.judging = judging_names[judging],
		.judged = spread_mean(&f->judged),
		.rms = show(&f->rms),
		.correlation = show(&f->correlation),
		.tau = show(&f->tau),
		.bias = show(&f->bias),
		.undefined = spread_mean(&f->undefined),
		.found = spread_mean(&f->both),
		.missed = spread_mean(&f->missed),
		.mistaken = spread_mean(&f->mistaken),
		.pairs = column == 0 ? r->pairs[group] : NAN,
		.effort = r->effort[depth],
		.runs = (double)runs_of(s, r, group),
		.topics = (double)r->topics,
		.relevant = r->relevant,
		.unreachable = r->unreachable,
		.samples = f->judged.count,
		.seed = (int64_t)s->effort.seed,
	};
	if (f->judged.count > 0)
		records_add(x, &row);
}

static void add_lines(struct report *out, const struct sampling_simulation *s,
		      const struct sampling_result *r)
{
	struct records x;
	records_init(&x, figure_columns, sizeof(struct sampling_row));
	for (size_t c = 0; c < r->columns; c++)
		for (size_t g = 0; g < groups_of(s); g++)
			for (size_t i = 0; i < r->depths * JUDGINGS; i++)
				add_figures(&x, s, r, c, (enum run_group)g, i);
	report_for(out, IN_LINES);
	report_records(out, 0, "", &x);
	report_for(out, IN_ALL);
}

/* ---- for a person ---- */

struct group_text {
	char text[64];
};

static struct group_text group_text(const struct sampling_simulation *s,
				    const struct sampling_result *r, enum run_group g)
{
	static const char *const what[] = { [GROUP_ALL] = "s",
					    [GROUP_SHAPING] = " that shape pools and samples",
					    [GROUP_HELD] = " held out" };
	size_t runs = runs_of(s, r, g);
	struct group_text x;
	snprintf(x.text, sizeof x.text, "%zu run%s%s", runs, g != GROUP_ALL && runs != 1 ? "s" : "",
		 what[g]);
	return x;
}

/* The statistics of the paper. */
static const struct statistic {
	const char *name;
	size_t at; /* in struct sampling_figures */
	int digits;
} statistics[] = {
	{ "RMS error", offsetof(struct sampling_figures, rms), 4 },
	{ "linear correlation", offsetof(struct sampling_figures, correlation), 3 },
	{ "Kendall's tau", offsetof(struct sampling_figures, tau), 3 },
};
enum { STATISTICS = sizeof statistics / sizeof *statistics };

static const struct spread *spread_of(const struct sampling_figures *f, const struct statistic *x)
{
	return (const struct spread *)(const void *)((const char *)f + x->at);
}

static double statistic_of(const struct sampling_figures *f, const struct statistic *x)
{
	return spread_mean(spread_of(f, x));
}

/* Width of a column: its number or its heading, and one more if a statistic begins there. */
static int width_of(const struct statistic *x, enum judging j)
{
	int number = x->digits + 3, heading = (int)strlen(judging_names[j]) + 1;
	return (number > heading ? number : heading) + (j == JUDGE_POOL);
}

static void add_agreement(struct report *out, const struct sampling_simulation *s,
			  const struct sampling_result *r, size_t column, enum run_group g)
{
	report_table(out, IN_ALL, "%s, %s", r->column[column], group_text(s, r, g).text);
	report_column(out, "depth", CELLS_NUMBER, 5);
	report_column(out, "judged", CELLS_NUMBER, 6);
	for (size_t i = 0; i < STATISTICS; i++) {
		report_group(out, statistics[i].name);
		for (enum judging j = JUDGE_POOL; j < JUDGINGS; j++)
			report_column(out, judging_names[j], CELLS_NUMBER,
				      width_of(&statistics[i], j) - 1);
	}
	report_group(out, "both");
	report_column(out, "judged", CELLS_NUMBER, 6);
	for (size_t d = 0; d < r->depths; d++) {
		const struct sampling_figures *f = sampling_figures(r, column, g, d * JUDGINGS);
		report_cell(out, "%lld", (long long)s->depths.value[d]);
		report_number(out, 1, spread_mean(&f[JUDGE_POOL].judged));
		for (size_t i = 0; i < STATISTICS; i++)
			for (enum judging j = JUDGE_POOL; j < JUDGINGS; j++)
				report_number(out, statistics[i].digits,
					      statistic_of(&f[j], &statistics[i]));
		report_number(out, 1, spread_mean(&f[JUDGE_BOTH].judged));
	}
}

/* Table 1 of the paper, by depth. */
static void add_significance(struct report *out, const struct sampling_simulation *s,
			     const struct sampling_result *r, enum run_group g)
{
	report_table(out, IN_ALL,
		     "%s, %s: %.4g of %.4g ordered pairs are significant with all judgments",
		     r->column[0], group_text(s, r, g).text, r->significant[g], r->pairs[g]);
	report_column(out, "depth", CELLS_NUMBER, 5);
	for (size_t j = 0; j < JUDGINGS; j++) {
		report_group(out, judging_names[j]);
		report_column(out, "found", CELLS_NUMBER, 7);
		report_columns(out, CELLS_NUMBER, 6, "missed", "false", NULL);
	}
	for (size_t d = 0; d < r->depths; d++) {
		report_cell(out, "%lld", (long long)s->depths.value[d]);
		for (size_t j = 0; j < JUDGINGS; j++) {
			const struct sampling_figures *f =
				sampling_figures(r, 0, g, d * JUDGINGS + j);
			REPORT_NUMBERS(out, 1, spread_mean(&f->both), spread_mean(&f->missed),
				       spread_mean(&f->mistaken));
		}
	}
}

void sampling_print(struct report *out, const struct sampling_simulation *s,
		    const struct sampling_result *r)
{
	add_lines(out, s, r);
	report_line(
		out,
		"%zu runs, %zu topics, %lld sample%s; %.1f %% of %lld relevant documents cannot "
		"be drawn",
		r->runs, r->topics, (long long)s->effort.samples, s->effort.samples == 1 ? "" : "s",
		100 * r->unreachable / (double)r->relevant, (long long)r->relevant);
	for (size_t c = 0; c < r->columns; c++)
		for (size_t g = 0; g < groups_of(s); g++)
			add_agreement(out, s, r, c, (enum run_group)g);
	for (size_t g = 0; g < groups_of(s); g++)
		if (r->pairs[g] > 0)
			add_significance(out, s, r, (enum run_group)g);
}

/* ---- by run ---- */

struct run_row {
	const char *measure, *run, *group, *judging;
	double depth, actual;
	struct shown_spread estimate;
	double rms, samples;
	int64_t seed;
};

#undef AT
#define AT(field) .at = offsetof(struct run_row, field)

static const struct record_column run_columns[] = {
	{ "measure", "measure", RECORD_TEXT, AT(measure) },
	{ "run", "run", RECORD_TEXT, AT(run) },
	{ "group", "group", RECORD_TEXT, AT(group) },
	{ "depth", "depth", RECORD_COUNT, AT(depth) },
	{ "judging", "judging", RECORD_TEXT, AT(judging) },
	{ "actual", "actual", RECORD_REAL, 12, 4, 7, AT(actual) },
	{ "estimate", "estimate", RECORD_REAL, 12, 4, 7, AT(estimate.mean) },
	{ "estimate_sd", "sd", RECORD_REAL, 12, 4, 7, AT(estimate.sd) },
	{ "rms", "rms", RECORD_REAL, 12, 4, 7, AT(rms) },
	{ "samples", NULL, RECORD_COUNT, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* `f` is a run or a topic, of the name given. */
static void add_row(struct records *x, const struct sampling_simulation *s,
		    const struct sampling_result *r, size_t column, size_t cell, const char *name,
		    const char *group, const struct sampling_run_figures *f)
{
	size_t depth = cell / JUDGINGS, judging = cell % JUDGINGS;
	const struct sampling_figures *all = sampling_figures(r, column, GROUP_ALL, cell);
	const struct run_row row = {
		.measure = r->column[column],
		.run = name,
		.group = group,
		.depth = s->depths.value[depth],
		.judging = judging_names[judging],
		.actual = f->actual,
		.estimate = show(&f->estimate),
		.rms = sqrt(spread_mean(&f->squared_error)),
		.samples = all->judged.count,
		.seed = (int64_t)s->effort.seed,
	};
	if (all->judged.count > 0)
		records_add(x, &row);
}

static const char *group_of(const struct sampling_simulation *s, size_t run)
{
	bool held = s->held != NULL && s->held[run];
	return s->held_at_random > 0 ? NULL : run_group_names[held ? GROUP_HELD : GROUP_SHAPING];
}

/* The figures of a topic of one run, or of a run. */
static const struct sampling_run_figures *figures_of(const struct sampling_result *r, size_t column,
						     size_t cell, size_t i)
{
	return r->topic != NULL ? sampling_topic_figures(r, column, cell, i)
				: sampling_run_figures(r, column, cell, i);
}

void sampling_print_runs(struct report *out, const struct sampling_simulation *s,
			 const struct sampling_result *r, const char *const *name)
{
	struct records x;
	bool topics = r->topic != NULL;
	size_t count = topics ? r->topics : r->runs;
	records_init(&x, run_columns, sizeof(struct run_row));
	if (topics)
		records_column(&x, "run")->heading = "topic";
	if (topics)
		records_column(&x, "run")->name = "topic";
	for (size_t c = 0; c < r->columns; c++)
		for (size_t k = 0; k < count; k++)
			for (size_t i = 0; i < r->depths * JUDGINGS; i++)
				add_row(&x, s, r, c, i, topics ? r->topic_name[k] : name[k],
					group_of(s, topics ? s->by_topic : k),
					figures_of(r, c, i, k));
	report_records(out, IN_PAGE, topics ? "Topics" : "Runs", &x);
}

/* ---- pictures ---- */

static void draw_curve(struct plot *p, const struct sampling_result *r, size_t column,
		       enum run_group g, const struct statistic *x, enum judging j)
{
	char title[64];
	snprintf(title, sizeof title, "%s%s", judging_names[j],
		 g == GROUP_HELD ? ", held out" : "");
	plot_curve(p, PLOT_CURVE, title, (size_t)j);
	if (g == GROUP_HELD)
		plot_dash(p);
	for (size_t d = 0; d < r->depths; d++) {
		const struct sampling_figures *f = sampling_figures(r, column, g, d * JUDGINGS + j);
		double y = statistic_of(f, x), sd = spread_deviation(spread_of(f, x));
		plot_interval(p, (struct plot_point){ spread_mean(&f->judged), y, y - sd, y + sd });
	}
}

int sampling_draw(const struct sampling_simulation *s, const struct sampling_result *r,
		  struct picture *out, struct err *e)
{
	if (picture_init(out, r->columns, STATISTICS, e) < 0)
		return -1;
	for (size_t i = 0; i < r->columns * STATISTICS; i++) {
		const struct statistic *x = &statistics[i % STATISTICS];
		struct plot *p = &out->plot[i];
		buffer_print(&p->title, "%s", r->column[i / STATISTICS]);
		buffer_print(&p->x_label, "judged documents per topic");
		buffer_print(&p->y_label, "%s", x->name);
		p->from_zero = x->at == offsetof(struct sampling_figures, rms);
		for (enum judging j = JUDGE_POOL; j < JUDGINGS; j++)
			for (size_t g = with_held(s) ? GROUP_SHAPING : GROUP_ALL; g < groups_of(s);
			     g++)
				draw_curve(p, r, i / STATISTICS, (enum run_group)g, x, j);
	}
	return 0;
}

/*
 * Estimates against the true values, a dot for each run, or for each topic of one run: Figures 5 to
 * 9 of Aslam & Pavlu 2008. For each measure there are pools and samples of the first depth and of
 * the last; bars are the standard deviation over samples.
 */

static struct plot_point point_of(const struct sampling_run_figures *f)
{
	double y = spread_mean(&f->estimate), sd = spread_deviation(&f->estimate);
	return (struct plot_point){ f->actual, y, y - sd, y + sd };
}

/* The runs that shape pools and samples, then those held out, or the topics. */
static void draw_dots(struct plot *p, const struct sampling_simulation *s,
		      const struct sampling_result *r, size_t column, size_t cell)
{
	bool topics = r->topic != NULL;
	for (int held = 0; held < (topics || s->held == NULL ? 1 : 2); held++) {
		plot_curve(p, PLOT_POINTS,
			   topics      ? "topics"
			   : held == 1 ? "runs held out"
				       : "runs",
			   (size_t)held);
		for (size_t i = 0; i < (topics ? r->topics : r->runs); i++)
			if (topics || s->held == NULL || s->held[i] == (held == 1))
				plot_interval(p, point_of(figures_of(r, column, cell, i)));
	}
	if (!topics)
		return;
	plot_curve(p, PLOT_MARK, "their mean", 2);
	struct plot_point mean = point_of(sampling_run_figures(r, column, cell, s->by_topic));
	plot_point(p, mean.x, mean.y);
}

static void draw(struct plot *p, const struct sampling_simulation *s,
		 const struct sampling_result *r, size_t column, size_t cell)
{
	const struct sampling_figures *f = sampling_figures(r, column, GROUP_ALL, cell);
	buffer_print(&p->title, "%s, %s, %.1f judged", r->column[column],
		     judging_names[cell % JUDGINGS], spread_mean(&f->judged));
	buffer_print(&p->x_label, "with all judgments");
	buffer_print(&p->y_label, "estimate");
	double least = INFINITY, most = -INFINITY;
	for (size_t i = 0; i < (r->topic != NULL ? r->topics : r->runs); i++) {
		double x = figures_of(r, column, cell, i)->actual;
		least = fmin(least, x);
		most = fmax(most, x);
	}
	plot_line(p, NULL, least, least, most, most);
	draw_dots(p, s, r, column, cell);
}

int sampling_draw_scatter(const struct sampling_simulation *s, const struct sampling_result *r,
			  struct picture *out, struct err *e)
{
	size_t depths = r->depths > 1 ? 2 : 1, across = 2 * depths;
	if (picture_init(out, r->columns, across, e) < 0)
		return -1;
	for (size_t i = 0; i < r->columns * across; i++)
		draw(&out->plot[i], s, r, i / across,
		     (i % across / 2 == 0 ? 0 : r->depths - 1) * JUDGINGS +
			     (i % 2 == 0 ? JUDGE_POOL : JUDGE_SAMPLE));
	return 0;
}
