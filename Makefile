# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval: see README.md. No configure step; what is found in the folders is what is built.

VERSION  := $(shell sed -n 's/^\#define PROGRAM_VERSION "\(.*\)"/\1/p' core/options/command.h)
PREFIX   ?= /usr/local
CC       := $(if $(filter default,$(origin CC)),gcc,$(CC))
OPTIMIZE ?= -O2
CFLAGS   ?= -g
WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wmissing-prototypes -Wvla
# A newer compiler has new warnings, which must not stop a build; `make test` sets WERROR=1.
STRICT   := $(if $(WERROR),-Werror)
# No fused multiply-add: it would make the last digits depend on the processor.
PORTABLE := -ffp-contract=off
# Objects that fit into the program and into the library.
ANYWHERE := -fPIC -fvisibility=hidden
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -I. $(WARNINGS) $(PORTABLE) $(ANYWHERE) $(OPTIMIZE) -pthread $(SANITIZE) \
             $(CPPFLAGS) $(CFLAGS)
LIBS     := -lRmath -lcsv -ldeflate -lm -ldl

# make V=1 shows the commands.
Q        := $(if $(V),,@)

BUILD    ?= build
PROGRAM  ?= strat_eval

# ---- what is built ----------------------------------------------------------------------------
# A folder is its own registry: a new measure, format of judgments or format of runs is a new file.

