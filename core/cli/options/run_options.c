#include <omp.h>

#include "core/base/number.h"
#include "core/cli/options/run_options.h"
#include "core/cli/output/output.h"
#include "core/data/design/returned_sample.h"

int run_options_init(struct run_options *o, int argc, struct err *e)
{
	*o = (struct run_options){
		.batch = {
			.evaluation = {
				.join = { .level = 1, .most_retrieved = INT64_MAX },
				.bounds = { .interval = { .beta = 1, .seed = 1 }, .resamples = 10000 },
			},
			.output = { .digits = 4 },
			.jobs = omp_get_num_procs(),
		},
		.level = 0.95,
	};
	const char **words = calloc(4 * (size_t)argc, sizeof *words);
	if (words == NULL)
		return err_memory(e);
	o->measure = words;
	o->plugin = words + argc;
	o->file = words + 2 * argc;
	o->pool = words + 3 * argc;
	return 0;
}

void run_options_release(struct run_options *o)
{
	free(o->measure);
}

static int32_t grade(struct argp_state *state, const char *text)
{
	return (int32_t)option_number(state, "-l", text, -GRADE_MAX, GRADE_MAX);
}

/* Of judgments, runs and the program. */
static bool take_general(struct run_options *o, int key, char *text, struct argp_state *state)
{
	struct batch *b = &o->batch;
	struct join_options *join = &b->evaluation.join;
	switch (key) {
	case 'q':
		b->output.topics = true;
		break;
	case 'n':
		b->output.no_summary = true;
		break;
	case 'm':
		o->measure[o->measures++] = text;
		break;
	case 'c':
		join->complete = true;
		break;
	case 'l':
		join->level = grade(state, text);
		break;
	case 'J':
		join->judged_only = true;
		break;
	case 'N':
		join->collection_size = option_number(state, "-N", text, 0, INT64_C(1) << 53);
		break;
	case 'M':
		join->most_retrieved = option_number(state, "-M", text, 0, INT64_MAX);
		break;
	case 'R':
		o->judgment_format = text;
		break;
	case 'T':
		o->run_format = text;
		break;
	case OPTION_DIGITS:
		b->output.digits = (int)option_number(state, "--digits", text, 0, 17);
		break;
	case OPTION_JOBS:
		b->jobs = (int)option_number(state, "--jobs", text, 1, 1024);
		break;
	case OPTION_PLUGIN:
		o->plugin[o->plugins++] = text;
		break;
	case OPTION_QUIET:
		b->quiet = true;
		break;
	case ARGP_KEY_ARG:
		o->file[o->files++] = text;
		break;
	default:
		return false;
	}
	return true;
}

/* Of bounds and samples. */
static bool take_bounds(struct run_options *o, int key, char *text, struct argp_state *state)
{
	static const char *const grays[] = { "left-out", "nonrelevant", NULL };
	struct batch *b = &o->batch;
	struct mean_request *bounds = &b->evaluation.bounds;
	switch (key) {
	case OPTION_CI:
		o->with_ci = true;
		option_methods(state, text, &o->methods);
		break;
	case OPTION_LEVEL: /* in trec_eval an abbreviation of --level_for_rel, of a whole number */
		if (parse_integer(slice_of(text), &(int64_t){ 0 }))
			b->evaluation.join.level = grade(state, text);
		else
			o->level = option_share(state, "--level", text);
		break;
	case OPTION_TAIL:
		o->tail = (enum tail)option_choice(state, "--tail", text, option_tails);
		break;
	case OPTION_DRAWS:
		bounds->interval.draws = option_number(state, "--draws", text, 1, 1000000000);
		o->estimate_options = o->estimate_options || !o->draws_for_all;
		break;
	case OPTION_SEED:
		bounds->interval.seed =
			(uint64_t)option_number(state, "--seed", text, 0, INT64_MAX);
		break;
	case OPTION_POOL:
		o->pool[o->pools++] = text;
		break;
	case OPTION_STRATA:
		b->strata.sizes = text;
		break;
	case OPTION_DRAWN:
		o->drawn = text;
		break;
	case OPTION_PARTIAL:
		o->partial = true;
		break;
	case OPTION_RESAMPLES:
		bounds->resamples = option_number(state, "--resamples", text, 100, 100000000);
		break;
	case OPTION_GRAY:
		bounds->interval.gray_nonrelevant =
			option_choice(state, "--gray", text, grays) == 1;
		o->estimate_options = true;
		break;
	default:
		return false;
	}
	return true;
}

