/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/text_list.h"

int text_list_add(struct text_list *list, const char *text, struct err *e)
{
	if (!ARRAY_RESIZE(list->text, list->count + 1))
		return err_memory(e);
	list->text[list->count++] = text;
	return 0;
}

void text_list_release(struct text_list *list)
{
	free(list->text);
	*list = (struct text_list){ 0 };
}
