#include "core/cli/command.h"
#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/plan/plan.h"

enum {
	OPTION_FORMAT = 0x200,
	OPTION_PLOT,
	OPTION_USAGE,
};

static const struct argp_option option_table[] = {
	{ "format", OPTION_FORMAT, "NAME", 0, "Output as table (default), csv or jsonl", 0 },
	{ "plot", OPTION_PLOT, "FILE", 0, "Draw curves into FILE.svg or FILE.png, by gnuplot", 0 },
	{ "help", 'h', 0, 0, "Print this", 0 },
	{ "usage", OPTION_USAGE, 0, 0, "Print a short usage message", 0 },
	{ 0 },
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct planning_options *o = state->input;
	switch (key) {
	case ARGP_KEY_INIT:
		*o = (struct planning_options){ 0 };
		break;
	case OPTION_FORMAT:
		o->format =
			(enum record_format)option_choice(state, "--format", text, record_formats);
		break;
	case OPTION_PLOT:
		o->plot = text;
		break;
	case 'h':
		o->help = true;
		break;
	case OPTION_USAGE:
		argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp planning_options_argp = { .options = option_table, .parser = parse_option };

int planning_help(const struct argp *argp, const char *name, const struct buffer *more,
		  struct err *e)
{
	char *copy = strdup(name);
	if (copy == NULL)
		return err_memory(e);
	argp_help(argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK, copy);
	free(copy);
	return output_write(more, e);
}

int planning_finish(const struct planning_options *o, const struct plot *p, const struct buffer *b,
		    struct err *e)
{
	if (b->failed)
		return err_memory(e);
	if (o->plot != NULL && plot_write(p, o->plot, e) < 0)
		return -1;
	return output_write(b, e);
}

/* ---- the command ---- */

static int list_questions(struct err *e)
{
	struct buffer b = { 0 };
	buffer_print(&b, "Usage: " PROGRAM_NAME " plan QUESTION [OPTION...]\n"
			 "Answers what is asked before judgments are paid for.\n\n");
	for (size_t i = 0; plan_questions[i] != NULL; i++)
		buffer_print(&b, "  %-8s %s\n", plan_questions[i]->name,
			     plan_questions[i]->summary);
	buffer_print(&b,
		     "\n" PROGRAM_NAME " plan QUESTION --help lists its options. Exit status: 0 "
		     "success, 2 writing\nor plotting failed, 64 wrong usage.\n");
	int result = output_write(&b, e);
	buffer_release(&b);
	return result;
}

static int no_question(const char *text, struct err *e)
{
	char names[200] = "";
	for (size_t i = 0; plan_questions[i] != NULL; i++) {
		size_t length = strlen(names);
		snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
			 plan_questions[i]->name);
	}
	if (text == NULL)
		return err_usage(e, "plan: a question is missing: %s (plan --help)", names);
	return err_usage(e, "plan: '%.200s' is not one of the questions %s (plan --help)", text,
			 names);
}

static int plan(int argc, char **argv, struct err *e)
{
	if (argc < 2)
		return no_question(NULL, e);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return list_questions(e);
	for (size_t i = 0; plan_questions[i] != NULL; i++) {
		const struct plan_question *q = plan_questions[i];
		if (strcmp(argv[1], q->name) != 0)
			continue;
		char name[64];
		snprintf(name, sizeof name, PROGRAM_NAME " plan %s", q->name);
		argv[1] = name; /* for argp's messages */
		return q->run(argc - 1, argv + 1, e);
	}
	return no_question(argv[1], e);
}

const struct command command_plan = { "plan", plan };
