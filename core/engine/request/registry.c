/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/base/host.h"
#include "core/base/slice.h"
#include "core/base/system.h"
#include "core/engine/request/registry.h"

static unsigned hash_of(const char *name)
{
	return hash_bytes(name, strlen(name));
}

/* The number of a measure, or that of all measures if there is none of this name. */
static size_t place_of(const struct registry *r, const char *name)
{
	unsigned hash = hash_of(name);
	size_t at = 0;
	while (at < r->count && (r->hash[at] != hash || strcmp(r->measure[at]->name, name) != 0))
		at++;
	return at;
}

const char *measure_complaint(const struct measure *m)
{
	if (m->name == NULL || m->name[0] == '\0')
		return "a measure has no name";
	if (m->name[strcspn(m->name, " .,\t\n")] != '\0')
		return "a measure's name contains white space, '.' or ','";
	if (m->summary == NULL || m->manual == NULL)
		return "a measure has no summary or no manual text";
	if (m->value == VALUE_TEXT ? m->text == NULL : m->score == NULL)
		return "a measure has no function to compute it";
	const struct range range = measure_range(m);
	/* a geometric mean adds up logarithms */
	double example =
		m->aggregate == AGGREGATE_GEOMETRIC ? exp(m->example.value) : m->example.value;
	if (m->value != VALUE_TEXT && m->example.ranking != NULL &&
	    (example < range.least || example > range.most))
		return "a measure's worked example lies outside its range (.range = { least, most }; "
		       "without it, from 0 to 1)";
	const char *rest = m->settings;
	struct slice word;
	while (next_word(&rest, &word))
		if (memchr(word.at, '=', word.length) == NULL)
			return "a measure has a setting without '='";
	rest = m->alias;
	while (next_word(&rest, &word)) {
		const char *open = memchr(word.at, '(', word.length);
		const char *end = word.at + word.length;
		if (open != NULL && memchr(open, ')', (size_t)(end - open)) == NULL)
			return "a measure has an alias with '(' and without ')'";
	}
	bool pool = quantity_is_joint(m->quantity);
	if (m->quantity != QUANTITY_OTHER && m->input != (pool ? INPUT_POOL : INPUT_SAMPLE))
		return pool ? "a measure has a quantity of pools, but its input is not INPUT_POOL"
			    : "a measure has a quantity of samples, but its input is not INPUT_SAMPLE";
	return NULL;
}

static int wrong_measure(const char *origin, const char *wrong, const char *name, struct err *e)
{
	return err_data(e, "%.600s: %s%s%s%s", origin, wrong, name != NULL ? ": '" : "",
			name != NULL ? name : "", name != NULL ? "'" : "");
}

/* Behind the one called `after`, or at the end: NULL, or there is none. */
static int add_measure(struct registry *r, const struct measure *m, const char *after,
		       const char *origin, struct err *e)
{
	const char *wrong = measure_complaint(m);
	if (wrong == NULL && registry_find(r, m->name) != NULL)
		wrong = "a measure of this name exists already";
	if (wrong != NULL)
		return wrong_measure(origin, wrong, m->name, e);
	if (!ARRAY_RESIZE(r->measure, r->count + 1) || !ARRAY_RESIZE(r->hash, r->count + 1))
		return err_memory(e);
	size_t at = after != NULL ? place_of(r, after) : r->count;
	at += at < r->count;
	memmove(r->measure + at + 1, r->measure + at, (r->count - at) * sizeof *r->measure);
	memmove(r->hash + at + 1, r->hash + at, (r->count - at) * sizeof *r->hash);
	r->measure[at] = m;
	r->hash[at] = hash_of(m->name);
	r->count++;
	return 0;
}

static int add_family(struct registry *r, const struct measure *family, const char *origin,
		      struct err *e)
{
	for (const struct measure *m = family; m->abi != 0; m++) {
		const char *before = m > family ? m[-1].name : NULL;
		if (add_measure(r, m, m->after != NULL ? m->after : before, origin, e) < 0)
			return -1;
	}
	return 0;
}

