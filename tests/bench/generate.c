/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * generate CASE DIR [TOPICS]
 *
 * Writes the input of one benchmark case, DIR/CASE.qrels and DIR/CASE.run:
 *
 *     a      250 topics x 1000 documents, ClueWeb document numbers,
 *            1200 judgments per topic, about a fifth of them retrieved
 *     b    6,980 topics x 1000 documents, integer document numbers,
 *            7000 judgments altogether
 *     c       50 topics x 25,000 documents, otherwise like a
 *     d  100,000 topics x 10 documents, otherwise like b
 *     e       50 topics x 1000 documents, otherwise like a, in a hundred runs
 *            that have about half of their documents in common: DIR/e.00.run
 *            to DIR/e.99.run, and no judgments
 *
 * TOPICS replaces the number of topics of the case, to see how the time
 * grows with it.  A sixth CASE, `bytes`, writes DIR/bytes with 16 MiB of
 * random bytes, for tools that want a file as their source of randomness.
 *
 * The output is the same on every machine: every number is a function of the
 * case, the topic and a counter, and there is no floating point anywhere.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(0x5eed0f5742a7e7a1)

enum { CLUEWEB_JUDGED = 1200, RANDOM_BYTES = 1 << 24 };

/* Segments en0000 to en0133, 100 files each; 134 x 100 x 40,000 numbers nearly
 * fill 29 bits, so that hardly any drawn number has to be drawn again. */
#define CLUEWEB_DOCS   (UINT64_C(134) * 100 * 40000)
#define PASSAGES       UINT64_C(8841823)
#define PASSAGE_TOPICS (UINT64_C(1) << 20)

struct design {
	const char *name;
	uint64_t topics;
	uint64_t depth;	      /* documents per topic in the run */
	uint64_t first_topic; /* lowest topic number */
	bool clueweb;	      /* pooled judgments, else about one per topic */
	const char *tag;
};

static const struct design designs[] = {
	{ "a", 250, 1000, 1, true, "bm25" },   { "b", 6980, 1000, 1000000, false, "anserini-bm25" },
	{ "c", 50, 25000, 101, true, "bm25" }, { "d", 100000, 10, 1000000, false, "bm25" },
	{ "e", 50, 1000, 401, true, "run" },
};

/* ---- random numbers ---------------------------------------------------- */

/* The finishing function of splitmix64: a bijection in which every input bit
 * reaches every output bit. */
static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static uint64_t next(uint64_t *state)
{
	*state += UINT64_C(0x9e3779b97f4a7c15);
	return mix(*state);
}

/* 0 ... n-1.  The bias of the remainder is beyond notice for such small n. */
static uint64_t below(uint64_t *state, uint64_t n)
{
	return next(state) % n;
}

/* A stream of its own for each topic and purpose: the run and the judgments
 * are written separately and must agree without either being kept. */
enum purpose {
	FOR_DOCS,
	FOR_SCORES,
	FOR_JUDGMENTS,
	FOR_TOPICS,
	FOR_QRELS_ORDER,
	FOR_BYTES,
	FOR_RUNS
};

static uint64_t stream(const struct design *d, uint64_t topic, enum purpose purpose)
{
	uint64_t x = mix(SEED + (uint64_t)(unsigned char)d->name[0]);
	x = mix(x + (uint64_t)purpose + 1);
	return mix(x + topic + 1);
}

/* ---- permutations ------------------------------------------------------ */

/* A permutation of 0 ... size-1 computed value by value: distinct indexes give
 * distinct numbers by construction, without a table of what has been used. */
struct permutation {
	uint64_t size;
	uint64_t mask;
	unsigned shift;
	uint64_t key[3];
};

static struct permutation make_permutation(uint64_t size, uint64_t state)
{
	struct permutation p = { .size = size };
	unsigned bits = 2;
	while ((UINT64_C(1) << bits) < size) {
		bits++;
	}
	p.mask = (UINT64_C(1) << bits) - 1;
	p.shift = bits / 2;
	for (int i = 0; i < 3; i++) {
		p.key[i] = next(&state);
	}
	return p;
}

/* Adding, multiplying by an odd number and xoring with one's own upper half
 * are each reversible within a power of two.  What falls outside the range is
 * sent through again until it falls inside, which keeps it one to one. */
static uint64_t permute(const struct permutation *p, uint64_t x)
{
	do {
		for (int i = 0; i < 3; i++) {
			x = (x + (p->key[i] >> 32)) & p->mask;
			x = (x * (p->key[i] | 1)) & p->mask;
			x ^= x >> p->shift;
		}
	} while (x >= p->size);
	return x;
}

/* ---- output ------------------------------------------------------------ */

/* printf would take most of the time of the large case. */
struct output {
	FILE *file;
	char *path;
	size_t used;
	char buffer[1 << 20];
};

enum { LONGEST_LINE = 256 };

static struct output out;

static void fail(const char *path)
{
	fprintf(stderr, "generate: ");
	perror(path);
	exit(1);
}

static void flush(void)
{
	if (fwrite(out.buffer, 1, out.used, out.file) != out.used) {
		fail(out.path);
	}
	out.used = 0;
}

