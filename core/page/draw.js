/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draw: documents to review, at random from a list, by strat_eval sample. What is saved are its bytes.
 *
 *	draw.take({ title, parts: [[what, size]] })	shows the panel with the sizes of a plan
 */
const draw = {};
{
	const ROLES = [['collection', 'Drawn from'], ['leave-out', 'Not drawn: leave out']];
	const fields = new Map();
	let planned = null, refresh = () => {};

	/* Not by the clock and not by hand: nobody can say that it was chosen for what it draws. */
	const anySeed = () => String(100000 + crypto.getRandomValues(new Uint32Array(1))[0] % 900000);

	draw.take = (plan) => {
		planned = plan;
		page.show('draw');
		refresh();
	};

	/* The sample as the program printed it: what its comments say, and the rows. */
	const read = (text) => {
		const lines = text.split('\n'), comments = lines.filter((line) => line.startsWith('# '));
		const rows = lines.slice(comments.length + 1).filter((line) => line !== '').length;
		const from = comments.map((line) => line.match(/^# (drawn from|left out): (.*), XXH64 ([0-9a-f]{16})$/)).filter((one) => one !== null).map(([, kind, name, sum]) => ({ kind, name, sum }));
		const families = comments.map((line) => line.match(/^# whole families were drawn \(column (.*)\): (\d+) of (\d+), with/)).find((one) => one !== null)?.slice(1);
		const first = lines[comments.length + 1] ?? '', size = first.split(',').slice(-2, -1)[0];
		return { rows, from, families, size: /^\d+$/.test(size) ? size : '', names: lines.slice(comments.length + 1, comments.length + 11).map((line) => line.match(/^[^,]*,("(?:[^"]|"")*"|[^,]*)/)?.[1] ?? '') };
	};

	const build = (root) => {
		const { form, sheet, peek } = page.split(root);
		const box = element('div', { id: 'd-answer', class: 'sheet' }), command = page.command('d-command');
		let made = null, look = null, looked = '', kept = null; /* kept: of a case */
		const field = (id, more) => {
			const one = page.field({ id: `d-${id}`, oninput: () => changed(), ...more });
			fields.set(id, one);
			return one.root;
		};
		const list = files.list({ id: 'd', roles: ROLES, hint: 'Drop the list of documents here: one per line, or a table or export (CSV, Excel) with a column of document numbers.', onchange: () => changed(),
			guess: async (file, name, others) => ({ role: others.some((item) => item.refused === undefined && item.role() === 'collection') ? 'leave-out' : 'collection', format: '' }) });
		const plan = element('div', { id: 'd-plan' });
		const example = () => {
			load({ size: '20', seed: '2026' });
			list.add([new File([Array.from({ length: 500 }, (_, i) => `DOC${String(i + 1).padStart(5, '0')}\n`).join('')], 'not produced.txt')]);
		};
		const load = (values) => {
			list.clear();
			for (const [id, one] of fields)
				one.set(values[id] ?? { seed: anySeed() }[id] ?? '');
			changed();
		};
		const column = page.field({ id: 'd-column', kind: 'choice', label: 'Column of the documents', choices: [], oninput: () => changed() });
		column.root.hidden = true;
		form.append(element('h1', {}, 'Which documents to review?'),
			element('p', { class: 'lead' }, 'Draws documents at random from a list, each with the same chance. The same list, number and seed give the same documents again, here and on the command line.'),
			element('div', { class: 'bar' }, page.button('d-example', 'Show an example', example), page.button('d-clear', 'Clear', () => load({}), 'quiet')),
			page.group({ id: 'd-step-files', title: 'The list', help: 'Of what was not produced, for elusion; of the production, for precision; of all documents, for a control set or richness. ' +
				'Documents on a list to leave out, such as a production or an earlier sample, are removed first.', children: [list.root, column.root] }),
			page.group({ id: 'd-step-size', title: 'How many', children: [plan, field('size', { kind: 'count', label: 'Documents to draw' }), field('families', { kind: 'check', label: 'Draw whole families, not single documents (the number counts families)' }),
				field('seed', { kind: 'text', pattern: /^\d{1,15}$/, form: 'This must be a whole number.', label: 'Seed', value: anySeed(), help: 'A whole number that the draw begins with. Write it into the protocol before you draw, and do not draw again because of what you see.' })] }));
		const savedName = () => kept?.name ?? `sample of ${list.of('collection')[0].name.replace(/\.(csv|txt|xlsx|gz)$/i, '')}.csv`;
		const save = () => page.save(savedName(), made.bytes, 'text/csv');
		const tools = element('div', { class: 'bar tools' }, page.button('d-print', 'Print', () => print(), 'main'), page.button('d-save', 'Save the file to code', save));
		sheet.append(tools, box, command.root);
		const state = (name) => {
			box.dataset.state = name;
			box.setAttribute('aria-busy', name === 'waiting');
			tools.hidden = name !== 'ready';
		};
		const instead = (name, title, ...children) => {
			state(name);
			command.show(null);
			peek('');
			box.replaceChildren(element('div', { class: 'instead' }, element('h2', {}, title), children));
		};
		const inWords = (message) => kinds.inWords(message.replace(/; if it has another name, say so.*$/, '. Choose the column').replace(/, or type --run-column=docno='.*' if all lists have it/, '').replace(/--size\b/g, 'The number of documents to draw')
			.replace(/--leave-out\b/g, 'a list that is left out').replace(/--collection\b/g, 'the list').replace(/--seed=?/g, 'Seed '));
		const fail = (message) => {
			const item = list.items.find((one) => message.startsWith(`${one.path}:`));
			const text = inWords(item === undefined ? message : message.replace(`${item.path}:`, 'Line ').replace(/^Line (?!\d)\s*/, ''));
			item?.error(text);
			instead('wrong', 'The program does not accept this', element('p', { id: 'd-message' }, item === undefined ? text : `${item.name}: ${text}`));
		};
		const show = (result) => {
			const { rows, from, families, size, names } = made = { ...read(result.out), bytes: result.bytes, text: result.out, args: result.args }, seed = fields.get('seed').read().value;
			const warnings = (result.err ?? '').split('\n').filter((line) => line.includes(': warning: ')).map((line) => inWords(line.replace(/^.*?: warning: (in 1 topic )?/, '')));
			const left = from.filter((one) => one.kind === 'left out');
			const line = (label, value) => element('tr', {}, element('th', { scope: 'row', class: 'text' }, label), element('td', { class: 'text' }, value));
			box.replaceChildren(element('h1', {}, 'A random sample'), element('p', { class: 'size' }, element('span', { id: 'd-size-drawn' }, page.count(rows)), ' documents'),
				element('p', { class: 'lead' }, size === '' ? 'drawn at random' : families === undefined ? `drawn at random from ${page.count(size)}, each with the same chance`
					: `in ${page.count(families[1])} whole families, drawn at random from ${page.count(families[2])} families with ${page.count(size)} documents; each family had the same chance`),
				...warnings.map((text) => element('p', { class: 'note' }, text)),
				element('div', { class: 'scroll' }, element('table', { id: 'd-table' }, element('tbody', {}, line('seed', seed), families === undefined ? null : line('column of the families', families[0]),
					from.filter((one) => one.kind !== 'left out').map(({ name, sum }) => line(`list: ${name}`, element('span', {}, 'XXH64 ', element('code', {}, sum)))),
					left.map(({ name, sum }) => line(`left out: ${name}`, element('span', {}, 'XXH64 ', element('code', {}, sum))))))),
				element('h2', {}, 'What to do with it'),
				element('ul', {}, element('li', {}, 'Save the file to code: one row per document, with an empty column rel.'),
					element('li', {}, 'Review each document and write the decision into that column, or review it on your platform and export the codes. All of them must be coded.'),
					element('li', {}, `Drop the coded file, or the export, and the list of what was produced into Validate${families === undefined ? '.' : ', and say there that whole families were drawn.'}`)),
				element('h2', {}, 'The first documents'), element('ol', {}, names.filter((name) => name !== '').map((name) => element('li', {}, name))),
				element('p', { class: 'help' }, page.origin));
			state('ready');
			peek(`${page.count(rows)} documents drawn`);
			page.say(`${page.count(rows)} documents are drawn.`);
		};
		const ask = page.answering({ long: box, oncancel: () => instead('empty', 'Cancelled', page.button('d-again', 'Begin again', () => changed())), onwait: () => state('waiting'), onfail: (reason) => instead('failed', 'The program stopped', element('p', {}, String(reason?.message ?? reason))),
			ondone([result], [run]) {
				if (run.look !== undefined) {
					looked = run.look;
					const all = result.status === 0 ? [...new Set(result.out.trim().split('\n').map((line) => JSON.parse(line)).filter((one) => one.word === null).map((one) => one.column))] : [];
					look = { names: all, found: result.out.includes('{"use":"docno"'), families: result.status === 0 ? result.out.split('\n').find((line) => line.startsWith('{"use":"cluster"')) : undefined };
					column.input.replaceChildren(...[['', 'choose'], ...all.map((name) => [name, name])].map(([value, label]) => element('option', { value }, label)));
					changed();
				} else if (result.status === 0)
					show({ ...result, args: run.args });
				else
					fail(page.message(result.err));
			} });
		const changed = () => {
			const from = list.of('collection'), left = list.of('leave-out'), size = fields.get('size').read(), seed = fields.get('seed').read();
			ask(null);
			for (const item of list.items)
				item.error(item.refused ?? '');
			plan.replaceChildren(...planned === null ? [] : [element('p', { class: 'help' }, `From the plan "${planned.title}":`),
				element('div', { class: 'bar' }, planned.parts.map(([what, number], i) => page.button(`d-plan-${i}`, `${page.count(number)} ${what}`, () => {
					fields.get('size').set(String(number));
					changed();
				})))]);
			column.root.hidden = fields.get('families').root.hidden = true;
			if (kept !== null && (list.items.length > 0 || JSON.stringify(Object.fromEntries([...fields].map(([id, one]) => [id, one.get()]))) !== kept.values))
				kept = null;
			if (kept !== null) {
				command.show(kept.args);
				show({ out: kept.sample, bytes: new TextEncoder().encode(kept.sample), args: kept.args });
				return;
			}
			if (from.length !== 1) {
				instead('empty', from.length > 1 ? 'One list at a time' : 'Your sample appears here', element('p', {}, from.length > 1 ? 'Say which of the lists is left out, or remove one.' : 'Drop the list of documents into this window, or choose it.'));
				return;
			}
			const key = `${from[0].name} ${from[0].blob.size}`;
			if (looked !== key) {
				ask([{ args: ['validate', from[0].path, '--show=columns', '--format=jsonl'], files: from, look: key }]);
				return;
			}
			column.root.hidden = look.found || look.names.length < 2;
			fields.get('families').root.hidden = look.families === undefined;
			if (size.wrong !== '' || seed.wrong !== '')
				instead('wrong', 'Please correct', page.pointers(['size', 'seed'].filter((id) => fields.get(id).read().wrong !== '').map((id) => ({ field: fields.get(id), text: '' })), false));
			else if (size.value === '' || seed.value === '')
				instead('empty', 'Still to fill in', page.pointers(['size', 'seed'].filter((id) => fields.get(id).get() === '').map((id) => ({ field: fields.get(id), text: '' })), false));
			else if (!column.root.hidden && column.get() === '')
				instead('empty', 'Still to fill in', page.pointers([{ field: column, text: '' }], false));
			else {
				const args = ['sample', `--collection=${from[0].path}`, ...left.map((item) => `--leave-out=${item.path}`), ...column.root.hidden ? [] : [`--run-column=docno=${column.get()}`],
					...look.families === undefined || fields.get('families').get() !== 'yes' ? [] : [`--cluster-column=${JSON.parse(look.families).column}`],
					`--size=${size.value}`, `--seed=${seed.value}`];
				command.show(args);
				ask([{ args, files: [...from, ...left] }]);
			}
		};
		refresh = () => {
			if (planned?.parts.length === 1)
				fields.get('size').set(String(planned.parts[0][1]));
			changed();
		};
		refresh();
		return {
			clear() {
				planned = null;
				load({});
			},
			save: () => list.items.length === 0 && fields.get('size').get() === '' && kept === null ? null : { fields: Object.fromEntries([...fields].map(([id, one]) => [id, one.get()])),
				plan: planned ?? undefined, list: box.dataset.state === 'ready' ? savedName() : undefined, args: box.dataset.state === 'ready' ? made.args : undefined,
				sample: box.dataset.state === 'ready' ? made.text : undefined },
			/* The sample is the one that was drawn: the list is not needed again. */
			load({ fields: values, plan: before, list: name, args, sample }) {
				const fits = [name, sample].every((one) => typeof one === 'string') && Array.isArray(args) && args.every((one) => typeof one === 'string');
				planned = typeof before?.title === 'string' && Array.isArray(before.parts) && before.parts.every((one) => Array.isArray(one) && typeof one[0] === 'string' && Number.isInteger(one[1])) ? before : null;
				load(values);
				kept = fits ? { name, args, sample, values: JSON.stringify(values) } : null;
				changed();
				return Object.keys(values).filter((id) => !fields.has(id)).length;
			},
		};
	};

	page.panel({ id: 'draw', title: 'Draw', build });
}
