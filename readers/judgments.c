/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the white-space formats of judgments have in common.
 */
#include <math.h>

#include "core/base/nearest.h"
#include "readers/columns.h"
#include "readers/judgment_format.h"
#include "readers/memory.h"

enum { FIELDS_MAX = 8 };

/* A run where judgments belong: six columns, a rank, a score, and a tag that is no number. */
static const char *looks_like_run(const struct slice *fields, int count)
{
	int64_t rank;
	double score, tag;
	bool run = count == 6 && parse_integer(fields[3], &rank) && parse_real(fields[4], &score) &&
		   !parse_real(fields[5], &tag);
	return run ? " (this looks like a run: judgments come first, then runs)" : "";
}

static int read_lines(const struct judgment_format *f, const struct input *in,
		      judgment_sink receiver, void *context, struct err *e)
{
	struct slice fields[FIELDS_MAX];
	struct lines l;
	lines_start(&l, in);
	l.looks_like = looks_like_run;
	int count;
	while ((count = lines_next_checked(&l, &f->columns, fields, FIELDS_MAX, e)) > 0) {
		struct judgment_record r = { 0 };
		int filled = f->fill(&l, fields, &r, e);
		if (filled < 0 || (filled != JUDGMENT_SKIPPED && receiver(context, &r, e) < 0))
			return -1;
	}
	return count;
}

/* Records in memory: grades of documents. */
static int take_records(const struct judgment_format *f, const struct input *in,
			judgment_sink receiver, void *context, struct err *e)
{
	const struct given_records *x = in->records;
	if (strcmp(f->name, "qrels") != 0)
		return err_usage(e, "%.600s: records in memory are grades alone: not -R %s",
				 in->path, f->name);
	for (size_t t = 0; t < x->topics; t++) {
		const struct given_topic *topic = &x->topic[t];
		struct judgment_record r = { .topic = { in->bytes + topic->at, topic->length },
					     .topic_only = topic->count == 0 };
		if (r.topic_only && receiver(context, &r, e) < 0)
			return -1;
		for (size_t i = topic->first; i < topic->first + topic->count; i++) {
			r.document =
				(struct slice){ in->bytes + x->record[i].at, x->record[i].length };
			r.level = x->record[i].value;
			if (r.level != trunc(r.level) || fabs(r.level) > GRADE_MAX)
				return err_data(
					e,
					"%.600s: topic '%s', document '%s': relevance %g is "
					"not a whole number within -%d and %d",
					in->path, shown(r.topic.at, r.topic.length).text,
					shown(r.document.at, r.document.length).text, r.level,
					GRADE_MAX, GRADE_MAX);
			if (receiver(context, &r, e) < 0)
				return -1;
		}
	}
	return 0;
}

static bool begins_as_qrels(const struct input *in)
{
	struct lines l;
	struct slice field[4];
	struct err ignored = { 0 };
	int64_t grade;
	lines_start(&l, in);
	return lines_next(&l, field, 4, &ignored) == 4 && parse_whole(field[3], &grade);
}

const struct judgment_format *judgment_format_of(const struct judgment_format *f,
						 const struct input *in, struct err *e)
{
	if (!f->unnamed || in->records != NULL || begins_as_qrels(in))
		return f;
	for (size_t i = 0; judgment_formats[i] != NULL; i++) {
		int so = judgment_formats[i]->begins != NULL ? judgment_formats[i]->begins(in, e)
							     : 0;
		if (so != 0)
			return so > 0 ? judgment_formats[i] : NULL;
	}
	return f;
}

int judgment_records_read(const struct judgment_format *f, const struct input *in,
			  judgment_sink receiver, void *context, struct err *e)
{
	char what[64];
	snprintf(what, sizeof what, in->records != NULL ? "in memory" : "read as -R %s", f->name);
	if ((in->records != NULL || !f->named) &&
	    column_options_refuse(in->options, in->path, what, e) < 0)
		return -1;
	if (in->records != NULL)
		return take_records(f, in, receiver, context, e);
	return f->fill != NULL ? read_lines(f, in, receiver, context, e)
			       : f->read(in, receiver, context, e);
}

static int take_anything(void *context, const struct judgment_record *r, struct err *e)
{
	size_t *records = context;
	(void)r, (void)e;
	++*records;
	return 0;
}

void judgment_formats_suggest(const struct judgment_format *f, const struct input *in,
			      struct err *e)
{
	char list[200] = "";
	size_t length = 0;
	if (strstr(e->text, "looks like a run") != NULL) /* of six columns, as some -R probs */
		return;
	for (size_t i = 0; judgment_formats[i] != NULL; i++) {
		struct err ignored = { 0 };
		size_t records = 0;
		if (judgment_records_read(judgment_formats[i], in, take_anything, &records,
					  &ignored) == 0 &&
		    records > 0)
			length +=
				(size_t)snprintf(list + length, sizeof list - length, "%s-R %s",
						 length > 0 ? ", " : "", judgment_formats[i]->name);
		if (length >= sizeof list)
			return;
	}
	size_t used = strlen(e->text);
	if (length > 0)
		snprintf(e->text + used, sizeof e->text - used,
			 "; not -R %s, but the file would fit %s", f->name, list);
}

int judgment_fill_qrels(const struct lines *l, const struct slice *fields,
			struct judgment_record *r, struct err *e)
{
	int64_t grade;
	if (lines_grade(l, fields[3], &grade, e) < 0)
		return -1;
	r->topic = fields[0];
	r->group = fields[1];
	r->document = fields[2];
	r->level = (double)grade;
	return 0;
}

const struct judgment_format *judgment_format_find(const char *name, struct err *e)
{
	for (size_t i = 0; judgment_formats[i] != NULL; i++)
		if (strcmp(judgment_formats[i]->name, name) == 0)
			return judgment_formats[i];
	struct nearest n = nearest_to(slice_of(name));
	NEAREST_IN(&n, judgment_formats);
	err_usage(e, "-R %.100s: no such format of judgments (-h lists them)%s", name,
		  nearest_text(&n).text);
	return NULL;
}
