/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/number.h"
#include "core/data/judgments/names.h"
#include "core/data/judgments/topic_groups.h"
#include "core/data/scores/score_table.h"
#include "readers/scores.h"

void score_table_release(struct score_table *t)
{
	arena_release(&t->memory);
}

/* A score as it was read: topics are numbered as they come. */
struct score {
	size_t system, topic;
	double value;
};

struct reading {
	struct score_table *table;
	struct names topics;
	uint64_t *line; /* on which this file, the system's, has each topic; 0: not yet */
	size_t lines, line_room;
	struct score *score;
	size_t count, room;

	/* of a file of scores */
	size_t system;
	struct slice measure;
	bool summary;	    /* the measure stands in lines of `all` */
	size_t before;	    /* scores before this file */
	uint64_t runid;	    /* its line */
	char others[160];   /* measures that the file has instead, those of its first topic */
	struct slice first; /* topic */
};

static void reading_release(struct reading *x)
{
	names_release(&x->topics);
	free(x->line);
	free(x->score);
}

/* Is the line about all topics, or a group of them? */
static bool is_summary(struct slice topic)
{
	return slice_equal(topic, slice_of("all")) || topic_is_group(topic);
}

/* The number of a topic, which must be new in this file. */
static int64_t add_topic(struct reading *x, struct place where, struct slice name,
			 const char *measure, struct err *e)
{
	int64_t number = names_add(&x->topics, &x->table->memory, name, e);
	if (number < 0)
		return -1;
	if ((size_t)number == x->lines) {
		if (!ARRAY_ROOM(x->line, x->lines, x->line_room))
			return err_memory(e);
		x->line[x->lines++] = 0;
	}
	if (x->line[number] != 0)
		return err_at(e, where.path, where.line,
			      "topic '%s' appears twice%s, first in line %llu",
			      shown(name.at, name.length).text, measure,
			      (unsigned long long)x->line[number]);
	x->line[number] = where.line;
	return number;
}

static int add_score(struct reading *x, size_t system, size_t topic, double value, struct err *e)
{
	if (!ARRAY_ROOM(x->score, x->count, x->room))
		return err_memory(e);
	x->score[x->count++] = (struct score){ system, topic, value };
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	return strcmp(*x, *y);
}

/* Puts the topics in order and the scores in their places. */
static int fill_table(struct reading *x, struct err *e)
{
	struct score_table *t = x->table;
	t->topics = x->topics.count;
	t->topic = arena_alloc(&t->memory, t->topics * sizeof *t->topic);
	if (t->topics > SIZE_MAX / sizeof *t->value / t->systems)
		return err_memory(e);
	t->value = arena_alloc(&t->memory, t->systems * t->topics * sizeof *t->value);
	size_t *place = malloc(t->topics * sizeof *place); /* by number */
	if (t->topic == NULL || t->value == NULL || place == NULL) {
		free(place);
		return err_memory(e);
	}
	names_list(&x->topics, t->topic);
	qsort(t->topic, t->topics, sizeof *t->topic, by_name);
	for (size_t i = 0; i < t->topics; i++)
		place[names_find(&x->topics, slice_of(t->topic[i]))] = i;
	for (size_t i = 0; i < t->systems * t->topics; i++)
		t->value[i] = NAN;
	for (size_t i = 0; i < x->count; i++) {
		const struct score *s = &x->score[i];
		t->value[s->system * t->topics + place[s->topic]] = s->value;
	}
	free(place);
	return 0;
}

static int allocate_systems(struct score_table *t, size_t count, struct err *e)
{
	t->systems = count;
	t->system = arena_zeroed(&t->memory, count + 1, sizeof *t->system);
	return t->system == NULL ? err_memory(e) : 0;
}

/*
 * A matrix.
 */

static int take_systems(void *context, struct place where, const struct slice *name, size_t count,
			struct err *e)
{
	struct score_table *t = ((struct reading *)context)->table;
	if (allocate_systems(t, count, e) < 0)
		return -1;
	struct names names = { 0 };
	int64_t number = 0;
	for (size_t s = 0; s < count && number >= 0; s++) {
		number = names_add(&names, &t->memory, name[s], e);
		if (number >= 0 && number < (int64_t)s)
			number = err_at(e, where.path, where.line,
					"system '%s' appears twice in the header, in columns %lld "
					"and %zu",
					shown(name[s].at, name[s].length).text,
					(long long)number + 2, s + 2);
	}
	if (number >= 0)
		names_list(&names, t->system);
	names_release(&names);
	return number < 0 ? -1 : 0;
}