PAIRS     := $(wildcard measures/compare/*.c)
MEASURES  := $(filter-out $(PAIRS),$(wildcard measures/*/*.c))
JUDGMENTS := $(wildcard readers/judgments/*.c)
RUNS      := $(wildcard readers/runs/*.c)
INTERVALS := $(wildcard core/stats/interval/methods/*.c)
RANKINGS  := $(wildcard core/stats/ranking/methods/*.c)
MEANS     := $(wildcard core/stats/topics/intervals/*.c)
TESTS     := $(wildcard core/stats/topics/tests/*.c)
STOPPING  := $(wildcard core/stats/stopping/rules/*.c)
# `make WITHOUT=X` leaves a command out.
SOURCES   := $(filter-out $(WITHOUT:%=core/commands/%/%),$(sort $(shell find core readers measures -name '*.c')))
# A command is core/commands/X/X.c; if it has questions, each of them is one.
COMMANDS  := $(filter $(foreach d,$(wildcard core/commands/*),$(d)/$(notdir $(d)).c $(d)/questions/%),$(SOURCES))
HEADERS   := $(sort $(shell find core readers measures -name '*.h'))
REGISTRY  := $(BUILD)/registry.c
OBJECTS   := $(patsubst %.c,$(BUILD)/%.o,$(filter-out core/library/% core/packaging/%,$(SOURCES))) \
             $(BUILD)/registry.o $(BUILD)/page.o
LIBRARY   := $(filter-out $(BUILD)/core/main/main.o,$(OBJECTS))
# The library for other programs: the commands without what stands at the terminal.
SONAME    := libstrat_eval.so.0
PUBLIC    := $(patsubst %.c,$(BUILD)/%.o,$(filter core/library/%,$(SOURCES))) \
             $(filter-out $(BUILD)/core/main/%,$(LIBRARY))

# Tests stand in the same folders under tests/. A copy of the sources may lack them.
TEST_SOURCES := $(sort $(shell find tests -name '*.[ch]' 2>/dev/null))
UNIT_TESTS   := $(patsubst %.c,$(BUILD)/%,$(sort $(shell find tests -name 'test_*.c' 2>/dev/null)))
BATS_TESTS   := $(sort $(shell find tests -name '*.bats' 2>/dev/null))

.DEFAULT_GOAL := $(PROGRAM)
.DELETE_ON_ERROR:
.PHONY: all clean setup format library completions measures-page gallery tables
.PHONY: demo test test-all check asan tsan fuzz bench valgrind oom-test latex-test browser-test cluster-test fresh-test deb deb-test
.PHONY: check-headers check-layers check-format
.PHONY: install install-program install-library install-python

all: $(PROGRAM)

$(PROGRAM): $(OBJECTS)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -DUNIT_SYMBOL=$(call symbol,$<) -MMD -MP -c -o $@ $<

$(BUILD)/registry.o $(BUILD)/page.o: $(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	@echo "  CC $<"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The symbol of a unit (UNIT_SYMBOL) is made from its path.
symbol = $(subst -,_,$(subst /,_,$(basename $(1))))

# Writes a registry: type of the units, name of the list, suffix of a unit's declaration, files.
# $(sort) makes the order, and so the program, the same on every machine.
define registry
$(foreach f,$(sort $(4)),echo 'extern const struct $(1) $(call symbol,$(f))$(3);' >> $@.new;)
echo 'const struct $(1) *const $(2)[] = {' >> $@.new
$(foreach f,$(sort $(4)),echo '	$(if $(3),,&)$(call symbol,$(f)),' >> $@.new;)
echo '	0,' >> $@.new
echo '};' >> $@.new
endef

# Looked at in every build, written only when a unit has come or gone.
$(REGISTRY): FORCE
	@mkdir -p $(@D)
	@echo '/* Written by the Makefile from the folders of units. */' > $@.new
	@echo '#include "core/engine/request/registry.h"' >> $@.new
	@echo '#include "readers/judgment_format.h"' >> $@.new
	@echo '#include "readers/run_format.h"' >> $@.new
	@echo '#include "measures/pair.h"' >> $@.new
	@echo '#include "core/stats/ranking/ranking_method.h"' >> $@.new
	@echo '#include "core/stats/topics/mean_interval.h"' >> $@.new
	@echo '#include "core/stats/topics/paired_test.h"' >> $@.new
	@echo '#include "core/stats/stopping/stopping.h"' >> $@.new
	@echo '#include "core/options/command.h"' >> $@.new
	@$(call registry,measure,measure_families,[],$(MEASURES))
	@$(call registry,pair_measure,pair_families,[],$(PAIRS))
	@$(call registry,judgment_format,judgment_formats,,$(JUDGMENTS))
	@$(call registry,run_format,run_formats,,$(RUNS))
	@$(call registry,interval_method,interval_methods,,$(INTERVALS))
	@$(call registry,ranking_method,ranking_methods,,$(RANKINGS))
	@$(call registry,mean_interval_method,mean_interval_methods,,$(MEANS))
	@$(call registry,paired_test,paired_tests,,$(TESTS))
	@$(call registry,stopping_rule,stopping_rules,,$(STOPPING))
	@$(call registry,command,commands,,$(COMMANDS))
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Style and script of a page as strings, without their comments.
$(BUILD)/page.c: core/output/page.css core/output/page.js
	@mkdir -p $(@D)
	@for f in css js; do echo "extern const char page_$$f[]; const char page_$$f[] ="; \
		sed -e '/^\/\*.*\*\/$$/d' -e 's/^	*//' -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' core/output/page.$$f; \
		echo ';'; done > $@

# ---- the library --------------------------------------------------------------------------------
# The same objects as the program's; the only names that can be seen are those of
# core/library/strat_eval.h.

library: $(BUILD)/$(SONAME) $(BUILD)/libstrat_eval.a

$(BUILD)/$(SONAME): $(PUBLIC)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--no-undefined -o $@ $^ $(LIBS)
	@ln -sf $(SONAME) $(@D)/libstrat_eval.so

# One object, so that hidden names stay hidden from whoever links it.
$(BUILD)/libstrat_eval.a: $(PUBLIC)
	@echo "  AR $@"
	@$(LD) -r -o $(@D)/whole.o $^
	@objcopy --localize-hidden $(@D)/whole.o
	@rm -f $@ && $(AR) rcD $@ $(@D)/whole.o

# ---- the page of measures -----------------------------------------------------------------------
# From the descriptors; a test compares it.

measures-page: $(PROGRAM)
	@./$(PROGRAM) help measures > doc/measures.md

# ---- completions --------------------------------------------------------------------------------
# A table made from those of the options, and behind it what each shell does with it.

COMPLETIONS := $(addprefix $(BUILD)/completion/,strat_eval.bash _strat_eval strat_eval.fish)

completions: $(COMPLETIONS)

$(BUILD)/completions: $(BUILD)/core/packaging/completions.o $(LIBRARY)
	@echo "  LD $@"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/completion/strat_eval.bash $(BUILD)/completion/strat_eval.fish: $(BUILD)/completion/strat_eval.%: \
		$(BUILD)/completions core/packaging/completion.%
	@mkdir -p $(@D)
	@$< $* > $@ && cat core/packaging/completion.$* >> $@

$(BUILD)/completion/_strat_eval: $(BUILD)/completions core/packaging/completion.zsh
	@mkdir -p $(@D)
	@echo '#compdef strat_eval' > $@ && $< zsh >> $@ && cat core/packaging/completion.zsh >> $@

# Other flags, another build. With make -n too (+), or it would name every file as one to compile.
$(BUILD)/flags: FORCE
	+@mkdir -p $(@D)
	+@echo '$(CC) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS)' > $@

.PHONY: FORCE
FORCE:

-include $(sort $(OBJECTS:.o=.d) $(PUBLIC:.o=.d)) $(BUILD)/core/packaging/completions.d $(UNIT_TESTS:=.d)

clean:
	rm -rf build strat_eval

# ---- set-up -----------------------------------------------------------------------------------

# What the program needs to be built, and what the tests need besides.
BUILD_PACKAGES := gcc libc6-dev make r-mathlib librandom123-dev libcsv-dev libdeflate-dev uthash-dev libxxhash-dev
PACKAGES := $(BUILD_PACKAGES) libcmocka-dev bats bats-assert bats-support pkg-config perl gzip mandoc valgrind \
            python3 python3-pytest locales

setup:
	@sh tests/setup.sh $(PACKAGES)

# The goals that a newcomer types build only after the set-up.
demo:
	@sh tests/setup.sh $(BUILD_PACKAGES)
	@sh tests/support/progress.sh $(MAKE) --no-print-directory $(PARALLEL) $(PROGRAM)
	@sh qrels-samples/demo.sh ./$(PROGRAM)

test: setup
	@$(MAKE) --no-print-directory WERROR=1 check

# The same with the full number of cases and draws, which takes several minutes, threads, TeX, a browser, the packages,
# a cluster, and a fresh system.
test-all: setup
	@TEST_ALL=1 $(MAKE) --no-print-directory WERROR=1 check
	@$(MAKE) --no-print-directory tsan latex-test browser-test
	@$(MAKE) --no-print-directory deb-test
	@$(MAKE) --no-print-directory cluster-test
	@$(MAKE) --no-print-directory fresh-test
	@$(MAKE) --no-print-directory fresh-test FRESH_AS=user FRESH_WITH='gnuplot data'

# ---- tests ------------------------------------------------------------------------------------

# A list of all objects, of which a test links those that it needs.
$(BUILD)/objects.a: $(LIBRARY)
	@rm -f $@ && $(AR) rcT $@ $^

$(BUILD)/tests/%: tests/%.c $(BUILD)/objects.a
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -MMD -MP -o $@ $< $(BUILD)/objects.a $(LDFLAGS) -lcmocka $(LIBS)

# What a test of the library sees is its header.
$(BUILD)/tests/core/library/%: tests/core/library/%.c $(BUILD)/$(SONAME)
	@mkdir -p $(@D)
	@echo "  CC $<"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -MMD -MP -o $@ $< -L$(BUILD) -Wl,-rpath,$(abspath $(BUILD)) -lstrat_eval $(LDFLAGS) -lcmocka -lm

# Everything on all processors, unless make was given a number of jobs.
JOBS     ?= $(shell nproc)
PARALLEL  = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))
# Real data that is not part of this project; tests that need it are skipped if it is not there.
STRAT_EVAL_DATA ?= $(abspath ../shared/data)

