#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What only the operating system gives stands behind core/base/system.h: other files include C's own headers.

load ../support/helper

# Headers of the C standard, except signals and threads; and of libraries and compilers. strings.h has
# strcasecmp(), which every C library has.
ALLOWED='assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp stdalign stdarg stdatomic
stdbool stddef stdint stdio stdlib stdnoreturn string tgmath time uchar wchar wctype
csv libdeflate uthash xxhash Rmath Random123/philox arm_neon emmintrin strings'

# FILE:LINE:HEADER of each include that is not allowed where it stands.
strangers() # FILE...
{
	awk -v allowed="$ALLOWED" '
		BEGIN {
			n = split(allowed, name, /[ \n]+/)
			for (i = 1; i <= n; i++)
				known[name[i] ".h"] = 1
		}
		/^[ \t]*#[ \t]*include[ \t]*</ {
			split($0, part, /[<>]/)
			if (part[2] in known || FILENAME ~ /^core\/(base|main)\/(system|[a-z]*_(linux|posix|glibc|plain|wasi))\.c$/ ||
			    (part[2] == "Python.h" && FILENAME ~ /^core\/python\/engine\//))
				next
			print FILENAME ":" FNR ":" part[2]
		}' "$@"
}

@test "only the files of system.h include headers of the operating system" {
	cd "$ROOT"
	# shellcheck disable=SC2046 # the names have no spaces
	run strangers $(find core readers measures -name '*.[ch]')
	assert_success
	assert_output ''
}

@test "a file that includes <sys/mman.h>, <pthread.h> or <unistd.h> is named with its line" {
	mkdir -p core/data core/base core/main
	printf '#include <math.h>\n#include <sys/mman.h>\n' >core/data/x.c
	printf '# include <pthread.h>\n' >core/base/y.h
	printf '#include <argp.h>\n' >core/main/z.c
	printf '#include <sys/mman.h>\n' >core/base/system_linux.c
	run strangers core/data/x.c core/base/y.h core/main/z.c core/base/system_linux.c
	assert_output "core/data/x.c:2:sys/mman.h
core/base/y.h:1:pthread.h
core/main/z.c:1:argp.h"
}

@test "no file calls what only some C libraries have: qsort_r()" {
	cd "$ROOT"
	run grep -rnw --include='*.[ch]' qsort_r core readers measures
	assert_failure 1
}
