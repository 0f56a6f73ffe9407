/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/output.h"

int output_write(const struct output *o, const struct buffer *b, struct err *e)
{
	if (b->failed)
		return err_memory(e);
	return b->length > 0 ? o->write(o->context, b->text, b->length, e) : 0;
}

int output_check_all(const struct buffer *list, size_t count, struct err *e)
{
	bool failed = false;
	for (size_t i = 0; i < count; i++)
		failed = failed || list[i].failed;
	return failed ? err_memory(e) : 0;
}

int output_write_all(const struct output *o, const struct buffer *list, size_t count, struct err *e)
{
	int result = 0;
	for (size_t i = 0; i < count && result == 0; i++)
		result = output_write(o, &list[i], e);
	return result;
}

int output_finish(const struct output *o, struct buffer *b, int result, struct err *e)
{
	if (result == 0)
		result = output_write(o, b, e);
	buffer_release(b);
	return result;
}

void output_warn(const struct output *o, struct warnings *w, bool quiet)
{
	for (size_t i = 0; i < w->count && !quiet && !o->quiet; i++)
		o->warn(o->context, w->line[i]);
	warnings_release(w);
}
