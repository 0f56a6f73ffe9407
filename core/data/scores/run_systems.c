/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/data/scores/run_systems.h"

/*
 * Who belongs where.
 */

static int refuse_run(const struct members *m, const char *run, const char *file, struct err *e)
{
	bool both = file != NULL && strcmp(file, run) != 0;
	return err_data(e,
			"%.400s: no system of run '%.200s'%s%.200s%s: each run has a row, named "
			"as the run or its file is (the first row has '%.100s')",
			m->path, run, both ? " (file " : "", both ? file : "", both ? ")" : "",
			m->name_text[0]);
}

/* The mean of a system is without the runs that are not given; systems of which none is are no
 * matter. */
static void warn_of_absent(const struct run_systems *s, const size_t *number, const bool *given,
			   struct warnings *w)
{
	const struct members *m = &s->members;
	size_t absent = 0, first = 0;
	for (size_t row = 0; row < m->name.count; row++)
		if (!given[row] && number[m->group_of[row]] != SIZE_MAX && absent++ == 0)
			first = row;
	if (absent > 0)
		warnings_add(
			w,
			"%s: runs of the systems that are not given: %zu (such as %s of system "
			"%s): the means of systems leave them out",
			m->path, absent, m->name_text[first], m->group_text[m->group_of[first]]);
}

static int find_systems(struct run_systems *s, const char *const *run, const char *const *file,
			size_t runs, struct warnings *w, struct err *e)
{
	struct members *m = &s->members;
	bool *seen = arena_zeroed(&m->memory, m->name.count, sizeof *seen);
	size_t *number = arena_zeroed(&m->memory, m->group.count, sizeof *number);
	s->of = arena_zeroed(&m->memory, runs + 1, sizeof *s->of);
	s->name = arena_zeroed(&m->memory, m->group.count, sizeof *s->name);
	s->runs = arena_zeroed(&m->memory, m->group.count, sizeof *s->runs);
	if (m->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < m->group.count; i++)
		number[i] = SIZE_MAX;
	for (size_t i = 0; i < runs; i++) {
		const char *path = file != NULL ? shown_path(file[i]) : NULL;
		int64_t row = path != NULL ? names_find(&m->name, slice_of(path)) : NAME_UNKNOWN;
		row = row != NAME_UNKNOWN ? row : names_find(&m->name, slice_of(run[i]));
		if (row == NAME_UNKNOWN)
			return refuse_run(m, run[i], path, e);
		size_t group = m->group_of[row];
		if (number[group] == SIZE_MAX) {
			number[group] = s->count;
			s->name[s->count++] = m->group_text[group];
		}
		s->of[i] = number[group];
		s->runs[number[group]]++;
		seen[row] = true;
	}
	warn_of_absent(s, number, seen, w);
	return 0;
}

int run_systems_read(struct run_systems *s, const char *path, struct members *given,
		     const char *const *run, const char *const *file, size_t runs,
		     struct warnings *w, struct err *e)
{
	*s = (struct run_systems){ 0 };
	if (members_take(&s->members, path, COLUMN_RUN, COLUMN_SYSTEM, given, e) < 0)
		return -1;
	int result = find_systems(s, run, file, runs, w, e);
	if (result < 0)
		run_systems_release(s);
	return result;
}

void run_systems_release(struct run_systems *s)
{
	members_release(&s->members);
	*s = (struct run_systems){ 0 };
}

/*
 * Scores.
 */

/* The mean of a topic over the runs of a system; `have` gets how many of them have a value. */
static double mean_of_topic(const struct score_table *t, const struct run_systems *s, size_t system,
			    size_t topic, size_t *have)
{
	double sum = 0;
	*have = 0;
	for (size_t i = 0; i < t->systems; i++) {
		double value = t->value[i * t->topics + topic];
		if (s->of[i] != system || isnan(value))
			continue;
		sum += value;
		++*have;
	}
	return sum / (double)*have;
}

/* Fills one row; topics that fewer runs have than others are counted. */
static void average_system(const struct score_table *t, const struct run_systems *s, size_t system,
			   double *row, struct system_spread *x)
{
	size_t most = 0, with_most = 0, with_any = 0;
	for (size_t k = 0; k < t->topics; k++) {
		size_t have;
		row[k] = mean_of_topic(t, s, system, k, &have);
		with_any += have > 0;
		with_most = have > most ? 1 : with_most + (have == most && have > 0);
		most = have > most ? have : most;
	}
	x->partly = with_any - with_most;
}

/* `row`: the means of the topics; `all`: over all topics and runs. */
static double residual_of(const struct score_table *t, const struct run_systems *s, size_t system,
			  const double *row, double all)
{
	double squares = 0;
	size_t topics = 0;
	for (size_t k = 0; k < t->topics; k++)
		topics += isnan(row[k]) ? 0 : 1;
	for (size_t i = 0; i < t->systems; i++) {
		double mean = s->of[i] == system ? score_table_mean(t, i) : 0;
		for (size_t k = 0; k < t->topics && s->of[i] == system; k++)
			if (!isnan(row[k]))
				squares +=
					pow(t->value[i * t->topics + k] - mean - row[k] + all, 2);
	}
	return squares / (double)(topics - 1) / (double)(s->runs[system] - 1);
}

static void find_spread(const struct score_table *t, const struct run_systems *s, size_t system,
			const double *row, struct system_spread *x)
{
	double sum = 0, squares = 0;
	x->runs = s->runs[system];
	x->least = x->most = NAN;
	for (size_t i = 0; i < t->systems; i++)
		if (s->of[i] == system) {
			double mean = score_table_mean(t, i);
			sum += mean;
			x->least = fmin(x->least, mean);
			x->most = fmax(x->most, mean);
		}
	for (size_t i = 0; i < t->systems; i++)
		if (s->of[i] == system)
			squares += pow(score_table_mean(t, i) - sum / (double)x->runs, 2);
	x->deviation = x->runs > 1 ? sqrt(squares / (double)(x->runs - 1)) : NAN;
	x->residual = residual_of(t, s, system, row, sum / (double)x->runs);
}

void run_systems_warn_partly(const char *system, size_t partly, struct warnings *w)
{
	if (partly > 0)
		warnings_add(w,
			     "system %s: topics for which only some of its runs have a value: %zu; "
			     "they are the mean of these runs",
			     system, partly);
}

int score_table_average(struct score_table *t, const struct run_systems *s,
			struct system_spread *spread, struct err *e)
{
	double *value = arena_zeroed(&t->memory, s->count * t->topics + 1, sizeof *value);
	const char **name = arena_zeroed(&t->memory, s->count, sizeof *name);
	if (t->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < s->count; i++) {
		average_system(t, s, i, value + i * t->topics, &spread[i]);
		find_spread(t, s, i, value + i * t->topics, &spread[i]);
		name[i] = arena_copy(&t->memory, slice_of(s->name[i]));
		if (name[i] == NULL)
			return err_memory(e);
	}
	t->system = name;
	t->systems = s->count;
	t->value = value;
	return 0;
}

int run_systems_refuse_folds(const struct run_systems *s, const struct topics_found *x, size_t runs,
			     struct err *e)
{
	for (size_t i = 0; i < s->count; i++) {
		size_t found = 0;
		for (size_t k = 0; k < runs; k++)
			found += s->of[k] == i ? x->found[k] : 0;
		if (s->runs[i] > 1 && found <= x->topics)
			return err_usage(
				e,
				"the %zu runs of system '%.200s' have %zu topics together, "
				"as folds have: -c would count the topics of other folds "
				"as 0. Leave out -c",
				s->runs[i], s->name[i], found);
	}
	return 0;
}