bool run_options_take(struct run_options *o, int key, char *text, struct argp_state *state)
{
	return take_general(o, key, text, state) || take_bounds(o, key, text, state);
}

int run_options_check_stdin(const struct run_options *o, const char *const *other, struct err *e)
{
	int count = o->batch.strata.sizes != NULL && strcmp(o->batch.strata.sizes, "-") == 0;
	count += o->drawn != NULL && strcmp(o->drawn, "-") == 0;
	for (; *other != NULL; other++)
		count += strcmp(*other, "-") == 0;
	for (int i = 0; i < o->files; i++)
		count += strcmp(o->file[i], "-") == 0;
	for (int i = 0; i < o->pools; i++)
		count += strcmp(o->pool[i], "-") == 0;
	return count > 1 ? err_usage(e, "- stands for standard input, which can be read only once")
			 : 0;
}

int run_options_check_sampling(const struct run_options *o, const struct judgment_format *f,
			       struct err *e)
{
	const struct batch *b = &o->batch;
	if (f->sampling == SAMPLING_NONE &&
	    (o->pools > 0 || b->strata.sizes != NULL || b->show_strata || b->output.micro ||
	     b->capped || o->estimate_options))
		return err_usage(e, "--pool, --strata, --show-strata, --micro, --capped, --draws, "
				    "--gray and --topics need sampled judgments: -R probs, prels, "
				    "strata, csv or table");
	if (f->sampling == SAMPLING_NONE && o->methods.count > 0)
		return err_usage(e, "--ci=%s is for estimates from sampled judgments",
				 o->methods.method[0]->name);
	if (f->kind == JUDGMENTS_TABLE && (o->pools > 0 || b->strata.sizes != NULL))
		return err_usage(e, "--pool and --strata form strata, which a table has already");
	if (o->partial && strcmp(f->name, "csv") != 0)
		return err_usage(e, "--partial is for -R csv, in which a relevance may be empty");
	if (o->drawn != NULL && f->kind != JUDGMENTS_GRADED)
		return err_usage(e, "--drawn is for judgments with one grade per document");
	return 0;
}

static int read_judgments(const struct run_options *o, const struct judgment_format *f,
			  struct judgments *j, struct err *e)
{
	if (!o->partial)
		return judgments_read(j, f, o->file[0], e);
	if (judgments_read_partial(j, f, o->file[0], e) < 0)
		return -1;
	if (j->unjudged > 0)
		output_warning(o->batch.quiet,
			       "%s: %zu of %zu rows are not judged and left out; the estimates "
			       "take them as missing at random",
			       j->in.path, j->unjudged, j->unjudged + j->count);
	return 0;
}

int run_options_read(const struct run_options *o, const struct judgment_format *f,
		     struct judgments *j, struct err *e)
{
	if (read_judgments(o, f, j, e) < 0)
		return -1;
	if (o->drawn == NULL || drawn_check(j, o->drawn, o->partial, e) == 0)
		return 0;
	judgments_release(j);
	return -1;
}

struct bounds_asked run_options_bounds(struct run_options *o, const struct judgments *j)
{
	bool strata = (j->format->kind == JUDGMENTS_TABLE || j->with_stratum > 0 ||
		       o->batch.strata.collection_size > 0) &&
		      !j->strata.picked;
	struct method_list *methods = &o->methods;
	bool named = methods->count + methods->over_topics_count > 0;
	if (!named) {
		methods->method[methods->count++] =
			interval_find(strata ? "bb-shared" : "ht-logit");
		methods->method[methods->count++] = interval_find("ht-jackknife");
		methods->over_topics[methods->over_topics_count++] = mean_interval_find("slogit");
	}
	option_set_tails(&o->batch.evaluation.bounds.interval, o->level, o->tail);
	return (struct bounds_asked){
		.method = methods->method,
		.methods = methods->count,
		.over_topics = methods->over_topics,
		.over_topics_methods = methods->over_topics_count,
		.named = named,
		.lower = o->tail != TAIL_UPPER,
		.upper = o->tail != TAIL_LOWER,
		.estimates_everywhere = o->with_ci || o->measures == 0,
		.means_everywhere = o->with_ci,
	};
}