static void open_output(const char *dir, const char *name, const char *suffix)
{
	size_t size = strlen(dir) + strlen(name) + strlen(suffix) + 2;
	out.path = malloc(size);
	if (out.path == NULL) {
		fail("memory");
	}
	snprintf(out.path, size, "%s/%s%s", dir, name, suffix);
	out.file = fopen(out.path, "wb");
	if (out.file == NULL) {
		fail(out.path);
	}
	setvbuf(out.file, NULL, _IONBF, 0);
	out.used = 0;
}

static void close_output(void)
{
	flush();
	if (fclose(out.file) != 0) {
		fail(out.path);
	}
	free(out.path);
}

static void put_char(char c)
{
	out.buffer[out.used++] = c;
}

static void put_text(const char *s)
{
	size_t n = strlen(s);
	memcpy(out.buffer + out.used, s, n);
	out.used += n;
}

/* At least `width` digits, with leading zeros. */
static void put_number(uint64_t x, int width)
{
	char digits[20];
	int n = 0;
	do {
		digits[n++] = (char)('0' + (int)(x % 10));
		x /= 10;
	} while (x > 0);
	while (n < width) {
		digits[n++] = '0';
	}
	while (n > 0) {
		put_char(digits[--n]);
	}
}

static void put_document(const struct design *d, uint64_t doc)
{
	if (!d->clueweb) {
		put_number(doc, 1);
		return;
	}
	put_text("clueweb09-en");
	put_number(doc / 40000 / 100, 4);
	put_char('-');
	put_number(doc / 40000 % 100, 2);
	put_char('-');
	put_number(doc % 40000, 5);
}

static void end_line(void)
{
	put_char('\n');
	if (out.used > sizeof out.buffer - LONGEST_LINE) {
		flush();
	}
}

/* ---- the two files ----------------------------------------------------- */

/* Track topics are numbered through, in order.  Topics out of a query log are
 * scattered and in no order, and a reader may not count on one. */
static uint64_t topic_number(const struct design *d, uint64_t topic)
{
	if (d->clueweb) {
		return d->first_topic + topic;
	}
	struct permutation p = make_permutation(PASSAGE_TOPICS, stream(d, 0, FOR_TOPICS));
	return d->first_topic + permute(&p, topic);
}

/* The documents of a topic: those at 0 ... depth-1 are retrieved in this
 * order, those after them are not retrieved. */
static struct permutation documents(const struct design *d, uint64_t topic)
{
	return make_permutation(d->clueweb ? CLUEWEB_DOCS : PASSAGES, stream(d, topic, FOR_DOCS));
}

/* In millionths.  Each step down is a share of the score that shrinks with the rank, as the scores
 * of a ranker flatten out; the score thereby never reaches zero. */
static uint64_t next_score(uint64_t score, uint64_t rank, uint64_t *random)
{
	uint64_t r = next(random);
	if (r % 32 == 0) { /* the next document ties with this one */
		return score;
	}
	return score - (r >> 32) % (score / (8 * (rank + 8)) + 1);
}

static void put_line(const struct design *d, uint64_t number, uint64_t doc, uint64_t rank,
		     uint64_t score)
{
	put_number(number, 1);
	put_text(" Q0 ");
	put_document(d, doc);
	put_char(' ');
	put_number(rank + 1, 1);
	put_char(' ');
	put_number(score / 1000000, 1);
	put_char('.');
	put_number(score % 1000000, 6);
	put_char(' ');
	put_text(d->tag);
}

static void write_run(const struct design *d, const char *dir)
{
	open_output(dir, d->name, ".run");
	for (uint64_t topic = 0; topic < d->topics; topic++) {
		uint64_t number = topic_number(d, topic);
		struct permutation docs = documents(d, topic);
		uint64_t random = stream(d, topic, FOR_SCORES);
		uint64_t score = 14000000 + below(&random, 16000000);
		for (uint64_t i = 0; i < d->depth; i++) {
			put_line(d, number, permute(&docs, i), i, score);
			end_line();
			score = next_score(score, i, &random);
		}
	}
	close_output();
}

/* One of many runs.  They walk down the same list, all of them take the first documents and fewer
 * and fewer the others, and every fourth document is one that no other run has. */
static void write_one_of_many(const struct design *d, const char *dir, uint64_t run)
{
	char suffix[16];
	snprintf(suffix, sizeof suffix, ".%02d.run", (int)run);
	open_output(dir, d->name, suffix);
	for (uint64_t topic = 0; topic < d->topics; topic++) {
		uint64_t number = topic_number(d, topic);
		struct permutation docs = documents(d, topic);
		uint64_t random = mix(stream(d, topic, FOR_RUNS) + run + 1);
		uint64_t score = 14000000 + below(&random, 16000000);
		uint64_t rank = 0;
		for (uint64_t i = 0; rank < d->depth; i++) {
			uint64_t place = i;
			if (below(&random, 4) == 0) {
				place = (run + 1) * 1000000 + i;
			} else if (below(&random, 500 + i) >= 500) {
				continue;
			}
			put_line(d, number, permute(&docs, place), rank, score);
			put_number(run, 2);
			end_line();
			score = next_score(score, rank, &random);
			rank++;
		}
	}
	close_output();
}

