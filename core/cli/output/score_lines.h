/*
 * The lines that a user sees, in trec_eval's format, as CSV or as JSON lines.
 */
#ifndef CLI_OUTPUT_SCORE_LINES_H
#define CLI_OUTPUT_SCORE_LINES_H

#include "core/base/buffer.h"
#include "core/engine/evaluate/evaluation.h"

/* One line. `topic` is the topic's name or "all". */
struct output_line {
	const char *runid, *topic;
	const char *prefix, *measure; /* the name is both; only the latter is padded */
	enum value_kind kind;
	double number;
	const char *text;   /* VALUE_TEXT */
	const char *method; /* of a bound, else NULL */
	int64_t draws;	    /* that it took; 0: none */
};

struct output_options {
	const struct output_format *format;
	bool topics;	    /* -q */
	bool no_summary;    /* -n */
	bool several_runs;  /* each block begins with its runid */
	bool zscores;	    /* -Z: names have a Z in front */
	bool micro;	    /* the pooled topics as well */
	bool bounds;	    /* csv and jsonl have columns for the bounds */
	double level;	    /* of the bounds */
	int64_t draws;	    /* of the bounds; 0: deterministic */
	int64_t resamples;  /* of topics, for the bounds of means */
	bool random_topics; /* the bounds of estimates are for topics like these, by resampling */
	uint64_t seed;
	int digits;
};

struct output_format {
	const char *name; /* as in --format=NAME */
	const char *header, *bounds_header;
	bool has_runid; /* on every line, so that the line `runid` is not wanted */
	void (*line)(struct buffer *b, const struct output_line *l, const struct output_options *o);
};

/* NULL where there is no such format. */
const struct output_format *output_find(const char *name);

/* A field of CSV, in quotes where it must be. */
void output_csv_field(struct buffer *b, const char *text);

/* Text of JSON, in quotes, with `prefix` in front. */
void output_json_text(struct buffer *b, const char *prefix, const char *text);

/* All lines of one run. */
void output_run(struct buffer *b, const struct evaluation *x, const struct output_options *o);

/* Writes all of it to standard output; a lost byte is an error. */
int output_write(const struct buffer *b, struct err *e);
int output_close(struct err *e);

#endif
