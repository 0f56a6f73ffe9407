/*
 * The whole way from two files to values: the bytes up to a line "%" are the judgments (after one
 * byte that chooses the formats of both), those behind it the run, both possibly gzip.
 */
#include <unistd.h>
#include <sys/mman.h>

#include "core/cli/evaluation.h"
#include "core/cli/output.h"

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
	if (size < 2)
		return 0;
	const uint8_t *middle = memmem(bytes, size, "\n%\n", 3);
	size_t first = middle != NULL ? (size_t)(middle - bytes) + 1 : size;
	size_t rest = middle != NULL ? first + 2 : size;
	char qrels[64], run[64];
	int qrels_fd = file_of(bytes + 1, first - 1, qrels, sizeof qrels);
	int run_fd = file_of(bytes + rest, size - rest, run, sizeof run);
	size_t formats = 0, run_format_count = 0;
	while (judgment_formats[formats] != NULL)
		formats++;
	while (run_formats[run_format_count] != NULL)
		run_format_count++;
	const struct judgment_format *format = judgment_formats[bytes[0] % formats];
	const struct run_format *run_format = run_formats[bytes[0] / formats % run_format_count];

	struct err e = { 0 };
	struct registry registry;
	struct plan plan = { 0 };
	struct judgments judgments;
	struct evaluation x;
	struct evaluation_options options = { .join = { .level = 1, .most_retrieved = 100 } };
	if (registry_init(&registry, &e) < 0 ||
	    plan_ask(&plan, &registry, asks[format->kind], &e) < 0 ||
	    plan_finish(&plan, &registry, format, 1, &e) < 0)
		abort();
	if (judgments_read(&judgments, format, qrels, &e) == 0) {
		if (evaluation_run(&x, &plan, &judgments, run_format, run, &options, &e) == 0) {
			struct output_options output = { .format = output_find("jsonl"),
							 .topics = true,
							 .digits = 4 };
			struct buffer b = { 0 };
			output_run(&b, &x, &output);
			buffer_release(&b);
			evaluation_release(&x);
		}
		judgments_release(&judgments);
	}
	plan_release(&plan);
	registry_release(&registry);
	close(qrels_fd);
	close(run_fd);
	return 0;
}
