/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "core/base/escape.h"
#include "core/commands/plan/allocation_file.h"

static int write_file(const char *path, const struct buffer *b, struct err *e)
{
	FILE *out = fopen(path, "w");
	if (out == NULL)
		return err_io(e, "%s: %s", path, strerror(errno));
	bool written = fwrite(b->text, 1, b->length, out) == b->length;
	return fclose(out) == 0 && written
		       ? 0
		       : err_io(e, "%s: cannot be written: %s", path, strerror(errno));
}

int allocation_write(const struct allocation_options *o, size_t plans,
		     const struct allocated_stratum *s, size_t count, struct err *e)
{
	if (o->file == NULL)
		return 0;
	if (plans != 1)
		return err_usage(e,
				 "--write-allocation: the answer has %zu lines, a file holds one; "
				 "ask for one sample",
				 plans);
	struct buffer b = { 0 };
	buffer_print(&b, "topic,stratum,size\n");
	for (size_t i = 0; i < count; i++)
		if (s[i].size > 0) {
			escape_csv(&b, o->topic != NULL ? o->topic : "1");
			buffer_print(&b, ",");
			escape_csv(&b, s[i].label);
			buffer_print(&b, ",%lld\n", (long long)s[i].size);
		}
	int result = b.failed ? err_memory(e) : write_file(o->file, &b, e);
	buffer_release(&b);
	return result;
}
