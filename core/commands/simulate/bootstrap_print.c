/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/simulate.h"

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
		.samples = s->samples,
		.resamples = s->resamples,
		.seed = (int64_t)s->seed,
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

int simulate_bootstrap(const struct simulate_request *q, const struct score_table *t,
		       struct buffer *b, struct picture *picture, struct err *e)
{
	struct bootstrap_figures *figures = NULL;
	(void)picture; /* it has none */
	int result = bootstrap_simulate(&q->bootstrap, t, q->matrix, &figures, e);
	if (result == 0)
		print(b, &q->bootstrap, t, figures, q->format);
	free(figures);
	return result;
}
