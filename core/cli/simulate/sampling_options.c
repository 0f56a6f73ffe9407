#include <stdlib.h>

#include "core/cli/command.h"
#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/output/warnings_print.h"
#include "core/cli/simulate/sampling_options.h"
#include "core/cli/simulate/sampling_print.h"
#include "core/data/runs/runs.h"

/* ---- options ---- */

enum {
	OPTION_SAMPLING = 0x300,
	OPTION_DEPTHS,
	OPTION_POOL_DEPTH,
	OPTION_DRAW_FROM,
	OPTION_TRUTH,
	OPTION_HOLD_OUT,
	OPTION_HOLD_OUT_COUNT,
	OPTION_BY_RUN,
	OPTION_PLOT,
	OPTION_PLUGIN,
};

static const struct argp_option option_table[] = {
	{ "sampling", OPTION_SAMPLING, 0, 0,
	  "How well samples and pools of the same size agree with all judgments: QRELS RUN...", 0 },
	{ "depths", OPTION_DEPTHS, "K,...", 0, "Depths of the pools (default 1:10:1)", 0 },
	{ "pool-depth", OPTION_POOL_DEPTH, "K", 0,
	  "Depth of the pool that is part of the sample, where both are mixed (default 1)", 0 },
	{ "draw-from", OPTION_DRAW_FROM, "N", 0,
	  "Draw from the first N documents of each run, or from all (default 100)", 0 },
	{ "truth", OPTION_TRUTH, "WHICH", 0,
	  "All judgments (default), or the pool that is drawn from, as if nothing else were "
	  "judged",
	  0 },
	{ "hold-out", OPTION_HOLD_OUT, "RUN,...", 0,
	  "Runs, by name or file, that shape neither pools nor samples; may be repeated", 0 },
	{ "hold-out-count", OPTION_HOLD_OUT_COUNT, "N", 0,
	  "Hold out N runs, drawn anew for each sample", 0 },
	{ "measure", 'm', "NAME", 0,
	  "map, Rprec or P.K,... (default: map, Rprec, P.30); may be repeated", 0 },
	{ "by-run", OPTION_BY_RUN, 0, 0, "Print the estimates of each run", 0 },
	{ "level_for_rel", 'l', "N", 0, "Least grade that is relevant (default 1)", 0 },
	{ "Rel_info_format", 'R', "FORMAT", 0, "Format of the judgments (default qrels)", 0 },
	{ "Results_format", 'T', "FORMAT", 0, "Format of the runs (default trec_results)", 0 },
	{ "plugin", OPTION_PLUGIN, "FILE.so", 0, "Load more measures; may be repeated", 0 },
	{ "plot", OPTION_PLOT, "FILE", 0, "Draw curves into FILE.svg or FILE.png, by gnuplot", 0 },
	{ 0 },
};

static const char *name_of_option(int key)
{
	for (const struct argp_option *o = option_table; o->name != NULL; o++)
		if (o->key == key)
			return o->name;
	return "";
}

