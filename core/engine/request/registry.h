/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All measures: those built in, which the build collects from the folders of measures/, and those
 * that plugins bring.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/array.h"
#include "measures/measure.h"
#include "measures/pair.h"

struct registry {
	const struct measure **measure; /* in the order of output */
	unsigned *hash;			/* of the name of each */
	size_t count;
	const struct pair_measure **pair;
	size_t pairs;
	void **plugin; /* handles of dlopen() */
	size_t plugins;
	struct arena memory; /* copies of their descriptors */
};

/* Families of the measures built in, ended by NULL; written by the build. */
extern const struct measure *const measure_families[];
extern const struct pair_measure *const pair_families[];

/*
 * The measures built in, and those of shared objects, which are refused with the reason if they do
 * not fit. On failure nothing is left to release.
 */
int registry_init(struct registry *r, const struct text_list *plugins, struct err *e);
void registry_release(struct registry *r);

/* What is wrong with a measure, or NULL. Plugins are asked when they are loaded, those built in by
 * a test. */
const char *measure_complaint(const struct measure *m);

/* NULL if there is no such measure. */
const struct measure *registry_find(const struct registry *r, const char *name);

/* Whether a measure belongs to a nickname. */
bool registry_has_nickname(const struct registry *r, const char *nickname);

/* Whether its topics' values are averaged, so that sampling topics moves the mean. */
bool measure_is_averaged(const struct measure *m);

/* The range of its values: from 0 to 1, or without a greatest one if they are added up, unless it
 * says otherwise. */
struct range measure_range(const struct measure *m);

/* Whether it is an estimate that says how sure it is: by itself, or by the program's methods. */
bool measure_has_bounds(const struct measure *m);

/* Whether a measure brings an interval method of this name. */
bool registry_has_method(const struct registry *r, const char *method);
