/*
 * Preloaded by output.bats: allocation number FAIL_AT of the program fails. Needs glibc.
 */
#include <errno.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static long wanted = -1, count;

__attribute__((constructor)) static void begin(void)
{
	const char *text = getenv("FAIL_AT");
	wanted = text != NULL ? strtol(text, NULL, 10) : 0;
}

/* Nothing fails before begin(): the loader allocates too. */
static int fails(void)
{
	if (wanted < 0 || __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) != wanted)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	return fails() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}
