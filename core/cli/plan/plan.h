/*
 * strat_eval plan QUESTION [OPTION...]: what is asked before judgments are paid for.
 *
 * Each question is one file in core/cli/plan/questions/, which ends with one `PLAN_QUESTION = { ...
 * };`; the build collects the directory into the registry.
 */
#ifndef CLI_PLAN_PLAN_H
#define CLI_PLAN_PLAN_H

#include <argp.h>

#include "core/base/buffer.h"
#include "core/cli/output/plot.h"
#include "core/cli/output/records.h"

struct plan_question {
	const char *name;    /* as in plan NAME */
	const char *summary; /* one line */
	/* As in struct command; argv[0] is what the question is called in messages. */
	int (*run)(int argc, char **argv, struct err *e);
};

/* The build defines PLAN_SYMBOL per file, from the file's name. */
#define PLAN_QUESTION const struct plan_question PLAN_SYMBOL

/* In the order of names, ended by NULL. */
extern const struct plan_question *const plan_questions[];

/* The options that all questions have: --format, --plot, --help, --usage. */
struct planning_options {
	enum record_format format;
	const char *plot; /* NULL: none */
	bool help;
};

/* A child for a question's parser, with a struct planning_options as its input. */
extern const struct argp planning_options_argp;

/* The help that argp makes, then `more`. */
int planning_help(const struct argp *argp, const char *name, const struct buffer *more,
		  struct err *e);

/* Draws the plot, where one is asked for, then prints. */
int planning_finish(const struct planning_options *o, const struct plot *p, const struct buffer *b,
		    struct err *e);

#endif