# One test more than processors: some wait, for a terminal or a pipe.
check:
	@sh tests/support/progress.sh $(MAKE) --no-print-directory $(PARALLEL) $(PROGRAM) library completions \
		$(UNIT_TESTS) $(if $(SANITIZE),,$(BUILD)/oom) check-headers check-layers
	@STRAT_EVAL_ROOT=$(CURDIR) STRAT_EVAL=$(abspath $(PROGRAM)) BUILD=$(abspath $(BUILD)) \
		STRAT_EVAL_DATA=$(STRAT_EVAL_DATA) \
		sh tests/support/run_tests.sh $$(($(JOBS) + 1)) $(BUILD)/results $(UNIT_TESTS) $(BATS_TESTS)

# Every header compiles alone.
check-headers: $(HEADERS:%=$(BUILD)/headers/%.ok)

$(BUILD)/headers/%.ok: %
	@mkdir -p $(@D)
	@echo '#include "$<"' | $(CC) $(STRICT) $(ALL_CFLAGS) -Wno-unused-function -fsyntax-only -x c -
	@touch $@

# Includes follow the data flow: the drawing in doc/design.md.
check-layers:
	@awk -f tests/support/layers.awk $(SOURCES) $(HEADERS)

# The same tests, with the address and undefined-behaviour sanitizers. The search for leaks takes
# seconds at every exit on some machines; `make valgrind` does that.
asan: setup
	@ASAN_OPTIONS=detect_leaks=0 $(MAKE) --no-print-directory BUILD=build/asan PROGRAM=build/asan/strat_eval OPTIMIZE=-O1 \
		SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' \
		check

