#include <dlfcn.h>

#include "core/base/slice.h"
#include "core/engine/ask/registry.h"

static int place_of(const struct measure *m)
{
	return m->place > 0 ? m->place : INT32_MAX;
}

/* Keeps the order of output; measures of one place stay in the order in which they came. */
static int insert(struct registry *r, const struct measure *m, struct err *e)
{
	const struct measure **larger = realloc(r->measure, (r->count + 1) * sizeof *larger);
	if (larger == NULL)
		return err_memory(e);
	r->measure = larger;
	size_t at = r->count++;
	for (; at > 0 && place_of(larger[at - 1]) > place_of(m); at--)
		larger[at] = larger[at - 1];
	larger[at] = m;
	return 0;
}

/* What is wrong with a measure, or NULL. `abi` has been checked. */
static const char *complaint(const struct registry *r, const struct measure *m)
{
	if (m->name == NULL || m->name[0] == '\0')
		return "a measure has no name";
	if (m->name[strcspn(m->name, " .,\t\n")] != '\0')
		return "a measure's name contains white space, '.' or ','";
	if (m->summary == NULL || m->manual == NULL)
		return "a measure has no summary or no manual text";
	if (m->value == VALUE_TEXT ? m->text == NULL : m->score == NULL)
		return "a measure has no function to compute it";
	if (registry_find(r, m->name) != NULL)
		return "a measure of this name exists already";
	return NULL;
}

static int add_family(struct registry *r, const struct measure *family, const char *origin,
		      struct err *e)
{
	for (const struct measure *m = family; m->abi != 0; m++) {
		if (m->abi != MEASURE_ABI)
			return err_data(
				e,
				"%.600s: built for version %d of the measure interface, but "
				"this program has version %d",
				origin, m->abi, MEASURE_ABI);
		const char *wrong = complaint(r, m);
		if (wrong != NULL)
			return err_data(e, "%.600s: %s%s%s%s", origin, wrong,
					m->name != NULL ? ": '" : "",
					m->name != NULL ? m->name : "", m->name != NULL ? "'" : "");
		if (insert(r, m, e) < 0)
			return -1;
	}
	return 0;
}

int registry_init(struct registry *r, struct err *e)
{
	*r = (struct registry){ 0 };
	for (size_t f = 0; measure_families[f] != NULL; f++) {
		if (add_family(r, measure_families[f], "built-in measures", e) < 0) {
			registry_release(r);
			return -1;
		}
	}
	return 0;
}

void registry_release(struct registry *r)
{
	free(r->measure);
	for (size_t i = 0; i < r->plugins; i++)
		dlclose(r->plugin[i]);
	free(r->plugin);
	*r = (struct registry){ 0 };
}

int registry_load(struct registry *r, const char *path, struct err *e)
{
	void **larger = realloc(r->plugin, (r->plugins + 1) * sizeof *larger);
	if (larger == NULL)
		return err_memory(e);
	r->plugin = larger;
	/* Without a slash dlopen() would search the system's libraries instead of this folder. */
	char file[4096];
	int length = snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path);
	if (length < 0 || (size_t)length >= sizeof file)
		return err_io(e, "plugin '%.200s...': the name is too long", path);
	void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (handle == NULL)
		return err_io(e, "cannot load plugin: %.900s", dlerror());
	r->plugin[r->plugins++] = handle;
	const struct measure *family = dlsym(handle, "strat_eval_measures");
	if (family == NULL)
		return err_data(e, "%.600s: no symbol 'strat_eval_measures': not a measure plugin",
				path);
	if (family->abi == 0)
		return err_data(e, "%.600s: the plugin has no measure in it", path);
	return add_family(r, family, path, e);
}

const struct measure *registry_find(const struct registry *r, const char *name)
{
	for (size_t i = 0; i < r->count; i++)
		if (strcmp(r->measure[i]->name, name) == 0)
			return r->measure[i];
	return NULL;
}

bool measure_is_member(const struct measure *m, const char *nickname)
{
	size_t length = strlen(nickname);
	const char *p = m->members;
	while (p != NULL && *p != '\0') {
		size_t word = strcspn(p, " ");
		if (word == length && memcmp(p, nickname, length) == 0)
			return true;
		p += word + strspn(p + word, " ");
	}
	return false;
}

bool registry_has_nickname(const struct registry *r, const char *nickname)
{
	for (size_t i = 0; i < r->count; i++)
		if (measure_is_member(r->measure[i], nickname))
			return true;
	return false;
}
