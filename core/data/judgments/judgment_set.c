/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"
#include "core/data/judgments/judgment_set.h"

int judgments_tabulate(struct document_table *t, const struct judgment *first, size_t count,
		       struct err *e)
{
	const struct documents documents = judgment_documents(first);
	if (document_table_start(t, count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		*document_table_slot(t, &documents, judgment_document(&first[i]), first[i].hash) =
			(uint32_t)i + 1;
	return 0;
}

const struct judgment *judgments_find(const struct document_table *t, const struct judgment *first,
				      struct slice name, unsigned hash)
{
	const struct documents documents = judgment_documents(first);
	uint32_t slot = *document_table_slot(t, &documents, name, hash);
	return slot != 0 ? &first[slot - 1] : NULL;
}

int judgment_twice(const struct judgment_building *b, const struct judgment *x,
		   const struct judgment *y, const char *where, struct err *e)
{
	uint64_t line = input_line(b->in, x->document), other = input_line(b->in, y->document);
	bool nugget = b->asks != NULL && strcmp(b->asks, "nuggets") == 0;
	return err_at(e, b->in->path, line > other ? line : other,
		      "%s '%s' of topic '%s' is %s twice%s: first on line %llu",
		      nugget ? "nugget" : "document", shown(judgment_document(x)).text, b->topic,
		      nugget ? "listed" : "judged", where,
		      (unsigned long long)(line > other ? other : line));
}

size_t judgment_group_length(const struct judgment *first, const struct judgment *end)
{
	const struct judgment *x = first;
	while (x < end && x->group == first->group)
		x++;
	return (size_t)(x - first);
}

static int compare(const struct judgment *x, uint64_t a, uint64_t b)
{
	return slice_compare(judgment_document(&x[a]), judgment_document(&x[b]));
}

/* The later group of a document comes first, since the list is reversed. */
static int by_document(uint64_t a, uint64_t b, const void *context)
{
	int order = compare(context, a, b);
	return order != 0 ? order : (a < b) - (a > b);
}

const struct group_judgment *subtopics_by_document(const struct judgment *x, size_t count,
						   struct arena *memory, struct err *e)
{
	struct keyed *keyed = malloc(2 * count * sizeof *keyed);
	size_t *group = malloc(count * sizeof *group), documents = 0;
	struct group_judgment *list = arena_alloc(memory, count * sizeof *list);
	if (keyed == NULL || group == NULL || list == NULL) {
		free(keyed);
		free(group);
		err_memory(e);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		group[i] = i == 0 ? 0 : group[i - 1] + (x[i].group != x[i - 1].group);
		keyed[i] = (struct keyed){ key_of_text(judgment_document(&x[i])), i };
	}
	keyed_sort(keyed, count, keyed + count, by_document, x);
	for (size_t i = count; i-- > 0;) {
		size_t item = (size_t)keyed[i].item;
		if (i + 1 < count && compare(x, item, keyed[i + 1].item) != 0)
			documents++;
		list[count - 1 - i] = (struct group_judgment){
			.document = documents,
			.group = group[item],
			.grade = x[item].level < 0 ? GRADE_UNJUDGED : (int32_t)x[item].level,
		};
	}
	free(keyed);
	free(group);
	return list;
}

static const char by_two_judges[] =
	" by two judges (--judge chooses one, agree -R csv compares them)";

static int refuse_duplicates(const struct judgment_building *b, const struct judgment_set *s,
			     const char *where, struct err *e)
{
	const struct documents documents = judgment_documents(s->judgment);
	if (document_table_start(b->table, s->count, e) < 0)
		return -1;
	for (size_t i = 0; i < s->count; i++) {
		const struct judgment *x = &s->judgment[i];
		const struct judgment *first =
			&s->judgment[document_table_add(b->table, &documents, i)];
		if (first != x)
			return judgment_twice(b, first, x,
					      first->group != x->group ? by_two_judges : where, e);
	}
	return 0;
}

static int falling(const void *a, const void *b)
{
	const struct grade_count *x = a, *y = b;
	return (x->grade < y->grade) - (x->grade > y->grade);
}

static int keep_grades(const struct judgment_building *b, struct judgment_set *s,
		       struct grade_count *grades, size_t count, struct err *e)
{
	if (count > 1)
		qsort(grades, count, sizeof *grades, falling);
	size_t distinct = 0;
	for (size_t i = 0; i < count; i++) {
		if (distinct > 0 && grades[distinct - 1].grade == grades[i].grade)
			grades[distinct - 1].count += grades[i].count;
		else
			grades[distinct++] = grades[i];
	}
	s->distinct_grades = distinct;
	s->grades = arena_alloc(b->memory, distinct * sizeof *grades);
	if (s->grades == NULL)
		return err_memory(e);
	memcpy(s->grades, grades, distinct * sizeof *grades);
	return 0;
}

/* The distinct grades of a set: as a rule a few, whatever their size; else all are sorted. */
static int count_grades(const struct judgment_building *b, struct judgment_set *s, struct err *e)
{
	enum { FEW = 16 };
	struct grade_count few[FEW];
	size_t distinct = 0, i = 0;
	for (; i < s->count; i++) {
		int32_t grade = (int32_t)s->judgment[i].level;
		if (grade < 0)
			continue;
		size_t k = 0;
		while (k < distinct && few[k].grade != grade)
			k++;
		if (k == FEW)
			break;
		if (k == distinct)
			few[distinct++] = (struct grade_count){ grade, 0 };
		few[k].count++;
		s->positive += grade > 0;
	}
	if (i == s->count)
		return keep_grades(b, s, few, distinct, e);
	struct grade_count *many = malloc((FEW + s->count) * sizeof *many);
	if (many == NULL)
		return err_memory(e);
	memcpy(many, few, sizeof few);
	for (distinct = FEW; i < s->count; i++) {
		int32_t grade = (int32_t)s->judgment[i].level;
		if (grade >= 0)
			many[distinct++] = (struct grade_count){ grade, 1 };
		s->positive += grade > 0;
	}
	int result = keep_grades(b, s, many, distinct, e);
	free(many);
	return result;
}

int judgment_set_build(const struct judgment_building *b, struct judgment_set *s, const char *where,
		       struct err *e)
{
	return refuse_duplicates(b, s, where, e) < 0 ? -1 : count_grades(b, s, e);
}

void judgment_set_count(const struct judgment_set *s, int32_t level, int64_t *relevant,
			int64_t *nonrelevant)
{
	*relevant = *nonrelevant = 0;
	for (size_t i = 0; i < s->distinct_grades; i++)
		*(s->grades[i].grade >= level ? relevant : nonrelevant) += s->grades[i].count;
}
