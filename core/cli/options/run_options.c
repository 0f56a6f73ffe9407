#include "core/base/number.h"
#include "core/cli/options/run_options.h"

static int32_t grade(struct argp_state *state, const char *text)
{
	return (int32_t)option_number(state, "-l", text, -GRADE_MAX, GRADE_MAX);
}

/* Of judgments, runs and the program. */
static bool take_general(struct run_request *o, int key, char *text, struct argp_state *state)
{
	struct batch *b = &o->batch;
	struct join_options *join = &b->evaluation.join;
	switch (key) {
	case 'q':
		o->topics = true;
		break;
	case 'n':
		o->no_summary = true;
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
		o->digits = (int)option_number(state, "--digits", text, 0, 17);
		break;
	case OPTION_JOBS:
		b->jobs = (int)option_number(state, "--jobs", text, 1, 1024);
		break;
	case OPTION_PLUGIN:
		o->plugin[o->plugins++] = text;
		break;
	case OPTION_QUIET:
		o->quiet = true;
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
static bool take_bounds(struct run_request *o, int key, char *text, struct argp_state *state)
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
		o->tail = (enum tail)option_choice(state, "--tail", text, tail_names);
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

bool run_options_take(struct run_request *o, int key, char *text, struct argp_state *state)
{
	return take_general(o, key, text, state) || take_bounds(o, key, text, state);
}
