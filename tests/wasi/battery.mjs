// SPDX-FileCopyrightText: strat_eval developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// battery.mjs MODULE PROGRAM FILES DATA LINES [PATTERN]
//
// Does the program in WebAssembly answer as the program does? Both run the command lines of the file LINES (those that
// match PATTERN) in a copy of the folder FILES; data/ is the folder DATA. Exit status and messages must be equal, and
// so must answers, except that numbers of csv and jsonl may differ by 1e-11 of their size (1e-7 with a learnt prior): the C libraries differ in the
// last bits of lgamma() and others. The same holds for files that are written.
//
// Exit status: 0 all are equal, 1 some differ.

import { WASI } from 'node:wasi';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as os from 'node:os';

// For 40 lines.
const MINUTES = 10;
const TOLERANCE = 1e-11;
// A learnt prior is where a likelihood is largest. A change of the last bit moves that place by the root of it.
const LEARNT = 1e-7;

// Lines that are not run, and why.
const LEFT_OUT = [
	[/<\(|>\(|[;|&]/, 'several processes'],
	[/\/dev\//, 'devices'],
	[/--plugin/, 'plugins'],
	[/--plot=\S*\.(png|pdf)/, 'pictures by rsvg-convert'],
	[/(^|[ =])data\//, 'without their data', (data) => !fs.existsSync(data)],
];

// Files of a folder that are not in `before`, as texts; they are removed.
function written(folder, before) {
	const found = {};
	for (const name of fs.readdirSync(folder))
		if (!before.includes(name)) {
			found[name] = fs.readFileSync(path.join(folder, name), 'latin1');
			fs.rmSync(path.join(folder, name));
		}
	return found;
}

/*
 * In a process of its own: some lines in WebAssembly.
 */

function runWasm(module, job, setting) {
	const { work, folder, files, data, before } = setting;
	const at = (name) => path.join(work, name);
	const own = { in: fs.openSync(job.stdin), out: fs.openSync(at('out'), 'w'), err: fs.openSync(at('err'), 'w') };
	const began = Date.now();
	let status;
	try {
		const wasi = new WASI({
			version: 'preview1',
			args: ['strat_eval', ...job.words],
			preopens: { '.': folder, [files]: files, ...(fs.existsSync(data) ? { data } : {}) },
			stdin: own.in,
			stdout: own.out,
			stderr: job.together ? own.out : own.err,
			returnOnExit: true,
		});
		// Each import is a function of this file: node 20 crashes when it calls its own ones directly. Standard
		// output, which the program closes, is closed below.
		const imports = {};
		for (const [name, call] of Object.entries(wasi.wasiImport))
			imports[name] = (...words) => (name === 'fd_close' && words[0] <= 2 ? 0 : call(...words));
		status = wasi.start(new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports }));
	} catch (error) {
		status = String(error);
	}
	Object.values(own).forEach((file) => fs.closeSync(file));
	return {
		status,
		out: fs.readFileSync(at('out'), 'latin1'),
		err: fs.readFileSync(at('err'), 'latin1'),
		files: written(folder, before),
		seconds: (Date.now() - began) / 1000,
	};
}

function child(settingFile) {
	const setting = JSON.parse(fs.readFileSync(settingFile));
	const module = new WebAssembly.Module(fs.readFileSync(setting.module));
	const answers = setting.jobs.map((job) => {
		fs.writeFileSync(path.join(setting.work, 'line'), job.line);
		return runWasm(module, job, setting);
	});
	fs.writeFileSync(settingFile, JSON.stringify(answers));
}

/*
 * Both, and the comparison.
 */

const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g;

// 0: equal; a number: the largest relative difference; Infinity: other texts.
function difference(a, b) {
	if (a === b) return 0;
	if (a.replace(NUMBER, '#') !== b.replace(NUMBER, '#')) return Infinity;
	const x = a.match(NUMBER).map(Number);
	const y = b.match(NUMBER).map(Number);
	return Math.max(...x.map((u, i) => (u === y[i] ? 0 : Math.abs(u - y[i]) / Math.max(Math.abs(u), Math.abs(y[i])))));
}

function firstLines(a, b) {
	const x = a.split('\n');
	const y = b.split('\n');
	const i = x.findIndex((line, k) => line !== y[k]);
	return `\n  - ${x[i] ?? '(nothing)'}\n  + ${y[i] ?? '(nothing)'}`;
}

// Why two answers are not equal, or nothing.
function why(line, a, b, count) {
	if (a.status !== b.status) return `status ${a.status}, ${b.status}: ${b.err.split('\n')[0]}`;
	if (a.err !== b.err) return `messages${firstLines(a.err, b.err)}`;
	const learnt = /learnt/.test(a.out);
	const allowed = /--format=(csv|jsonl)/.test(line) ? (learnt ? LEARNT : TOLERANCE) : 0;
	let most = 0;
	for (const name of new Set(['', ...Object.keys(a.files), ...Object.keys(b.files)])) {
		const [x, y] = [a, b].map((side) => (name === '' ? side.out : (side.files[name] ?? '')));
		const d = difference(x, y);
		if (d > allowed) return `${name || 'answer'}, by ${d}${firstLines(x, y)}`;
		most = Math.max(most, d);
	}
	count.near += most > 0;
	count.most = Math.max(count.most, most);
	return '';
}

function parent(module, program, files, data, list, pattern) {
	const work = fs.mkdtempSync(path.join(os.tmpdir(), 'wasi-'));
	process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));
	const folder = { native: path.join(work, 'native'), wasm: path.join(work, 'wasm') };
	for (const side of Object.values(folder)) fs.cpSync(files, side, { recursive: true });
	if (fs.existsSync(data)) fs.symlinkSync(data, path.join(folder.native, 'data'));
	const before = [...fs.readdirSync(folder.wasm), 'data'];

	// What bash makes of a line: its words and its standard input are kept on the way to the program.
	fs.mkdirSync(path.join(work, 'bin'));
	fs.writeFileSync(
		path.join(work, 'bin', 'strat_eval'),
		`#!/bin/bash
[ $# = 0 ] || printf '%s\\0' "$@" >"$KEPT.words"
cat >"$KEPT.stdin"
exec -a strat_eval '${program}' "$@" <"$KEPT.stdin"
`,
		{ mode: 0o755 },
	);

	const count = { all: 0, equal: 0, near: 0, most: 0, different: 0, out: {} };
	const leave = (reason) => (count.out[reason] = (count.out[reason] ?? 0) + 1);

	function runNative(line) {
		const kept = path.join(work, String(count.all));
		const p = spawnSync('bash', ['-c', `strat_eval ${line}`], {
			cwd: folder.native,
			env: { PATH: `${work}/bin:${process.env.PATH}`, KEPT: kept, LC_ALL: 'C' },
			stdio: ['ignore', 'pipe', 'pipe'],
			encoding: 'latin1',
			maxBuffer: 1 << 28,
		});
		return {
			line,
			words: fs.existsSync(`${kept}.words`) ? fs.readFileSync(`${kept}.words`, 'utf8').split('\0').slice(0, -1) : [],
			stdin: `${kept}.stdin`,
			together: / 2>&1/.test(` ${line}`),
			native: { status: p.status, out: p.stdout, err: p.stderr, files: written(folder.native, before) },
		};
	}

	function compare(jobs) {
		const setting = path.join(work, 'jobs');
		fs.writeFileSync(setting, JSON.stringify({ module, work, folder: folder.wasm, files, data, before, jobs }));
		const p = spawnSync(process.execPath, [...process.execArgv, process.argv[1], '--run', setting], { encoding: 'utf8', timeout: MINUTES * 60000 });
		if (p.status !== 0) {
			const line = fs.readFileSync(path.join(work, 'line'), 'utf8');
			throw new Error(`node ends with ${p.status ?? p.signal}, at: strat_eval ${line}\n${p.stderr}`);
		}
		JSON.parse(fs.readFileSync(setting)).forEach((wasm, i) => {
			const { line, native } = jobs[i];
			if (wasm.seconds > 10) console.log(`   ${wasm.seconds.toFixed(0)} s: strat_eval ${line}`);
			const text = why(line, native, wasm, count);
			count.equal += text === '';
			count.different += text !== '';
			if (text !== '') console.log(`== strat_eval ${line}\n  ${text}`);
		});
	}

	let jobs = [];
	for (const line of fs.readFileSync(list, 'utf8').split('\n')) {
		if (/^\s*(#|$)/.test(line) || (pattern && !new RegExp(pattern).test(line))) continue;
		count.all++;
		const reason = LEFT_OUT.find(([form, , holds]) => form.test(line.replace('2>&1', '')) && (!holds || holds(data)));
		if (reason) {
			leave(reason[1]);
			continue;
		}
		const job = runNative(line);
		// argp has its own layout of lists of options, and the version names the C library
		if (/^(Usage: |strat_eval \d)/.test(job.native.out) && job.native.status === 0) leave('help and version');
		else jobs.push(job);
		if (jobs.length === 40) {
			compare(jobs);
			jobs = [];
		}
	}
	compare(jobs);
	const left = Object.entries(count.out).map(([reason, n]) => `${n} ${reason}`);
	console.log(
		`${count.all} lines: ${count.equal} equal, of which ${count.near} have numbers that differ by at most ` +
			`${count.most.toExponential(1)}; ${count.different} different; not run: ${left.join(', ') || 'none'}`,
	);
	process.exitCode = count.different > 0 ? 1 : 0;
}

if (process.argv[2] === '--run') child(process.argv[3]);
else parent(...process.argv.slice(2));