/* The same for measures of pairs. */
static int add_pairs(struct registry *r, const struct pair_measure *family, const char *origin,
		     struct err *e)
{
	for (const struct pair_measure *m = family; m->abi != 0; m++) {
		if (m->name == NULL || m->summary == NULL || m->title == NULL ||
		    m->manual == NULL || m->figures == NULL || m->compare == NULL)
			return wrong_measure(origin,
					     "a measure of pairs lacks a text or its function",
					     m->name, e);
		for (size_t i = 0; i < r->pairs; i++)
			if (r->pair[i]->input == m->input && strcmp(r->pair[i]->name, m->name) == 0)
				return wrong_measure(
					origin, "a measure of pairs of this name exists already",
					m->name, e);
		if (!ARRAY_RESIZE(r->pair, r->pairs + 1))
			return err_memory(e);
		r->pair[r->pairs++] = m;
	}
	return 0;
}

/*
 * The measures built in, which a test checks. Those of one file may come between those of another
 * in the output: a measure stands behind the one that it names, or else behind the one before it in
 * its family. As the library makes the list for every question, names are compared by their hash.
 */
struct follower {
	unsigned hash; /* of the name that it follows */
	const struct measure *measure;
};

/* A measure with those that follow it, and then the others of its family that name none. */
static void append(struct registry *r, const struct follower *f, size_t followers,
		   const struct measure *first)
{
	for (const struct measure *m = first; m->abi != 0 && (m == first || m->after == NULL);
	     m++) {
		unsigned hash = hash_of(m->name);
		r->hash[r->count] = hash;
		r->measure[r->count++] = m;
		for (size_t i = 0; i < followers; i++)
			if (f[i].hash == hash && strcmp(f[i].measure->after, m->name) == 0)
				append(r, f, followers, f[i].measure);
	}
}

static int add_families(struct registry *r, const struct measure *const *family, struct err *e)
{
	size_t count = 0, followers = 0;
	for (size_t f = 0; family[f] != NULL; f++)
		for (const struct measure *m = family[f]; m->abi != 0; m++)
			count++;
	r->measure = malloc((count + 1) * sizeof(const struct measure *));
	r->hash = malloc((count + 1) * sizeof *r->hash);
	struct follower *follower = malloc((count + 1) * sizeof *follower);
	int result = r->measure == NULL || r->hash == NULL || follower == NULL ? err_memory(e) : 0;
	for (size_t f = 0; family[f] != NULL && result == 0; f++)
		for (const struct measure *m = family[f]; m->abi != 0; m++)
			if (m->after != NULL)
				follower[followers++] = (struct follower){ hash_of(m->after), m };
	for (size_t f = 0; family[f] != NULL && result == 0; f++)
		if (family[f]->after == NULL)
			append(r, follower, followers, family[f]);
	free(follower);
	return result;
}

void registry_release(struct registry *r)
{
	free(r->measure);
	free(r->hash);
	free(r->pair);
	for (size_t i = 0; i < r->plugins; i++)
		system_plugin_close(r->plugin[i]);
	free(r->plugin);
	arena_release(&r->memory);
	*r = (struct registry){ 0 };
}

/* How many bytes a descriptor of a plugin has, by its number (measures/services.h); 0: unusable. */
static size_t descriptor_size(int abi, size_t own, const char *origin, struct err *e)
{
	int version = abi >> 24, revision = abi >> 16 & 0xff;
	size_t size = (size_t)(abi & 0xffff);
	if (version == 0) { /* it was a plain number */
		err_data(e,
			 "%.600s: built for 0.2 or earlier: compile it again with the headers of "
			 "this program",
			 origin);
		return 0;
	}
	if (version == INTERFACE_VERSION && revision <= INTERFACE_REVISION && size <= own &&
	    size >= sizeof(void *))
		return size;
	err_data(e,
		 "%.600s: built for version %d.%d of the plugin interface, and this program has "
		 "%d.%d: compile it again with the headers of this program",
		 origin, version, revision, INTERFACE_VERSION, INTERFACE_REVISION);
	return 0;
}

