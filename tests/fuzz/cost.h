/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What one input may cost a reader: 64 bytes of memory and 400 instructions for each byte, beyond
 * 32 MB and 50 million instructions. Memory is what malloc() gave out at its highest. Instructions
 * cannot be counted on every machine, so that CPU time stands for them: a sanitized program runs at
 * least a quarter of an instruction in a nanosecond. `make linear` counts them exactly.
 */
#pragma once

#include <sanitizer/allocator_interface.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static struct cost {
	size_t live, highest;
	double began;
	bool counting;
} cost;

static void cost_given(const volatile void *at, size_t size)
{
	(void)at;
	cost.live += cost.counting ? size : 0;
	cost.highest = cost.live > cost.highest ? cost.live : cost.highest;
}

static void cost_taken_back(const volatile void *at)
{
	size_t size = cost.counting && at != NULL ? __sanitizer_get_allocated_size((void *)at) : 0;
	cost.live -= size < cost.live ? size : cost.live;
}

static double cost_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void cost_begin(void)
{
	static bool installed;
	if (!installed)
		__sanitizer_install_malloc_and_free_hooks(cost_given, cost_taken_back);
	installed = true;
	cost = (struct cost){ .began = cost_seconds(), .counting = true };
}

/* Whether an input of `size` bytes, unpacked, cost too much: deflate makes at most 1,032 bytes of
 * one. */
static inline bool cost_end(double size)
{
	const double speed = 0.25e9;
	double instructions = (cost_seconds() - cost.began) * speed;
	cost.counting = false;
	return (double)cost.highest > 32e6 + 64 * size || instructions > 50e6 + 400 * size;
}

/* What a target does with an input. */
static int read_input(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A virtual machine that has to wait counts it as time of ours: only what costs too much three
 * times in a row does. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	bool packed = size > 1 && bytes[0] == 'P' && bytes[1] == 'K';
	for (int reading = 0; reading < 3; reading++) {
		cost_begin();
		int result = read_input(bytes, size);
		if (!cost_end((double)size * (packed ? 1032 : 1)))
			return result;
	}
	abort();
}
