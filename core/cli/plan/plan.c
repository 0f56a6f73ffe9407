#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/plan/plan.h"

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

/* The word that names it. */
static const char *name_of(const struct command *question)
{
	return strchr(question->table->name, ' ') + 1;
}

static int list_questions(struct err *e)
{
	struct buffer b = { 0 };
	buffer_print(&b, "Usage: " PROGRAM_NAME " plan QUESTION [OPTION...]\n"
			 "Answers what is asked before judgments are paid for.\n\n");
	for (size_t i = 0; plan_questions[i] != NULL; i++)
		buffer_print(&b, "  %-8s %s\n", name_of(plan_questions[i]),
			     plan_questions[i]->table->summary);
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
			 name_of(plan_questions[i]));
	}
	if (text == NULL)
		return err_usage(e, "plan: a question is missing: %s (plan --help)", names);
	return err_usage(e, "plan: '%.200s' is not one of the questions %s (plan --help)", text,
			 names);
}

int plan(int argc, char **argv, struct err *e)
{
	if (argc < 2)
		return no_question(NULL, e);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return list_questions(e);
	for (size_t i = 0; plan_questions[i] != NULL; i++)
		if (strcmp(argv[1], name_of(plan_questions[i])) == 0)
			return options_run(plan_questions[i], argc - 1, argv + 1, e);
	return no_question(argv[1], e);
}
