/*
 * See simulation_output.h. Noise: Webber's figures come from 1000 samples a realization, whose
 * scatter adds level·(1-level)/1000 to the mean square of the error (.0069 squared at 95 %); an
 * exact figure is to be compared with it added.
 */
#include <math.h>

#include "core/cli/output.h"
#include "core/cli/simulation_output.h"

const char *const simulation_quantities[] = { "recall", "precision", "F", "yield", NULL };
const char *const simulation_formats[] = { "table", "csv", "jsonl", NULL };

static double with_noise(const struct method_result *r, double level)
{
	double rmse = r->summary.rmse;
	return r->sampled == 0 ? sqrt(rmse * rmse + level * (1 - level) / 1000) : NAN;
}

static const char *how(const struct method_result *r)
{
	return r->sampled == 0 ? "exact" : r->exact == 0 ? "sampled" : "mixed";
}

static void table_number(struct buffer *b, int width, double x)
{
	if (isnan(x))
		buffer_print(b, " %*s", width, "-");
	else
		buffer_print(b, " %*.4f", width, x);
}

static void print_table(struct buffer *b, const struct simulation_output *o, const char *name,
			const struct simulation_result *r)
{
	int longest = (int)(o->longest_name > 8 ? o->longest_name : 8);
	if (b->length == 0)
		buffer_print(b, "%-*s %-13s %8s %7s %7s %7s %8s %7s %7s %9s %s\n", longest,
			     "scenario", "method", "coverage", "least", "rmse", "+noise", "width",
			     "below", "above", "undefined", "how");
	for (size_t i = 0; i < r->methods; i++) {
		const struct method_result *m = &r->method[i];
		const struct coverage_summary *s = &m->summary;
		buffer_print(b, "%-*s %-13s", longest, name, m->method->name);
		table_number(b, 8, s->mean);
		table_number(b, 7, s->least);
		table_number(b, 7, s->rmse);
		table_number(b, 7, with_noise(m, o->simulation->level));
		table_number(b, 8, s->width);
		table_number(b, 7, s->below);
		table_number(b, 7, s->above);
		table_number(b, 9, s->undefined);
		buffer_print(b, " %s\n", how(m));
	}
}

/* What csv and jsonl have of a method, in this order. */
struct figure {
	const char *name;
	double value;
};

enum { FIGURES = 9 };

static void figures_of(const struct method_result *m, double level, struct figure *out)
{
	const struct coverage_summary *s = &m->summary;
	const struct figure figures[FIGURES] = {
		{ "coverage", s->mean },
		{ "least", s->least },
		{ "most", s->most },
		{ "rmse", s->rmse },
		{ "rmse_with_noise", with_noise(m, level) },
		{ "width", s->width },
		{ "below", s->below },
		{ "above", s->above },
		{ "undefined", s->undefined },
	};
	memcpy(out, figures, sizeof figures);
}

static void print_csv(struct buffer *b, const struct simulation_output *o, const char *name,
		      const struct simulation_result *r)
{
	const struct simulation *s = o->simulation;
	struct figure figure[FIGURES];
	if (b->length == 0) {
		buffer_print(b, "scenario,method,quantity,beta,level,tail,seed,realizations,"
				"samples,how");
		figures_of(&r->method[0], s->level, figure);
		for (int k = 0; k < FIGURES; k++)
			buffer_print(b, ",%s", figure[k].name);
		buffer_print(b, "\n");
	}
	for (size_t i = 0; i < r->methods; i++) {
		const struct method_result *m = &r->method[i];
		output_csv_field(b, name);
		buffer_print(b, ",%s,%s,%g,%g,%s,%llu,%zu,", m->method->name,
			     simulation_quantities[o->quantity], s->interval.beta, s->level,
			     option_tails[o->tail], (unsigned long long)s->seed, r->truths);
		if (m->sampled > 0)
			buffer_print(b, "%lld", (long long)r->samples);
		buffer_print(b, ",%s", how(m));
		figures_of(m, s->level, figure);
		for (int k = 0; k < FIGURES; k++) {
			buffer_print(b, ",");
			if (!isnan(figure[k].value))
				buffer_print(b, "%.6f", figure[k].value);
		}
		buffer_print(b, "\n");
	}
}

static void print_jsonl(struct buffer *b, const struct simulation_output *o, const char *name,
			const struct simulation_result *r)
{
	const struct simulation *s = o->simulation;
	struct figure figure[FIGURES];
	for (size_t i = 0; i < r->methods; i++) {
		const struct method_result *m = &r->method[i];
		buffer_print(b, "{\"scenario\":");
		output_json_text(b, "", name);
		buffer_print(b,
			     ",\"method\":\"%s\",\"quantity\":\"%s\",\"beta\":%g,\"level\":%g,"
			     "\"tail\":\"%s\",\"seed\":%llu,\"realizations\":%zu,\"samples\":",
			     m->method->name, simulation_quantities[o->quantity], s->interval.beta,
			     s->level, option_tails[o->tail], (unsigned long long)s->seed,
			     r->truths);
		if (m->sampled > 0)
			buffer_print(b, "%lld", (long long)r->samples);
		else
			buffer_print(b, "null");
		buffer_print(b, ",\"how\":\"%s\"", how(m));
		figures_of(m, s->level, figure);
		for (int k = 0; k < FIGURES; k++) {
			buffer_print(b, ",\"%s\":", figure[k].name);
			if (isnan(figure[k].value))
				buffer_print(b, "null");
			else
				buffer_print(b, "%.6f", figure[k].value);
		}
		buffer_print(b, "}\n");
	}
}

void simulation_print(struct buffer *b, const struct simulation_output *o, const char *name,
		      const struct simulation_result *r)
{
	switch (o->format) {
	case SIMULATION_TABLE:
		print_table(b, o, name, r);
		break;
	case SIMULATION_CSV:
		print_csv(b, o, name, r);
		break;
	case SIMULATION_JSONL:
		print_jsonl(b, o, name, r);
		break;
	}
}
