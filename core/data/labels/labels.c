/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/base/sort.h"
#include "core/data/labels/labels.h"
#include "core/stats/numeric/ascending.h"

/* ---- bands of scores ---- */

/* The scores in falling order, to be freed; NULL: `e` is filled. */
static double *put_in_order(const double *score, size_t n, struct err *e)
{
	struct keyed *keyed = malloc(2 * n * sizeof *keyed + 1);
	double *falling = malloc((n + 1) * sizeof *falling);
	bool room = keyed != NULL && falling != NULL;
	for (size_t i = 0; room && i < n; i++)
		keyed[i] = (struct keyed){ key_descending(score[i]), i };
	if (room)
		keyed_sort(keyed, n, keyed + n, NULL, NULL);
	else
		err_memory(e);
	for (size_t i = 0; room && i < n; i++)
		falling[i] = score[keyed[i].item];
	free(keyed);
	if (!room)
		free(falling);
	return room ? falling : NULL;
}

static void cut_evenly(const double *falling, size_t n, size_t bands, double *cut)
{
	for (size_t i = 1; i < bands && n > 0; i++)
		cut[i - 1] = falling[(i * n + bands - 1) / bands - 1];
}

/*
 * If there are at most `bands` different scores (soft labels: 0, 0.5, 1), each has a band of its
 * own: true, with cuts as above.
 */
static bool cut_few(const double *falling, size_t n, size_t bands, double *cut)
{
	size_t different = 0;
	for (size_t i = 0; i < n && different <= bands; i++) {
		if (i > 0 && falling[i] == falling[i - 1])
			continue;
		if (different + 1 < bands)
			cut[different] = falling[i];
		different++;
	}
	for (size_t i = different; n > 0 && i + 1 < bands; i++)
		cut[i] = falling[n - 1];
	return different <= bands;
}

/* Shares of 0 and 1 are never sure. */
static double deviation(double p)
{
	const double least = 0.02;
	return sqrt(fmax(p, least) * (1 - fmin(p, 1 - least)));
}

/*
 * The same with bands of equal sums of sqrt(p(1-p)), the scores being shares p: with equal numbers
 * of documents drawn from each, or Neyman's, the variance of a total is then nearly the least
 * (Dalenius and Hodges 1959, with the deviation of a share in place of the square root of the
 * density).
 */
static void cut_by_variance(const double *share, const double *falling, size_t n, size_t bands,
			    double *cut)
{
	double all = 0, sum = 0;
	size_t made = 0;
	for (size_t i = 0; i < n; i++)
		all += deviation(share[i]);
	for (size_t i = 0; i < n; i++) {
		sum += deviation(falling[i]);
		while (made + 1 < bands && sum >= all * (double)(made + 1) / (double)bands)
			cut[made++] = falling[i];
	}
	while (made + 1 < bands && n > 0)
		cut[made++] = falling[n - 1];
}

/* ---- labels ---- */

void labels_release(struct labels *l)
{
	for (size_t t = 0; l->topic != NULL && t < l->topics; t++)
		document_table_release(&l->topic[t].table);
	for (size_t g = 1; l->other != NULL && g < l->jury.judges; g++)
		labels_release(&l->other[g - 1]);
	names_release(&l->words);
	arena_release(&l->memory);
	run_release(&l->list);
}

void labels_give(struct labels *l, struct arena *memory)
{
	for (size_t g = 1; l->other != NULL && g < l->jury.judges; g++)
		labels_give(&l->other[g - 1], memory);
	arena_absorb(memory, &l->memory);
}

static struct slice text_of(const struct labels *l, size_t i)
{
	return piece_slice(&l->list.in, l->list.records.record[i].label);
}

/*
 * Numbers, or words.
 */

/* Fills l->value. Returns the place of the first label that is no number; the count: none. */
static size_t parse_values(struct labels *l)
{
	size_t count = l->list.records.count;
	bool given = l->list.in.records != NULL; /* as numbers, in memory */
	for (size_t i = 0; i < count; i++)
		if (given)
			l->value[i] = l->list.records.record[i].score;
		else if (!parse_real(text_of(l, i), &l->value[i]) || isnan(l->value[i]))
			return i;
	return count;
}

/* The different values, rising, if there are at most LABEL_GRADES and all are whole; else 0. */
static size_t find_grades(const struct labels *l, double grade[LABEL_GRADES])
{
	size_t found = 0;
	for (size_t i = 0; i < l->list.records.count; i++) {
		double x = l->value[i];
		size_t k = 0;
		while (k < found && grade[k] != x)
			k++;
		if (k < found)
			continue;
		if (found == LABEL_GRADES || x != nearbyint(x) || isinf(x))
			return 0;
		grade[found++] = x;
	}
	qsort(grade, found, sizeof *grade, ascending);
	return found;
}

