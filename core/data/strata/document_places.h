/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which stratum of the current topic a document is, as far as it is known.
 */
#pragma once

#include "core/data/strata/strata_building.h"

enum {
	PLACE_NONE = -1,    /* in no stratum */
	PLACE_UNKNOWN = -2, /* in one of several */
};

struct placed {
	int32_t place; /* of the document's stratum in the topic, or one of the above */
	const struct judgment *judgment; /* NULL: it has none */
};

/* Which stratum a document is in. */
struct document_places {
	const void *context;
	struct placed (*find)(const void *context, struct slice name, unsigned hash);
};
