/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/sort.h"
#include "core/data/judgments/names.h"
#include "core/data/judgments/topic_groups.h"
#include "core/data/scores/score_table.h"
#include "readers/scores.h"

/* A score as it was read: topics are numbered as they come. */
struct score {
	size_t system, topic;
	double value;
	struct place place;
};

/* A list of them; that of summaries has one topic. */
struct score_list {
	struct score *score;
	size_t count, room;
};

struct reading {
	struct score_table *table;
	struct names topics;
	struct score_list list, summaries;
	bool means; /* summaries are kept, in case there are no topics */

	/* of files of scores */
	const char *path, *const *paths;
	size_t files;
	bool matrix;	     /* one was read */
	struct names logged; /* runs of logs, whatever their file; which of the systems each is: */
	size_t *logged_as, logged_room;
	struct buffer scratch;
	const char **name, **file; /* of each system; a name may be NULL */
	size_t systems, name_room, file_room;
	struct names runs; /* that this file names */
	size_t first_run;  /* their systems: this one, and those behind it */
	struct slice measure;
	bool any;	      /* measure: the first one of the file */
	bool begun, by_runid; /* this file has a system without a name; its lines follow runid */
	bool named;	      /* that system has its line runid */
	bool summary;	      /* the measure stands in lines of `all` */
	char others[160];     /* measures that the file has instead, those of its first topic */
	struct slice first;   /* topic */
};

static void reading_release(struct reading *x)
{
	names_release(&x->topics);
	names_release(&x->runs);
	names_release(&x->logged);
	free(x->logged_as);
	buffer_release(&x->scratch);
	free(x->list.score);
	free(x->summaries.score);
	free(x->name);
	free(x->file);
}

/* Is the line about all topics, or a group of them? */
static bool is_all(struct slice topic)
{
	return slice_equal(topic, slice_of("all"));
}

static bool is_summary(struct slice topic)
{
	return is_all(topic) || topic_is_group(topic);
}

static int add_score(struct reading *x, size_t system, struct slice topic, double value,
		     struct place place, struct err *e)
{
	struct score_list *to = is_all(topic) ? &x->summaries : &x->list;
	int64_t number = to == &x->list ? names_add(&x->topics, &x->table->memory, topic, e) : 0;
	if (number < 0)
		return -1;
	if (!ARRAY_ROOM(to->score, to->count, to->room))
		return err_memory(e);
	to->score[to->count++] = (struct score){ system, (size_t)number, value, place };
	return 0;
}

static int topic_twice(const struct score_table *t, const struct score *s, size_t topic,
		       const struct score *other, struct err *e)
{
	struct shown name = shown(slice_of(t->topic[topic]));
	if (s->place.path == other->place.path && s->place.line == other->place.line)
		return err_at(e, s->place.path, s->place.line,
			      "system '%.200s' has two scores of topic '%s' in this line",
			      t->system[s->system], name.text);
	return err_at(e, s->place.path, s->place.line,
		      "topic '%s' appears twice%s, first in line %llu", name.text,
		      t->measure != NULL ? " with this measure" : "",
		      (unsigned long long)other->place.line);
}

/* Puts the scores in their places, which have no other one; `place` is by number of the topic. */
static int fill_values(const struct reading *x, const size_t *place, struct err *e)
{
	struct score_table *t = x->table;
	const struct score **taken = calloc(t->systems * t->topics, sizeof(struct score *));
	int result = taken == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < x->list.count && result == 0; i++) {
		const struct score *s = &x->list.score[i];
		size_t at = s->system * t->topics + place[s->topic];
		if (taken[at] != NULL)
			result = topic_twice(t, s, place[s->topic], taken[at], e);
		taken[at] = s;
		t->value[at] = s->value;
	}
	free(taken);
	return result;
}

/* Puts the topics in order and the scores in their places. */
static int fill_table(struct reading *x, struct err *e)
{
	struct score_table *t = x->table;
	if (x->list.count == 0 && x->summaries.count > 0) {
		struct score_list none = x->list;
		x->list = x->summaries;
		x->summaries = none;
		t->summary = true;
		if (names_add(&x->topics, &t->memory, slice_of("all"), e) < 0)
			return -1;
	}
	t->topics = x->topics.count;
	t->topic = names_texts(&x->topics, &t->memory, e);
	if (t->topics > SIZE_MAX / sizeof *t->value / t->systems)
		return err_memory(e);
	t->value = arena_alloc(&t->memory, t->systems * t->topics * sizeof *t->value);
	size_t *place = arena_alloc(&t->memory, t->topics * sizeof *place); /* by number */
	if (t->memory.failed)
		return err_memory(e);
	qsort(t->topic, t->topics, sizeof *t->topic, compare_texts);
	for (size_t i = 0; i < t->topics; i++)
		place[names_find(&x->topics, slice_of(t->topic[i]))] = i;
	for (size_t i = 0; i < t->systems * t->topics; i++)
		t->value[i] = NAN;
	return fill_values(x, place, e);
}

