/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <unistd.h>

#include "core/base/system.h"

const bool system_has_plugins = true;

/* How long a shared object must at least be, by its own program headers; 0: it is not one. */
static size_t least_bytes(int fd)
{
	ElfW(Ehdr) head;
	ElfW(Phdr) part;
	size_t least = 0;
	if (pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof part)
		return 0;
	for (size_t i = 0; i < head.e_phnum; i++) {
		off_t at = (off_t)(head.e_phoff + i * sizeof part);
		if (pread(fd, &part, sizeof part, at) != (ssize_t)sizeof part)
			break;
		if (part.p_type == PT_LOAD && part.p_offset + part.p_filesz > least)
			least = part.p_offset + part.p_filesz;
	}
	return least;
}

/*
 * Refuses a file that was cut short. dlopen() would map pages beyond its end, and the program would
 * die on reading them. Any other fault dlopen() reports itself.
 */
static int check_whole(const char *path, struct err *e)
{
	uint64_t size;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	bool known = system_look_open(fd, &size) == SYSTEM_FILE;
	size_t least = known ? least_bytes(fd) : 0;
	close(fd);
	if (!known || size >= least)
		return 0;
	return err_io(e, "cannot load plugin: %.600s: cut short: %llu of %zu bytes or more", path,
		      (unsigned long long)size, least);
}

void *system_plugin_open(const char *path, struct err *e)
{
	/* Without a slash dlopen() would search the system's libraries instead of this folder. */
	char file[PATH_MAX];
	int length = snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path);
	if (length < 0 || (size_t)length >= sizeof file) {
		err_io(e, "plugin '%.200s...': the name is too long", path);
		return NULL;
	}
	if (check_whole(file, e) < 0)
		return NULL;
	void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (plugin == NULL)
		err_io(e, "cannot load plugin: %.900s", dlerror());
	return plugin;
}

void system_plugin_close(void *plugin)
{
	dlclose(plugin);
}

const void *system_plugin_find(void *plugin, const char *name)
{
	return dlsym(plugin, name);
}
