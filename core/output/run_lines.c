/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/base/output.h"
#include "core/output/run_lines.h"

/* What is printed of a run, and what it is called. */
struct run_text {
	struct buffer title, lines;
	struct buffer name, other_name;
	struct interval_gaps gaps;
};

static bool expects(const struct output *receiver, size_t count)
{
	return receiver == NULL || receiver->expect(receiver->context, count);
}

static int expect(void *context, size_t count, struct err *e)
{
	struct run_lines *l = context;
	l->run = arena_zeroed(&l->memory, count, sizeof *l->run);
	l->runs = count;
	l->output->several_runs = count > 1;
	bool ready = l->run != NULL && expects(l->output->receiver, count) &&
		     (l->also == NULL || expects(l->also->receiver, count));
	return ready ? 0 : err_memory(e);
}

static void write_lines(void *context, size_t number, struct evaluation *x)
{
	const struct run_lines *l = context;
	struct run_text *r = &l->run[number];
	output_run(&r->lines, number, x, l->output, &r->gaps);
	if (l->output->several_runs)
		buffer_text(&r->name, x->runid);
	if (l->output->several_runs && x->other_name != NULL)
		buffer_text(&r->other_name, x->other_name);
	if (l->also != NULL)
		output_run(&r->lines, number, x, l->also, &(struct interval_gaps){ 0 });
	evaluation_release(x);
}

/* The names of the runs that retrieve a cell, joined by +; * if a run may retrieve a part of it. */
static void print_runs(struct buffer *out, const struct design *s, const struct design_stratum *x)
{
	bool any = false;
	if (x->signature == NULL) {
		buffer_print(out, "*");
		return;
	}
	for (size_t r = 0; r < s->runs; r++) {
		if (!stratum_has_run(x, r))
			continue;
		buffer_print(out, any ? "+" : "");
		escape_csv(out, s->run[r]);
		any = true;
	}
	if (!any)
		buffer_print(out, "-");
}

static void print_stratum(struct buffer *out, const struct topic_strata *t, size_t place)
{
	const char *label = t->stratum[place].name;
	escape_csv(out, t->name);
	buffer_print(out, ",%zu", place + 1);
	if (label != NULL) {
		buffer_print(out, ":");
		escape_csv(out, label);
	}
	buffer_print(out, ",");
}

/* Where they come from: the column `design` of other outputs, and the row of design_rules. */
static void print_counts(struct buffer *out, const struct stratum_part *x, const struct design *s,
			 const struct topic_strata *t)
{
	buffer_print(out, ",%lld,%lld,%lld,%lld,%lld,%s,%s\n", (long long)x->size,
		     (long long)x->sampled, (long long)(x->sampled - x->gray),
		     (long long)x->relevant, (long long)x->gray, topic_design(s, t), t->rule->name);
}

/* What each run retrieves of a stratum, and what it does not. */
static void print_split(struct buffer *out, const struct design *s, const struct topic_strata *t,
			size_t place)
{
	for (size_t r = 0; r < s->runs - s->pools; r++)
		for (int side = 1; side >= 0; side--) {
			const struct stratum_part x = stratum_side(&t->stratum[place], r, side);
			if (x.size == 0)
				continue;
			struct buffer name = { 0 };
			buffer_print(&name, "%s%s", side == 1 ? "" : "not ", s->run[r]);
			print_stratum(out, t, place);
			if (!name.failed)
				escape_csv(out, name.text);
			out->failed = out->failed || name.failed;
			buffer_release(&name);
			print_counts(out, &x, s, t);
		}
}

static void print_strata(struct buffer *out, const struct design *s, const struct judgments *j)
{
	buffer_print(out, "topic,stratum,runs,size,sampled,assessable,relevant,gray,source,rule\n");
	for (size_t i = 0; i < s->topics; i++) {
		const struct topic_strata *t = &s->topic[j->sorted[i]];
		for (size_t c = 0; judgments_have_chosen(j, j->sorted[i]) && c < t->count; c++) {
			const struct design_stratum *x = &t->stratum[c];
			if (s->post_stratified && x->signature == NULL) {
				print_split(out, s, t, c);
				continue;
			}
			const struct stratum_part all = { x->size, x->sampled, x->relevant,
							  x->gray };
			print_stratum(out, t, c);
			print_runs(out, s, x);
			print_counts(out, &all, s, t);
		}
	}
}

static int show_strata(void *context, const struct design *s, const struct evaluated_run *run,
		       struct err *e)
{
	(void)run;
	struct run_lines *l = context;
	if (!s->stratified)
		return err_usage(e, "--show=strata: the probabilities give no strata");
	print_strata(&l->strata, s, l->judgments);
	return 0;
}

struct batch_receiver run_lines_receiver(struct run_lines *l, bool strata)
{
	return (struct batch_receiver){ .context = l,
					.strata = strata ? show_strata : NULL,
					.expect = strata ? NULL : expect,
					.evaluated = write_lines };
}

void run_lines_warn(const struct run_lines *l, struct warnings *w)
{
	if (l->run == NULL || l->runs == 0)
		return;
	struct interval_gaps *all = &l->run[0].gaps;
	for (size_t i = 1; i < l->runs; i++)
		interval_gaps_add(all, &l->run[i].gaps);
	interval_gaps_warn(all, "mean", l->output->runs->level, w);
}

void run_lines_release(struct run_lines *l)
{
	for (size_t i = 0; l->run != NULL && i < l->runs; i++) {
		buffer_release(&l->run[i].title);
		buffer_release(&l->run[i].lines);
		buffer_release(&l->run[i].name);
		buffer_release(&l->run[i].other_name);
	}
	arena_release(&l->memory);
	buffer_release(&l->header);
	buffer_release(&l->strata);
}

/* In trec's format the lines of each of several runs begin with its name. */
static int name_runs(struct run_lines *l, struct err *e)
{
	const char **name = calloc(2 * l->runs + 1, sizeof *name);
	if (name == NULL)
		return err_memory(e);
	for (size_t i = 0; i < l->runs; i++) {
		const struct run_text *r = &l->run[i];
		name[i] = r->name.text != NULL ? r->name.text : "";
		name[l->runs + i] = r->other_name.text;
	}
	int result = runs_tell_apart(name, name + l->runs, l->runs, e);
	for (size_t i = 0; i < l->runs && result == 0; i++)
		output_runid(&l->run[i].title, name[i], l->output);
	free(name);
	return result;
}

int run_lines_ready(struct run_lines *l, struct err *e)
{
	if (l->run == NULL)
		return l->strata.failed ? err_memory(e) : 0;
	if (l->output->several_runs && l->output->receiver == NULL &&
	    l->output->format == FORMAT_TREC && name_runs(l, e) < 0)
		return -1;
	if (l->output->receiver == NULL)
		output_header(&l->header, l->output);
	for (size_t i = 0; i < l->runs; i++) {
		const struct buffer all[] = { l->run[i].title, l->run[i].lines, l->run[i].name,
					      l->run[i].other_name };
		if (output_check_all(all, sizeof all / sizeof *all, e) < 0)
			return -1;
	}
	return output_check_all(&l->header, 1, e);
}

int run_lines_write(const struct run_lines *l, const struct output *out, struct err *e)
{
	if (l->run == NULL) /* the strata are asked for instead of runs */
		return output_write(out, &l->strata, e);
	int result = output_write(out, &l->header, e);
	for (size_t i = 0; i < l->runs && result == 0; i++)
		if (output_write(out, &l->run[i].title, e) < 0 ||
		    output_write(out, &l->run[i].lines, e) < 0)
			result = -1;
	return result;
}
