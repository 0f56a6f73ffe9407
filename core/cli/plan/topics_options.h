/*
 * The options by which topics, power and costs are asked for: of `plan topics` and `plan pilot`.
 */
#ifndef CLI_PLAN_TOPICS_OPTIONS_H
#define CLI_PLAN_TOPICS_OPTIONS_H

#include "core/cli/options/options.h"
#include "core/engine/plan/topics_plan.h"

struct topics_options {
	struct topics_question question;
	bool cost_given, best_asked;
};

/* A child for a question's parser, with a struct topics_options as its input. */
extern const struct argp topics_options_argp;

/* How many of topics, effect and power were given. */
int topics_options_given(const struct topics_options *o);

/*
 * When all options are known: two of the three must be given. question.priced says whether there
 * is, or will be, a model of judgments; `model_option` is what it comes from, for messages. Wrong
 * usage ends the program through argp_error().
 */
void topics_options_check(struct argp_state *state, struct topics_options *o,
			  const char *model_option);

#endif
