/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate bootstrap: how often the intervals of a mean over topics miss it, with samples of the
 * topics of a matrix. A row for each method and alpha and a column for each size, as in Park's
 * Tables 1 to 3, or a line for each figure.
 */
#include "core/commands/simulate/bootstrap_simulation.h"
#include "core/commands/simulate/simulate.h"
#include "core/help/help.h"

struct bootstrap_asked {
	struct matrix_asked asked;
	struct bootstrap_simulation bootstrap;
	struct method_list named;
};

#define AT(member) OPTION_AT(struct bootstrap_asked, member)

static const struct command_option options[] = {
	{ HEADING("What is drawn:") },
	{ OPTION_MATRIX, AT(asked.matrix) },
	{ OPTION_SIZES("Topics in a sample (default 5,10,20)"), AT(bootstrap.sizes) },
	{ OPTION_WITH_REPLACEMENT, AT(bootstrap.with_replacement) },
	{ HEADING("Intervals:") },
	{ "ci", 0, "METHOD,...",
	  "Interval methods for means over topics (default percentile,bca,slogit)",
	  .type = OPTION_METHODS, AT(named),
	  .more = "There are also `clogit`, `t`, `delta` and `constant`. `slogit`, `clogit` and "
		  "`delta` need scores of 0 or more; if one of the matrix is above 1, they have no "
		  "upper limit." },
	{ "alphas", 0, "X,...", "1 less the levels (default 0.05,0.1,...,0.5)", LIST(BETWEEN(0, 1)),
	  AT(bootstrap.alphas),
	  .more = "They are the errors that the intervals are meant to have." },
	{ OPTION_RESAMPLES, AT(bootstrap.resamples) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES(
		  "Draw N samples of each size from the topics of each system (default 1000)"),
	  AT(bootstrap.effort.samples) },
	{ .include = effort_options, AT(bootstrap.effort) },
	{ .include = answer_options, AT(asked.answer) },
	{ 0 },
};

/* Park 2011, section 2. */
static void init(void *request)
{
	struct bootstrap_asked *q = request;
	q->bootstrap = (struct bootstrap_simulation){
		.sizes = { { 5, 10, 20 }, 3 },
		.alphas = { { .05, .1, .15, .2, .25, .3, .35, .4, .45, .5 }, 10 },
		.resamples = 1000,
		.effort = effort_by_default(1000),
	};
}

static int check(void *request, struct err *e)
{
	static const char *const methods[] = { "percentile", "bca", "slogit" };
	struct bootstrap_asked *q = request;
	struct bootstrap_simulation *b = &q->bootstrap;
	if (q->named.count > 0)
		return err_usage(e, "--ci=%s: not a method for means over topics (-h lists them)",
				 q->named.method[0]);
	b->methods = q->named.over_topics_count;
	memcpy(b->method, q->named.over_topics, b->methods * sizeof *b->method);
	for (size_t i = 0, none = b->methods == 0; none && i < 3; i++)
		b->method[b->methods++] = mean_interval_find(methods[i]);
	return matrix_check(q, e);
}

static const struct command_table table = {
	.name = "simulate bootstrap",
	.summary = "how often intervals of means over topics miss the mean",
	.doc = "How often the intervals of a mean over topics miss it, with samples of the topics of a matrix.",
	.notes = EXIT_STATUS,
	.option = options,
	.size = sizeof(struct bootstrap_asked),
	.init = init,
	.shard = offsetof(struct bootstrap_asked, asked.answer.shard),
	.check = check,
};

static int help(void *request, struct help *h, struct err *e)
{
	(void)request;
	(void)e;
	buffer_print(&h->text, "\nMethods for means over topics:\n");
	HELP_LIST(&h->text, "  %-15s %s\n", mean_interval_methods);
	return 0;
}

/* ---- lines ---- */

static const struct bootstrap_figures *at(const struct bootstrap_simulation *s,
					  const struct bootstrap_figures *f, size_t method,
					  size_t size, size_t alpha)
{
	return &f[(method * s->sizes.count + size) * s->alphas.count + alpha];
}