static int take_topic(void *context, struct place where, struct slice name, const double *value,
		      size_t count, struct err *e)
{
	struct reading *x = context;
	if (is_summary(name))
		return 0;
	int64_t topic = add_topic(x, where, name, "", e);
	for (size_t s = 0; s < count && topic >= 0; s++)
		if (add_score(x, s, (size_t)topic, value[s], e) < 0)
			topic = -1;
	return topic < 0 ? -1 : 0;
}

/*
 * A matrix without a column of topics would lose its first system: numbers with a fraction in every
 * line are no names of topics.
 */
static int refuse_scores_as_topics(const struct score_table *t, const char *path, struct err *e)
{
	size_t numbers = 0, fractions = 0;
	for (size_t i = 0; i < t->topics; i++) {
		double value;
		bool number = parse_real(slice_of(t->topic[i]), &value);
		numbers += number;
		fractions += number && value != floor(value);
	}
	if (numbers < t->topics || fractions == 0)
		return 0;
	return err_data(
		e,
		"%.600s: the first column must hold the names of the topics, and its values "
		"are scores such as %.50s: put a column 'topic' in front",
		path, t->topic[0]);
}

int score_table_from_matrix(struct score_table *t, const char *path, struct err *e)
{
	static const struct score_matrix_receiver receiver = { take_systems, take_topic };
	*t = (struct score_table){ 0 };
	struct reading x = { .table = t };
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = score_matrix_read(&in, &receiver, &x, e);
	if (result == 0 && x.topics.count == 0)
		result = err_data(e, "%.600s: no topics: there is only 'all', a summary", in.path);
	if (result == 0)
		result = fill_table(&x, e);
	if (result == 0)
		result = refuse_scores_as_topics(t, in.path, e);
	reading_release(&x);
	input_release(&in);
	return result;
}

/*
 * Files of scores.
 */

static int take_runid(struct reading *x, const struct score_record *r, struct err *e)
{
	const char **system = &x->table->system[x->system];
	if (field_name(r->place, "runid", r->value, e) < 0)
		return -1;
	if (*system != NULL) {
		if (slice_equal(slice_of(*system), r->value))
			return 0;
		return err_at(e, r->place.path, r->place.line,
			      "runid '%s' after '%s' in line %llu: a file has one run",
			      shown(r->value.at, r->value.length).text,
			      shown(*system, strlen(*system)).text, (unsigned long long)x->runid);
	}
	*system = arena_copy(&x->table->memory, r->value);
	x->runid = r->place.line;
	return *system != NULL ? 0 : err_memory(e);
}

/* For a message. */
static void note_other(struct reading *x, const struct score_record *r)
{
	if (x->first.length == 0)
		x->first = r->topic;
	size_t used = strlen(x->others);
	if (slice_equal(r->topic, x->first) && used + 60 < sizeof x->others)
		snprintf(x->others + used, sizeof x->others - used, "%s%.50s", used > 0 ? ", " : "",
			 shown(r->measure.at, r->measure.length).text);
}

static int take_score(void *context, const struct score_record *r, struct err *e)
{
	struct reading *x = context;
	bool summary = is_summary(r->topic);
	if (slice_equal(r->measure, slice_of("runid")))
		return take_runid(x, r, e);
	if (!slice_equal(r->measure, x->measure)) {
		if (!summary)
			note_other(x, r);
		return 0;
	}
	if (summary) {
		x->summary = true;
		return 0;
	}
	double value;
	if (score_value(r->place, r->measure, r->value, &value, e) < 0)
		return -1;
	int64_t topic = add_topic(x, r->place, r->topic, " with this measure", e);
	return topic < 0 ? -1 : add_score(x, x->system, (size_t)topic, value, e);
}

