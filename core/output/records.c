/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <math.h>

#include "core/base/array.h"
#include "core/base/number.h"
#include "core/output/records.h"

void records_init(struct records *r, const struct record_column *column, size_t size)
{
	*r = (struct records){ .size = size };
	for (size_t i = 0; !record_columns_end(&column[i]); i++) {
		assert(i < RECORD_COLUMNS_MAX);
		r->column[i] = column[i];
	}
}

void records_release(struct records *r)
{
	free(r->line);
	*r = (struct records){ 0 };
}

struct record_column *records_column(struct records *r, const char *name)
{
	struct record_column *c = r->column;
	while (c->name == NULL || strcmp(c->name, name) != 0) {
		assert(!record_columns_end(c));
		c++;
	}
	return c;
}

void record_clear(const struct record_column *column, void *line)
{
	for (const struct record_column *c = column; !record_columns_end(c); c++) {
		void *at = (char *)line + c->at;
		if (c->kind == RECORD_TEXT)
			*(const char **)at = NULL;
		else if (c->kind == RECORD_WHOLE)
			*(int64_t *)at = RECORD_NONE;
		else
			*(double *)at = NAN;
	}
}

void records_add(struct records *r, const void *line)
{
	if (r->count == r->room && !array_grow(&r->line, &r->room, r->size)) {
		r->failed = true;
		return;
	}
	memcpy(r->line + r->count++ * r->size, line, r->size);
}

/* ---- values ---- */

#define VALUE(type, line, at) (*(const type *)(const void *)((const char *)(line) + (at)))

const char *record_string(const struct record_column *c, const void *line)
{
	return VALUE(char *, line, c->at);
}

double record_real(const void *line, size_t at)
{
	return VALUE(double, line, at);
}

bool record_is_missing(const struct record_column *c, const void *line)
{
	return c->kind == RECORD_TEXT	 ? VALUE(char *, line, c->at) == NULL
	       : c->kind == RECORD_WHOLE ? VALUE(int64_t, line, c->at) == RECORD_NONE
					 : isnan(VALUE(double, line, c->at));
}

static struct record_text number_of(const struct record_column *c, const void *line, int width,
				    int digits)
{
	struct record_text n;
	if (c->kind == RECORD_WHOLE)
		snprintf(n.text, sizeof n.text, "%lld", (long long)VALUE(int64_t, line, c->at));
	else if (c->kind == RECORD_COUNT)
		snprintf(n.text, sizeof n.text, "%.0f", record_real(line, c->at));
	else if (c->kind == RECORD_SHORT)
		snprintf(n.text, sizeof n.text, "%g", record_real(line, c->at));
	else if (digits == RECORD_EXACT)
		snprintf(n.text, sizeof n.text, "%s", real_text(record_real(line, c->at)).text);
	else
		snprintf(n.text, sizeof n.text, "%*.*f", width, digits, record_real(line, c->at));
	return n;
}

struct record_text record_number(const struct record_column *c, const void *line)
{
	return number_of(c, line, c->padded, c->digits);
}

const char *record_shown(const struct record_column *c, const void *line, struct record_text *room)
{
	if (record_is_missing(c, line))
		return c->blank ? "" : "-";
	if (c->kind == RECORD_TEXT)
		return VALUE(char *, line, c->at);
	*room = number_of(c, line, 0, c->table_digits);
	return room->text;
}

/* ---- lines ---- */

/* Neither CSV nor JSON has a way to write infinity. */
bool record_has(const struct record_column *c, const void *line)
{
	return !record_is_missing(c, line) && (c->kind == RECORD_TEXT || c->kind == RECORD_WHOLE ||
					       isfinite(record_real(line, c->at)));
}
