/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/near.h"
#include "core/data/judgments/returned_sample.h"

/* A document of the sample. */
struct returned_row {
	struct judgment_record record; /* as drawn */
	bool judged;
};

void returned_sample_release(struct returned_sample *s)
{
	name_pairs_release(&s->of);
	free(s->row);
	input_release(&s->in);
}

static int add_drawn_document(void *context, const struct judgment_record *r, struct err *e)
{
	struct returned_sample *s = context;
	if (r->document.length == 0) /* to be drawn from the rest by the user */
		return 0;
	if (r->topic.length == 0)
		return err_at(e, s->in.path, input_line(&s->in, r->document.at),
			      "no column 'topic' in the header: not a sample as it was drawn");
	if (!ARRAY_ROOM(s->row, s->of.both.count, s->room))
		return err_memory(e);
	int64_t number = name_pairs_add(&s->of, r->topic, r->document, e);
	if (number < 0)
		return -1;
	if (number == 0)
		s->topic = r->topic;
	else if (!slice_equal(s->topic, r->topic))
		s->topic.length = 0;
	s->row[number] = (struct returned_row){ .record = *r };
	return 0;
}

int returned_sample_read(struct returned_sample *s, const char *path, struct err *e)
{
	*s = (struct returned_sample){ 0 };
	const struct judgment_format *csv = judgment_format_find("csv", e);
	if (csv == NULL || input_read(&s->in, path, e) < 0)
		return -1;
	if (judgment_records_read(csv, &s->in, add_drawn_document, s, e) == 0)
		return 0;
	returned_sample_release(s);
	return -1;
}

/* What both say must be the same: somebody may have sorted some columns without the others. */
static int compare(const struct returned_sample *s, const struct input *in,
		   const struct judgment_record *r, const struct judgment_record *drawn,
		   struct err *e)
{
	bool stratum = r->stratum.length > 0 && drawn->stratum.length > 0 &&
		       !slice_equal(r->stratum, drawn->stratum);
	bool size = r->size > 0 && drawn->size > 0 && r->size != drawn->size;
	bool rate = r->probability > 0 && drawn->probability > 0 &&
		    fabs(r->probability - drawn->probability) > NEAR_DIGITS * drawn->probability;
	if (!stratum && !size && !rate)
		return 0;
	return err_at(e, in->path, input_line(in, r->document.at),
		      "document '%s' has another %s than in the sample %.300s",
		      shown(r->document).text,
		      stratum ? "stratum"
		      : size  ? "size"
			      : "probability",
		      s->in.path);
}

static int supply(void *context, const struct input *in, struct judgment_record *r, struct err *e)
{
	struct returned_sample *s = context;
	const char *at = r->document.at;
	if (r->topic.length == 0 && s->topic.length == 0)
		return err_at(e, in->path, input_line(in, at),
			      "no column 'topic' in the header, and the sample %.300s has several "
			      "topics",
			      s->in.path);
	r->topic = r->topic.length > 0 ? r->topic : s->topic;
	int64_t number = name_pairs_find(&s->of, r->topic, r->document);
	if (number == NAME_UNKNOWN)
		return err_at(e, in->path, input_line(in, at),
			      "document '%s' of topic '%s' is not in the sample %.300s",
			      shown(r->document).text, shown(r->topic).text, s->in.path);
	const struct judgment_record *drawn = &s->row[number].record;
	s->row[number].judged = true;
	if (compare(s, in, r, drawn, e) < 0)
		return -1;
	if (r->probability == 0) {
		r->probability = drawn->probability;
		r->decimals = drawn->decimals;
	}
	if (r->stratum.length == 0)
		r->stratum = drawn->stratum;
	if (r->size == 0) {
		r->size = drawn->size;
		r->picks = drawn->picks;
	}
	return 0;
}

struct judgment_supplier returned_sample_supplier(struct returned_sample *s)
{
	return (struct judgment_supplier){ supply, s };
}

int returned_sample_check(const struct returned_sample *s, const struct judgments *j, struct err *e)
{
	size_t missing = 0, first = 0;
	for (size_t i = s->of.both.count; i-- > 0;)
		if (!s->row[i].judged) {
			missing++;
			first = i;
		}
	if (missing == 0)
		return 0;
	struct slice document = s->row[first].record.document;
	return err_at(e, s->in.path, input_line(&s->in, document.at),
		      "document '%s' is not judged in %.300s, like %zu of %zu of the sample "
		      "(--partial allows it)",
		      shown(document).text, j->in.path, missing, s->of.both.count);
}