/* A matrix without a column of topics would lose its first system. */
static int refuse_scores_as_topics(const struct score_table *t, const char *path, struct err *e)
{
	if (!names_are_scores(t->topic, t->topics))
		return 0;
	return err_data(
		e,
		"%.600s: the first column must hold the names of the topics, and its values "
		"are scores such as %.50s: put a column 'topic' in front",
		path, t->topic[0]);
}

/*
 * Files of scores.
 */

/* A name of which .at is NULL: it has none. */
static int begin_system(struct reading *x, struct slice name, struct err *e)
{
	bool named = name.at != NULL;
	if (!ARRAY_ROOM(x->name, x->systems, x->name_room) ||
	    !ARRAY_ROOM(x->file, x->systems, x->file_room))
		return err_memory(e);
	x->name[x->systems] = named ? arena_copy(&x->table->memory, name) : NULL;
	x->file[x->systems++] = x->path;
	x->begun = true;
	x->named = named;
	return x->table->memory.failed ? err_memory(e) : 0;
}

/* The system of a log that names none: its file, or if another one is called so, its path. */
static struct slice named_by_file(const struct reading *x)
{
	const char *given = given_run_name(x->path), *name = shown_file_name(x->path);
	size_t namesakes = 0;
	for (size_t i = 0; i < x->files; i++)
		namesakes += strcmp(shown_file_name(x->paths[i]), name) == 0;
	return slice_of(given != NULL ? given : namesakes > 1 ? shown_path(x->path) : name);
}

/* Two names as one; blanks of the second would shift columns. */
static struct slice joined(struct reading *x, struct slice a, const char *between, struct slice b)
{
	x->scratch.length = 0;
	buffer_add(&x->scratch, a.at, a.length);
	buffer_print(&x->scratch, "%s", between);
	buffer_add(&x->scratch, b.at, b.length);
	return (struct slice){ x->scratch.text, x->scratch.length };
}

/* The run of a log: a system, or one of its repetitions. */
static int find_logged(struct reading *x, const struct score_record *r, size_t *system,
		       struct err *e)
{
	struct slice own = r->run.at != NULL ? r->run : named_by_file(x), name = own;
	size_t before = x->logged.count;
	if (r->repetition.at != NULL)
		name = joined(x, own, "#", r->repetition);
	if (x->scratch.failed)
		return err_memory(e);
	int64_t number = names_add(&x->logged, &x->table->memory, name, e);
	if (number < 0)
		return -1;
	if ((size_t)number == before) {
		if (!ARRAY_ROOM(x->logged_as, before, x->logged_room))
			return err_memory(e);
		x->logged_as[number] = x->systems;
		if (begin_system(x, name, e) < 0 ||
		    (r->repetition.at != NULL &&
		     members_add(&x->table->systems_of, name, own, e) < 0))
			return -1;
	}
	*system = x->logged_as[number];
	return 0;
}

/* The item of a log; items of one name in two data sets are two. */
static int item_of(struct reading *x, const struct score_record *r, struct slice *item,
		   struct err *e)
{
	*item = r->topic;
	if (r->dataset.at == NULL || r->dataset.length == 0)
		return 0;
	char *set = arena_copy(&x->table->memory, r->dataset);
	if (set == NULL)
		return err_memory(e);
	for (size_t i = 0; i < r->dataset.length; i++)
		set[i] = set[i] == ' ' ? '_' : set[i];
	*item = joined(x, slice_of(set), "/", r->topic);
	return x->scratch.failed ? err_memory(e)
				 : members_add(&x->table->data_sets, *item, slice_of(set), e);
}

/* The system of a line that names a run. */
static int find_run(struct reading *x, const struct score_record *r, size_t *system, struct err *e)
{
	int64_t number = names_add(&x->runs, &x->table->memory, r->run, e);
	if (number < 0)
		return -1;
	*system = x->first_run + (size_t)number;
	if (*system < x->systems)
		return 0;
	return begin_system(x, r->run, e);
}

