#include <ctype.h>
#include <stdarg.h>

#include "core/base/err.h"

static int fill(struct err *e, int status, size_t at, const char *format, va_list ap)
{
	e->status = status;
	vsnprintf(e->text + at, sizeof e->text - at, format, ap);
	return -1;
}

int err_data(struct err *e, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	fill(e, STATUS_DATA, 0, format, ap);
	va_end(ap);
	return -1;
}

int err_io(struct err *e, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	fill(e, STATUS_IO, 0, format, ap);
	va_end(ap);
	return -1;
}

int err_usage(struct err *e, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	fill(e, STATUS_USAGE, 0, format, ap);
	va_end(ap);
	return -1;
}

int err_memory(struct err *e)
{
	return err_io(e, "out of memory");
}

int err_at(struct err *e, const char *path, uint64_t line, const char *format, ...)
{
	int at = snprintf(e->text, sizeof e->text, "%.600s:%llu: ", path, (unsigned long long)line);
	va_list ap;
	va_start(ap, format);
	fill(e, STATUS_DATA, (size_t)at, format, ap);
	va_end(ap);
	return -1;
}

struct shown shown(const char *bytes, size_t length)
{
	struct shown s;
	size_t at = 0, i;
	for (i = 0; i < length && at + 8 < sizeof s.text; i++) {
		unsigned char c = (unsigned char)bytes[i];
		if (c < 0x80 && !isprint(c))
			at += (size_t)snprintf(s.text + at, sizeof s.text - at, "\\x%02x", c);
		else
			s.text[at++] = (char)c;
	}
	snprintf(s.text + at, sizeof s.text - at, "%s", i < length ? "..." : "");
	return s;
}
