/*
 * What the command simulate prints.
 */
#ifndef CLI_SIMULATION_OUTPUT_H
#define CLI_SIMULATION_OUTPUT_H

#include "core/base/buffer.h"
#include "core/cli/simulation.h"

/* As in --quantity and --format; ended by NULL. */
extern const char *const simulation_quantities[];
extern const char *const simulation_formats[];

enum simulation_format { SIMULATION_TABLE, SIMULATION_CSV, SIMULATION_JSONL };

struct simulation_output {
	const struct simulation *simulation;
	int quantity; /* place in the list */
	enum tail tail;
	enum simulation_format format;
	size_t longest_name; /* of a scenario */
};

/* The lines of one scenario, after a header where the buffer is empty and the format has one. */
void simulation_print(struct buffer *b, const struct simulation_output *o, const char *name,
		      const struct simulation_result *r);

#endif
