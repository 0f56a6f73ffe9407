/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/data/judgments/judges.h"
#include "readers/fields.h"

/* Refuses a bad name. Its line is counted only then, since counting goes through the file. */
static int check_judge(const struct input *in, const struct judgment_record *r, struct err *e)
{
	struct err ignored = { 0 };
	if (field_name((struct place){ in->path, 0 }, "judged_by", r->group, &ignored) == 0)
		return 0;
	const struct place place = { in->path, input_line(in, r->document.at) };
	return field_name(place, "judged_by", r->group, e);
}

static int take_judged_record(void *context, const struct judgment_record *r, struct err *e)
{
	struct judges *x = context;
	size_t number = x->all_rows++;
	if (r->document.length == 0)
		return 0; /* a row that is still to be filled in */
	if (r->group.at == NULL)
		return err_data(e,
				"%.600s: no column 'judged_by' in the "
				"header to say who judged",
				x->in->path);
	if (check_judge(x->in, r, e) < 0)
		return -1;
	if (!ARRAY_ROOM(x->row, x->rows, x->room))
		return err_memory(e);
	int64_t topic = names_add(&x->topics, &x->memory, r->topic, e);
	int64_t document = names_add(&x->documents, &x->memory, r->document, e);
	int64_t judge = names_add(&x->names, &x->memory, r->group, e);
	if (topic < 0 || document < 0 || judge < 0)
		return -1;
	x->row[x->rows++] = (struct judged_row){ (uint32_t)topic, (uint32_t)document,
						 (uint32_t)judge, number, *r };
	return 0;
}

static int by_document(const void *a, const void *b)
{
	const struct judged_row *x = a, *y = b;
	if (x->topic != y->topic)
		return x->topic < y->topic ? -1 : 1;
	if (x->document != y->document)
		return x->document < y->document ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* The rows of the next document, from `start` to `end`, behind `end`; false: there are no more. */
static bool next_document(const struct judges *x, size_t *start, size_t *end)
{
	*start = *end;
	while (*end < x->rows && x->row[*end].topic == x->row[*start].topic &&
	       x->row[*end].document == x->row[*start].document)
		++*end;
	return *end > *start;
}

static int complain(const struct judges *x, const struct judged_row *earlier,
		    const struct judged_row *later, const char *what, struct err *e)
{
	const struct slice name = later->record.document;
	return err_at(e, x->in->path, input_line(x->in, name.at),
		      "document '%s' of topic '%s' %s '%.200s': first on line %llu",
		      shown(name).text, x->topic[later->topic], what, x->name[later->judge],
		      (unsigned long long)input_line(x->in, earlier->record.document.at));
}

/* How a document was sampled does not depend on who judged it. */
static bool sampled_alike(const struct judgment_record *a, const struct judgment_record *b)
{
	return a->probability == b->probability && slice_equal(a->stratum, b->stratum) &&
	       a->size == b->size && a->picks == b->picks;
}

static int check_judges(const struct judges *x, struct err *e)
{
	for (size_t start = 0, end = 0; next_document(x, &start, &end);)
		for (size_t i = start + 1; i < end; i++) {
			const struct judged_row *first = &x->row[start], *row = &x->row[i];
			if (!sampled_alike(&first->record, &row->record))
				return complain(x, first, row,
						"has another probability, stratum or size where it "
						"is judged by",
						e);
			for (size_t k = start; k < i; k++)
				if (x->row[k].judge == row->judge)
					return complain(x, &x->row[k], row, "is judged twice by",
							e);
		}
	return 0;
}

int judges_read(struct judges *x, const struct judgment_format *format, const struct input *in,
		struct err *e)
{
	*x = (struct judges){ .in = in };
	int result = judgment_records_read(format, in, take_judged_record, x, e);
	if (result == 0 && x->rows == 0)
		result = err_data(e, "%.600s: no judgments in the file", in->path);
	if (result == 0 && ((x->topic = names_texts(&x->topics, &x->memory, e)) == NULL ||
			    (x->name = names_texts(&x->names, &x->memory, e)) == NULL))
		result = -1;
	if (result == 0) {
		qsort(x->row, x->rows, sizeof *x->row, by_document);
		result = check_judges(x, e);
	}
	if (result < 0)
		judges_release(x);
	return result;
}

void judges_release(struct judges *x)
{
	names_release(&x->topics);
	names_release(&x->documents);
	names_release(&x->names);
	arena_release(&x->memory);
	free(x->row);
}

/* The row that counts among those of one document; `end`: none. */
static size_t choose(const struct judges *x, size_t start, size_t end, int64_t judge, bool last)
{
	size_t chosen = end;
	for (size_t i = start; i < end; i++) {
		bool eligible =
			!x->row[i].record.unjudged && (judge < 0 || x->row[i].judge == judge);
		if (eligible && (chosen == end || last))
			chosen = i;
	}
	return chosen;
}

static int nobody(const struct judges *x, const char *who, struct err *e)
{
	char list[200] = "";
	size_t length = 0;
	for (size_t i = 0; i < x->names.count && length < sizeof list; i++)
		length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
					   i > 0 ? ", " : "", x->name[i]);
	return err_usage(e, "--judge=%.200s: no judge of this name; judged_by is %s%s", who, list,
			 length < sizeof list ? "" : " ...");
}