static int abi_at(const char *descriptor)
{
	int abi;
	memcpy(&abi, descriptor, sizeof abi);
	return abi;
}

/*
 * An array of descriptors as this program has them: if it was built for an earlier revision, its
 * own may lack fields at the end, which are 0 then. NULL: `e` is filled.
 */
static void *copy_descriptors(struct registry *r, const void *family, size_t own,
			      const char *origin, struct err *e)
{
	const char *from = family;
	size_t count = 0, size = own;
	for (; abi_at(from + count * size) != 0; count++) {
		size = descriptor_size(abi_at(from + count * size), own, origin, e);
		if (size == 0)
			return NULL;
	}
	char *copy = arena_zeroed(&r->memory, count + 1, own);
	for (size_t i = 0; copy != NULL && i < count; i++)
		memcpy(copy + i * own, from + i * size, size);
	if (copy == NULL)
		err_memory(e);
	return copy;
}

static int load(struct registry *r, const char *path, struct err *e)
{
	if (!ARRAY_RESIZE(r->plugin, r->plugins + 1))
		return err_memory(e);
	void *handle = system_plugin_open(path, e);
	if (handle == NULL)
		return -1;
	r->plugin[r->plugins++] = handle;
	const struct measure *family = system_plugin_find(handle, "strat_eval_measures");
	const struct pair_measure *pairs = system_plugin_find(handle, "strat_eval_pairs");
	if (family == NULL && pairs == NULL)
		return err_data(e,
				"%.600s: neither a symbol 'strat_eval_measures' nor "
				"'strat_eval_pairs': not a measure plugin",
				path);
	if ((family == NULL || family->abi == 0) && (pairs == NULL || pairs->abi == 0))
		return err_data(e, "%.600s: the plugin has no measure in it", path);
	if (family != NULL) {
		family = copy_descriptors(r, family, sizeof *family, path, e);
		if (family == NULL || add_family(r, family, path, e) < 0)
			return -1;
	}
	if (pairs != NULL) {
		pairs = copy_descriptors(r, pairs, sizeof *pairs, path, e);
		if (pairs == NULL || add_pairs(r, pairs, path, e) < 0)
			return -1;
	}
	return 0;
}

int registry_init(struct registry *r, const struct text_list *plugins, struct err *e)
{
	*r = (struct registry){ 0 };
	int result = add_families(r, measure_families, e);
	for (size_t f = 0; pair_families[f] != NULL && result == 0; f++)
		result = add_pairs(r, pair_families[f], "built-in measures", e);
	for (size_t i = 0; plugins != NULL && i < plugins->count && result == 0; i++)
		result = load(r, plugins->text[i], e);
	if (result == 0 && host_get() != NULL && host_get()->measures != NULL)
		result = add_family(r, host_get()->measures, "measures of one's own", e);
	if (result < 0)
		registry_release(r);
	return result;
}

const struct measure *registry_find(const struct registry *r, const char *name)
{
	size_t at = place_of(r, name);
	return at < r->count ? r->measure[at] : NULL;
}

bool measure_is_averaged(const struct measure *m)
{
	return m->aggregate == AGGREGATE_MEAN && m->value == VALUE_REAL;
}

bool measure_has_bounds(const struct measure *m)
{
	return m->estimate != NULL || m->quantity != QUANTITY_OTHER;
}

bool registry_has_nickname(const struct registry *r, const char *nickname)
{
	for (size_t i = 0; i < r->count; i++)
		if (words_have(r->measure[i]->members, nickname))
			return true;
	return false;
}

bool registry_has_method(const struct registry *r, const char *method)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->measure[i]->method != NULL && strcmp(r->measure[i]->method, method) == 0)
			return true;
	return false;
}

struct range measure_range(const struct measure *m)
{
	bool given = m->range.least != 0 || m->range.most != 0;
	return given ? m->range : (struct range){ 0, m->aggregate == AGGREGATE_SUM ? INFINITY : 1 };
}
