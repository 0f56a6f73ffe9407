/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a program compiled for WASI (snapshot preview 1) asks of its system: arguments, one flat folder, standard
 * output and error. The folder's files are Blobs, of which a window is in memory at a time, and what the program
 * writes. Runs in the worker: engine.js passes the text of this function there, so that it uses nothing from
 * around it.
 *
 *	const system = wasi({ args: ['strat_eval', ...], files: [{ name, blob }], onread(bytes, ofBytes) });
 *	const instance = new WebAssembly.Instance(module, system.imports(module));
 *	system.start(instance) -> exit status; system.out() system.err() -> Uint8Array; system.written() -> { name: Uint8Array }
 */
const wasi = ({ args, files, onread }) => {
	const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, IO = 29, NOENT = 44, NOSYS = 52, SPIPE = 70;
	const UNKNOWN = 0, DIRECTORY = 3, REGULAR = 4;
	const CREATE = 1, EXCLUSIVE = 4, TRUNCATE = 8, APPEND = 1;
	const FOLDER = 3, WINDOW = 4 << 20;
	const text = new TextEncoder(), reader = new FileReaderSync();
	let memory = null;

	const view = () => new DataView(memory.buffer);
	const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
	const name = (at, length) => new TextDecoder().decode(bytes(at, length)).replace(/^(\.\/+)+/, '');

	/* Bytes that grow. */
	const store = () => ({ bytes: new Uint8Array(1 << 12), size: 0 });
	const put = (to, piece, at) => {
		const end = at + piece.length;
		if (end > to.bytes.length) {
			const larger = new Uint8Array(Math.max(end, 2 * to.bytes.length));
			larger.set(to.bytes.subarray(0, to.size));
			to.bytes = larger;
		}
		to.bytes.set(piece, at);
		to.size = Math.max(to.size, end);
	};
	const content = (of) => of.bytes.slice(0, of.size);

	const folder = new Map(files.map((file) => [file.name, { blob: file.blob, size: file.blob.size, from: 0, bytes: null, seen: 0 }]));
	const whole = files.reduce((sum, file) => sum + file.blob.size, 0);
	let read = 0;

	/* How much has been read counts each byte once, however often the program reads it. */
	const window = (file, at) => {
		const to = Math.min(file.size, at + WINDOW);
		file.bytes = new Uint8Array(reader.readAsArrayBuffer(file.blob.slice(at, to)));
		file.from = at;
		read += Math.max(0, to - file.seen);
		file.seen = Math.max(file.seen, to);
		onread(read, whole);
	};
	/* Fewer bytes than asked for are allowed: at most to the end of the window. */
	const take = (file, at, into) => {
		if (at >= file.size || into.length === 0)
			return 0;
		if (file.blob && (file.bytes === null || at < file.from || at >= file.from + file.bytes.length))
			window(file, at);
		const start = file.blob ? at - file.from : at;
		const end = file.blob ? file.bytes.length : file.size;
		const piece = file.bytes.subarray(start, Math.min(end, start + into.length));
		into.set(piece);
		return piece.length;
	};

	const out = store(), err = store(), nothing = { bytes: new Uint8Array(0), size: 0 };
	const open = new Map([
		[0, { file: nothing, at: 0, type: UNKNOWN }],
		[1, { file: out, at: 0, type: UNKNOWN, append: true }],
		[2, { file: err, at: 0, type: UNKNOWN, append: true }],
		[FOLDER, { type: DIRECTORY }],
	]);

	const status = (at, type, size) => {
		const v = view();
		bytes(at, 64).fill(0);
		v.setUint8(at + 16, type);
		v.setBigUint64(at + 24, 1n, true);
		v.setBigUint64(at + 32, BigInt(size), true);
		return OK;
	};
	/* Calls one(piece of memory) for each of the pieces that the program names, while they are filled or taken whole. */
	const pieces = (list, count, done, one) => {
		let total = 0;
		for (let i = 0; i < count; i++) {
			const length = view().getUint32(list + 8 * i + 4, true);
			const moved = one(bytes(view().getUint32(list + 8 * i, true), length));
			total += moved;
			if (moved < length)
				break;
		}
		view().setUint32(done, total, true);
		return OK;
	};
	const texts = (list) => list.map((word) => text.encode(word + '\0'));
	const sizes = (list, count, size) => {
		view().setUint32(count, list.length, true);
		view().setUint32(size, texts(list).reduce((sum, word) => sum + word.length, 0), true);
		return OK;
	};
	const list = (words, pointers, at) => {
		for (const word of texts(words)) {
			view().setUint32(pointers, at, true);
			bytes(at, word.length).set(word);
			pointers += 4;
			at += word.length;
		}
		return OK;
	};
	class Exit {
		constructor(code) {
			this.code = code;
		}
	}

	const calls = {
		args_sizes_get: (count, size) => sizes(args, count, size),
		args_get: (pointers, at) => list(args, pointers, at),
		environ_sizes_get: (count, size) => sizes([], count, size),
		environ_get: () => OK,
		clock_time_get(clock, precision, at) {
			view().setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
			return OK;
		},
		proc_exit(code) {
			throw new Exit(code);
		},
		fd_prestat_get(fd, at) {
			if (fd !== FOLDER)
				return BADF;
			view().setUint32(at, 0, true);
			view().setUint32(at + 4, 1, true);
			return OK;
		},
		fd_prestat_dir_name(fd, at, length) {
			bytes(at, length).set(text.encode('.'));
			return OK;
		},
		fd_fdstat_get(fd, at) {
			const f = open.get(fd);
			if (f === undefined)
				return BADF;
			bytes(at, 24).fill(0);
			view().setUint8(at, f.type);
			view().setBigUint64(at + 8, 0xffffffffffffffffn, true);
			view().setBigUint64(at + 16, 0xffffffffffffffffn, true);
			return OK;
		},
		fd_filestat_get(fd, at) {
			const f = open.get(fd);
			return f === undefined ? BADF : status(at, f.type, f.file?.size ?? 0);
		},
		fd_close: (fd) => open.delete(fd) ? OK : BADF,
		fd_read(fd, at, count, done) {
			const f = open.get(fd);
			if (f?.file === undefined)
				return BADF;
			try {
				return pieces(at, count, done, (into) => {
					const moved = take(f.file, f.at, into);
					f.at += moved;
					return moved;
				});
			} catch (reason) {
				return IO; // the file was moved or changed since it was chosen
			}
		},
		fd_write(fd, at, count, done) {
			const f = open.get(fd);
			if (f?.file === undefined || f.file.blob)
				return BADF;
			return pieces(at, count, done, (piece) => {
				if (f.append)
					f.at = f.file.size;
				put(f.file, piece, f.at);
				f.at += piece.length;
				return piece.length;
			});
		},
		fd_seek(fd, offset, whence, at) {
			const f = open.get(fd);
			if (f?.file === undefined)
				return BADF;
			if (f.type !== REGULAR)
				return SPIPE;
			const to = Number(offset) + [0, f.at, f.file.size][whence];
			if (to < 0)
				return INVAL;
			f.at = to;
			view().setBigUint64(at, BigInt(to), true);
			return OK;
		},
		fd_tell: (fd, at) => calls.fd_seek(fd, 0n, 1, at),
		path_open(fd, flags, at, length, how, rights, inherited, as, result) {
			const path = name(at, length);
			let file = folder.get(path);
			if (fd !== FOLDER)
				return BADF;
			if (path === '.' || path === '') {
				open.set(++last, { type: DIRECTORY });
				view().setUint32(result, last, true);
				return OK;
			}
			if (file === undefined && !(how & CREATE))
				return NOENT;
			if (file !== undefined && how & EXCLUSIVE)
				return EXIST;
			if (file === undefined || how & TRUNCATE)
				folder.set(path, file = store());
			open.set(++last, { file, at: 0, type: REGULAR, append: Boolean(as & APPEND) });
			view().setUint32(result, last, true);
			return OK;
		},
		path_filestat_get(fd, flags, at, length, result) {
			const path = name(at, length), file = folder.get(path);
			if (path === '.' || path === '')
				return status(result, DIRECTORY, 0);
			return file === undefined ? NOENT : status(result, REGULAR, file.size);
		},
		path_unlink_file: (fd, at, length) => folder.delete(name(at, length)) ? OK : NOENT,
		path_rename(fd, at, length, to, toAt, toLength) {
			const file = folder.get(name(at, length));
			if (file === undefined)
				return NOENT;
			folder.delete(name(at, length));
			folder.set(name(toAt, toLength), file);
			return OK;
		},
	};
	let last = FOLDER;

	return {
		/* What the program may call and is not above fails, as on a system that does not have it. */
		imports(module) {
			const made = {};
			for (const { module: from, name: call } of WebAssembly.Module.imports(module))
				(made[from] ??= {})[call] = calls[call] ?? (() => NOSYS);
			return made;
		},
		start(instance) {
			memory = instance.exports.memory;
			try {
				instance.exports._start();
				return 0;
			} catch (reason) {
				if (reason instanceof Exit)
					return reason.code;
				throw reason;
			}
		},
		out: () => content(out),
		err: () => content(err),
		written: () => Object.fromEntries(Array.from(folder).filter(([, file]) => !file.blob).map(([path, file]) => [path, content(file)])),
	};
};
