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

size_t text_list_stdin(const struct text_list *list)
{
	size_t count = 0;
	for (size_t i = 0; i < list->count; i++)
		count += strcmp(list->text[i], "-") == 0;
	return count;
}

const char *const tail_names[] = { "both", "lower", "upper", NULL };

void tails_set(struct interval_request *q, double level, enum tail tail)
{
	double rest = 1 - level;
	q->lower_p = tail == TAIL_BOTH ? rest / 2 : tail == TAIL_LOWER ? rest : 0;
	q->upper_p = tail == TAIL_BOTH ? 1 - rest / 2 : tail == TAIL_UPPER ? 1 - rest : 1;
}
