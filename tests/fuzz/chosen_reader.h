/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which reader the first byte of a seed chooses: by its last five bits, "@" being the first, "A"
 * the second. A new one is put at the end, so that the seeds that there are keep their reader.
 */
#pragma once

#include "readers/judgment_format.h"
#include "readers/run_format.h"

/* -R: judgments, -T: runs, else what it is called in fuzz_readers.c. */
static const char *const seed_readers[] = {
	"-R beir",    "-R csv",		"-R diversity",	  "-R json",	"-R jsonl",
	"-R nuggets", "-R pairs",	"-R prefs",	  "-R prels",	"-R probs",
	"-R qrels",   "-R qrels_jg",	"-R qrels_prefs", "-R strata",	"-R table",
	"-R topics",  "-T assignments", "-T csv",	  "-T json",	"-T jsonl",
	"-T msmarco", "-T pairs",	"-T set",	  "-T support", "-T trec_results",
	"zscores",    "strata",		"review",	  "sizes",	"labels",
};

enum { SEED_READERS = sizeof seed_readers / sizeof *seed_readers };

/* No format is left out. */
static inline void check_seed_readers(void)
{
	size_t formats = 0, listed = 0;
	for (size_t i = 0; judgment_formats[i] != NULL; i++)
		formats++;
	for (size_t i = 0; run_formats[i] != NULL; i++)
		formats++;
	for (size_t i = 0; i < SEED_READERS; i++)
		listed += seed_readers[i][0] == '-';
	if (formats != listed)
		abort();
}

static inline const char *chosen_reader(uint8_t choice)
{
	return seed_readers[choice % 32 % SEED_READERS];
}

static inline const struct judgment_format *chosen_judgments(const char *reader)
{
	struct err e = { 0 };
	const struct judgment_format *found = NULL;
	if (strncmp(reader, "-R ", 3) == 0 &&
	    (found = judgment_format_find(reader + 3, &e)) == NULL)
		abort();
	return found;
}

static inline const struct run_format *chosen_run(const char *reader)
{
	struct err e = { 0 };
	const struct run_format *found = NULL;
	if (strncmp(reader, "-T ", 3) == 0 && (found = run_format_find(reader + 3, &e)) == NULL)
		abort();
	return found;
}
