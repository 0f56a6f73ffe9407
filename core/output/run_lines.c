/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/escape.h"
#include "core/base/output.h"
#include "core/output/run_lines.h"

static bool expects(const struct output *taker, size_t count)
{
	return taker == NULL || taker->expect(taker->context, count);
}

static int expect(void *context, size_t count, struct err *e)
{
	struct run_lines *l = context;
	l->run = calloc(count + 1, sizeof *l->run);
	l->file = calloc(count + 1, sizeof *l->file);
	l->runs = count;
	l->output->several_runs = count > 1;
	bool ready = l->run != NULL && l->file != NULL && expects(l->output->taker, count) &&
		     (l->also == NULL || expects(l->also->taker, count));
	return ready ? 0 : err_memory(e);
}

static void write_lines(void *context, size_t number, const struct evaluation *x)
{
	const struct run_lines *l = context;
	struct evaluation own = *x;
	output_run(&l->run[number], number, x, l->output);
	if (x->path != NULL)
		buffer_add(&l->file[number], x->path, strlen(x->path));
	if (l->also != NULL)
		output_run(&l->run[number], number, x, l->also);
	evaluation_release(&own);
}

/* The names of the runs that retrieve a cell, joined by +; * if a run may retrieve a part of it. */
static void print_runs(struct buffer *out, const struct strata *s, const struct cell *x)
{
	bool any = false;
	if (x->signature == NULL) {
		buffer_print(out, "*");
		return;
	}
	for (size_t r = 0; r < s->runs; r++) {
		if (!cell_has_run(x, r))
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
	const char *label = t->cell[place].label;
	escape_csv(out, t->name);
	buffer_print(out, ",%zu", place + 1);
	if (label != NULL) {
		buffer_print(out, ":");
		escape_csv(out, label);
	}
	buffer_print(out, ",");
}

static void print_counts(struct buffer *out, const struct cell_part *x, const char *source)
{
	buffer_print(out, ",%lld,%lld,%lld,%lld,%lld,%s\n", (long long)x->size,
		     (long long)x->sampled, (long long)(x->sampled - x->gray),
		     (long long)x->relevant, (long long)x->gray, source);
}

/* What each run retrieves of a stratum, and what it does not. */
static void print_split(struct buffer *out, const struct strata *s, const struct topic_strata *t,
			size_t place, const char *source)
{
	for (size_t r = 0; r < s->runs - s->pools; r++)
		for (int side = 1; side >= 0; side--) {
			const struct cell_part x = cell_side(&t->cell[place], r, side);
			if (x.size == 0)
				continue;
			struct buffer name = { 0 };
			buffer_print(&name, "%s%s", side == 1 ? "" : "not ", s->run[r]);
			print_stratum(out, t, place);
			if (!name.failed)
				escape_csv(out, name.text);
			out->failed = out->failed || name.failed;
			buffer_release(&name);
			print_counts(out, &x, source);
		}
}

static void print_strata(struct buffer *out, const struct strata *s, const struct judgments *j)
{
	buffer_print(out, "topic,stratum,runs,size,sampled,assessable,relevant,gray,source\n");
	for (size_t i = 0; i < s->topics; i++) {
		const struct topic_strata *t = &s->topic[j->sorted[i]];
		const char *source = source_name(t->source, s->post_stratified);
		for (size_t c = 0; judgments_have_chosen(j, j->sorted[i]) && c < t->count; c++) {
			const struct cell *x = &t->cell[c];
			if (s->post_stratified && x->signature == NULL) {
				print_split(out, s, t, c, source);
				continue;
			}
			const struct cell_part all = { x->size, x->sampled, x->relevant, x->gray };
			print_stratum(out, t, c);
			print_runs(out, s, x);
			print_counts(out, &all, source);
		}
	}
}

static int show_strata(void *context, const struct sample *s, struct err *e)
{
	struct run_lines *l = context;
	if (!s->stratified)
		return err_usage(e, "--show-strata: the probabilities give no strata");
	print_strata(&l->strata, &s->strata, l->judgments);
	return 0;
}

struct batch_sink run_lines_sink(struct run_lines *l, bool strata)
{
	return (struct batch_sink){ .context = l,
				    .strata = strata ? show_strata : NULL,
				    .expect = expect,
				    .evaluated = write_lines };
}

void run_lines_release(struct run_lines *l)
{
	for (size_t i = 0; l->run != NULL && i < l->runs; i++)
		buffer_release(&l->run[i]);
	for (size_t i = 0; l->file != NULL && i < l->runs; i++)
		buffer_release(&l->file[i]);
	free(l->run);
	free(l->file);
	buffer_release(&l->header);
	buffer_release(&l->strata);
}

/* The first line of a block, which names its run, without its end. */
static struct slice first_line(const struct buffer *b)
{
	const char *end = b->length > 0 ? memchr(b->text, '\n', b->length) : NULL;
	return (struct slice){ b->text, end != NULL ? (size_t)(end - b->text) : 0 };
}

/* Replaces the name of the run in the first line of a block by its file. */
static void name_by_file(struct buffer *b, const struct buffer *file)
{
	struct slice first = first_line(b);
	const char *tag = memrchr(first.at, '\t', first.length);
	struct buffer named = { 0 };
	if (tag == NULL || file->length == 0)
		return;
	buffer_add(&named, b->text, (size_t)(tag + 1 - b->text));
	buffer_add(&named, file->text, file->length);
	buffer_add(&named, b->text + first.length, b->length - first.length);
	buffer_release(b);
	*b = named;
}

/* Runs that have the same name get the names of their files. */
static int tell_apart(const struct run_lines *l, struct err *e)
{
	bool *same = calloc(l->runs + 1, sizeof *same);
	if (same == NULL)
		return err_memory(e);
	for (size_t i = 0; i < l->runs; i++)
		for (size_t k = 0; k < l->runs && !same[i]; k++)
			same[i] = k != i &&
				  slice_equal(first_line(&l->run[i]), first_line(&l->run[k]));
	for (size_t i = 0; i < l->runs; i++)
		if (same[i])
			name_by_file(&l->run[i], &l->file[i]);
	free(same);
	return 0;
}

int run_lines_ready(struct run_lines *l, struct err *e)
{
	if (l->run == NULL)
		return l->strata.failed ? err_memory(e) : 0;
	if (l->output->several_runs && l->output->taker == NULL &&
	    l->output->format == SCORES_TREC && tell_apart(l, e) < 0)
		return -1;
	if (l->output->taker == NULL)
		output_header(&l->header, l->output);
	if (output_check_all(l->run, l->runs, e) < 0 || output_check_all(l->file, l->runs, e) < 0)
		return -1;
	return output_check_all(&l->header, 1, e);
}

int run_lines_write(const struct run_lines *l, const struct output *out, struct err *e)
{
	if (l->run == NULL) /* the strata are asked for instead of runs */
		return output_write(out, &l->strata, e);
	return output_write(out, &l->header, e) < 0 ? -1
						    : output_write_all(out, l->run, l->runs, e);
}
