/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The options of all commands, as tables: names, types, limits and texts, and where in the request
 * of the command the value is stored. The command line, its help, the completions of shells, the
 * manual pages and a library read these tables; a new option is a new entry.
 *
 * Options that several commands share are a table of their own, which the others include. Their
 * fields lie in one struct that is part of each command's request.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/nearest.h"
#include "core/options/lists.h"
#include "core/options/option_names.h"
#include "core/options/output_formats.h"

enum option_type {
	OPTION_FLAG,	/* sets a bool; takes no argument */
	OPTION_WHOLE,	/* a whole number from `least` to `most` */
	OPTION_REAL,	/* a number in `range` */
	OPTION_WORD,	/* one of `words`; its place is stored */
	OPTION_FORMAT,	/* a format, those of scores if `least` is 1; `most` is the default */
	OPTION_TEXT,	/* any text */
	OPTION_FILE,	/* the same: a file */
	OPTION_TEXTS,	/* any text; may be repeated */
	OPTION_FILES,	/* the same: files */
	OPTION_LIST,	/* numbers in `range` with commas between; FROM:TO:STEP is several */
	OPTION_METHODS, /* names of interval methods with commas between, `least` at least */
	OPTION_OTHER,	/* only `set` knows */
	OPTION_IGNORED, /* is accepted and has no effect */
	OPTION_REFUSED, /* is an error, with `help` as its message */
	OPTION_PRINTS,	/* help or version, by its name; sets nothing */
};

/* What a second option does if its value is another one. The same value once more says nothing new,
 * and is skipped, except with REPEAT_EACH. */
enum option_repeat {
	REPEAT_REFUSED, /* an error that names both: it says what is asked, or of which data */
	REPEAT_ADDS,	/* both count */
	REPEAT_EACH,	/* each counts, also the same again: numbers of documents, measures */
	REPEAT_LAST, /* the last one counts: options of trec_eval, and how work is done and shown */
};

/* Types of the fields in which values are stored. */
enum option_field {
	FIELD_OTHER,
	FIELD_BOOL,
	FIELD_INT,
	FIELD_INT64,
	FIELD_SIZE,
	FIELD_REAL,
	FIELD_TEXT,
	FIELD_TEXTS,
	FIELD_NUMBERS,
	FIELD_METHODS,
};

/* Which numbers an option takes: whole ones, or all, from `least` to `most`. */
struct number_range {
	bool whole;
	double least, most;
	bool above_least, below_most; /* the limit itself is not taken */
};

/* An entry of a table: an option, or a heading, or a table that is included. A zeroed one ends it.
 */
struct command_option {
	const char *name;     /* after --; NULL: there is only a letter */
	char letter;	      /* after -; 0: there is none */
	const char *argument; /* as help names it; NULL: it takes none */
	const char *help;     /* one line, without a full stop */
	const char *here;     /* what this command adds to it, after a blank; or NULL */
	const char *same_as;  /* this is another name, not shown, of the option with that name */
	const char *meant_by; /* words that people type for it, which are only suggestions; or NULL
			       */
	bool optional;	      /* the argument may be missing */
	bool hidden;	      /* not shown in help */
	bool own;     /* of a group that is explained elsewhere, but this command has more to say */
	bool written; /* the file is written, not read */
	enum option_type type;
	enum option_repeat repeat;
	int64_t least, most;
	struct number_range range;
	const char *const *words; /* ended by NULL */
	size_t at;		  /* of the field, in the struct that the table is about */
	enum option_field field;
	size_t given; /* of a bool that says that the option was given; 0: none */
	/* Its value unless it is given, as it would be typed, or what finds it; NULL: 0, or none.
	 * Behind "nan" an option of OPTION_REAL has none. That of OPTION_FORMAT is `most`. */
	const char *usual;
	int (*usual_number)(void);
	/*
	 * What the manual page says after `help`, in whole sentences; NULL: nothing. Options and
	 * the argument's name in capitals are marked there, and so is what is between ``.
	 * "\n\n" begins a paragraph, "\n- word: " an item of a list.
	 */
	const char *more;
	/* In place of what `type` says. `request` is the struct that the table is about. */
	int (*set)(const struct command_option *o, void *request, const char *text, struct err *e);
	/*
	 * Instead of all that: a heading in help. `given` is then 0, or the place of a const char *
	 * that gets the name of the first option under this heading that the user gives.
	 */
	const char *heading;
	/* Or a table, whose struct begins `at` bytes into this one. */
	const struct command_option *include;
};

