/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole way from two files to values: the bytes up to a line "%" are the judgments (after one
 * byte that chooses the formats), those behind it the run, both possibly gzip.
 */
#include <unistd.h>
#include <sys/mman.h>

#include "core/engine/evaluate/evaluation.h"
#include "core/output/evaluation_lines.h"
#include "tests/fuzz/chosen_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A file that exists in memory only. */
static int file_of(const uint8_t *bytes, size_t size, char *path, size_t room)
{
	int fd = memfd_create("fuzz", 0);
	if (fd < 0 || write(fd, bytes, size) != (ssize_t)size)
		abort();
	snprintf(path, room, "/proc/self/fd/%d", fd);
	return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const char *const asks[] = { "all_trec", "qrels_jg", "all_prefs" };
	static const char *const runs_as[] = { "trec_results", "set", "csv", "json" };
	if (size < 2)
		return 0;
	const uint8_t *middle = memmem(bytes, size, "\n%\n", 3);
	size_t first = middle != NULL ? (size_t)(middle - bytes) + 1 : size;
	size_t rest = middle != NULL ? first + 2 : size;
	char qrels[64], run[64];
	int qrels_fd = file_of(bytes + 1, first - 1, qrels, sizeof qrels);
	int run_fd = file_of(bytes + rest, size - rest, run, sizeof run);
	const struct judgment_format *format = chosen_judgments(chosen_reader(bytes[0] % 16));
	struct err e = { 0 };
	const struct run_format *run_format = run_format_find(runs_as[bytes[0] / 16 % 4], &e);
	struct registry registry;
	struct request_list asked = { 0 };
	struct judgments judgments;
	struct evaluation x;
	struct run loaded;
	struct design sample;
	const struct run *runs[] = { &loaded };
	const struct bounds_asked no_bounds = { 0 };
	const struct design_options strata = { .level = 1,
					       .collection_size = bytes[0] & 0x80 ? 99 : 0 };
	struct evaluation_options options = { .join = { .level = 1, .most_retrieved = INT64_MAX } };
	bool sampled = format->sampling != SAMPLING_NONE, table = format->kind == JUDGMENTS_TABLE;
	if (registry_init(&registry, NULL, &e) < 0 ||
	    requests_ask(&asked, &registry, sampled ? "est" : asks[format->kind], &e) < 0 ||
	    requests_finish(&asked, &registry, format, 1, &no_bounds, &e) < 0)
		abort();
	if (judgments_read(&judgments, format, qrels, &e) == 0) {
		bool read = !table &&
			    run_read(&loaded, run_format, run, &judgments.names, NULL, 1, &e) == 0;
		bool ready = (read || table) &&
			     (!sampled ||
			      design_build(&sample, &judgments, runs, !table, &strata, &e) == 0);
		const struct evaluated_run r = { .run = table ? NULL : &loaded,
						 .sample = sampled ? &sample : NULL };
		if (ready && evaluation_run(&x, &asked, &judgments, &r, &options, &e) == 0) {
			struct run_request request;
			run_request_init(&request);
			struct output_options output = { .format = FORMAT_JSONL,
							 .topics = true,
							 .runs = &request };
			struct buffer b = { 0 };
			struct interval_gaps gaps = { 0 };
			output_run(&b, 0, &x, &output, &gaps);
			buffer_release(&b);
			evaluation_release(&x);
		}
		if (ready && sampled)
			design_release(&sample);
		if (read)
			run_release(&loaded);
		judgments_release(&judgments);
	}
	requests_release(&asked);
	registry_release(&registry);
	close(qrels_fd);
	close(run_fd);
	return 0;
}