# Commands on four threads, with the thread sanitizer.
tsan: setup
	@$(MAKE) --no-print-directory BUILD=build/tsan PROGRAM=build/tsan/strat_eval OPTIMIZE=-O1 SANITIZE=-fsanitize=thread \
		build/tsan/strat_eval build/tsan/generate
	@sh tests/tsan.sh build/tsan/strat_eval build/tsan/generate build/tsan/commands

valgrind: setup
	@$(MAKE) --no-print-directory $(PROGRAM)
	@sh tests/valgrind.sh ./$(PROGRAM)

# The tables of --format=latex compile; their pages, as pictures, are for looking at.
latex-test:
	@sh tests/setup.sh texlive-latex-recommended poppler-utils
	@$(MAKE) --no-print-directory $(PROGRAM)
	@STRAT_EVAL_DATA=$(STRAT_EVAL_DATA) sh tests/latex.sh ./$(PROGRAM) $(BUILD)/latex

# The pictures of doc/gallery.md, by the commands that stand there.
gallery:
	@sh tests/setup.sh gnuplot-nox
	@$(MAKE) --no-print-directory $(PROGRAM)
	@PATH="$(CURDIR):$$PATH" sh tests/support/run_examples.sh -a doc/gallery.md

# The pages of --format=html in a browser; pictures of them are for looking at.
browser-test:
	@sh tests/setup.sh chromium tidy gnuplot-nox poppler-utils python3
	@$(MAKE) --no-print-directory $(PROGRAM)
	@STRAT_EVAL_DATA=$(STRAT_EVAL_DATA) python3 -B tests/browser/pages.py ./$(PROGRAM) $(BUILD)/browser

# Every command line of tests/commands/list.txt with its k-th allocation failing, for every k.
$(BUILD)/oom: tests/commands/oom.c tests/commands/command_list.h $(LIBRARY)
	@echo "  CC $<"
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(LIBRARY) $(LIBS)

oom-test: $(BUILD)/oom $(PROGRAM)
	@rm -rf $(BUILD)/commands && STRAT_EVAL=$(abspath $(PROGRAM)) sh tests/commands/files.sh $(BUILD)/commands
	@$(BUILD)/oom tests/commands/list.txt $(BUILD)/commands