static void print_table(struct buffer *b, const struct bootstrap_simulation *s,
			const struct bootstrap_figures *f)
{
	buffer_print(b, "%-11s %9s", "method", "alpha");
	for (size_t n = 0; n < s->sizes.count; n++) {
		char head[32];
		snprintf(head, sizeof head, "n=%lld", (long long)s->sizes.value[n]);
		buffer_print(b, " %7s", head);
	}
	buffer_print(b, "\n");
	for (size_t m = 0; m < s->methods; m++) {
		for (size_t a = 0; a < s->alphas.count; a++) {
			buffer_print(b, "%-11s %9g", s->method[m]->name, s->alphas.value[a]);
			for (size_t n = 0; n < s->sizes.count; n++)
				buffer_print(b, " %7.4f", at(s, f, m, n, a)->error);
			buffer_print(b, "\n");
		}
		/* the same for every alpha */
		buffer_print(b, "%-11s %9s", s->method[m]->name, "undefined");
		for (size_t n = 0; n < s->sizes.count; n++)
			buffer_print(b, " %7.4f", at(s, f, m, n, 0)->undefined);
		buffer_print(b, "\n");
	}
}

/* A line of CSV or JSON. */
struct row {
	const char *method;
	double size, alpha;
	double systems, topics;
	int64_t samples, resamples, seed;
	struct bootstrap_figures figures;
	const char *replacement;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "method", NULL, RECORD_TEXT, AT(method) },
	{ "n", NULL, RECORD_COUNT, AT(size) },
	{ "alpha", NULL, RECORD_SHORT, AT(alpha) },
	{ "systems", NULL, RECORD_COUNT, AT(systems) },
	{ "topics", NULL, RECORD_COUNT, AT(topics) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "resamples", NULL, RECORD_WHOLE, AT(resamples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "type_1_error", NULL, RECORD_REAL, 6, AT(figures.error) },
	{ "below", NULL, RECORD_REAL, 6, AT(figures.below) },
	{ "above", NULL, RECORD_REAL, 6, AT(figures.above) },
	{ "undefined", NULL, RECORD_REAL, 6, AT(figures.undefined) },
	{ "width", NULL, RECORD_REAL, 6, AT(figures.width) },
	{ "replacement", NULL, RECORD_TEXT, AT(replacement) },
	{ 0 },
};

static void print(struct buffer *b, const struct bootstrap_simulation *s,
		  const struct score_table *t, const struct bootstrap_figures *figures,
		  enum record_format format)
{
	if (format == FORMAT_TABLE) {
		print_table(b, s, figures);
		return;
	}
	struct records r;
	struct row row = {
		.systems = (double)t->systems,
		.topics = (double)t->topics,
		.samples = s->effort.samples,
		.resamples = s->resamples,
		.seed = (int64_t)s->effort.seed,
		.replacement = "with",
	};
	records_init(&r, columns, sizeof row);
	if (!s->with_replacement) /* the last column */
		*records_column(&r, "replacement") = (struct record_column){ 0 };
	for (size_t m = 0; m < s->methods; m++)
		for (size_t n = 0; n < s->sizes.count; n++)
			for (size_t a = 0; a < s->alphas.count; a++) {
				row.method = s->method[m]->name;
				row.size = s->sizes.value[n];
				row.alpha = s->alphas.value[a];
				row.figures = *at(s, figures, m, n, a);
				records_add(&r, &row);
			}
	records_finish(&r, format, b);
}

/* ---- the question ---- */

static int answer(const void *request, const struct score_table *t, struct buffer *b,
		  struct picture *picture, struct err *e)
{
	const struct bootstrap_asked *q = request;
	struct bootstrap_figures *figures = NULL;
	(void)picture; /* there is none */
	int result = bootstrap_simulate(&q->bootstrap, t, shown_path(q->asked.matrix), &figures, e);
	if (result == 0)
		print(b, &q->bootstrap, t, figures, q->asked.answer.format);
	free(figures);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct bootstrap_asked *q = request;
	return simulate_matrix(q, &q->bootstrap.effort, answer, out, e);
}

COMMAND = { &table, run, help };
