/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/output.h"
#include "core/commands/simulate/simulate.h"
#include "core/data/runs/runs.h"

/* ---- files ---- */

struct files {
	struct judgments judgments;
	struct runs runs;
	const char **name; /* by run: as in its lines, or its file if two have the same name */
	bool *held;
};

static void name_runs(struct files *f, const char *const *path)
{
	const struct runs *r = &f->runs;
	for (size_t i = 0; i < r->count; i++) {
		f->name[i] = r->run[i].id;
		for (size_t k = 0; k < r->count; k++)
			if (k != i && strcmp(r->run[k].id, r->run[i].id) == 0)
				f->name[i] = path[i];
	}
}

static int read_runs(struct files *f, const struct simulate_request *c,
		     const struct run_format *format, struct err *e)
{
	size_t count = c->file.count - 1;
	f->name = calloc(count, sizeof *f->name);
	f->held = calloc(count, sizeof *f->held);
	if (f->name == NULL || f->held == NULL)
		return err_memory(e);
	if (runs_read(&f->runs, format, c->file.text + 1, count, &f->judgments.names,
		      c->sampling.jobs, e) < 0)
		return -1;
	name_runs(f, c->file.text + 1);
	return 0;
}

static void release_files(struct files *f)
{
	runs_release(&f->runs);
	free(f->name);
	free(f->held);
	judgments_release(&f->judgments);
}

/* Holds out the runs with a name, or from a file, of this text; false: there is none. */
static bool hold(struct files *f, const struct simulate_request *c, struct slice name)
{
	bool found = false;
	for (size_t i = 0; i < f->runs.count; i++) {
		bool is = slice_equal(name, slice_of(f->name[i])) ||
			  slice_equal(name, slice_of(c->file.text[i + 1]));
		f->held[i] = f->held[i] || is;
		found = found || is;
	}
	return found;
}

/* Each name of --hold-out must be that of one run, or a file of the command line. */
static int find_held(struct files *f, const struct simulate_request *c, struct err *e)
{
	for (size_t h = 0; h < c->held.count; h++) {
		const char *text = c->held.text[h];
		for (size_t length; *text != '\0'; text += length + (text[length] == ',')) {
			length = strcspn(text, ",");
			if (!hold(f, c, (struct slice){ text, length }))
				return err_usage(e, "--hold-out=%.*s: no run has this name or file",
						 length < 200 ? (int)length : 200, text);
		}
	}
	size_t held = c->sampling.held_at_random;
	for (size_t i = 0; i < f->runs.count; i++)
		held += f->held[i];
	return held < f->runs.count
		       ? 0
		       : err_usage(e,
				   "%zu of %zu runs are held out: none is left to shape "
				   "pools and samples",
				   held, f->runs.count);
}

/* The run of --by-topic. */
static int find_by_topic(const struct files *f, struct simulate_request *c, struct err *e)
{
	for (size_t i = 0; c->by_topic != NULL && i < f->runs.count; i++)
		if (strcmp(c->by_topic, f->name[i]) == 0 ||
		    strcmp(c->by_topic, c->file.text[i + 1]) == 0)
			c->sampling.by_topic = i;
	return c->by_topic == NULL || c->sampling.by_topic != SIZE_MAX
		       ? 0
		       : err_usage(e, "--by-topic=%.200s: no run has this name or file",
				   c->by_topic);
}

/* ---- the work ---- */

static void warn(const struct files *f, const struct sampling_result *r, struct warnings *w)
{
	for (size_t i = 0; i < f->runs.count; i++) {
		const struct run *run = &f->runs.run[i];
		size_t has = 0, topics = f->judgments.topics;
		for (size_t t = 0; t < run->topics; t++)
			has += run->topic[t].judged != NAME_UNKNOWN;
		run_warn_of_columns(run, w);
		if (has < topics)
			warnings_add(w,
				     "%s: %zu of %zu judged topics %s missing from the run, which "
				     "retrieves nothing there",
				     run->in.path, topics - has, topics,
				     topics - has == 1 ? "is" : "are");
	}
	if (r->skipped > 0)
		warnings_add(w,
			     "%zu topic%s without a relevant document, or that no run has, %s left "
			     "out",
			     r->skipped, r->skipped == 1 ? "" : "s",
			     r->skipped == 1 ? "is" : "are");
}

