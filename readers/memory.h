/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Input that a host has in memory (core/base/host.h): bytes, which are read as a file is, and
 * records, which need no reading. It also names runs, those of files included.
 */
#pragma once

#include "core/base/err.h"
#include "core/base/slice.h"

/* The paths of such input begin with this. No file has such a path. */
#define MEMORY_FOLDER "/proc/self/strat_eval/"

struct given_record {
	size_t at, length; /* name of the document, in the bytes */
	double value;	   /* grade or score; never NaN */
};

struct given_topic {
	size_t at, length;
	size_t first, count; /* of its records; it may have none */
};

/* As after any input (INPUT_ZEROS), and the longest name (FIELD_LENGTH_MAX). */
enum { RECORDS_ZEROS = 64, RECORDS_NAME_MAX = (1 << 24) - 1 };

/*
 * Judgments or a run: topics, each with documents and their grades or scores. A name may have any
 * bytes but NUL. A zeroed struct given_records is empty and ready.
 */
struct given_records {
	const char *name; /* of the run; borrowed */
	char *bytes;	  /* of all names, one after the other, and RECORDS_ZEROS bytes of zero */
	size_t size, bytes_room;
	struct given_record *record;
	size_t count, room;
	struct given_topic *topic; /* in the order in which they were named; some perhaps twice */
	size_t topics, topic_room;
	bool ranks;	  /* some have one */
	uint64_t changes; /* how often it was changed */
};

/* The records that are added from now on are of this topic. */
int given_records_topic(struct given_records *r, struct slice topic, struct err *e);

/* A document of the topic. The value, a grade or a score, is not NaN. */
int given_records_add(struct given_records *r, struct slice document, double value, struct err *e);

/* The rank of the last document, which is written after its name (rank_behind() of
 * core/data/runs/run.h). */
int given_records_rank(struct given_records *r, double rank, struct err *e);

/* Empties it, but keeps the memory. */
void given_records_clear(struct given_records *r);
void given_records_release(struct given_records *r);

/* XXH64 of all names and values, which says whether two are the same; `size` is how many bytes. */
uint64_t given_records_hash(const struct given_records *r, uint64_t *size);

/* The number, from 1, of the record that has a name at this byte. */
uint64_t given_records_number(const struct given_records *r, size_t at);

struct memory_file {
	const char *path;
	const char *name;		     /* what messages and answers call it */
	const struct given_records *records; /* NULL: bytes ... */
	const struct system_bytes *bytes;    /* ... here (core/base/system.h), ... */
	uint64_t begin;			     /* ... from here on */
	size_t size;
	const char *file; /* NULL, or a file of the system: it is read instead */
	/* The name of the run: always, or only if another run has the same tag. NULL: its tag. */
	const char *run;
	bool tag_first;
};

struct memory_files {
	struct memory_file *file;
	size_t count, room;
};

/* The host's input of this path, or NULL. */
const struct memory_file *memory_file_find(const char *path);
