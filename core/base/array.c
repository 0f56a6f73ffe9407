/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"

/* The pointer is copied, since its type is not known here. */
bool array_resize(void *list, size_t count, size_t size)
{
	void *old, *resized;
	memcpy(&old, list, sizeof old);
	resized = count <= SIZE_MAX / 2 / size ? realloc(old, count * size) : NULL;
	if (resized != NULL)
		memcpy(list, &resized, sizeof resized);
	return resized != NULL;
}

bool array_renew(void *list, size_t count, size_t size)
{
	void *old, *fresh;
	memcpy(&old, list, sizeof old);
	free(old);
	fresh = count <= SIZE_MAX / 2 / size ? malloc(count * size) : NULL;
	memcpy(list, &fresh, sizeof fresh);
	return fresh != NULL;
}

bool array_at_least(void *list, size_t count, size_t *room, size_t size)
{
	*room = array_renew(list, count, size) ? count : 0;
	return *room > 0;
}

bool array_grow(void *list, size_t *room, size_t size)
{
	/* a list that stays short takes what malloc() has at hand, a kibibyte */
	size_t more = 2 * *room + (size > 64 ? 8 : 16);
	if (!array_resize(list, more, size))
		return false;
	*room = more;
	return true;
}

size_t text_find(const char *const *text, size_t count, const char *one)
{
	size_t at = 0;
	while (at < count && strcmp(text[at], one) != 0)
		at++;
	return at;
}

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