/* Words of a comma list. */
static void add_held(struct argp_state *state, struct sampling_command *c, char *text)
{
	for (char *end; text != NULL; text = end) {
		end = strchr(text, ',');
		if (end != NULL)
			*end++ = '\0';
		if (*text == '\0')
			argp_error(state, "--hold-out: a name is missing");
		const char **more = realloc(c->held, (c->helds + 1) * sizeof *more);
		if (more == NULL) {
			c->no_memory = true;
			return;
		}
		c->held = more;
		c->held[c->helds++] = text;
	}
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	static const struct number_range depths = { .whole = true, .least = 1, .most = 1000000 };
	static const char *const truths[] = { "all", "pool", NULL };
	struct sampling_command *c = state->input;
	struct sampling_simulation *s = &c->simulation;
	switch (key) {
	case OPTION_SAMPLING:
		c->asked = true;
		return 0;
	case OPTION_DEPTHS:
		option_list(state, "--depths", text, &depths, &s->depths);
		break;
	case OPTION_POOL_DEPTH:
		s->pool_depth = (size_t)option_number(state, "--pool-depth", text, 1, 1000000);
		break;
	case OPTION_DRAW_FROM:
		s->deepest = SIZE_MAX;
		if (strcmp(text, "all") != 0)
			s->deepest =
				(size_t)option_number(state, "--draw-from", text, 1, DOCUMENTS_MAX);
		break;
	case OPTION_TRUTH:
		s->pool_is_truth = option_choice(state, "--truth", text, truths) == 1;
		break;
	case OPTION_HOLD_OUT:
		add_held(state, c, text);
		break;
	case OPTION_HOLD_OUT_COUNT:
		s->held_at_random =
			(size_t)option_number(state, "--hold-out-count", text, 1, 1000000);
		break;
	case 'm':
		c->measure[c->measures++] = text;
		break;
	case OPTION_BY_RUN:
		c->by_run = true;
		break;
	case 'l':
		s->level = (int32_t)option_number(state, "-l", text, 1, GRADE_MAX);
		break;
	case 'R':
		c->judgment_format = text;
		break;
	case 'T':
		c->run_format = text;
		break;
	case OPTION_PLUGIN:
		c->plugin[c->plugins++] = text;
		break;
	case OPTION_PLOT:
		c->plot = text;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	if (c->first_given == NULL)
		c->first_given = name_of_option(key);
	return 0;
}

const struct argp sampling_command_argp = { .options = option_table, .parser = parse_option };

int sampling_command_init(struct sampling_command *c, int argc, struct err *e)
{
	*c = (struct sampling_command){ .simulation = {
						.pool_depth = 1,
						.deepest = 100,
						.level = 1,
					} };
	for (int i = 1; i <= 10; i++)
		c->simulation.depths.value[c->simulation.depths.count++] = i;
	c->measure = calloc((size_t)argc, sizeof *c->measure);
	c->file = calloc((size_t)argc, sizeof *c->file);
	c->plugin = calloc((size_t)argc, sizeof *c->plugin);
	if (c->measure != NULL && c->file != NULL && c->plugin != NULL)
		return 0;
	sampling_command_release(c);
	return err_memory(e);
}

void sampling_command_release(struct sampling_command *c)
{
	free(c->measure);
	free(c->held);
	free(c->plugin);
	free(c->file);
}

/* ---- files ---- */

struct files {
	struct judgments judgments;
	struct runs runs;
	const char **name; /* that its lines have, or its file's if two have the same */
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

static int read_runs(struct files *f, const struct sampling_command *c,
		     const struct run_format *format, struct err *e)
{
	size_t count = c->files - 1;
	f->name = calloc(count, sizeof *f->name);
	f->held = calloc(count, sizeof *f->held);
	if (f->name == NULL || f->held == NULL)
		return err_memory(e);
	if (runs_read(&f->runs, format, c->file + 1, count, &f->judgments.names, c->simulation.jobs,
		      e) < 0)
		return -1;
	name_runs(f, c->file + 1);
	return 0;
}

static void release_files(struct files *f)
{
	runs_release(&f->runs);
	free(f->name);
	free(f->held);
	judgments_release(&f->judgments);
}

/* Each name of --hold-out must be that of one run, or a file of the command line. */
static int find_held(struct files *f, const struct sampling_command *c, struct err *e)
{
	for (size_t h = 0; h < c->helds; h++) {
		size_t found = 0;
		for (size_t i = 0; i < f->runs.count; i++) {
			bool is = strcmp(c->held[h], f->name[i]) == 0 ||
				  strcmp(c->held[h], c->file[i + 1]) == 0;
			f->held[i] = f->held[i] || is;
			found += is;
		}
		if (found == 0)
			return err_usage(e, "--hold-out=%.200s: no run has this name or file",
					 c->held[h]);
	}
	size_t held = c->simulation.held_at_random;
	for (size_t i = 0; i < f->runs.count; i++)
		held += f->held[i];
	return held < f->runs.count
		       ? 0
		       : err_usage(e,
				   "%zu of %zu runs are held out: none is left to shape "
				   "pools and samples",
				   held, f->runs.count);
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

static int report(const struct sampling_command *c, const struct files *f,
		  const struct sampling_result *r, struct err *e)
{
	const struct sampling_simulation *s = &c->simulation;
	struct buffer b = { 0 };
	struct warnings warnings = { 0 };
	warn(f, r, &warnings);
	warnings_print(&warnings, c->quiet);
	if (c->by_run)
		sampling_print_runs(&b, s, r, f->name, c->format);
	else
		sampling_print(&b, s, r, c->format);
	int result = c->plot != NULL ? sampling_draw(s, r, c->plot, e) : 0;
	if (result == 0)
		result = output_write(&b, e);
	buffer_release(&b);
	return result;
}

static int simulate_files(struct sampling_command *c, struct files *f, struct err *e)
{
	const struct rankings_options o = { .most_retrieved = INT64_MAX,
					    .complete = true,
					    .by_name = true };
	struct sampling_simulation *s = &c->simulation;
	struct sampling_result r;
	struct rankings k;
	if (rankings_build(&k, &f->judgments, f->runs.each, f->runs.count, &o, e) < 0)
		return -1;
	s->rankings = &k;
	s->held = c->helds > 0 ? f->held : NULL;
	int result = sampling_simulate(s, &r, e);
	if (result == 0) {
		result = report(c, f, &r, e);
		sampling_result_release(&r);
	}
	rankings_release(&k);
	return result;
}

static int check_formats(const struct sampling_command *c, const struct judgment_format *j,
			 const struct run_format *r, struct err *e)
{
	if (j->kind != JUDGMENTS_GRADED ||
	    (j->sampling != SAMPLING_NONE && j->sampling != SAMPLING_EITHER))
		return err_usage(e,
				 "-R %s: --sampling needs complete judgments, one grade per "
				 "document",
				 j->name);
	if (r->set)
		return err_usage(e, "-T %s has no ranking, by which pools and samples choose",
				 r->name);
	int count = 0;
	for (size_t i = 0; i < c->files; i++)
		count += strcmp(c->file[i], "-") == 0;
	return count > 1 ? err_usage(e, "- stands for standard input, which can be read only once")
			 : 0;
}

static int read_and_simulate(struct sampling_command *c, struct err *e)
{
	const char *judgments = c->judgment_format != NULL ? c->judgment_format : "qrels";
	const char *runs = c->run_format != NULL ? c->run_format : "trec_results";
	const struct judgment_format *j = judgment_format_find(judgments, e);
	const struct run_format *r = j != NULL ? run_format_find(runs, e) : NULL;
	if (r == NULL || check_formats(c, j, r, e) < 0)
		return -1;
	if (c->plot != NULL && plot_check(c->plot, e) < 0)
		return -1;
	struct files f = { 0 };
	if (judgments_read(&f.judgments, j, c->file[0], e) < 0)
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
		result = simulate_files(c, &f, e);
	release_files(&f);
	return result;
}

int sampling_command_run(struct sampling_command *c, struct err *e)
{
	static const char *const by_default[] = { "map", "Rprec", "P.30" };
	struct simulated_measures m;
	if (c->no_memory)
		return err_memory(e);
	if (c->files < 3)
		return err_usage(e, "--sampling needs judgments and two runs or more");
	if (c->helds > 0 && c->simulation.held_at_random > 0)
		return err_usage(e, "--hold-out names the runs, --hold-out-count draws them: give "
				    "one of both");
	for (size_t i = 0; i < c->simulation.depths.count; i++)
		if (c->simulation.pool_is_truth &&
		    c->simulation.depths.value[i] > (double)c->simulation.deepest)
			return err_usage(e,
					 "--depths=%lld goes beyond --draw-from=%zu, which is "
					 "all that is known with --truth=pool",
					 (long long)c->simulation.depths.value[i],
					 c->simulation.deepest);
	if (c->by_run && c->plot != NULL)
		return err_usage(e, "--plot draws how well estimates agree, not those --by-run");
	struct registry registry;
	if (registry_init(&registry, e) < 0)
		return -1;
	int result = 0;
	for (size_t i = 0; i < c->plugins && result == 0; i++)
		result = registry_load(&registry, c->plugin[i], e);
	bool given = c->measures > 0;
	if (result == 0)
		result = simulated_measures_init(&m, &registry, given ? c->measure : by_default,
						 given ? c->measures : 3, c->simulation.level, e);
	if (result == 0) {
		c->simulation.measures = &m;
		result = read_and_simulate(c, e);
		simulated_measures_release(&m);
	}
	registry_release(&registry);
	return result;
}
