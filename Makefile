# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval: see README.md. No configure step; what is found in the folders is what is built.
#
## Start here
##   make demo             install what is missing (root or sudo), build, show what the program does
##   make                  build ./strat_eval
##   make test             the tests, in some minutes (installs what they need)
##   make clean            remove what was built
##
## Install
##   make install          program, library, Python package, manual pages, completions; PREFIX=/usr/local, DESTDIR=
##   make uninstall        remove them again, with the same PREFIX
##   make setup            install the Debian packages that the build and the tests need
##
## Make files for others
##   make STATIC=1         build/static/strat_eval: one file for any Linux with the same kind of processor
##   make wheel            a wheel for pip, without dependencies
##   make page             build/strat_eval.html: the program as a page in a browser
##   make deb              Debian packages
##   make release          all of these, with checksums, in build/release

VERSION  := $(shell sed -n 's/^\#define PROGRAM_VERSION "\(.*\)"/\1/p' core/options/command.h)
PREFIX   ?= /usr/local
CC       := $(if $(filter default,$(origin CC)),gcc,$(CC))
OPTIMIZE ?= -O2
# Names and lines for backtraces. -g has variables for a debugger, too, and compiles for a tenth longer.
CFLAGS   ?= -g1
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wvla -Wformat-security
# The library runs on the stacks of its host's threads, which may be small. clang counts what it inlines into a function as its own.
SMALL    := -Wframe-larger-than=$(if $(findstring clang,$(CC)),20480,16384)
# A newer compiler has new warnings, which must not stop a build; `make test` sets WERROR=1.
STRICT   := $(if $(WERROR),-Werror)
# No fused multiply-add: it would make the last digits depend on the processor.
PORTABLE := -ffp-contract=off
# Objects that fit into the program and into the library.
ANYWHERE := -fPIC -fvisibility=hidden
# A fault of memory ends the program before it can do harm. FORTIFY=0: not, as sanitizers and -O0 need it.
FORTIFY  ?= $(if $(SANITIZE)$(filter -O0,$(OPTIMIZE)),0,2)
# clang's -fstack-clash-protection is for some processors only; elsewhere it warns.
HARDENED := -fstack-protector-strong $(if $(findstring clang,$(CC)),,-fstack-clash-protection) -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=$(FORTIFY)
LINKED   := -Wl,-z,relro -Wl,-z,now
# On many Intel processors a jump that touches a multiple of 32 bytes is slow (erratum SKX102): reading took a tenth longer when
# an unrelated change had moved its loop.
COMMA    := ,
JUMPS    := $(if $(findstring x86_64,$(shell $(CC) -dumpmachine 2>/dev/null)),$(if $(findstring clang,$(CC)),,-Wa$(COMMA))-mbranches-within-32B-boundaries)
# Two folders make the same bytes.
SAME     := -ffile-prefix-map='$(CURDIR)'=.
# POSIX. The few files that need more of GNU's C library say so: with it, <math.h> has 1,000 functions more, in most files.
ALL_CFLAGS = -std=c17 -D_DEFAULT_SOURCE -I. $(WARNINGS) $(PORTABLE) $(ANYWHERE) $(HARDENED) $(JUMPS) $(SAME) $(OPTIMIZE) $(THREADS) $(SANITIZE) \
             $(CPPFLAGS) $(CFLAGS)
LIBS     := -lRmath -lcsv -ldeflate -lm -ldl
THREADS  := -pthread

BUILD    ?= build
# The compiler of the building machine, if CC makes programs for another one.
BUILD_CC ?=
HERE     := $(BUILD)$(if $(BUILD_CC),/here)
PROGRAM  ?= $(if $(STATIC),$(BUILD)/static/)strat_eval

# `make STATIC=1`: build/static/strat_eval, one file that needs nothing of the system that it runs on, but takes no plugins.
ifdef STATIC
LDFLAGS  += -static-pie -s
LIBS     := -lRmath -lcsv -ldeflate -lm
endif