/* All rows of the file count. */
static int count_all(const struct judges *x, struct arena *memory, bool **counts, struct err *e)
{
	*counts = arena_alloc(memory, x->all_rows * sizeof **counts);
	if (*counts == NULL)
		return err_memory(e);
	memset(*counts, true, x->all_rows * sizeof **counts);
	return 0;
}

int judges_choose(const struct judges *x, const char *who, struct arena *memory, bool **counts,
		  size_t *others, struct err *e)
{
	bool first = strcmp(who, "first") == 0, last = strcmp(who, "last") == 0;
	int64_t judge = first || last ? -1 : names_find(&x->names, slice_of(who));
	if (judge < 0 && !first && !last)
		return nobody(x, who, e);
	if (count_all(x, memory, counts, e) < 0)
		return -1;
	*others = 0;
	for (size_t start = 0, end = 0; next_document(x, &start, &end);) {
		size_t chosen = choose(x, start, end, judge, last);
		*others += chosen == end && choose(x, start, end, -1, false) < end;
		/* rows that are still to be judged are not forgotten */
		for (size_t i = start; i < end; i++)
			(*counts)[x->row[i].number] =
				i == chosen || (x->row[i].record.unjudged &&
						(judge < 0 || x->row[i].judge == judge));
	}
	return 0;
}

/* The rows of one document: the first judgment counts, and a second one is kept beside it. */
static int take_two_phase(const struct judges *x, size_t start, size_t end, bool *counts,
			  double *second, struct err *e)
{
	const struct judged_row *judged[2] = { NULL, NULL };
	size_t count = 0;
	for (size_t i = start; i < end; i++) {
		const struct judged_row *row = &x->row[i];
		const struct slice name = row->record.document;
		if (row->record.unjudged)
			continue; /* it counts, and is refused as one that is still to be judged */
		if (row->record.level < 0 || count == 2)
			return err_at(e, x->in->path, input_line(x->in, name.at),
				      "--judge=" JUDGE_TWO_PHASE ": document '%s' of topic '%s' %s",
				      shown(name).text, x->topic[row->topic],
				      count == 2 ? "has a third judgment"
						 : "is not assessable, and so neither relevant nor "
						   "not");
		counts[row->number] = count == 0;
		judged[count++] = row;
	}
	if (count == 2)
		second[judged[0]->number] = judged[1]->record.level;
	return 0;
}

int judges_two_phase(const struct judges *x, struct arena *memory, bool **counts, double **second,
		     struct err *e)
{
	const struct judged_again again = judges_again(x);
	if (again.again == 0 || again.again == again.documents)
		return err_data(
			e, "%.600s: --judge=" JUDGE_TWO_PHASE ": %s", x->in->path,
			again.again == 0
				? "no document has a second judgment; --judge=first takes the "
				  "only one"
				: "every document has a second judgment, which leaves "
				  "nothing to estimate from a part: --judge=last takes it");
	*second = arena_alloc(memory, x->all_rows * sizeof **second);
	int result = *second == NULL ? err_memory(e) : count_all(x, memory, counts, e);
	for (size_t i = 0; result == 0 && i < x->all_rows; i++)
		(*second)[i] = NAN;
	for (size_t start = 0, end = 0; result == 0 && next_document(x, &start, &end);)
		result = take_two_phase(x, start, end, *counts, *second, e);
	return result;
}

struct judged_again judges_again(const struct judges *x)
{
	struct judged_again out = { 0 };
	for (size_t start = 0, end = 0; next_document(x, &start, &end);) {
		size_t judged = 0;
		for (size_t i = start; i < end; i++)
			judged += !x->row[i].record.unjudged;
		out.documents += judged > 0;
		out.again += judged > 1;
	}
	return out;
}

void judges_compare(const struct judges *x, size_t a, size_t b, int32_t level,
		    struct two_judges *topic)
{
	memset(topic, 0, x->topics.count * sizeof *topic);
	for (size_t start = 0, end = 0; next_document(x, &start, &end);) {
		size_t of_a = choose(x, start, end, (int64_t)a, false);
		size_t of_b = choose(x, start, end, (int64_t)b, false);
		if (of_a < end && of_b < end)
			two_judges_count(&topic[x->row[start].topic], x->row[of_a].record.level,
					 x->row[of_b].record.level, level);
	}
}
