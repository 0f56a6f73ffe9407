/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"
#include "readers/columns.h"
#include "readers/judgment_format.h"
#include "readers/memory.h"

/* ---- what the white-space formats of judgments have in common ---- */

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
		      const struct judgment_receiver *to, struct err *e)
{
	struct slice fields[FIELDS_MAX];
	struct lines l;
	lines_start(&l, in);
	l.looks_like = looks_like_run;
	int count;
	while ((count = lines_next_checked(&l, &f->columns, fields, FIELDS_MAX, e)) > 0) {
		struct judgment_record r = { 0 };
		int filled = f->fill(&l, fields, &r, e);
		if (filled < 0 || (filled != JUDGMENT_SKIPPED && to->take(to->context, &r, e) < 0))
			return -1;
	}
	return count;
}

/* Records in memory: grades of documents. */
static int take_records(const struct judgment_format *f, const struct input *in,
			const struct judgment_receiver *to, struct err *e)
{
	const struct given_records *x = in->records;
	if (strcmp(f->name, "qrels") != 0)
		return err_usage(e, "%.600s: records in memory are grades alone: not -R %s",
				 in->path, f->name);
	for (size_t t = 0; t < x->topics; t++) {
		const struct given_topic *topic = &x->topic[t];
		struct judgment_record r = { .topic = { in->bytes + topic->at, topic->length },
					     .topic_only = topic->count == 0 };
		if (r.topic_only && to->take(to->context, &r, e) < 0)
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
					in->path, shown(r.topic).text, shown(r.document).text,
					r.level, GRADE_MAX, GRADE_MAX);
			if (to->take(to->context, &r, e) < 0)
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
	struct judgment_receiver to = { .take = receiver, .context = context };
	bool memory = in->records != NULL;
	if ((memory || !f->named) &&
	    column_options_refuse(in->options, in->path, memory ? "in memory" : "read as -R ",
				  memory ? "" : f->name, e) < 0)
		return -1;
	if (memory)
		return take_records(f, in, &to, e);
	return f->fill != NULL ? read_lines(f, in, &to, e) : f->read(in, &to, e);
}

static int take_anything(void *context, const struct judgment_record *r, struct err *e)
{
	size_t *records = context;
	(void)e;
	*records += !r->topic_only;
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
		if (strcmp(judgment_formats[i]->name, f->name) != 0 &&
		    judgment_records_read(judgment_formats[i], in, take_anything, &records,
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
	if (lines_grade(l, fields[3], &r->level, e) < 0)
		return -1;
	r->topic = fields[0];
	r->group = fields[1];
	r->document = fields[2];
	return 0;
}

const struct judgment_format *judgment_format_find(const char *name, struct err *e)
{
	for (size_t i = 0; judgment_formats[i] != NULL; i++)
		if (strcmp(judgment_formats[i]->name, name) == 0)
			return judgment_formats[i];
	struct choices c = choices_for(slice_of(name));
	nearest_try(&c.nearest, slice_of("qrels")); /* of equally near ones the usual one */
	CHOICES_IN(&c, judgment_formats);
	err_usage(e, "-R %.100s: not one of the formats of judgments %s", name, choices_text(&c));
	return NULL;
}

/* ---- rows whose columns have names ---- */

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(TOPIC) | COLUMN(PROBABILITY) | COLUMN(STRATUM) | COLUMN(SIZE) |
		    COLUMN(PICKS) | COLUMN(JUDGED_BY) | COLUMN(CLUSTER),
};

/* An empty relevance is still to be filled in; the document may then be missing, too. */
static int take_judgment(const struct table_row *row, struct judgment_record *r, struct err *e)
{
	int64_t grade = 0;
	r->unjudged = row->field[COLUMN_RELEVANCE].length == 0;
	if (r->unjudged && r->document.length == 0)
		return 0;
	if (field_name(row->place, "document", r->document, e) < 0 ||
	    (!r->unjudged && row_relevance(row, &grade, e) < 0))
		return -1;
	r->level = (double)grade;
	return 0;
}

static int take_probability(const struct table_row *row, struct judgment_record *r, struct err *e)
{
	struct slice field = row->field[COLUMN_PROBABILITY];
	if (field.at == NULL)
		return 0;
	if (field_present(row->place, "probability", field, e) < 0)
		return -1;
	r->decimals = field_decimals(field);
	return field_probability(row->place, field, &r->probability, e);
}

/* Size and picks say something of the stratum; without that column they are any other column. */
static int take_stratum(const struct table_row *row, struct judgment_record *r, struct err *e)
{
	struct slice size = row->field[COLUMN_SIZE], picks = row->field[COLUMN_PICKS];
	r->stratum = row->field[COLUMN_STRATUM];
	if (r->stratum.at == NULL)
		return 0;
	if (field_name(row->place, "stratum", r->stratum, e) < 0)
		return -1;
	if (size.at != NULL && (field_present(row->place, "size", size, e) < 0 ||
				field_count(row->place, "size", size, &r->size, e) < 0))
		return -1;
	if (size.at != NULL && r->size == 0)
		return field_bad(row->place, "size", size, "has no place for the document", e);
	if (picks.length == 0)
		return 0;
	if (field_count(row->place, "picks", picks, &r->picks, e) < 0)
		return -1;
	if (size.at == NULL || row->field[COLUMN_PROBABILITY].at == NULL)
		return field_bad(row->place, "picks", picks, "needs the columns size and prob", e);
	if (r->picks < r->size)
		return field_bad(row->place, "picks", picks, "is less than the bucket's size", e);
	return 0;
}

static int judgment_of_row(void *context, const struct table_row *row, struct err *e)
{
	const struct judgment_receiver *to = context;
	struct judgment_record r = { .topic = row->field[COLUMN_TOPIC],
				     .document = row->field[COLUMN_DOCUMENT],
				     .group = row->field[COLUMN_JUDGED_BY],
				     .cluster = row->field[COLUMN_CLUSTER],
				     .cluster_column = row->header->called[COLUMN_CLUSTER],
				     .cluster_named = (row->header->named & COLUMN(CLUSTER)) != 0 };
	const struct column_options *o = row->header->in->options;
	if (r.topic.at == NULL && o != NULL && o->review) {
		r = (struct judgment_record){ slice_of(REVIEW_TOPIC), .document = r.document };
		return take_judgment(row, &r, e) < 0 ? -1
		       : r.unjudged		     ? 0
						     : to->take(to->context, &r, e);
	}
	if ((r.topic.at != NULL && field_name(row->place, "topic", r.topic, e) < 0) ||
	    take_judgment(row, &r, e) < 0 || take_probability(row, &r, e) < 0 ||
	    take_stratum(row, &r, e) < 0)
		return -1;
	if (r.topic.at == NULL) /* --drawn can supply it */
		r.topic = (struct slice){ r.document.at, 0 };
	return to->take(to->context, &r, e);
}

int judgment_rows_read(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	return table_read(in, &asked, judgment_of_row, to, e);
}

int judgment_rows_begin(const struct input *in, struct err *e)
{
	return is_delimited(in, &asked, e);
}