/*
 * A line runid. It stands above the lines of its run if it is the first of the file; else, as in
 * what trec_eval prints, behind those of the topics: then the next topic begins another run.
 */
static int take_runid(struct reading *x, const struct score_record *r, struct err *e)
{
	if (field_name(r->place, "runid", r->value, e) < 0)
		return -1;
	if (x->named && slice_equal(slice_of(x->name[x->systems - 1]), r->value))
		return 0;
	x->by_runid = x->by_runid || !x->begun;
	if (!x->begun || x->named)
		return begin_system(x, r->value, e);
	x->name[x->systems - 1] = arena_copy(&x->table->memory, r->value);
	x->named = true;
	return x->table->memory.failed ? err_memory(e) : 0;
}

/* For a message. */
static void note_other(struct reading *x, const struct score_record *r)
{
	if (x->first.length == 0)
		x->first = r->topic;
	size_t used = strlen(x->others);
	const struct shown name = shown(r->measure);
	if (slice_equal(r->topic, x->first) && used + 60 < sizeof x->others &&
	    strstr(x->others, name.text) == NULL)
		snprintf(x->others + used, sizeof x->others - used, "%s%.50s", used > 0 ? ", " : "",
			 name.text);
}

static int find_system(struct reading *x, const struct score_record *r, size_t *system,
		       struct err *e)
{
	if (r->run.at != NULL)
		return find_run(x, r, system, e);
	if (!x->begun || (x->named && !x->by_runid && !is_summary(r->topic)))
		if (begin_system(x, (struct slice){ 0 }, e) < 0)
			return -1;
	*system = x->systems - 1;
	return 0;
}

/* The first one, if none was asked for. */
static int choose_measure(struct reading *x, struct slice measure, struct err *e)
{
	if (x->measure.at != NULL)
		return 0;
	x->table->measure = arena_copy(&x->table->memory, measure);
	x->measure = slice_of(x->table->measure != NULL ? x->table->measure : "");
	return x->table->measure != NULL ? 0 : err_memory(e);
}

static int take_item(struct reading *x, const struct score_record *r, struct err *e)
{
	double value;
	size_t system = 0;
	struct slice item;
	if (choose_measure(x, r->measure, e) < 0)
		return -1;
	if (score_of(r, &value, e) < 0 || find_logged(x, r, &system, e) < 0 ||
	    item_of(x, r, &item, e) < 0)
		return -1;
	return add_score(x, system, item, value, r->place, e);
}

static int take_score(void *context, const struct score_record *r, struct err *e)
{
	struct reading *x = context;
	bool summary = is_summary(r->topic);
	double value = NAN;
	size_t system;
	if (r->item)
		return take_item(x, r, e);
	if (slice_equal(r->measure, slice_of("runid")))
		return r->run.at != NULL ? 0 : take_runid(x, r, e);
	if (find_system(x, r, &system, e) < 0)
		return -1;
	if (r->column.at == NULL && choose_measure(x, r->measure, e) < 0)
		return -1;
	if (r->column.at == NULL && !slice_equal(r->measure, x->measure)) {
		if (!summary || x->any)
			note_other(x, r);
		return 0;
	}
	x->summary = x->summary || summary;
	if (summary && !(x->means && is_all(r->topic)))
		return 0;
	if (score_of(r, &value, e) < 0)
		return -1;
	return add_score(x, system, r->topic, value, r->place, e);
}

static int nothing_found(const struct reading *x, const char *path, struct err *e)
{
	if (x->matrix)
		return err_data(e, "%.600s: no topics: there is only 'all', a summary", path);
	if (x->measure.at == NULL)
		return err_data(e, "%.500s: no measures", path);
	struct shown measure = shown(x->measure);
	if (x->summary)
		return err_data(e,
				"%.500s: measure '%s' appears only in lines of 'all'; trec_eval -q "
				"prints topics",
				path, measure.text);
	if (x->others[0] == '\0')
		return err_data(e,
				"%.500s: no measure '%s', and no topics; trec_eval -q prints them",
				path, measure.text);
	return err_data(e, "%.500s: no measure '%s'; there are %s ...", path, measure.text,
			x->others);
}