# Shards by GNU parallel and by a Slurm of one node, which is started for it; skips what is not installed.
cluster-test: setup
	@$(MAKE) --no-print-directory $(PROGRAM)
	@bash tests/cluster/cluster.sh ./$(PROGRAM) $(BUILD)/cluster

# The commands at the top of README.md in a fresh Debian 12; FRESH_AS and FRESH_WITH: see the script. Needs root, and
# a mirror for some minutes.
fresh-test:
	@STRAT_EVAL_DATA=$(STRAT_EVAL_DATA) sh tests/fresh/fresh.sh $(BUILD)/fresh-test

# A minute for each target; make fuzz FUZZ_SECONDS=600 for more.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
FUZZ_COMMANDS := $(shell awk '/^[^\#].*[ =][@~]/ { print $$1 }' tests/commands/list.txt 2>/dev/null | sort -u)
FUZZ_OPTIONS  = -max_total_time=$(FUZZ_SECONDS) -timeout=60 -print_final_stats=1 -verbosity=0 -artifact_prefix=build/fuzz/

fuzz:
	@sh tests/setup.sh clang libclang-rt-14-dev
	@$(MAKE) --no-print-directory BUILD=build/fuzz CC=clang OPTIMIZE=-O1 \
		SANITIZE='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' \
		fuzz-targets
	@$(MAKE) --no-print-directory $(PROGRAM)
	@rm -rf build/fuzz/commands build/fuzz/seeds && sh tests/commands/files.sh build/fuzz/commands
	@set -e; for t in $(filter-out fuzz_commands,$(FUZZ_TARGETS)); do echo "== $$t"; \
		mkdir -p build/fuzz/corpus/$$t; build/fuzz/$$t $(FUZZ_OPTIONS) build/fuzz/corpus/$$t tests/fuzz/seeds; done
	@set -e; for c in $(FUZZ_COMMANDS); do echo "== $$c"; mkdir -p build/fuzz/corpus/$$c; \
		sh tests/fuzz/command_seeds.sh $$c build/fuzz/commands build/fuzz/seeds/$$c; \
		FUZZ_COMMAND=$$c build/fuzz/fuzz_commands -close_fd_mask=3 $(FUZZ_OPTIONS) build/fuzz/corpus/$$c build/fuzz/seeds/$$c; done

.PHONY: fuzz-targets
fuzz-targets: $(FUZZ_TARGETS:%=$(BUILD)/%)

$(filter-out $(BUILD)/fuzz_library,$(FUZZ_TARGETS:%=$(BUILD)/%)): $(BUILD)/%: tests/fuzz/%.c $(LIBRARY)
$(BUILD)/fuzz_library: tests/fuzz/fuzz_library.c $(PUBLIC)
$(FUZZ_TARGETS:%=$(BUILD)/%):
	@echo "  CC $<"
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

# ---- the rest ---------------------------------------------------------------------------------

$(BUILD)/generate: tests/bench/generate.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -o $@ $<

# Each a program of its own that prints its times.
BENCHES := $(patsubst tests/bench/%.c,$(BUILD)/%,$(wildcard tests/bench/bench_*.c))

$(BENCHES) $(BUILD)/reading: $(BUILD)/%: tests/bench/%.c $(LIBRARY)
	$(Q)$(CC) $(STRICT) $(ALL_CFLAGS) -o $@ $< $(LIBRARY) $(LIBS)

# Prints the tables of doc/ anew, by the commands above them: hours.
tables: $(PROGRAM)
	@STRAT_EVAL=$(CURDIR)/$(PROGRAM) bash tests/tables.sh

bench: setup
	@$(MAKE) --no-print-directory $(PROGRAM) library $(BUILD)/generate $(BUILD)/reading $(BENCHES)
	@bash tests/bench/bench.sh ./$(PROGRAM) $(BUILD)/generate $(BUILD)/bench
	@set -e; for b in $(BENCHES); do $$b; done
	@PYTHONPATH=core/python STRAT_EVAL_LIBRARY=$(BUILD)/$(SONAME) python3 -B tests/bench/bench_python.py