# OWN=FOLDER: with libraries there that are compiled from Debian's sources, for systems and uses that its packages do not serve.
# make OWN=FOLDER CC=COMPILER own-libraries makes them; the sources are downloaded, or taken from the folder SOURCES.
ifdef OWN
CPPFLAGS += -isystem $(OWN)/include
LIBS     := $(OWN)/lib/libraries.a -lm $(if $(STATIC),,-ldl)

.PHONY: own-libraries
own-libraries: $(OWN)/lib/libraries.a
	@:
$(OWN)/lib/libraries.a: $(wildcard core/packaging/libraries/*)
	@echo "  SOURCES $(OWN)/sources"
	@sh core/packaging/libraries/sources.sh $(OWN)/sources $(SOURCES)
	@echo "  LIBRARIES $@"
	@sh core/packaging/libraries/libraries.sh $(OWN)/sources $(OWN) $(CC)
endif

# SYSTEM=wasi: for WebAssembly (make wasm). SYSTEM=musl: for another C library than GNU's (make musl).
WASM_CLANG = clang-14 --target=wasm32-wasi --sysroot=$(abspath $(OWN))
ifeq ($(SYSTEM),wasi)
CC       := $(WASM_CLANG)
OPTIMIZE := -Oz
CFLAGS   :=
ANYWHERE := -ffunction-sections -fdata-sections
THREADS  :=
HARDENED :=
JUMPS    :=
LINKED   :=
WARNINGS += -Wno-missing-field-initializers -Wno-string-concatenation
LDFLAGS  := -Wl,-z,stack-size=4194304 -Wl,--stack-first -Wl,--gc-sections -Wl,--strip-all
LIBS     := $(OWN)/lib/libraries.a
endif

# gcc's own functions for atomic operations on arm64 ask glibc for the processor.
ifeq ($(SYSTEM),musl)
CFLAGS   += $(if $(findstring aarch64,$(shell $(CC) -dumpmachine)),-mno-outline-atomics)
endif

# What the program is built with, and what the tests need besides.
BUILD_PACKAGES := gcc libc6-dev make r-mathlib librandom123-dev libcsv-dev libdeflate-dev uthash-dev libxxhash-dev
PACKAGES := $(BUILD_PACKAGES) libcmocka-dev bats bats-assert bats-support pkg-config perl gzip mandoc valgrind \
            python3 python3-pytest libpython3-dev locales

# Goals that compile here first look for the libraries, once: they say what is missing, or unpack it as the user (needs.sh).
COMPILE  := $(if $(OWN)$(SYSTEM),,$(filter all library python install install-% $(PROGRAM) $(BUILD)/%,$(or $(MAKECMDGOALS),all)))
ifneq ($(COMPILE),)
ifeq ($(wildcard $(BUILD)/needs.mk),)
NEEDS    := $(shell sh core/packaging/needs.sh $(BUILD)/needs.mk '$(abspath $(BUILD))/packages' '$(CC) $(CPPFLAGS) $(LDFLAGS)' '$(LIBS)' $(BUILD_PACKAGES) >&2 || echo no)
$(if $(NEEDS),$(error nothing was built))
endif
include $(BUILD)/needs.mk
endif

# make V=1 shows the commands.
Q        := $(if $(V),,@)

# ---- what is built ----------------------------------------------------------------------------
# A folder is its own registry: a new measure, format of judgments or format of runs is a new file.

PAIRS     := $(sort $(wildcard measures/compare/*.c))
MEASURES  := $(sort $(filter-out $(PAIRS),$(wildcard measures/*/*.c)))
JUDGMENTS := $(sort $(wildcard readers/judgments/*.c))
RUNS      := $(sort $(wildcard readers/runs/*.c))
INTERVALS := $(sort $(wildcard core/stats/interval/methods/*.c))
RANKINGS  := $(sort $(wildcard core/stats/ranking/methods/*.c))
MEANS     := $(sort $(wildcard core/stats/topics/intervals/*.c))
TESTS     := $(sort $(wildcard core/stats/topics/tests/*.c))
STOPPING  := $(sort $(wildcard core/stats/stopping/rules/*.c))
# Those of enum record_format first, in its order.
NAMED     := $(patsubst %,core/output/formats/%.c,table trec csv jsonl latex html markdown)
FORMATS   := $(NAMED) $(filter-out $(NAMED),$(sort $(wildcard core/output/formats/*.c)))
# `make WITHOUT=X PROGRAM=NAME` leaves a command out, WITHOUT='X Y' two. Files that not every system has: x_wasi.c is for
# WebAssembly, x_posix.c and x_linux.c for others; x_glibc.c is for GNU's C library, x_plain.c for others.
ALL_C     := $(sort $(shell find core readers measures -name '*.c'))
NOT_HERE  := $(if $(filter wasi,$(SYSTEM)),%_posix.c %_linux.c,%_wasi.c $(if $(STATIC),%/plugins_linux.c,%/plugins_none.c)) \
             $(if $(SYSTEM),%_glibc.c,%_plain.c)
C_FILES   := $(filter-out $(NOT_HERE) $(WITHOUT:%=core/commands/%/%),$(ALL_C))
# A command is core/commands/X/X.c; if it has questions, each of them is one.
COMMANDS  := $(filter $(foreach d,$(wildcard core/commands/*),$(d)/$(notdir $(d)).c $(d)/questions/%),$(C_FILES))
HEADERS   := $(sort $(shell find core readers measures -name '*.h'))
no_more   :=
REGISTRY  := $(BUILD)/$(if $(STATIC),static/)$(if $(WITHOUT),without-$(subst $(no_more) ,-,$(WITHOUT))/)registry.c
OBJECTS   := $(patsubst %.c,$(BUILD)/%.o,$(filter-out core/library/% core/packaging/% core/python/%,$(C_FILES))) \
             $(REGISTRY:.c=.o) $(BUILD)/page.o $(BUILD)/headings.o
LIBRARY   := $(filter-out $(BUILD)/core/main/main.o,$(OBJECTS))
# The library for other programs: the commands without what stands at the terminal.
SONAME    := libstrat_eval.so.0
PUBLIC    := $(patsubst %.c,$(BUILD)/%.o,$(filter core/library/%,$(C_FILES))) \
             $(filter-out $(BUILD)/core/main/%,$(LIBRARY))

.DEFAULT_GOAL := $(PROGRAM)
.DELETE_ON_ERROR:
.PHONY: all clean setup demo test help library pages manuals completions install install-program install-library install-python uninstall
.PHONY: python wheel wheel-files version page

all: $(PROGRAM)

# The goals, from the lines of this file and of tests/Makefile that begin with two number signs.
help:
	@sed -n 's/^\#\# \{0,1\}//p' Makefile $(wildcard tests/Makefile)

$(PROGRAM): $(OBJECTS)
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(if $(SANITIZE),,$(SMALL)) $(OWN_FLAGS) -DUNIT_SYMBOL=$(call symbol,$<) -MMD -MP -c -o $@ $<

$(REGISTRY:.c=.o) $(BUILD)/page.o $(BUILD)/headings.o: %.o: %.c $(BUILD)/flags
	@echo "  CC $<"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The symbol of a unit (UNIT_SYMBOL) is made from its path.
symbol = $(subst -,_,$(subst /,_,$(basename $(1))))

# Writes a registry: type of the units, name of the list, suffix of a unit's declaration, files.
# They are sorted, so that the program is the same on every machine.
define registry
$(foreach f,$(4),echo 'extern const struct $(1) $(call symbol,$(f))$(3);' >> $@.$$PPID;)
echo 'const struct $(1) *const $(2)[] = {' >> $@.$$PPID
$(foreach f,$(4),echo '	$(if $(3),,&)$(call symbol,$(f)),' >> $@.$$PPID;)
echo '	0,' >> $@.$$PPID
echo '};' >> $@.$$PPID
endef

# Looked at in every build, written only when a unit has come or gone. Two calls of make at once have a file each.
$(REGISTRY): FORCE
	@mkdir -p $(@D)
	@echo '/* Written by the Makefile from the folders of units. */' > $@.$$PPID
	@echo '#include "core/engine/request/registry.h"' >> $@.$$PPID
	@echo '#include "readers/judgment_format.h"' >> $@.$$PPID
	@echo '#include "readers/run_format.h"' >> $@.$$PPID
	@echo '#include "measures/pair.h"' >> $@.$$PPID
	@echo '#include "core/stats/ranking/ranking_method.h"' >> $@.$$PPID
	@echo '#include "core/stats/topics/mean_interval.h"' >> $@.$$PPID
	@echo '#include "core/stats/topics/paired_test.h"' >> $@.$$PPID
	@echo '#include "core/stats/stopping/stopping.h"' >> $@.$$PPID
	@echo '#include "core/options/command.h"' >> $@.$$PPID
	@$(call registry,measure,measure_families,[],$(MEASURES))
	@$(call registry,pair_measure,pair_families,[],$(PAIRS))
	@$(call registry,judgment_format,judgment_formats,,$(JUDGMENTS))
	@$(call registry,run_format,run_formats,,$(RUNS))
	@$(call registry,interval_method,interval_methods,,$(INTERVALS))
	@$(call registry,ranking_method,ranking_methods,,$(RANKINGS))
	@$(call registry,mean_interval_method,mean_interval_methods,,$(MEANS))
	@$(call registry,paired_test,paired_tests,,$(TESTS))
	@$(call registry,stopping_rule,stopping_rules,,$(STOPPING))
	@$(call registry,output_format,output_formats,,$(FORMATS))
	@$(call registry,command,commands,,$(COMMANDS))
	@echo 'extern const char command_left_out[]; const char command_left_out[] = "$(WITHOUT)";' >> $@.$$PPID
	@cmp -s $@.$$PPID $@ && rm $@.$$PPID || mv $@.$$PPID $@

# Style and script of a page as strings, without their comments, with the hashes that let a browser take them (of what stands
# between the tags, a newline first); and the schemas, by name.
SCHEMAS := $(sort $(wildcard doc/schema/*.json))
$(BUILD)/page.c: core/output/page.css core/output/page.js $(SCHEMAS)
	@mkdir -p $(@D)
	@for f in css js; do sed -e '/^\/\*.*\*\/$$/d' -e 's/^	*//' core/output/page.$$f > $@.$$f; \
		echo "extern const char page_$$f[], page_$${f}_hash[]; const char page_$$f[] ="; \
		sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $@.$$f; \
		echo "; const char page_$${f}_hash[] = \"$$({ echo; cat $@.$$f; } | sha256sum | cut -c 1-64 | \
			tr a-f A-F | basenc -d --base16 | base64)\";"; done > $@
	@{ echo 'extern const char *const schemas[]; const char *const schemas[] = {'; for f in $(SCHEMAS); do \
		echo "\"$$(basename $$f .json)\","; sed -e 's/[\\"]/\\&/g' -e 's/	/\\t/g' -e 's/.*/"&\\n"/' $$f; echo ','; done; \
		echo '0 };'; } >> $@

# Headings of the documents, by which help finds them; measures have descriptors.
DOCUMENTED := $(wildcard README.md) $(filter-out doc/measures.md,$(sort $(wildcard doc/*.md)))
$(BUILD)/headings.c: core/help/headings.awk $(DOCUMENTED)
	@mkdir -p $(@D)
	@awk -f $< $(DOCUMENTED) > $@

# ---- the library --------------------------------------------------------------------------------
# The same objects as the program's; the only names that can be seen are those of
# core/library/strat_eval.h.

library: $(BUILD)/$(SONAME) $(BUILD)/libstrat_eval.a

$(BUILD)/$(SONAME): $(PUBLIC)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--no-undefined -o $@ $^ $(LIBS)
	@ln -sf $(SONAME) $(@D)/libstrat_eval.so

# One object, so that hidden names stay hidden from whoever links it.
$(BUILD)/libstrat_eval.a: $(PUBLIC)
	@echo "  AR $@"
	@$(LD) -r -o $(@D)/whole.o $^
	@objcopy --localize-hidden $(@D)/whole.o
	@rm -f $@ && $(AR) rcD $@ $(@D)/whole.o

# ---- WebAssembly --------------------------------------------------------------------------------
# build/wasm/strat_eval.wasm, the program for any host that has WASI, and build/wasm/page.wasm, with what the page in a
# browser needs.

WASM_PACKAGES := make clang-14 lld-14 llvm-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen r-mathlib librandom123-dev \
                 uthash-dev libxxhash-dev
WASM_FOLDER   := $(BUILD)/wasm
WASM_MAKE      = $(MAKE) --no-print-directory $(PARALLEL) SYSTEM=wasi OWN=$(WASM_FOLDER)/root BUILD=$(WASM_FOLDER)/objects

.PHONY: wasm
wasm:
	@sh tests/setup.sh $(WASM_PACKAGES)
	+@AR=llvm-ar-14 $(WASM_MAKE) own-libraries
	+@$(WASM_MAKE) PROGRAM=$(WASM_FOLDER)/strat_eval.wasm
	+@$(WASM_MAKE) PROGRAM=$(WASM_FOLDER)/page.wasm WITHOUT='merge page simulate'
	@ls -l $(WASM_FOLDER)/*.wasm

# ---- musl ---------------------------------------------------------------------------------------
# build/musl/strat_eval: a static program with the C library that Alpine has.

MUSL_FOLDER := $(BUILD)/musl
MUSL_MAKE    = $(MAKE) --no-print-directory $(PARALLEL) SYSTEM=musl CC='$(MUSL_CC)' STATIC=1 OWN=$(MUSL_FOLDER)/root \
               BUILD=$(MUSL_FOLDER)/objects PROGRAM=$(MUSL_FOLDER)/strat_eval
MUSL_CC     ?= musl-gcc

.PHONY: musl
musl:
	@sh tests/setup.sh make gcc musl-tools r-mathlib librandom123-dev uthash-dev libxxhash-dev
	+@$(MUSL_MAKE) own-libraries
	+@$(MUSL_MAKE)

# ---- the Python package -------------------------------------------------------------------------
# build/python/strat_eval: the modules, and the engine, which has the library in it. One file serves
# Python 3.10 and all later ones.

PYTHON         ?= python3
PYTHON_INCLUDE ?= $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
# "python" if there are headers to build it with.
PYTHON_IF_ANY   = $(if $(wildcard $(PYTHON_INCLUDE)/Python.h),python)
PYTHON_SOURCES := $(wildcard core/python/strat_eval/*.py core/python/strat_eval/*.pyi) core/python/strat_eval/py.typed
PYTHON_ENGINE  := $(patsubst %.c,$(BUILD)/%.o,$(filter core/python/%,$(C_FILES)))
PYTHON_PACKAGE := $(PYTHON_SOURCES:core/python/%=$(BUILD)/python/%) $(BUILD)/python/strat_eval/_engine.abi3.so
$(PYTHON_ENGINE): OWN_FLAGS = -isystem $(PYTHON_INCLUDE)

python: $(PYTHON_PACKAGE)

$(BUILD)/python/strat_eval/%: core/python/strat_eval/%
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/python/strat_eval/_engine.abi3.so: $(PYTHON_ENGINE) $(PUBLIC)
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -shared -Wl,-Bsymbolic -o $@ $^ $(LIBS)

# A wheel that needs libc and libm only: program and module with the libraries in them, compiled from Debian's sources.
WHEEL      := $(BUILD)/wheel
# pip has no OWN=FOLDER. Debian's libRmath.a for x86-64 cannot be part of a shared object: what pip builds needs the system's there.
WHEEL_MATH  = $(if $(findstring x86_64,$(shell $(CC) -dumpmachine)),-lRmath,-l:libRmath.a)
WHEEL_LIBS  = -Wl,--exclude-libs,ALL -s $(if $(OWN),$(LIBS),$(WHEEL_MATH) -l:libcsv.a -l:libdeflate.a -lm -ldl)

wheel:
	@rm -f $(WHEEL)/*.whl
	+@$(MAKE) --no-print-directory OWN=$(WHEEL)/own own-libraries >&2
	+@OWN=$(WHEEL)/own BUILD=$(WHEEL) $(PYTHON) -B core/python/build_backend.py $(WHEEL)

wheel-files: $(WHEEL)/strat_eval $(WHEEL)/_engine.abi3.so

$(WHEEL)/strat_eval: $(OBJECTS) $(BUILD)/core/packaging/glibc.o
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -o $@ $^ $(WHEEL_LIBS)

$(WHEEL)/_engine.abi3.so: $(PYTHON_ENGINE) $(PUBLIC) $(BUILD)/core/packaging/glibc.o
	@mkdir -p $(@D)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -shared -Wl,-Bsymbolic -o $@ $^ $(WHEEL_LIBS)

version:
	@echo $(VERSION)

# ---- the page in a browser ------------------------------------------------------------------------
# build/strat_eval.html: one file that needs nothing else. WASM=FILE: another module than that of `make wasm`.

WASM       ?= $(BUILD)/wasm/page.wasm
PAGE       := $(BUILD)/strat_eval.html
PAGE_FILES := $(wildcard core/page/*) core/output/page.js LICENSE
COMMIT     ?= $(shell git describe --always --exclude='*' --abbrev=12 --dirty=-changed 2>/dev/null || echo unknown)

page:
	@sh tests/setup.sh python3
	@$(if $(filter $(BUILD)/wasm/%,$(WASM)),$(MAKE) --no-print-directory wasm)
	@$(MAKE) --no-print-directory $(PAGE)

$(PAGE): $(WASM) $(PAGE_FILES) $(BUILD)/commit
	@$(PYTHON) -B core/page/make_page.py $(WASM) '$(VERSION)' '$(COMMIT)' > $@.new
	@mv $@.new $@
	@echo "  PAGE $@ ($$(wc -c < $@) bytes)"

$(BUILD)/commit: FORCE
	@mkdir -p $(@D)
	@echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' > $@

# ---- the site -------------------------------------------------------------------------------------
# build/site/index.html: the documents with a search, from a file, without a network; with the page of `make page` if there is one.

.PHONY: site
site:
	@sh tests/setup.sh mkdocs mkdocs-material mandoc python3
	@$(MAKE) --no-print-directory manuals $(PROGRAM)
	@$(PYTHON) -B core/packaging/site/make_site.py $(BUILD) '$(VERSION)'

# ---- pages --------------------------------------------------------------------------------------
# The manual pages, build/man/*.1: what doc/*.1 has, and in the places that are marked there by comments lists of
# options and measures, from the tables and descriptors. doc/measures.md and the types of Python's keyword arguments are made
# from these too, and kept: tests compare them.

MANUALS := $(patsubst doc/%,$(BUILD)/man/%,$(wildcard doc/*.1))

manuals: $(MANUALS)

$(BUILD)/man/%.1: doc/%.1 $(HERE)/manual
	@mkdir -p $(@D)
	@$(HERE)/manual $< > $@

pages: $(PROGRAM) $(HERE)/completions
	@./$(PROGRAM) help measures | sed -f core/packaging/measure_list.sed > doc/measures.md
	@$(HERE)/completions python > core/python/strat_eval/_options.pyi

# ---- completions --------------------------------------------------------------------------------
# A table made from those of the options, and behind it what each shell does with it.

COMPLETIONS := $(addprefix $(BUILD)/completion/,strat_eval.bash _strat_eval strat_eval.fish)

completions: $(COMPLETIONS)

$(BUILD)/completions $(BUILD)/manual: $(BUILD)/%: $(BUILD)/core/packaging/%.o $(LIBRARY)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -o $@ $^ $(LIBS)

# Programs of a cross build (CC=aarch64-linux-gnu-gcc BUILD_CC=gcc) that this machine runs.
ifneq ($(HERE),$(BUILD))
$(HERE)/completions $(HERE)/manual: FORCE
	+@$(MAKE) --no-print-directory CC='$(BUILD_CC)' BUILD_CC= BUILD=$(HERE) LDFLAGS= $@
endif

$(BUILD)/completion/strat_eval.bash $(BUILD)/completion/strat_eval.fish: $(BUILD)/completion/strat_eval.%: \
		$(HERE)/completions core/packaging/completion.%
	@mkdir -p $(@D)
	@$< $* > $@ && cat core/packaging/completion.$* >> $@

$(BUILD)/completion/_strat_eval: $(HERE)/completions core/packaging/completion.zsh
	@mkdir -p $(@D)
	@echo '#compdef strat_eval' > $@ && $< zsh >> $@ && cat core/packaging/completion.zsh >> $@

# Other flags, another build; another folder is none. With make -n too (+), or it would name every file as one to compile.
FLAGS_USED = $(CC) $(subst $(SAME),,$(ALL_CFLAGS))
$(BUILD)/flags: FORCE
	+@mkdir -p $(@D)
	+@echo '$(FLAGS_USED)' | cmp -s - $@ || echo '$(FLAGS_USED)' > $@

.PHONY: FORCE
FORCE:

-include $(sort $(OBJECTS:.o=.d) $(PUBLIC:.o=.d) $(PYTHON_ENGINE:.o=.d)) $(BUILD)/core/packaging/completions.d $(BUILD)/core/packaging/manual.d

clean:
	rm -rf build strat_eval

# ---- set-up and tests ----------------------------------------------------------------------------

# Everything on all processors, unless make was given a number of jobs.
JOBS     ?= $(shell nproc)
PARALLEL  = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

setup:
	@sh tests/setup.sh $(PACKAGES)

# The goals that a newcomer types build only after the set-up.
demo:
	@sh tests/setup.sh $(BUILD_PACKAGES)
	@sh tests/support/progress.sh $(MAKE) --no-print-directory $(PARALLEL) $(PROGRAM)
	@sh qrels-samples/demo.sh ./$(PROGRAM)

test: setup
	@$(MAKE) --no-print-directory WERROR=1 check

# What only those need who work on it: check, test-all, asan, fuzz, bench, deb ... A copy of the sources may lack it.
-include tests/Makefile

# ---- installation -------------------------------------------------------------------------------

# The headers of the plugin interface, at the paths by which measures include them.
PLUGIN_HEADERS := $(addprefix measures/,measure.h pair.h services.h ranking.h gains.h) \
                  $(addprefix core/,base/banned.h base/err.h base/near.h data/estimate.h data/view.h \
                  data/joined/pair_view.h stats/bounds.h stats/stratum.h)
BINDIR     := $(PREFIX)/bin
INCLUDEDIR := $(PREFIX)/include
LIBDIR     ?= $(PREFIX)/lib
PCDIR      ?= $(LIBDIR)/pkgconfig
# Where Python looks for packages under PREFIX; if it does not, install-python says what to set.
PYTHONDIR  ?= $(or $(shell $(PYTHON) -c 'import site; print(next(x for x in site.getsitepackages() + [site.getusersitepackages()] \
              if x.startswith("$(PREFIX)/lib/")))' 2>/dev/null),$(PREFIX)/lib/python3/dist-packages)
MANDIR     := $(PREFIX)/share/man/man1
BASHDIR    ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR     ?= $(PREFIX)/share/zsh/site-functions
FISHDIR    ?= $(PREFIX)/share/fish/vendor_completions.d

install: install-program install-library install-python

install-program: $(PROGRAM) $(COMPLETIONS) $(MANUALS)
	install -D $(PROGRAM) "$(DESTDIR)$(BINDIR)/strat_eval"
	install -d "$(DESTDIR)$(MANDIR)"
	install -m 644 $(MANUALS) "$(DESTDIR)$(MANDIR)"
	install -D -m 644 $(BUILD)/completion/strat_eval.bash "$(DESTDIR)$(BASHDIR)/strat_eval"
	install -D -m 644 $(BUILD)/completion/_strat_eval "$(DESTDIR)$(ZSHDIR)/_strat_eval"
	install -D -m 644 $(BUILD)/completion/strat_eval.fish "$(DESTDIR)$(FISHDIR)/strat_eval.fish"
	[ ! -f "$(PAGE)" ] || install -D -m 644 "$(PAGE)" "$(DESTDIR)$(PREFIX)/share/strat_eval/strat_eval.html"

# One for programs that use the library, one for plugins.
install-library: library
	install -D -m 644 $(BUILD)/$(SONAME) "$(DESTDIR)$(LIBDIR)/$(SONAME)"
	ln -sf $(SONAME) "$(DESTDIR)$(LIBDIR)/libstrat_eval.so"
	install -m 644 $(BUILD)/libstrat_eval.a "$(DESTDIR)$(LIBDIR)"
	install -D -m 644 core/library/strat_eval.h "$(DESTDIR)$(INCLUDEDIR)/strat_eval.h"
	for h in $(PLUGIN_HEADERS); do install -D -m 644 $$h "$(DESTDIR)$(INCLUDEDIR)/strat_eval/$$h" || exit 1; done
	install -d "$(DESTDIR)$(PCDIR)"
	printf '%s\n' 'includedir=$(INCLUDEDIR)' 'libdir=$(LIBDIR)' '' \
		'Name: libstrat_eval' 'Description: Evaluation of retrieval runs from sampled judgments' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lstrat_eval' \
		'Libs.private: $(LIBS) -pthread' > "$(DESTDIR)$(PCDIR)/libstrat_eval.pc"
	printf '%s\n' 'includedir=$(INCLUDEDIR)/strat_eval' '' \
		'Name: strat_eval' 'Description: Interface for measure plugins of strat_eval' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' > "$(DESTDIR)$(PCDIR)/strat_eval.pc"

# Without Python's headers there is no module.
install-python:
	@[ -z '$(PYTHON_IF_ANY)' ] || $(MAKE) --no-print-directory python
	@[ -n '$(PYTHON_IF_ANY)' ] || echo "The Python package is left out: no Python.h (Debian: libpython3-dev)"
	$(if $(PYTHON_IF_ANY),install -d "$(DESTDIR)$(PYTHONDIR)/strat_eval")
	$(if $(PYTHON_IF_ANY),install -m 644 $(PYTHON_PACKAGE) "$(DESTDIR)$(PYTHONDIR)/strat_eval")
	@[ -n '$(DESTDIR)' ] || [ -z '$(PYTHON_IF_ANY)' ] || (cd / && $(PYTHON) -c 'import strat_eval') 2>/dev/null || \
		echo 'Python finds the package with: export PYTHONPATH="$(PYTHONDIR)"'

# What `make install` with the same PREFIX and DESTDIR put there; folders that are empty then go, too.
uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/strat_eval" $(foreach m,$(notdir $(wildcard doc/*.1)),"$(DESTDIR)$(MANDIR)/$(m)") \
		"$(DESTDIR)$(BASHDIR)/strat_eval" "$(DESTDIR)$(ZSHDIR)/_strat_eval" "$(DESTDIR)$(FISHDIR)/strat_eval.fish" \
		"$(DESTDIR)$(LIBDIR)/$(SONAME)" "$(DESTDIR)$(LIBDIR)/libstrat_eval.so" "$(DESTDIR)$(LIBDIR)/libstrat_eval.a" \
		"$(DESTDIR)$(INCLUDEDIR)/strat_eval.h" "$(DESTDIR)$(PCDIR)/libstrat_eval.pc" "$(DESTDIR)$(PCDIR)/strat_eval.pc"
	rm -rf "$(DESTDIR)$(INCLUDEDIR)/strat_eval" "$(DESTDIR)$(PYTHONDIR)/strat_eval" "$(DESTDIR)$(PREFIX)/share/strat_eval"
	@for folder in "$(BINDIR)" "$(MANDIR)" "$(BASHDIR)" "$(ZSHDIR)" "$(FISHDIR)" "$(INCLUDEDIR)" "$(PCDIR)" "$(PYTHONDIR)" "$(LIBDIR)"; do \
		while [ "$$folder" != "$(PREFIX)" ] && rmdir "$(DESTDIR)$$folder" 2>/dev/null; do folder=$${folder%/*}; done; done