/* Begins the definition of a `set` function, which need not use all its arguments. */
#define OPTION_SETTER(name)                                                     \
	static int name(__attribute__((unused)) const struct command_option *o, \
			__attribute__((unused)) void *request,                  \
			__attribute__((unused)) const char *text,               \
			__attribute__((unused)) struct err *e)

/* For an entry, after name, letter, argument and help: the field, and what the option takes. */
#define OPTION_AT(request, member) \
	.at = offsetof(request, member),       \
	.field = _Generic(((request *)0)->member, \
		bool: FIELD_BOOL,              \
		int: FIELD_INT,                \
		unsigned: FIELD_INT,           \
		int64_t: FIELD_INT64,          \
		uint64_t: FIELD_INT64,         \
		double: FIELD_REAL,            \
		const char *: FIELD_TEXT,      \
		struct text_list: FIELD_TEXTS, \
		struct number_list: FIELD_NUMBERS, \
		struct method_list: FIELD_METHODS, \
		default: _Generic(((request *)0)->member, \
			size_t: FIELD_SIZE, /* if it is none of those above */ \
			default: FIELD_OTHER))
#define WHOLE(from, to) .type = OPTION_WHOLE, .least = (from), .most = (to)
#define REAL(...)	.type = OPTION_REAL, .range = { __VA_ARGS__ }
#define LIST(...)	.type = OPTION_LIST, .range = { __VA_ARGS__ }
#define WORD(list)	.type = OPTION_WORD, .words = (list)
#define FORMAT(scores, usual) \
	.type = OPTION_FORMAT, .least = (scores), .most = (usual), .repeat = REPEAT_LAST
#define ADDED_TEXTS	   .type = OPTION_TEXTS, .repeat = REPEAT_ADDS
#define ADDED_FILES	   .type = OPTION_FILES, .repeat = REPEAT_ADDS
#define WRITTEN_FILE	   .type = OPTION_FILE, .written = true
#define ADDED_METHODS	   .type = OPTION_METHODS, .repeat = REPEAT_ADDS
#define SET_BY(function)   .type = OPTION_OTHER, .set = (function)
#define REFUSED		   .type = OPTION_REFUSED, .hidden = true
#define WHOLES(from, to)   true, from, to, false, false
#define FROM_TO(from, to)  false, from, to, false, false
#define ABOVE_TO(from, to) false, from, to, true, false
#define BETWEEN(from, to)  false, from, to, true, true
#define HEADING(text)	   .heading = (text)
#define SAME_AS(other)	   .same_as = (other)

struct output;
struct option_rule;

struct command_table {
	const char *name;      /* "compare", "plan recall"; empty: of the command without a word */
	const char *summary;   /* one line */
	const char *arguments; /* what follows the options; a line for each way; may be NULL */
	const char *doc;       /* before the list of options */
	const char *examples;  /* calls, a line each, with two blanks before; may be NULL */
	const char *notes;     /* after it */
	const struct command_option *option;
	const struct command_option *word; /* takes what is no option; NULL: nothing may be there */
	size_t size;			   /* of the request */
	void (*init)(void *request);	   /* sets defaults that no option has; NULL: nothing */
	void (*release)(void *request);	   /* of what setters own; NULL: nothing */
	/*
	 * Place of a struct shard in the request: the command can be divided (core/engine/shard).
	 * 0: it cannot. Of its words, merge reads only the first `merged_words` as files.
	 */
	size_t shard, merged_words;
	/* Which options need or exclude each other (core/options/rules.h), ended by a zeroed one;
	 * NULL: none. */
	const struct option_rule *rule;
	/* When all options are set: refuses what does not go together. NULL: nothing to refuse. */
	int (*check)(void *request, struct err *e);
	/* Questions that it had, and that now are programs of tests/experiments; NULL: none. */
	const char *const *moved;
};