static bool are_whole(const struct labels *l)
{
	for (size_t i = 0; i < l->list.records.count; i++)
		if (l->value[i] != nearbyint(l->value[i]) || isinf(l->value[i]))
			return false;
	return true;
}

static int take_grades(struct labels *l, const double *grade, size_t grades, struct err *e)
{
	for (size_t k = 0; k < grades; k++)
		l->class_name[l->classes++] =
			arena_copy(&l->memory, slice_of(real_text(grade[k]).text));
	for (size_t i = 0; i < l->list.records.count; i++) {
		uint16_t k = 0;
		while (grade[k] != l->value[i])
			k++;
		l->class_of[i] = k;
	}
	return l->memory.failed ? err_memory(e) : 0;
}

/*
 * Scores.
 */

/* Finds the cuts of so many bands. */
static int find_cuts(struct labels *l, bool shares, size_t bands, struct err *e)
{
	size_t count = l->list.records.count;
	double *falling = put_in_order(l->value, count, e);
	if (falling == NULL)
		return -1;
	for (size_t i = 0; i < count && shares; i++)
		shares = l->value[i] >= 0 && l->value[i] <= 1;
	if (!cut_few(falling, count, bands, l->cut)) {
		if (shares)
			cut_by_variance(l->value, falling, count, bands, l->cut);
		else
			cut_evenly(falling, count, bands, l->cut);
	}
	free(falling);
	return 0;
}

static int take_scores(struct labels *l, const struct labels_asked *asked, struct err *e)
{
	const struct bands *given = &asked->bands;
	size_t bands = given->count == 0 && given->cuts == 0 ? LABEL_BANDS : given->count;
	l->scores = true;
	l->cuts = bands > 0 ? bands - 1 : given->cuts;
	l->cut = arena_zeroed(&l->memory, l->cuts, sizeof *l->cut);
	for (size_t k = 0; k <= l->cuts; k++)
		l->class_name[l->classes++] = arena_print(&l->memory, "band%zu", l->cuts - k + 1);
	if (l->memory.failed)
		return err_memory(e);
	if (bands > 0 && find_cuts(l, asked->by_variance, bands, e) < 0)
		return -1;
	for (size_t i = 0; bands == 0 && i < l->cuts; i++)
		l->cut[i] = given->cut[i];
	for (size_t i = 0; i < l->list.records.count; i++)
		l->class_of[i] = (uint16_t)(l->cuts - band_of(l->value[i], l->cut, l->cuts));
	return 0;
}

/*
 * Words.
 */

static int take_words(struct labels *l, size_t most, struct err *e)
{
	for (size_t i = 0; i < l->list.records.count; i++) {
		struct slice text = text_of(l, i);
		int64_t number = names_add(&l->words, &l->memory, text, e);
		if (number < 0)
			return -1;
		if ((size_t)number >= most)
			return err_at(e, l->list.in.path, input_line(&l->list.in, text.at),
				      "label '%s' is the %zuth different one: are these labels?",
				      shown(text).text, most + 1);
		l->class_of[i] = (uint16_t)number;
	}
	l->classes = l->words.count;
	uint16_t *order = arena_zeroed(&l->memory, l->classes + 1, sizeof *order);
	if (order == NULL)
		return err_memory(e);
	names_list(&l->words, l->class_name);
	qsort(l->class_name, l->classes, sizeof *l->class_name, compare_texts);
	for (size_t k = 0; k < l->classes; k++)
		order[names_find(&l->words, slice_of(l->class_name[k]))] = (uint16_t)k;
	for (size_t i = 0; i < l->list.records.count; i++)
		l->class_of[i] = order[l->class_of[i]];
	return 0;
}

static int classify(struct labels *l, const struct labels_asked *asked, struct err *e)
{
	double grade[LABEL_GRADES];
	bool bands = asked->bands.count > 0 || asked->bands.cuts > 0;
	size_t word = parse_values(l), count = l->list.records.count;
	if (word == count && asked->names && !bands && are_whole(l))
		return take_words(l, LABEL_NAMES_MAX, e);
	if (word == count) {
		size_t grades = bands ? 0 : find_grades(l, grade);
		return grades > 0 ? take_grades(l, grade, grades, e) : take_scores(l, asked, e);
	}
	struct slice text = text_of(l, word);
	if (bands)
		return err_at(e, l->list.in.path, input_line(&l->list.in, text.at),
			      "label '%s' is not a number: --bands cuts scores", shown(text).text);
	int result = take_words(l, asked->names ? LABEL_NAMES_MAX : LABEL_CLASSES_MAX, e);
	for (size_t i = 0; i < count; i++)
		l->value[i] = l->class_of[i];
	return result;
}

/*
 * Topics.
 */

static struct documents labelled(const struct labelled_topic *t)
{
	return documents_of_pieces(&t->of->list.in, &t->record->document, sizeof *t->record,
				   t->hash);
}