static int report(const struct simulate_request *c, const struct files *f,
		  const struct sampling_result *r, const struct output *out, struct err *e)
{
	const struct sampling_simulation *s = &c->sampling;
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct warnings warnings = { 0 };
	warn(f, r, &warnings);
	int result = warnings_check(&warnings, e);
	output_warn(out, &warnings, c->quiet);
	bool single = c->by_run || c->by_topic != NULL;
	if (single)
		sampling_print_runs(&b, s, r, f->name, c->format);
	else
		sampling_print(&b, s, r, c->format);
	if (result == 0 && c->plot != NULL)
		result = (single ? sampling_draw_scatter : sampling_draw)(s, r, &picture, e);
	return picture_finish(&picture, c->plot, &b, result, out, e);
}

static int cover(struct simulate_request *c, const struct files *f, const struct rankings *k,
		 const struct output *out, struct err *e)
{
	struct ap_coverage_result r;
	struct buffer b = { 0 };
	c->coverage.rankings = k;
	c->coverage.held = c->held.count > 0 ? f->held : NULL;
	if (ap_coverage_simulate(&c->coverage, &r, e) < 0)
		return -1;
	ap_coverage_print(&b, &c->coverage, &r, f->name, c->format);
	int result = output_finish(out, &b, 0, e);
	ap_coverage_result_release(&r);
	return result;
}

static int simulate_files(struct simulate_request *c, struct files *f, const struct output *out,
			  struct err *e)
{
	const struct rankings_options o = { .most_retrieved = INT64_MAX,
					    .complete = true,
					    .by_name = true };
	struct sampling_simulation *s = &c->sampling;
	struct sampling_result r;
	struct rankings k;
	if (rankings_build(&k, &f->judgments, f->runs.each, f->runs.count, &o, e) < 0)
		return -1;
	s->rankings = &k;
	s->held = c->held.count > 0 ? f->held : NULL;
	int result = c->by_coverage ? cover(c, f, &k, out, e) : sampling_simulate(s, &r, e);
	if (result == 0 && !c->by_coverage) {
		result = report(c, f, &r, out, e);
		sampling_result_release(&r);
	}
	rankings_release(&k);
	return result;
}

static int check_formats(const struct simulate_request *c, const struct judgment_format *j,
			 const struct run_format *r, struct err *e)
{
	if (j->kind != JUDGMENTS_GRADED ||
	    (j->sampling != SAMPLING_NONE && j->sampling != SAMPLING_EITHER))
		return err_usage(e,
				 "-R %s: --sampling needs complete judgments, one grade per "
				 "document",
				 j->name);
	if (r->set)
		return err_usage(e, "-T %s has no ranking, which pools and samples need", r->name);
	return check_stdin(&c->file, 0, e);
}

static int read_and_simulate(struct simulate_request *c, const struct output *out, struct err *e)
{
	const struct judgment_format *j = judgment_format_find(c->judgment_format, e);
	const struct run_format *r = j != NULL ? run_format_find(c->run_format, e) : NULL;
	if (r == NULL || check_formats(c, j, r, e) < 0)
		return -1;
	struct files f = { 0 };
	if (judgments_read(&f.judgments, j, c->file.text[0], e) < 0)
		return -1;
	int result = 0;
	if (judgments_are_sampled(&f.judgments))
		result = err_data(e,
				  "%.600s: the judgments are a sample, but complete ones are "
				  "needed",
				  f.judgments.in.path);
	if (result == 0)
		result = read_runs(&f, c, r, e);
	if (result == 0)
		result = find_held(&f, c, e);
	if (result == 0)
		result = find_by_topic(&f, c, e);
	if (result == 0)
		result = simulate_files(c, &f, out, e);
	release_files(&f);
	return result;
}

int simulate_sampling(struct simulate_request *c, const struct output *out, struct err *e)
{
	const char *names[] = { "map", "Rprec", "P.30" };
	const struct text_list by_default = { names, 3 };
	struct simulated_measures m;
	struct registry registry;
	if (registry_init(&registry, &c->plugin, e) < 0)
		return -1;
	const struct text_list *asked = c->measure.count > 0 ? &c->measure : &by_default;
	int result = simulated_measures_init(&m, &registry, asked, c->sampling.level, e);
	if (result == 0) {
		c->sampling.measures = &m;
		result = read_and_simulate(c, out, e);
		simulated_measures_release(&m);
	}
	registry_release(&registry);
	return result;
}