/* An option with its argument, which may be NULL, or a word that is no option. */
struct setting {
	const char *option; /* its full name, or as it was typed if it has only a letter; NULL: a
			       word */
	const char *value;
};

/* The last one of an option, by its full name; NULL: it is not given. */
const struct setting *setting_find(const struct setting *s, size_t settings, const char *option);

/* An option of a command. */
struct option_place {
	const struct command_option *option;
	const struct command_option *heading;  /* that it is under, or NULL */
	const struct command_option *outer[2]; /* the entries that include its table, */
	int depth;			       /* so many of them */
};

/* The first option (of a zeroed place) or the next one; false: there is none. */
bool option_next(const struct command_table *t, struct option_place *p);

/* Whether the command reads the file, or the files, of an option. */
static inline bool option_is_file(const struct command_option *o)
{
	return o->type == OPTION_FILE || o->type == OPTION_FILES;
}

static inline bool option_is_input(const struct command_option *o)
{
	return option_is_file(o) && !o->written;
}

/* The i-th word that an option can take, and what is stored for it; NULL: there are no more. The
 * formats are in this order: the default, those for programs, those for people. */
const char *option_choice(const struct command_option *o, size_t i, int *value);

/*
 * The option of a name: -x, or a long one with or without dashes, which may be shortened as far as
 * no other option begins so.
 */
int option_find(const struct command_table *t, const char *name, struct option_place *found,
		struct err *e);

/* What an option that the command no longer has is typed as today (former_now()), and whether it
 * takes its value, which may be NULL; NULL: it has it, or there is nothing to type. */
const char *option_now(const struct command_table *t, const char *name, const char *value,
		       bool *takes);

/* Whether a text is a whole number as people write it, 1,000,000, 1.000.000 or 1e6. */
bool option_meant_whole(const char *text, double *x);

/* For the end of a message about an unknown long option: the nearest one that exists. */
struct suggestion option_suggestion(const struct command_table *t, const char *name,
				    const char *value);

/*
 * Whether an option with this argument is stored after the settings before it, whose options
 * have their full names: 1; 0: one of them says the same; -1: one of them says something else.
 */
int option_repeated(const struct command_option *o, const char *text, const struct setting *before,
		    size_t settings, struct err *e);

/* Checks the argument (NULL: there is none) and stores it. Texts are borrowed. */
int option_store(const struct option_place *p, void *request, const char *text, struct err *e);

/* The same for the option of a name. */
int option_set(const struct command_table *t, void *request, const char *name, const char *text,
	       struct err *e);

/* Takes a word that is no option. */
int option_word(const struct command_table *t, void *request, const char *text, struct err *e);

/* --jobs and --shard, which change no result. */
static inline bool setting_is_effort(const struct setting *x)
{
	return x->option != NULL &&
	       (strcmp(x->option, "jobs") == 0 || strcmp(x->option, "shard") == 0);
}

/* Stores an option or a word. */
static inline int setting_store(const struct command_table *t, void *request,
				const struct setting *x, struct err *e)
{
	return x->option != NULL ? option_set(t, request, x->option, x->value, e)
				 : option_word(t, request, x->value, e);
}

/* Fills a zeroed request with what is usual. */
void options_init(const struct command_table *t, void *request);

/* Fills a zeroed request from all settings of a call, which keep the rules (rules.h), and checks
 * it. */
int options_fill(const struct command_table *t, void *request, const struct setting *setting,
		 size_t settings, struct err *e);

/* Releases what options and words filled. */
void options_release(const struct command_table *t, void *request);

/* For setters: what option_store() does, where `request` is the struct that the table is about. */
int option_take(const struct command_option *o, void *request, const char *text, struct err *e);

/* What users call the option: "-l" or "--level". */
struct option_name {
	char text[128];
};
struct option_name option_name(const struct command_option *o);

/* Numbers with commas between, in place of what the list had. Each number at most once. */
int option_numbers(const struct command_option *o, struct slice text, struct number_list *list,
		   struct err *e);

/* A setter, of a list that may have one number here. */
int option_single(const struct command_option *o, void *request, const char *text, struct err *e);

/* One number in the range of the option. */
int option_number(const struct command_option *o, struct slice text, double *value, struct err *e);