static int read_scores(struct reading *x, const struct input *in, enum scores_kind kind,
		       struct err *e)
{
	size_t before = x->list.count + x->summaries.count;
	names_release(&x->runs);
	x->runs = (struct names){ 0 };
	x->first_run = x->systems;
	x->begun = x->named = x->by_runid = x->summary = false;
	x->others[0] = '\0';
	x->first = (struct slice){ "", 0 };
	if (scores_read(in, kind, x->measure, take_score, x, e) < 0)
		return -1;
	if (x->any && x->others[0] != '\0')
		return err_data(e, "%.500s: measures '%.100s', %s ...: name one with -m", in->path,
				x->table->measure, x->others);
	return x->list.count + x->summaries.count == before ? nothing_found(x, in->path, e) : 0;
}

/* How many of the systems have the name of this one. */
static size_t namesakes(const struct score_table *t, size_t system)
{
	size_t count = 0;
	for (size_t s = 0; s < t->systems; s++)
		count += strcmp(t->system[s], t->system[system]) == 0;
	return count;
}

static int name_and_fill(struct reading *x, struct err *e)
{
	struct score_table *t = x->table;
	t->systems = x->systems;
	t->system = arena_zeroed(&t->memory, t->systems + 1, sizeof *t->system);
	if (t->system == NULL)
		return err_memory(e);
	for (size_t s = 0; s < t->systems; s++)
		t->system[s] = x->name[s] != NULL ? x->name[s] : shown_file_name(x->file[s]);
	for (size_t s = 0; s < t->systems; s++)
		x->name[s] = namesakes(t, s) > 1 ? x->file[s] : t->system[s];
	for (size_t s = 0; s < t->systems; s++)
		t->system[s] = arena_copy(&t->memory, slice_of(x->name[s]));
	if (t->memory.failed)
		return err_memory(e);
	for (size_t s = 0; s < t->systems; s++)
		if (namesakes(t, s) > 1)
			return err_data(e, "%.600s: two systems have this name", t->system[s]);
	return fill_table(x, e);
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

/* One file, whatever it is. */
static int read_file(struct reading *x, const struct input *in, struct err *e)
{
	int kind = scores_kind(in, x->measure, e);
	if (kind < 0)
		return -1;
	if (kind == SCORES_MATRIX && x->table->measure != NULL && !x->means)
		return err_data(e, "%.500s: a matrix has no measures: leave out -m %.100s",
				in->path, x->table->measure);
	x->matrix = x->matrix || kind == SCORES_MATRIX;
	if (kind != SCORES_LOG && kind != SCORES_MATRIX && x->measure.at == NULL && !x->any)
		x->measure = slice_of(x->table->measure = "map");
	return read_scores(x, in, (enum scores_kind)kind, e);
}

static int finish(struct reading *x, const char *path, struct err *e)
{
	struct score_table *t = x->table;
	if (name_and_fill(x, e) < 0 || (x->matrix && refuse_scores_as_topics(t, path, e) < 0))
		return -1;
	if (t->measure == NULL)
		t->measure = "score";
	if (t->systems_of.name.count > 0 && members_finish(&t->systems_of, path, e) < 0)
		return -1;
	return t->data_sets.name.count > 0 ? members_finish(&t->data_sets, path, e) : 0;
}

/* All files into one table. */
static int read_files(struct reading *x, struct score_table *t, const char *const *path,
		      size_t count, const char *measure, const struct column_options *columns,
		      struct err *e)
{
	*t = (struct score_table){ .measure = measure };
	x->table = t;
	x->paths = path;
	x->files = count;
	if (measure != NULL)
		x->measure = slice_of(measure);
	if (count == 0)
		return err_usage(e, "no file of scores");
	int result = refuse_twice(path, count, e);
	for (size_t i = 0; i < count && result == 0; i++) {
		struct input in;
		x->path = path[i];
		result = input_read_table(&in, path[i], columns, e);
		if (result == 0) {
			result = read_file(x, &in, e);
			input_release(&in);
		}
	}
	if (result == 0)
		result = finish(x, shown_path(path[0]), e);
	reading_release(x);
	return result;
}

int score_table_from_scores(struct score_table *t, const char *const *path, size_t count,
			    const char *measure, const struct column_options *columns,
			    struct err *e)
{
	return read_files(&(struct reading){ 0 }, t, path, count, measure, columns, e);
}

int score_table_read(struct score_table *t, const char *path, const char *measure, struct err *e)
{
	struct reading x = { .means = true, .any = measure == NULL };
	return read_files(&x, t, &path, 1, measure, NULL, e);
}
