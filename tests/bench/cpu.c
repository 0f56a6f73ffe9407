/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cpu SECONDS COMMAND [ARGUMENT...]
 *
 * Runs COMMAND, its standard output thrown away, over and over until SECONDS
 * of wall clock have passed (at least once), and prints one line:
 *
 *     CPU WALL PEAK RUNS
 *
 * CPU   user plus system seconds of one run (mean of the runs)
 * WALL  elapsed seconds of one run (mean of the runs)
 * PEAK  largest resident set of any run in KiB
 * RUNS  number of runs
 *
 * time(1) rounds to 10 ms, which is more than a short command takes
 * altogether; the kernel's own accounting has microseconds.  wait4() also
 * counts the processes that COMMAND itself started and waited for, so work
 * that is handed to a child (a decompressor, say) is not overlooked.
 *
 * Exit status: 0, or 1 if COMMAND could not be run or failed even once,
 * because the time of a command that failed means nothing.
 */
#define _DEFAULT_SOURCE /* wait4 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

int main(int argc, char **argv)
{
	char *end = NULL;
	double least = argc > 1 ? strtod(argv[1], &end) : 0;
	if (argc < 3 || end == argv[1] || *end != '\0' || !(least >= 0)) {
		fprintf(stderr, "usage: cpu SECONDS COMMAND [ARGUMENT...]\n");
		return 1;
	}
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0) {
		perror("cpu: /dev/null");
		return 1;
	}

	double cpu = 0;
	double wall = 0;
	long peak = 0;
	long runs = 0;
	do {
		double start = now();
		pid_t child = fork();
		if (child < 0) {
			perror("cpu: fork");
			return 1;
		}
		if (child == 0) {
			if (dup2(null, STDOUT_FILENO) >= 0) {
				execvp(argv[2], argv + 2);
			}
			fprintf(stderr, "cpu: %s: %s\n", argv[2], strerror(errno));
			_exit(127);
		}
		int status;
		struct rusage usage;
		while (wait4(child, &status, 0, &usage) < 0) {
			if (errno != EINTR) {
				perror("cpu: wait4");
				return 1;
			}
		}
		wall += now() - start;
		cpu += seconds(usage.ru_utime) + seconds(usage.ru_stime);
		if (usage.ru_maxrss > peak) {
			peak = usage.ru_maxrss;
		}
		runs++;
		if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
			if (WIFSIGNALED(status)) {
				fprintf(stderr, "cpu: %s: ended by signal %d\n", argv[2],
					WTERMSIG(status));
			} else {
				fprintf(stderr, "cpu: %s: exit status %d\n", argv[2],
					WEXITSTATUS(status));
			}
			return 1;
		}
	} while (wall < least);

	printf("%.6f %.6f %ld %ld\n", cpu / (double)runs, wall / (double)runs, peak, runs);
	return fflush(stdout) == 0 ? 0 : 1;
}
