#include <math.h>

#include "core/cli/compare/comparison_lines.h"
#include "core/cli/output/score_lines.h"

const char *const comparison_formats[] = { "table", "trec", "csv", "jsonl", "latex", NULL };

/* One line of the formats for programs. */
struct line {
	const char *topic; /* NULL: all */
	const char *name;
	bool integer;
	double value;
	const char *text;   /* instead of `value` */
	const char *method; /* of a bound or a test, or NULL */
	int64_t draws;	    /* that it took */
	bool test;	    /* the level of bounds does not concern it */
};

/* Where lines go, and which pair they are about. */
struct printer {
	struct buffer *b;
	const struct comparison_output *o;
	const char *run[2];
};

static void print_number(struct buffer *b, const struct line *l, int digits)
{
	if (l->integer)
		buffer_print(b, "%.0f", l->value);
	else
		buffer_print(b, "%*.*f", digits + 2, digits,
			     isnan(l->value) ? fabs(l->value) : l->value);
}

static void trec_line(struct printer *p, const struct line *l)
{
	buffer_print(p->b, "%-22s\t%s\t", l->name, l->topic != NULL ? l->topic : "all");
	if (l->text != NULL)
		buffer_print(p->b, "%s", l->text);
	else
		print_number(p->b, l, p->o->digits);
	buffer_print(p->b, "\n");
}

static void csv_line(struct printer *p, const struct line *l)
{
	const char *field[] = { p->run[0], p->run[1], l->topic != NULL ? l->topic : "all",
				l->name };
	for (size_t i = 0; i < 4; i++) {
		output_csv_field(p->b, field[i]);
		buffer_print(p->b, ",");
	}
	if (isfinite(l->value))
		print_number(p->b, l, p->o->digits);
	if (l->method == NULL) {
		buffer_print(p->b, ",,,,\n");
		return;
	}
	buffer_print(p->b, ",%s,", l->method);
	if (!l->test)
		buffer_print(p->b, "%g", p->o->level);
	buffer_print(p->b, ",%lld,%llu\n", (long long)l->draws,
		     (unsigned long long)p->o->request->paired.seed);
}

static void jsonl_line(struct printer *p, const struct line *l)
{
	static const char *const key[] = { "{\"run_a\":", ",\"run_b\":", ",\"topic\":",
					   ",\"measure\":" };
	const char *field[] = { p->run[0], p->run[1], l->topic != NULL ? l->topic : "all",
				l->name };
	for (size_t i = 0; i < 4; i++) {
		buffer_print(p->b, "%s", key[i]);
		output_json_text(p->b, "", field[i]);
	}
	buffer_print(p->b, ",\"value\":");
	if (isfinite(l->value))
		print_number(p->b, l, p->o->digits);
	else
		buffer_print(p->b, "null");
	if (l->method != NULL)
		buffer_print(p->b, ",\"method\":\"%s\"", l->method);
	if (l->method != NULL && !l->test)
		buffer_print(p->b, ",\"level\":%g", p->o->level);
	if (l->method != NULL)
		buffer_print(p->b, ",\"draws\":%lld,\"seed\":%llu", (long long)l->draws,
			     (unsigned long long)p->o->request->paired.seed);
	buffer_print(p->b, "}\n");
}

static void print_line(struct printer *p, const struct line *l)
{
	switch (p->o->format) {
	case COMPARISON_TREC:
		trec_line(p, l);
		break;
	case COMPARISON_CSV:
		csv_line(p, l);
		break;
	case COMPARISON_JSONL:
		jsonl_line(p, l);
		break;
	case COMPARISON_TABLE:
	case COMPARISON_LATEX:
		break;
	}
}

/* PREFIXmeasureSUFFIX, as a line. */
static void named_line(struct printer *p, const char *prefix, const char *measure,
		       const char *suffix, struct line l)
{
	struct buffer name = { 0 };
	buffer_print(&name, "%s%s%s%s", prefix, measure, suffix[0] != '\0' ? "_" : "", suffix);
	l.name = name.text;
	if (name.failed)
		p->b->failed = true;
	else
		print_line(p, &l);
	buffer_release(&name);
}

static void real_line(struct printer *p, const char *prefix, const char *measure, double value)
{
	named_line(p, prefix, measure, "", (struct line){ .value = value });
}

static void count_line(struct printer *p, const char *prefix, const char *measure, size_t value)
{
	named_line(p, prefix, measure, "",
		   (struct line){ .integer = true, .value = (double)value });
}

