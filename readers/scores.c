/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "readers/csv_text.h"
#include "readers/lines.h"
#include "readers/scores.h"

/* A difference of two is within the 1e100 of core/stats/topics/paired_test.h. */
static const double LARGEST = 1e99;

int score_value(struct place where, struct slice column, struct slice field, double *value,
		struct err *e)
{
	*value = NAN;
	if (field_is_word(field, "NA"))
		return 0;
	if (!parse_real(field, value))
		return field_not_number(where, shown(column.at, column.length).text, field, e);
	if (isinf(*value))
		return field_bad(where, shown(column.at, column.length).text, field,
				 "is not a finite number", e);
	if (fabs(*value) > LARGEST)
		return field_bad(where, shown(column.at, column.length).text, field,
				 "is beyond 1e99: its square could not be added up", e);
	return 0;
}

/*
 * A matrix.
 */

struct matrix {
	const struct score_matrix_receiver *receiver;
	void *context;
	struct slice *system; /* as the header names them */
	double *value;	      /* of one row */
	size_t systems, topics;
};

static int take_header(struct matrix *m, const struct csv_record *r, struct err *e)
{
	if (r->fields < 2)
		return err_at(e, r->place.path, r->place.line,
			      "a matrix has a column of topics and one for each system, found 1 "
			      "column '%s'",
			      shown(r->field[0].at, r->field[0].length).text);
	m->systems = r->fields - 1;
	m->system = calloc(m->systems, sizeof *m->system);
	m->value = calloc(m->systems, sizeof *m->value);
	if (m->system == NULL || m->value == NULL)
		return err_memory(e);
	for (size_t s = 0; s < m->systems; s++) {
		m->system[s] = r->field[s + 1];
		if (m->system[s].length == 0)
			return err_at(e, r->place.path, r->place.line,
				      "column %zu of the header, a system's name, is empty", s + 2);
		if (field_name(r->place, "system", m->system[s], e) < 0)
			return -1;
	}
	return m->receiver->systems(m->context, r->place, m->system, m->systems, e);
}

static int take_record(void *context, const struct csv_record *r, struct err *e)
{
	struct matrix *m = context;
	if (r->header)
		return take_header(m, r, e);
	if (field_name(r->place, "topic", r->field[0], e) < 0)
		return -1;
	for (size_t s = 0; s < m->systems; s++) {
		struct slice field = r->field[s + 1];
		m->value[s] = NAN;
		if (field.length > 0 &&
		    score_value(r->place, m->system[s], field, &m->value[s], e) < 0)
			return -1;
	}
	m->topics++;
	return m->receiver->topic(m->context, r->place, r->field[0], m->value, m->systems, e);
}

int score_matrix_read(const struct input *in, const struct score_matrix_receiver *receiver,
		      void *context, struct err *e)
{
	struct matrix m = { .receiver = receiver, .context = context };
	int result = csv_read(in, take_record, &m, e);
	free(m.system);
	free(m.value);
	if (result == 0 && m.topics == 0)
		return err_data(e, "%.600s: no topics: there is nothing below the header",
				in->path);
	return result;
}

/*
 * What trec_eval -q prints.
 */

int scores_read(const struct input *in, score_sink receiver, void *context, struct err *e)
{
	enum { ROOM = 16 }; /* fields of a value beyond it are cut off */
	static const struct columns columns = { 3, 0, "measure topic value" };
	struct slice field[ROOM];
	struct lines l;
	lines_start(&l, in);
	int count;
	bool any = false;
	while ((count = lines_next_checked(&l, &columns, field, ROOM, e)) > 0) {
		struct slice last = field[count < ROOM ? count - 1 : ROOM - 1];
		struct score_record r = { .place = lines_place(&l),
					  .measure = field[0],
					  .topic = field[1],
					  .value = { field[2].at, (size_t)(last.at + last.length -
									   field[2].at) } };
		any = true;
		if (receiver(context, &r, e) < 0)
			return -1;
	}
	if (count == 0 && !any)
		return err_data(e, "%.600s: no scores: there is no line in it", in->path);
	return count;
}