format:
	clang-format -i $(SOURCES) $(HEADERS) $(TEST_SOURCES)

check-format:
	clang-format --dry-run -Werror $(SOURCES) $(HEADERS) $(TEST_SOURCES)

# The headers of the plugin interface, at the paths by which measures include them.
PLUGIN_HEADERS := $(addprefix measures/,measure.h pair.h services.h ranking.h gains.h) \
                  $(addprefix core/,base/banned.h base/err.h data/estimate.h data/view.h \
                  data/joined/pair_view.h stats/bounds.h stats/stratum.h)
BINDIR     := $(PREFIX)/bin
INCLUDEDIR := $(PREFIX)/include
LIBDIR     ?= $(PREFIX)/lib
PCDIR      ?= $(LIBDIR)/pkgconfig
PYTHONDIR  ?= $(PREFIX)/lib/python3/dist-packages
MANDIR     := $(PREFIX)/share/man/man1
BASHDIR    ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR     ?= $(PREFIX)/share/zsh/site-functions
FISHDIR    ?= $(PREFIX)/share/fish/vendor_completions.d

install: install-program install-library install-python

install-program: $(PROGRAM) $(COMPLETIONS)
	install -D $(PROGRAM) $(DESTDIR)$(BINDIR)/strat_eval
	install -d $(DESTDIR)$(MANDIR)
	install -m 644 doc/strat_eval*.1 $(DESTDIR)$(MANDIR)
	install -D -m 644 $(BUILD)/completion/strat_eval.bash $(DESTDIR)$(BASHDIR)/strat_eval
	install -D -m 644 $(BUILD)/completion/_strat_eval $(DESTDIR)$(ZSHDIR)/_strat_eval
	install -D -m 644 $(BUILD)/completion/strat_eval.fish $(DESTDIR)$(FISHDIR)/strat_eval.fish

# One for programs that use the library, one for plugins.
install-library: library
	install -D -m 644 $(BUILD)/$(SONAME) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libstrat_eval.so
	install -m 644 $(BUILD)/libstrat_eval.a $(DESTDIR)$(LIBDIR)
	install -D -m 644 core/library/strat_eval.h $(DESTDIR)$(INCLUDEDIR)/strat_eval.h
	for h in $(PLUGIN_HEADERS); do install -D -m 644 $$h $(DESTDIR)$(INCLUDEDIR)/strat_eval/$$h || exit 1; done
	install -d $(DESTDIR)$(PCDIR)
	printf '%s\n' 'includedir=$(INCLUDEDIR)' 'libdir=$(LIBDIR)' '' \
		'Name: libstrat_eval' 'Description: Evaluation of retrieval runs from sampled judgments' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lstrat_eval' \
		'Libs.private: $(LIBS) -pthread' > $(DESTDIR)$(PCDIR)/libstrat_eval.pc
	printf '%s\n' 'includedir=$(INCLUDEDIR)/strat_eval' '' \
		'Name: strat_eval' 'Description: Interface for measure plugins of strat_eval' \
		'Version: $(VERSION)' 'Cflags: -I$${includedir}' > $(DESTDIR)$(PCDIR)/strat_eval.pc

install-python:
	install -d $(DESTDIR)$(PYTHONDIR)/strat_eval
	install -m 644 core/python/strat_eval/*.py $(DESTDIR)$(PYTHONDIR)/strat_eval

# ---- Debian packages ----------------------------------------------------------------------------

DEB_PACKAGES := $(BUILD_PACKAGES) python3 debhelper dh-python

deb:
	@sh tests/setup.sh $(DEB_PACKAGES)
	@sh core/packaging/build_deb.sh $(abspath $(BUILD))/deb
	@ls $(BUILD)/deb/*.deb

# Builds twice, lintian, a clean Debian 12: needs root, and the first time a mirror for some minutes.
deb-test:
	@sh tests/setup.sh $(DEB_PACKAGES) lintian debootstrap
	@sh core/packaging/deb_test.sh $(BUILD)/deb-test
