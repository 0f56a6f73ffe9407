#include "core/base/hash.h"
#include "core/data/names.h"

struct name {
	const char *text;
	size_t length;
	int64_t number;
	UT_hash_handle hh;
};

/* How many there will be is not known beforehand: start small, uthash doubles. */
static const unsigned hash_log2_buckets = 5;

void names_release(struct names *n)
{
	HASH_CLEAR(hh, n->index);
	n->last = NULL;
	n->count = 0;
}

static struct name *find(const struct names *n, struct slice name)
{
	struct name *found;
	HASH_FIND(hh, n->index, name.at, name.length, found);
	return found;
}

int64_t names_find(const struct names *n, struct slice name)
{
	const struct name *found = find(n, name);
	return found != NULL ? found->number : NAME_UNKNOWN;
}

int64_t names_add(struct names *n, struct arena *memory, struct slice name, struct err *e)
{
	if (n->last != NULL && slice_equal((struct slice){ n->last->text, n->last->length }, name))
		return n->last->number;
	struct name *found = find(n, name);
	if (found == NULL) {
		found = arena_alloc(memory, sizeof *found);
		const char *text = arena_copy(memory, name);
		if (found == NULL || text == NULL)
			return err_memory(e);
		*found = (struct name){ .text = text,
					.length = name.length,
					.number = (int64_t)n->count };
		HASH_ADD_KEYPTR(hh, n->index, found->text, found->length, found);
		if (found->hh.tbl == NULL)
			return err_memory(e);
		n->count++;
	}
	n->last = found;
	return found->number;
}

void names_list(const struct names *n, const char **text)
{
	for (const struct name *x = n->index; x != NULL; x = x->hh.next)
		text[x->number] = x->text;
}
