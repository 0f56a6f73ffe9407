#include <math.h>
#include <stdlib.h>

#include "core/cli/bootstrap_command.h"
#include "core/cli/output.h"

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

/* What csv and jsonl have of each. */
static void print_line(struct buffer *b, const struct bootstrap_simulation *s,
		       const struct score_table *t, const struct bootstrap_figures *f,
		       size_t method, size_t size, size_t alpha, bool json)
{
	const struct bootstrap_figures *x = at(s, f, method, size, alpha);
	char width[32];
	snprintf(width, sizeof width, "%.6f", x->width);
	if (isnan(x->width))
		snprintf(width, sizeof width, "%s", json ? "null" : "");
	buffer_print(b,
		     json ? "{\"method\":\"%s\",\"n\":%lld,\"alpha\":%g,\"systems\":%zu,"
			    "\"topics\":%zu,\"samples\":%lld,\"resamples\":%lld,\"seed\":%llu,"
			    "\"type_1_error\":%.6f,\"below\":%.6f,\"above\":%.6f,"
			    "\"undefined\":%.6f,\"width\":%s}\n"
			  : "%s,%lld,%g,%zu,%zu,%lld,%lld,%llu,%.6f,%.6f,%.6f,%.6f,%s\n",
		     s->method[method]->name, (long long)s->sizes.value[size],
		     s->alphas.value[alpha], t->systems, t->topics, (long long)s->samples,
		     (long long)s->resamples, (unsigned long long)s->seed, x->error, x->below,
		     x->above, x->undefined, width);
}

static void print(struct buffer *b, const struct bootstrap_simulation *s,
		  const struct score_table *t, const struct bootstrap_figures *figures,
		  enum record_format format)
{
	if (format == FORMAT_TABLE) {
		print_table(b, s, figures);
		return;
	}
	if (format == FORMAT_CSV)
		buffer_print(b, "method,n,alpha,systems,topics,samples,resamples,seed,type_1_error,"
				"below,above,undefined,width\n");
	for (size_t m = 0; m < s->methods; m++)
		for (size_t n = 0; n < s->sizes.count; n++)
			for (size_t a = 0; a < s->alphas.count; a++)
				print_line(b, s, t, figures, m, n, a, format == FORMAT_JSONL);
}

/* Park 2011, section 2. */
static void set_defaults(struct bootstrap_simulation *s)
{
	static const char *const methods[] = { "percentile", "bca", "slogit" };
	static const double sizes[] = { 5, 10, 20 };
	for (size_t i = 0, none = s->methods == 0; none && i < 3; i++)
		s->method[s->methods++] = mean_interval_find(methods[i]);
	for (size_t i = 0, none = s->sizes.count == 0; none && i < 3; i++)
		s->sizes.value[s->sizes.count++] = sizes[i];
	for (int i = 1, none = s->alphas.count == 0; none && i <= 10; i++)
		s->alphas.value[s->alphas.count++] = i / 20.0;
	s->samples = s->samples > 0 ? s->samples : 1000;
	s->resamples = s->resamples > 0 ? s->resamples : 1000;
}

int bootstrap_command(struct bootstrap_simulation *s, const char *matrix, enum record_format format,
		      struct err *e)
{
	struct score_table t;
	struct bootstrap_figures *figures = NULL;
	struct buffer b = { 0 };
	set_defaults(s);
	int result = score_table_from_matrix(&t, matrix, e);
	if (result == 0)
		result = bootstrap_simulate(s, &t, matrix, &figures, e);
	if (result == 0) {
		print(&b, s, &t, figures, format);
		result = output_write(&b, e);
	}
	buffer_release(&b);
	free(figures);
	score_table_release(&t);
	return result;
}