static int nothing_found(const struct reading *x, const char *path, struct err *e)
{
	struct shown measure = shown(x->measure.at, x->measure.length);
	if (x->summary)
		return err_data(e,
				"%.500s: measure '%s' stands in lines of 'all' only; trec_eval -q "
				"prints topics",
				path, measure.text);
	if (x->others[0] == '\0')
		return err_data(e,
				"%.500s: no measure '%s', and no topics; trec_eval -q prints them",
				path, measure.text);
	return err_data(e, "%.500s: no measure '%s'; there are %s ...", path, measure.text,
			x->others);
}

static int read_system(struct reading *x, const char *path, struct err *e)
{
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	if (x->line != NULL)
		memset(x->line, 0, x->lines * sizeof *x->line);
	x->before = x->count;
	x->summary = false;
	x->others[0] = '\0';
	x->first = (struct slice){ "", 0 };
	int result = scores_read(&in, take_score, x, e);
	if (result == 0 && x->count == x->before)
		result = nothing_found(x, in.path, e);
	input_release(&in);
	return result;
}

static const char *without_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* How many of the systems have the name of this one. */
static size_t namesakes(const struct score_table *t, size_t system)
{
	size_t count = 0;
	for (size_t s = 0; s < t->systems; s++)
		count += strcmp(t->system[s], t->system[system]) == 0;
	return count;
}

static int name_systems(struct score_table *t, const char *const *path, struct err *e)
{
	const char **name = arena_alloc(&t->memory, t->systems * sizeof *name);
	if (name == NULL)
		return err_memory(e);
	for (size_t s = 0; s < t->systems; s++)
		if (t->system[s] == NULL)
			t->system[s] = without_folder(shown_path(path[s]));
	for (size_t s = 0; s < t->systems; s++)
		name[s] = namesakes(t, s) > 1 ? path[s] : t->system[s];
	for (size_t s = 0; s < t->systems; s++) {
		t->system[s] = arena_copy(&t->memory, slice_of(name[s]));
		if (t->system[s] == NULL)
			return err_memory(e);
	}
	for (size_t s = 0; s < t->systems; s++)
		if (namesakes(t, s) > 1)
			return err_data(e, "%.600s: two systems have this name", t->system[s]);
	return 0;
}

static int refuse_twice(const char *const *path, size_t count, struct err *e)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(path[i], path[j]) == 0)
				return err_usage(e, "%.600s: the file of scores is given twice",
						 shown_path(path[i]));
	return 0;
}

int score_table_from_scores(struct score_table *t, const char *const *path, size_t count,
			    const char *measure, struct err *e)
{
	*t = (struct score_table){ 0 };
	struct reading x = { .table = t, .measure = slice_of(measure) };
	if (count == 0)
		return err_usage(e, "no file of scores");
	if (refuse_twice(path, count, e) < 0 || allocate_systems(t, count, e) < 0)
		return -1;
	int result = 0;
	for (x.system = 0; x.system < count && result == 0; x.system++)
		result = read_system(&x, path[x.system], e);
	if (result == 0)
		result = name_systems(t, path, e);
	if (result == 0)
		result = fill_table(&x, e);
	reading_release(&x);
	return result;
}

int score_table_choose(struct score_table *t, const struct chosen_topics *c, const char *path,
		       struct err *e)
{
	const bool *chosen =
		chosen_topics_mark(c, &t->memory, t->topic, t->topics, "scores", path, e);
	if (chosen == NULL)
		return -1;
	size_t kept = 0, topics = t->topics;
	for (size_t s = 0; s < t->systems; s++)
		for (size_t i = 0; i < topics; i++)
			if (chosen[i])
				t->value[kept++] = t->value[s * topics + i];
	t->topics = 0;
	for (size_t i = 0; i < topics; i++)
		if (chosen[i])
			t->topic[t->topics++] = t->topic[i];
	return 0;
}

/* As strcmp(); the name is not ended by NUL. */
static int order_of(struct slice name, const char *other)
{
	int order = strncmp(name.at, other, name.length);
	return order == 0 && other[name.length] != '\0' ? -1 : order;
}

size_t score_table_topic(const struct score_table *t, struct slice name)
{
	for (size_t from = 0, end = t->topics; from < end;) {
		size_t middle = from + (end - from) / 2;
		int order = order_of(name, t->topic[middle]);
		if (order == 0)
			return middle;
		if (order < 0)
			end = middle;
		else
			from = middle + 1;
	}
	return SIZE_MAX;
}