int64_t label_find(const struct labelled_topic *t, struct slice name, unsigned hash)
{
	if (t == NULL)
		return LABEL_NONE;
	const struct documents documents = labelled(t);
	return (int64_t)*document_table_slot(&t->table, &documents, name, hash) - 1;
}

static int tabulate(struct labelled_topic *t, unsigned *hash, struct err *e)
{
	const struct documents documents = labelled(t);
	const struct input *in = &t->of->list.in;
	if (document_table_start(&t->table, t->count, e) < 0)
		return -1;
	for (size_t i = 0; i < t->count; i++) {
		struct slice name = label_document(t, i);
		hash[i] = hash_bytes(name.at, name.length);
		size_t first = document_table_add(&t->table, &documents, i);
		if (first < i)
			return err_at(
				e, in->path, input_line(in, name.at),
				"document '%s' of topic '%s' appears twice: first on line "
				"%llu",
				shown(name).text, shown(t->name).text,
				(unsigned long long)input_line(in, label_document(t, first).at));
	}
	return 0;
}

static int make_topics(struct labels *l, size_t judged, struct err *e)
{
	l->topic = arena_zeroed(&l->memory, l->list.topics, sizeof *l->topic);
	l->place = arena_zeroed(&l->memory, judged, sizeof *l->place);
	if (l->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < l->list.topics; t++) {
		const struct run_topic *x = &l->list.topic[t];
		size_t first = (size_t)(x->record - l->list.records.record);
		l->topic[l->topics++] = (struct labelled_topic){ .name = x->name,
								 .record = x->record,
								 .count = x->count,
								 .class_of = l->class_of + first,
								 .hash = l->hash + first,
								 .of = l };
		if (tabulate(&l->topic[t], l->hash + first, e) < 0)
			return -1;
		if (x->judged != NAME_UNKNOWN)
			l->place[x->judged] = t + 1;
	}
	return 0;
}

/* A judge alone: its classes are those of the jury. */
static int take_classes(struct labels *l, struct err *e)
{
	uint16_t *at = arena_zeroed(&l->memory, l->classes + 1, sizeof *at);
	l->class_value = arena_zeroed(&l->memory, l->classes + 1, sizeof *l->class_value);
	if (l->memory.failed)
		return err_memory(e);
	for (size_t k = 0; k < l->classes; k++) {
		at[k] = (uint16_t)(k + 1);
		if (l->scores || !parse_real(slice_of(l->class_name[k]), &l->class_value[k]))
			l->class_value[k] = NAN;
	}
	l->jury = (struct jury){ 1, l->classes, at, { { l->classes, l->class_value } } };
	l->judge_class[0] = l->class_name;
	return 0;
}

static int build(struct labels *l, const struct labels_asked *asked, size_t judged, struct err *e)
{
	size_t count = l->list.records.count;
	l->class_of = arena_alloc(&l->memory, count * sizeof *l->class_of);
	l->value = arena_alloc(&l->memory, count * sizeof *l->value);
	l->hash = arena_alloc(&l->memory, count * sizeof *l->hash);
	l->class_name = arena_zeroed(&l->memory, LABEL_NAMES_MAX + 1, sizeof *l->class_name);
	if (l->memory.failed)
		return err_memory(e);
	if (classify(l, asked, e) < 0 || take_classes(l, e) < 0)
		return -1;
	return make_topics(l, judged, e);
}

static int read_judge(struct labels *l, const struct labels_asked *asked, size_t judge,
		      const struct names *judged, struct err *e)
{
	struct run_format format = asked->names ? labelled_list : label_file;
	format.options = asked->columns;
	if (run_read(&l->list, &format, asked->file.text[judge], judged, NULL, 1, e) < 0) {
		l->list = (struct run){ 0 };
		return -1;
	}
	return build(l, asked, judged->count, e);
}

/*
 * A jury.
 */

/* What each judge says of the documents of the first one: `judges` classes of each, as in struct
 * jury. */
static void ask_judges(struct labels *l, uint16_t *said)
{
	size_t judges = l->jury.judges;
	for (size_t t = 0; t < l->topics; t++)
		for (size_t k = 0; k < l->topic[t].count; k++) {
			int64_t judged = l->list.topic[t].judged;
			struct slice name = label_document(&l->topic[t], k);
			size_t i = (size_t)(l->topic[t].class_of - l->class_of) + k;
			said[i * judges] = (uint16_t)(l->class_of[i] + 1);
			for (size_t g = 1; g < judges && judged != NAME_UNKNOWN; g++) {
				const struct labelled_topic *of =
					labels_of_topic(&l->other[g - 1], (size_t)judged);
				int32_t x = label_class(of, name, l->hash[i]);
				said[i * judges + g] = (uint16_t)(x + 1);
				l->lacking[g] += x == LABEL_NONE;
			}
		}
	for (size_t g = 1; g < judges; g++)
		for (size_t t = 0; t < l->other[g - 1].topics; t++) {
			const struct labelled_topic *of = &l->other[g - 1].topic[t];
			int64_t judged = l->other[g - 1].list.topic[t].judged;
			for (size_t k = 0; judged != NAME_UNKNOWN && k < of->count; k++)
				l->beyond[g] += label_find(labels_of_topic(l, (size_t)judged),
							   label_document(of, k),
							   of->hash[k]) == LABEL_NONE;
		}
}

