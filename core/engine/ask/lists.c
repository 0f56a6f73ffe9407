#include <stdlib.h>
#include <string.h>

#include "core/engine/ask/lists.h"

int text_list_add(struct text_list *list, const char *text, struct err *e)
{
	const char **more = realloc(list->text, (list->count + 1) * sizeof *more);
	if (more == NULL)
		return err_memory(e);
	list->text = more;
	list->text[list->count++] = text;
	return 0;
}

void text_list_release(struct text_list *list)
{
	free(list->text);
	*list = (struct text_list){ 0 };
}

bool is_stdin(const char *file)
{
	return file != NULL && strcmp(file, "-") == 0;
}

int check_stdin(const struct text_list *list, int others, struct err *e)
{
	for (size_t i = 0; i < list->count; i++)
		others += is_stdin(list->text[i]);
	return others > 1 ? err_usage(e, "- stands for standard input, which can be read only once")
			  : 0;
}

const char *const tail_names[] = { "both", "lower", "upper", NULL };

void tails_set(struct interval_request *q, double level, enum tail tail)
{
	double rest = 1 - level;
	q->lower_p = tail == TAIL_BOTH ? rest / 2 : tail == TAIL_LOWER ? rest : 0;
	q->upper_p = tail == TAIL_BOTH ? 1 - rest / 2 : tail == TAIL_UPPER ? 1 - rest : 1;
}