static void print_bounds(struct printer *p, const char *measure, const struct over_topics *x)
{
	const struct comparison_request *q = p->o->request;
	for (size_t i = 0; i < q->methods; i++) {
		struct line l = { .method = q->method[i]->name,
				  .draws = q->method[i]->resamples ? q->paired.resamples : 0 };
		const char *suffix = q->methods > 1 ? l.method : "";
		l.value = x->bounds[i].lower;
		if (p->o->lower)
			named_line(p, "ci_lo_diff_", measure, suffix, l);
		l.value = x->bounds[i].upper;
		if (p->o->upper)
			named_line(p, "ci_hi_diff_", measure, suffix, l);
	}
}

static void print_tests(struct printer *p, const char *measure, const struct over_topics *x)
{
	const struct comparison_request *q = p->o->request;
	for (size_t i = 0; i < q->tests; i++) {
		struct line l = { .value = x->test[i].p,
				  .method = q->test[i]->name,
				  .test = true,
				  .draws = q->test[i]->random && !x->test[i].exact
						   ? q->paired.resamples
						   : 0 };
		char prefix[64];
		snprintf(prefix, sizeof prefix, "p_%s_", q->test[i]->name);
		named_line(p, prefix, measure, "", l);
		snprintf(prefix, sizeof prefix, "p_less_%s_", q->test[i]->name);
		l.value = x->test[i].p_less;
		named_line(p, prefix, measure, "", l);
	}
	named_line(p, "p_adj_", measure, "",
		   (struct line){ .value = x->adjusted, .method = q->adjust->name, .test = true });
}

static void print_over_topics(struct printer *p, const char *measure, const struct over_topics *x)
{
	count_line(p, "topics_", measure, x->effect.count);
	real_line(p, "a_", measure, x->mean[0]);
	real_line(p, "b_", measure, x->mean[1]);
	real_line(p, "diff_", measure, x->effect.mean);
	print_bounds(p, measure, x);
	real_line(p, "effect_", measure, x->effect.cohen_d);
	count_line(p, "wins_", measure, x->effect.wins);
	count_line(p, "ties_", measure, x->effect.ties);
	count_line(p, "losses_", measure, x->effect.losses);
	print_tests(p, measure, x);
}

/* The scores of each topic that both runs have. */
static void print_topics(struct printer *p, const struct compared_measure *m, const struct pair *x)
{
	const struct score_table *t = &m->table;
	for (size_t i = 0; i < t->topics; i++) {
		double a = t->value[x->run[0] * t->topics + i];
		double b = t->value[x->run[1] * t->topics + i];
		if (isnan(a) || isnan(b))
			continue;
		struct line l = { .topic = t->topic[i], .value = a };
		named_line(p, "a_", m->name, "", l);
		l.value = b;
		named_line(p, "b_", m->name, "", l);
		l.value = a - b;
		named_line(p, "diff_", m->name, "", l);
	}
}

static void print_figures(struct printer *p, const struct figures *f, bool topics)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct figure *x = &f->figure[i];
		if ((x->topic != NULL) == topics)
			named_line(p, x->micro ? "micro_" : "", x->name, "",
				   (struct line){ .topic = x->topic,
						  .integer = x->integer,
						  .value = x->value,
						  .method = x->method,
						  .draws = x->draws });
	}
}

static void print_pair(struct printer *p, const struct comparison *c, const struct pair *x)
{
	const struct comparison_output *o = p->o;
	for (size_t m = 0; o->topics && m < c->measures; m++)
		print_topics(p, &c->measure[m], x);
	if (o->topics)
		print_figures(p, &x->figures, true);
	for (size_t m = 0; !o->no_summary && m < c->measures; m++)
		print_over_topics(p, c->measure[m].name, &x->measure[m]);
	if (!o->no_summary)
		print_figures(p, &x->figures, false);
}

/* Every pair is a block, opened in trec's format by the names of its runs. */
static void print_pairs(struct buffer *b, const struct comparison *c,
			const struct comparison_output *o)
{
	if (o->format == COMPARISON_CSV)
		buffer_print(b, "run_a,run_b,topic,measure,value,method,level,draws,seed\n");
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *x = &c->pair[i];
		struct printer p = { b, o, { c->run[x->run[0]], c->run[x->run[1]] } };
		if (o->format == COMPARISON_TREC) {
			print_line(&p, &(struct line){ .name = "run_a", .text = p.run[0] });
			print_line(&p, &(struct line){ .name = "run_b", .text = p.run[1] });
		}
		print_pair(&p, c, x);
	}
}

void comparison_print(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o)
{
	switch (o->format) {
	case COMPARISON_TABLE:
		comparison_table(b, c, o);
		break;
	case COMPARISON_LATEX:
		comparison_latex(b, c, o);
		break;
	case COMPARISON_TREC:
	case COMPARISON_CSV:
	case COMPARISON_JSONL:
		print_pairs(b, c, o);
		break;
	}
}
