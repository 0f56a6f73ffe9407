# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what command lines print as jsonl against doc/schema: required fields, types, and no field that the schema does not name.

	python3 check_schema.py SCHEMAS LINES		in the folder of tests/battery_files.sh, with strat_eval in PATH
	python3 check_schema.py SCHEMAS			prints the fields of each schema in order; ? may be left out

The columns of csv are those of the code, also those that no line of jsonl happens to have: the schema of a line is the one that has
exactly its columns, in their order. With JSONSCHEMA=1 the module jsonschema checks, too. Prints the kinds and how many records each had.
"""
import collections
import json
import os
import subprocess
import sys

TYPES = {'string': str, 'number': (int, float), 'null': type(None), 'array': list, 'integer': int}


def wrong(record, schema):
	"""What is wrong with a record, or None."""
	for name in schema['required']:
		if name not in record:
			return f'{name} is missing'
	for name, value in record.items():
		field = schema['properties'].get(name)
		if field is None:
			return f'{name} is not in the schema'
		if 'const' in field:
			if value != field['const']:
				return f'{name} is {value!r}'
			continue
		types = field['type'] if isinstance(field['type'], list) else [field['type']]
		if isinstance(value, bool) or not isinstance(value, tuple(t for x in types for t in (TYPES[x] if isinstance(TYPES[x], tuple) else (TYPES[x],)))):
			return f'{name} is {value!r}'
		for item in value if isinstance(value, list) and field['items'].get('properties') else []:
			why = wrong(item, field['items'])
			if why:
				return f'{name}: {why}'
	return None


def printed(line):
	answer = subprocess.run(['bash', '-c', f'strat_eval {line}'], capture_output=True, text=True, stdin=subprocess.DEVNULL)
	return answer.stdout.splitlines()


def kind_of(line, schemas):
	"""The schema with the columns that the same answer has in csv; None: it is an error, and prints nothing."""
	header = next((text for text in printed(line.replace('=jsonl', '=csv')) if not text.startswith('#')), None)
	found = [name for name, schema in schemas.items() if ','.join(schema['properties']) == header]
	if header is not None and len(found) != 1:
		sys.exit(f'strat_eval {line}: no schema has just the columns {header}')
	return found[0] if found else None


def main(folder, lines):
	schemas = {name[:-5]: json.load(open(os.path.join(folder, name))) for name in os.listdir(folder)}
	validators = {}
	if os.environ.get('JSONSCHEMA'):
		import jsonschema
		for name, schema in schemas.items():
			jsonschema.Draft202012Validator.check_schema(schema)
			validators[name] = jsonschema.Draft202012Validator(schema)
	count = collections.Counter()
	for line in lines:
		kind = kind_of(line, schemas)
		for text in printed(line):
			record = json.loads(text)
			name = 'provenance' if record.get('record') == 'provenance' else kind
			why = wrong(record, schemas[name])
			if why:
				sys.exit(f'strat_eval {line}: {name}: {why}: {text}')
			if name in validators:
				validators[name].validate(record)
			count[name] += 1
	print(*sorted(f'{name}:{number}' for name, number in count.items()))
	missing = sorted(set(schemas) - set(count))
	if missing:
		sys.exit(f'no record of {missing}')


def fields(folder):
	for name in sorted(os.listdir(folder)):
		schema = json.load(open(os.path.join(folder, name)))
		print(f'{name[:-5]}:', *(field + ('' if field in schema['required'] else '?') for field in schema['properties']))


if len(sys.argv) == 2:
	fields(sys.argv[1])
else:
	main(sys.argv[1], [line.rstrip('\n') for line in open(sys.argv[2])])
