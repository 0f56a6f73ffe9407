#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --manifest=FILE.yaml: the provenance as ir_metadata.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	mkdir folder
	for t in 1 2 3 4 5 6; do echo "$t 0 r 1"; echo "$t 0 x1 0"; done >folder/q
	ranked a 1 2 1 3 1 1 >folder/a.run
	ranked b 2 2 1 1 1 2 >folder/b.run
}

# Reads mappings, sequences and plain values by their indentation, and holds them against the checklists of
# www.ir-metadata.org, schema 0.1: six components, keys and types. "includes but is not limited to" is said there of
# the test collection, and "usually" of the mappings of `other`: these two may have more keys.
cat_checker()
{
	cat <<-'PYTHON'
	import json, sys

	def value(text):
	    if text == "": return None
	    if text.startswith('"'): return json.loads(text)
	    try: return float(text) if "." in text else int(text)
	    except ValueError: return text

	def read(rows, depth):
	    if rows[0][1].startswith("- "):
	        found = []
	        while rows and rows[0][0] == depth and rows[0][1].startswith("- "):
	            row = rows.pop(0)
	            if ": " in row[1] and not row[1].startswith('- "'):
	                rows.insert(0, (depth + 2, row[1][2:]))
	                found.append(read(rows, depth + 2))
	            else:
	                found.append(value(row[1][2:]))
	        return found
	    found = {}
	    while rows and rows[0][0] == depth and not rows[0][1].startswith("- "):
	        key, _, text = rows.pop(0)[1].partition(":")
	        assert key not in found, key
	        below = rows and (rows[0][0] > depth or rows[0][0] == depth and rows[0][1].startswith("- "))
	        found[key] = read(rows, rows[0][0]) if text == "" and below else value(text.strip())
	    return found

	lines = open(sys.argv[1]).read().split("\n")
	assert lines[0] == "# ir_metadata.start" and lines[-2:] == ["# ir_metadata.end", ""]
	rows = [(len(l) - len(l.lstrip()), l.strip()) for l in lines[1:-2]]
	x = read(rows, 0)
	assert rows == [], rows

	TEST = {"name": str, "correction method": str}
	KNOWN = {"schema-version": float, "run-version": float, "tag": str, "implementation": None, "method": None, "actor": None,
	         "platform": {"software": {"libraries": [str]}},
	         "research goal": {"evaluation": {"reported measures": [str], "baseline": [str], "significance test": [TEST]}},
	         "data": {"test collection": {"qrels": str, ...: object}, "other": [{"name": str, ...: object}]}}

	def check(found, known, at):
	    if found is None: return
	    if isinstance(known, dict):
	        assert isinstance(found, dict), at
	        for key in found:
	            assert key in known or ... in known, at + key
	            check(found[key], known.get(key, object), at + key + "/")
	    elif isinstance(known, list):
	        assert isinstance(found, list), at
	        for item in found: check(item, known[0], at)
	    else:
	        assert isinstance(found, known), (at, found)

	check(x, KNOWN, "/")
	assert list(x) == ["schema-version", "run-version", "tag", "platform", "research goal", "implementation", "method", "actor", "data"]
	assert x["schema-version"] == 0.1
	print(eval(sys.argv[2]))
	PYTHON
}

part() # FILE EXPRESSION
{
	python3 -c "$(cat_checker)" "$@"
}

@test "a comparison with a baseline is one of the published structure, with what an evaluation knows" {
	"$STRAT_EVAL" compare --manifest=m.yaml --baseline=a -m map -m P.1,5 folder/q folder/a.run folder/b.run >/dev/null
	assert_equal "$(part m.yaml 'x["tag"]')" b
	assert_equal "$(part m.yaml 'x["research goal"]["evaluation"]')" \
		"{'reported measures': ['map', 'P_1', 'P_5'], 'baseline': ['a'], 'significance test': [{'name': 't-test', 'correction method': 'holm-bonferroni'}]}"
	assert_equal "$(part m.yaml 'x["platform"]["software"]["libraries"]')" "['strat_eval==$("$STRAT_EVAL" --version | awk 'NR == 1 { print $NF }')']"
	# the files are those of the other manifest
	"$STRAT_EVAL" compare --manifest=m --baseline=a -m map -m P.1,5 folder/q folder/a.run folder/b.run >/dev/null
	assert_equal "$(part m.yaml '[(x["data"]["test collection"]["qrels"], x["data"]["test collection"]["bytes"], x["data"]["test collection"]["xxh64"])] + [(i["name"], i["bytes"], i["xxh64"]) for i in x["data"]["other"]]')" \
		"$(python3 -c 'import json; print([(i["name"], i["bytes"], i["xxh64"]) for i in json.load(open("m"))["inputs"]])')"
	"$STRAT_EVAL" compare --manifest=m.yml --baseline=folder/a.run --test=random --adjust=none folder/q folder/a.run folder/b.run >/dev/null
	assert_equal "$(part m.yml 'x["research goal"]["evaluation"]["significance test"]')" "[{'name': 'permutation'}]"
	"$STRAT_EVAL" -q --manifest=- --format=csv -m map folder/q folder/a.run >folder/a.csv
	"$STRAT_EVAL" compare --manifest=m.yaml --baseline=folder/a.csv folder/q folder/b.run >/dev/null
	assert_equal "$(part m.yaml 'x["tag"], x["research goal"]["evaluation"]["baseline"]')" "('b', ['a.csv'])"
}

@test "an evaluation of a run, of any name and kind" {
	"$STRAT_EVAL" --manifest=m.yaml folder/q folder/a.run >/dev/null
	assert_equal "$(part m.yaml 'x["tag"], x["research goal"], x["actor"]')" "('a', {'evaluation': None}, None)"
	for t in 1 2 3; do echo "$t r"; done >'folder/se"t: - #1'
	"$STRAT_EVAL" -T set --manifest=m.yaml folder/q 'folder/se"t: - #1' >/dev/null
	assert_equal "$(part m.yaml 'x["tag"]')" 'se"t: - #1'
	printf '{"qid": "%s", "docid": "r", "score": 1}\n' 1 2 3 >folder/lines.jsonl
	"$STRAT_EVAL" --manifest=m.yaml folder/q folder/lines.jsonl >/dev/null
	assert_equal "$(part m.yaml 'x["tag"]')" lines.jsonl
	sed 's/ a$/ null/' folder/a.run >folder/n.run
	"$STRAT_EVAL" --manifest=m.yaml folder/q folder/n.run >/dev/null
	assert_equal "$(part m.yaml 'type(x["tag"]), x["tag"]')" "(<class 'str'>, 'null')"
}

@test "what is not about one run is refused, and no other file is overwritten" {
	refused 64 '--manifest=FILE.yaml: ir_metadata is about one run that is evaluated, or compared with a --baseline, and there are 2; name another file' \
		--manifest=m.yaml folder/q folder/a.run folder/b.run
	refused_by compare 64 'and there are 0' --manifest=m.yaml --wins=1,2
	refused_by plan 64 'and there are 0' topics --effect=.3 --power=.8 --manifest=m.yaml
	[ ! -e m.yaml ]
	cp folder/q kept.yaml
	evaluate --manifest=kept.yaml folder/q folder/a.run
	[ "$exit_status" != 0 ]
	cmp folder/q kept.yaml
	"$STRAT_EVAL" --manifest=m.yaml folder/q folder/a.run >/dev/null
	"$STRAT_EVAL" --manifest=m.yaml folder/q folder/b.run >/dev/null
	assert_equal "$(part m.yaml 'x["tag"]')" b
}
