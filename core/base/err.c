/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/slice.h"

/* How many bytes a terminal would obey: ASCII's control characters, and U+0080 to U+009F in UTF-8;
 * else 0. */
static int moves_cursor(const unsigned char *p)
{
	return iscntrl(p[0]) ? 1 : p[0] == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0 ? 2 : 0;
}

void printable(char *to, size_t room, const char *text)
{
	size_t at = 0;
	int obeyed = 0;
	for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
		obeyed = obeyed > 0 ? obeyed : moves_cursor(p);
		bool plain = obeyed-- <= 0;
		if (at + (plain ? 1 : 4) < room)
			at += (size_t)snprintf(to + at, room - at, plain ? "%c" : "\\x%02x", *p);
	}
	to[at] = '\0';
}

size_t err_place(struct err *e, const char *path, uint64_t line)
{
	return (size_t)snprintf(e->text, sizeof e->text, "%.600s:%llu: ", path,
				(unsigned long long)line);
}

int err_set(struct err *e, int status, size_t at, const char *format, ...)
{
	char raw[sizeof e->text];
	va_list ap;
	e->status = status;
	memcpy(raw, e->text, at);
	va_start(ap, format);
	vsnprintf(raw + at, sizeof raw - at, format, ap);
	va_end(ap);
	printable(e->text, sizeof e->text, raw);
	return -1;
}

int err_memory(struct err *e)
{
	return err_io(e, "out of memory");
}

struct shown shown(struct slice bytes)
{
	struct shown s;
	size_t at = 0, i;
	for (i = 0; i < bytes.length && at + 8 < sizeof s.text; i++) {
		unsigned char c = (unsigned char)bytes.at[i];
		if (c < ' ' || c == 0x7f)
			at += (size_t)snprintf(s.text + at, sizeof s.text - at, "\\x%02x", c);
		else
			s.text[at++] = (char)c;
	}
	memcpy(s.text + at, i < bytes.length ? "..." : "\0\0\0", sizeof "...");
	return s;
}
