/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/commands/simulate/judged_runs.h"

#define AT(member) OPTION_AT(struct judged_asked, member)

/* ---- options ---- */

OPTION_SETTER(add_held)
{
	struct judged_asked *q = request;
	const char *rest = text;
	struct slice name;
	int64_t count;
	if (parse_integer(slice_of(text), &count) && count > 0 && count <= 1000000) {
		q->held_at_random = (size_t)count;
		return 0;
	}
	while (next_item(&rest, &name))
		if (name.length == 0)
			return err_usage(e, "--%s: a name is missing", o->name);
	return text_list_add(&q->held, text, e);
}

const struct command_option judged_options[] = {
	{ NAME_MOST_RETRIEVED, .own = true, .here = "(default 100; all: every one)",
	  WHOLE(1, DOCUMENTS_MAX), AT(deepest), .set = set_number_or_all, .usual = "100" },
	{ "hold-out", 0, "RUN,...|N",
	  "Runs, by name or file, that shape neither pools nor samples; or N, drawn anew for each sample",
	  ADDED_TEXTS, AT(held), .set = add_held },
	{ 0 },
};

/* ---- files ---- */

static void name_runs(struct judged_runs *x)
{
	const struct runs *r = &x->runs;
	for (size_t i = 0; i < r->count; i++) {
		x->name[i] = r->run[i].id;
		for (size_t k = 0; k < r->count; k++)
			if (k != i && strcmp(r->run[k].id, r->run[i].id) == 0)
				x->name[i] = r->run[i].in.path;
	}
}

static int read_runs(struct judged_runs *x, const struct judged_asked *q,
		     const struct run_format *format, int jobs, struct err *e)
{
	const struct text_list *file = &q->files.file;
	size_t count = file->count - 1;
	x->name = calloc(count, sizeof *x->name);
	x->is_held = calloc(count, sizeof *x->is_held);
	if (x->name == NULL || x->is_held == NULL)
		return err_memory(e);
	if (runs_read(&x->runs, format, file->text + 1, count, &x->judgments.names, NULL, jobs, e) <
	    0)
		return -1;
	name_runs(x);
	return 0;
}

/* Whether a run has this name, or is from this file. */
static bool is_run(const struct judged_runs *x, const struct judged_asked *q, size_t run,
		   struct slice name)
{
	return slice_equal(name, slice_of(x->name[run])) ||
	       slice_equal(name, slice_of(shown_path(q->files.file.text[run + 1])));
}

size_t judged_run_find(const struct judged_runs *x, const struct judged_asked *q, struct slice name)
{
	size_t found = SIZE_MAX;
	for (size_t i = 0; i < x->runs.count; i++)
		found = is_run(x, q, i, name) ? i : found;
	return found;
}

/* Holds out the runs of a name or file; false: there is none. */
static bool hold(struct judged_runs *x, const struct judged_asked *q, struct slice name)
{
	bool found = false;
	for (size_t i = 0; i < x->runs.count; i++) {
		bool is = is_run(x, q, i, name);
		x->is_held[i] = x->is_held[i] || is;
		found = found || is;
	}
	return found;
}

/* Each name of --hold-out must be that of one run, or a file of the command line. */
static int find_held(struct judged_runs *x, const struct judged_asked *q, size_t held,
		     struct err *e)
{
	for (size_t h = 0; h < q->held.count; h++) {
		const char *rest = q->held.text[h];
		struct slice name;
		while (next_item(&rest, &name))
			if (!hold(x, q, name))
				return err_usage(e, "--hold-out=%.*s: no run has this name or file",
						 name.length < 200 ? (int)name.length : 200,
						 name.at);
	}
	for (size_t i = 0; i < x->runs.count; i++)
		held += x->is_held[i];
	x->held = q->held.count > 0 ? x->is_held : NULL;
	return held < x->runs.count
		       ? 0
		       : err_usage(e,
				   "%zu of %zu runs are held out: none is left to shape "
				   "pools and samples",
				   held, x->runs.count);
}

static int check_formats(const struct judgment_format *j, const struct run_format *r, struct err *e)
{
	if (j->kind != JUDGMENTS_GRADED ||
	    (j->sampling != SAMPLING_NONE && j->sampling != SAMPLING_EITHER))
		return err_usage(
			e, "-R %s: complete judgments are needed, with one grade per document",
			j->name);
	return r->set ? err_usage(e, "-T %s has no ranking, which pools and samples need", r->name)
		      : 0;
}

int judged_runs_read(struct judged_runs *x, const struct judged_asked *q, size_t others, int jobs,
		     struct err *e)
{
	const struct join_options o = { .most_retrieved = INT64_MAX, .complete = true };
	*x = (struct judged_runs){ 0 };
	struct formats f = q->files.formats;
	if (formats_find(&f, q->files.judgment_format, q->files.run_format, e) < 0 ||
	    check_formats(&f.judgments, &f.runs, e) < 0 ||
	    judgments_read(&x->judgments, &f.judgments, q->files.file.text[0], e) < 0)
		return -1;
	int result = 0;
	if (judgments_are_sampled(&x->judgments))
		result = err_data(e,
				  "%.600s: the judgments are a sample, but complete ones are "
				  "needed",
				  x->judgments.in.path);
	if (result == 0)
		result = read_runs(x, q, &f.runs, jobs, e);
	if (result == 0)
		result = find_held(x, q, others, e);
	if (result == 0)
		result = rankings_build(&x->rankings, &x->judgments, x->runs.each, x->runs.count,
					&o, true, e);
	if (result < 0)
		judged_runs_release(x);
	return result;
}

void judged_runs_release(struct judged_runs *x)
{
	rankings_release(&x->rankings);
	runs_release(&x->runs);
	free(x->name);
	free(x->is_held);
	judgments_release(&x->judgments);
}
