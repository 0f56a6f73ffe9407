#include "core/data/design/cells.h"

void strata_release(struct strata *s)
{
	arena_release(&s->memory);
}