static void put_judgment(const struct design *d, uint64_t number, uint64_t doc, uint64_t grade)
{
	put_number(number, 1);
	put_text(" 0 ");
	put_document(d, doc);
	put_char(' ');
	put_number(grade, 1);
	end_line();
}

struct judgment {
	uint64_t doc;
	uint64_t grade;
};

static int by_document(const void *a, const void *b)
{
	uint64_t x = ((const struct judgment *)a)->doc;
	uint64_t y = ((const struct judgment *)b)->doc;
	return (x > y) - (x < y);
}

/* Judgments from a pool: the nearer the top of the run, the likelier a
 * document is judged, and the rest of the pool comes from other runs.  Sorted
 * by document number, as such files are. */
static void pooled_judgments(const struct design *d, uint64_t topic)
{
	static struct judgment judged[CLUEWEB_JUDGED];
	struct permutation docs = documents(d, topic);
	uint64_t random = stream(d, topic, FOR_JUDGMENTS);
	size_t n = 0;
	for (uint64_t i = 0; n < CLUEWEB_JUDGED; i++) {
		bool retrieved = i < d->depth;
		if (retrieved && below(&random, 100 + i) >= 100) {
			continue;
		}
		uint64_t percent = below(&random, 100);
		if (!retrieved && below(&random, 3) > 0) {
			percent = 0; /* the run did find the better ones */
		}
		judged[n].doc = permute(&docs, i);
		judged[n].grade = (uint64_t)((percent >= 45) + (percent >= 70) + (percent >= 90));
		n++;
	}
	qsort(judged, n, sizeof judged[0], by_document);
	uint64_t number = topic_number(d, topic);
	for (size_t i = 0; i < n; i++) {
		put_judgment(d, number, judged[i].doc, judged[i].grade);
	}
}

/* One relevant document, more often near the top than further down and in some
 * topics not retrieved; every 349th topic has a second one, which makes it 7000
 * for 6980 topics. */
static void sparse_judgments(const struct design *d, uint64_t topic)
{
	struct permutation docs = documents(d, topic);
	uint64_t random = stream(d, topic, FOR_JUDGMENTS);
	uint64_t number = topic_number(d, topic);
	uint64_t reach = UINT64_C(1) << below(&random, 12);
	uint64_t rank = below(&random, reach);
	put_judgment(d, number, permute(&docs, rank), 1);
	if (topic % 349 == 0) {
		put_judgment(d, number, permute(&docs, rank + 1), 1);
	}
}

static void write_qrels(const struct design *d, const char *dir)
{
	open_output(dir, d->name, ".qrels");
	struct permutation order = make_permutation(d->topics, stream(d, 0, FOR_QRELS_ORDER));
	for (uint64_t i = 0; i < d->topics; i++) {
		if (d->clueweb) {
			pooled_judgments(d, i);
		} else {
			/* Not in the order of the run: the files were made by others. */
			sparse_judgments(d, permute(&order, i));
		}
	}
	close_output();
}

static void write_bytes(const char *dir)
{
	static const struct design bytes = { .name = "bytes" };
	uint64_t random = stream(&bytes, 0, FOR_BYTES);
	open_output(dir, bytes.name, "");
	for (int i = 0; i < RANDOM_BYTES / 8; i++) {
		uint64_t r = next(&random);
		for (int k = 0; k < 8; k++) {
			put_char((char)(unsigned char)(r >> (8 * k) & 0xff));
		}
		if (out.used > sizeof out.buffer - LONGEST_LINE) {
			flush();
		}
	}
	close_output();
}

static int usage(void)
{
	fprintf(stderr, "usage: generate a|b|c|d|e DIR [TOPICS]\n"
			"       generate bytes DIR\n");
	return 1;
}

int main(int argc, char **argv)
{
	if (argc < 3 || argc > 4) {
		return usage();
	}
	if (strcmp(argv[1], "bytes") == 0) {
		if (argc == 4) {
			return usage();
		}
		write_bytes(argv[2]);
		return 0;
	}
	for (size_t i = 0; i < sizeof designs / sizeof designs[0]; i++) {
		struct design d = designs[i];
		if (strcmp(argv[1], d.name) != 0) {
			continue;
		}
		if (argc == 4) {
			char *end;
			d.topics = strtoumax(argv[3], &end, 10);
			if (argv[3][0] < '0' || argv[3][0] > '9' || *end != '\0' || d.topics < 1 ||
			    d.topics > PASSAGE_TOPICS) {
				fprintf(stderr,
					"generate: the number of topics must be 1 to %" PRIu64 "\n",
					PASSAGE_TOPICS);
				return 1;
			}
		}
		if (strcmp(d.name, "e") == 0) {
			for (uint64_t run = 0; run < 100; run++) {
				write_one_of_many(&d, argv[2], run);
			}
			return 0;
		}
		write_qrels(&d, argv[2]);
		write_run(&d, argv[2]);
		return 0;
	}
	return usage();
}