/* NULL: memory ran out. */
static const char *name_joint(struct labels *l, const uint16_t *at)
{
	char text[500] = "";
	size_t used = 0;
	for (size_t g = 0; g < l->jury.judges && used < sizeof text; g++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%.80s",
					 g > 0 ? "/" : "",
					 at[g] > 0 ? l->judge_class[g][at[g] - 1] : "-");
	return arena_copy(&l->memory, slice_of(text));
}

/* `place` has room for two numbers of each document. */
static int join_classes(struct labels *l, const uint16_t *said, uint64_t *place, struct err *e)
{
	size_t count = l->list.records.count, judges = l->jury.judges, classes = 0;
	uint64_t *all = place + count;
	for (size_t i = 0; i < count; i++)
		place[i] = all[i] = jury_place(&l->jury, said + i * judges);
	qsort(all, count, sizeof *all, compare_keys);
	for (size_t i = 0; i < count; i++)
		if (i == 0 || all[i] != all[i - 1])
			all[classes++] = all[i];
	if (classes > LABEL_CLASSES_MAX)
		return err_data(
			e,
			"%.400s: with the other files of labels there are %zu different "
			"combinations of labels, more than %d: use fewer files, or fewer bands "
			"(--bands=2)",
			l->list.in.path, classes, LABEL_CLASSES_MAX);
	uint16_t *at = arena_zeroed(&l->memory, classes * judges + 1, sizeof *at);
	const char **name = arena_zeroed(&l->memory, classes + 1, sizeof *name);
	double *value = arena_zeroed(&l->memory, classes + 1, sizeof *value);
	if (l->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < count; i++) {
		const uint64_t *found = bsearch(&place[i], all, classes, sizeof *all, compare_keys);
		l->class_of[i] = (uint16_t)(found - all);
		memcpy(at + l->class_of[i] * judges, said + i * judges, judges * sizeof *at);
	}
	for (size_t k = 0; k < classes; k++) {
		value[k] = NAN;
		name[k] = name_joint(l, at + k * judges);
	}
	l->jury.at = at;
	l->class_value = value;
	l->class_name = name;
	l->jury.classes = l->classes = classes;
	return l->memory.failed ? err_memory(e) : 0;
}

static int form_jury(struct labels *l, const struct labels_asked *asked, const struct names *judged,
		     struct err *e)
{
	size_t judges = asked->file.count;
	if (judges > JUDGES_MOST)
		return err_usage(e, "--labels: %zu files, more than %d", judges, JUDGES_MOST);
	l->other = arena_zeroed(&l->memory, judges, sizeof *l->other);
	if (l->other == NULL)
		return err_memory(e);
	l->jury.judges = judges;
	for (size_t g = 1; g < judges; g++) {
		if (read_judge(&l->other[g - 1], asked, g, judged, e) < 0)
			return -1;
		l->jury.judge[g] = l->other[g - 1].jury.judge[0];
		l->judge_class[g] = l->other[g - 1].class_name;
	}
	size_t count = l->list.records.count;
	uint16_t *said = calloc(count * judges + 1, sizeof *said);
	uint64_t *place = calloc(2 * count + 1, sizeof *place);
	int result = said == NULL || place == NULL ? err_memory(e) : 0;
	if (result == 0) {
		ask_judges(l, said);
		result = join_classes(l, said, place, e);
	}
	free(said);
	free(place);
	return result;
}

int labels_read(struct labels *l, const struct labels_asked *asked, const struct names *judged,
		struct err *e)
{
	*l = (struct labels){ 0 };
	int result = read_judge(l, asked, 0, judged, e);
	if (result == 0 && asked->file.count > 1)
		result = form_jury(l, asked, judged, e);
	if (result < 0)
		labels_release(l);
	return result;
}

struct labels_names labels_names(const struct labels_asked *asked)
{
	struct labels_names x = { "" };
	size_t used = 0, count = asked->file.count;
	for (size_t i = 0; i < count && used < sizeof x.text; i++)
		used += (size_t)snprintf(x.text + used, sizeof x.text - used, "%s%.200s",
					 i == 0		 ? ""
					 : i + 1 < count ? ", "
							 : " and ",
					 asked->file.text[i]);
	return x;
}
