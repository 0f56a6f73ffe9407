/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sizes of labels, as the judgments or a file of sizes (--strata) give them.
 *
 * Apart from strata_building.h because the sizes may come from another file.
 */
#pragma once

#include "core/data/judgments/judgments.h"

/* A stratum that the file names. */
struct listed_label {
	size_t topic;
	uint32_t label; /* as struct judgment.part; 0: no judgment has it */
	const char *name;
	int64_t size;
};

struct label_sizes {
	const struct judgments *j;
	struct names names;	 /* of labels that no judgment has */
	struct names pairs;	 /* of a topic and a label, those of judgments and of the file */
	struct label_size *size; /* by number of the pair */
	size_t room;
	struct listed_label *listed; /* by topic, else in the order of the file */
	size_t listed_count, listed_room;
	struct arena memory;
};

/* `path` is NULL if there is no file. Sizes that contradict each other are an error. */
int label_sizes_init(struct label_sizes *x, const struct judgments *j, const char *path,
		     struct err *e);
void label_sizes_release(struct label_sizes *x);

/* 0: not known. `label` is as struct judgment.part. */
int64_t label_size(const struct label_sizes *x, size_t topic, uint32_t label);

/* The strata of a topic that the file names, `count` of them. */
const struct listed_label *label_sizes_listed(const struct label_sizes *x, size_t topic,
					      size_t *count);
