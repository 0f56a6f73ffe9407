/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "readers/xml_text.h"

#include "core/base/buffer.h"

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct slice without_prefix(const char *from, const char *to)
{
	const char *colon = memchr(from, ':', (size_t)(to - from));
	from = colon != NULL ? colon + 1 : from;
	return (struct slice){ from, (size_t)(to - from) };
}

/* The '>' of a tag: not one in the value of an attribute. */
static char *tag_end(char *p, const char *end)
{
	for (char quote = '\0'; p < end; p++)
		if (quote != '\0')
			quote = *p == quote ? '\0' : quote;
		else if (*p == '>')
			return p;
		else if (*p == '"' || *p == '\'')
			quote = *p;
	return NULL;
}

/* A comment or characters that stand for themselves, from `<!` on: 1, or -1 for anything else. */
static int skip_marked(struct xml *x, char *from)
{
	static const char *const marks[][2] = { { "<!--", "-->" }, { "<![CDATA[", "]]>" } };
	for (int i = 0; i < 2; i++) {
		size_t length = strlen(marks[i][0]);
		if ((size_t)(x->end - from) < length || memcmp(from, marks[i][0], length) != 0)
			continue;
		char *text = from + length,
		     *end = memmem(text, (size_t)(x->end - text), marks[i][1], 3);
		if (end == NULL)
			return -1;
		x->raw = (struct slice){ text, i == 1 ? (size_t)(end - text) : 0 };
		x->name.length = x->attributes.length = 0;
		x->closes = false;
		x->at = end + 3;
		return 1;
	}
	return -1;
}

int xml_next(struct xml *x)
{
	x->raw.length = 0;
	if (x->empty) {
		x->empty = false;
		x->closes = true;
		x->before.length = 0;
		return 1;
	}
	char *from = memchr(x->at, '<', (size_t)(x->end - x->at));
	if (from == NULL)
		return 0;
	x->before = (struct slice){ x->at, (size_t)(from - x->at) };
	if (x->end - from > 1 && from[1] == '!')
		return skip_marked(x, from);
	char *end = tag_end(from, x->end), *to;
	if (end == NULL)
		return -1;
	x->closes = from[1] == '/';
	x->empty = !x->closes && (end[-1] == '/' || from[1] == '?');
	for (to = from + 1 + x->closes; to < end && !is_space(*to) && *to != '/';)
		to++;
	x->name = without_prefix(from + 1 + x->closes, to);
	x->attributes = (struct slice){ to, (size_t)(end - to) };
	x->at = end + 1;
	return 1;
}

struct slice xml_attribute(const struct xml *x, const char *name)
{
	const char *p = x->attributes.at, *end = p + x->attributes.length, *to;
	for (;; p = to + 1) {
		while (p < end && is_space(*p))
			p++;
		const char *from = p;
		while (p < end && *p != '=' && !is_space(*p))
			p++;
		struct slice found = without_prefix(from, p);
		while (p < end && *p != '"' && *p != '\'')
			p++;
		to = p < end ? memchr(p + 1, *p, (size_t)(end - p - 1)) : NULL;
		if (to == NULL)
			return (struct slice){ "", 0 };
		if (slice_equal(found, slice_of(name)))
			return (struct slice){ p + 1, (size_t)(to - p - 1) };
	}
}

/* The character of this number; 0: none that may stand in a text. */
static uint32_t character(const char *from, const char *stop, unsigned base)
{
	static const char digits[] = "0123456789abcdef";
	uint32_t c = 0;
	for (; from < stop && c <= 0x10ffff; from++) {
		const char *digit = memchr(digits, *from > '9' ? *from | 0x20 : *from, base);
		if (digit == NULL)
			return 0;
		c = c * base + (uint32_t)(digit - digits);
	}
	return c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : c;
}

/* What stands behind & and before `stop`, as in &amp; &#38; &#x26;. 0: something else. */
static uint32_t entity(const char *p, const char *stop)
{
	static const char *const names[] = { "amp", "lt", "gt", "quot", "apos" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (slice_equal((struct slice){ p, (size_t)(stop - p) }, slice_of(names[i])))
			return (unsigned char)"&<>\"'"[i];
	bool hex = stop - p > 1 && p[1] == 'x';
	return *p == '#' ? character(p + 1 + hex, stop, hex ? 16 : 10) : 0;
}

char *xml_decode(char *to, struct slice text)
{
	const char *end = text.at + text.length, *stop;
	for (const char *p = text.at; p < end; p = stop + 1) {
		uint32_t c = 0;
		stop = *p == '&' ? memchr(p, ';', (size_t)(end - p)) : p + 6;
		if (*p == '&' && (stop == NULL || (c = entity(p + 1, stop)) == 0))
			return NULL;
		if (*p == '_' && end - p > 6 && p[1] == 'x' && *stop == '_')
			c = character(p + 2, stop, 16);
		if (c != 0) {
			to += put_utf8(to, (int32_t)c);
			continue;
		}
		stop = p;
		*to = *p;
		to += *p != '\r' || p + 1 == end || p[1] != '\n';
	}
	return to;
}

bool xml_element_text(struct xml *x, bool runs, struct slice *out)
{
	const struct slice name = x->name;
	char *to = x->at;
	bool hint = false, taken = !runs;
	*out = (struct slice){ to, 0 };
	while (xml_next(x) > 0) {
		if (taken && !hint)
			to = xml_decode(to, x->before);
		if (to == NULL)
			return false;
		if (taken && !hint && x->raw.length > 0)
			to = (char *)memmove(to, x->raw.at, x->raw.length) + x->raw.length;
		taken = !runs || xml_is(x, false, "t") || (taken && !xml_is(x, true, "t"));
		hint = xml_is(x, false, "rPh") || (hint && !xml_is(x, true, "rPh"));
		out->length = (size_t)(to - out->at);
		if (x->closes && slice_equal(x->name, name))
			return true;
	}
	return false;
}
