// pi-portcullis 0.1.0, a guard rail for the Pi coding agent. MIT License, the Portcullis authors.
// Bundles es-toolkit (Viva Republica, Inc.) and valibot (Fabian Hiller), both under the MIT License.
// src/index.ts
import { realpathSync as realpathSync2 } from "node:fs";
// src/cli.ts
import { homedir as homedir4, homedir as homedir6 } from "node:os";
import { fileURLToPath as fileURLToPath3 } from "node:url";
// package.json
var version = "0.1.0";

// src/shell/order.ts
function sortBySource(list) {
	for (let index = 1; index < list.length; index++) {
		if ((list[index - 1]?.start ?? 0) <= (list[index]?.start ?? 0)) continue;
		list.sort((left, right) => left.start - right.start);
		return;
	}
}

// src/shell/text.ts
var HOLE = "\x00";
var ARITHMETIC = "((";
var TEMPORARY = "$(mktemp)";
function isNumber({ name }) {
	return name === "?" || name === "#" || name === "$" || name === ARITHMETIC;
}
var NO_HOLES = [];
function plainText(text) {
	return { text, holes: NO_HOLES };
}
function holeText(reason) {
	return { text: HOLE, holes: [{ reason, vanishes: true }] };
}
function textFrom({ text, holes }, start) {
	return { text: text.slice(start), holes: holes.slice(text.slice(0, start).split(HOLE).length - 1) };
}
function joinTexts(texts) {
	let text = "";
	let holes;
	for (let index = 0; index < texts.length; index++) {
		const next = texts[index];
		if (next === undefined) continue;
		text += index === 0 ? next.text : ` ${next.text}`;
		if (next.holes.length > 0) (holes ??= []).push(...next.holes);
	}
	return { text, holes: holes ?? NO_HOLES };
}
function isOneWord(word) {
	return word !== undefined && word.holes.every(({ single }) => single === true);
}
function isOneName({ holes }) {
	return holes.every(({ single, reason }) => single === true || reason === "pathname expansion");
}
var UNSEEN = /[^\P{C}\n\t]|[\u2028\u2029\u115F\u1160\u3164\uFFA0]/gu;
function displayText(text) {
	return text
		.replaceAll(HOLE, "…")
		.replaceAll(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
function baseName(path) {
	return path.slice(path.lastIndexOf("/") + 1);
}
function programName(command) {
	return baseName(command)
		.toLowerCase()
		.replace(/\.exe$/, "");
}

// src/shell/braces.ts
function braceBudget() {
	return { words: 2000, steps: 200000 };
}
function expandBraces(word, budget) {
	if (word.some(({ text, quoted, solid }) => !solid || (text === "$" && !quoted))) return;
	return expand(word, budget);
}
function expand(word, budget) {
	let results = [[]];
	let rest = word;
	for (;;) {
		const braces = findBraces(rest, budget);
		if (braces === "unclear") return;
		const { open, close } = braces ?? { open: rest.length, close: rest.length };
		const before = rest.slice(0, open);
		const alternatives = braces === undefined ? [[]] : expandInside(rest.slice(open + 1, close), budget);
		if (alternatives === undefined) return;
		const joined = [];
		for (const result of results) {
			for (const alternative of alternatives) {
				budget.words--;
				budget.steps -= result.length + before.length + alternative.length;
				if (budget.words < 0 || budget.steps < 0) return;
				joined.push([...result, ...before, ...alternative]);
			}
		}
		results = joined;
		if (braces === undefined) return results;
		rest = rest.slice(close + 1);
	}
}
function findBraces(word, budget) {
	for (let from = 0; ; from++) {
		const open = scan(word, from, "{", budget);
		if (open === undefined) return;
		const [previous, next] = [word[open - 1], word[open + 1]];
		if (isBlank(previous) || isBlank(next) || isBare(next, "}")) return "unclear";
		const close = scan(word, open + 1, "}", budget);
		if (budget.steps < 0) return "unclear";
		if (close !== undefined) return { open, close };
		from = open;
	}
}
function scan(word, from, sought, budget) {
	let level = 0;
	let separated = sought !== "}";
	for (let index = from; index < word.length; index++) {
		if (budget.steps-- < 0) return;
		const element = word[index];
		if (element === undefined || element.quoted) continue;
		const { text } = element;
		if (text === sought && level === 0 && separated) return index;
		if (text === "{") level++;
		else if (text === "}" && level > 0) level--;
		else if (level === 0) {
			separated ||= text === "," || (text === "." && isBare(word[index + 1], ".") && !isBare(word[index + 2], "}"));
		}
	}
	return;
}
function expandInside(inside, budget) {
	if (!inside.some((element) => isBare(element, ","))) return sequence(inside, budget);
	const results = [];
	for (let from = 0; from <= inside.length;) {
		const comma = scan(inside, from, ",", budget) ?? inside.length;
		if (budget.steps < 0) return;
		const expanded = expand(inside.slice(from, comma), budget);
		if (expanded === undefined) return;
		results.push(...expanded);
		from = comma + 1;
	}
	return results;
}
var SEQUENCE =
	/^(?:(-?(?:0|[1-9]\d{0,8}))\.\.(-?(?:0|[1-9]\d{0,8}))|([a-z]\.\.[a-z]|[A-Z]\.\.[A-Z]))(?:\.\.(-?\d{1,9}))?$/;
function sequence(inside, budget) {
	const [first] = inside;
	const match = SEQUENCE.exec(inside.map(({ text, quoted }) => (quoted ? HOLE : text)).join(""));
	if (first === undefined || match === null) return;
	const [, low, high, letters, increment = "1"] = match;
	const start = letters === undefined ? Number(low) : letters.charCodeAt(0);
	const end = letters === undefined ? Number(high) : letters.charCodeAt(letters.length - 1);
	const step = Math.abs(Number(increment)) || 1;
	const count = Math.floor(Math.abs(end - start) / step) + 1;
	if (count > budget.words) return;
	return Array.from({ length: count }, (_, index) => {
		const value = start + (end < start ? -index : index) * step;
		const text = letters === undefined ? String(value) : String.fromCharCode(value);
		return text.split("").map((character) => ({ ...first, text: character }));
	});
}
function isBare(element, text) {
	return element?.quoted === false && element.text === text;
}
function isBlank(element) {
	return element !== undefined && /^[ \t\n]$/.test(element.text);
}

// src/shell/expand.ts
var EXPANDING = /[*?[~{]/;
var UNKNOWN_BRACES = { text: HOLE, holes: [{ reason: "brace expansion", vanishes: true }] };
function expandWords(word, budget) {
	if (!hasBare(word, /\{/) || hidesBraces(word)) return [expandWord(word)];
	const elements = toElements(word);
	if (!mayExpandBraces(elements)) return [expandElements(elements)];
	const words = expandBraces(elements, budget);
	if (words === undefined) return [UNKNOWN_BRACES];
	return words.filter((one) => one.length > 0).map(expandElements);
}
function expandWord(word) {
	const [only] = word.parts;
	if (word.parts.length === 1 && only?.kind === "literal" && (only.quoted || !EXPANDING.test(only.text))) {
		return plainText(only.text);
	}
	if (hidesBraces(word)) return UNKNOWN_BRACES;
	if (!hasBare(word, EXPANDING)) {
		return buildText(word.parts.map((part) => (part.kind === "literal" ? { text: part.text } : toHole(part))));
	}
	const elements = toElements(word);
	return mayExpandBraces(elements) ? UNKNOWN_BRACES : expandElements(elements);
}
function hidesBraces({ parts }) {
	if (parts.every((part) => part.kind !== "expansion" || !part.quoted || part.inner.length === 0)) return false;
	const hasBrace = (part) =>
		part.kind === "literal" ? part.text.includes("{") : part.kind === "expansion" && part.inner.some(hasBrace);
	return parts.some(hasBrace);
}
function mayExpandBraces(elements) {
	const bare = elements.map(({ text, quoted }) => (quoted ? HOLE : text)).join("");
	const [open, close] = [bare.indexOf("{"), bare.lastIndexOf("}")];
	return open !== -1 && open < close && /,|\.\./.test(bare.slice(open, close));
}
function hasBare({ parts }, pattern) {
	return parts.some((part) => part.kind === "literal" && !part.quoted && pattern.test(part.text));
}
function expandElements(elements) {
	const skeleton = elements.map(({ text, quoted }) => (quoted ? HOLE : text)).join("");
	const reasons = elements.map(({ reason }) => reason);
	markGlobs(skeleton, reasons);
	markTildes(skeleton, reasons);
	const tilde = /^~(?:\/|$)/.test(skeleton);
	return buildText(
		elements.map((element, index) => {
			const name = tilde && index === 0 ? "~" : element.name;
			const reason = reasons[index];
			const single = reason === "tilde expansion" && element.reason === undefined ? true : element.single;
			return { ...element, reason, name, single };
		}),
	);
}
function buildText(pieces) {
	const vanishes = mayVanish(pieces);
	const holes = [];
	const texts = [];
	let afterHole = false;
	for (const { text, reason, name, single } of pieces) {
		if (reason === undefined) {
			texts.push(text);
			afterHole &&= text === "";
		} else if (afterHole) {
			const last = holes.at(-1);
			const wider = last === undefined || last.reason === "pathname expansion" ? reason : last.reason;
			holes[holes.length - 1] = { reason: wider, vanishes, single: single === true && last?.single === true };
		} else {
			texts.push(HOLE);
			holes.push({ reason, vanishes, single, name });
			afterHole = true;
		}
	}
	return { text: texts.join(""), holes };
}
function mayVanish(pieces) {
	if (!pieces.every(({ text, reason }) => reason !== undefined || text === "")) return false;
	return pieces.length > 0 && (pieces.every(({ removable }) => removable) || pieces.some(({ list }) => list));
}
function toHole(part) {
	const { quoted } = part;
	if (part.kind === "substitution") {
		const reason = part.process ? "process substitution" : "command substitution";
		return { text: HOLE, reason, single: quoted, removable: !quoted };
	}
	const { reason, name, list } = part;
	return {
		text: HOLE,
		reason,
		name: reason === "arithmetic expansion" ? ARITHMETIC : name,
		single: quoted && !list,
		list,
		removable: !quoted && reason !== "arithmetic expansion",
	};
}
function toElements({ parts }) {
	return parts.flatMap((part) => {
		if (part.kind !== "literal") return [{ ...toHole(part), quoted: true, solid: isSolid(part) }];
		const { text, quoted } = part;
		return (text === "" ? [""] : text.split("")).map((character) => ({ text: character, quoted, solid: true }));
	});
}
function isSolid(part) {
	if (part.kind === "substitution") return !part.process;
	const { name, inner, quoted, braced } = part;
	return name !== undefined && inner.length === 0 && (quoted || braced);
}
function markGlobs(skeleton, reasons) {
	const open = skeleton.indexOf("[");
	const close = open === -1 ? -1 : Math.max(skeleton.lastIndexOf("]"), skeleton.lastIndexOf(HOLE));
	for (let index = 0; index < skeleton.length; index++) {
		const bracketed = index >= open && index <= close;
		if (bracketed || skeleton[index] === "*" || skeleton[index] === "?") reasons[index] ??= "pathname expansion";
	}
}
function markTildes(skeleton, reasons) {
	for (let index = 0; index < skeleton.length; index++) {
		if (skeleton[index] !== "~") continue;
		if (index > 0 && skeleton[index - 1] !== "=" && skeleton[index - 1] !== ":") continue;
		for (; index < skeleton.length && skeleton[index] !== "/"; index++) reasons[index] ??= "tilde expansion";
	}
}

// src/shell/variables.ts
var SET_BY_BASH = /^(?:_|BASH.*|FUNCNAME|PIPESTATUS|MAPFILE|COPROC.*|COMP.*|OPTARG|DIRSTACK|PWD|OLDPWD|REPLY|GROUPS)$/;
var ALWAYS_INTEGER = /^(?:RANDOM|SRANDOM|SECONDS|LINENO|EPOCHSECONDS|PPID)$/;
function keepsItsValue(name) {
	return !SET_BY_BASH.test(name) && !ALWAYS_INTEGER.test(name) && !/^(?:EPOCH|HIST|OPT|E?UID)/.test(name);
}

class Variables {
	inherits;
	evaluations = [];
	assigned = new Map();
	arrays = new Set();
	mayBeCompound = [];
	constructor(inherits) {
		this.inherits = inherits;
	}
	assign(name, integer) {
		this.assigned.set(name, integer && this.assigned.get(name) !== false);
	}
	evaluate(evaluated) {
		this.evaluations.push(evaluated);
		for (const name of evaluated.evaluation.assigned) if (!this.assigned.has(name)) this.assigned.set(name, true);
	}
	makeArray(name) {
		this.arrays.add(name);
	}
	declare(name, value, place) {
		if (value.text.startsWith("(") || value.text.startsWith(HOLE)) this.mayBeCompound.push({ name, ...place });
	}
	unsettled() {
		return [
			...this.evaluations.filter(
				({ evaluation }) => evaluation.opaque || evaluation.names.some((name) => !this.isInteger(name)),
			),
			...this.mayBeCompound.filter(({ name }) => this.arrays.has(name) || SET_BY_BASH.test(name)),
		];
	}
	isInteger(name) {
		if (SET_BY_BASH.test(name) || this.inherits) return false;
		return this.assigned.get(name) ?? ALWAYS_INTEGER.test(name);
	}
}
function isIntegerText(text) {
	return /^-?[0-9]+$/.test(text);
}
function isIntegerWord({ parts }) {
	const [only, ...more] = parts;
	if (only === undefined || more.length > 0) return false;
	if (only.kind === "literal") return isIntegerText(only.text);
	return only.kind === "expansion" && (only.reason === "arithmetic expansion" || /^[?#$!]$/.test(only.name ?? ""));
}
function isIntegerValue({ text, holes: [hole] }) {
	return hole === undefined ? isIntegerText(text) : text === HOLE && (isNumber(hole) || hole.name === "!");
}

// src/shell/flow.ts
var START = 0;
function newLine() {
	return { discardedIn: new Set(), takeBack: [], recent: [] };
}
function scopeIn(parent) {
	return { parent, functions: new Set(), variables: new Map() };
}

class Flow {
	directories = [{ kind: "start" }];
	definitions = [];
	lost = false;
	directory = START;
	inFunction = false;
	unsure = false;
	scope = scopeIn(undefined);
	line = newLine();
	errors = 0;
	errorsInBodies = false;
	hasTexts = false;
	named = new Set();
	moveAnywhere() {
		this.directory = this.add({ kind: "unknown" });
	}
	move(words) {
		const from = this.directory;
		const [command, operand, ...more] = words;
		if (command?.text === "popd" || (command?.text === "pushd" && operand === undefined)) {
			return { succeeded: this.add({ kind: "visited" }), failed: from };
		}
		if (command?.text === "pushd" && /^[-+\0]/.test(operand?.text ?? "")) {
			return { succeeded: this.add({ kind: "unknown" }), failed: from };
		}
		if (operand?.text !== "-" || more.length > 0) {
			return { succeeded: this.add({ kind: "moved", from, words }), failed: from };
		}
		const here = this.directories[from];
		const known = here?.kind === "moved" || here?.kind === "back";
		return {
			succeeded: known ? this.add({ kind: "back", from, to: here.from }) : this.add({ kind: "unknown" }),
			failed: from,
		};
	}
	join(left, right) {
		if (left === undefined || right === undefined || left === right) return left ?? right;
		return this.add({ kind: "either", of: [left, right] });
	}
	subshell(collect) {
		const { directory, line, errors } = this;
		this.line = newLine();
		this.conditional(collect);
		this.line = line;
		this.errors = errors;
		this.directory = directory;
	}
	startCommand(name) {
		this.line.recent.length = 0;
		if (this.errorsInBodies && this.named.has(name)) this.mayFail();
	}
	mayFail() {
		this.errors++;
		const { discardedIn, takeBack, recent } = this.line;
		discardedIn.add(this.directory);
		for (const take of recent.splice(0)) takeBack.push(take);
	}
	endLine() {
		const { discardedIn, takeBack } = this.line;
		for (const take of takeBack) take();
		for (const directory of discardedIn) this.directory = this.join(this.directory, directory) ?? directory;
		this.line = newLine();
	}
	otherShell(collect) {
		const { directory, scope, inFunction, line, errors } = this;
		this.scope = scopeIn(undefined);
		this.inFunction = false;
		this.line = newLine();
		collect();
		this.scope = scope;
		this.line = line;
		this.errors = errors;
		this.directory = directory;
		this.inFunction = inFunction;
	}
	conditional(collect) {
		const { scope } = this;
		this.scope = scopeIn(scope);
		collect();
		this.scope = scope;
	}
	branches(collects) {
		for (const collect of collects) {
			const before = this.directory;
			this.conditional(collect);
			this.directory = this.join(before, this.directory) ?? before;
		}
	}
	loop(collect) {
		const from = this.directory;
		const entry = { kind: "loop", from, moves: false };
		const start = this.add(entry);
		this.directory = start;
		this.conditional(collect);
		entry.moves = this.directory !== start;
		if (entry.moves) this.moveAnywhere();
		else this.directory = from;
	}
	body(collect, isFunction) {
		const { directory, inFunction, line, errors } = this;
		this.inFunction ||= isFunction;
		const start = this.add({ kind: "visited" });
		this.directory = start;
		this.line = newLine();
		this.conditional(collect);
		this.line = line;
		this.lost ||= this.directory !== start;
		const mayFail = this.errors > errors;
		if (isFunction) this.errorsInBodies ||= mayFail;
		else this.hasTexts = true;
		this.unsure ||= this.hasTexts && (mayFail || this.errorsInBodies);
		this.errors = errors;
		this.directory = directory;
		this.inFunction = inFunction;
	}
	defineFunction(name) {
		const { functions } = this.scope;
		functions.add(name);
		this.named.add(name);
		if (this.line.discardedIn.size > 0) this.line.takeBack.push(() => functions.delete(name));
	}
	hasFunction(name) {
		for (let scope = this.scope; scope !== undefined; scope = scope.parent) {
			if (scope.functions.has(name)) return true;
		}
		return false;
	}
	define(name, values) {
		if (!keepsItsValue(name)) return;
		const { variables } = this.scope;
		variables.set(name, this.definitions.push({ name, values }) - 1);
		(this.line.discardedIn.size > 0 ? this.line.takeBack : this.line.recent).push(() => variables.delete(name));
	}
	resolve(text) {
		if (this.definitions.length === 0 || text.holes.every(({ name }) => name === undefined)) return text;
		return { ...text, holes: text.holes.map((hole) => ({ ...hole, definition: this.definitionOf(hole.name) })) };
	}
	definitionOf(name) {
		if (name === undefined) return;
		for (let scope = this.scope; scope !== undefined; scope = scope.parent) {
			const found = scope.variables.get(name);
			if (found !== undefined) return found;
		}
		return;
	}
	add(directory) {
		return this.directories.push(directory) - 1;
	}
}

// src/shell/lexer.ts
var MAX_DEPTH = 200;
var MAX_BACKQUOTE_DEPTH = 12;
var METACHARACTERS = ` 	
|&;()<>`;

class Lexer {
	text;
	shared;
	offsets;
	pos = 0;
	waiting = [];
	constructor(text, shared, offsets) {
		this.text = text;
		this.shared = shared;
		this.offsets = offsets;
	}
	get failed() {
		return this.shared.problems.length > 0;
	}
	at(pos) {
		return this.offsets === undefined ? pos : (this.offsets[pos] ?? pos);
	}
	span(start, end) {
		return { start: this.at(start), end: this.at(end) };
	}
	fail(message) {
		if (!this.failed) {
			this.shared.problems.push({ span: this.span(this.pos, this.text.length), message });
		}
		this.pos = this.text.length;
	}
	doubt(message) {
		if (this.shared.doubts.length === 0) {
			this.shared.doubts.push({ span: this.span(this.pos, this.text.length), message });
		}
	}
	attempt(read) {
		const { pos, waiting, shared } = this;
		const { printedBodies } = shared;
		const before = [...waiting];
		const result = read();
		if (!this.failed || shared.reread) return result;
		shared.reread = true;
		shared.doubts.push(...shared.problems.splice(0));
		shared.printedBodies = printedBodies;
		this.waiting = before;
		this.pos = pos;
		return;
	}
	peek() {
		const character = this.text[this.pos];
		if (character !== "\\") return character ?? "";
		this.pos = this.skipContinuations(this.pos);
		return this.text[this.pos] ?? "";
	}
	here() {
		this.peek();
		return this.pos;
	}
	peekSecond() {
		return this.text[this.skipContinuations(this.skipContinuations(this.pos) + 1)] ?? "";
	}
	advance() {
		this.pos = Math.min(this.skipContinuations(this.pos) + 1, this.text.length);
	}
	peekTogether(expected) {
		this.peek();
		return this.text.startsWith(expected, this.pos);
	}
	take(expected) {
		let pos = this.pos;
		for (const character of expected) {
			pos = this.skipContinuations(pos);
			if (this.text[pos] !== character) return false;
			pos++;
		}
		this.pos = pos;
		return true;
	}
	atWordEnd() {
		const character = this.peek();
		return character === "" || METACHARACTERS.includes(character);
	}
	atProcess() {
		const next = this.peek();
		return (next === "<" || next === ">") && this.peekSecond() === "(";
	}
	skipBlanks() {
		for (let c = this.peek(); c === " " || c === "\t"; c = this.peek()) this.pos++;
		if (this.peek() === "#") {
			const newline = this.text.indexOf(
				`
`,
				this.pos,
			);
			this.pos = newline === -1 ? this.text.length : newline;
		}
	}
	skipBlanksAndNewlines() {
		for (;;) {
			this.skipBlanks();
			if (!this.takeNewline()) return;
		}
	}
	takeNewline() {
		if (
			this.peek() !==
			`
`
		)
			return false;
		this.advance();
		const { waiting } = this;
		if (waiting.length > 0) {
			this.waiting = [];
			this.shared.readBodies(this, waiting);
		}
		return true;
	}
	nested(read) {
		if (this.shared.depth >= MAX_DEPTH) {
			this.fail(`nested deeper than ${MAX_DEPTH} levels`);
			return;
		}
		this.shared.depth++;
		const result = read();
		this.shared.depth--;
		return result;
	}
	skipContinuations(pos) {
		while (
			this.text[pos] === "\\" &&
			this.text[pos + 1] ===
				`
`
		)
			pos += 2;
		return pos;
	}
}

// src/shell/parameter.ts
var PARAMETER = /(?:([!#])(?=[A-Za-z_0-9@*#?$!-]))?([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[*@#?$!-])/y;
function readBracedParameter(lexer, list, from, quoted) {
	lexer.peek();
	PARAMETER.lastIndex = lexer.pos;
	const match = PARAMETER.exec(lexer.text);
	if (match === null) {
		readCommandGroup(lexer, list, from, quoted);
		return;
	}
	const [all, prefix, parameter = ""] = match;
	lexer.pos += all.length;
	const inner = new PartList();
	let evaluates;
	let name = prefix === undefined ? parameter : prefix === "#" ? "#" : undefined;
	let isList = parameter === "@" || prefix === "!";
	if (prefix === "!") evaluates = OPAQUE;
	if (lexer.peek() === "[" && /^[A-Za-z_]/.test(parameter)) {
		lexer.advance();
		const subscript = new PartList();
		if (!readExpandedText(lexer, subscript, "subscript", "]") || !lexer.take("]")) lexer.fail("this subscript");
		for (const part of subscript.parts) inner.push(part);
		const [only] = subscript.parts;
		const all = subscript.parts.length === 1 && only?.kind === "literal" && /^[@*]$/.test(only.text);
		if (!all) evaluates ??= evaluationOf(subscript.parts);
		else if (lexer.peek() === "}") evaluates = undefined;
		isList ||= all && prefix !== "#";
		if (prefix !== "#") name = undefined;
	}
	if (lexer.peek() !== "}") {
		name = undefined;
		evaluates = readOperator(lexer, inner, quoted, prefix === "!", evaluates);
	}
	if (!lexer.take("}")) lexer.fail("unterminated parameter expansion");
	isList ||= inner.parts.some((part) => part.kind === "expansion" && part.list);
	addExpansion(lexer, list, from, "parameter expansion", quoted, {
		name,
		braced: true,
		list: isList,
		inner: inner.parts,
		evaluates,
	});
}
function readCommandGroup(lexer, list, from, quoted) {
	if (!/^[ \t\n|]$/.test(lexer.peek())) {
		lexer.fail("this form of parameter expansion");
		return;
	}
	lexer.doubt("a command substitution in braces");
	lexer.take("|");
	const script = lexer.shared.readScript(lexer, "}");
	if (!lexer.take("}")) lexer.fail("unterminated command substitution");
	list.push({ kind: "substitution", script, quoted, process: false, ...lexer.span(from, lexer.pos) });
}
function readOperator(lexer, inner, quoted, indirect, evaluates) {
	const operator = lexer.peek();
	lexer.advance();
	const next = lexer.peek();
	const read = (mode, into = inner) => {
		if (!readExpandedText(lexer, into, mode, "}")) lexer.fail("this form of parameter expansion");
	};
	if (indirect && (operator === "*" || operator === "@") && next === "}") return;
	if (operator === ":" && (next === "" || !"-=?+".includes(next))) {
		const offset = new PartList();
		read("arithmetic", offset);
		for (const part of offset.parts) inner.push(part);
		const offsets = evaluationOf(offset.parts);
		return evaluates === undefined ? offsets : OPAQUE;
	}
	if (operator === ":") lexer.advance();
	switch (operator === ":" ? next : operator) {
		case "-":
		case "+":
		case "?":
			read(quoted ? "word in quotes" : "word");
			return evaluates;
		case "=":
			read(quoted ? "word in quotes" : "word");
			return OPAQUE;
		case "#":
		case "%":
		case "/":
		case "^":
		case ",":
		case "~":
			read(quoted ? "pattern in quotes" : "word");
			return evaluates;
		case "@":
			if (!/^[UuLQEPAKak]$/.test(next)) lexer.fail("this form of parameter expansion");
			read("arithmetic");
			return next === "P" ? OPAQUE : evaluates;
		default:
			lexer.fail("this form of parameter expansion");
			return;
	}
}

// src/shell/word.ts
var PLAIN = Array.from({ length: 128 }, (_, code) =>
	/[A-Za-z0-9_\-./:=+,@%^~*?{}[\]!#]/.test(String.fromCharCode(code)),
);
var NAME_START = /[A-Za-z_]/;
var NAME_CHARACTER = /[A-Za-z0-9_]/;
var SPECIAL_PARAMETERS = "*@#?-$!0123456789";

class PartList {
	parts = [];
	last;
	literal(text, quoted, start, end) {
		const { last } = this;
		if (last !== undefined && last.quoted === quoted) {
			last.text += text;
			last.end = end;
		} else {
			this.last = { kind: "literal", text, quoted, start, end };
			this.parts.push(this.last);
		}
	}
	push(part) {
		this.last = undefined;
		this.parts.push(part);
	}
}
function readWord(lexer) {
	const start = lexer.here();
	const list = new PartList();
	const { innerQuotes } = lexer.shared;
	for (;;) {
		if (lexer.atProcess()) readProcessSubstitution(lexer, list);
		else if (lexer.atWordEnd()) break;
		else readUnquoted(lexer, list);
	}
	if (lexer.shared.innerQuotes > innerQuotes && BRACES.test(lexer.text.slice(start, lexer.pos).replaceAll("${", ""))) {
		lexer.doubt("braces and double quotes in a quoted expansion");
	}
	if (list.parts.some((part) => part.kind === "literal" && !part.quoted && MADE_BY_BRACES.test(part.text))) {
		lexer.doubt("braces that make expansions");
	}
	return { parts: list.parts, start: lexer.at(start), end: lexer.at(lexer.pos) };
}
var BRACES = /\{[^]*(?:,|\.\.)/;
var MADE_BY_BRACES = /\$[,}]|\{(?:[a-z]\.\.[A-Z]|[A-Z]\.\.[a-z])(?:\.\.|\})/;
function readUnquoted(lexer, list) {
	const from = lexer.pos;
	switch (lexer.peek()) {
		case "'":
			readSingleQuoted(lexer, list);
			break;
		case '"':
			lexer.advance();
			readDoubleQuoted(lexer, list, from);
			break;
		case "\\":
			readEscape(lexer, list);
			break;
		case "$":
			readDollar(lexer, list, false);
			break;
		case "`":
			readBackquoted(lexer, list, false);
			break;
		default:
			readPlain(lexer, list, false);
	}
}
function readProcessSubstitution(lexer, list) {
	const from = lexer.pos;
	lexer.advance();
	lexer.advance();
	if (lexer.peek() === "(") lexer.doubt("two parentheses that open a process substitution");
	const script = lexer.nested(() => lexer.shared.readScript(lexer, ")"));
	if (script === undefined) return;
	if (!lexer.take(")")) lexer.fail("unterminated process substitution");
	list.push({
		kind: "substitution",
		script,
		quoted: false,
		process: true,
		start: lexer.at(from),
		end: lexer.at(lexer.pos),
	});
}
function bareText(word) {
	const only = word.parts.length === 1 ? word.parts[0] : undefined;
	return only?.kind === "literal" && !only.quoted ? only.text : undefined;
}
function bareStart({ parts: [first] }) {
	return first?.kind === "literal" && !first.quoted ? first.text : "";
}
function readPlain(lexer, list, quoted) {
	const from = lexer.pos;
	const { text } = lexer;
	let end = from;
	while (PLAIN[text.charCodeAt(end)] === true) end++;
	if (end === from && from < text.length) end++;
	lexer.pos = end;
	list.literal(text.slice(from, end), quoted, lexer.at(from), lexer.at(end));
}
function readSingleQuoted(lexer, list) {
	const from = lexer.pos;
	const end = lexer.text.indexOf("'", from + 1);
	if (end === -1) {
		lexer.fail("unterminated single quote");
		return;
	}
	lexer.pos = end + 1;
	list.literal(lexer.text.slice(from + 1, end), true, lexer.at(from), lexer.at(lexer.pos));
}
function readEscape(lexer, list) {
	const from = lexer.pos;
	const escaped = lexer.text[from + 1];
	if (escaped === undefined) {
		lexer.fail("a backslash at the end");
		return;
	}
	lexer.pos = from + 2;
	list.literal(escaped, true, lexer.at(from), lexer.at(lexer.pos));
}
var KEPT_BACKSLASHES = /^(?:[^\\]|\\[$`"\\\n])*$/;
function readDoubleQuoted(lexer, list, open, direct = true) {
	list.literal("", true, lexer.at(open), lexer.at(lexer.pos));
	for (;;) {
		const from = lexer.here();
		const character = lexer.text[from];
		if (character === undefined) {
			lexer.fail("unterminated double quote");
			return;
		}
		if (character === '"') {
			if (!direct && isBehindDollar(lexer.text, from)) lexer.doubt(JOINED_DOLLAR);
			lexer.pos = from + 1;
			list.literal("", true, lexer.at(from), lexer.at(lexer.pos));
			return;
		}
		if (character === "\\") readQuotedEscape(lexer, list, '$`"\\');
		else if (character === "$") {
			readDollar(lexer, list, true);
		} else if (character === "`") {
			readBackquoted(lexer, list, true, direct);
		} else {
			readPlain(lexer, list, true);
		}
		const escapes = !direct && (character === "\\" || character === "`");
		if (escapes && !KEPT_BACKSLASHES.test(lexer.text.slice(from, lexer.pos))) {
			lexer.doubt("a backslash between double quotes in a quoted expansion");
		}
	}
}
var JOINED_DOLLAR = "a dollar sign before a double quote in a quoted expansion";
function isBehindDollar(text, position) {
	let pos = position;
	while (
		text[pos - 1] ===
			`
` &&
		text[pos - 2] === "\\"
	)
		pos -= 2;
	return text[pos - 1] === "$";
}
function expansion({ start, end }, reason, quoted, more) {
	return {
		kind: "expansion",
		reason,
		quoted,
		name: more.name,
		braced: more.braced ?? false,
		list: more.list ?? false,
		inner: more.inner ?? [],
		evaluates: more.evaluates,
		start,
		end,
	};
}
function addExpansion(lexer, list, from, reason, quoted, more = {}) {
	list.push(expansion(lexer.span(from, lexer.pos), reason, quoted, more));
}
function readDollar(lexer, list, quoted) {
	const from = lexer.pos;
	lexer.advance();
	const next = lexer.peek();
	if (next === "(") {
		if (lexer.peekSecond() === "(" && !lexer.peekTogether("((")) lexer.doubt("a line continuation between parentheses");
		const arithmetic =
			lexer.peekTogether("((") && lexer.attempt(() => readArithmeticExpansion(lexer, list, from, quoted)) !== undefined;
		if (!arithmetic) readCommandSubstitution(lexer, list, from, quoted);
	} else if (next === "{") {
		lexer.advance();
		lexer.nested(() => readBracedParameter(lexer, list, from, quoted));
	} else if (next === "[") {
		lexer.doubt("`$[`, an old form of arithmetic expansion");
		lexer.advance();
		const inner = new PartList();
		lexer.nested(() => {
			if (!readExpandedText(lexer, inner, "arithmetic", "]") || !lexer.take("]")) lexer.fail("unterminated `$[`");
		});
		addExpansion(lexer, list, from, "arithmetic expansion", quoted, { inner: inner.parts });
	} else if (next === "'" && !quoted) {
		readAnsiQuoted(lexer, list, from);
	} else if (next === '"' && !quoted) {
		lexer.doubt('`$"`, a translated string');
		lexer.advance();
		readDoubleQuoted(lexer, list, from);
	} else if (NAME_START.test(next)) {
		let name = "";
		for (let character = next; NAME_CHARACTER.test(character); character = lexer.peek()) {
			name += character;
			lexer.advance();
		}
		addExpansion(lexer, list, from, "parameter expansion", quoted, { name });
	} else if (next !== "" && SPECIAL_PARAMETERS.includes(next)) {
		lexer.advance();
		if (next === "$" && /^[({[]$/.test(lexer.peek())) lexer.doubt("`$$` before a parenthesis or brace");
		addExpansion(lexer, list, from, "parameter expansion", quoted, { name: next, list: next === "@" });
	} else {
		list.literal("$", quoted, lexer.at(from), lexer.at(lexer.pos));
	}
}
function readCommandSubstitution(lexer, list, from, quoted) {
	lexer.take("(");
	const script = lexer.nested(() => lexer.shared.readScript(lexer, ")"));
	if (script === undefined) return;
	if (!lexer.take(")")) lexer.fail("unterminated command substitution");
	list.push({ kind: "substitution", script, quoted, process: false, start: lexer.at(from), end: lexer.at(lexer.pos) });
}
function readArithmeticExpansion(lexer, list, from, quoted) {
	lexer.take("((");
	const inner = new PartList();
	lexer.nested(() => readExpression(lexer, inner));
	const evaluates = evaluationOf(inner.parts);
	if (!lexer.failed) addExpansion(lexer, list, from, "arithmetic expansion", quoted, { inner: inner.parts, evaluates });
	return true;
}
var UNMOVED_QUOTES = /'[^'"`$\\}]*'/y;
var OPENING = { ")": "(", "]": "[" };
function readExpandedText(lexer, list, mode, closing) {
	const opening = OPENING[closing];
	let depth = 0;
	for (;;) {
		const from = lexer.here();
		const character = lexer.text[from];
		if (character === undefined) return false;
		if (character === closing && depth === 0) return true;
		if (character === closing) depth--;
		if (character === opening) depth++;
		const inQuotes = mode === "word in quotes" || mode === "pattern in quotes";
		if (character === "$") {
			if (mode !== "word" && lexer.peekSecond() === "'") return false;
			readDollar(lexer, list, mode !== "word");
		} else if (character === "`") readBackquoted(lexer, list, mode !== "word");
		else if (character === '"') {
			if (mode !== "word" && isBehindDollar(lexer.text, from)) lexer.doubt(JOINED_DOLLAR);
			if (mode !== "word") lexer.shared.innerQuotes++;
			lexer.advance();
			readDoubleQuoted(lexer, list, from, mode !== "word in quotes");
		} else if (character === "'" && mode === "word") readSingleQuoted(lexer, list);
		else if (character === "'") {
			UNMOVED_QUOTES.lastIndex = from;
			const text = UNMOVED_QUOTES.exec(lexer.text)?.[0];
			if (mode !== "word in quotes" || text === undefined) return false;
			lexer.pos = from + text.length;
			list.literal(text, true, lexer.at(from), lexer.at(lexer.pos));
		} else if (character === "\\" && mode === "word") readEscape(lexer, list);
		else if (character === "\\" && inQuotes) readQuotedEscape(lexer, list, '$`"\\}');
		else if (character === "\\") return false;
		else if (/^[<>]$/.test(character) && lexer.peekSecond() === "(" && closing !== ")") return false;
		else {
			lexer.pos = from + 1;
			list.literal(character, mode !== "word", lexer.at(from), lexer.at(lexer.pos));
		}
		if (lexer.failed) return false;
		if (mode === "arithmetic" || mode === "subscript") doubtInExpression(lexer, from, closing);
	}
}
function doubtInExpression(lexer, from, closing) {
	const text = lexer.text.slice(from, lexer.pos);
	if (text === "#" && !/\w/.test(lexer.text[from - 1] ?? "")) lexer.doubt("`#` in an expression");
	const counted = closing === ")" && !text.startsWith("$(") && text.includes("${") && /[()]/.test(text);
	if (counted) lexer.doubt("parentheses in an expansion in an expression");
}
function readQuotedEscape(lexer, list, escapable) {
	const from = lexer.pos;
	const next = lexer.text[from + 1] ?? "";
	const escapes = next !== "" && escapable.includes(next);
	lexer.pos = from + (escapes ? 2 : 1);
	list.literal(escapes ? next : "\\", true, lexer.at(from), lexer.at(lexer.pos));
}
var ANSI_ESCAPES = {
	a: "\x07",
	b: "\b",
	e: "\x1B",
	E: "\x1B",
	f: "\f",
	n: `
`,
	r: "\r",
	t: "\t",
	v: "\v",
	"\\": "\\",
	"'": "'",
	'"': '"',
	"?": "?",
};
function readAnsiQuoted(lexer, list, from) {
	const { text } = lexer;
	let pos = lexer.pos + 1;
	const pieces = [];
	let ended = false;
	const add = (piece) => {
		if (!ended && piece !== "\x00") pieces.push(piece);
		if (piece === undefined || piece === "\x00") ended = true;
	};
	while (text[pos] !== "'") {
		if (pos >= text.length) {
			lexer.fail("unterminated $' quote");
			return;
		}
		if (text[pos] !== "\\") {
			add(text[pos++] ?? "");
			continue;
		}
		const rest = text.slice(pos + 1, pos + 11);
		const simple = ANSI_ESCAPES[rest[0] ?? ""];
		const numeric = /^(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(rest);
		if (simple !== undefined) {
			add(simple);
			pos += 2;
		} else if (numeric !== null) {
			const [all, octal, ...hexadecimal] = numeric;
			const code = octal === undefined ? Number.parseInt(hexadecimal.join(""), 16) : Number.parseInt(octal, 8) & 255;
			add(code < 128 ? String.fromCharCode(code) : undefined);
			pos += 1 + all.length;
		} else if (rest[0] === "c" || rest.startsWith("x{")) {
			add(undefined);
			pos += 2;
		} else {
			add("\\");
			add(rest[0] ?? "");
			pos += 2;
		}
	}
	lexer.pos = pos + 1;
	const span = lexer.span(from, lexer.pos);
	list.literal("", true, span.start, span.end);
	for (const piece of pieces) {
		if (piece === undefined) addExpansion(lexer, list, from, "locale-dependent text", true);
		else list.literal(piece, true, span.start, span.end);
	}
}
function readBackquoted(lexer, list, quoted, direct = false) {
	const from = lexer.pos;
	const { text } = lexer;
	const unescaped = [];
	const offsets = [];
	const escapable = quoted ? '$`\\"' : "$`\\";
	let pos = from + 1;
	while (text[pos] !== "`") {
		if (pos >= text.length) {
			lexer.fail("unterminated backquote");
			return;
		}
		if (
			text[pos] === "\\" &&
			text[pos + 1] ===
				`
`
		) {
			pos += 2;
			continue;
		}
		if (quoted && text[pos] === '"') {
			lexer.fail("a double quote in backquotes in double quotes");
			return;
		}
		if (quoted && !direct && text[pos] === "\\" && text[pos + 1] === '"') {
			lexer.fail("an escaped double quote in backquotes");
			return;
		}
		offsets.push(lexer.at(pos));
		if (text[pos] === "\\" && escapable.includes(text[pos + 1] ?? " ")) pos++;
		unescaped.push(text[pos] ?? "");
		pos++;
	}
	offsets.push(lexer.at(pos));
	if (lexer.shared.backquoteDepth >= MAX_BACKQUOTE_DEPTH) {
		lexer.fail(`backquotes nested deeper than ${MAX_BACKQUOTE_DEPTH} levels`);
		return;
	}
	lexer.shared.backquoteDepth++;
	const inner = new Lexer(unescaped.join(""), lexer.shared, offsets);
	const script = lexer.nested(() => inner.shared.readScript(inner, ""));
	lexer.shared.backquoteDepth--;
	if (script === undefined) return;
	lexer.pos = lexer.failed ? text.length : pos + 1;
	list.push({ kind: "substitution", script, quoted, process: false, start: lexer.at(from), end: lexer.at(pos + 1) });
}

// src/shell/arithmetic.ts
var OPAQUE = { names: [], assigned: [], written: [], opaque: true };
var MAX_EXPRESSION = 1000;
var INTEGER_PARAMETERS = "?#$!";
function evaluationOf(parts) {
	const names = [];
	let opaque = false;
	let text = "";
	for (const part of parts) {
		if (part.kind === "literal") {
			text += part.text;
			continue;
		}
		text += HOLE;
		if (part.kind === "substitution") opaque = true;
		else if (part.reason === "arithmetic expansion") continue;
		else if (part.name === undefined || part.list) opaque = true;
		else if (!INTEGER_PARAMETERS.includes(part.name)) names.push(part.name);
	}
	if (text.length > MAX_EXPRESSION) return OPAQUE;
	if (/\w\0|\0[\w\0]/.test(text)) opaque = true;
	if (/[^\w\s\0+\-*/%<>=!~&|^?:,()#@[\]]/.test(text)) opaque = true;
	for (const [name] of text.matchAll(/(?<![\w#@])[A-Za-z_]\w*/g)) names.push(name);
	const assigned = [...text.matchAll(/(?<![\w#@])([A-Za-z_]\w*)\s*=(?!=)/g)].map(([, name = ""]) => name);
	const written = [...text.matchAll(WRITE)].map(([, after, before]) => after ?? before ?? "");
	return { names, assigned, written, opaque };
}
var WRITE =
	/([A-Za-z_]\w*)\s*(?:\[[^\]]*\]+\s*)?(?:=(?!=)|(?:[-+*/%&|^]|<<|>>)=|\+\+|--)|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;
function readExpression(lexer, list) {
	const closed = readExpandedText(lexer, list, "arithmetic", ")") && lexer.peekTogether("))") && lexer.take("))");
	if (!closed) lexer.fail("two parentheses that are not plainly arithmetic");
}

// src/shell/conditional.ts
var UNARY_OPERATOR = /^-[a-hknoprstuwxzGLNOS]$/;
var NAME_OPERATOR = /^-[vR]$/;
var BINARY_OPERATOR = /^(?:==?|!=|-(?:nt|ot|ef|eq|ne|lt|le|gt|ge))$/;
var ARITHMETIC_OPERATOR = /^-(?:eq|ne|lt|le|gt|ge)$/;
function readConditional(lexer) {
	const reading = { words: [], evaluated: [], opaque: false };
	readExpression2(lexer, reading);
	if (bareText(readWord(lexer)) !== "]]") lexer.fail("this conditional expression");
	const { words, evaluated, opaque } = reading;
	if (opaque) return { words, evaluates: OPAQUE };
	return { words, evaluates: evaluated.length === 0 ? undefined : evaluationOf(evaluated) };
}
function readExpression2(lexer, reading) {
	do {
		readTerm(lexer, reading);
		lexer.skipBlanks();
	} while (!lexer.failed && (lexer.take("&&") || lexer.take("||")));
}
function readTerm(lexer, reading) {
	lexer.skipBlanksAndNewlines();
	if (lexer.take("(")) {
		lexer.nested(() => readExpression2(lexer, reading));
		if (!lexer.take(")")) lexer.fail("this conditional expression");
		lexer.skipBlanksAndNewlines();
		return;
	}
	const word = readOperand(lexer, readWord);
	const operator = bareText(word) ?? "";
	if (operator === "!") {
		if (lexer.peek() === "(" && lexer.text[lexer.pos - 1] === "!") lexer.doubt("`!` right before a parenthesis");
		lexer.nested(() => readTerm(lexer, reading));
		return;
	}
	lexer.skipBlanks();
	if (UNARY_OPERATOR.test(operator) || NAME_OPERATOR.test(operator)) {
		const operand = readOperand(lexer, readWord);
		reading.words.push(operand);
		reading.opaque ||= NAME_OPERATOR.test(operator) && !/^[A-Za-z_]\w*$/.test(bareText(operand) ?? "");
		lexer.skipBlanksAndNewlines();
		return;
	}
	reading.words.push(word);
	readComparison(lexer, reading, word);
}
function readComparison(lexer, reading, left) {
	const { pos } = lexer;
	const symbol = /^[<>]$/.test(lexer.peek()) && lexer.peekSecond() !== "(";
	if (symbol) lexer.advance();
	else if (lexer.atWordEnd()) return;
	const operator = symbol ? "" : (bareText(readWord(lexer)) ?? "");
	if (operator === "]]") {
		lexer.pos = pos;
		return;
	}
	if (!symbol && operator !== "=~" && !BINARY_OPERATOR.test(operator)) lexer.fail("this conditional expression");
	lexer.skipBlanks();
	const matches = /^(?:==?|!=|=~)$/.test(operator);
	const right = readOperand(lexer, matches ? (at) => readPattern(at, operator === "=~") : readWord);
	reading.words.push(right);
	if (ARITHMETIC_OPERATOR.test(operator)) {
		reading.opaque ||= [left, right].some((word) => bareStart(word).startsWith("~"));
		const separate = { kind: "literal", text: " + ", quoted: false, start: 0, end: 0 };
		reading.evaluated.push(...left.parts, separate, ...right.parts, separate);
	}
	lexer.skipBlanksAndNewlines();
}
function readOperand(lexer, read) {
	const word = read(lexer);
	if (word.parts.length === 0 || bareText(word) === "]]") lexer.fail("this conditional expression");
	return word;
}
var COUNTED = /[\n;&<>#]|^\$'/;
function readPattern(lexer, regular) {
	const start = lexer.here();
	const list = new PartList();
	let depth = 0;
	for (let previous = ""; ;) {
		const before = lexer.pos;
		const character = lexer.peek();
		const from = lexer.pos;
		if (depth === 0) {
			if (character === "" || /[ \t\n&;<>)]/.test(character)) break;
			if (character === "|" && regular && lexer.peekSecond() === "|") lexer.doubt("`||` right behind a pattern");
			if (character === "|" && !regular) break;
			if (character === "(" && !regular && !/^[?*+@!]$/.test(previous)) break;
		} else if (character === "") {
			lexer.fail("parentheses in this pattern");
			break;
		}
		const parts = list.parts.length;
		if (character === "(") depth++;
		if (character === ")") depth--;
		if (/[ \t&;<>()|]/.test(character)) {
			lexer.pos = from + 1;
			list.literal(character, false, lexer.at(from), lexer.at(lexer.pos));
		} else readUnquoted(lexer, list);
		const text = lexer.text.slice(before, lexer.pos);
		const expands = list.parts.slice(parts).some((part) => part.kind !== "literal");
		if (depth > 0 && (COUNTED.test(text) || (expands && /[()]/.test(text)))) {
			lexer.doubt("what stands in parentheses of a pattern");
		}
		previous = /[\\'"$`]/.test(character) ? "" : lexer.text.slice(lexer.pos - 1, lexer.pos);
	}
	return { parts: list.parts, start: lexer.at(start), end: lexer.at(lexer.pos) };
}

// src/shell/names.ts
function nameSet(...lines) {
	return new Set(lines.flatMap((line) => line.split(" ")).filter((name) => name !== ""));
}
var RESERVED_WORDS = nameSet(
	"if then elif else fi for select case esac while until do done function coproc in [[ ]] { } ! time",
);
var BUILTIN_NAMES = nameSet(
	". : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo",
	"enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf",
	"pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit",
	"umask unalias unset wait",
);

// src/shell/wrapped.ts
var FILLED_IN = "argument from a wrapper";
function wrappedCommand(grammar, args) {
	const options = readOptions(grammar, args);
	if (options === undefined) return;
	let { index } = options;
	for (const form of grammar.operands) {
		const operand = args[index++];
		if (operand === undefined || operand.holes.length > 0 || !form.test(operand.text)) return;
	}
	while (grammar.assignments && /^[^=\0]+=/.test(args[index]?.text ?? "")) {
		if (!isOneWord(args[index])) return;
		index++;
	}
	const words = args.slice(index);
	const own = index + 1;
	if (grammar.manner !== "with arguments") return { words, exact: grammar.manner === "as it is", own };
	const last = words.at(-1);
	if (last === undefined) return { words, exact: true };
	const { placeholder } = options;
	if (placeholder !== undefined) return { words: words.map((word) => fillIn(word, placeholder)), exact: true, own };
	return { words: [...words, filledIn(last)], exact: true, own };
}
function filledIn(word) {
	return { ...word, start: word.end, text: HOLE, holes: [{ reason: FILLED_IN, vanishes: true }] };
}
var INSTEAD_OF_PLACEHOLDER = /^-[nLl]$|^--max-(?:args|lines)/;
var NAMES_PLACEHOLDER = /^(?:-[Ii]|--replace)$/;
function readOptions(grammar, args) {
	const { flags, optional, numeric } = grammar;
	let placeholder;
	let instead = false;
	let index = 0;
	for (; index < args.length; index++) {
		const { text } = args[index] ?? { text: "" };
		if (text === "--") {
			index++;
			break;
		}
		if (!text.startsWith("-") || (text === "-" && !flags.has("-"))) break;
		if (flags.has(text) || numeric?.test(text) === true) continue;
		const option = readOption(text, grammar);
		if (option === undefined || !isOneWord(args[index])) return;
		let { argument } = option;
		const mayLack = optional.has(option.name ?? "");
		if (option.name !== undefined && argument === undefined && !mayLack) {
			const next = args[++index];
			if (next === undefined || !isOneWord(next)) return;
			argument = next.text;
		}
		instead ||= INSTEAD_OF_PLACEHOLDER.test(option.name ?? "");
		if (!NAMES_PLACEHOLDER.test(option.name ?? "")) continue;
		if (mayLack) argument ??= "{}";
		if (argument === undefined || argument === "" || argument.includes(HOLE)) return;
		placeholder = argument;
	}
	return placeholder !== undefined && instead ? undefined : { index, placeholder };
}
function readOption(text, { flags, options, optional }) {
	if (text.startsWith("--")) {
		const [name = "", argument] = splitOnce(text, "=");
		if (options.has(name) || optional.has(name)) return { name, argument };
		return argument !== undefined && flags.has(`${name}=`) ? {} : undefined;
	}
	for (let at = 1; at < text.length; at++) {
		const name = `-${text[at] ?? ""}`;
		if (optional.has(name)) return { name, argument: text.slice(at + 1) || undefined };
		if (options.has(name)) {
			const argument = text.slice(at + 1);
			if (argument !== "" && argument.replaceAll(HOLE, "") === "") return;
			return { name, argument: argument === "" ? undefined : argument };
		}
		if (!flags.has(name)) return;
	}
	return {};
}
function splitOnce(text, separator) {
	const at = text.indexOf(separator);
	return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
function fillIn(word, placeholder, single = true) {
	const filled = { reason: FILLED_IN, vanishes: false, single };
	if (word.holes.length > 0) {
		const split = [...placeholder].some((character) => word.text.includes(character));
		return split ? { ...word, text: HOLE, holes: [{ ...filled, single: single && isOneWord(word) }] } : word;
	}
	const pieces = word.text.split(placeholder);
	return { ...word, text: pieces.join(HOLE), holes: pieces.slice(1).map(() => filled) };
}
var RUNS = ["-exec", "-execdir", "-ok", "-okdir"];
function commandsOfFind(args) {
	const found = [];
	let unclear = args.some((word) => !isOneName(word));
	let start;
	let directory = false;
	let mayEnd = false;
	let mayRun;
	for (const [index, word] of args.entries()) {
		const { text } = word;
		const ends = text === ";" || (text === "+" && args[index - 1]?.text === "{}");
		if (RUNS.includes(text)) {
			unclear ||= start !== undefined;
			start = index + 1;
			directory = text.endsWith("dir");
			mayEnd = false;
		} else if (ends) {
			if (start !== undefined && start < index) {
				const words = args.slice(start, index).map((one) => fillIn(one, "{}", text === ";"));
				found.push({ words, exact: !directory });
			}
			unclear ||= mayRun !== undefined && mayRun + 1 < index;
			start = undefined;
		} else if (word.holes.length > 0 || text === "+") {
			const before = args[index - 1];
			const plus = text === "+" && before !== undefined && before.holes.length > 0 && mayBe(before, ["{}"]);
			const runs = word.holes.length > 0 && mayBe(word, RUNS);
			const stops = plus || (word.holes.length > 0 && mayBe(word, [";", "+"]));
			unclear ||= plus && start !== undefined;
			unclear ||= !isOneWord(word) && (runs || stops);
			unclear ||= stops && mayRun !== undefined && mayRun + 1 < index;
			const command = args[index + 1]?.text ?? "-";
			if (runs && (start === undefined || mayEnd) && !command.startsWith("-")) mayRun ??= index;
			mayEnd ||= stops;
		}
	}
	unclear ||= start !== undefined;
	return unclear ? [...found, undefined] : found;
}
function mayBe({ text }, words) {
	const before = text.slice(0, text.indexOf(HOLE));
	const after = text.slice(text.lastIndexOf(HOLE) + 1);
	return words.some(
		(word) => word.length >= before.length + after.length && word.startsWith(before) && word.endsWith(after),
	);
}

// src/shell/wrappers.ts
var SECONDS = { s: 1, m: 60, h: 3600, d: 86400 };
function secondsOf(duration) {
	return Number.parseFloat(duration) * (SECONDS[duration.at(-1) ?? ""] ?? 1);
}
var DURATION = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)[smhd]?$/;
var NUMBER = /^-?[0-9]+$/;
var OPERAND = /^[^-]/;
function row(manner, flags = "", options = "", more = {}) {
	const { optional = "", ...others } = more;
	return {
		manner,
		flags: nameSet(flags),
		options: nameSet(options),
		optional: nameSet(optional),
		numeric: undefined,
		operands: [],
		assignments: false,
		idle: manner !== "otherwise",
		...others,
	};
}
var GRAMMARS = {
	timeout: row("as it is", "-v --verbose -f --foreground -p --preserve-status", "-k --kill-after -s --signal", {
		operands: [DURATION],
	}),
	nice: row("as it is", "", "-n --adjustment", { numeric: /^-[-+]?[0-9]+$/ }),
	ionice: row("as it is", "-t --ignore", "-c --class -n --classdata"),
	chrt: row(
		"as it is",
		"-b --batch -d --deadline -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork -v --verbose",
		"-T --sched-runtime -P --sched-period -D --sched-deadline",
		{ operands: [NUMBER] },
	),
	stdbuf: row("as it is", "", "-i --input -o --output -e --error"),
	setsid: row("as it is", "-c --ctty -f --fork -w --wait"),
	nohup: row("as it is"),
	time: row("as it is", "-p --portability -v --verbose -q --quiet", "-f --format"),
	command: row("as it is"),
	builtin: row("as it is"),
	exec: row("as it is", "-c -l"),
	xargs: row(
		"with arguments",
		"-0 --null -r --no-run-if-empty -t --verbose -x --exit -o --open-tty",
		"-n --max-args -P --max-procs -L -s --max-chars -d --delimiter -E -a --arg-file -I",
		{ optional: "-e --eof -i --replace -l --max-lines" },
	),
	env: row("otherwise", "-i --ignore-environment -0 --null -v --debug -", "-u --unset -C --chdir", {
		assignments: true,
		idle: true,
	}),
	sudo: row(
		"otherwise",
		"-A --askpass -b --background -B --bell -E --preserve-env --preserve-env= -H --set-home -k --reset-timestamp -n --non-interactive -N --no-update -P --preserve-groups -S --stdin",
		"-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -D --chdir -R --chroot",
		{ assignments: true },
	),
	doas: row("otherwise", "-n -L", "-u -C -a"),
	chroot: row("otherwise", "--skip-chdir", "--userspec --groups", { operands: [OPERAND] }),
	flock: row(
		"otherwise",
		"-s --shared -x -e --exclusive -n --nb --nonblock -o --close -F --no-fork --verbose",
		"-w --wait --timeout -E --conflict-exit-code",
		{ operands: [OPERAND], idle: true },
	),
	taskset: row("otherwise", "-a --all-tasks -c --cpu-list", "", { operands: [/^[0-9a-fA-Fx,:-]+$/] }),
	strace: row("otherwise", "-f -ff -q -qq -t -tt -r -T -v -x -c -C -y -yy -k", "-e -o -s -p -u -P -a -b -I -S -E"),
	arch: row("otherwise", "-32 -64 -c -h -arm64 -arm64e -i386 -x86_64 -x86_64h", "-d -e", { idle: true }),
	faketime: row("otherwise", "-m -f", "", { operands: [/./] }),
	tini: row("otherwise", "-s -g -v -w", "-p -e"),
	"dumb-init": row("otherwise", "-c --single-child -v --verbose"),
	busybox: row("otherwise"),
	toybox: row("otherwise"),
	unbuffer: row("otherwise", "-p"),
	fakeroot: row("otherwise"),
	eatmydata: row("otherwise"),
	proxychains: row("otherwise", "-q"),
	proxychains4: row("otherwise", "-q"),
	torsocks: row("otherwise"),
	caffeinate: row("otherwise", "-d -i -m -s -u"),
};
var ALIASES = Object.fromEntries(
	["timeout", "nice", "nohup", "env", "xargs", "stdbuf", "time", "chroot"].map((name) => [`g${name}`, name]),
);
function grammarOf(name) {
	const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
	return Object.hasOwn(GRAMMARS, known) ? GRAMMARS[known] : undefined;
}
var OPAQUE_WRAPPERS = nameSet(
	"su runuser newgrp pkexec sg gosu su-exec s6-setuidgid run0 dzdo pfexec setpriv capsh",
	"unshare nsenter fakeroot-sysv fakeroot-tcp proot bwrap firejail systemd-nspawn machinectl",
	"prlimit numactl cgexec choom schedtool cpulimit uclampset trickle",
	"setarch linux32 linux64 i386 i586 i686 x86_64 uname26 runcon aa-exec catchsegv",
	"systemd-run systemd-cat systemd-inhibit debconf debconf-apt-progress dpkg-architecture sotruss dbus-run-session dbus-launch xvfb-run ssh-agent openvt flatpak-spawn",
	"parallel rust-parallel rush sem watch watchexec entr nodemon hyperfine concurrently cross-env dotenv",
	"setlock lckdo zrun mispipe timelimit coresched not-14 chpst softlimit setuidgid envdir start-stop-daemon daemonize run-parts logsave",
	"ltrace memusage heaptrack perf valgrind gdb script scriptlive expect rlwrap chronic ifne pee nq tsp at batch crontab",
	"tmux screen dtach xterm uxterm lxterm x-terminal-emulator konsole gnome-terminal kitty alacritty urxvt",
	"sshpass autossh ssh mosh rsh adb vagrant wsl distrobox toolbox lxc-attach lxc-execute",
	"coreutils mpirun srun wine",
);
function isOpaqueWrapper(name) {
	return OPAQUE_WRAPPERS.has(name) || /^ld[^/]*\.so/.test(name);
}
var FD = /^(?:-[A-Za-z0-9]*[xX]|--exec)/;
var CONTAINER = /^(?:run|exec|create|debug|unshare|ssh|sh|shell|attach|enter|plugin)$/;
var FILTER = /^--f/;
var RUNNING_OPERANDS = {
	fd: FD,
	fdfind: FD,
	split: FILTER,
	gsplit: FILTER,
	...Object.fromEntries(
		"docker docker-compose podman nerdctl buildah crictl kubectl oc lxc incus apptainer singularity"
			.split(" ")
			.map((name) => [name, CONTAINER]),
	),
};
var FIND = new Set(["find", "gfind", "bfs"]);
var INERT_SUBCOMMANDS = nameSet(
	"ps images logs inspect version info pull push tag start stop restart rm rmi kill stats top port rename wait pause unpause login logout events history load save import search diff get describe apply delete explain scale rollout label annotate",
);
var SHELLS = nameSet(
	"sh bash rbash dash ash sash posh zsh ksh rksh rzsh mksh pdksh lksh oksh loksh yash csh tcsh fish elvish nu osh ysh xonsh rc pwsh powershell",
);
function isShell(name) {
	return SHELLS.has(name.replace(/[-.]static$|-?[0-9.]+$/, ""));
}
var PLAIN_OPERAND = /^[^-\0][^\0]*$/;
function userGrammar(flags, withArgument, operands) {
	return row("as it is", flags.join(" "), withArgument.join(" "), {
		operands: Array.from({ length: operands }, () => PLAIN_OPERAND),
	});
}

// src/shell/late.ts
var LATER = { kind: "hole", reason: "text that runs later" };
var WRAPPED = { kind: "hole", reason: "inner command of a wrapper" };
var never = () => {
	return;
};
function onlyIf(isHarmless) {
	return (args, words) => (isHarmless(args, words) ? [] : undefined);
}
function setting(flags, fallback, array = false) {
	return (args, words) => {
		if (!words.every(isSingle)) return;
		const names = readNames(args, flags);
		if (names === undefined) return;
		const variables = (names.length === 0 ? [fallback] : names).map((name) => ({ name, array }));
		return [{ kind: "variables", variables }];
	};
}
var BUILTINS = {
	...Object.fromEntries(
		["eval trap jobs compgen complete compopt bind fc enable hash", "alias unalias shopt let"].flatMap((names) =>
			names.split(" ").map((name) => [name, never]),
		),
	),
	set: onlyIf(isKnownSet),
	printf: readPrintf,
	"[": onlyIf((args, words) => args.at(-1) === "]" && isPlainTest(args.slice(0, -1), words.slice(0, -1))),
	test: onlyIf(isPlainTest),
	wait: readWait,
	read: setting(/^-[rs]*([dnNptu]?)(.*)$/s, "REPLY"),
	mapfile: setting(/^-t*([dnOsu]?)(.*)$/s, "MAPFILE", true),
	readarray: setting(/^-t*([dnOsu]?)(.*)$/s, "MAPFILE", true),
	getopts: readGetopts,
	unset: readUnset,
	declare: declaring(/^-[aAgrfFp]+$/),
	typeset: declaring(/^-[aAgrfFp]+$/),
	local: declaring(/^-[aAr]+$/, { local: true }),
	readonly: declaring(/^-[aAfp]+$/, { readonly: true }),
	export: declaring(/^-p$/, { exported: true }),
};
var EVALUATED_VARIABLES =
	/^(?:LC_ALL|LC_CTYPE|LANG|PS[0-4]|PROMPT_COMMAND|BASH.*|SHELLOPTS|POSIXLY_CORRECT|ENV|S?RANDOM|SECONDS|OPTIND|HIST.*|LINENO|TMOUT|EPOCH.*|COMP_.*|READLINE_.*|DIRSTACK|GROUPS|E?UID|PPID|GLOBIGNORE)\+?=/;
function isEvaluatedAssignment(text) {
	if (!EVALUATED_VARIABLES.test(text)) return false;
	if (/^L/.test(text)) return !/^\w+=(?:|C|POSIX|(?:C|[a-z]{2}_[A-Z]{2})\.(?:UTF-8|utf8))$/.test(text);
	return !/^(?:S?RANDOM|SECONDS|LINENO|OPTIND|TMOUT|PS[0-4]|HIST(?:CMD|SIZE|FILESIZE))\+?=[0-9]*$/.test(text);
}
function innerCommands(words, wrappers) {
	const command = words[0]?.text ?? "";
	if (command === "") return [];
	if (command.includes(HOLE)) return [{ kind: "hole", reason: "computed command name" }];
	const name = programName(command);
	return wrappedBy(name, words, wrappers) ?? readBy(name, words);
}
function wrappedBy(name, words, wrappers) {
	const [first, ...operands] = words;
	const args = operands.map(({ text }) => text);
	if (FIND.has(name)) {
		return commandsOfFind(operands).flatMap((one) => (one === undefined ? [WRAPPED] : wrapped(one)));
	}
	const grammar = grammarOf(name) ?? wrappers?.get(name);
	if (grammar !== undefined) {
		if (name === "command" && /^-[vV]$/.test(args[0] ?? "")) return [];
		if (runsNothing(args)) return [];
		const inner = wrappedCommand(grammar, operands);
		if (inner?.words.length === 0 && grammar.manner === "with arguments" && first !== undefined) {
			return [{ kind: "command", words: [{ ...first, text: "echo", holes: [] }, filledIn(first)] }];
		}
		return inner === undefined || (inner.words.length === 0 && !grammar.idle) ? [WRAPPED] : wrapped(inner);
	}
	if (isOpaqueWrapper(name)) return runsNothing(args) ? [] : [WRAPPED];
	const runs = Object.hasOwn(RUNNING_OPERANDS, name) ? RUNNING_OPERANDS[name] : undefined;
	if (runs === undefined) return;
	if (runs === CONTAINER && INERT_SUBCOMMANDS.has(args[0] ?? "")) return [];
	return args.some((arg) => arg.includes(HOLE) || runs.test(arg)) ? [WRAPPED] : [];
}
function runsNothing(args) {
	return args.length === 1 && /^(?:--help|--version|-V)$/.test(args[0] ?? "");
}
function wrapped({ words, exact, own = 0 }) {
	if (words.length === 0) return [];
	const command = { kind: "command", words, own };
	return exact ? [command] : [command, WRAPPED];
}
function readBy(name, words) {
	const args = words.slice(1).map(({ text }) => text);
	const text = literalText(name, args);
	if (text !== undefined) return [text];
	if (isShell(name) || name === "source" || name === ".") {
		if (namesScript(args[0])) return [];
		const plain = args.every((arg) => /^-[seuxfC]+$/.test(arg));
		return plain ? [LATER, { kind: "input", shell: name }] : [LATER];
	}
	const reader = Object.hasOwn(BUILTINS, name) ? BUILTINS[name] : undefined;
	return reader === undefined ? [] : (reader(args, words.slice(1)) ?? [LATER]);
}
var ALWAYS_INTERNAL = nameSet(": true false cd pwd exit return break continue shift echo type");
var INTERNAL = nameSet("printf read wait [ test set declare typeset local readonly export");
function isInternal(words) {
	const [command, ...operands] = words;
	if (command === undefined || command.holes.length > 0) return false;
	const { text: name } = command;
	const args = operands.map(({ text }) => text);
	if (ALWAYS_INTERNAL.has(name)) return true;
	if (name === "exec") return args.length === 0;
	if (name === "command") return /^-[vV]$/.test(args[0] ?? "");
	if (!INTERNAL.has(name) || (name === "printf" && args[0] === "-v")) return false;
	return BUILTINS[name]?.(args, operands) !== undefined;
}
function namesScript(word = "") {
	if (!/^[^-+\0][^\0]*$/.test(word) || /(?:^|\/)(?:dev|proc)(?:\/|$)/.test(word)) return false;
	return !/^(?:std(?:in|out|err)|tty.*|console|cmdline|environ|[0-9]*)$/.test(baseName(word));
}
var PORTABLE = /^(?:[\w \t\n./,:@%+;-]|&&|\|\|?|'[^'\\]*'|"[^"\\$`!]*")*$/;
var NOT_PORTABLE =
	/\b(?:eval|trap|chdir|cd|exec|command|builtin|set|alias|unalias|unset|export|readonly|local|read|declare|typeset|let|source|function|time|select|coproc|if|for|while|until|case|type|hash|test|printf|echo)\b/;
function literalText(name, args) {
	const literal = args.every((arg) => !arg.includes(HOLE));
	if (name === "eval") {
		const words = args[0] === "--" ? args.slice(1) : args;
		return !literal || words[0]?.startsWith("-") === true
			? undefined
			: { kind: "text", text: words.join(" "), ownShell: false };
	}
	if (name === "trap") {
		const [text = "", ...signals] = args;
		return !literal || signals.length === 0 || text.startsWith("-")
			? undefined
			: { kind: "text", text, ownShell: false };
	}
	if (name !== "bash" && name !== "sh" && name !== "dash") return;
	let index = 0;
	let takesText = false;
	let login = false;
	for (; /^-[a-zA-Z]/.test(args[index] ?? ""); index++) {
		if (!/^-[ceufxCl]+$/.test(args[index] ?? "")) return;
		takesText ||= args[index]?.includes("c") === true;
		login ||= args[index]?.includes("l") === true;
	}
	const text = args[index];
	if (!takesText || text === undefined || /^[-+]|\0/.test(text)) return;
	return readsAlike(name, text) ? { kind: "text", text, ownShell: true, login } : undefined;
}
function readsAlike(shell, text) {
	if (shell === "bash") return true;
	return (shell === "sh" || shell === "dash") && PORTABLE.test(text) && !NOT_PORTABLE.test(text);
}
var NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
function isSingle({ holes }) {
	return holes.every((hole) => hole.single === true || isNumber(hole));
}
function unknownValue(name) {
	return { name };
}
function readNames(args, option) {
	const names = [];
	for (let index = 0; index < args.length; index++) {
		const arg = args[index] ?? "";
		const match = arg === "-" || names.length > 0 ? null : option.exec(arg);
		if (match !== null) {
			const [, withArgument, rest] = match;
			if ((withArgument === "" && rest !== "") || arg.includes(HOLE)) return;
			if (withArgument !== "" && rest === "") index++;
		} else if (NAME.test(arg)) names.push(arg);
		else return;
	}
	return names;
}
function readGetopts([letters = "", name = ""], words) {
	if (letters.includes(HOLE) || letters.startsWith("-") || !NAME.test(name) || !words.every(isSingle)) return;
	return [{ kind: "variables", variables: [name, "OPTARG"].map(unknownValue) }];
}
function readUnset(args) {
	const names = /^-[fv]$/.test(args[0] ?? "") ? args.slice(1) : args;
	if (!names.every((name) => NAME.test(name))) return;
	return [{ kind: "variables", variables: names.map((name) => ({ name, declared: true })) }];
}
function readWait(_args, words) {
	const names = [];
	for (const { text, holes } of words) {
		const [hole] = holes;
		if (hole === undefined && (/^[^-]/.test(text) || text === "-n" || text === "-f")) continue;
		if (hole?.name === undefined || text !== HOLE) return;
		if (NAME.test(hole.name)) names.push(hole.name);
		else if (!isNumber(hole) && hole.name !== "!") return;
	}
	return names.length === 0 ? [] : [{ kind: "integers", names }];
}
function declaring(options, more = {}) {
	return (args, words) => {
		const variables = [];
		const names = [];
		let operands = false;
		let array = false;
		let prints = false;
		let { readonly = false } = more;
		for (const [index, word] of words.entries()) {
			const arg = args[index] ?? "";
			if (!operands && options.test(arg)) {
				array ||= /[aA]/.test(arg);
				prints ||= /[fFp]/.test(arg);
				if (arg.includes("r")) readonly = true;
				continue;
			}
			operands = true;
			const match = /^([A-Za-z_][A-Za-z0-9_]*)(?:(\+?)=(.*))?$/s.exec(arg);
			if (match === null || !isSingle(word)) return;
			const [, name = "", plus, value] = match;
			if (value !== undefined) {
				if (array) return;
				const given = prints ? {} : { value: { text: value, holes: word.holes } };
				variables.push({ name, ...given, append: plus === "+", ...more, readonly });
			} else if (more.exported === true) names.push(name);
			else variables.push({ name, declared: true, array, ...more, readonly });
		}
		return [
			{ kind: "variables", variables },
			{ kind: "exports", names },
		];
	};
}
function isPlainTest(args, words) {
	if (args.every((arg) => !arg.includes(HOLE))) return args.every((arg) => !NAME_OPERATOR.test(arg));
	if (!words.every(isSingle)) return false;
	const [first = "", second = "", ...more] = args;
	if (args.length >= 3 && (BINARY_OPERATOR.test(second) || /^[<>]$/.test(second))) return args.length === 3;
	if (first === "!" && args.length > 1) return isPlainTest(args.slice(1), words.slice(1));
	if (more.length > 0) return false;
	return args.length === 1 || UNARY_OPERATOR.test(first);
}
function readPrintf(args, words) {
	const [first = "", name = "", ...more] = args;
	if (first !== "-v") return isKnownFormat(args) ? [] : undefined;
	if (!NAME.test(name) || !isKnownFormat(more) || !words.every(isSingle)) return;
	return [{ kind: "variables", variables: [unknownValue(name)] }];
}
function isKnownFormat([first = "", second = ""]) {
	const format = (first === "--" ? second : first).replaceAll("%%", "");
	return !/\0|%[^a-zA-Z%]*[hjlLqtz]*n/.test(format) && (first === "--" || !first.startsWith("-"));
}
function isKnownSet(args) {
	for (let index = 0; index < args.length; index++) {
		const word = args[index] ?? "";
		if (word === "--") return true;
		const flags = /^[-+]([euxfC]*)(o?)$/.exec(word);
		if (flags === null || word.length === 1) return false;
		if (flags[2] === "o" && args[++index] !== "pipefail") return false;
	}
	return args.length > 0;
}

// src/shell/compound.ts
var MISPLACED = nameSet("then elif else fi esac do done in } ]] !");
function takeReserved(lexer, word) {
	lexer.skipBlanks();
	const { pos } = lexer;
	if (lexer.text[pos] !== word[0]) return false;
	if (lexer.take(word) && lexer.atWordEnd() && !lexer.atProcess()) return true;
	lexer.pos = pos;
	return false;
}
function peekReserved(lexer, word) {
	const { pos } = lexer;
	const found = takeReserved(lexer, word);
	lexer.pos = pos;
	return found;
}
function expectReserved(lexer, word) {
	if (!takeReserved(lexer, word)) lexer.fail(`expected \`${word}\``);
}
function readPart(lexer, grammar, ...closing) {
	const script = grammar.readList(lexer, closing);
	if (script.items.length === 0) lexer.fail("a compound command without commands");
	return script;
}
var FIRST_OF_RESERVED = "{iwufsc[";
function readReserved(lexer, grammar) {
	if (!FIRST_OF_RESERVED.includes(lexer.peek())) return;
	const start = lexer.pos;
	const end = () => lexer.span(start, lexer.pos);
	if (takeReserved(lexer, "{")) {
		const script = readPart(lexer, grammar, "}");
		expectReserved(lexer, "}");
		return { kind: "group", script, redirects: grammar.readRedirects(lexer), ...end() };
	}
	if (takeReserved(lexer, "if")) {
		const scripts = [readPart(lexer, grammar, "then")];
		do {
			expectReserved(lexer, "then");
			scripts.push(readPart(lexer, grammar, "elif", "else", "fi"));
			if (!takeReserved(lexer, "elif")) break;
			scripts.push(readPart(lexer, grammar, "then"));
		} while (!lexer.failed);
		if (takeReserved(lexer, "else")) scripts.push(readPart(lexer, grammar, "fi"));
		expectReserved(lexer, "fi");
		return { kind: "if", scripts, redirects: grammar.readRedirects(lexer), ...end() };
	}
	if (takeReserved(lexer, "while") || takeReserved(lexer, "until")) {
		const scripts = [readPart(lexer, grammar, "do"), readBody(lexer, grammar)];
		return { kind: "loop", scripts, redirects: grammar.readRedirects(lexer), ...end() };
	}
	if (takeReserved(lexer, "for")) return readFor(lexer, grammar, start, false);
	if (takeReserved(lexer, "select")) return readFor(lexer, grammar, start, true);
	if (takeReserved(lexer, "case")) return readCase(lexer, grammar, start);
	if (takeReserved(lexer, "function")) {
		lexer.skipBlanks();
		const name = readWord(lexer);
		lexer.skipBlanks();
		const { pos } = lexer;
		if (lexer.take("(")) {
			lexer.skipBlanks();
			if (!lexer.take(")") && !lexer.failed) lexer.pos = pos;
		}
		return readFunction(lexer, grammar, name, start);
	}
	if (takeReserved(lexer, "coproc")) return readCoprocess(lexer, grammar, start);
	if (takeReserved(lexer, "[[")) {
		const { words, evaluates } = readConditional(lexer);
		return {
			kind: "conditional",
			words,
			evaluates,
			redirects: grammar.readRedirects(lexer),
			...end(),
		};
	}
	return;
}
function readBody(lexer, grammar) {
	expectReserved(lexer, "do");
	const script = readPart(lexer, grammar, "done");
	expectReserved(lexer, "done");
	return script;
}
function readForBody(lexer, grammar) {
	lexer.skipBlanksAndNewlines();
	if (!takeReserved(lexer, "{")) return readBody(lexer, grammar);
	const script = readPart(lexer, grammar, "}");
	expectReserved(lexer, "}");
	return script;
}
function readFor(lexer, grammar, start, selects) {
	lexer.skipBlanks();
	if (!selects && lexer.peekTogether("((")) {
		const expression = readDoubleParentheses(lexer);
		const semicolons = expression.inner.flatMap((part) =>
			part.kind === "literal" ? part.text.split(";").slice(1) : [],
		);
		if (semicolons.length !== 2) lexer.fail("the three expressions of a loop");
		lexer.skipBlanks();
		lexer.take(";");
		const script = readForBody(lexer, grammar);
		const redirects = grammar.readRedirects(lexer);
		return { kind: "arithmetic for", expression, script, redirects, start: lexer.at(start), end: lexer.at(lexer.pos) };
	}
	const name = readWord(lexer);
	const variable = bareText(name) ?? "";
	if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable) || RESERVED_WORDS.has(variable))
		lexer.fail("this name of a loop variable");
	lexer.skipBlanks();
	const { pos } = lexer;
	const separated = lexer.take(";");
	lexer.skipBlanksAndNewlines();
	if (lexer.pos === pos && lexer.peek() === "{") lexer.fail("expected `;`");
	let words;
	if (
		lexer.text.slice(pos, lexer.pos).includes(`
`) &&
		peekReserved(lexer, "in")
	)
		lexer.doubt("`in` on a line of its own");
	if (!separated && takeReserved(lexer, "in")) {
		words = [];
		for (lexer.skipBlanks(); !lexer.atWordEnd() || lexer.atProcess(); lexer.skipBlanks()) words.push(readWord(lexer));
		if (!lexer.take(";") && !lexer.takeNewline()) lexer.fail("expected `;`");
	}
	const script = readForBody(lexer, grammar);
	return {
		kind: "for",
		selects,
		name,
		words,
		script,
		redirects: grammar.readRedirects(lexer),
		start: lexer.at(start),
		end: lexer.at(lexer.pos),
	};
}
function readDoubleParentheses(lexer) {
	const from = lexer.here();
	lexer.take("((");
	const list = new PartList();
	lexer.nested(() => readExpression(lexer, list));
	const inner = list.parts;
	const evaluates = evaluationOf(
		inner.map((part) => (part.kind === "literal" ? { ...part, text: part.text.replaceAll(";", ",") } : part)),
	);
	return expansion(lexer.span(from, lexer.pos), "arithmetic expansion", false, { inner, evaluates });
}
function readArithmetic(lexer, grammar) {
	const start = lexer.pos;
	const expression = readDoubleParentheses(lexer);
	return {
		kind: "arithmetic",
		expression,
		redirects: grammar.readRedirects(lexer),
		start: lexer.at(start),
		end: lexer.at(lexer.pos),
	};
}
function readCase(lexer, grammar, start) {
	lexer.skipBlanks();
	const word = readWord(lexer);
	if (word.parts.length === 0) lexer.fail("a case without a word");
	lexer.skipBlanksAndNewlines();
	expectReserved(lexer, "in");
	const clauses = [];
	for (lexer.skipBlanksAndNewlines(); !lexer.failed && !takeReserved(lexer, "esac"); lexer.skipBlanksAndNewlines()) {
		lexer.take("(");
		const patterns = [];
		do {
			lexer.skipBlanks();
			const pattern = readWord(lexer);
			if (pattern.parts.length === 0) lexer.fail("a case clause without a pattern");
			if (bareText(pattern) === "esac") lexer.doubt("`esac` as a pattern");
			patterns.push(pattern);
			lexer.skipBlanks();
		} while (lexer.take("|"));
		if (!lexer.take(")")) lexer.fail("this pattern");
		const script = lexer.nested(() => grammar.readClause(lexer));
		if (script === undefined) break;
		clauses.push({ patterns, script });
		lexer.skipBlanks();
		if (lexer.take(";;&") || lexer.take(";;") || lexer.take(";&")) continue;
		expectReserved(lexer, "esac");
		break;
	}
	return {
		kind: "case",
		word,
		clauses,
		redirects: grammar.readRedirects(lexer),
		start: lexer.at(start),
		end: lexer.at(lexer.pos),
	};
}
function readInner(lexer, grammar) {
	const none = {
		kind: "simple",
		assignments: [],
		words: [],
		redirects: [],
		...lexer.span(lexer.pos, lexer.pos),
	};
	return lexer.nested(() => grammar.readCommand(lexer)) ?? none;
}
function readFunction(lexer, grammar, name, start) {
	if (!/[^?*+@!]$/.test(bareText(name) ?? "")) lexer.fail("this name of a function");
	lexer.skipBlanksAndNewlines();
	const body = readInner(lexer, grammar);
	if (/^(?:simple|coprocess|function)$/.test(body.kind)) {
		lexer.fail("a function whose body is no compound command");
	}
	return {
		kind: "function",
		name,
		body,
		redirects: [],
		start: lexer.at(start),
		end: lexer.at(lexer.pos),
	};
}
function readCoprocess(lexer, grammar, start) {
	lexer.skipBlanks();
	const { pos } = lexer;
	let name;
	if (!startsCompound(lexer)) {
		name = bareText(readWord(lexer));
		lexer.skipBlanks();
		if (!startsCompound(lexer)) {
			name = undefined;
			if (!lexer.failed) lexer.pos = pos;
		} else if (name === undefined || !/^[A-Za-z_]\w*$/.test(name) || MISPLACED.has(name)) {
			lexer.fail("this name of a coprocess");
		}
	}
	const from = lexer.pos;
	const body = readInner(lexer, grammar);
	if (/=(?:\\\n)*\(/.test(lexer.text.slice(from, lexer.pos))) lexer.doubt("a compound assignment in a coprocess");
	const second = body.kind === "simple" ? body.words[1] : undefined;
	const subscripted = second !== undefined && /^[A-Za-z_]\w*(?:\[|\+?=)/.test(bareStart(second));
	if (body.kind === "simple" && (subscripted || lexer.shared.substitutions > 0)) lexer.fail("this coprocess");
	const misread = second !== undefined && MISPLACED.has(bareText(second) ?? "");
	if (misread || body.kind === "coprocess" || body.kind === "function") lexer.fail("this coprocess");
	return {
		kind: "coprocess",
		name,
		body,
		redirects: [],
		start: lexer.at(start),
		end: lexer.at(lexer.pos),
	};
}
function startsCompound(lexer) {
	if (lexer.peek() === "(") return true;
	return ["{", "if", "for", "while", "until", "case", "select", "[[", "function", "coproc"].some((word) =>
		peekReserved(lexer, word),
	);
}

// src/shell/heredoc.ts
function readBodies(lexer, waiting) {
	for (const redirect of waiting) {
		const delimiter = redirect.target.parts.map((part) => (part.kind === "literal" ? part.text : "")).join("");
		const literal = redirect.target.parts.some((part) => part.kind === "literal" && part.quoted);
		const lines = [];
		for (;;) {
			if (lexer.pos >= lexer.text.length) {
				lexer.fail("unterminated here-document");
				return;
			}
			const start = lexer.pos;
			let end = lineEnd(lexer.text, start);
			while (!literal && continues(lexer.text, start, end)) end = lineEnd(lexer.text, end + 1);
			lexer.pos = Math.min(end + 1, lexer.text.length);
			let line = lexer.text.slice(start, end);
			if (!literal) line = line.replaceAll("\\\n", "");
			if (redirect.operator === "<<-") line = line.replace(/^\t+/, "");
			if (line === delimiter) break;
			if (lexer.shared.substitutions > 0 && line.startsWith(delimiter) && line.includes(")", delimiter.length)) {
				lexer.fail("a parenthesis behind the delimiter of a here-document");
				return;
			}
			lines.push({ start, end: lexer.pos });
		}
		const start = lines[0]?.start ?? lexer.pos;
		redirect.body = readBody2(lexer, start, lines.at(-1)?.end ?? start, literal, redirect.operator === "<<-");
		if (lexer.failed) return;
	}
}
function lineEnd(text, from) {
	const newline = text.indexOf(
		`
`,
		from,
	);
	return newline === -1 ? text.length : newline;
}
function continues(text, start, end) {
	if (end >= text.length) return false;
	let backslashes = 0;
	while (end - 1 - backslashes >= start && text[end - 1 - backslashes] === "\\") backslashes++;
	return backslashes % 2 === 1;
}
function readBody2(lexer, start, end, literal, stripsTabs) {
	const span = lexer.span(start, end);
	const list = new PartList();
	const text = lexer.text.slice(start, end);
	if (literal) {
		list.literal(stripsTabs ? text.replaceAll(/(?<=^|\n)\t+/g, "") : text, true, span.start, span.end);
		return { parts: list.parts, ...span };
	}
	const joined = [];
	const offsets = [];
	let indents = stripsTabs;
	const keep = (index) => {
		const character = text[index] ?? "";
		if (indents && character === "\t") return;
		indents =
			stripsTabs &&
			character ===
				`
`;
		joined.push(character);
		offsets.push(lexer.at(start + index));
	};
	for (let index = 0; index < text.length; index++) {
		if (text[index] !== "\\") keep(index);
		else if (
			text[index + 1] ===
			`
`
		)
			index++;
		else {
			keep(index);
			if (index + 1 < text.length) keep(++index);
		}
	}
	offsets.push(lexer.at(end));
	const body = new Lexer(joined.join(""), lexer.shared, offsets);
	for (;;) {
		const from = body.here();
		const character = body.text[from];
		if (character === undefined || body.failed) break;
		if (character === "\\") readQuotedEscape(body, list, "$`\\");
		else if (character === "$") readDollar(body, list, true);
		else if (character === "`") readBackquoted(body, list, true);
		else {
			body.pos = from + 1;
			list.literal(character, true, body.at(from), body.at(body.pos));
		}
	}
	if (body.failed) lexer.pos = lexer.text.length;
	return { parts: list.parts, ...span };
}

// src/shell/parser.ts
var MAX_SOURCE_LENGTH = 2 * 1024 * 1024;
var DECLARES = /^(?:declare|typeset|local|readonly|export|eval|alias)$/;
var MOVED_FORWARD = nameSet(
	"if then elif else fi for select case esac while until do done function coproc in [[ { } ! time -p --",
);
var REDIRECT_OPERATORS = ["<<<", "<<-", "<<", "&>>", "&>", "<&", ">&", "<>", ">>", ">|", "<", ">"];
function parse(source) {
	const shared = {
		problems: [],
		doubts: [],
		depth: 0,
		backquoteDepth: 0,
		readScript: readNested,
		readBodies,
		substitutions: 0,
		printedBodies: 0,
		innerQuotes: 0,
		reread: false,
	};
	const lexer = new Lexer(source, shared);
	if (source.includes("\x00")) lexer.fail("a NUL character");
	if (/[\x01\x7F]/.test(source)) lexer.doubt("a control character that bash uses itself");
	if (source.length > MAX_SOURCE_LENGTH) lexer.fail(`longer than ${MAX_SOURCE_LENGTH} characters`);
	const script = readScript(lexer, () => false);
	if (lexer.peek() !== "") lexer.fail(`unexpected \`${lexer.peek()}\``);
	if (lexer.waiting.length > 0) lexer.fail("a here-document without a body");
	return { script, problems: [...shared.problems, ...shared.doubts] };
}
function readNested(lexer, closing) {
	const { waiting, shared } = lexer;
	lexer.waiting = [];
	const printed = closing === ")" ? 1 : 0;
	const { printedBodies, innerQuotes } = shared;
	shared.printedBodies = 0;
	shared.substitutions += printed;
	const script = readScript(lexer, (at) => closing !== "" && at.peek() === closing);
	shared.substitutions -= printed;
	shared.printedBodies += printedBodies;
	shared.innerQuotes = innerQuotes;
	if (lexer.waiting.length > 0) lexer.fail("a here-document that starts in a substitution and ends outside");
	lexer.waiting = waiting;
	return script;
}
function readScript(lexer, atClosing) {
	const items = [];
	for (;;) {
		lexer.skipBlanksAndNewlines();
		if (lexer.peek() === "" || atClosing(lexer)) break;
		if (lexer.shared.substitutions > 0 && lexer.shared.printedBodies > 0) {
			lexer.doubt("a command after a here-document in a substitution");
		}
		const { item, separated } = readAndOr(lexer);
		items.push(item);
		if (!separated && lexer.peek() !== "" && !atClosing(lexer)) lexer.fail(`unexpected \`${lexer.peek()}\``);
	}
	return { items };
}
function readInner2(lexer, atClosing) {
	return lexer.nested(() => readScript(lexer, atClosing)) ?? { items: [] };
}
var GRAMMAR = {
	readList: (lexer, closing) => readInner2(lexer, (at) => closing.some((word) => peekReserved(at, word))),
	readCommand,
	readRedirects,
	readClause: (lexer) =>
		readScript(lexer, (at) => (at.peek() === ";" && /[;&]/.test(at.peekSecond())) || peekReserved(at, "esac")),
};
function readAndOr(lexer) {
	const pipelines = [readPipeline(lexer)];
	const operators = [];
	lexer.skipBlanks();
	for (;;) {
		const operator = lexer.take("&&") ? "&&" : lexer.take("||") ? "||" : undefined;
		if (operator === undefined) break;
		operators.push(operator);
		lexer.skipBlanksAndNewlines();
		pipelines.push(readPipeline(lexer));
		lexer.skipBlanks();
	}
	const background = lexer.take("&");
	const semicolon = !background && lexer.peek() === ";" && !/[;&]/.test(lexer.peekSecond()) && lexer.take(";");
	if (background || semicolon) lexer.skipBlanks();
	const endsLine = lexer.takeNewline();
	const separated = background || semicolon || endsLine;
	return { item: { pipelines, operators, background, endsLine }, separated };
}
function readPipeline(lexer) {
	lexer.skipBlanks();
	let timed = false;
	let negated = false;
	for (;;) {
		if (takeReserved(lexer, "time")) {
			timed = true;
			takeReserved(lexer, "-p");
			const ended = takeReserved(lexer, "--");
			lexer.skipBlanks();
			if ((!ended || lexer.shared.substitutions > 0) && lexer.peek() === "-") lexer.doubt("an option of `time`");
			continue;
		}
		if (!takeReserved(lexer, "!")) break;
		negated = true;
		if (lexer.peek() === "(" && lexer.text[lexer.pos - 1] === "!") lexer.doubt("`!` right before a parenthesis");
	}
	const commands = [readCommand(lexer)];
	const [first] = commands;
	if (timed && lexer.shared.substitutions > 0 && (first?.kind !== "simple" || first.assignments.length > 0))
		lexer.doubt("`time` in a substitution");
	lexer.skipBlanks();
	while (lexer.peek() === "|" && lexer.peekSecond() !== "|") {
		if (!lexer.take("|&")) lexer.take("|");
		lexer.skipBlanksAndNewlines();
		commands.push(readCommand(lexer));
		lexer.skipBlanks();
	}
	return { commands, negated };
}
function readCommand(lexer) {
	lexer.skipBlanks();
	const start = lexer.pos;
	if (lexer.peek() === "(") {
		if (lexer.peekSecond() === "(" && !lexer.peekTogether("((")) lexer.doubt("a line continuation between parentheses");
		else if (lexer.peekSecond() === "(") {
			const arithmetic = lexer.attempt(() => readArithmetic(lexer, GRAMMAR));
			if (arithmetic !== undefined) return arithmetic;
		}
		lexer.take("(");
		const script = readInner2(lexer, (at) => at.peek() === ")");
		if (script.items.length === 0) lexer.fail("a compound command without commands");
		if (!lexer.take(")")) lexer.fail("expected `)`");
		const redirects = readRedirects(lexer);
		return { kind: "subshell", script, redirects, ...lexer.span(start, lexer.pos) };
	}
	return readReserved(lexer, GRAMMAR) ?? readSimpleCommand(lexer);
}
function readRedirects(lexer) {
	const redirects = [];
	for (;;) {
		lexer.skipBlanks();
		const redirect = readRedirect(lexer);
		if (redirect === undefined) return redirects;
		redirects.push(redirect);
	}
}
function readSimpleCommand(lexer) {
	const start = lexer.pos;
	let end = start;
	const assignments = [];
	const words = [];
	const redirects = [];
	let declares;
	for (;;) {
		lexer.skipBlanks();
		const redirect = readRedirect(lexer);
		if (redirect !== undefined) {
			redirects.push(redirect);
			end = lexer.pos;
			continue;
		}
		if (lexer.atWordEnd() && !lexer.atProcess()) break;
		const from = lexer.pos;
		declares ??= words[0] === undefined ? undefined : DECLARES.test(bareText(words[0]) ?? "");
		const assigns = words.length === 0 || declares === true;
		const isFirst = words.length + assignments.length === 0;
		const assignment = assigns ? readAssignment(lexer) : undefined;
		if (assignment !== undefined) {
			end = lexer.pos;
			if (redirects.length > 0) doubtBehindRedirection(lexer, assignment, from, isFirst);
			if (words.length === 0) assignments.push(assignment);
			else words.push(wordOf(assignment));
			continue;
		}
		const word = readWord(lexer);
		end = lexer.pos;
		refuseLookalike(lexer, word, assigns);
		if (isFirst && isMisplaced(word, redirects.length > 0)) {
			lexer.pos = from;
			lexer.fail(`unexpected \`${bareText(word) ?? ""}\``);
			break;
		}
		const definition = isFirst && redirects.length === 0 ? readDefinition(lexer, word, start) : undefined;
		if (definition !== undefined) return definition;
		words.push(word);
	}
	if (lexer.peek() === "(") lexer.fail("unexpected `(`");
	if (words.length + assignments.length + redirects.length === 0) {
		lexer.fail(lexer.peek() === "" ? "a command is missing at the end" : `unexpected \`${lexer.peek()}\``);
	}
	return {
		kind: "simple",
		assignments,
		words,
		redirects,
		start: lexer.at(start),
		end: lexer.at(end),
	};
}
function doubtBehindRedirection(lexer, { elements }, from, isFirst) {
	const text = lexer.text.slice(from, lexer.pos);
	if (elements !== undefined || (!isFirst && /\[[^\]]*[\s;&|<>()]/.test(text))) {
		lexer.doubt("this assignment behind a redirection");
	}
}
function refuseLookalike(lexer, word, assigns) {
	const text = bareStart(word);
	if (assigns && /^[A-Za-z_]\w*(?:\+?=|\[(?![^[\]]*\]))/.test(text)) lexer.fail("this assignment");
	if (/^\{[A-Za-z_]/.test(text) && /^[<>]$/.test(lexer.peek())) lexer.fail("this descriptor variable");
}
function isMisplaced(word, isMoved) {
	return (isMoved ? MOVED_FORWARD : MISPLACED).has(bareText(word) ?? "");
}
function readDefinition(lexer, name, start) {
	if (bareText(name) === undefined) return;
	lexer.skipBlanks();
	if (!lexer.take("(")) return;
	lexer.skipBlanks();
	if (!lexer.take(")")) lexer.fail("unexpected `(`");
	return readFunction(lexer, GRAMMAR, name, start);
}
function wordOf(assignment) {
	const { value, elements, subscript, start, end } = assignment;
	const parts = [...(subscript ?? []), ...value.parts, ...(elements ?? []).flatMap((word) => word.parts)];
	return { parts: [expansion({ start, end }, "parameter expansion", true, { inner: parts })], start, end, assignment };
}
var PLAIN_SUBSCRIPT = /\[[^\s'"`$\\;&|<>()[\]]*\](?!\+?=|\\\n)/y;
var ASSIGNMENT = /[A-Za-z_][A-Za-z0-9_]*(?=\[|\+?=)/y;
function readAssignment(lexer) {
	const start = lexer.here();
	ASSIGNMENT.lastIndex = start;
	if (!ASSIGNMENT.test(lexer.text)) return;
	const name = lexer.text.slice(start, ASSIGNMENT.lastIndex);
	lexer.pos = start + name.length;
	let subscript;
	let evaluates;
	if (lexer.peek() === "[") {
		PLAIN_SUBSCRIPT.lastIndex = lexer.pos;
		if (PLAIN_SUBSCRIPT.test(lexer.text)) {
			lexer.pos = start;
			return;
		}
		lexer.advance();
		const list = new PartList();
		const closed = readExpandedText(lexer, list, "subscript", "]") && lexer.take("]");
		if (!closed || !/^[+=]$/.test(lexer.peek())) lexer.fail("a subscript that is not assigned to");
		subscript = list.parts;
		evaluates = evaluationOf(subscript);
	}
	const append = lexer.take("+");
	if (!lexer.take("=")) {
		lexer.pos = start;
		return;
	}
	const none = { parts: [], ...lexer.span(lexer.pos, lexer.pos) };
	let elements;
	let value = none;
	if (lexer.peek() === "(") {
		if (subscript !== undefined) lexer.fail("unexpected `(`");
		const from = lexer.pos;
		elements = readElements(lexer);
		if (!lexer.atWordEnd() || lexer.atProcess()) {
			lexer.fail("text right behind a compound assignment");
		}
		if (lexer.shared.substitutions > 0 && lexer.text.slice(from, lexer.pos).includes("\\")) {
			lexer.doubt("an escape in a compound assignment in a substitution");
		}
	} else value = readWord(lexer);
	return { name, append, subscript, evaluates, value, elements, start: lexer.at(start), end: lexer.at(lexer.pos) };
}
function readElements(lexer) {
	if (lexer.waiting.length > 0) lexer.doubt("a compound assignment behind a here-document on its line");
	lexer.take("(");
	const elements = [];
	for (;;) {
		lexer.skipBlanksAndNewlines();
		if (lexer.take(")")) return elements;
		const word = readWord(lexer);
		if (word.parts.length === 0) {
			lexer.fail("unterminated compound assignment");
			return elements;
		}
		if (/^\[(?!\d+\]=)/.test(bareStart(word))) lexer.doubt("a subscript in a compound assignment");
		const bare = bareText(word) ?? "";
		if (RESERVED_WORDS.has(bare)) lexer.doubt(`\`${bare}\` in a compound assignment`);
		elements.push(word);
	}
}
var MAX_DESCRIPTOR = 2147483647;
var DESCRIPTOR_VARIABLE = /\{([A-Za-z_][A-Za-z0-9_]*)\}(?=[<>])/y;
function readRedirect(lexer) {
	const next = lexer.peek();
	if (next === "" || !"<>&0123456789{".includes(next)) return;
	const start = lexer.pos;
	let descriptor = 0;
	let variable;
	if (next === "{") {
		DESCRIPTOR_VARIABLE.lastIndex = start;
		variable = DESCRIPTOR_VARIABLE.exec(lexer.text)?.[1];
		if (variable === undefined) return;
		lexer.pos = start + variable.length + 2;
	}
	for (let digit = lexer.peek(); variable === undefined && isDigit(digit); digit = lexer.peek()) {
		descriptor = descriptor * 10 + Number(digit);
		lexer.advance();
	}
	const described = lexer.pos > start;
	const operator =
		described && lexer.peek() === "&" ? undefined : REDIRECT_OPERATORS.find((candidate) => lexer.take(candidate));
	const process2 = (operator === "<" || operator === ">") && lexer.peek() === "(";
	if (operator === undefined || descriptor > MAX_DESCRIPTOR || process2) {
		if (process2 && described) lexer.fail("a descriptor before a process substitution");
		else lexer.pos = start;
		return;
	}
	lexer.skipBlanks();
	const duplicates = operator === ">&" || operator === "<&";
	const target = duplicates && lexer.peek() === "-" ? readClosing(lexer) : readWord(lexer);
	if (target.parts.length === 0) lexer.fail(`\`${operator}\` without a target`);
	if (/^[<>]$/.test(lexer.peek()) && /^(?:[0-9]+|\{\w+\})$/.test(bareText(target) ?? "")) {
		lexer.fail(`\`${operator}\` without a target`);
	}
	const plain = target.parts.every(
		(part) => part.kind === "literal" && !part.quoted && !EXPANDED_AGAIN.test(part.text),
	);
	if (duplicates && !plain) {
		lexer.doubt(`\`${operator}\` with a target that is expanded twice`);
	}
	const redirect = {
		operator,
		descriptor: described && variable === undefined ? descriptor : undefined,
		variable,
		target,
		body: undefined,
		start: lexer.at(start),
		end: lexer.at(lexer.pos),
	};
	if (operator === "<<" || operator === "<<-") {
		if (target.parts.some((part) => part.kind !== "literal"))
			lexer.fail("an expansion in the delimiter of a here-document");
		const delimiter = target.parts.map((part) => (part.kind === "literal" ? part.text : "")).join("");
		if (lexer.shared.substitutions > 0 && !/^\w+$/.test(delimiter)) lexer.doubt("this delimiter in a substitution");
		lexer.waiting.push(redirect);
		lexer.shared.printedBodies++;
	}
	return redirect;
}
var EXPANDED_AGAIN = /[~*?[{]/;
function readClosing(lexer) {
	const start = lexer.here();
	lexer.advance();
	const span = lexer.span(start, lexer.pos);
	return { parts: [{ kind: "literal", text: "-", quoted: false, ...span }], ...span };
}
function isDigit(character) {
	return character >= "0" && character <= "9";
}

// src/shell/peel.ts
var PROGRAMS = new Set("timeout time nice ionice chrt stdbuf setsid nohup".split(" "));
function peelOf(words, inner, { ownShell, subshell }, wrappers) {
	const [command, ...operands] = words;
	const name = command?.text ?? "";
	const [first, ...more] = inner;
	if (first?.kind === "text") {
		const reads = name === "bash" ? first.ownShell && first.login !== true : name === "eval" && ownShell;
		return reads && more.length === 0 ? { inner: undefined } : undefined;
	}
	const named = inner.every((one) => one.kind === "command" && one.words[0]?.holes.length === 0);
	if (first?.kind !== "command" || !named) return;
	if (name === "find") return onlyLooks(operands) ? { inner: undefined } : undefined;
	const { own = 0 } = first;
	if (more.length > 0 || own === 0 || words.slice(0, own).some(({ holes }) => holes.length > 0)) return;
	if (name === "xargs") return { inner: undefined };
	const peels =
		PROGRAMS.has(name) ||
		(name === "command" && ownShell) ||
		(name === "exec" && ownShell && subshell && words.slice(1, own).every(({ text }) => text === "--")) ||
		(wrappers?.has(name) === true && grammarOf(name) === undefined);
	return peels ? { inner: own } : undefined;
}
var FIND_WORDS = new Map(
	[
		[
			"-daystart -depth -d -follow -ignore_readdir_race -mount -noignore_readdir_race -noleaf -nowarn -warn -xdev",
			"( ) ! -not -a -and -o -or ,",
			"-empty -executable -false -nogroup -nouser -readable -true -writable -ls -print -print0 -prune -quit",
		],
		[
			"-maxdepth -mindepth -regextype -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum",
			"-ipath -iregex -iwholename -links -lname -mmin -mtime -name -newer -path -perm -regex -samefile -size -type -uid",
			"-used -user -wholename -xtype -printf",
		],
	].flatMap((rows, count) => rows.flatMap((row) => row.split(" ").map((word) => [word, count]))),
);
var EXPRESSION = /^(?:[-(),!]|$)/;
function onlyLooks(operands) {
	let index = 0;
	while (/^-(?:[HLP]|O[0-3])$/.test(operands[index]?.text ?? "")) index++;
	let paths = true;
	for (; index < operands.length; index++) {
		const word = operands[index];
		if (word === undefined) return false;
		const { text } = word;
		if (paths && !EXPRESSION.test(text) && isStart(word)) continue;
		paths = false;
		if (text === "-exec" || text === "-ok") {
			const end = endOfCommand(operands, index + 1);
			if (end === undefined) return false;
			index = end;
			continue;
		}
		const count =
			word.holes.length > 0 ? undefined : (FIND_WORDS.get(text) ?? (/^-newer[aBcmt]{2}$/.test(text) ? 1 : undefined));
		if (count === undefined) return false;
		const argument = operands[index + count];
		if (argument === undefined || !isOneWord(argument)) return false;
		index += count;
	}
	return true;
}
function isStart(word) {
	const { text } = word;
	return isOneName(word) && (!text.startsWith(HOLE) || text.includes("/"));
}
function endOfCommand(words, start) {
	for (let index = start; index < words.length; index++) {
		const { text, holes } = words[index] ?? { text: "", holes: [] };
		if (text === ";" || (text === "+" && words[index - 1]?.text === "{}")) return index;
		const mayEnd = text === "+" || (holes.length > 0 && /^[;+]?\0+[;+]?$/.test(text));
		if (mayEnd && /^[-(),!\0]/.test(words[index + 1]?.text ?? "-")) return;
		if (holes.length > 0 && !holes.every(({ single }) => single === true)) return;
	}
	return;
}

// src/shell/units.ts
var MAX_WRAPPERS = 8;
var MAX_TEXTS = 4;
var ASSIGNMENT_BUILTIN = /^(?:declare|typeset|local|readonly|export)$/;
var GIVEN_BY_BASH = /^(?:SHELLOPTS|PS[0-4]|IFS)$/;
var ENDS_IN_ERROR = /^(?:E?UID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO|FUNCNEST)$/;
var FOLLOWED = /^(?:cd|pushd|popd|exit|return|declare|typeset|local|readonly|export)$/;
var MOVES = new Set(["cd", "pushd", "popd", "chdir"]);
function analyze(source, wrappers) {
	const { script, problems: found } = parse(source);
	const collector = new Collector(source, wrappers);
	collector.lines(script, "top level");
	collector.settle();
	const { redirects, functions, exported, flow } = collector;
	const problems = [...found, ...collector.problems];
	const complete = problems.length === 0;
	if (!complete) collector.hole({ start: 0, end: source.length }, "unread", "text that was not understood");
	const assignments = collector.assignments.map((one) => (exported.has(one.name) ? { ...one, exported: true } : one));
	const { directories } = flow;
	const { unsure } = collector;
	const lost = flow.lost || unsure;
	const definitions = unsure ? [] : flow.definitions;
	return {
		units: collector.settled(complete),
		assignments,
		redirects,
		functions,
		directories,
		lost,
		definitions,
		complete,
		problems,
		empty: script.items.length === 0,
	};
}

class Collector {
	source;
	wrappers;
	flow;
	place;
	texts;
	variables;
	units = [];
	assignments = [];
	redirects = [];
	functions = [];
	exported = new Set();
	readonly = new Set();
	problems = [];
	calls = new Set();
	peels = new Map();
	captured = false;
	braces = braceBudget();
	constructor(source, wrappers, flow = new Flow(), place, texts = 0, variables = new Variables(false)) {
		this.source = source;
		this.wrappers = wrappers;
		this.flow = flow;
		this.place = place;
		this.texts = texts;
		this.variables = variables;
	}
	script(script, context) {
		for (const item of script.items) this.item(item, context);
	}
	lines(script, context) {
		for (const item of script.items) {
			this.item(item, context);
			if (item.endsLine) this.flow.endLine();
		}
	}
	item(item, context) {
		if (item.background) this.flow.subshell(() => this.list(item, context));
		else this.list(item, context);
	}
	hole(span, context, reason, behind) {
		const { directory } = this.flow;
		const unit = { ...holeText(reason), words: [], ...this.slice(span), context, internal: false, directory };
		this.units.push(behind === undefined ? unit : { ...unit, behind });
	}
	settle() {
		for (const one of this.variables.unsettled()) this.hole(one, one.context, "text that runs later");
		const splits = this.assignments.find(({ name, text }) => name === "IFS" && /[0-9-]|\0/.test(text));
		const numbers = ({ holes }) => holes.some((hole) => isNumber(hole) && hole.single !== true);
		if (splits !== undefined && this.units.some(numbers)) this.hole(splits, splits.context, "text that runs later");
		sortBySource(this.units);
	}
	get unsure() {
		if (this.flow.unsure || this.functions.some((name) => FOLLOWED.test(name))) return true;
		const given = new Set();
		return this.assignments.some(({ name }) => this.readonly.has(name) && given.size === given.add(name).size);
	}
	settled(complete) {
		const unsets = ({ words }) => words.length === 0 || baseName(words[0]?.text ?? "") === "unset";
		const calls = this.unsure || (this.calls.size > 0 && this.units.some(unsets)) ? this.calls : undefined;
		const shadowed = new Set(this.functions);
		return this.units.map((unit) => {
			const peels = this.peels.get(unit);
			if (peels !== undefined && complete && !shadowed.has(unit.words[0]?.text ?? "")) return { ...unit, peels };
			return calls?.has(unit) === true ? { ...unit, internal: false } : unit;
		});
	}
	list({ pipelines, operators }, context) {
		const { flow } = this;
		const [first, ...more] = pipelines;
		if (first === undefined) return;
		let { succeeded, failed } = this.pipeline(first, context);
		let skips = false;
		flow.conditional(() => {
			for (const [index, pipeline] of more.entries()) {
				const and = operators[index] === "&&";
				skips ||= !and;
				flow.directory = (and ? succeeded : failed) ?? flow.directory;
				let outcome = { succeeded, failed };
				const run = () => {
					outcome = this.pipeline(pipeline, context);
				};
				if (skips) flow.conditional(run);
				else run();
				succeeded = and ? outcome.succeeded : flow.join(succeeded, outcome.succeeded);
				failed = and ? flow.join(failed, outcome.failed) : outcome.failed;
			}
		});
		flow.directory = flow.join(succeeded, failed) ?? flow.directory;
	}
	pipeline({ commands, negated }, context) {
		const { flow } = this;
		const [only, ...more] = commands;
		if (only !== undefined && more.length === 0) {
			const outcome = this.command(only, context);
			if (!negated) return outcome;
			const directory = flow.join(outcome.succeeded, outcome.failed);
			return { succeeded: directory, failed: directory };
		}
		const last = commands.at(-1);
		for (const command of commands)
			this.capturing(command !== last || this.captured, () => flow.subshell(() => this.command(command, context)));
		return { succeeded: flow.directory, failed: flow.directory };
	}
	command(command, context) {
		const { flow } = this;
		for (const redirect of command.redirects) this.redirect(redirect, context);
		let outcome;
		this.capturing(isCaptured(command.redirects, this.captured), () => {
			if (command.kind === "simple") outcome = this.simple(command, context);
			else if (command.redirects.length > 0) flow.branches([() => this.compound(command, context)]);
			else this.compound(command, context);
		});
		return outcome ?? { succeeded: flow.directory, failed: flow.directory };
	}
	capturing(captured, collect) {
		const outer = this.captured;
		this.captured = captured;
		collect();
		this.captured = outer;
	}
	compound(command, context) {
		const { flow } = this;
		switch (command.kind) {
			case "subshell":
				flow.subshell(() => this.script(command.script, "subshell"));
				break;
			case "group":
				this.script(command.script, context);
				break;
			case "if": {
				const [condition, ...branches] = command.scripts;
				if (condition !== undefined) this.script(condition, context);
				flow.branches(branches.map((script) => () => this.script(script, context)));
				break;
			}
			case "loop":
				flow.loop(() => {
					for (const script of command.scripts) this.script(script, context);
				});
				break;
			case "for":
				for (const word of command.words ?? []) this.parts(word.parts, word, context);
				flow.loop(() => {
					this.loopVariable(command, context);
					this.script(command.script, context);
				});
				break;
			case "arithmetic for":
				flow.loop(() => {
					this.parts([command.expression], command.expression, context);
					this.script(command.script, context);
				});
				break;
			case "arithmetic":
				this.parts([command.expression], command.expression, context);
				break;
			case "case":
				this.parts(command.word.parts, command.word, context);
				flow.branches(
					command.clauses.map(({ patterns, script }) => () => {
						for (const pattern of patterns) this.parts(pattern.parts, pattern, context);
						this.script(script, context);
					}),
				);
				break;
			case "function": {
				const name = bareText(command.name) ?? "";
				this.functions.push(name);
				flow.defineFunction(name);
				this.capturing(false, () => flow.body(() => this.command(command.body, "function body"), true));
				break;
			}
			case "coprocess":
				if (command.name !== undefined) {
					this.assign({ name: command.name, array: true }, command, context);
				}
				flow.subshell(() => this.command(command.body, "subshell"));
				break;
			case "conditional":
				for (const word of command.words) this.parts(word.parts, word, context);
				if (command.evaluates !== undefined) this.evaluate(command.evaluates, command, context);
				break;
			default:
				throw new Error("unknown command kind");
		}
	}
	simple(command, context) {
		const { flow } = this;
		const [head] = command.words;
		const declares = head !== undefined && ASSIGNMENT_BUILTIN.test(bareText(head) ?? "");
		const words = command.words.flatMap((word) => this.words(word, declares));
		flow.startCommand(words[0]?.text ?? "");
		this.run(words, command, context, 0, true);
		const redirected = command.redirects.length > 0;
		for (const assignment of command.assignments) this.assignment(assignment, words[0]?.text, context, redirected);
		for (const word of command.words) this.parts(word.parts, word, context);
		const [first] = words;
		if (first === undefined || first.holes.length > 0) return;
		if (first.text === "cd" || first.text === "pushd" || first.text === "popd") return flow.move(words);
		if (MOVES.has(baseName(first.text))) flow.moveAnywhere();
		const mayLeave = first.text === "exit" || (first.text === "return" && context === "function body");
		const leaves = mayLeave && command.redirects.length + command.assignments.length === 0 && isStatus(words.slice(1));
		return leaves ? { succeeded: undefined, failed: undefined } : undefined;
	}
	words(word, declares) {
		const { assignment } = word;
		if (declares && assignment !== undefined && !isCompound(assignment)) {
			const { name, append, value } = assignment;
			const { text, holes } = this.value(value, true);
			return [{ text: `${name}${append ? "+" : ""}=${text}`, holes, ...this.span(word) }];
		}
		return expandWords(word, this.braces).map((text) => ({ ...this.flow.resolve(text), ...this.span(word) }));
	}
	value(word, declares) {
		const { text, holes } = this.flow.resolve(expandWord(asValue(word, declares)));
		const temporary = isTemporary(word);
		const more = { vanishes: false, single: true, ...(temporary && { name: TEMPORARY }) };
		return { text, holes: holes.map((one) => ({ ...one, ...more })) };
	}
	run(words, command, context, depth, ownShell, wrapped) {
		const own = this.unit(words, depth === 0 ? context : "wrapper", wrapped);
		let behind;
		const count = this.units.length;
		const all = innerCommands(words, this.wrappers);
		let known = true;
		if (all.length > 0 && /^g?nohup$/.test(programName(words[0]?.text ?? ""))) this.nohup(words, context);
		for (const inner of all) {
			const span = spanOf(words);
			if (inner.kind === "variables") {
				for (const variable of inner.variables) {
					if (!ownShell) {
						this.assign({ ...variable, integer: false }, span, context);
						continue;
					}
					if (variable.local === true && !this.flow.inFunction) {
						this.assign({ name: variable.name }, span, context);
						continue;
					}
					const { name, value, append = false, readonly = false } = variable;
					this.assign(variable, span, context);
					if (readonly) this.readonly.add(name);
					if (value === undefined) continue;
					this.variables.declare(name, value, { context, ...this.span(span) });
					if (!append && command.redirects.length === 0) this.flow.define(name, [value]);
				}
			} else if (inner.kind === "exports") {
				for (const name of inner.names) {
					this.exported.add(name);
					if (!keepsItsValue(name) || GIVEN_BY_BASH.test(name)) this.assign({ name, exported: true }, span, context);
				}
			} else if (inner.kind === "integers") {
				const evaluation = { names: inner.names, assigned: [], written: [], opaque: false };
				this.variables.evaluate({ evaluation, context, ...this.span(span) });
			} else if (inner.kind === "text" && this.texts < MAX_TEXTS) {
				this.text(inner.text, inner.ownShell || !ownShell, span);
				if (inner.login === true && this.source.includes("HOME")) this.hole(span, "wrapper", "text that runs later");
			} else if (inner.kind === "input") {
				this.input(inner.shell, command, span);
			} else if (inner.kind === "command" && depth < MAX_WRAPPERS) {
				const { text } = words[0] ?? plainText("");
				const { own: count = 0 } = inner;
				if (inner === all[0] && own !== undefined && count > 0) behind = { wrapper: own, own: count };
				const stays = ownShell && /^(?:command|builtin)$/.test(text);
				this.run(inner.words, command, context, depth + 1, stays, inner === all[0] ? behind : undefined);
				if (MOVES.has(baseName(inner.words[0]?.text ?? ""))) this.flow.moveAnywhere();
			} else {
				known = false;
				this.hole(span, "wrapper", inner.kind === "hole" ? inner.reason : "text that runs later", behind);
				this.flow.moveAnywhere();
			}
		}
		if (known && own !== undefined && this.units.length > count) {
			const subshell = depth === 0 && (context === "subshell" || context === "substitution");
			const peels = peelOf(words, all, { ownShell, subshell }, this.wrappers);
			if (peels !== undefined) this.peels.set(own, peels);
		}
		if (/^(?:source|\.)$/.test(words[0]?.text ?? "")) this.flow.moveAnywhere();
	}
	nohup(words, context) {
		if (this.captured) return;
		const { directory } = this.flow;
		const place = this.slice(spanOf(words));
		this.redirects.push({ operator: ">>", directory, ...plainText("nohup.out"), ...place, context });
	}
	input(shell, { redirects }, span) {
		if (this.texts >= MAX_TEXTS) return;
		for (const { operator, target, body } of redirects) {
			const word = operator === "<<<" ? target : body;
			const text = word === undefined ? undefined : expandWord(word);
			if (text === undefined || text.holes.length > 0 || !readsAlike(shell, text.text)) continue;
			this.text(text.text, true, span);
		}
	}
	text(text, ownShell, span) {
		const { script, problems } = parse(text);
		const { flow } = this;
		const place = this.place ?? span;
		const variables = ownShell ? new Variables(true) : this.variables;
		const inner = new Collector(this.source, this.wrappers, flow, place, this.texts + 1, variables);
		const collect = () => inner.lines(script, "text");
		if (ownShell) flow.otherShell(collect);
		else flow.body(collect, false);
		if (ownShell) inner.settle();
		this.units.push(...inner.units);
		this.assignments.push(...inner.assignments);
		this.redirects.push(...inner.redirects);
		this.functions.push(...inner.functions);
		for (const name of inner.exported) this.exported.add(name);
		for (const name of inner.readonly) this.readonly.add(name);
		for (const unit of inner.calls) this.calls.add(unit);
		for (const [unit, peels] of inner.peels) this.peels.set(unit, peels);
		this.problems.push(...inner.problems, ...problems.map(({ message }) => ({ span: place, message })));
	}
	unit(words, context, behind) {
		const [first] = words;
		if (first === undefined) return;
		const { flow } = this;
		const { text, holes } = joinTexts(words);
		const called = context !== "wrapper" && context !== "text" && flow.hasFunction(first.text);
		const internal = called || (context !== "wrapper" && isInternal(words));
		const unit = {
			text,
			holes,
			words,
			...this.slice(spanOf(words)),
			context,
			internal,
			directory: flow.directory,
			...(behind !== undefined && { behind }),
		};
		this.units.push(unit);
		if (called) this.calls.add(unit);
		return unit;
	}
	assignment(assignment, command, context, redirected) {
		const { name, append, value, elements, subscript, evaluates } = assignment;
		if (isCompound(assignment)) {
			this.variables.makeArray(name);
			this.assign({ name, append }, assignment, context, command);
		} else {
			const given = this.value(value, false);
			this.assign({ name, value: given, append }, assignment, context, command);
			if (command === undefined && !append && !redirected) this.flow.define(name, [given]);
		}
		if (evaluates !== undefined) this.evaluate(evaluates, assignment, context);
		for (const { parts } of [value, ...(elements ?? []), { parts: subscript ?? [] }])
			this.parts(parts, assignment, context);
	}
	assign(variable, span, context, command) {
		const { name, value, append = false, exported = false, declared, array } = variable;
		const { text: given, holes: found } = value ?? holeText("parameter expansion");
		const holes = found.map((one) => ({ ...one, vanishes: false, single: true }));
		const text = `${name}${append ? "+" : ""}=${given}`;
		const place = this.slice(span);
		this.assignments.push({ name, command, exported, text, holes, ...place, context });
		if (exported) this.exported.add(name);
		if (array === true) this.variables.makeArray(name);
		const integer = variable.integer ?? (value !== undefined && isIntegerValue(value));
		if (declared !== true && (!integer || command === undefined)) this.variables.assign(name, integer);
		if (ENDS_IN_ERROR.test(name)) this.flow.unsure = true;
		if (isEvaluatedAssignment(text)) this.hole(span, context, "text that runs later");
	}
	loopVariable({ name, words, selects, start }, context) {
		const span = { start, end: name.end };
		if (selects) this.assign({ name: "REPLY" }, span, context);
		const variable = bareText(name) ?? "";
		const expanded = (words ?? []).map((word) => ({ integer: isIntegerWord(word), values: this.words(word, false) }));
		const values = expanded.flatMap((one) => one.values);
		const integer =
			values.length > 0 && expanded.every((one) => one.integer || one.values.every(({ text }) => isIntegerText(text)));
		const [only] = values;
		this.assign({ name: variable, integer, ...(values.length === 1 && { value: only }) }, span, context);
		if (!selects && words !== undefined) this.flow.define(variable, values);
	}
	redirect(redirect, context) {
		const { operator, target, variable, body } = redirect;
		if (variable !== undefined) this.assign({ name: variable }, redirect, context);
		const { directory } = this.flow;
		this.redirects.push({
			operator,
			directory,
			...this.flow.resolve(expandWord(target)),
			...this.slice(redirect),
			context,
		});
		this.parts(target.parts, redirect, context);
		if (body !== undefined) this.parts(body.parts, redirect, context);
	}
	parts(parts, span, context) {
		for (const part of parts) {
			if (part.kind === "literal") continue;
			if (part.kind === "substitution") {
				const collect = () => this.flow.subshell(() => this.script(part.script, "substitution"));
				this.capturing(!part.process, collect);
				continue;
			}
			if (part.evaluates !== undefined) this.evaluate(part.evaluates, span, context);
			this.parts(part.inner, span, context);
		}
	}
	evaluate(evaluation, { start, end }, context) {
		this.flow.mayFail();
		this.variables.evaluate({ evaluation, context, ...this.span({ start, end }) });
		for (const name of evaluation.written) {
			const { text, holes } = holeText("arithmetic expansion");
			this.assignments.push({
				name,
				command: undefined,
				exported: false,
				text: `${name}=${text}`,
				holes,
				...this.slice({ start, end }),
				context,
			});
			if (name === "POSIXLY_CORRECT") this.hole({ start, end }, context, "text that runs later");
		}
	}
	span({ start, end }) {
		return this.place ?? { start, end };
	}
	slice(span) {
		const { start, end } = this.place ?? span;
		return { start, end, source: this.source.slice(start, end) };
	}
}
function isCaptured(redirects, before) {
	let captured = before;
	for (const { operator, descriptor, variable, target } of redirects) {
		if (variable !== undefined || (descriptor ?? (operator.startsWith("<") ? 0 : 1)) !== 1) continue;
		const { text: file } = expandWord(target);
		const copies = (operator === ">&" || operator === "<&") && /^(?:[0-9]*-?|.*\0.*)$/s.test(file);
		captured = !copies && (file === "/dev/null" || !/^\/(?:dev|proc)/.test(file));
	}
	return captured;
}
function isCompound({ elements, subscript }) {
	return elements !== undefined || subscript !== undefined;
}
function asValue(word, declares) {
	const special = declares ? /[~{]/ : /~/;
	const plain = word.parts.every((part) => part.kind !== "literal" || part.quoted || !special.test(part.text));
	if (!plain) return word;
	return { ...word, parts: word.parts.map((part) => (part.kind === "literal" ? { ...part, quoted: true } : part)) };
}
function isStatus([status, ...more]) {
	if (status === undefined) return true;
	return more.length === 0 && isIntegerValue(status) && status.holes.every(({ name }) => name !== "!");
}
function isTemporary({ parts }) {
	const [only, ...more] = parts;
	if (only?.kind !== "substitution" || only.process || more.length > 0) return false;
	const commands = only.script.items.flatMap(({ pipelines }) => pipelines.flatMap((pipeline) => pipeline.commands));
	const [command, ...others] = commands;
	if (command?.kind !== "simple" || others.length > 0) return false;
	if (command.assignments.length > 0 || command.redirects.length > 0) return false;
	return /^mktemp(?: -d)?$/.test(command.words.map((word) => bareText(word) ?? HOLE).join(" "));
}
function spanOf(words) {
	const first = words[0];
	const last = words.at(-1);
	if (first === undefined || last === undefined) throw new Error("a command without words has no span");
	return { start: first.start, end: last.end };
}
function parseUnits(source) {
	const { units, complete } = analyze(source);
	return { units, complete };
}

// src/policy/arguments.ts
var GIT_FLAGS = new Set(["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs"]);
var VERIFYING_FORMAT = /%[-+ ]?G|%\(\*?signature|(?:^| )--(?:format|pretty)[= ][^ ]*\0/;
var SCRIPT_OPTIONS = new Set(["-e", "--expression"]);
function acceptsCommand(grammar, words) {
	const { command, forbidden, closed } = grammar;
	if (!isWord(words[0], command[0])) return false;
	let index = 1;
	if (command[0] === "git" && command.length > 1) {
		for (; index < words.length; index++) {
			const word = words[index];
			if (isWord(word, "-C") && isOneWord(words[index + 1])) index++;
			else if (word === undefined || word.holes.length > 0 || !GIT_FLAGS.has(word.text)) break;
		}
	}
	for (const expected of command.slice(1)) if (!isWord(words[index++], expected)) return false;
	if (command[0] === "git" && VERIFYING_FORMAT.test(words.map(({ text }) => text.replaceAll(" ", "")).join(" ")))
		return false;
	return (forbidden.size === 0 && !closed) || acceptsArguments(grammar, words.slice(index));
}
function acceptsArguments(grammar, args) {
	const { script, closed, optionsFirst } = grammar;
	let state = "settled";
	let scripted = script === undefined;
	let operands = 0;
	for (const word of args) {
		const { text, holes } = word;
		const plain = holes.length === 0;
		const isOption = text.startsWith("-") && text !== "-";
		if (state === "argument" || state === "script") {
			if (!isOneWord(word) || (plain && isOption && readOption2(grammar, text) === "refused")) return false;
			if (state === "script" && !isScript(grammar, word)) return false;
			scripted ||= state === "script";
			state = "settled";
		} else if (state !== "ended" && isOption) {
			if (isCounted(grammar) && operands > 0) return false;
			if (text === "--") {
				if (state === "settled") state = "ended";
				continue;
			}
			if (!isOneWord(word)) return false;
			const option = readOption2(grammar, text);
			if (option === "refused" || (option === "unknown" && closed)) return false;
			if (state === "unsettled") continue;
			if (typeof option === "string") {
				state = option === "flag" ? "settled" : "unsettled";
				continue;
			}
			const { name, argument } = option;
			const isScriptOption = script !== undefined && SCRIPT_OPTIONS.has(name);
			if (argument === undefined) state = isScriptOption ? "script" : "argument";
			else if (isScriptOption) {
				if (!isScript(grammar, { text: argument, holes })) return false;
				scripted = true;
			}
		} else {
			if (state !== "ended" && text.startsWith(HOLE)) return false;
			const counted = grammar.operands !== undefined || grammar.operand !== undefined || !scripted;
			if (!isOneWord(word) && (counted || (state !== "ended" && !isOneName(word)))) return false;
			if (!scripted) {
				if (!isScript(grammar, word)) return false;
				scripted = true;
			} else if (grammar.operand?.test(known(text)) === false) return false;
			operands++;
			if (state !== "ended") state = optionsFirst ? "ended" : "settled";
		}
	}
	return operands <= (grammar.operands ?? operands);
}
function readOption2(grammar, text) {
	const { forbidden, flags, options, wholeWords } = grammar;
	if (flags.has(text) || /^-[0-9]+$/.test(text)) return "flag";
	if (text.startsWith("--") || wholeWords) {
		const equals = text.startsWith("--") ? text.indexOf("=") : -1;
		const name = equals === -1 ? text : text.slice(0, equals);
		if (name.includes(HOLE)) return "refused";
		if (flags.has(name)) return "flag";
		if (options.has(name)) return { name, argument: equals === -1 ? undefined : text.slice(equals + 1) };
		if (forbidden.has(name)) return "refused";
		if (!wholeWords && [...forbidden].some((one) => one.startsWith(name))) return "refused";
		return equals === -1 || grammar.closed ? "unknown" : "flag";
	}
	let known = true;
	for (let at = 1; at < text.length; at++) {
		const name = `-${text[at] ?? ""}`;
		if (text[at] === HOLE || forbidden.has(name)) return "refused";
		if (known && options.has(name)) {
			const argument = text.slice(at + 1);
			if (argument !== "" && argument.replaceAll(HOLE, "") === "") return "refused";
			return { name, argument: argument === "" ? undefined : argument };
		}
		known &&= flags.has(name);
	}
	return known ? "flag" : "unknown";
}
function isCounted({ operands, operand, script }) {
	return operands !== undefined || operand !== undefined || script !== undefined;
}
var MAX_SCRIPT = 4000;
function isScript({ script }, { text, holes }) {
	return holes.length === 0 && text.length <= MAX_SCRIPT && script?.test(text) === true;
}
function isWord(word, text) {
	return word !== undefined && word.holes.length === 0 && word.text === text;
}
function known(text) {
	const hole = text.indexOf(HOLE);
	return hole === -1 ? text : text.slice(0, hole);
}

// src/policy/environment.ts
var SPECIAL =
	/^(?:BASH.*|CDPATH|COLUMNS|COMP.*|DIRSTACK|ENV|EXECIGNORE|FCEDIT|FIGNORE|FUNCNEST|GLOBIGNORE|GLOBSORT|GROUPS|HIST.*|HOME|HOSTFILE|IFS|IGNOREEOF|INPUTRC|INSIDE_EMACS|LANG|LANGUAGE|LC_.*|LD_.*|DYLD_.*|LINENO|LINES|MAIL.*|OLDPWD|OPT.*|PATH|POSIXLY_CORRECT|PPID|PROMPT.*|PS[0-4]|PWD|S?RANDOM|READLINE_.*|REPLY|SECONDS|SHELL|SHELLOPTS|SHLVL|TEXTDOMAIN.*|TIMEFORMAT|TMOUT|TMPDIR|TZ|E?UID|_|auto_resume|histchars)$/;
var USUALLY_EXPORTED =
	/^(?:EDITOR|VISUAL|PAGER|LESS.*|MANPAGER|BROWSER|TERM.*|COLORTERM|DISPLAY|WAYLAND_DISPLAY|XDG_.*|DBUS_.*|SSH_.*|GIT_.*|GPG_.*|USER|USERNAME|LOGNAME|HOSTNAME|NODE_.*|NPM_.*|npm_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|GO[A-Z]*|CARGO_.*|RUST.*|JAVA_.*|CLASSPATH|MAVEN_.*|CC|CXX|CPP|LD|AR|CFLAGS|CXXFLAGS|LDFLAGS|MAKEFLAGS|MFLAGS|PKG_CONFIG.*|AWS_.*|GOOGLE_.*|AZURE_.*|DOCKER_.*|KUBE.*|PI_.*|.*_proxy|.*_PROXY|CI|DEBUG|HOST|PORT)$/;
function reachesEnvironment({ name, command, exported }, env) {
	if (exported) return true;
	if (command !== undefined) return !(name === "IFS" && command === "read");
	if (name === "REPLY" || name === "OPTARG") return false;
	return SPECIAL.test(name) || (env === undefined ? USUALLY_EXPORTED.test(name) : Object.hasOwn(env, name));
}
var PLAIN2 = /^(?!.*\.\.)[A-Za-z0-9_.,:*=+-]*$/;
var SWITCH = /^(?:|0|1|on|off|true|false|yes|no|auto|always|never|full)$/;
var NUMBERS = /^[0-9]+(?:[.,][0-9]+)*$/;
var HARMLESS_VARIABLES = [
	{
		names: "CI NODE_ENV RAILS_ENV RACK_ENV MIX_ENV APP_ENV FLASK_ENV",
		values: PLAIN2,
	},
	{
		names: "DEBUG RUST_LOG LOG_LEVEL LOGLEVEL NODE_DEBUG",
		values: PLAIN2,
	},
	{
		names: "VERBOSE RUST_BACKTRACE RUST_LIB_BACKTRACE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONFAULTHANDLER",
		values: SWITCH,
	},
	{
		names:
			"NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CARGO_TERM_COLOR NPM_CONFIG_COLOR npm_config_color PY_COLORS GTEST_COLOR NODE_DISABLE_COLORS NODE_NO_WARNINGS",
		values: PLAIN2,
	},
	{
		names: "LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_NUMERIC LC_TIME LC_MONETARY",
		values: /^(?:|C|POSIX|(?:C|[a-z]{2,3}_[A-Z]{2})\.(?:UTF-8|utf8))$/,
	},
	{
		names: "TZ",
		values: /^(?!.*\.\.)[A-Za-z0-9_+-][A-Za-z0-9_+\-/,.]*$/,
	},
	{
		names: "TERM",
		values: /^(?:dumb|ansi|linux|vt100|vt220|xterm|xterm-256color|screen|screen-256color|tmux-256color)$/,
	},
	{
		names:
			"COLUMNS LINES PORT PYTHONHASHSEED SOURCE_DATE_EPOCH OMP_NUM_THREADS CUDA_VISIBLE_DEVICES UV_THREADPOOL_SIZE CMAKE_BUILD_PARALLEL_LEVEL",
		values: NUMBERS,
	},
	{
		names:
			"CGO_ENABLED GO111MODULE CARGO_INCREMENTAL DOCKER_BUILDKIT COMPOSE_DOCKER_CLI_BUILD CTEST_OUTPUT_ON_FAILURE TOKENIZERS_PARALLELISM GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT PIP_NO_INPUT PIP_DISABLE_PIP_VERSION_CHECK HOMEBREW_NO_AUTO_UPDATE",
		values: SWITCH,
	},
	{
		names: "DO_NOT_TRACK NEXT_TELEMETRY_DISABLED ASTRO_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO",
		values: SWITCH,
	},
	{
		names: "DEBIAN_FRONTEND",
		values: /^noninteractive$/,
	},
];
var HARMLESS = new Map(
	HARMLESS_VARIABLES.flatMap(({ names, values }) => names.split(" ").map((name) => [name, values])),
);
function isHarmless({ name, text, holes }) {
	if (holes.length > 0 || !text.startsWith(`${name}=`)) return false;
	return HARMLESS.get(name)?.test(text.slice(name.length + 1)) === true;
}

// src/policy/wildcard.ts
var ANY_TEXT = -1;
var ANY_UNIT = -2;
var SPACE = 32;
var HOLE_CODE = 0;
function compilePattern(pattern) {
	const elements = [];
	for (let index = 0; index < pattern.length; index++) {
		const character = pattern[index];
		if (character === "?") elements.push(ANY_UNIT);
		else if (character !== "*") elements.push(pattern.charCodeAt(index));
		else if (elements.at(-1) !== ANY_TEXT) elements.push(ANY_TEXT);
	}
	const optionalTail = pattern.endsWith(" *");
	const wildcard = pattern.search(/[*?]/);
	const isLiteral = wildcard === -1;
	const literal = isLiteral ? pattern : pattern.slice(0, wildcard);
	const prefix = optionalTail && wildcard === pattern.length - 1 ? literal.slice(0, -1) : literal;
	return { elements, optionalTail, prefix, literal, isLiteral, words: literal.split(" ").length - 1 };
}
function wildcardMatch(pattern, value) {
	return matches(compilePattern(pattern), value);
}
function mayMatch(pattern, text) {
	return may(compilePattern(pattern), toText(text));
}
function mustMatch(pattern, text) {
	return must(compilePattern(pattern), toText(text));
}
function toText(text) {
	if (typeof text !== "string") return text;
	const holes = [];
	for (let index = text.indexOf(HOLE); index !== -1; index = text.indexOf(HOLE, index + 1)) {
		const before = index === 0 || text[index - 1] === " ";
		const after = index === text.length - 1 || text[index + 1] === " ";
		holes.push({ reason: "parameter expansion", vanishes: before && after });
	}
	return { text, holes };
}
function may(pattern, text) {
	if (text.holes.length === 0) return matches(pattern, text.text);
	return isCatchAll(pattern) || (canStart(pattern, text.text) && intersects(pattern, text));
}
function must(pattern, text) {
	if (text.holes.length === 0) return matches(pattern, text.text);
	return isCatchAll(pattern) || (text.text.startsWith(pattern.prefix) && includes(pattern, text));
}
var ANY_CHARACTER = "￿";
function patternText({ elements, optionalTail }) {
	let text = "";
	const holes = [];
	for (const [index, element] of elements.entries()) {
		if (element === ANY_TEXT) {
			holes.push({ reason: "pathname expansion", vanishes: optionalTail && index === elements.length - 1 });
			text += HOLE;
		} else text += element === ANY_UNIT ? ANY_CHARACTER : String.fromCharCode(element);
	}
	return { text, holes };
}
function isCatchAll({ elements }) {
	return elements.length === 1 && elements[0] === ANY_TEXT;
}
function canStart({ prefix }, text) {
	if (prefix === "") return true;
	const first = text.charCodeAt(0);
	if (first !== prefix.charCodeAt(0)) return first === HOLE_CODE || first === SPACE;
	let known = text.indexOf(HOLE);
	if (known > 0 && text.charCodeAt(known - 1) === SPACE) known--;
	return known >= prefix.length ? text.startsWith(prefix) : prefix.startsWith(text.slice(0, known));
}
function matches({ elements, optionalTail }, value) {
	let element = 0;
	let star = -1;
	let starPosition = 0;
	let position = 0;
	while (position < value.length) {
		const expected = elements[element];
		if (expected === ANY_TEXT) {
			if (element === elements.length - 1) return true;
			star = element++;
			starPosition = position;
		} else if (expected === ANY_UNIT || expected === value.charCodeAt(position)) {
			element++;
			position++;
		} else if (star === -1) {
			return false;
		} else {
			element = star + 1;
			position = ++starPosition;
		}
	}
	if (elements[element] === ANY_TEXT) element++;
	return element === elements.length || (optionalTail && element === elements.length - 2);
}
function intersects({ elements, optionalTail }, { text, holes }) {
	const size = elements.length;
	let reached = new Uint8Array(size + 1);
	reached[0] = 1;
	skipStars(elements, reached);
	let hole = 0;
	let leading = true;
	let skipped;
	for (let position = 0; position < text.length; position++) {
		const before = reached;
		reached = new Uint8Array(size + 1);
		if (text[position] === HOLE) {
			const first = before.indexOf(1);
			if (first !== -1) reached.fill(1, first);
			const vanishes = holes[hole++]?.vanishes === true;
			leading &&= vanishes;
			if (leading) skipped = before;
			else if (vanishes) unite(reached, skipped);
		} else {
			step(elements, before, reached, text.charCodeAt(position));
			leading &&= text[position] === " " && text[position - 1] === HOLE;
			if (leading) unite(reached, skipped);
			else skipped = before;
		}
	}
	return reached[size] === 1 || (optionalTail && reached[size - 2] === 1);
}
function unite(into, from) {
	if (from !== undefined) {
		for (let index = 0; index < into.length; index++) if (from[index] === 1) into[index] = 1;
	}
}
function step(elements, before, after, unit) {
	for (let index = 0; index < elements.length; index++) {
		if (before[index] !== 1) continue;
		const element = elements[index];
		if (element === ANY_TEXT) after[index] = 1;
		else if (element === ANY_UNIT || element === unit) after[index + 1] = 1;
	}
	skipStars(elements, after);
}
function skipStars(elements, reached) {
	for (let index = 0; index < elements.length; index++) {
		if (reached[index] === 1 && elements[index] === ANY_TEXT) reached[index + 1] = 1;
	}
}
var FREE = 1;
var SPARE = 2;
var OWING = 4;
function includes({ elements, optionalTail }, { text, holes }) {
	const size = elements.length;
	let states = new Uint8Array(size + 1);
	states[0] = FREE;
	freeStars(elements, states);
	let hole = 0;
	let onlyHoles = true;
	for (let position = 0; position < text.length; position++) {
		const before = states;
		states = new Uint8Array(size + 1);
		const unit = text.charCodeAt(position);
		if (text[position] === HOLE) {
			const vanishes = holes[hole++]?.vanishes === true;
			onlyHoles &&= vanishes;
			for (let index = 0; index < size; index++) {
				const state = before[index] ?? 0;
				if (elements[index] !== ANY_TEXT || (state & (FREE | SPARE)) === 0) continue;
				states[index] = !vanishes || (state & SPARE) !== 0 ? FREE : OWING;
			}
		} else {
			onlyHoles &&= unit === SPACE && text[position - 1] === HOLE;
			for (let index = 0; index < size; index++) {
				const state = before[index] ?? 0;
				if (state === 0) continue;
				const element = elements[index];
				if (element === ANY_TEXT) {
					const free = (state & (FREE | SPARE)) !== 0;
					if (unit === SPACE) states[index] = (states[index] ?? 0) | (free ? SPARE : FREE);
					else if (free) states[index] = (states[index] ?? 0) | FREE;
				} else if ((state & (FREE | SPARE)) !== 0 && (element === ANY_UNIT || element === unit)) {
					const spare = optionalTail && index === size - 2;
					states[index + 1] = (states[index + 1] ?? 0) | (spare ? SPARE : FREE);
				}
			}
		}
		freeStars(elements, states);
	}
	if (onlyHoles) {
		states = states.map((state) => (state === OWING ? FREE : state));
		freeStars(elements, states);
	}
	const accepts = (index) => ((states[index] ?? 0) & (FREE | SPARE)) !== 0;
	return accepts(size) || (optionalTail && accepts(size - 2));
}
function freeStars(elements, states) {
	for (let index = 0; index < elements.length; index++) {
		const state = states[index] ?? 0;
		if ((state & (FREE | SPARE)) !== 0 && elements[index] === ANY_TEXT)
			states[index + 1] = (states[index + 1] ?? 0) | FREE;
	}
}

// src/policy/rules.ts
function isDefaultAsk({ action, pattern, mistake }) {
	return action === "ask" && pattern === "*" && mistake !== true;
}
function isWritten({ origin }) {
	return origin === "global" || origin === "project";
}
var UNIVERSAL = "*";
function mostRestrictive(left, right) {
	if (left === "deny" || right === "deny") return "deny";
	return left === "ask" || right === "ask" ? "ask" : "allow";
}
function coversSurface(rule, surface) {
	return rule.surface === surface || (rule.surface === UNIVERSAL && surface !== "env");
}
function evaluate(surface, value, ruleset, fallback = "ask", home) {
	const found = ruleset.findLast(
		(rule) =>
			rule.arguments === undefined &&
			coversSurface(rule, surface) &&
			wildcardMatch(expandHome(rule.pattern, home), value),
	);
	return found ?? { surface, pattern: "*", action: fallback, origin: "builtin" };
}
function expandHome(pattern, home) {
	if (home === undefined) return pattern;
	const rest = /^(?:~|\$HOME)(\/.*|)$/s.exec(pattern)?.[1];
	return rest === undefined ? pattern : home.replace(/\/+$/, "") + rest;
}
var SOURCE_ONLY = /['"\\$~`]/;
var compiledPresets = new WeakMap();
function compileRules(ruleset, surface, home, platform) {
	const names = foldsCase(platform) && surface !== "bash" && surface !== "env";
	const fold = surface === "mcp" ? foldName : names && foldText;
	return ruleset
		.filter((rule) => coversSurface(rule, surface))
		.map((rule) => {
			const known = compiledPresets.get(rule);
			if (known !== undefined) return known;
			const pattern = expandHome(rule.pattern, home);
			const compiled = {
				rule,
				pattern: compilePattern(pattern),
				folded: fold && rule.action !== "allow" ? { pattern: compilePattern(fold(pattern)), fold } : undefined,
				namesSource: SOURCE_ONLY.test(rule.pattern),
			};
			if (rule.preset !== undefined) compiledPresets.set(rule, compiled);
			return compiled;
		});
}
function foldsCase(platform) {
	return platform === "darwin" || platform === "win32";
}
function foldText(text) {
	return text.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
function foldName(text) {
	const first = text.indexOf(":");
	return text.replace(/[^\w*?\0]/g, (_, at) => (at === first ? ":" : "_")).toLowerCase();
}
function decisiveRule({ rule, raisedBy }) {
	return raisedBy ?? rule;
}
function judge(rules, subject, fallback = "ask") {
	const verdict = walk(rules, subject, fallback);
	if (verdict.action !== "ask" || verdict.raisedBy?.action === "deny") return verdict;
	const approval = rules.approved.findLast((compiled) => subject.allow(compiled));
	return approval === undefined ? verdict : { action: "allow", rule: approval.rule, raisedBy: undefined };
}
function walk(rules, subject, fallback) {
	let raisedBy;
	const end = (action, rule) =>
		raisedBy !== undefined && action === "allow"
			? { action: "ask", rule, raisedBy }
			: { action, rule, raisedBy: action === "ask" ? raisedBy : undefined };
	const found = rules.findLast(subject, (compiled) => {
		const { rule } = compiled;
		if (rule.action === "allow") return subject.allow(compiled) ? end("allow", rule) : undefined;
		const match = subject.restrict(compiled);
		if (match === "must") return end(rule.action, rule);
		if (match === "may" && (raisedBy === undefined || (rule.action === "deny" && raisedBy.action === "ask")))
			raisedBy = rule;
		return;
	});
	const verdict = found ?? end(fallback, undefined);
	return rules.traced ? { ...verdict, overridden: overriddenBy(verdict, rules, subject) } : verdict;
}
function overriddenBy(verdict, { all }, subject) {
	const rule = decisiveRule(verdict);
	const decided = all.findIndex((compiled) => compiled.rule === rule);
	const matching = all.slice(0, Math.max(decided, 0)).filter((compiled) => {
		return compiled.rule.action === "allow" ? subject.allow(compiled) : subject.restrict(compiled) !== undefined;
	});
	return matching.map((compiled) => compiled.rule).toReversed();
}
function textSubject(allow, restrict) {
	return {
		texts: [...allow, ...restrict],
		allow: ({ pattern }) => allow.some((text) => must(pattern, text)),
		restrict: (rule) => strongestMatch(rule, restrict),
	};
}
function strongestMatch({ pattern, folded }, texts) {
	let found;
	for (const text of texts) {
		if (must(pattern, text)) return "must";
		if (found === undefined && text.holes.length > 0 && may(pattern, text)) found = "may";
	}
	if (folded === undefined) return found;
	const others = texts.map(({ text, holes }) => ({ text: folded.fold(text), holes }));
	return strongestMatch({ pattern: folded.pattern }, others) ?? found;
}

// src/policy/paths.ts
var WORKING_DIRECTORY = ["."];
function pathSubjects(written, context, bases) {
	const { home } = context;
	if (/^~(?:\/|$)/.test(written)) {
		return home === undefined
			? [holePath(plainText(written), true)]
			: basedSubjects(written, home + written.slice(1), context);
	}
	if (written.startsWith("/")) return basedSubjects(written, written, context);
	if (bases !== undefined) return bases.flatMap((base) => basedSubjects(written, `${base}/${written}`, context));
	const path = normalizePath(written);
	const up = climbs(path);
	return [
		new LazySubject(up ? true : undefined, { text: `${HOLE}/${path}`, holes: COMPUTED.holes }, () => {
			const { holes } = COMPUTED;
			const form = up ? COMPUTED : { text: HOLE + path, holes };
			return { allow: [form], restrict: [form, plainText(written)] };
		}),
	];
}
function basedSubjects(written, path, { cwd, base = cwd, followLinks }) {
	const unresolved = path.startsWith("/") || base === undefined ? path : `${base}/${path}`;
	const resolved = normalizePath(unresolved);
	const subjects = [subject(written, resolved, cwd)];
	if (followLinks === undefined || !resolved.startsWith("/")) return subjects;
	for (const real of new Set([followLinks(resolved), followLinks(unresolved)])) {
		const directory = cwd === undefined ? undefined : followLinks(cwd);
		if (real !== resolved) subjects.push(subject(real, real, directory, subjects[0]?.texts));
	}
	return subjects;
}
var COMPUTED = holeText("computed directory");

class LazySubject {
	outside;
	path;
	make;
	made;
	constructor(outside, path, make) {
		this.outside = outside;
		this.path = path;
		this.make = make;
	}
	get forms() {
		return (this.made ??= this.make());
	}
	get texts() {
		return [...this.forms.allow, ...this.forms.restrict];
	}
	allow({ rule, pattern }) {
		const leadsOut = rule.pattern === "*" || pattern.prefix.startsWith("..");
		return this.forms.allow.some((text) => (leadsOut || !climbs(text.text)) && must(pattern, text));
	}
	restrict(rule) {
		return strongestMatch(rule, this.forms.restrict);
	}
}
function subject(written, path, cwd, more = []) {
	if (!path.startsWith("/")) {
		const form = plainText(path);
		return new LazySubject(climbs(path), form, () => {
			const anywhere = { text: `${HOLE}/${path}`, holes: COMPUTED.holes };
			return { allow: [form], restrict: [form, plainText(written), anywhere] };
		});
	}
	const relative = cwd === undefined ? undefined : relativePath(cwd, path);
	return new LazySubject(relative === undefined || climbs(relative), plainText(path), () => {
		const allow = (relative === undefined ? [path] : [path, relative]).map(plainText);
		return { allow, restrict: [...allow, plainText(written), ...more] };
	});
}
function holePath(text, outside, path = text) {
	return new LazySubject(outside, path, () => ({ allow: [COMPUTED], restrict: [text, COMPUTED] }));
}
function leadsTo({ path: { text, holes } }) {
	const globs = text.startsWith("/") && holes.every(({ reason }) => reason === "pathname expansion");
	return holes.length === 0 || globs ? text : undefined;
}
function unknownPath() {
	return holePath(COMPUTED, undefined);
}
function climbs(path) {
	return path === ".." || path.startsWith("../");
}
var MAX_NAMES = 4000;
function globsBehindLinks(glob, { followLinks, namesIn }) {
	const found = [];
	if (followLinks === undefined || !glob.startsWith("/")) return found;
	let looked = 0;
	for (const pending = [glob]; pending.length > 0;) {
		const path = pending.pop() ?? "";
		const [, directory = path, segment, rest = ""] = /^([^\0]*)\/([^/]*\0[^/]*)(.*)$/s.exec(path) ?? [];
		const real = followLinks(directory || "/").replace(/\/$/, "");
		if (real !== directory) found.push(real + path.slice(directory.length));
		if (segment === undefined) continue;
		for (const name of namesIn?.(real || "/") ?? []) {
			if (++looked > MAX_NAMES) return;
			if (mayBeName(segment, name)) pending.push(`${real}/${name}${rest}`);
		}
	}
	return found;
}
function mayBeName(segment, name) {
	if (segment === undefined || !segment.includes(HOLE)) return segment === name;
	const [first = "", ...parts] = segment.split(HOLE);
	const last = parts.pop() ?? "";
	if (!name.startsWith(first) || (first === "" && name.startsWith("."))) return false;
	let at = first.length;
	for (const part of parts) {
		const found = name.indexOf(part, at);
		if (found === -1) return false;
		at = found + part.length;
	}
	return name.length - last.length >= at && name.endsWith(last);
}
function normalizePath(path) {
	const start = path.startsWith("./") ? 2 : 0;
	if (!path.includes("//") && !path.includes("/.", start) && !path.endsWith("/") && /[^./]/.test(path[start] ?? ""))
		return start === 0 ? path : path.slice(start);
	const absolute = path.startsWith("/");
	const kept = [];
	for (const segment of path.split("/")) {
		if (segment === "" || segment === ".") continue;
		if (segment !== "..") kept.push(segment);
		else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
		else if (!absolute) kept.push("..");
	}
	return (absolute ? "/" : "") + kept.join("/") || ".";
}
function relativePath(from, to) {
	const base = normalizePath(from).split("/").filter(Boolean);
	const target = to.split("/").filter(Boolean);
	let common = 0;
	while (common < base.length && base[common] === target[common]) common++;
	return [...base.slice(common).map(() => ".."), ...target.slice(common)].join("/") || ".";
}
function isReadable(tool, path, { home, platform, pi }) {
	if (pi === undefined || !path.startsWith("/")) return false;
	const within = (place, inner) => inner === place || inner.startsWith(`${place.replace(/\/+$/, "")}/`);
	const folded = foldPath(path, platform);
	for (const secret of pi.secret) {
		const file = foldPath(secret, platform);
		if (within(file, folded) || (tool === "grep" && within(folded, file))) return false;
	}
	return pi.readable.some((written) => {
		const place = expandHome(written, home);
		return /[*?]/.test(place) ? wildcardMatch(place, path) : within(normalizePath(place), path);
	});
}
function foldPath(path, platform) {
	return foldsCase(platform) ? foldText(path) : path;
}
function isStandardDevice(path) {
	return path.startsWith("/dev/") && /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/.test(path);
}

// src/policy/path-state.ts
var MAX_BASES = 16;
var MAX_VALUES = 16;
function pathState(analysis, paths) {
	const { units, assignments, functions, definitions, directories } = analysis;
	const later = units.some(({ words }) => words.length === 0 || /^(?:source|\.)$/.test(words[0]?.text ?? ""));
	const counts = new Map();
	for (const { name } of assignments) counts.set(name, (counts.get(name) ?? 0) + 1);
	const splits = later || counts.has("IFS");
	const home = splits || counts.has("HOME") ? undefined : paths.home;
	const hasPath = later || counts.has("CDPATH") || Object.hasOwn(paths.env ?? {}, "CDPATH");
	const isTemporary = ({ text, holes }) =>
		text === HOLE && holes[0]?.name === TEMPORARY && !functions.includes("mktemp") && !counts.has("TMPDIR");
	const valuesOf = (text, bases, depth = 0) => {
		if (text.holes.length === 0 || depth > 4) return [text];
		let found = [{ text: "", holes: [] }];
		for (const [index, piece] of text.text.split(HOLE).entries()) {
			const hole = text.holes[index - 1];
			const isFirst = index === 1 && text.text.startsWith(HOLE);
			const values = hole === undefined ? [EMPTY] : (valuesOfHole(hole, isFirst, bases, depth) ?? [holeAs(hole)]);
			if (values.length * found.length > MAX_VALUES) return [text];
			found = found.flatMap((start) => values.map((value) => append(start, value, piece)));
		}
		return found;
	};
	const valuesOfHole = (hole, isFirst, bases, depth) => {
		const definition = later || hole.definition === undefined ? undefined : definitions[hole.definition];
		let values;
		if (definition !== undefined && counts.get(definition.name) === 1) {
			values = definition.values.flatMap((value) => valuesOf(value, bases, depth + 1));
		} else if (hole.name === "PWD" && !later && !counts.has("PWD")) values = workingDirectories(bases, isFirst, paths);
		const isOne = hole.single === true || (!splits && values?.every((value) => /^[\w.,/:@%+-]+$/.test(value.text)));
		return isOne === true ? values : undefined;
	};
	const known = [];
	const resolve = (visited) => {
		known.length = 0;
		for (const directory of directories) known.push(basesOf(directory, visited));
	};
	const basesOf = (directory, visited) => {
		if (analysis.lost) return;
		switch (directory.kind) {
			case "start":
				return WORKING_DIRECTORY;
			case "unknown":
				return;
			case "moved":
				return !hasPath ? afterMove(directory.words, known[directory.from], { ...paths, home }, valuesOf) : undefined;
			case "back":
				return !later && !counts.has("OLDPWD") && !counts.has("PWD") ? known[directory.to] : undefined;
			case "either":
				return union(directory.of.map((one) => known[one]));
			case "loop":
				return directory.moves ? undefined : known[directory.from];
			case "visited":
				return visited;
		}
	};
	resolve(undefined);
	if (directories.some(({ kind }) => kind === "visited")) {
		const isPlace = (_, index) => /^(?:start|unknown|moved|back)$/.test(directories[index]?.kind ?? "");
		resolve(union(known.filter(isPlace)));
	}
	return {
		paths: { ...paths, home },
		basesIn: (directory) => known[directory],
		valuesOf: (text, bases) => valuesOf(text, bases),
		isTemporary,
	};
}
var EMPTY = { text: "", holes: [] };
function holeAs(hole) {
	return { text: HOLE, holes: [hole] };
}
function append(start, value, end) {
	return { text: start.text + value.text + end, holes: [...start.holes, ...value.holes] };
}
function workingDirectories(bases, isFirst, { cwd, base: start = cwd }) {
	if (start === undefined) return isFirst ? bases?.map(plainText) : undefined;
	return bases?.map((base) => plainText(normalizePath(base.startsWith("/") ? base : `${start}/${base}`)));
}
function union(all) {
	const bases = new Set();
	for (const one of all) {
		if (one === undefined) return;
		for (const base of one) bases.add(base);
	}
	return bases.size > MAX_BASES ? undefined : [...bases];
}
function afterMove(words, bases, paths, valuesOf) {
	let first = 1;
	while (/^-[LPe@]+$/.test(words[first]?.text ?? "")) first++;
	const physical = words.slice(1, first).some(({ text }) => text.includes("P"));
	if (words[first]?.text === "--") first++;
	const [operand = HOME, ...more] = words.slice(first);
	if (more.length > 0) return;
	return union(
		valuesOf(operand, bases).map((value) => {
			const target = homePath(value, paths.home);
			if (target === undefined || /^[-+]/.test(target)) return;
			const climbs = target.split("/").includes("..");
			if (physical && climbs) return;
			const follows = physical || climbs;
			const places = target.startsWith("/") ? [target] : bases?.map((base) => `${base}/${target}`);
			return places?.flatMap((place) => [normalizePath(place), ...(follows ? linkedPlace(place, paths) : [])]);
		}),
	);
}
function linkedPlace(place, { cwd, base: start = cwd, followLinks }) {
	if (followLinks === undefined || (start === undefined && !place.startsWith("/"))) return [];
	const real = followLinks(place.startsWith("/") ? place : `${start ?? ""}/${place}`);
	if (start === undefined) return [real];
	const inside = relativePath(followLinks(start), real);
	return [inside.startsWith("..") ? real : inside];
}
var HOME = {
	text: HOLE,
	holes: [{ reason: "tilde expansion", vanishes: false, single: true, name: "~" }],
};
function homePath({ text, holes }, home) {
	if (holes.length === 0) return text;
	const [{ name } = { name: undefined }] = holes;
	const isHome = holes.length === 1 && text.startsWith(HOLE) && (name === "~" || name === "HOME");
	if (!isHome || home === undefined || /[\s*?[]/.test(home)) return;
	return home + text.slice(1);
}

// src/policy/rule-index.ts
var INDEXED_FROM = 64;
var START2 = /^\/?[^ /=]*/;

class RuleIndex {
	all;
	traced;
	approved;
	byStart;
	anyStart = [];
	constructor(all, traced = false, approved = []) {
		this.all = all;
		this.traced = traced;
		this.approved = approved;
	}
	findLast(subject, visit) {
		const { all } = this;
		const lists = all.length < INDEXED_FROM ? undefined : this.candidates(subject.texts);
		if (lists === undefined) {
			for (let index = all.length - 1; index >= 0; index--) {
				const rule = all[index];
				const found = rule && visit(rule);
				if (found !== undefined) return found;
			}
			return;
		}
		const left = lists.map(({ length }) => length);
		for (;;) {
			let next = -1;
			let from = 0;
			for (let list = 0; list < lists.length; list++) {
				const last = lists[list]?.[(left[list] ?? 0) - 1] ?? -1;
				if (last > next) [next, from] = [last, list];
			}
			const rule = all[next];
			if (rule === undefined) return;
			left[from] = (left[from] ?? 0) - 1;
			const found = visit(rule);
			if (found !== undefined) return found;
		}
	}
	candidates(texts) {
		const starts = new Set();
		for (const { text } of texts) {
			const start = startOf(text);
			if (start.includes(HOLE)) return;
			starts.add(start);
		}
		this.byStart ??= this.build();
		const lists = [this.anyStart];
		for (const start of starts) {
			const list = this.byStart.get(start);
			if (list !== undefined) lists.push(list);
		}
		return lists;
	}
	build() {
		const byStart = new Map();
		const anyStart = [];
		for (const [place, { pattern, folded }] of this.all.entries()) {
			const start = startOf(pattern.literal);
			const starts = start.length < pattern.literal.length || pattern.isLiteral;
			if (!starts || folded !== undefined) anyStart.push(place);
			else if (byStart.get(start)?.push(place) === undefined) byStart.set(start, [place]);
		}
		this.anyStart = anyStart;
		return byStart;
	}
}
function startOf(text) {
	return START2.exec(text)?.[0] ?? "";
}

// src/policy/policy.ts
class Policy {
	ruleset;
	home;
	options;
	compiled = new Map();
	specific = new Map();
	againstUnknown = new Map();
	surfaces;
	allowsEveryCommand;
	constructor(ruleset, home, options = {}) {
		this.ruleset = ruleset;
		this.home = home;
		this.options = options;
		this.surfaces = new Set(ruleset.map(({ surface }) => surface));
		const [bash, ...more] = ruleset.filter(({ surface, origin }) => surface === "bash" && origin !== "builtin");
		this.allowsEveryCommand = more.length === 0 && bash?.pattern === "*" && bash.action === "allow";
	}
	get platform() {
		return this.options.platform;
	}
	rules(surface) {
		return kept(this.compiled, surface, () => {
			const configured = compileRules(this.ruleset, surface, this.home, this.options.platform);
			const approved = compileRules(this.options.approved ?? [], surface, undefined).map((one) => ({
				...one,
				namesSource: false,
			}));
			return new RuleIndex(configured, this.options.traced, approved);
		});
	}
	specificRules(surface) {
		return kept(this.specific, surface, () => this.only(surface, ({ pattern }) => pattern !== "*"));
	}
	rulesButDefaultAsks(surface) {
		return kept(this.againstUnknown, surface, () => this.only(surface, (rule) => !isDefaultAsk(rule)));
	}
	only(surface, keeps) {
		const { all, approved } = this.rules(surface);
		return new RuleIndex(
			all.filter(({ rule }) => keeps(rule)),
			this.options.traced,
			approved,
		);
	}
	names(surface) {
		return this.surfaces.has(surface);
	}
	with(rules) {
		return this.derived([...this.ruleset, ...rules]);
	}
	tracing() {
		return this.derived(this.ruleset, { traced: true });
	}
	changing(rule, action) {
		return this.derived(this.ruleset.map((other) => (other === rule ? { ...rule, action } : other)));
	}
	without(rule) {
		return this.derived(this.ruleset.filter((other) => other !== rule));
	}
	approving(rules) {
		if (rules.length === 0) return this;
		return this.derived(this.ruleset, { approved: [...(this.options.approved ?? []), ...rules] });
	}
	derived(ruleset, more) {
		return new Policy(ruleset, this.home, { ...this.options, ...more });
	}
}
function kept(known, key, make) {
	let found = known.get(key);
	if (found === undefined) known.set(key, (found = make()));
	return found;
}
function judgement({ text, source, start, end, context }, surface, verdict, path) {
	return { text, source, start, end, context, surface, verdict, path };
}
var TOOL_CALL = { complete: true, problem: undefined, hereDocument: false };
function conclude(judgements, { complete, problem, hereDocument } = TOOL_CALL) {
	let state = judgements.length === 0 ? "ask" : "allow";
	for (const { verdict } of judgements) state = mostRestrictive(state, verdict.action);
	return { state, judgements, complete, problem, hereDocument };
}

// src/policy/self-protection.ts
var PROTECTED = ["settings.json", "extensions", "npm", "git", "agent"];
var AGENT_DIRECTORY = "PI_CODING_AGENT_DIR";
function protectedPlace({ text, holes }, { cwd, platform, pi }) {
	const fold = (path) => foldPath(path, platform);
	const segments = fold(normalizePath(text)).split("/");
	for (let index = 0; index < segments.length; index++) {
		if (!mayBeName(segments[index], ".pi")) continue;
		const child = segments[index + 1];
		if (child === undefined) return { pattern: "*/.pi", parent: true };
		const name = PROTECTED.find((one) => mayBeName(child, one));
		if (name !== undefined) return { pattern: `*/.pi/${name}`, parent: false };
	}
	if (holes.some(({ name }) => name === AGENT_DIRECTORY)) return { pattern: `$${AGENT_DIRECTORY}`, parent: false };
	if (!text.startsWith("/")) return;
	if (!holes.every(({ reason }) => reason === "pathname expansion")) {
		return protectedPlace(plainText(text.slice(0, text.lastIndexOf("/", text.indexOf(HOLE)))), { platform, pi });
	}
	for (const own of pi?.own ?? []) {
		const names = fold(own).split("/");
		const shared = segments.findIndex((segment, index) => !mayBeName(segment, names[index] ?? segment));
		if (shared !== -1) continue;
		if (segments.length >= names.length) return { pattern: own, parent: false };
		const holdsUs = cwd === undefined || `${fold(cwd)}/`.startsWith(`${segments.join("/")}/`);
		if (segments.length === names.length - 1 && segments.length > 1 && !holdsUs) return { pattern: own, parent: true };
	}
	return;
}
function judgeProtection(at, subject, surfaces, policy, context) {
	const place = protectedPlace(subject.path, context);
	if (place === undefined) return [];
	const { cwd } = context;
	const names = ({ rule, pattern }) => {
		if (rule.action !== "allow") return false;
		const named = protectedPlace(plainText(absolute(pattern.prefix, cwd)), context);
		return named !== undefined && (!named.parent || pattern.elements.length === pattern.prefix.length);
	};
	const asking = { surface: "write", pattern: place.pattern, action: "ask", origin: "builtin" };
	let rule = asking;
	for (const surface of surfaces) {
		const allowing = policy.specificRules(surface).all.find((one) => names(one) && subject.allow(one));
		if (allowing !== undefined && judge(policy.rules(surface), subject).action === "allow") rule = allowing.rule;
	}
	const verdict = { action: rule.action, rule, raisedBy: undefined };
	return [judgement({ ...at, text: shown(subject.path, cwd) }, "write", verdict, leadsTo(subject))];
}
function absolute(path, cwd) {
	return path.startsWith("/") || cwd === undefined ? path : `${cwd}/${path}`;
}
function shown({ text, holes }, cwd) {
	if (holes.length > 0 || cwd === undefined || !text.startsWith("/")) return text;
	const relative = relativePath(cwd, text);
	return relative.startsWith("../") ? text : relative;
}
var READERS = new Map([
	...["cat", "head", "tail", "ls", "grep", "wc", "jq", "diff", "stat"].map((name) => [name, undefined]),
	["file", /^-\w*C|^--c/],
	["less", /^[-+]/],
	["rg", /^--pre/],
	["find", /^-(?:delete|exec|ok|fprint|fls)/],
	...["cd", "pushd", "test", "[", "echo", "printf"].map((name) => [name, undefined]),
]);
function readWords({ units, functions }) {
	const reads = new Set();
	for (const unit of units) {
		const reader = isReader(unit, functions);
		for (const word of unit.words)
			if (reader) reads.add(word);
			else reads.delete(word);
	}
	return reads;
}
function isReader({ words: [program, ...operands] }, functions) {
	const name = program?.text ?? "";
	if (!READERS.has(name) || functions.includes(name)) return false;
	const writes = READERS.get(name);
	return writes === undefined || operands.every(({ text }) => !/^(?:-[^=]*)?\0/.test(text) && !writes.test(text));
}

// src/policy/operands.ts
function isDescriptor({ text, holes }) {
	return text === HOLE && holes[0]?.reason === "process substitution";
}
function unexpanded(literal) {
	return literal.startsWith("~") ? `./${literal}` : literal;
}
function judgeOperand(word, { context, directory }, command, policy, state, writes) {
	const { text, start, end } = word;
	if (isDescriptor(word)) return [];
	const source = command.slice(start, end);
	const bases = state.basesIn(directory);
	const judgements = [];
	const values = state.valuesOf(word, bases).filter((value) => !state.isTemporary(value));
	for (const candidate of values.flatMap(candidates)) {
		const literal = homePath(candidate, state.paths.home);
		const shown = literal ?? candidate.text;
		if (isStandardDevice(shown)) continue;
		const at = { text: shown, source, start, end, context };
		const named = shown.includes("/") || (!text.startsWith("-") && /^[.~]/.test(shown));
		const subjects =
			literal === undefined
				? holeSubjects(candidate, source, state.paths, bases)
				: pathSubjects(unexpanded(literal), state.paths, bases);
		for (const subject of subjects) {
			const unknown = literal === undefined && !(named && isGlob(candidate));
			judgeFile(judgements, at, subject, named, unknown, policy);
			if (writes) judgements.push(...judgeProtection(at, subject, ["write", "path"], policy, state.paths));
		}
	}
	return judgements;
}
function isGlob({ holes }) {
	return holes.every(({ reason }) => reason === "pathname expansion");
}
function judgeFile(judgements, at, subject, named, unknown, policy) {
	if (policy.names("path")) {
		if (unknown) judgements.push(...judgeUnknown(at, "path", subject, policy));
		else if (named) judgements.push(judgement(at, "path", judge(policy.rules("path"), subject), leadsTo(subject)));
		else {
			const verdict = judge(policy.specificRules("path"), subject, "allow");
			if (verdict.action !== "allow") judgements.push(judgement(at, "path", verdict, leadsTo(subject)));
		}
	}
	const surface = "external_directory";
	if (subject.outside === true)
		judgements.push(judgement(at, surface, judge(policy.rules(surface), subject), leadsTo(subject)));
	else if (subject.outside === undefined) judgements.push(...judgeUnknown(at, surface, subject, policy));
}
function judgeUnknown(at, surface, subject, policy) {
	const verdict = judge(policy.rulesButDefaultAsks(surface), subject, "allow");
	return verdict.action === "allow" ? [] : [judgement(at, surface, { ...verdict, action: "ask" }, leadsTo(subject))];
}
var REACHES = ["env", "path", "external_directory", "read", "write"];
function judgeReach(unit, policy) {
	return REACHES.filter((surface) => surface !== "path" || policy.names(surface)).flatMap((surface) =>
		judgeUnknown(unit, surface, unknownPath(), policy),
	);
}
function holeSubjects(candidate, source, paths, bases) {
	const { text, holes } = candidate;
	const reasons = new Set(holes.map(({ reason }) => reason));
	if (reasons.has("brace expansion")) {
		return [holePath(candidate, /[/~\\$'"`]|\.(?![A-Za-z0-9])/.test(source) ? true : undefined)];
	}
	const known = text.slice(0, text.indexOf(HOLE));
	const home = known === "" && (holes[0]?.reason === "tilde expansion" || holes[0]?.name === "HOME");
	const leaves = home || known.startsWith("/") || /(?:^|\/)\.\.(?:\/|$)/.test(text) ? true : undefined;
	const path = text.replace(/(?<=\/)\.?\/|^\.\//g, "").replace(/\0+/g, HOLE);
	const globs = reasons.size === 1 && reasons.has("pathname expansion") && !/(?:^|\/)\./.test(path);
	if (!globs) return holesIn(candidate, leaves, paths, bases);
	const glob = { text: path, holes: holes.slice(1 - path.split(HOLE).length) };
	if (bases === undefined && !known.startsWith("/")) return [holePath(candidate, undefined)];
	return (known.startsWith("/") ? ["/"] : (bases ?? [])).flatMap((base) => globSubjects(glob, base, paths));
}
function holesIn(name, outside, paths, bases) {
	const { cwd, base: start = cwd, followLinks = normalizePath } = paths;
	const moved = name.text.startsWith("/") ? [] : (bases ?? []).filter((base) => base !== ".");
	const subjects = moved.map((base) => {
		const directory = followLinks(base.startsWith("/") ? base : `${start}/${base}`);
		return holePath(name, outside, { text: `${directory}/${name.text}`, holes: name.holes });
	});
	return subjects.length === 0 ? [holePath(name, outside)] : subjects;
}
function globSubjects(candidate, at, paths) {
	const written = globSubject(candidate, at, paths);
	const behind = globsBehindLinks(written.path.text, paths);
	if (behind === undefined) return [written, holePath(candidate, undefined)];
	const cwd = paths.cwd && paths.followLinks?.(paths.cwd);
	const { length } = candidate.holes;
	return [
		written,
		...behind.map((text) => {
			const holes = candidate.holes.slice(length + 1 - text.split(HOLE).length);
			return globSubject({ text, holes }, "/", { cwd });
		}),
	];
}
function globSubject(candidate, at, { cwd, base: start }) {
	const { text, holes } = candidate;
	const base = start !== undefined && !at.startsWith("/") ? normalizePath(`${start}/${at}`) : at;
	const path = base === "." || base === "/" ? text : `${base}/${text}`;
	const directory = cwd === undefined ? undefined : normalizePath(cwd);
	const forms = [{ text: path, holes }];
	let outside = /^\/|^\.\.(?:\/|$)/.test(path);
	if (directory !== undefined && path.startsWith(`${directory}/`)) {
		forms.push({ text: path.slice(directory.length + 1), holes });
		outside = false;
	} else if (directory !== undefined && !outside) forms.push({ text: `${directory}/${path}`, holes });
	const anywhere = { text: `${HOLE}/${text}`, holes: [...holeText("computed directory").holes, ...holes] };
	const whole = forms.find((form) => form.text.startsWith("/")) ?? { text: path, holes };
	return { ...textSubject(forms, [...forms, candidate, anywhere]), outside, path: whole };
}
var MAX_CANDIDATES = 16;
function candidates(word) {
	const { text } = word;
	if (!/^-[A-Za-z].|[=@<:]/.test(text)) return text === "" ? [] : [word];
	const starts = new Set([0]);
	for (let index = 1; index < text.length && starts.size <= MAX_CANDIDATES; index++) {
		const before = text[index - 1];
		const scheme = before === ":" && text.startsWith("//", index);
		if (
			before === "=" ||
			before === "@" ||
			before === "<" ||
			(before === ":" && (!scheme || text.endsWith("file:", index)))
		) {
			starts.add(index);
		}
	}
	if (/^-[A-Za-z]./.test(text)) {
		for (let index = 2; index < Math.min(text.length, 6); index++) starts.add(index);
		const inside = text.search(/[/.~\0]/);
		if (inside > 2) starts.add(inside);
	}
	if (starts.size > MAX_CANDIDATES) return [word, { text: `/${HOLE}`, holes: holeText("computed directory").holes }];
	return [...starts]
		.filter((start) => start < text.length)
		.map((start) => (start === 0 ? word : textFrom(word, start)));
}
function judgeRedirect(redirect, policy, state) {
	const { operator, text } = redirect;
	if (operator === "<<<" || operator === "<<" || operator === "<<-") return [];
	if ((operator === "<&" || operator === ">&") && /^(?:[0-9]+-?|-)$/.test(text)) return [];
	if (isStandardDevice(text) || isDescriptor(redirect)) return [];
	const surfaces = operator === "<" || operator === "<&" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
	if (policy.names("path")) surfaces.push("path");
	const bases = state.basesIn(redirect.directory);
	return state.valuesOf(redirect, bases).flatMap((value) => {
		if (state.isTemporary(value)) return [];
		const literal = homePath(value, state.paths.home);
		const subjects =
			literal === undefined
				? holesIn(value, true, state.paths, bases)
				: pathSubjects(unexpanded(literal), state.paths, bases);
		const at = literal === undefined ? redirect : { ...redirect, text: literal };
		return subjects.flatMap((subject) => {
			const asked = subject.outside === false ? surfaces : [...surfaces, "external_directory"];
			const judged = asked.flatMap((surface) => {
				if (surface !== "read" || policy.names(surface))
					return judgement(at, surface, judge(policy.rules(surface), subject), leadsTo(subject));
				const verdict = judge(policy.rulesButDefaultAsks(surface), subject, "allow");
				return verdict.action === "allow" ? [] : judgement(at, surface, verdict, leadsTo(subject));
			});
			if (!surfaces.includes("write")) return judged;
			return [...judged, ...judgeProtection(at, subject, ["write", "path"], policy, state.paths)];
		});
	});
}

// src/policy/scripts.ts
var GREP = { operand: true, flags: "abcEFGHhIiLlnoPqRrsTUuVvwxyZz", options: "ABCmdD", scripts: "e" };
var AWK = { operand: true, flags: "", options: "Fv", scripts: "e" };
var PYTHON = { operand: false, flags: "BdEIisSuvx", options: "WX", scripts: "c" };
var NODE = { operand: false, flags: "i", options: "r", scripts: "ep" };
var PROGRAMS2 = new Map([
	...["grep", "egrep", "fgrep"].map((name) => [name, GREP]),
	["rg", { operand: true, flags: "FHIiLlNnoPqSsUuvwxz0", options: "ABCEgjMmTt", scripts: "e" }],
	["sed", { operand: true, flags: "Einrsuz", options: "", scripts: "e" }],
	...["awk", "gawk", "mawk", "nawk"].map((name) => [name, AWK]),
	["jq", { operand: true, flags: "aCcejMnRrSs", options: "", scripts: "" }],
	...["python", "python3"].map((name) => [name, PYTHON]),
	["node", NODE],
	["perl", { operand: false, flags: "0aiflnpsTtWwX", options: "", scripts: "eE" }],
	["ruby", { operand: false, flags: "alnpswW", options: "", scripts: "e" }],
]);
var LONG_FLAGS = nameSet(
	"color colour compact-output count exit-status extended-regexp files-with-matches files-without-match fixed-strings heading hidden ignore-case in-place invert-match join-output json line-number line-regexp multiline no-filename no-heading no-ignore no-messages null null-input only-matching perl-regexp posix quiet raw-input raw-output recursive regexp-extended separate silent slurp smart-case sort-keys unbuffered with-filename word-regexp",
);
var LONG_OPTIONS = /^(?:colou?r|context|after-context|before-context|max-count|include|exclude(?:-dir)?|glob|type)$/;
var OPEN_NOTHING = nameSet(
	": true false echo printf read exit return break continue shift set wait declare typeset local readonly export type command",
);
var FILE_OPERATOR = /^-(?:[a-hkprstuwxGLNOS]|nt|ot|ef)$/;
function wordsWithoutFiles({ units, functions }) {
	const all = new Set();
	for (const { words, internal } of units) {
		const [first, ...operands] = words;
		const name = baseName(first?.text ?? "");
		if (functions.includes(name)) continue;
		const isSystem = /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?[^/]*$/.test(first?.text ?? "");
		const found = PROGRAMS2.get(name);
		const grammar = found?.operand === true && !isSystem ? undefined : found;
		let none = grammar === undefined ? messagesOf(name, operands) : scriptsOf(grammar, operands);
		if (internal && OPEN_NOTHING.has(name)) none = operands;
		const compares = name === "test" || name === "[";
		if (internal && compares && !operands.some(({ text }) => FILE_OPERATOR.test(text))) none = operands;
		for (const word of none) all.add(word);
	}
	return all;
}
var MESSAGE = /^(?:-[aqsv]*m|--message|--title|--body|--notes)$/;
var MESSAGES = new Map([
	["git", /^(?:commit|tag|merge|stash|push|notes|revert)$/],
	["gh", /^(?:pr|issue|release)$/],
]);
var BEFORE_MESSAGE = /^(?:[^-].*|-[aqsvn]+|--(?:amend|no-verify|no-edit|signoff|quiet|draft|all))$/s;
function messagesOf(name, [command, ...words]) {
	if (MESSAGES.get(name)?.test(command?.text ?? "") !== true) return [];
	const found = [];
	for (let index = 0; index < words.length; index++) {
		const text = words[index]?.text ?? "";
		const next = words[index + 1];
		if (MESSAGE.test(text)) {
			if (next === undefined || next.holes.some(({ single }) => single !== true)) break;
			found.push(next);
			index++;
		} else if (!BEFORE_MESSAGE.test(text) || text.startsWith(HOLE)) break;
	}
	return found;
}
function mayBeOption({ text, holes }) {
	if (text.startsWith("-")) return text !== "-" && !HARMLESS_OPTION.test(text);
	return (
		text.startsWith(HOLE) && holes.some((hole) => hole.reason === "pathname expansion" || hole.definition !== undefined)
	);
}
var HARMLESS_OPTION = /^-[HILRachilnoqrsvw]+$|^--(?:colou?r|include|exclude(?:-dir)?|glob|type)(?:=|$)/;
function scriptsOf({ operand, flags, options, scripts }, words) {
	const found = [];
	for (let index = 0; index < words.length; index++) {
		const word = words[index];
		const { text } = word ?? { text: "" };
		const next = words[index + 1];
		if (word === undefined || text.startsWith(HOLE)) break;
		if (text === "--" || !text.startsWith("-") || text === "-") {
			const script = text === "--" ? next : word;
			const isFirst = text === "--" || !words.slice(index + 1).some(mayBeOption);
			if (operand && found.length === 0 && script !== undefined && isFirst) found.push(script);
			break;
		}
		if (text.startsWith("--")) {
			const [name = "", argument] = text.slice(2).split("=", 2);
			if (word.holes.length > 0 && !text.includes("=")) break;
			if (/^(?:eval|print|regexp|expression)$/.test(name)) {
				const script = argument === undefined ? next : word;
				if (script !== undefined) found.push(script);
				if (argument === undefined) index++;
			} else if (argument === undefined ? !LONG_FLAGS.has(name) : operand && !LONG_OPTIONS.test(name)) break;
			continue;
		}
		if (word.holes.length > 0) break;
		const letter = [...text.slice(1)].findIndex((one) => !flags.includes(one));
		if (letter === -1) continue;
		const name = text[letter + 1] ?? "";
		const isLast = letter + 2 === text.length;
		if (scripts.includes(name)) {
			if (isLast && next === undefined) break;
			found.push(isLast && next !== undefined ? next : word);
		} else if (!options.includes(name)) break;
		if (isLast) index++;
	}
	return found;
}

// src/policy/decide.ts
function judgeCommand(command, policy, paths = {}, { prefix = "", wrappers } = {}) {
	const source =
		prefix === ""
			? command
			: `${prefix}
${command}`;
	const analysis = analyze(source, wrappers);
	const state = pathState(analysis, paths);
	const reads = readWords(analysis);
	const texts = wordsWithoutFiles(analysis);
	const ofPrefix = new Set(prefix === "" ? [] : analyze(prefix).functions);
	const judgements = [];
	for (const found of analysis.units) {
		const calls = found.internal && found.start > prefix.length && ofPrefix.has(found.words[0]?.text ?? "");
		const unit = calls ? { ...found, internal: false } : found;
		judgements.push({
			...judgement(unit, "bash", judgeUnit(unit, policy, state.paths.home)),
			answers: answeredBy(unit),
		});
		if (unit.words.length === 0) judgements.push(...judgeReach(unit, policy));
		for (let index = 1; index < unit.words.length; index++) {
			const word = unit.words[index];
			const seen =
				unit.context === "wrapper" && word?.holes.every(({ reason }) => reason !== "argument from a wrapper");
			if (word !== undefined && seen !== true && !texts.has(word))
				judgements.push(...judgeOperand(word, unit, source, policy, state, !reads.has(word)));
		}
		if (unit.text === "cd") {
			judgements.push(
				...judgeOperand({ ...HOME, start: unit.start, end: unit.end }, unit, source, policy, state, false),
			);
		}
	}
	for (const assignment of analysis.assignments) {
		if (!reachesEnvironment(assignment, paths.env)) continue;
		judgements.push(judgement(assignment, "env", judgeAssignment(assignment, policy)));
	}
	for (const redirect of analysis.redirects) judgements.push(...judgeRedirect(redirect, policy, state));
	const counted = prefix === "" ? judgements : judgements.filter((one) => !isOfPrefix(one, prefix.length));
	if (counted.length === 0) {
		const unit = emptyUnit(command, !(prefix === "" ? analysis : analyze(command)).empty);
		counted.push(judgement(unit, "bash", judgeUnit(unit, policy)));
	}
	sortBySource(counted);
	return conclude(counted, {
		complete: analysis.complete,
		problem: analysis.problems[0]?.message,
		hereDocument: analysis.redirects.some(({ operator }) => operator.startsWith("<<")),
	});
}
function answeredBy({ peels, words }) {
	if (peels === undefined) return;
	return words[0]?.text === "timeout" ? "any ask" : "default asks";
}
function isOfPrefix({ surface, text, end, source, verdict }, length) {
	if (end > length || verdict.action === "deny") return false;
	return (
		surface !== "bash" || text !== HOLE || (/^(?:eval|export|source|\.)\s/.test(source) && !/alias|shopt/.test(source))
	);
}
function judgeAssignment(assignment, policy) {
	const any = {
		text: assignment.text.replace(/\+?=.*$/s, `=${HOLE}`),
		holes: [{ reason: "parameter expansion", vanishes: false }],
	};
	const forms = assignment.text.includes("+=") ? [assignment, any] : [assignment];
	const subject = textSubject([assignment], forms);
	if (isHarmless(assignment)) return judge(policy.rulesButDefaultAsks("env"), subject, "allow");
	return judge(policy.rules("env"), subject, policy.allowsEveryCommand ? "allow" : "ask");
}
function emptyUnit(source, internal) {
	return {
		...plainText(""),
		words: [],
		source,
		start: 0,
		end: source.length,
		context: "top level",
		internal,
		directory: 0,
	};
}
function judgeUnit(unit, policy, home) {
	const verdict = judgeAlone(unit, policy, home);
	const { behind } = unit;
	const { rule, raisedBy } = verdict;
	const isDefault = raisedBy === undefined && (rule === undefined || isDefaultAsk(rule));
	if (behind === undefined || verdict.action !== "ask" || !isDefault) return verdict;
	const outer = judgeAlone(behind.wrapper, policy, home);
	return outer.action === "allow" && outer.rule !== undefined && namesCommand(outer.rule, behind) ? outer : verdict;
}
function namesCommand({ pattern, arguments: grammar }, { wrapper, own }) {
	const named = joinTexts(wrapper.words.slice(0, own + 1)).text;
	const literal = /^[^*?]*/.exec(pattern)?.[0] ?? "";
	const rest = literal.slice(named.length);
	return (
		grammar === undefined &&
		!named.includes(HOLE) &&
		literal.startsWith(named) &&
		(rest.startsWith(" ") || pattern === named)
	);
}
function judgeAlone(unit, policy, home) {
	const command = unit.words[0]?.text ?? unit.text;
	const ambiguous = command.includes(HOLE) || /\s/.test(command);
	const hasSource = unit.context !== "text";
	const source = plainText(unit.source);
	const byBaseName = programByBaseName(unit);
	const forms = byBaseName === undefined ? [unit] : [unit, byBaseName];
	if (foldsCase(policy.platform)) forms.push(...forms.map(programFolded));
	const words = () => unit.words.map((word) => withHome(word, home));
	const rules = unit.internal ? policy.rulesButDefaultAsks("bash") : policy.rules("bash");
	const subject = {
		texts: [...forms, source],
		allow: ({ rule, pattern, namesSource }) => {
			if (rule.pattern === "*") return true;
			if (ambiguous) return false;
			if (rule.arguments !== undefined) return must(pattern, unit) && acceptsCommand(rule.arguments, words());
			for (let index = 0; index < pattern.words; index++) if (/\s/.test(unit.words[index]?.text ?? "")) return false;
			return must(pattern, unit) || (namesSource && must(pattern, source) && readsAlone(unit));
		},
		restrict: (rule) =>
			rule.rule.yields === true && rules.all.some((one) => one.rule.origin === "builtin" && subject.allow(one))
				? undefined
				: strongestMatch(rule, rule.namesSource && hasSource ? [...forms, source] : forms),
	};
	const verdict = judge(rules, subject, unit.internal ? "allow" : "ask");
	return unit.context === "unread" && verdict.action === "allow" ? { ...verdict, action: "ask" } : verdict;
}
function withHome(word, home) {
	const literal = homePath(word, home);
	return literal === undefined ? word : plainText(literal);
}
function readsAlone({ source, text, holes }) {
	const [unit] = analyze(source).units;
	return unit?.text === text && unit.holes.every(({ reason }, index) => reason === holes[index]?.reason);
}
function programByBaseName(unit) {
	const command = unit.words[0]?.text ?? "";
	const slash = command.lastIndexOf("/");
	const hole = command.lastIndexOf(HOLE);
	if (slash === -1 && hole === -1) return;
	const from = Math.max(slash + 1, hole);
	const { text, holes } = textFrom(unit, from);
	return { text, holes: holes.map((one, index) => (index === 0 && hole === from ? { ...one, vanishes: false } : one)) };
}
function programFolded({ text, holes }) {
	return { text: text.replace(/^\S+/, (name) => foldText(name).replace(/\.exe$/, "")), holes };
}

var store$4;
var DEFAULT_CONFIG = {
	lang: undefined,
	message: undefined,
	abortEarly: undefined,
	abortPipeEarly: undefined,
};
function getGlobalConfig(config$1) {
	if (!config$1 && !store$4) return DEFAULT_CONFIG;
	return {
		lang: config$1?.lang ?? store$4?.lang,
		message: config$1?.message,
		abortEarly: config$1?.abortEarly ?? store$4?.abortEarly,
		abortPipeEarly: config$1?.abortPipeEarly ?? store$4?.abortPipeEarly,
	};
}
var store$3;
function getGlobalMessage(lang) {
	return store$3?.get(lang);
}
var store$2;
function getSchemaMessage(lang) {
	return store$2?.get(lang);
}
var store$1;
function getSpecificMessage(reference, lang) {
	return store$1?.get(reference)?.get(lang);
}
function _stringify(input) {
	const type = typeof input;
	if (type === "string") return `"${input}"`;
	if (type === "number" || type === "bigint" || type === "boolean") return `${input}`;
	if (type === "object" || type === "function")
		return (input && Object.getPrototypeOf(input)?.constructor?.name) ?? "null";
	return type;
}
function _addIssue(context, label, dataset, config$1, other) {
	const input = other && "input" in other ? other.input : dataset.value;
	const expected = other?.expected ?? context.expects ?? null;
	const received = other?.received ?? /* @__PURE__ */ _stringify(input);
	const issue = {
		kind: context.kind,
		type: context.type,
		input,
		expected,
		received,
		message: `Invalid ${label}: ${expected ? `Expected ${expected} but r` : "R"}eceived ${received}`,
		requirement: context.requirement,
		path: other?.path,
		issues: other?.issues,
		lang: config$1.lang,
		abortEarly: config$1.abortEarly,
		abortPipeEarly: config$1.abortPipeEarly,
	};
	const isSchema = context.kind === "schema";
	const message$1 =
		other?.message ??
		context.message ??
		/* @__PURE__ */ getSpecificMessage(context.reference, issue.lang) ??
		(isSchema ? /* @__PURE__ */ getSchemaMessage(issue.lang) : null) ??
		config$1.message ??
		/* @__PURE__ */ getGlobalMessage(issue.lang);
	if (message$1 !== undefined) issue.message = typeof message$1 === "function" ? message$1(issue) : message$1;
	if (isSchema) dataset.typed = false;
	if (dataset.issues) dataset.issues.push(issue);
	else dataset.issues = [issue];
}
function _isSameValueZero(value1, value2) {
	return value1 === value2 || (Number.isNaN(value1) && Number.isNaN(value2));
}
function _joinExpects(values$1, separator) {
	const list = [...new Set(values$1)];
	if (list.length > 1) return `(${list.join(` ${separator} `)})`;
	return list[0] ?? "never";
}
function _standardSchema(schema) {
	schema["~standard"] = {
		version: 1,
		vendor: "valibot",
		validate: (value$1) => schema["~run"]({ value: value$1 }, /* @__PURE__ */ getGlobalConfig()),
	};
	return schema;
}
function check(requirement, message$1) {
	return {
		kind: "validation",
		type: "check",
		reference: check,
		async: false,
		expects: null,
		requirement,
		message: message$1,
		"~run"(dataset, config$1) {
			if (dataset.typed && !this.requirement(dataset.value)) _addIssue(this, "input", dataset, config$1);
			return dataset;
		},
	};
}
function getFallback(schema, dataset, config$1) {
	return typeof schema.fallback === "function" ? schema.fallback(dataset, config$1) : schema.fallback;
}
function getDefault(schema, dataset, config$1) {
	return typeof schema.default === "function" ? schema.default(dataset, config$1) : schema.default;
}
function array(item, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "array",
		reference: array,
		expects: "Array",
		async: false,
		item,
		message: message$1,
		"~run"(dataset, config$1) {
			const input = dataset.value;
			if (Array.isArray(input)) {
				dataset.typed = true;
				dataset.value = [];
				for (let key = 0; key < input.length; key++) {
					const value$1 = input[key];
					const itemDataset = this.item["~run"]({ value: value$1 }, config$1);
					if (itemDataset.issues) {
						const pathItem = {
							type: "array",
							origin: "value",
							input,
							key,
							value: value$1,
						};
						for (const issue of itemDataset.issues) {
							if (issue.path) issue.path.unshift(pathItem);
							else issue.path = [pathItem];
							dataset.issues?.push(issue);
						}
						if (!dataset.issues) dataset.issues = itemDataset.issues;
						if (config$1.abortEarly) {
							dataset.typed = false;
							break;
						}
					}
					if (!itemDataset.typed) dataset.typed = false;
					dataset.value.push(itemDataset.value);
				}
			} else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function boolean(message$1) {
	return _standardSchema({
		kind: "schema",
		type: "boolean",
		reference: boolean,
		expects: "boolean",
		async: false,
		message: message$1,
		"~run"(dataset, config$1) {
			if (typeof dataset.value === "boolean") dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function lazy(getter) {
	return _standardSchema({
		kind: "schema",
		type: "lazy",
		reference: lazy,
		expects: "unknown",
		async: false,
		getter,
		"~run"(dataset, config$1) {
			return this.getter(dataset.value)["~run"](dataset, config$1);
		},
	});
}
function literal(literal_, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "literal",
		reference: literal,
		expects: /* @__PURE__ */ _stringify(literal_),
		async: false,
		literal: literal_,
		message: message$1,
		"~run"(dataset, config$1) {
			if (/* @__PURE__ */ _isSameValueZero(dataset.value, this.literal)) dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function null_(message$1) {
	return _standardSchema({
		kind: "schema",
		type: "null",
		reference: null_,
		expects: "null",
		async: false,
		message: message$1,
		"~run"(dataset, config$1) {
			if (dataset.value === null) dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function number(message$1) {
	return _standardSchema({
		kind: "schema",
		type: "number",
		reference: number,
		expects: "number",
		async: false,
		message: message$1,
		"~run"(dataset, config$1) {
			if (typeof dataset.value === "number" && !isNaN(dataset.value)) dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function object(entries$1, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "object",
		reference: object,
		expects: "Object",
		async: false,
		entries: entries$1,
		message: message$1,
		"~run"(dataset, config$1) {
			const input = dataset.value;
			if (input && typeof input === "object") {
				dataset.typed = true;
				dataset.value = {};
				for (const key in this.entries) {
					const valueSchema = this.entries[key];
					if (
						key in input ||
						((valueSchema.type === "exact_optional" ||
							valueSchema.type === "optional" ||
							valueSchema.type === "nullish") &&
							valueSchema.default !== undefined)
					) {
						const value$1 = key in input ? input[key] : /* @__PURE__ */ getDefault(valueSchema);
						const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
						if (valueDataset.issues) {
							const pathItem = {
								type: "object",
								origin: "value",
								input,
								key,
								value: value$1,
							};
							for (const issue of valueDataset.issues) {
								if (issue.path) issue.path.unshift(pathItem);
								else issue.path = [pathItem];
								dataset.issues?.push(issue);
							}
							if (!dataset.issues) dataset.issues = valueDataset.issues;
							if (config$1.abortEarly) {
								dataset.typed = false;
								break;
							}
						}
						if (!valueDataset.typed) dataset.typed = false;
						dataset.value[key] = valueDataset.value;
					} else if (valueSchema.fallback !== undefined) dataset.value[key] = /* @__PURE__ */ getFallback(valueSchema);
					else if (
						valueSchema.type !== "exact_optional" &&
						valueSchema.type !== "optional" &&
						valueSchema.type !== "nullish"
					) {
						_addIssue(this, "key", dataset, config$1, {
							input: undefined,
							expected: `"${key}"`,
							path: [
								{
									type: "object",
									origin: "key",
									input,
									key,
									value: input[key],
								},
							],
						});
						if (config$1.abortEarly) break;
					}
				}
			} else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function optional(wrapped, default_) {
	return _standardSchema({
		kind: "schema",
		type: "optional",
		reference: optional,
		expects: `(${wrapped.expects} | undefined)`,
		async: false,
		wrapped,
		default: default_,
		"~run"(dataset, config$1) {
			if (dataset.value === undefined) {
				if (this.default !== undefined) dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
				if (dataset.value === undefined) {
					dataset.typed = true;
					return dataset;
				}
			}
			return this.wrapped["~run"](dataset, config$1);
		},
	});
}
function picklist(options, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "picklist",
		reference: picklist,
		expects: /* @__PURE__ */ _joinExpects(options.map(_stringify), "|"),
		async: false,
		options,
		message: message$1,
		"~run"(dataset, config$1) {
			if (this.options.includes(dataset.value)) dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function strictObject(entries$1, message$1) {
	return _standardSchema({
		kind: "schema",
		type: "strict_object",
		reference: strictObject,
		expects: "Object",
		async: false,
		entries: entries$1,
		message: message$1,
		"~run"(dataset, config$1) {
			const input = dataset.value;
			if (input && typeof input === "object") {
				dataset.typed = true;
				dataset.value = {};
				for (const key in this.entries) {
					const valueSchema = this.entries[key];
					if (
						key in input ||
						((valueSchema.type === "exact_optional" ||
							valueSchema.type === "optional" ||
							valueSchema.type === "nullish") &&
							valueSchema.default !== undefined)
					) {
						const value$1 = key in input ? input[key] : /* @__PURE__ */ getDefault(valueSchema);
						const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
						if (valueDataset.issues) {
							const pathItem = {
								type: "object",
								origin: "value",
								input,
								key,
								value: value$1,
							};
							for (const issue of valueDataset.issues) {
								if (issue.path) issue.path.unshift(pathItem);
								else issue.path = [pathItem];
								dataset.issues?.push(issue);
							}
							if (!dataset.issues) dataset.issues = valueDataset.issues;
							if (config$1.abortEarly) {
								dataset.typed = false;
								break;
							}
						}
						if (!valueDataset.typed) dataset.typed = false;
						dataset.value[key] = valueDataset.value;
					} else if (valueSchema.fallback !== undefined) dataset.value[key] = /* @__PURE__ */ getFallback(valueSchema);
					else if (
						valueSchema.type !== "exact_optional" &&
						valueSchema.type !== "optional" &&
						valueSchema.type !== "nullish"
					) {
						_addIssue(this, "key", dataset, config$1, {
							input: undefined,
							expected: `"${key}"`,
							path: [
								{
									type: "object",
									origin: "key",
									input,
									key,
									value: input[key],
								},
							],
						});
						if (config$1.abortEarly) break;
					}
				}
				if (!dataset.issues || !config$1.abortEarly) {
					for (const key in input)
						if (!Object.prototype.hasOwnProperty.call(this.entries, key)) {
							_addIssue(this, "key", dataset, config$1, {
								input: key,
								expected: "never",
								path: [
									{
										type: "object",
										origin: "key",
										input,
										key,
										value: input[key],
									},
								],
							});
							break;
						}
				}
			} else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function string(message$1) {
	return _standardSchema({
		kind: "schema",
		type: "string",
		reference: string,
		expects: "string",
		async: false,
		message: message$1,
		"~run"(dataset, config$1) {
			if (typeof dataset.value === "string") dataset.typed = true;
			else _addIssue(this, "type", dataset, config$1);
			return dataset;
		},
	});
}
function unknown() {
	return _standardSchema({
		kind: "schema",
		type: "unknown",
		reference: unknown,
		expects: "unknown",
		async: false,
		"~run"(dataset) {
			dataset.typed = true;
			return dataset;
		},
	});
}
function pipe(...pipe$1) {
	return _standardSchema({
		...pipe$1[0],
		pipe: pipe$1,
		"~run"(dataset, config$1) {
			for (const item of pipe$1)
				if (item.kind !== "metadata") {
					if (dataset.issues && (item.kind === "schema" || item.kind === "transformation")) {
						dataset.typed = false;
						break;
					}
					if (!dataset.issues || (!config$1.abortEarly && !config$1.abortPipeEarly))
						dataset = item["~run"](dataset, config$1);
				}
			return dataset;
		},
	});
}
function safeParse(schema, input, config$1) {
	const dataset = schema["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));
	return {
		typed: dataset.typed,
		success: !dataset.issues,
		output: dataset.value,
		issues: dataset.issues,
	};
}

// src/policy/examples.ts
function failureOf(rule, example, expected, home) {
	const [compiled] = compileRules([rule], rule.surface, home);
	if (compiled === undefined) return "no rule speaks of it";
	const seen = rule.surface === "bash" ? commandTexts(example, compiled) : fileTexts(example, home);
	if (seen === undefined) return "is not understood";
	const match = strongestMatch(compiled, seen);
	if (expected === "match") return match === "must" ? undefined : "is not matched by this pattern";
	const matched = rule.action === "allow" ? match === "must" : match !== undefined;
	return matched ? "is matched by this pattern" : undefined;
}
function fileTexts(example, home) {
	return [plainText(example), plainText(expandHome(example, home))];
}
function commandTexts(example, { rule, namesSource }) {
	const { units, complete } = analyze(example);
	if (!complete) return;
	if (units.length === 0) return [plainText("")];
	return units.flatMap((unit) => {
		const texts = [unit];
		const program = unit.words[0]?.text ?? "";
		const directory = program.length - baseName(program).length;
		if (rule.action !== "allow" && directory > 0 && !program.includes(HOLE)) texts.push(textFrom(unit, directory));
		if (namesSource && unit.context !== "text") texts.push(plainText(unit.source));
		return texts;
	});
}

// src/policy/presets.ts
var ALONE = { closed: true, operands: 0 };
var GIT_FORBIDDEN = "--output --ext-diff --help --show-signature";
var GIT = {
	forbidden: GIT_FORBIDDEN,
	flags:
		"-p -s -w --all --cached --stat --name-only --name-status --oneline --no-color --no-patch --graph --short --porcelain --staged --numstat",
};
var GIT_LIST_FLAGS =
	"-a --all -r --remotes -v -vv --verbose --show-current -i --ignore-case --color --no-color --column --no-column --abbrev --no-abbrev";
var GIT_LIST_OPTIONS = "--sort --format --contains --no-contains --merged --no-merged --points-at";
var GIT_BRANCH_FORBIDDEN =
	"-d -D --delete -m -M --move -c -C --copy -f --force -u --set-upstream-to --unset-upstream -t --track --edit-description --create-reflog --recurse-submodules";
var GIT_TAG_FORBIDDEN =
	"-a --annotate -s --sign -u --local-user -f --force -d --delete -v --verify -m --message -F --file -e --edit --create-reflog --cleanup";
var GIT_CONFIG_FORBIDDEN =
	"-e --edit --add --replace-all --unset --unset-all --rename-section --remove-section --help --output --ext-diff";
var bracket = (end) =>
	String.raw`\[\^?(?:\[:[a-z]+:\]|(?!${end})[^\]\[\\\n^])(?:\[:[a-z]+:\]|(?!${end})[^\]\[\\\n])*\]`;
var body = (end) => String.raw`(?:(?!${end})[^\\\n[]|\\[^\n]|${bracket(end)})*`;
var SED_ADDRESS = String.raw`(?:[0-9]+(?:~[0-9]+)?|\$|/${body("/")}/I?)`;
var SED_SUBSTITUTION = String.raw`s([/|#,@!%])${body("\\1")}\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiIm0-9]*`;
var SED_SCRIPT = new RegExp(
	String.raw`^[ \t]*(?:(?:${SED_ADDRESS}(?:,[+~]?${SED_ADDRESS})?[ \t]*)?!?(?:[pPdDgGhHnNx=]|[qQ][0-9]*|${SED_SUBSTITUTION})[ \t]*(?:;[ \t]*|$))+$`,
);
var AWK_SCRIPT = /^(?![^]*(?:system|getline|[|>@]|\\[\r\n]))/;
var READ_ONLY = [
	{
		commands:
			"cat, tac, nl, head, tail, wc, cut, tr, paste, comm, join, fold, column, expand, unexpand, rev, od, hexdump, strings",
		reason: "prints what it reads; no option writes",
	},
	{
		commands: "ls, stat, du, df, basename, dirname, realpath, readlink",
		reason: "prints names and what is known of files",
	},
	{ commands: "grep, egrep, fgrep", reason: "prints the lines that it finds; no option writes or runs anything" },
	{ commands: "diff, cmp", reason: "prints how files differ; `-l` of diff pipes that through pr" },
	{
		commands: "md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum, b2sum, cksum, sum",
		reason: "prints or compares check sums",
	},
	{ commands: "arch", reason: "prints the architecture; on macOS an operand would be run", ...ALONE },
	{ commands: "jq", reason: "a filter has no way to write or run; `-f`, `-L`, `input_filename` and `env` read" },
	{
		commands: "sleep, seq, uname, whoami, id, groups, nproc, uptime, free, ps, pgrep, which, printenv",
		reason: "prints what the system knows, or its arguments",
	},
	{ commands: "base64", reason: "prints what it reads; only on macOS it writes", forbidden: "-o --output" },
	{
		commands: "file",
		reason: "prints what a file is; compiles no magic, runs no decompressor, sets no times",
		forbidden: "-C --compile -p --preserve-date -z --uncompress -Z --uncompress-noreport -S --no-sandbox",
		flags: "-b --brief -i --mime --mime-type -L -h -k",
	},
	{
		commands: "tree",
		reason: "prints names; not with `-o`, nor with `-R`, which writes 00Tree.html",
		forbidden: "-o -R",
		flags: "-a -d -f -s -h -D --dirsfirst --noreport",
	},
	{
		commands: "sort",
		reason: "prints what it reads in order; writes no output file, runs no compressor",
		forbidden: "-o --output -T --temporary-directory --compress-program",
		flags: "-b -d -f -g -h -i -M -n -R -r -s -u -V -z --unique --reverse --numeric-sort --version-sort",
		options: "-k -t --key --field-separator",
	},
	{
		commands: "uniq",
		reason: "prints what it reads; its second operand would be written",
		closed: true,
		operands: 1,
		flags: "-c -d -D -i -u -z --count --repeated --all-repeated --group --ignore-case --unique --zero-terminated",
		options: "-f -s -w --skip-fields --skip-chars --check-chars",
	},
	{
		commands: "xxd",
		reason: "prints a file as numbers or back; its second operand would be written",
		closed: true,
		wholeWords: true,
		operands: 1,
		flags: "-a -b -C -d -E -e -i -p -ps -r -u",
		options: "-c -g -l -s",
	},
	{
		commands: "rg",
		reason: "prints the lines that it finds; runs no preprocessor, host name program or decompressor",
		forbidden: "--pre --hostname-bin -z --search-zip",
		flags:
			"-n -N -i -s -S -l -c -o -v -w -x -F -P -U -H -I -a -L -p -q -u -uu -0 --files --hidden --no-ignore --json --no-heading --files-with-matches --line-number --fixed-strings --ignore-case",
		options: "-e -g -t -T -A -B -C -m --regexp --glob --iglob --type --type-not --max-count --max-depth",
	},
	{
		commands: "fd, fdfind",
		reason: "prints names; runs nothing with them but ls",
		forbidden: "-x --exec -X --exec-batch",
		flags: "-H -I -u -s -i -g -F -a -L -p -0 --hidden --no-ignore --glob --absolute-path",
		options: "-e -t -E -d --extension --type --exclude --max-depth",
	},
	{
		commands: "find",
		reason: "prints names; no action that deletes, runs or writes a file",
		closed: true,
		wholeWords: true,
		forbidden: "-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls -files0-from",
		flags:
			"-H -L -P -E -s -x -a -and -d -daystart -depth -empty -executable -false -follow -ignore_readdir_race -ls -mount -nogroup -noleaf -not -nouser -o -or -print -print0 -prune -quit -readable -true -writable -xdev",
		options:
			"-amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -newermt -newerct -newerat -path -perm -printf -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype",
	},
	{
		commands: "sed",
		reason: "prints what it makes of its input; plain commands only, none that writes, reads a script or runs",
		closed: true,
		script: SED_SCRIPT,
		forbidden: "-i -I --in-place -f --file",
		flags: "-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox",
		options: "-e --expression",
	},
	{
		commands: "awk, gawk, mawk, nawk",
		reason: "prints what it makes of its input; its program has no output to files, no pipe, no `system`, no `getline`",
		closed: true,
		optionsFirst: true,
		script: AWK_SCRIPT,
		forbidden:
			"-f --file -i --include -l --load -E --exec -o --pretty-print -p --profile -d --dump-variables -D --debug -W",
		options: "-F -v --field-separator --assign",
	},
	{
		commands: "yq",
		reason: "prints what it makes of its input; edits nothing in place, splits into no files, runs nothing",
		forbidden:
			"-i --in-place --inplace -s --split-exp --split-exp-file --security-enable-system-operator --enable-system-operator",
		flags: "-r -e -o=json -ojson -oj",
	},
	{
		commands: "date",
		reason: "prints a time; sets none, and any operand but a format would",
		closed: true,
		operand: /^\+/,
		forbidden: "-s --set -f --file",
		flags: "-u --utc --universal -R --rfc-email --rfc-3339 -I -Idate -Ihours -Iminutes -Iseconds -Ins --iso-8601",
		options: "-d --date -r --reference",
	},
	{
		commands: "hostname",
		reason: "prints the name of the host; an operand would set it",
		...ALONE,
		forbidden: "-F --file -b --boot",
		flags: "-a -A -d -f -i -I -s -y --alias --all-fqdns --all-ip-addresses --domain --fqdn --long --ip-address --short",
	},
	{
		commands:
			"node --version, node -v, deno --version, bun --version, bun -v, python --version, python -V, python3 --version, python3 -V, ruby --version, ruby -v, perl --version, perl -v, php --version, php -v, java --version, java -version, gcc --version, g++ --version, cc --version, clang --version, make --version, cmake --version, jq --version, git --version, git version",
		reason:
			"prints its version and ends; go, cargo and pnpm, which may fetch the version that a project names, are not here",
		...ALONE,
	},
	{
		commands:
			"git status, git diff, git diff-tree, git diff-index, git diff-files, git blame, git shortlog, git rev-parse, git merge-base, git describe, git name-rev, git ls-files, git ls-tree, git for-each-ref, git show-ref, git check-ignore, git count-objects, git worktree list, git stash show, git submodule status, git remote get-url",
		reason: "reads the repository, at most refreshing its index; what its configuration runs is the user's",
		...GIT,
	},
	{
		commands: "git log, git show, git rev-list, git stash list, git reflog show",
		reason: "reads the history; what the repository's configuration runs is the user's",
		...GIT,
		options: "-n -S -G -L --author --grep --since --until",
	},
	{
		commands: "git grep",
		reason: "reads the repository; opens no pager with the files",
		forbidden: `${GIT_FORBIDDEN} -O --open-files-in-pager --ext-grep`,
		flags: "-n -i -l -c -w -E -F -P -v -o -q --cached --name-only",
		options: "-e -A -B -C",
	},
	{
		commands: "git cat-file",
		reason: "prints an object as it is stored",
		forbidden: `${GIT_FORBIDDEN} --filters --textconv`,
		flags: "-t -s -e -p",
	},
	{
		commands: "git branch",
		reason: "lists branches; an operand would be the name of a new one",
		...ALONE,
		forbidden: GIT_BRANCH_FORBIDDEN,
		flags: GIT_LIST_FLAGS,
		options: GIT_LIST_OPTIONS,
	},
	{
		commands: "git branch --list, git branch -a --list, git branch -r --list",
		reason: "lists branches; operands are patterns",
		closed: true,
		forbidden: GIT_BRANCH_FORBIDDEN,
		flags: GIT_LIST_FLAGS,
		options: GIT_LIST_OPTIONS,
	},
	{
		commands: "git tag",
		reason: "lists tags; an operand would be the name of a new one",
		...ALONE,
		forbidden: GIT_TAG_FORBIDDEN,
		flags: "-n --ignore-case -i --color --column --no-column",
		options: GIT_LIST_OPTIONS,
	},
	{
		commands: "git tag -l, git tag --list",
		reason: "lists tags; operands are patterns",
		closed: true,
		forbidden: GIT_TAG_FORBIDDEN,
		flags: "-n --ignore-case -i --color --column --no-column",
		options: GIT_LIST_OPTIONS,
	},
	{ commands: "git remote", reason: "lists remotes", ...ALONE, flags: "-v --verbose" },
	{
		commands: "git reflog",
		reason: "shows where the head has been; an operand may be a command that deletes",
		...ALONE,
		forbidden: GIT_FORBIDDEN,
		flags: "--all --oneline --no-abbrev --abbrev-commit --date --format --pretty",
		options: "-n",
	},
	{
		commands: "git symbolic-ref",
		reason: "prints what a reference points to; a second operand would set it",
		closed: true,
		operands: 1,
		forbidden: "-d --delete -m",
		flags: "-q --quiet --short",
	},
	{
		commands: "git config, git config get",
		reason: "prints values; a second operand would set one, and one without a dot be a command",
		closed: true,
		operands: 1,
		operand: /\./,
		forbidden: GIT_CONFIG_FORBIDDEN,
		flags:
			"-l --list --get --get-all --get-regexp --all --regexp --global --local --system --worktree -z --null --name-only --show-origin --show-scope --includes --no-includes --bool --int --path --type --default",
	},
	{
		commands: "git config list",
		reason: "prints all values",
		...ALONE,
		forbidden: GIT_CONFIG_FORBIDDEN,
		flags: "--global --local --system --worktree -z --null --name-only --show-origin --show-scope",
	},
];
var PRESETS = new Map([["read-only", READ_ONLY]]);
var made = new Map();
function presetRules(preset) {
	let rules = made.get(preset);
	if (rules === undefined)
		made.set(preset, (rules = (PRESETS.get(preset) ?? []).flatMap((one) => toRules(one, preset))));
	return rules;
}
function joinLayers(layers) {
	const from = layers.findLastIndex((layer) => layer.extends !== undefined);
	const presets = [...new Set(layers[from]?.extends)].flatMap(presetRules);
	const rules = layers.flatMap((layer, index) =>
		layer.rules.map((rule) => {
			const isBelow = index <= from && presets.some(({ surface }) => surface === rule.surface);
			const yields = isBelow && layer.defaults.includes(rule);
			return yields ? { ...rule, yields } : rule;
		}),
	);
	return [
		...rules.filter(({ surface }) => surface === UNIVERSAL),
		...presets,
		...rules.filter(({ surface }) => surface !== UNIVERSAL),
	];
}
function toRules(row, preset) {
	const { reason, closed = false, wholeWords = false, optionsFirst = false, operands, operand, script } = row;
	const set = (names = "") => nameSet(names);
	const [forbidden, flags, options] = [set(row.forbidden), set(row.flags), set(row.options)];
	return row.commands.split(", ").flatMap((text) => {
		const command = text.split(" ");
		const grammar = { command, forbidden, flags, options, closed, wholeWords, optionsFirst, operands, operand, script };
		const patterns = text.startsWith("git ") ? [`${text} *`, `git -* ${text.slice(4)} *`] : [`${text} *`];
		return patterns.map((pattern) => {
			return { surface: "bash", pattern, action: "allow", reason, origin: "builtin", preset, arguments: grammar };
		});
	});
}

// src/policy/normalize.ts
var ACTIONS = ["allow", "ask", "deny"];
var quoted = (value) => (typeof value === "string" ? JSON.stringify(value) : describe(value));
var describe = (value) =>
	value === null
		? "null"
		: Array.isArray(value)
			? "a list"
			: typeof value === "object"
				? "a map"
				: `the ${typeof value} ${String(value)}`;
var ActionSchema = picklist(ACTIONS, (issue) =>
	typeof issue.input === "string"
		? `unknown action ${quoted(issue.input)}; expected "allow", "ask" or "deny"`
		: `expected "allow", "ask" or "deny", not ${describe(issue.input)}`,
);
var TextSchema = string((issue) => `expected a text, not ${describe(issue.input)}`);
var TextsSchema = lazy((value) =>
	Array.isArray(value)
		? array(TextSchema)
		: string((issue) => `expected a text or a list of texts, not ${describe(issue.input)}`),
);
var RuleMapSchema = strictObject(
	{
		action: ActionSchema,
		reason: optional(TextSchema),
		match: optional(TextsSchema),
		notMatch: optional(TextsSchema),
	},
	(issue) =>
		issue.expected === "never"
			? `unknown key ${quoted(issue.path?.at(-1)?.key)}; expected "action", "reason", "match" and "notMatch"`
			: issue.expected === '"action"'
				? `the key "action" is missing`
				: `expected a map, not ${describe(issue.input)}`,
);
var RuleValueSchema = lazy((value) => (isMap(value) ? RuleMapSchema : ActionSchema));
function readPermission(permission, origin, home) {
	const layer = readLayer(permission, origin, home);
	return { rules: joinLayers([layer]), mistakes: layer.mistakes };
}
var EXTENDS = "extends";
function readLayer(permission, origin, home) {
	const mistakes = [];
	if (!isMap(permission)) {
		mistakes.push({ path: "permission", message: `expected a map of surfaces, not ${describe(permission)}` });
		const rules = [{ surface: UNIVERSAL, pattern: "*", action: "ask", origin, mistake: true }];
		return { rules, extends: [], defaults: [], mistakes };
	}
	const universal = [];
	const rules = [];
	const defaults = [];
	for (const surface of Object.keys(permission)) {
		if (surface === EXTENDS) continue;
		const found = readSurface(surface, permission[surface], origin, home);
		mistakes.push(...found.mistakes);
		const asking = { surface, pattern: "*", action: "ask", origin, mistake: true };
		const kept =
			found.mistakes.length === 0 ? found.rules : [asking, ...found.rules.filter(({ action }) => action !== "allow")];
		(surface === UNIVERSAL ? universal : rules).push(...kept);
		const [first] = found.mistakes.length === 0 ? kept : [];
		if (first?.pattern === "*" && first.action === "ask") defaults.push(first);
	}
	const extended = permission[EXTENDS];
	const wrong = extended === undefined ? [] : mistakesOfExtends(extended);
	mistakes.push(...wrong);
	const presets = wrong.length > 0 ? [] : extended;
	return { rules: [...universal, ...rules], extends: presets, defaults, mistakes };
}
function mistakesOfExtends(value) {
	const path = `permission.${EXTENDS}`;
	if (!Array.isArray(value)) return [{ path, message: `expected a list of presets, not ${quoted(value)}` }];
	const names = [...PRESETS.keys()].map(quoted).join(", ");
	return value.flatMap((one, index) => {
		if (typeof one === "string" && PRESETS.has(one)) return [];
		const unknown =
			typeof one === "string"
				? `unknown preset ${quoted(one)}; expected ${names}`
				: `expected ${names}, not ${describe(one)}`;
		return [{ path: `${path}[${index}]`, message: unknown }];
	});
}
function normalizePermission(permission, origin = "global", home) {
	return readPermission(permission, origin, home).rules;
}
function readSurface(surface, value, origin, home) {
	const path = `permission${step2(surface)}`;
	if (!isMap(value) || surface === UNIVERSAL) {
		const result = safeParse(ActionSchema, value);
		if (result.success) return { rules: [{ surface, pattern: "*", action: result.output, origin }], mistakes: [] };
		const plain = result.issues.map(({ message }) => ({ path, message }));
		const other =
			surface === UNIVERSAL
				? `expected "allow", "ask" or "deny", not ${describe(value)}`
				: `expected an action or a map of patterns, not ${describe(value)}`;
		return { rules: [], mistakes: typeof value === "string" ? plain : [{ path, message: other }] };
	}
	const rules = [];
	const mistakes = [];
	const patterns = Object.keys(value);
	for (const pattern of patterns) {
		const at = `${path}[${JSON.stringify(pattern)}]`;
		const result = safeParse(RuleValueSchema, value[pattern]);
		if (!result.success) {
			for (const issue of result.issues) {
				const inner = (issue.path ?? [])
					.map(({ key }) => (typeof key === "number" ? `[${key}]` : step2(String(key))))
					.join("");
				mistakes.push({ path: at + inner, message: issue.message });
			}
			continue;
		}
		const rule = toRule(surface, pattern, result.output, origin);
		rules.push(rule);
		if (typeof result.output !== "string") mistakes.push(...failedExamples(rule, result.output, at, home));
		if (isIndex(pattern) && patterns.length > 1) {
			mistakes.push({ path: at, message: "a pattern of digits alone loses its place in the order; add a ` *`" });
		}
	}
	return { rules, mistakes };
}
function failedExamples(rule, value, at, home) {
	return ["match", "notMatch"].flatMap((key) => {
		const examples = value[key];
		return [examples ?? []].flat().flatMap((example, index) => {
			const failure = failureOf(rule, example, key, home);
			const path = `${at}.${key}${Array.isArray(examples) ? `[${index}]` : ""}`;
			return failure === undefined ? [] : [{ path, message: `${quoted(example)} ${failure}` }];
		});
	});
}
function toRule(surface, pattern, value, origin) {
	if (typeof value === "string") return { surface, pattern, action: value, origin };
	const { action, reason } = value;
	return reason === undefined ? { surface, pattern, action, origin } : { surface, pattern, action, reason, origin };
}
function isIndex(key) {
	return /^(?:0|[1-9][0-9]{0,9})$/.test(key);
}
function rulePath({ surface, pattern }) {
	return `permission${step2(surface)}${surface === UNIVERSAL ? "" : `[${JSON.stringify(pattern)}]`}`;
}
function concernsSurface({ path }, surface) {
	const start = `permission${step2(surface)}`;
	return path === "permission" || (path.startsWith(start) && /^(?:[.[]|$)/.test(path.slice(start.length)));
}
function step2(key) {
	return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
function isMap(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/policy/explain.ts
function trigger({ state, judgements }) {
	const found = judgements.find(({ verdict }) => verdict.action === state) ?? judgements[0];
	if (found === undefined) throw new Error("a ruling without a judgement");
	return found;
}
function asking({ judgements }) {
	const asked = judgements.filter(({ verdict }) => verdict.action === "ask");
	const seen = new Set();
	return [...asked.filter(isUnread), ...asked.filter((one) => !isUnread(one))].filter((one) => {
		const key = `${one.surface}
${whatOf(one)}`;
		return !seen.has(key) && seen.add(key);
	});
}
function isUnread({ context }) {
	return context === "unread";
}
function whatOf({ text, source }) {
	return displayText(text === HOLE && source !== "" ? source : text);
}
function ruleThatAllows({ surface, text, context }) {
	if (text.includes(HOLE) || context === "unread") return;
	return { surface, pattern: text.replaceAll("*", "?"), action: "allow", origin: "session" };
}
function pathsIn(ruleset) {
	const several = new Set(ruleset.map(({ origin }) => origin)).size > 1;
	return (rule) => rulePath(rule) + (several ? ` (${rule.origin})` : "");
}
function toPermission(rules) {
	const permission = {};
	for (const { surface, pattern, action } of rules) (permission[surface] ??= {})[pattern] = action;
	return JSON.stringify({ permission });
}

// src/policy/subcommands.ts
var ROWS = [
	[
		"named program",
		"python pypy ipython node nodejs deno bun tsx ts-node ruby irb perl raku php lua luajit tclsh wish rscript julia",
		"java jshell scala groovy kotlin elixir erl ghci runghc osascript guile racket sbcl clojure swift",
	],
	[
		"itself",
		"psql mysql sqlite mongosh redis-cli npx pnpx bunx uvx pipx corepack nix nix-shell direnv mise just ssh",
		"npm: create init explore",
		"pnpm: create",
		"yarn: create node",
		"bun: create",
		"git: config rebase filter-branch difftool mergetool",
		"git bisect: run",
		"git submodule: foreach",
		"gh: alias extension codespace",
		"aws: ssm",
		"gcloud compute: ssh",
		"uv tool: run",
		"cargo: install",
	],
	[
		"itself",
		"eval source . trap alias export declare typeset readonly local unset set shopt enable hash bind complete compgen",
	],
	["itself", "rm rmdir unlink shred wipe srm dd mkfs"],
	[
		"as written",
		"curl wget http nc ncat socat telnet ftp sftp scp rsync mv cp ln install tee truncate chmod chown chgrp chattr setfacl",
		"kill pkill killall mount umount shutdown reboot find gfind bfs awk gawk mawk nawk sed gsed tar bsdtar zip",
		"vi vim nvim ex ed emacs less more man",
		"sort uniq tree date cmake yq",
	],
	[
		1,
		"ls cat head tail grep egrep fgrep rg ag wc cut tr diff cmp comm file stat du df jq mkdir touch cd",
		"pushd popd echo printf pwd which type sleep seq basename dirname realpath readlink test [ md5sum sha256sum",
	],
	[
		2,
		"git hg svn jj npm pnpm yarn cargo rustup go docker podman nerdctl docker-compose kubectl oc helm gh glab make gmake",
		"ninja bazel pip uv poetry pdm hatch conda mamba pipenv dotnet gradle gradlew mvn mvnw sbt mix rake bundle gem",
		"composer rails terraform tofu pulumi brew apt apt-get apt-cache dnf yum pacman zypper apk snap flatpak systemctl",
		"journalctl launchctl service flutter dart zig stack cabal turbo nx lerna ng vercel netlify wrangler firebase",
		"heroku fly supabase prisma",
		"bun: test install add remove update build pm",
		"deno: test fmt lint check",
		"cargo: run",
		"dotnet: run",
		"make: run shell",
	],
	[
		3,
		"aws gcloud az",
		"npm: run run-script pkg",
		"pnpm: run",
		"yarn: run npm",
		"bun: run",
		"git: stash remote worktree submodule bisect notes lfs",
		"docker: compose image volume network system buildx",
		"gh: pr issue repo run release workflow auth cache gist label secret",
		"kubectl: config rollout auth",
		"helm: repo",
		"terraform: state workspace",
		"uv: pip tool",
		"cargo: nextest",
		"dotnet: tool ef",
		"go: mod tool work",
	],
	[4, "yarn: workspace"],
];
var WIDTHS = new Map(
	ROWS.flatMap(([width, ...entries]) =>
		entries.flatMap((entry) => {
			const [names = "", before = ""] = entry.split(": ").reverse();
			return names.split(" ").map((name) => [`${before} ${name}`.trim(), width]);
		}),
	),
);
var RUNS2 = /^(?:run|exec|x|dlx|shell|sh|ssh|eval|runner|console)$/;
var FIND_ACTS = /^-(?:exec|ok|delete|fprint|fls)/;
function widthOf(words) {
	const [command = "", ...args] = words;
	const name = programName(command);
	const unversioned = name.replace(/[-.\d]+$/, "");
	if (SHELLS.has(name) || SHELLS.has(unversioned)) return "named program";
	if (grammarOf(name) !== undefined || OPAQUE_WRAPPERS.has(name)) return "itself";
	const acts = FIND.has(name) ? FIND_ACTS : Object.hasOwn(RUNNING_OPERANDS, name) ? RUNNING_OPERANDS[name] : undefined;
	if (acts !== undefined && args.some((word) => acts.test(word) || word.includes(HOLE))) return "itself";
	for (const program of [name, unversioned]) {
		for (let count = 2; count >= 0; count--) {
			const width = WIDTHS.get([program, ...args.slice(0, count)].join(" "));
			if (width !== undefined) return count === 0 && Number(width) > 1 && runsAnother(args) ? "itself" : width;
		}
	}
	return runsAnother(args) ? "itself" : 1;
}
function runsAnother([first = ""]) {
	return RUNS2.test(first);
}
function namesItsProgram([, first = "", ...others]) {
	return (
		/^(?:[^-]|-\w*[cemrE]$|--(?:version|help|test|eval|print)$)/.test(first) &&
		![first, ...others].some((word) => /^\/(?:dev|proc)\//.test(word))
	);
}
function hasRow(name) {
	return WIDTHS.has(name) || WIDTHS.has(name.replace(/[-.\d]+$/, ""));
}

// src/policy/user-wrappers.ts
var PATH = "innerCommand.wrappers";
var NAME2 = /^[a-z0-9_][a-z0-9_.+-]*$/;
var OPTION = /^(?:-[A-Za-z0-9]|--[A-Za-z0-9][A-Za-z0-9-]*)$/;
var MAX_OPERANDS = 8;
function readWrappers(value) {
	const wrappers = new Map();
	if (value === undefined) return { wrappers, mistakes: [] };
	if (!isMap(value)) return { wrappers, mistakes: [{ path: PATH, message: "expected a map of programs" }] };
	const mistakes = [];
	for (const [name, entry] of Object.entries(value)) {
		const path = `${PATH}[${JSON.stringify(name)}]`;
		const wrong = mistakeInName(name);
		const found = wrong === undefined ? readEntry(entry, path) : [{ path, message: wrong }];
		if (Array.isArray(found)) mistakes.push(...found);
		else wrappers.set(name, found);
	}
	return { wrappers, mistakes };
}
function mistakeInName(name) {
	if (!NAME2.test(name) || name.endsWith(".exe")) {
		return "expected the name of a program: small letters, digits, `_`, `.`, `+` and `-`, and no folder";
	}
	if (grammarOf(name) !== undefined || isOpaqueWrapper(name) || FIND.has(name) || Object.hasOwn(RUNNING_OPERANDS, name))
		return "is known, and cannot be changed";
	if (BUILTIN_NAMES.has(name)) return "is a builtin of bash";
	if (RESERVED_WORDS.has(name)) return "is a reserved word of bash";
	if (isShell(name)) return "is a shell: it runs text, not the command behind it";
	if (hasRow(name)) return "does something else with its words than run them as a command";
	return;
}
function readEntry(entry, path) {
	if (!isMap(entry)) return [{ path, message: "expected a map of `flags`, `withArgument` and `operands`" }];
	const mistakes = [];
	for (const key of Object.keys(entry)) {
		if (key !== "flags" && key !== "withArgument" && key !== "operands")
			mistakes.push({ path: `${path}.${key}`, message: "unknown key; expected `flags`, `withArgument` or `operands`" });
	}
	const options = (key) => {
		const list = entry[key] ?? [];
		const all = Array.isArray(list) ? list : [undefined];
		const known = all.filter((one) => typeof one === "string" && OPTION.test(one));
		if (known.length < all.length)
			mistakes.push({ path: `${path}.${key}`, message: 'expected a list of options such as "-q" or "--quiet"' });
		return known;
	};
	const [flags, withArgument] = [options("flags"), options("withArgument")];
	const twice = flags.find((one) => withArgument.includes(one));
	if (twice !== undefined)
		mistakes.push({ path: `${path}.withArgument`, message: `\`${twice}\` is one of its \`flags\` too` });
	const { operands = 0 } = entry;
	const counts =
		typeof operands === "number" && Number.isInteger(operands) && operands >= 0 && operands <= MAX_OPERANDS;
	if (!counts) mistakes.push({ path: `${path}.operands`, message: `expected a number from 0 to ${MAX_OPERANDS}` });
	return mistakes.length > 0 || !counts ? mistakes : userGrammar(flags, withArgument, operands);
}

// src/authority/authorizer.ts
var FULL_COMMAND = "full command";
var DEFER = { kind: "defer" };
function isVerdict(value) {
	if (typeof value !== "object" || value === null || !("kind" in value)) return false;
	if (value.kind === "deny") return !("reason" in value) || typeof value.reason === "string" || value.reason == null;
	return value.kind === "allow" || value.kind === "defer";
}

// src/authority/ask.ts
function askDetails(ruling, call) {
	const asks = trigger(ruling);
	const { surface, verdict, context } = asks;
	const { command, tool, message } = call;
	const isShell = command !== undefined;
	const value = surface === "bash" ? unitText(asks) : whatOf(asks);
	const toolName = isShell ? "bash" : tool;
	return {
		requestId: call.requestId,
		source: call.readsSkill ? "skill_read" : "tool_call",
		agentName: null,
		message,
		toolCallId: call.toolCallId,
		toolName,
		...(isShell && { command: value }),
		...(asks.path !== undefined && { path: asks.path }),
		...(surface === "mcp" && { target: value }),
		payload: {
			kind: surface,
			request: {
				requester: { agentName: null, forwarded: false, sessionId: call.sessionId },
				surface,
				toolName,
				invokedToolName: isShell && tool !== "bash" ? tool : null,
				value,
				matchedPattern: decisiveRule(verdict)?.pattern ?? null,
				commandContext: context === "top level" || context === "tool call" ? null : context,
				executedUnit: displayText(asks.text),
			},
			evidence: isShell && command !== value ? [{ label: FULL_COMMAND, text: command, detail: null }] : [],
			annotations: [],
		},
	};
}
function unitText({ context, source, text }) {
	return context === "text" ? displayText(text) : source;
}
function isAboutFiles({ judgements }) {
	return judgements.some(
		({ verdict, surface }) => verdict.action === "ask" && (surface === "path" || surface === "external_directory"),
	);
}
function mayBeAnswered({ judgements }) {
	return !judgements.some(({ verdict }) => verdict.action === "ask" && verdict.raisedBy?.action === "deny");
}

// src/shell/peel-text.ts
var PLAIN3 = /^[A-Za-z0-9_./][\w./+@%:,-]*$/;
var GAP = /^(?:[ \t]|\\\n)*$/;
function peelText(source, wrappers) {
	const before = analyze(source, wrappers);
	const peeled = before.units.filter(({ peels }) => peels !== undefined);
	if (peeled.length === 0) return source;
	const starts = new Set(peeled.map(({ start }) => start));
	const cuts = [];
	for (const { words, peels } of peeled) {
		const first = words[peels?.inner ?? words.length];
		if (first === undefined) return;
		const own = words.slice(0, words.indexOf(first));
		const gaps = own.map(({ end }, index) => ({ end, next: (own[index + 1] ?? first).start }));
		const [name] = own;
		if (name === undefined || gaps.some(({ end, next }) => end > next)) return;
		if (source.slice(name.start, name.end) !== name.text) return;
		if (!starts.has(first.start)) {
			const { text } = first;
			const shell = RESERVED_WORDS.has(text) || BUILTIN_NAMES.has(text) || before.functions.includes(text);
			if (shell || !PLAIN3.test(text) || source.slice(first.start, first.end) !== text) return;
		}
		if (gaps.every(({ end, next }) => GAP.test(source.slice(end, next)))) {
			cuts.push({ start: name.start, end: first.start, by: "" });
		} else {
			for (const { start, end } of own) cuts.push({ start, end, by: " " });
		}
	}
	const text = without(source, cuts);
	return saysTheRest(before, ({ peels }) => peels !== undefined, analyze(text, wrappers)) ? text : undefined;
}
function saysTheRest(before, isTaken, after) {
	const kept = before.units.filter((unit) => !isTaken(unit));
	return (
		after.complete &&
		areAlike(kept, after.units, isSameUnit) &&
		areAlike(before.assignments, after.assignments, isSameText) &&
		areAlike(
			before.redirects,
			after.redirects,
			(one, other) => isSameText(one, other) && one.operator === other.operator,
		)
	);
}
function without(source, cuts) {
	let text = "";
	let from = 0;
	for (const { start, end, by } of cuts.toSorted((left, right) => left.start - right.start)) {
		text += source.slice(from, start) + by;
		from = end;
	}
	return text + source.slice(from);
}
function areAlike(ones, others, isSame) {
	return (
		ones.length === others.length &&
		ones.every((one, index) => {
			const other = others[index];
			return other !== undefined && isSame(one, other);
		})
	);
}
function isSameText(one, other) {
	return one.text === other.text && one.holes.every(({ reason }, index) => reason === other.holes[index]?.reason);
}
function isSameUnit(one, other) {
	return isSameText(one, other) && one.internal === other.internal;
}

// src/authority/evidence.ts
var NotBlank = pipe(string(), check(isNotBlank));
var Absent = optional(null_());
var Session = optional(lazy((id) => (id === null ? null_() : string())));
var DetailsSchema = object({
	source: literal("tool_call"),
	toolName: literal("bash"),
	command: optional(NotBlank),
	toolCallId: optional(string()),
	forwarding: Absent,
});
var PayloadSchema = object({
	kind: literal("bash"),
	request: object({
		requester: object({ forwarded: literal(false), sessionId: Session }),
		surface: literal("bash"),
		toolName: literal("bash"),
		invokedToolName: null_(),
		value: NotBlank,
	}),
	evidence: array(object({ label: string(), text: string() })),
});
function evidenceOf(details, session) {
	const read = safeParse(DetailsSchema, details);
	if (!read.success || session.id === "" || session.currentId() !== session.id) return;
	const { command: unit, toolCallId } = read.output;
	const payload = details.payload;
	if (payload !== undefined) return fromPayload(payload, unit, session);
	if (unit === undefined || toolCallId === undefined || toolCallId === "") return;
	const command = commandOfCall(session.branch(), toolCallId);
	return command === undefined ? undefined : { unit, command };
}
function fromPayload(payload, unit, session) {
	const read = safeParse(PayloadSchema, payload);
	if (!read.success) return;
	const { request, evidence } = read.output;
	const { value, requester } = request;
	if ((unit ?? value) !== value || (requester.sessionId ?? session.id) !== session.id) return;
	const [full, ...more] = evidence.filter(({ label }) => label === FULL_COMMAND);
	if (full === undefined) return { unit: value, command: value };
	return more.length > 0 || !isNotBlank(full.text) ? undefined : { unit: value, command: full.text };
}
function isNotBlank(text) {
	return /\S/.test(text);
}
var MessageSchema = object({
	type: literal("message"),
	message: object({ role: literal("assistant"), content: array(unknown()) }),
});
var CallSchema = object({ type: literal("toolCall"), id: string() });
var BashCallSchema = object({
	name: literal("bash"),
	arguments: object({ command: string() }),
});
function commandOfCall(branch, id) {
	for (let index = branch.length - 1; index >= 0; index--) {
		const entry = safeParse(MessageSchema, branch[index]);
		if (!entry.success) continue;
		const [call, ...more] = entry.output.message.content.filter((block) => {
			const found = safeParse(CallSchema, block);
			return found.success && found.output.id === id;
		});
		if (call === undefined) continue;
		const read = safeParse(BashCallSchema, call);
		return more.length === 0 && read.success ? read.output.arguments.command : undefined;
	}
	return;
}

// src/authority/timeout-wrapper.ts
var TIMEOUT = /^timeout[ \t]+([1-9][0-9]*(?:\.[0-9]+)?[smhd]?)[ \t]+(.+)$/;
function parseTimeoutWrapper(text) {
	const [, duration, innerCommand] = TIMEOUT.exec(text) ?? [];
	if (duration === undefined || innerCommand === undefined || innerCommand.trim() === "") return;
	return { duration, innerCommand };
}
function stripWrapperUnit(full, unit, inner) {
	const at = full.indexOf(unit);
	if (unit === "" || at === -1 || full.includes(unit, at + 1)) return;
	return full.slice(0, at) + inner + full.slice(at + unit.length);
}

// src/authority/inner-command.ts
var INNER_COMMAND = "inner-cmd";
function innerCommand(options, session) {
	return (details, query, log) => {
		try {
			return answered(details, query, log, options, session);
		} catch (error) {
			return silently(log, error);
		}
	};
}
function answered(details, query, log, options, session) {
	const evidence = evidenceOf(details, session);
	const { verdict, why } =
		evidence === undefined
			? deferred("the evidence is missing, or at odds with itself")
			: answerInner(evidence, options, query, details.agentName ?? undefined);
	log.review(INNER_COMMAND, { verdict: verdict.kind, why, grammar: options.grammar });
	return session.currentId() === session.id ? verdict : DEFER;
}
function silently(log, error) {
	try {
		log.debug(INNER_COMMAND, { error: String(error) });
	} catch {}
	return DEFER;
}
function deferred(why) {
	return { verdict: DEFER, why };
}
var CLAIMED = {
	env: "`env` changes what its command finds: its words alone do not say what runs",
	xargs: "`xargs` adds arguments that nobody knows yet",
};
function answerInner(evidence, { grammar, wrappers, prefix }, query, agentName) {
	if (grammar === "full") {
		const says = "the policy, with the wrappers peeled, says";
		if (query.checkPeeled !== undefined) return mapped(query.checkPeeled(evidence.command), says);
		const bare = peelText(evidence.command, wrappers);
		if (bare === undefined || bare === evidence.command) return deferred("there is no wrapper that can be taken out");
		if (asksByName(evidence.command, wrappers, query, agentName))
			return deferred("a rule asks about a wrapper by its name");
		return mapped(query.checkPermission("bash", bare, agentName), says);
	}
	const [program = ""] = evidence.unit.split(/[ \t]/, 1);
	if (Object.hasOwn(CLAIMED, program)) return deferred(CLAIMED[program] ?? "");
	const inner = withoutTimeout(evidence, prefix);
	if (typeof inner !== "string") return inner;
	return mapped(query.checkPermission("bash", inner, agentName), "the policy, without the `timeout`, says");
}
function asksByName(command, wrappers, query, agentName) {
	const peeled = analyze(command, wrappers).units.filter(({ peels }) => peels !== undefined);
	return peeled.some(({ words, source }) => {
		const { state, matchedPattern = "*" } = query.checkPermission("bash", source, agentName);
		return state !== "allow" && (state !== "ask" || (matchedPattern !== "*" && words[0]?.text !== "timeout"));
	});
}
function mapped({ state, reason }, says) {
	const why = `${says} ${state}`;
	const verdicts = {
		allow: { kind: "allow" },
		ask: DEFER,
		deny: { kind: "deny", ...(reason !== undefined && { reason }) },
	};
	return Object.hasOwn(verdicts, state) ? { verdict: verdicts[state], why } : deferred(why);
}
function withoutTimeout({ unit, command }, prefix) {
	const parsed = parseTimeoutWrapper(unit);
	if (parsed === undefined) return deferred("not `timeout DURATION COMMAND`");
	const { innerCommand: inner } = parsed;
	if (/^(?:timeout|env|xargs)(?:[ \t]|$)/.test(inner)) return deferred("a wrapper in a wrapper");
	if (/[\n\r]/.test(command.trim())) return deferred("more than one line");
	if (stripWrapperUnit(command, unit, inner) === undefined)
		return deferred("the unit is not found exactly once in the command");
	return lessTimeout(command, command.indexOf(unit), parsed, prefix) ?? deferred("read otherwise without `timeout`");
}
function lessTimeout(command, start, { duration, innerCommand: inner }, prefix = "") {
	const lead =
		prefix === ""
			? ""
			: `${prefix}
`;
	const source = lead + command;
	const analysis = analyze(source);
	const { units, functions, complete } = analysis;
	const unit = units.find((one) => one.start === lead.length + start && one.words.length > 0);
	if (!complete || unit === undefined || functions.includes("timeout")) return;
	if (unit.context === "text" || unit.context === "wrapper" || unit.context === "unread") return;
	const [timeout, time, program] = unit.words;
	if (timeout === undefined || time === undefined || program === undefined) return;
	const asWritten = [timeout, time, program].every((word) => source.slice(word.start, word.end) === word.text);
	const isBehind =
		asWritten &&
		timeout.text === "timeout" &&
		time.text === duration &&
		source.startsWith(inner, program.start) &&
		isPlainProgram(program.text) &&
		!functions.includes(program.text);
	if (!isBehind) return;
	const bare = command.slice(0, start) + source.slice(program.start);
	return saysTheRest(analysis, (one) => one === unit, analyze(lead + bare)) ? bare : undefined;
}
function isPlainProgram(word) {
	return /^[A-Za-z0-9_./][\w./+@%:,-]*$/.test(word) && !BUILTIN_NAMES.has(word) && !RESERVED_WORDS.has(word);
}

// src/policy/mcp.ts
var RESOURCE_TOOLS = new Set(["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"]);
var MCP_FIELDS = ["tool", "server", "connect", "describe", "search"];
function mcpNames(tool, input) {
	if (tool === "mcp") return umbrellaNames(input);
	if (RESOURCE_TOOLS.has(tool)) {
		const server = textOf(input["server"]);
		return [server === undefined ? name([tool], [], [HOLE]) : called(server, tool, [tool])];
	}
	if (!tool.startsWith("mcp__")) return [];
	const registered = tool.slice("mcp__".length);
	const splits = splitsAt(registered, "__");
	const any = [...splits.flatMap((split) => called(...split, []).any), ...cutForms(registered)];
	const [only, ...others] = splits;
	const { exact, allow } = only && others.length === 0 ? called(...only, [tool]) : name([tool], [], []);
	return [{ exact, allow, any: name(exact, allow, any).any }];
}
function splitsAt(whole, separator) {
	const found = [];
	for (let at = whole.indexOf(separator, 1); at !== -1; at = whole.indexOf(separator, at + 1)) {
		const rest = whole.slice(at + separator.length);
		if (rest !== "") found.push([whole.slice(0, at), rest]);
	}
	return found;
}
function cutForms(registered) {
	const kept = /^(.+)_[0-9a-f]{8}$/s.exec(registered)?.[1];
	if (kept === undefined) return [];
	const whole = registered.length < 59 ? kept : kept + HOLE;
	return [whole, ...splitsAt(whole, "__").flatMap((split) => called(...split, []).any)];
}
function umbrellaNames(input) {
	const [tool, server, connect, describe, search] = MCP_FIELDS.map((field) => textOf(input[field]));
	if (MCP_FIELDS.some((field) => !["string", "undefined"].includes(typeof (input[field] ?? undefined)))) {
		return [name([], [], ["mcp_call"])];
	}
	const found = [];
	if (tool !== undefined) found.push(...referred(tool, server, "mcp_call", []));
	if (connect !== undefined) found.push(name([`mcp_connect_${connect}`], ["mcp_connect", connect], []));
	if (describe !== undefined) found.push(...referred(describe, server, "mcp_describe", ["mcp_describe"]));
	if (search !== undefined) {
		const at = server === undefined ? [] : [`mcp_server_${server}`, server];
		found.push(name([], ["mcp_search", ...at], [search]));
	}
	if (found.length > 0) return found;
	if (server !== undefined) return [name([`mcp_server_${server}`], ["mcp_list", server], [])];
	return [name(["mcp_status"], [], [])];
}
function referred(tool, server, kind, allow) {
	const [, first, rest] = /^([^:]+):(.+)$/s.exec(tool) ?? [];
	const servers = [first, server].filter((one) => one !== undefined);
	if (servers.length === 0) return [name([tool], allow, [...prefixedForms(tool), kind])];
	return servers.map((one) => {
		const { exact, allow: allowed, any } = called(one, first === undefined ? tool : (rest ?? tool), []);
		return name(exact, [...allowed, ...allow], [...any, tool, kind]);
	});
}
function prefixedForms(tool) {
	if (tool.length > 200) return [HOLE];
	return [
		`${HOLE}:${tool}`,
		...splitsAt(tool.replaceAll("-", "_"), "_").flatMap(([server, inner]) => [
			server,
			`${server}-mcp`,
			`${server}:${inner}`,
			`${HOLE}:${inner}`,
		]),
	];
}
function called(server, tool, registered) {
	return name([`${server}:${tool}`, `${server}_${tool}`, ...registered], [server], [tool, "mcp_call"]);
}
function name(exact, allow, any) {
	return { exact, allow: [...exact, ...allow], any: [...exact, ...allow, ...any, "mcp"] };
}
function textOf(value) {
	const text = typeof value === "string" ? value.trim() : "";
	return text === "" ? undefined : text;
}

// src/policy/peel.ts
function peeled(ruling) {
	const judgements = ruling.judgements.filter((one) => !isAnswered(one));
	return judgements.length === ruling.judgements.length ? ruling : conclude(judgements, ruling);
}
function isAnswered({ answers, verdict: { action, rule, raisedBy } }) {
	if (answers === undefined || action !== "ask" || raisedBy?.action === "deny") return false;
	if (rule?.mistake === true || raisedBy?.mistake === true) return false;
	return answers === "any ask" || (raisedBy === undefined && (rule === undefined || isDefaultAsk(rule)));
}

// src/policy/tools.ts
var FILE_TOOLS = ["read", "write", "edit", "find", "grep", "ls"];
var READING_TOOLS = new Set(["read", "find", "grep", "ls"]);
function judgeTool(tool, path, policy, paths, { others = [], mcp = [], skills = [] } = {}) {
	const own = path === undefined ? [] : path === null || typeof path === "string" ? [path] : path;
	const judgements = mcp.flatMap((name) => judgeMcp(name, policy));
	const named = mcp.length === 0 || (tool !== "mcp" && policy.names(tool));
	if (named && own.length === 0) {
		judgements.push(judgement(placed(""), tool, judge(policy.rules(tool), unknownPath())));
	}
	for (const file of own) judgements.push(...judgeFile2(tool, file, policy, paths, named ? [tool] : []));
	for (const file of others) judgements.push(...judgeFile2(tool, file, policy, paths, []));
	if (policy.names("skill")) judgements.push(...judgeSkills(skills, policy).judgements);
	const silent = ({ surface, verdict }) => named && mcp.length > 0 && surface === "mcp" && !restricts(verdict);
	return conclude(judgements.filter((one) => !silent(one)));
}
function judgeSkills(names, policy) {
	return conclude(
		names.map((name) => {
			const subject = textSubject([plainText(name)], [plainText(name)]);
			return judgement(placed(name), "skill", judge(policy.rules("skill"), subject));
		}),
	);
}
function restricts(verdict) {
	if (verdict.action === "allow") return false;
	const decided = decisiveRule(verdict);
	return (
		decided !== undefined && decided.surface !== UNIVERSAL && (verdict.action === "deny" || decided.pattern !== "*")
	);
}
function placed(text) {
	return { text, source: text, start: 0, end: text.length, context: "tool call" };
}
function judgeFile2(tool, file, policy, paths, surfaces) {
	const at = placed(file ?? "");
	const subjects = file === null ? [unknownPath()] : pathSubjects(file, paths, WORKING_DIRECTORY);
	return subjects.flatMap((subject) => {
		const asked = policy.names("path") ? [...surfaces, "path"] : surfaces;
		const judged = asked.map((surface) =>
			judgement(at, surface, judge(policy.rules(surface), subject), leadsTo(subject)),
		);
		if (subject.outside !== false)
			judged.push(judgement(at, "external_directory", judgeOutside(tool, subject, policy, paths), leadsTo(subject)));
		if (READING_TOOLS.has(tool)) return judged;
		return [...judged, ...judgeProtection(at, subject, ["write", "path", tool], policy, paths)];
	});
}
function judgeDirectory(directory, policy, paths) {
	const judged = judgeFile2("cd", directory, policy, paths, []);
	return judged.filter(({ surface }) => surface !== "write");
}
function judgeOutside(tool, subject, policy, paths) {
	const surface = "external_directory";
	const verdict = judge(policy.rules(surface), subject);
	if (verdict.action !== "ask" || !READING_TOOLS.has(tool) || !isReadable(tool, subject.path.text, paths))
		return verdict;
	return judge(policy.rulesButDefaultAsks(surface), subject, "allow");
}
function judgeMcp({ exact, allow, any }, policy) {
	const surface = "mcp";
	const [text = ""] = exact;
	const forms = (names) => names.map(toText);
	const verdict = judge(policy.rules(surface), textSubject(forms(allow), forms(any)));
	const judged = [judgement(placed(text), surface, verdict)];
	const tools = forms([...exact, ...any.filter((form) => /[:\0]/.test(form))]);
	const byTool = judge(policy.specificRules(surface), textSubject(forms(exact), tools), "allow");
	if (byTool.action !== "allow") judged.push(judgement(placed(text), surface, byTool));
	return judged;
}

// src/authority/query.ts
function policyQuery({ rules, paths, judge }) {
	const judgeOn = (surface, value) => {
		const policy = rules();
		if (surface === "bash") return value === undefined ? conclude([]) : judge(value);
		if (surface === "skill") return judgeSkills(value === undefined ? [] : [value], policy);
		if (surface === "mcp") {
			const mcp = mcpNames("mcp", value === undefined ? {} : { tool: value });
			return judgeTool("mcp", undefined, policy, paths, { mcp });
		}
		if (surface === "path" || surface === "external_directory") {
			const { judgements } = judgeTool("read", value ?? null, policy, paths);
			return conclude(judgements.filter((one) => one.surface === surface));
		}
		return judgeTool(surface, FILE_TOOLS.includes(surface) ? (value ?? null) : value, policy, paths);
	};
	return {
		checkPermission: (surface, value) => toCheck(surface, judgeOn(surface, value)),
		checkPeeled: (value) => toCheck("bash", peeled(judge(value))),
		getToolPermission: (toolName) => catchAll(toolName, rules()),
	};
}
function toCheck(surface, ruling) {
	const { state, judgements } = ruling;
	if (judgements.length === 0) return { state, toolName: surface, source: "default", origin: "builtin" };
	const decided = trigger(ruling);
	const by = decisiveRule(decided.verdict);
	const source = by?.origin === "session" ? "session" : by === undefined ? "default" : SOURCES[surface];
	return {
		state,
		toolName: surface,
		source: source ?? "tool",
		origin: by?.origin ?? "builtin",
		...(by !== undefined && { matchedPattern: by.pattern }),
		...(by?.reason !== undefined && { reason: by.reason }),
		...(surface === "bash" && { command: unitText(decided) }),
		...(decided.context !== "top level" && decided.context !== "tool call" && { commandContext: decided.context }),
	};
}
var SOURCES = {
	bash: "bash",
	mcp: "mcp",
	skill: "skill",
	path: "special",
	external_directory: "special",
};
function catchAll(toolName, policy) {
	const { all } = policy.rules(toolName);
	return all.findLast(({ rule }) => rule.pattern === "*")?.rule.action ?? "ask";
}

// src/authority/decision.ts
function decide(request) {
	const { command, permission, cwd, home, env, grammar = "strict" } = request;
	const { rules } = readPermission(permission, "global", home);
	const { wrappers } = readWrappers(request.wrappers);
	return decideUnder(command, new Policy(rules, home), { cwd, home, env }, { grammar, wrappers });
}
function decideUnder(command, policy, paths, options) {
	const { wrappers } = options;
	const judge = (text) => judgeCommand(text, policy, paths, { wrappers });
	const ruling = judge(command);
	const { state, judgements, complete } = ruling;
	const units = judgements.map(({ text, source, start, end, context, verdict, surface }) => {
		const pattern = decisiveRule(verdict)?.pattern ?? null;
		return { text, source, start, end, context, state: verdict.action, pattern, surface };
	});
	const final = afterInnerCommand(command, ruling, policyQuery({ rules: () => policy, paths, judge }), options);
	return { state, final: final ?? state, by: final === undefined ? "policy" : INNER_COMMAND, units, complete };
}
function afterInnerCommand(command, ruling, query, options) {
	const asks = ruling.state === "ask" && mayBeAnswered(ruling) ? trigger(ruling) : undefined;
	if (asks?.surface !== "bash") return;
	const { verdict } = answerInner({ unit: unitText(asks), command }, options, query);
	return verdict.kind === "defer" ? undefined : verdict.kind;
}

// src/authority/thrown.ts
function messageOf(thrown) {
	try {
		return thrown instanceof Error ? thrown.message : String(thrown);
	} catch {
		return "threw something without a name";
	}
}
function codeOf(thrown) {
	return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}

// src/cli-arguments.ts
import { existsSync } from "node:fs";
// src/pi/settings.ts
import { homedir } from "node:os";
import { isAbsolute, join as join2, resolve } from "node:path";
import { parseArgs } from "node:util";
function isUnsafeProperty(key) {
	return key === "__proto__";
}

var hasOwnProperty = Object.prototype.hasOwnProperty;
function hasOwn(object, key) {
	return hasOwnProperty.call(object, key);
}

var regexIsDeepProp = /\.|(\[(?:[^[\]]*|(["'])(?:(?!\2)[^\\]|\\.)*?\2)\])/;
function isDeepKey(key) {
	switch (typeof key) {
		case "number":
		case "symbol":
			return false;
		case "string":
			if (key === "" || key.startsWith(".") || key.endsWith(".")) return false;
			return regexIsDeepProp.test(key);
		default:
			return false;
	}
}

function toKey(value) {
	var _value$valueOf;
	if (typeof value === "string" || typeof value === "symbol") return value;
	if (
		Object.is(
			value === null || value === undefined || (_value$valueOf = value.valueOf) === null || _value$valueOf === undefined
				? undefined
				: _value$valueOf.call(value),
			-0,
		)
	)
		return "-0";
	return String(value);
}

function isSymbol(value) {
	return typeof value === "symbol" || value instanceof Symbol;
}

function baseToString(value) {
	if (typeof value === "string") return value;
	if (Array.isArray(value)) {
		let result = "";
		for (let i = 0; i < value.length; i++) {
			if (i > 0) result += ",";
			result += baseToString(value[i]);
		}
		return result;
	}
	if (isSymbol(value)) return value.toString();
	const result = value + "";
	if (result === "0" && Object.is(Number(value), -0)) return "-0";
	return result;
}

function toString(value) {
	if (value == null) return "";
	return baseToString(value);
}

function toPath(deepKey) {
	if (Array.isArray(deepKey)) return deepKey.map(toKey);
	if (typeof deepKey === "symbol") return [deepKey];
	deepKey = toString(deepKey);
	const result = [];
	const length = deepKey.length;
	if (length === 0) return result;
	let index = 0;
	let key = "";
	let quoteChar = "";
	let bracket = false;
	let bracketHadQuote = false;
	const bracketNumberRegex = /^-?\d+(?:\.\d+)?$/;
	if (deepKey.charCodeAt(0) === 46) result.push("");
	while (index < length) {
		const char = deepKey[index];
		if (quoteChar) {
			if (char === "\\" && index + 1 < length) {
				index++;
				key += deepKey[index];
			} else if (char === quoteChar) quoteChar = "";
			else key += char;
		} else if (bracket) {
			if (char === '"' || char === "'") {
				quoteChar = char;
				bracketHadQuote = true;
			} else if (char === "]") {
				bracket = false;
				if (!bracketHadQuote && key.includes(".") && !bracketNumberRegex.test(key)) {
					const segments = key.split(".");
					for (let i = 0; i < segments.length; i++) if (segments[i] !== "") result.push(segments[i]);
				} else result.push(key);
				key = "";
			} else key += char;
		} else if (char === "[") {
			bracket = true;
			bracketHadQuote = false;
			if (key) {
				result.push(key);
				key = "";
			}
		} else if (char === ".") {
			if (key) {
				result.push(key);
				key = "";
			}
			const next = deepKey[index + 1];
			if (next === undefined || next === ".") result.push("");
		} else key += char;
		index++;
	}
	if (key) result.push(key);
	return result;
}

function get(object, path, defaultValue) {
	if (object == null) return defaultValue;
	switch (typeof path) {
		case "string": {
			if (isUnsafeProperty(path)) return defaultValue;
			const result = object[path];
			if (result === undefined) {
				if (isDeepKey(path) && !hasOwn(object, path)) return get(object, toPath(path), defaultValue);
				else return defaultValue;
			}
			return result;
		}
		case "number":
		case "symbol": {
			if (typeof path === "number") path = toKey(path);
			const result = object[path];
			if (result === undefined) return defaultValue;
			return result;
		}
		default: {
			if (Array.isArray(path)) return getWithPath(object, path, defaultValue);
			if (Object.is(path === null || path === undefined ? undefined : path.valueOf(), -0)) path = "-0";
			else path = String(path);
			if (isUnsafeProperty(path)) return defaultValue;
			const result = object[path];
			if (result === undefined) return defaultValue;
			return result;
		}
	}
}
function getWithPath(object, path, defaultValue) {
	if (path.length === 0) return defaultValue;
	let current = object;
	for (let index = 0; index < path.length; index++) {
		if (current == null) return defaultValue;
		if (isUnsafeProperty(path[index])) return defaultValue;
		current = current[path[index]];
	}
	if (current === undefined) return defaultValue;
	return current;
}
function isPlainObject(value) {
	if (!value || typeof value !== "object") return false;
	const proto = Object.getPrototypeOf(value);
	if (!(proto === null || proto === Object.prototype || Object.getPrototypeOf(proto) === null)) return false;
	return Object.prototype.toString.call(value) === "[object Object]";
}
function isMergeableValue(value) {
	return isPlainObject(value) || Array.isArray(value);
}

function mergeWith2(target, source, merge) {
	const sourceKeys = Object.keys(source);
	for (let i = 0; i < sourceKeys.length; i++) {
		const key = sourceKeys[i];
		if (isUnsafeProperty(key)) continue;
		const sourceValue = source[key];
		const targetValue = target[key];
		const merged = merge(targetValue, sourceValue, key, target, source);
		if (merged !== undefined) target[key] = merged;
		else if (isMergeableValue(sourceValue) && isMergeableValue(targetValue))
			target[key] = mergeWith2(targetValue, sourceValue, merge);
		else if (Array.isArray(sourceValue)) target[key] = mergeWith2([], sourceValue, merge);
		else if (isPlainObject(sourceValue)) target[key] = mergeWith2({}, sourceValue, merge);
		else if (targetValue === undefined || sourceValue !== undefined) target[key] = sourceValue;
	}
	return target;
}
// src/pi/settings-file.ts
import { readFileSync } from "node:fs";
var NO_FILE = { map: undefined, mistake: undefined };
function readSettingsFile(file) {
	const wrong = (message) => ({ map: undefined, mistake: { path: file, message } });
	let text;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		const code = codeOf(error);
		return code === "ENOENT" || code === "ENOTDIR" ? NO_FILE : wrong(`cannot be read: ${String(error)}`);
	}
	try {
		const map = JSON.parse(text.replace(/^\uFEFF/, ""));
		if (!isMap(map)) return wrong("expected a map of settings");
		const twice = repeatedKey(text);
		if (twice !== undefined)
			return wrong(`the key ${twice} stands twice in \`permission\`, and only one of them counts`);
		return { map, mistake: undefined };
	} catch (error) {
		return wrong(`is no JSON: ${messageOf(error)}`);
	}
}
function repeatedKey(json) {
	const maps = [];
	for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
		if (token === "{" || token === "[") maps.push({ keys: new Set(), last: "" });
		else if (token === "}" || token === "]") maps.pop();
		else if (token.endsWith(":")) {
			const key = JSON.stringify(JSON.parse(token.slice(0, -1)));
			const map = maps.at(-1);
			const inPermission = maps[0]?.last === '"permission"' ? maps.length > 1 : false;
			if (map === undefined) continue;
			if (map.keys.has(key) && (inPermission || key === '"permission"')) return key;
			map.keys.add(key);
			map.last = key;
		}
	}
	return;
}

// src/pi/shell.ts
function isBash({ path }) {
	return path === undefined || /(?:^|[/\\])bash(?:\.exe)?$/.test(path);
}
function commandFor(command, shell) {
	const request = { kind: "command", command, prefix: shell.prefix };
	return isBash(shell) ? request : { ...request, unreadable: true };
}
function readShellTools(layers, mistakes) {
	const tools = new Map();
	for (const layer of layers) {
		if (layer === undefined) continue;
		if (!isMap(layer)) {
			mistakes.push({ path: "shellTools", message: "expected a map of tools" });
			continue;
		}
		for (const [name, entry] of Object.entries(layer)) {
			const message = name === "bash" ? "Pi's own bash is known" : mistakeIn(entry);
			if (message !== undefined) mistakes.push({ path: `shellTools[${JSON.stringify(name)}]`, message });
			if (name !== "bash") tools.set(name, message === undefined ? entry : undefined);
		}
	}
	return tools;
}
function mistakeIn(entry) {
	if (!isMap(entry)) return 'expected a map with "commandArgument" and perhaps "workdirArgument"';
	for (const [key, value] of Object.entries(entry)) {
		if (key !== "commandArgument" && key !== "workdirArgument") return `unknown key ${JSON.stringify(key)}`;
		if (typeof value !== "string" || value === "") return `\`${key}\` must be the name of an argument`;
	}
	return "commandArgument" in entry ? undefined : 'the key "commandArgument" is missing';
}

// src/pi/settings.ts
function readSetting(pi, path, fallback) {
	const value = get(pi.getSettings(), path);
	if (value === undefined) return structuredClone(fallback);
	if (!isPlainObject(fallback) || !isPlainObject(value)) return structuredClone(value);
	return merge3(fallback, value);
}
function merge3(base, over) {
	return mergeWith2(structuredClone(base), structuredClone(over), (target, source) =>
		isPlainObject(target) && isPlainObject(source) ? undefined : source,
	);
}
var MAX_TIMEOUT = 2147483;
var MAX_TIMER = 2147483647;
var LANGUAGES = ["auto", "en", "zh"];
var AUDIT = { maxBytes: 1e7, keep: 5 };
var MAX_KEEP = 100;
var wholeNumber = (message, least, most = Number.MAX_SAFE_INTEGER) => {
	const fits = (number) => Number.isInteger(number) && number >= least && number <= most;
	return optional(pipe(number(message), check(fits, message)));
};
var PATH_EXPECTED = "expected `path` to be absolute or to start with `~/`";
var AuditSchema = strictObject(
	{
		path: optional(
			pipe(
				string(PATH_EXPECTED),
				check((path) => isAbsolute(path) || path.startsWith("~/"), PATH_EXPECTED),
			),
		),
		maxBytes: wholeNumber("expected `maxBytes` to be a number of bytes", 1),
		keep: wholeNumber(`expected \`keep\` to be a number of files, at most ${MAX_KEEP}`, 0, MAX_KEEP),
	},
	"expected false, or a map with `path`, `maxBytes` and `keep`",
);
var SETTINGS = {
	defaultTimeout: {
		schema: pipe(
			number("expected a number of seconds"),
			check((seconds) => seconds >= 0, "expected a number of seconds, or 0 for no timeout"),
		),
		fallback: 120,
	},
	piInfrastructureReadPaths: {
		schema: array(string("expected a list of directories"), "expected a list of directories"),
		fallback: [],
	},
	authorizerChain: {
		schema: array(string("expected a list of names"), "expected a list of names"),
		fallback: ["inner-cmd"],
	},
	authorizerTimeoutMs: {
		schema: pipe(
			number("expected a number of milliseconds"),
			check((ms) => ms > 0 && ms <= MAX_TIMEOUT * 1000, "expected a number of milliseconds that a timer holds"),
		),
		fallback: 60000,
	},
	innerCommand: {
		schema: strictObject(
			{
				grammar: optional(picklist(["strict", "full"], `\`grammar\` must be "strict" or "full"`), "strict"),
				hoist: optional(boolean("`hoist` must be true or false"), false),
				wrappers: optional(unknown()),
			},
			`expected a map with "grammar", "hoist" and "wrappers" at most`,
		),
		fallback: { grammar: "strict", hoist: false, wrappers: undefined },
	},
	audit: {
		schema: lazy((value) => (value === false ? literal(false) : AuditSchema)),
		fallback: {},
	},
	"permissionPrompt.timeoutMs": {
		schema: pipe(
			number("expected a number of milliseconds"),
			check((ms) => ms >= 0 && ms <= MAX_TIMER, `expected milliseconds up to ${MAX_TIMER}, or 0 for never`),
		),
		fallback: 0,
	},
	language: { schema: picklist(LANGUAGES, `expected "auto", "en" or "zh"`), fallback: "auto" },
};
function agentDirectory(env = process.env) {
	const directory = env["PI_CODING_AGENT_DIR"];
	if (directory === undefined || directory === "") return join2(homedir(), ".pi", "agent");
	return resolve(directory.replace(/^~(?=\/|$)/, homedir()));
}
function settingsFiles(cwd, trusted) {
	const global = join2(agentDirectory(), "settings.json");
	return trusted ? { global, project: join2(cwd, ".pi", "settings.json") } : { global };
}
var SURFACES = new Set([...[UNIVERSAL, "bash", "path", "external_directory", "env", "mcp", "skill"], ...FILE_TOOLS]);
function unknownSurfaces({ ruleset = [], shellTools }, tools) {
	const named = new Set(ruleset.map(({ surface }) => surface));
	const known = (surface) =>
		SURFACES.has(surface) || tools.includes(surface) || shellTools.has(surface) || /^mcp__\w+$/.test(surface);
	return [...named].filter((surface) => !known(surface));
}
function loadSettings(pi, files) {
	const layers = [files.global, files.project].map((file) => (file === undefined ? NO_FILE : readSettingsFile(file)));
	return validateSettings(pi.getSettings(), layers);
}
function loadSettingsFiles(paths) {
	const layers = paths.map((path) => (path === undefined ? NO_FILE : readSettingsFile(path)));
	return validateSettings(
		layers.map(({ map }) => map ?? {}).reduce((base, over) => merge3({ ...base }, { ...over }), {}),
		layers,
	);
}
function loadPermissionFile(path) {
	const file = readSettingsFile(path);
	const whole = file.map === undefined || get(file.map, ["permission"]) !== undefined;
	const layer = whole ? file : { ...file, map: { permission: file.map } };
	return validateSettings(layer.map ?? {}, [layer]);
}
function validateSettings(merged, layers) {
	const reading = readRuleset(merged, layers);
	const mistakes = [...(reading?.mistakes ?? [])];
	const valid = (key) => {
		const { schema, fallback } = SETTINGS[key];
		const value = get(merged, key);
		const result = safeParse(schema, value === undefined ? fallback : value);
		if (result.success) return result.output;
		const [{ path = [], message, input }] = result.issues;
		const at = [key, ...path.map((step) => step.key)].join(".");
		mistakes.push({ path: at, message: `${message}, not ${JSON.stringify(input)}` });
		return fallback;
	};
	let defaultTimeout = valid("defaultTimeout");
	if (defaultTimeout > MAX_TIMEOUT) {
		mistakes.push({ path: "defaultTimeout", message: `longer than a timer holds; taken as ${MAX_TIMEOUT}` });
		defaultTimeout = MAX_TIMEOUT;
	}
	mistakes.push(...mistakesInPrompt(get(merged, ["permissionPrompt"])));
	const meant = Object.keys(merged).find((key) => /^perm(?!issionPrompt$)/i.test(key) && key !== "permission");
	if (reading === undefined && meant !== undefined) {
		mistakes.push({ path: meant, message: "unknown key; without `permission` the gate is off" });
	}
	const innerCommand = valid("innerCommand");
	const { wrappers, mistakes: wrong } = readWrappers(innerCommand.wrappers);
	mistakes.push(...wrong);
	const inFiles = layers.map(({ map }) => get(map, ["shellTools"]));
	return {
		ruleset: reading?.rules,
		defaultTimeout,
		promptTimeout: valid("permissionPrompt.timeoutMs"),
		language: valid("language"),
		authorizerChain: valid("authorizerChain"),
		authorizerTimeoutMs: valid("authorizerTimeoutMs"),
		innerCommand: { ...innerCommand, wrappers },
		audit: auditSettings(valid("audit")),
		readablePaths: valid("piInfrastructureReadPaths"),
		shellTools: readShellTools(
			inFiles.some((one) => one !== undefined) ? inFiles : [get(merged, ["shellTools"])],
			mistakes,
		),
		shell: { prefix: textSetting(merged, "shellCommandPrefix"), path: textSetting(merged, "shellPath") },
		mistakes,
	};
}
function auditSettings(audit) {
	if (audit === false) return;
	const path = audit.path?.replace(/^~(?=\/)/, homedir()) ?? join2(agentDirectory(), "portcullis", "audit.jsonl");
	return { path: resolve(path), maxBytes: audit.maxBytes ?? AUDIT.maxBytes, keep: audit.keep ?? AUDIT.keep };
}
function mistakesInPrompt(prompt) {
	if (prompt === undefined) return [];
	if (!isMap(prompt)) return [{ path: "permissionPrompt", message: "expected a map" }];
	return Object.keys(prompt)
		.filter((key) => key !== "timeoutMs")
		.map((key) => ({ path: `permissionPrompt.${key}`, message: "unknown key; expected `timeoutMs`" }));
}
function textSetting(merged, key) {
	const value = get(merged, [key]);
	return typeof value === "string" && value !== "" ? value : undefined;
}
function readRuleset(merged, layers) {
	const unreadable = layers.flatMap(({ mistake }) => mistake ?? []);
	const whole = get(merged, ["permission"]);
	const maps = layers.map(({ map }) => get(map, ["permission"]));
	const written = maps.filter((map) => map !== undefined);
	if (whole === undefined && written.length + unreadable.length === 0) return;
	if (unreadable.length > 0) return restrictOnly(whole, unreadable);
	if (written.length === 0) return readPermission(whole, "global", homedir());
	const together = written.reduce((base, over) => (isMap(base) && isMap(over) ? merge3(base, over) : over));
	if (JSON.stringify(together) !== JSON.stringify(whole)) {
		return restrictOnly(whole, [
			{ path: "permission", message: "the files have changed since Pi read them; use /reload" },
		]);
	}
	const origins = ["global", "project"];
	const wrong = written.filter((map) => !isMap(map));
	if (wrong.length > 0 && wrong.length < written.length)
		return restrictOnly(written.find(isMap), readPermission(wrong[0], "project").mistakes);
	const readings = maps.flatMap((map, index) =>
		map === undefined ? [] : [readLayer(map, origins[index] ?? "project", homedir())],
	);
	return { rules: joinLayers(readings), mistakes: readings.flatMap((reading) => reading.mistakes) };
}
function restrictOnly(permission, mistakes) {
	const asking = {
		surface: UNIVERSAL,
		pattern: "*",
		action: "ask",
		reason: mistakes[0]?.message ?? "",
		origin: "global",
		mistake: true,
	};
	const known =
		permission === undefined ? { rules: [], mistakes: [] } : readPermission(permission, "global", homedir());
	return {
		rules: [asking, ...known.rules.filter(({ action }) => action !== "allow")],
		mistakes: [...mistakes, ...known.mistakes],
	};
}

// src/cli-arguments.ts
class UsageError extends Error {}
function print(line) {
	process.stdout.write(`${line}
`);
}
async function printSlowly(line) {
	if (
		!process.stdout.write(`${line}
`)
	)
		await new Promise((resolve) => process.stdout.once("drain", resolve));
}
function readSettings(file) {
	if (file !== undefined && !existsSync(file)) throw new Error(`${file}: there is no such file`);
	const { global, project } = settingsFiles(process.cwd(), true);
	const layers = file === undefined ? [global, project] : [file];
	return { settings: loadSettingsFiles(layers), files: layers.flatMap((one) => one ?? []).filter(existsSync) };
}
function takeOptions(args, withValue, flags, allowPositionals = false) {
	const options = Object.fromEntries([
		...withValue.map((name) => [name, { type: "string" }]),
		...flags.map((name) => [name, { type: "boolean" }]),
	]);
	try {
		const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals });
		const given = Object.entries(values);
		return {
			values: Object.fromEntries(given.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
			flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
			operands: positionals,
		};
	} catch (error) {
		throw new UsageError(messageOf(error));
	}
}
function auditPath(file, settings) {
	const path = file ?? settings.audit?.path;
	if (path === undefined) throw new Error("the settings keep no audit log (`audit` is false): name one with --file");
	return path;
}
function count(number, one, many = `${one}s`) {
	return `${number} ${number === 1 ? one : many}`;
}

// src/pi/audit-reader.ts
import { existsSync as existsSync3 } from "node:fs";
import { open, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

// src/policy/secrets.ts
var NAME3 =
	"(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|secret[_-]?key(?:[_-]base)?|(?:signing|encryption|master|session)[_-]?key|_auth|credentials?|sshpass|mysql_pwd)";
var ELSEWHERE = "(?![$`•*\\0])";
var QUOTE = `\\\\?["']`;
var QUOTED = `(?:"(?!\\s)${ELSEWHERE}(?<a>(?:[^"\\\\]|\\\\[^])+)|'(?!\\s)${ELSEWHERE}(?<b>[^']+)|\\\\"(?!\\s)${ELSEWHERE}(?<c>[^"\\\\]+))`;
function shape(name, source, flags = "") {
	return { name, shape: new RegExp(source, `g${flags}`) };
}
var TOKENS = [
	shape("GitHub", "\\b(?:gh[oprsu]_|github_pat_)\\w{16,}"),
	shape("GitLab", "\\bgl(?:pat|ptt|dt|rt|cbt|ft|imt|agent|soat|oas)-[\\w.-]{16,}"),
	shape("Slack", "\\bxox[a-z]-[\\w-]{10,}|\\bxapp-[\\w-]{10,}"),
	shape("Slack hook", "hooks\\.slack\\.com/(?:services|workflows)/(?<s>[\\w/-]{10,})"),
	shape("AWS key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\\b"),
	shape("Google", "\\bAIza[\\w-]{30,}"),
	shape("Google OAuth", "\\bya29\\.[\\w.-]{16,}|\\bGOCSPX-[\\w-]{16,}"),
	shape("sk-", "\\bsk-[\\w-]{16,}"),
	shape("Stripe", "\\b[rs]k_(?:live|test)_\\w{10,}|\\bwhsec_\\w{16,}"),
	shape("npm", "\\bnpm_\\w{20,}"),
	shape("PyPI", "\\bpypi-[\\w-]{16,}"),
	shape("Hugging Face", "\\bhf_[A-Za-z0-9]{16,}"),
	shape("Docker", "\\bdckr_[a-z]{3}_[\\w-]{16,}"),
	shape("DigitalOcean", "\\bdo[opr]_v1_\\w{16,}"),
	shape("SendGrid", "\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}"),
	shape("Telegram", "\\b\\d{8,10}:AA[\\w-]{30,}"),
	shape("Vault", "\\bhv[bsr]\\.[\\w-]{20,}"),
	shape("Linear", "\\blin_(?:api|oauth)_\\w{16,}"),
	shape("age", "\\bAGE-SECRET-KEY-1[A-Z0-9]{20,}"),
	shape("JWT", "\\beyJ[\\w-]{8,500}\\.eyJ[\\w-]{4,}(?:\\.[\\w-]+)?"),
	shape("PEM", "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?<s>(?:[^-]|-(?!----END))+)"),
];
var SCHEME = "(?:(?:Bearer|Basic|Token|Digest|Negotiate|ApiKey|AWS4-HMAC-SHA256)[ \\t]+)";
var YAML = `(?:#[ \\t]{0,8})?(?:- )?[\\w.-]{0,40}${NAME3}:[ \\t]+(?!string|number|boolean|bool\\b|str\\b|null|undefined|true|false|process\\.|os\\.)(?<s>[^\\s"'$*\`{[•\\0]`;
var NAMED = [
	shape(
		"Authorization",
		`authorization(?:${QUOTE})?[ \\t]{0,4}[:=][ \\t]{0,4}(?:${QUOTE})?(?!${SCHEME}?[$\`•\\0])${SCHEME}?(?<s>[^\\s"'\\\\\`•][^"'\\r\\n\\\\\`•]+)`,
		"i",
	),
	shape("bearer", `\\bbearer[ \\t]+${ELSEWHERE}(?<s>[\\w.~+/=-]{8,})`, "i"),
	shape(
		"other headers",
		`\\b(?:x-[a-z-]{0,30}(?:key|token|secret|auth)|private-token|api-?key|set-cookie|cookie)(?:${QUOTE})?:[ \\t]{0,4}(?:${QUOTE})?${ELSEWHERE}(?<s>[^"'\\r\\n\\\\\`•]+)`,
		"i",
	),
	shape("quoted value", `${NAME3}(?:${QUOTE})?[ \\t]{0,4}(?:=>|[:=])[ \\t]{0,4}${QUOTED}`, "i"),
	shape(
		"assigned value",
		`${NAME3}=${ELSEWHERE}(?!(?:os|process|self|config|args|env)\\b[.[])(?<s>[^\\s"'\`;&|<>()\\\\•][^\\s"';&|<>•]*)`,
		"i",
	),
	shape("spaced value", `${NAME3}[ \\t]{1,4}=[ \\t]{1,4}(?<s>[\\w/+=.-]{16,})`, "i"),
	shape("JSON value", `${NAME3}(?:${QUOTE}):[ \\t]{0,4}(?<s>[^\\s"',{}[\\]$\`\\\\•][^\\s"',}\\]•]*)`, "i"),
	shape("YAML value", `^[ \\t]{0,40}${YAML}[^\\r\\n•]*)`, "im"),
	shape("YAML in quotes", `["'][ \\t]{0,8}${YAML}[^\\r\\n"'•]*)`, "i"),
	shape("signature", `[?&](?:sig|X-Amz-Signature|X-Goog-Signature)=(?<s>[^\\s"'&#]+)`, "i"),
	shape("URL", `://(?:[^\\s/?#@'"\`:$]{0,200}:${ELSEWHERE}(?<a>[^\\s/?#'"\`•]+)|(?<b>[^\\s/?#@'"\`:$•]{16,}))@`),
	shape(
		"curl -u",
		`\\bcurl\\b[^\\n]{0,200}?[ \\t](?:-[A-Za-z]{0,8}u|--user|--proxy-user)[ \\t=]{0,4}(?:${QUOTE})?[^\\s:"'$]{1,100}:${ELSEWHERE}(?<s>[^\\s"'\\\\•]+)`,
	),
	shape("netrc", "\\bmachine[ \\t]+\\S+\\s+login[ \\t]+\\S+\\s+password[ \\t]+(?<s>\\S+)"),
];
var SECRET_SHAPES = [...TOKENS, ...NAMED];
var SECRET_OPTION = new RegExp(`^--?[\\w-]*(?:${NAME3}|-pass)$|^--pass$`, "i");
var SECRET_ASSIGNMENT = new RegExp(`^[\\w.:/=-]*${NAME3}=(?=[^])`, "i");
var PASSWORD_OPTIONS = [
	{
		programs: ["mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlcheck", "mariadb", "mariadb-dump"],
		option: /^-p(?=.)/s,
		joined: true,
	},
	{ programs: ["sshpass"], option: /^-p/ },
	{ programs: ["mongo", "mongosh", "mongodump", "mongorestore"], option: /^-p/ },
	{
		programs: ["docker", "podman", "buildah", "helm", "oc"],
		option: /^-p/,
		subcommand: "login",
	},
	{
		programs: ["aws", "npm", "pnpm", "yarn"],
		option: /^\S*(?:secret_access_key|session_token|_authToken|_password)$/,
	},
	{ programs: ["redis-cli"], option: /^-a$/ },
	{ programs: ["ldapsearch", "ldapmodify", "ldapadd"], option: /^-w/ },
	{ programs: ["sqlcmd", "bcp"], option: /^-P/ },
	{ programs: ["zip", "unzip"], option: /^-P/ },
	{ programs: ["7z", "7za"], option: /^-p(?=.)/s, joined: true },
	{ programs: ["openssl"], option: /^-(?:pass|passin|passout|k|K)$/ },
	{
		programs: ["curl"],
		option: /^(?:-[A-Za-z]*[uU]|--user|--proxy-user)=?/,
		afterColon: true,
	},
	{ programs: ["http", "https", "xh"], option: /^(?:-a|--auth)=?/, afterColon: true },
	{ programs: ["smbclient"], option: /^(?:-U|--user=?)/ },
];

// src/policy/mask.ts
var MASK = "•••";
var MAX_SECRETS = 200;
var MIN_LENGTH = 4;
var MIN_LINE = 8;
function maskingFor(command, texts) {
	const secrets = new Set();
	if (command !== undefined) for (const secret of secretsOfCommand(command)) secrets.add(secret);
	for (const text of texts) for (const secret of secretsIn(text)) secrets.add(secret);
	if (secrets.size > MAX_SECRETS) return (text) => (text === "" ? text : MASK);
	const longestFirst = [...secrets].sort((left, right) => right.length - left.length);
	return (text) => longestFirst.reduce(without3, text);
}
function without3(text, secret) {
	if (secret.length >= MIN_LENGTH) return text.replaceAll(secret, MASK);
	const literal = secret.replaceAll(/\W/g, "\\$&");
	return text.replaceAll(new RegExp(`(?<!\\w)${literal}(?!\\w)`, "g"), MASK);
}
function secretsIn(text) {
	return SECRET_SHAPES.flatMap(({ shape }) =>
		[...text.matchAll(shape)].flatMap(({ 0: whole, groups = {} }) => {
			const named = Object.values(groups).filter((group) => group !== undefined);
			const secret = Object.keys(groups).length === 0 ? whole : named[0];
			const lines =
				secret?.includes(`
`) === true
					? secret
							.split(
								`
`,
							)
							.filter(({ length }) => length > MIN_LINE)
					: [];
			return [secret ?? "", ...lines].map((one) => one.trim()).filter((one) => one !== "");
		}),
	);
}
function* secretsOfCommand(command) {
	yield* secretsIn(command);
	const { units, assignments } = analyze(command);
	for (const unit of units) {
		for (const [index, word] of unit.words.entries()) {
			const written = command.slice(word.start, word.end);
			for (const secret of secretsOfWord(unit, index, word)) yield* spellings(secret, written);
		}
	}
	for (const { text, source } of assignments) {
		const name = SECRET_ASSIGNMENT.exec(text)?.[0];
		for (const secret of name === undefined ? secretsIn(text) : [text.slice(name.length)])
			yield* spellings(secret, source);
	}
}
function secretsOfWord(unit, index, { text }) {
	const before = unit.words[index - 1]?.text ?? "";
	if (index > 1 && SECRET_OPTION.test(before)) return [text];
	const name = SECRET_ASSIGNMENT.exec(text)?.[0];
	if (name !== undefined) return [text.slice(name.length)];
	const found = secretsIn(text);
	const program = programName(unit.words[0]?.text ?? "");
	for (const { programs, option, subcommand, joined, afterColon } of PASSWORD_OPTIONS) {
		if (index === 0 || !programs.includes(program)) continue;
		if (subcommand !== undefined && !unit.words.slice(1, index).some((word) => word.text === subcommand)) continue;
		const here = option.exec(text)?.[0];
		const there = index > 1 && joined === undefined && option.exec(before)?.[0] === before;
		const value = there ? text : here === undefined ? "" : text.slice(here.length);
		const secret = afterColon === undefined ? value : value.slice(value.indexOf(":") + 1 || value.length);
		if (secret !== "") found.push(secret);
	}
	return found;
}
function* spellings(secret, written) {
	if (secret.replaceAll(HOLE, "") === "") return;
	yield secret;
	if (written.includes(secret)) return;
	const equals = /^[\w.:/-]*=/.exec(written)?.[0] ?? "";
	yield written.slice(equals.length);
}

// src/policy/audit-entry.ts
var AUDIT_SCHEMA = 1;
var MAX_UNITS = 200;
var MAX_TEXT = 2000;
function auditEntry({ ruling, links = [], ...decided }) {
	const judgements = ruling?.judgements ?? [];
	const allowed = judgements.filter(({ verdict }) => verdict.action === "allow");
	const others = judgements.filter(({ verdict }) => verdict.action !== "allow");
	const kept = new Set([...others, ...allowed].slice(0, MAX_UNITS));
	const units = judgements.filter((one) => kept.has(one)).map(auditedUnit);
	const { request } = decided;
	const entry = {
		schema: AUDIT_SCHEMA,
		...decided,
		surfaces: [...new Set(judgements.map(({ surface }) => surface))],
		state: ruling?.state ?? null,
		links,
		complete: ruling?.complete ?? false,
		problem: ruling?.problem,
		units,
		unitsLeftOut: judgements.length > units.length ? judgements.length - units.length : undefined,
	};
	const command =
		request?.kind === "command"
			? `${request.prefix ?? ""}
${request.command}`
			: undefined;
	return masked(entry, maskingFor(command, textsIn(entry)));
}
function auditedUnit({ text, source, start, end, context, surface, verdict }) {
	const rule = decisiveRule(verdict);
	const short = (whole) => (whole.length > MAX_TEXT ? "…" : whole);
	return {
		text: short(text),
		source: short(source),
		start,
		end,
		context,
		state: verdict.action,
		surface,
		pattern: rule?.pattern ?? null,
		origin: rule?.origin ?? null,
		preset: rule?.preset,
		sessionApprovalPattern: rule?.origin === "session" ? rule.pattern : undefined,
	};
}
var OUR_OWN = nameSet(
	"version time session tool toolCallId generation kind surface surfaces state final",
	"by name verdict choice context origin preset",
);
function textsIn(value) {
	if (typeof value === "string") return [value];
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => (OUR_OWN.has(key) ? [] : textsIn(inner)));
}
function masked(entry, masking) {
	let changed = false;
	const walk = (value) => {
		if (typeof value === "string") {
			const text = masking(value);
			changed ||= text !== value;
			return text;
		}
		if (Array.isArray(value)) return value.map(walk);
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [key, OUR_OWN.has(key) ? inner : walk(inner)]),
		);
	};
	const result = walk(entry);
	if (!changed) return entry;
	return { ...result, masked: true, units: result.units.map(({ start: _, end: __, ...unit }) => unit) };
}
function parseEntry(line) {
	try {
		const value = JSON.parse(line);
		if (!isMap(value) || value["schema"] !== AUDIT_SCHEMA || !Array.isArray(value["units"])) return;
		const texts = ["time", "session", "cwd", "tool", "by", "final"];
		const fits =
			texts.every((key) => typeof value[key] === "string") &&
			value["units"].every((unit) => isMap(unit) && typeof unit["text"] === "string");
		return fits ? value : undefined;
	} catch {
		return;
	}
}
function notReplayable({ masked: hidden, request, state, cwd }) {
	if (hidden === true) return `masked (${MASK})`;
	if (!isMap(request) || state === null || cwd === "") return "incomplete";
	const isTexts = (value) => Array.isArray(value) && value.every((one) => one === null || typeof one === "string");
	if (request.kind === "command") {
		const { command, prefix = "", directory = "" } = request;
		return [command, prefix, directory].every((text) => typeof text === "string") ? undefined : "incomplete";
	}
	const { tool, own = [], others, mcp, skills } = request;
	const named = (one) => isMap(one) && [one["exact"], one["allow"], one["any"]].every(isTexts);
	const whole =
		request.kind === "tool" &&
		typeof tool === "string" &&
		[own, others, skills].every(isTexts) &&
		Array.isArray(mcp) &&
		mcp.every(named);
	return whole ? undefined : "incomplete";
}
function configuredState({ state, units }) {
	return state === "allow" && units.some(({ sessionApprovalPattern }) => sessionApprovalPattern !== undefined)
		? "ask"
		: state;
}
function approvalPatterns(rules) {
	return rules.map(({ surface, pattern }) => ({ surface, pattern }));
}

// src/pi/audit.ts
import {
	closeSync,
	constants,
	existsSync as existsSync2,
	fchmodSync,
	fdatasyncSync,
	fstatSync,
	mkdirSync,
	openSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";
var LOCK_MS = 1e4;
var MAX_ATTEMPTS = 3;
var FLAGS =
	constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
function auditFiles({ path, keep }) {
	return [path, ...Array.from({ length: keep }, (_, index) => `${path}.${index + 1}`)];
}
function lockOf(path) {
	return `${path}.lock`;
}

class AuditLog {
	settings;
	onFailure;
	works = true;
	reported = false;
	constructor(settings, onFailure) {
		this.settings = settings;
		this.onFailure = onFailure;
	}
	get healthy() {
		return this.works;
	}
	append(make) {
		try {
			const line = `${JSON.stringify(make())}
`;
			for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.write(line); attempt++);
			this.works = true;
		} catch (error) {
			this.works = false;
			this.report(messageOf(error));
		}
	}
	report(error) {
		if (this.reported) return;
		this.reported = true;
		try {
			this.onFailure(this.settings.path, error);
		} catch {}
	}
	write(entry) {
		const { path, maxBytes } = this.settings;
		mkdirSync(dirname(path), { recursive: true, mode: 448 });
		try {
			rotate(this.settings, maxBytes - Buffer.byteLength(entry));
		} catch {}
		const file = openSync(path, FLAGS, 384);
		try {
			const found = fstatSync(file);
			if (!found.isFile()) throw new Error("is no regular file");
			if ((found.mode & 63) !== 0) fchmodSync(file, 384);
			const line = Buffer.from(
				endsLine(file, found.size)
					? entry
					: `
${entry}`,
			);
			const written = writeSync(file, line);
			if (written < line.length) throw new Error(`no more than ${written} of ${line.length} bytes could be written`);
			fdatasyncSync(file);
			return fstatSync(file).nlink > 0;
		} finally {
			closeSync(file);
		}
	}
}
function endsLine(file, size) {
	const last = Buffer.alloc(1);
	return size === 0 || readSync(file, last, 0, 1, size - 1) === 0 || last[0] === 10;
}
function rotate({ path, keep }, limit) {
	const isFull = () => {
		const found = statSync(path, { throwIfNoEntry: false });
		return found !== undefined && found.isFile() && found.size > Math.max(limit, 0);
	};
	if (!isFull()) return;
	const lock = lockOf(path);
	if (!take2(lock)) return;
	try {
		if (!isFull()) return;
		let last = 0;
		while (last < keep && existsSync2(`${path}.${last + 1}`)) last++;
		for (let index = Math.min(last, keep - 1); index > 0; index--)
			renameSync(`${path}.${index}`, `${path}.${index + 1}`);
		if (keep > 0) renameSync(path, `${path}.1`);
		else rmSync(path);
	} finally {
		rmSync(lock, { force: true });
	}
}
function take2(lock) {
	try {
		closeSync(openSync(lock, "wx", 384));
		return true;
	} catch (error) {
		if (codeOf(error) !== "EEXIST") throw error;
		const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
		if (age > LOCK_MS) {
			const aside = `${lock}.${process.pid}`;
			renameSync(lock, aside);
			rmSync(aside, { force: true });
		}
		return false;
	}
}

// src/pi/lines.ts
async function* readLines(chunks) {
	const splitter = new LineSplitter();
	for await (const chunk of chunks) yield* splitter.add(chunk);
	const last = splitter.end();
	if (last !== "") yield last;
}

class LineSplitter {
	decoder = new TextDecoder();
	pieces = [];
	*add(chunk) {
		const parts = this.decoder.decode(chunk, { stream: true }).split(`
`);
		for (const part of parts.slice(0, -1)) {
			yield this.pieces.join("") + part;
			this.pieces = [];
		}
		this.pieces.push(parts.at(-1) ?? "");
	}
	end() {
		return this.pieces.join("") + this.decoder.decode();
	}
}
var CHUNK_BYTES = 65536;

class GrowingFile {
	handle;
	inode;
	splitter = new LineSplitter();
	constructor(handle, inode) {
		this.handle = handle;
		this.inode = inode;
	}
	static async of(handle) {
		return new GrowingFile(handle, (await handle.stat()).ino);
	}
	async *lines() {
		for (;;) {
			const buffer = new Uint8Array(CHUNK_BYTES);
			const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, null);
			if (bytesRead === 0) return;
			yield* this.splitter.add(buffer.subarray(0, bytesRead));
		}
	}
	async close() {
		await this.handle.close();
		return this.splitter.end();
	}
}

// src/pi/audit-reader.ts
var POLL_MS = 200;
async function* readAudit(path, follow = false) {
	let files = await openFiles(path);
	if (files.length === 0 && !follow) throw new Error(`${path}: there is no audit log`);
	try {
		for (;;) {
			for (const [index, file] of files.entries()) {
				yield* linesOf(file.lines());
				if (index === files.length - 1 && follow) continue;
				yield* linesOf([await file.close()]);
			}
			if (!follow) return;
			files = await nextFiles(path, files.at(-1));
		}
	} finally {
		for (const file of files)
			await file.close().catch(() => {
				return;
			});
	}
}
async function nextFiles(path, last) {
	await sleep(POLL_MS);
	const files = await openFiles(path);
	if (last === undefined) return files;
	const known = files.findIndex(({ inode }) => inode === last.inode);
	for (const file of files.splice(0, known + 1)) await file.close();
	return [last, ...files];
}
var MAX_ATTEMPTS2 = 50;
var PAUSE_MS = 10;
async function openFiles(path) {
	for (let attempt = 1; ; attempt++) {
		const newest = await openIfThere(path);
		const files = newest === undefined ? [] : [newest];
		for (let index = 1; ; index++) {
			const file = await openIfThere(`${path}.${index}`);
			if (file === undefined) break;
			files.unshift(file);
		}
		const now = await stat(path).catch(() => {
			return;
		});
		const rotating = now?.ino !== newest?.inode || existsSync3(lockOf(path));
		if (!rotating || attempt === MAX_ATTEMPTS2) return files;
		for (const file of files) await file.close();
		await sleep(PAUSE_MS);
	}
}
async function openIfThere(path) {
	try {
		return await GrowingFile.of(await open(path, "r"));
	} catch (error) {
		if (codeOf(error) === "ENOENT") return;
		throw error;
	}
}
async function* linesOf(lines) {
	for await (const text of lines) if (text !== "") yield { text, entry: parseEntry(text) };
}

// src/pi/audit-text.ts
function oneLine(text, length = 200) {
	const line = displayText(text.length > length ? `${text.slice(0, length)} …` : text);
	return line
		.replaceAll(
			`
`,
			" ⏎ ",
		)
		.replaceAll("\t", " ");
}
function whatWasAsked({ request, tool }) {
	if (!isMap(request)) return tool;
	if (request.kind === "command") return String(request.command);
	const { own = [], others, mcp } = request;
	const names = Array.isArray(mcp) ? mcp.flatMap(({ exact }) => exact[0] ?? []) : [];
	return [...own, ...(Array.isArray(others) ? others : []), ...names].filter((part) => part !== null).join(" ");
}
function entryText(entry) {
	try {
		return linesFor(entry).join(`
`);
	} catch {
		return null;
	}
}
function linesFor(entry) {
	const { time, tool, final, by, answer, links, error } = entry;
	const mark = final === "allow" ? "✔ allow" : "✖ deny ";
	const approved = answer?.sessionApprovalPattern?.map(({ pattern }) => `\`${oneLine(pattern, 80)}\``);
	const how = {
		once: "once",
		session: `for the session: ${approved?.join(", ")}`,
		deny: answer?.reason === undefined ? "" : oneLine(answer.reason),
	}[answer?.choice ?? "deny"];
	const granted = [...new Set(entry.units.flatMap(({ sessionApprovalPattern }) => sessionApprovalPattern ?? []))].map(
		(pattern) => `\`${oneLine(pattern, 80)}\``,
	);
	const before = granted.length === 0 ? "" : `  approved before for the session: ${granted.join(", ")}`;
	const who = by === "policy" ? before : `  by ${displayText(by)}${how === "" ? "" : `, ${how}`}`;
	const lines = [
		`${displayText(time.slice(0, 19))}Z  ${mark}  ${displayText(tool)}  ${oneLine(whatWasAsked(entry))}${who}`,
	];
	if (error !== undefined) lines.push(`  ! ${oneLine(error)}`);
	const decisive = entry.units.filter(({ state }) => state !== "allow");
	lines.push(...decisive.slice(0, MAX_UNITS2).map((unit) => `  ${unit.state}  ${ruleOf(unit, entry.problem)}`));
	if (decisive.length > MAX_UNITS2) lines.push(`  … and ${decisive.length - MAX_UNITS2} more`);
	for (const { name, verdict, reason, error: failure } of links ?? []) {
		const why = failure ?? reason;
		lines.push(`  ${displayText(name)}: ${verdict}${why === undefined ? "" : ` (${oneLine(why)})`}`);
	}
	return lines;
}
var MAX_UNITS2 = 5;
function ruleOf({ text, source, surface, pattern, origin, context }, problem) {
	const what = oneLine(text === HOLE && source !== "" ? source : text, 120);
	if (context === "unread" && problem !== undefined) return `${what}: not understood: ${oneLine(problem)}`;
	const rule = pattern === null ? `no ${surface} rule` : `the ${surface} rule \`${oneLine(pattern, 80)}\` (${origin})`;
	return `${what}: ${rule}`;
}

// src/cli-log.ts
var VERDICTS = ["allow", "ask", "deny"];
async function log(args) {
	const names = ["file", "settings", "verdict", "session", "since", "tool"];
	const { values, flags } = takeOptions(args, names, ["follow", "json"]);
	const { verdict, session, since, tool } = values;
	if (verdict !== undefined && !VERDICTS.includes(verdict))
		throw new UsageError(`--verdict is ${VERDICTS.join(", ")}, not \`${verdict}\``);
	const from = since === undefined ? undefined : timeOf(since, Date.now());
	const wanted = (entry) =>
		(verdict === undefined || (verdict === "ask" ? configuredState(entry) : entry.final) === verdict) &&
		(session === undefined || entry.session.startsWith(session)) &&
		(tool === undefined || entry.tool === tool) &&
		(from === undefined || Date.parse(entry.time) >= from);
	let broken = 0;
	const path = auditPath(values["file"], readSettings(values["settings"]).settings);
	for await (const { text, entry } of readAudit(path, flags.has("follow"))) {
		const shown = entry === undefined || !wanted(entry) ? undefined : flags.has("json") ? text : entryText(entry);
		if (entry === undefined || shown === null) broken++;
		else if (shown !== undefined) await printSlowly(shown);
	}
	if (broken > 0)
		process.stderr.write(`${count(broken, "line")} could not be read
`);
}
function timeOf(text, now) {
	const time = /^\d+[smhd]$/.test(text) ? now - secondsOf(text) * 1000 : Date.parse(text);
	if (Number.isNaN(time)) throw new UsageError(`--since is a date, or a time ago as in 90m, 12h, 7d, not \`${text}\``);
	return time;
}

// src/cli-replay.ts
import { existsSync as existsSync6 } from "node:fs";
// src/pi/places.ts
import { existsSync as existsSync5, readFileSync as readFileSync2, realpathSync } from "node:fs";
// src/pi/files.ts
import { existsSync as existsSync4, readdirSync, readlinkSync } from "node:fs";
import { homedir as homedir2 } from "node:os";
import {
	basename,
	dirname as dirname2,
	dirname as dirname3,
	join as join3,
	join as join4,
	resolve as resolve2,
	sep,
} from "node:path";
import { fileURLToPath, fileURLToPath as fileURLToPath2 } from "node:url";
var UNICODE_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
function toolPath(argument, platform = process.platform) {
	const path = argument.replace(UNICODE_SPACES, " ").replace(/^@/, "");
	if (!path.startsWith("file://")) return posixPath(path, platform);
	try {
		return posixPath(fileURLToPath(path, { windows: platform === "win32" }), platform);
	} catch {
		return null;
	}
}
function readVariants(path, { cwd = "/", home = "/" }) {
	const absolute = resolve2(cwd, path.replace(/^~(?=\/|$)/, home));
	if (existsSync4(absolute)) return [];
	const decomposed = absolute.normalize("NFD");
	const quoted = (one) => one.replaceAll("'", "’");
	const screenshot = absolute.replace(/ (AM|PM)\./gi, " $1.");
	const variants = new Set([screenshot, decomposed, quoted(absolute), quoted(decomposed)]);
	return [...variants].filter(existsSync4);
}
function skillsOf(path, skills, { cwd = "/", home = "/", platform }) {
	const lexical = resolve2(cwd, path.replace(/^~(?=\/|$)/, home));
	const names = new Set();
	for (const opened of [lexical, followLinks(lexical)]) {
		if (basename(opened).toLowerCase() === "skill.md") names.add(basename(dirname2(opened)));
		for (const { name, file } of skills) {
			const whole = basename(file) === "SKILL.md" ? dirname2(file) : file;
			for (const place of [whole, followLinks(whole)]) {
				if (`${foldPath(opened, platform)}/`.startsWith(`${foldPath(place, platform)}/`)) names.add(name);
			}
		}
	}
	return [...names];
}
function posixPath(path, platform = process.platform) {
	if (platform !== "win32") return path;
	const slashed = path.replaceAll("\\", "/").replace(/^\/(?:mnt|cygdrive)\/([A-Za-z])(?=\/|$)/, "/$1");
	return slashed.replace(/^(?:([A-Za-z]):\/*|\/([A-Za-z])(?:\/+|$))/, (_, drive, mount) => {
		return `/${(drive ?? mount ?? "").toLowerCase()}/`;
	});
}
var MAX_LINKS = 40;
var MAX_PATH = 4096;
function followLinks(absolute) {
	if (absolute.length > MAX_PATH) return absolute;
	const pending = absolute.split("/").reverse();
	let resolved = "/";
	for (let links = 0; pending.length > 0;) {
		const segment = pending.pop();
		if (segment === undefined || segment === "" || segment === ".") continue;
		const next = segment === ".." ? dirname2(resolved) : join3(resolved, segment);
		const target = segment === ".." ? undefined : linkTarget(next);
		if (target === undefined) {
			resolved = next;
			continue;
		}
		if (++links > MAX_LINKS) return absolute;
		if (target.startsWith("/")) resolved = "/";
		pending.push(...target.split("/").reverse());
	}
	return resolved;
}
function namesIn(directory) {
	try {
		const entries = readdirSync(nativePath(directory), { withFileTypes: true });
		return entries.filter((entry) => !entry.isFile()).map(({ name }) => name);
	} catch {
		return [];
	}
}
function nativePath(path) {
	return process.platform === "win32" ? path.replace(/^\/([a-z])(?=\/|$)/, "$1:") : path;
}
function linkTarget(path) {
	try {
		return posixPath(readlinkSync(nativePath(path)));
	} catch {
		return;
	}
}

// src/pi/places.ts
var SECRETS = ["auth.json", "mcp-auth.json", "models.json", "mcp.json"];
function policyOf({ ruleset }) {
	return new Policy(ruleset ?? [], posixPath(homedir2()), { platform: process.platform });
}
function pathContext(cwd, { readablePaths, audit }) {
	const places = piPlaces(cwd, agentDirectory(), process.env["PI_PACKAGE_DIR"] ?? piDirectory(), audit);
	const pi = { ...places, readable: [...places.readable, ...readablePaths] };
	const [here, home] = [posixPath(cwd), posixPath(homedir2())];
	return { cwd: here, home, followLinks, namesIn, env: process.env, platform: process.platform, pi };
}
function piPlaces(cwd, agent, install, audit) {
	const project = join4(cwd, ".pi");
	const inside = `${followLinks(cwd)}/`.startsWith(`${followLinks(agent)}/`);
	const parts = ["settings.json", "extensions", "npm", "git"];
	const own = [
		...(inside ? parts.map((part) => join4(agent, part)) : [agent, join4(agent, "settings.json")]),
		...parts.map((part) => join4(project, part)),
		fileURLToPath2(import.meta.url),
		...(audit === undefined || (!inside && audit.path.startsWith(join4(agent, sep))) ? [] : auditFiles(audit)),
	];
	const modules = install?.split(sep).lastIndexOf("node_modules") ?? -1;
	const readable = [agent, join4(project, "npm"), join4(project, "git")];
	if (install !== undefined) readable.push(install);
	if (install !== undefined && modules > 0)
		readable.push(
			install
				.split(sep)
				.slice(0, modules + 1)
				.join(sep),
		);
	const both = (paths) => {
		const written = paths.map((path) => posixPath(path));
		return [...new Set([...written, ...written.map(followLinks)])];
	};
	return { own: both(own), readable: both(readable), secret: both(SECRETS.map((name) => join4(agent, name))) };
}
function piDirectory() {
	try {
		let directory = dirname3(realpathSync(process.argv[1] ?? ""));
		for (; directory !== dirname3(directory); directory = dirname3(directory)) {
			const manifest = join4(directory, "package.json");
			if (existsSync5(manifest) && !directory.endsWith(`${sep}dist`)) {
				return readFileSync2(manifest, "utf8").includes('"@earendil-works/pi-coding-agent"') ? directory : undefined;
			}
		}
	} catch {}
	return;
}

// src/policy/request.ts
function judgeRequest(request, policy, paths, wrappers) {
	if (request.kind === "tool") return judgeTool(request.tool, request.own, policy, paths, request);
	const { command, prefix, directory, unreadable } = request;
	const text = unreadable === true ? command + HOLE : command;
	if (directory === undefined) return judgeCommand(text, policy, paths, { prefix, wrappers });
	const base = directory.startsWith("/") ? directory : `${paths.cwd}/${directory}`;
	const ruling = judgeCommand(text, policy, { ...paths, base }, { prefix, wrappers });
	return conclude([...judgeDirectory(directory, policy, paths), ...ruling.judgements], ruling);
}

// src/cli-replay.ts
async function* loggedCalls(lines, settings, skipped) {
	const contexts = new Map();
	const skip = (reason) => skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
	for await (const { entry } of lines) {
		const reason = entry === undefined ? "broken" : notReplayable(entry);
		if (entry === undefined || reason !== undefined) {
			skip(reason ?? "broken");
			continue;
		}
		let paths = contexts.get(entry.cwd);
		if (paths === undefined) contexts.set(entry.cwd, (paths = pathContext(entry.cwd, settings)));
		const request = entry.request;
		const context = paths;
		yield { entry, rejudge: (policy) => judgeRequest(request, policy, context, settings.innerCommand.wrappers) };
	}
}
function skippedClause(skipped) {
	if (skipped.size === 0) return "";
	return `; not judged: ${[...skipped].map(([reason, number]) => `${number} ${reason}`).join(", ")}`;
}
var STRICTNESS = { allow: 0, ask: 1, deny: 2 };
async function replay(args) {
	const { values } = takeOptions(args, ["permission", "file", "settings"], []);
	const file = values["permission"];
	if (file === undefined) throw new UsageError("replay needs --permission FILE");
	if (!existsSync6(file)) throw new Error(`${file}: there is no such file`);
	const settings = loadPermissionFile(file);
	for (const { path, message } of settings.mistakes) print(`! ${displayText(`${path}: ${message}`)}`);
	if (settings.mistakes.some((mistake) => mistake.path === file)) throw new Error(`${file}: cannot be used`);
	const policy = policyOf(settings);
	const path = auditPath(values["file"], readSettings(values["settings"]).settings);
	const skipped = new Map();
	const changes = new Map();
	let judged = 0;
	for await (const { entry, rejudge } of loggedCalls(readAudit(path), settings, skipped)) {
		const before = configuredState(entry) ?? "ask";
		const ruling = rejudge(policy);
		judged++;
		if (ruling.state === before) continue;
		const what = `${entry.tool}  ${whatWasAsked(entry)}`;
		const key = JSON.stringify([before, ruling.state, what]);
		const known = changes.get(key);
		if (known === undefined) changes.set(key, { before, after: ruling.state, what, why: decisive(ruling), times: 1 });
		else known.times++;
	}
	report([...changes.values()], judged, skipped);
}
function report(changes, judged, skipped) {
	const step = ({ before, after }) => STRICTNESS[after] - STRICTNESS[before];
	const denied = ({ before }) => STRICTNESS[before];
	const sorted = changes.toSorted(
		(left, right) => step(left) - step(right) || denied(right) - denied(left) || right.times - left.times,
	);
	const total = (of) => of.reduce((sum, { times }) => sum + times, 0);
	const looser = total(sorted.filter((change) => step(change) < 0));
	const stricter = total(sorted) - looser;
	print(`judged again: ${count(judged, "decision")}${skippedClause(skipped)}`);
	print(`looser: ${looser}, stricter: ${stricter}, the same: ${judged - looser - stricter}`);
	for (const [index, change] of sorted.entries()) {
		const { before, after, times, what, why } = change;
		const last = sorted[index - 1];
		if (last?.before !== before || last.after !== after)
			print(`
${before} → ${after}`);
		print(`  ${times > 1 ? `${times}× ` : ""}${oneLine(what)}
      ${why}`);
	}
}
function decisive({ judgements, state }) {
	const found = judgements.find(({ verdict }) => verdict.action === state);
	if (found === undefined) return "";
	const rule = decisiveRule(found.verdict);
	const name =
		rule === undefined ? `no ${found.surface} rule` : `the ${found.surface} rule \`${oneLine(rule.pattern, 80)}\``;
	return `${oneLine(whatOf(found), 120)}: ${name}`;
}

// src/cli-suggest.ts
import { homedir as homedir3 } from "node:os";

// src/policy/session-rules.ts
class SessionRules {
	rules = [];
	listeners = new Set();
	approve(surface, pattern) {
		this.rules.push({ surface, pattern, action: "allow", origin: "session" });
		for (const listener of [...this.listeners]) listener();
	}
	onApproval(listener) {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}
	getRuleset() {
		return this.rules.map((rule) => ({ ...rule }));
	}
	revoke(index) {
		return this.rules.splice(index, 1).length > 0;
	}
	clear() {
		this.rules = [];
	}
}
function deriveApprovalPattern(path) {
	const slash = path.lastIndexOf("/");
	return `${slash === -1 ? "./" : path.slice(0, slash + 1).replaceAll("*", "?")}*`;
}

// src/policy/suggest.ts
var MAX_WIDTHS = 3;
var MAX_RULES = 8;
var MAX_SEPARATE = 64;
function suggestRules(ruling, policy, rejudge, home) {
	const asked = ruling.judgements.filter(({ verdict }) => verdict.action === "ask");
	if (ruling.state !== "ask" || asked.some(({ verdict }) => verdict.raisedBy?.action === "deny")) return [];
	const ladders = asked.map((judgement) => ladder(judgement, ruling, home));
	if (ladders.some(({ length }) => length === 0)) return [];
	const sets = new Map();
	for (let width = 0; width < MAX_WIDTHS; width++) {
		const rules = new Map();
		for (const rungs of ladders) {
			const rule = rungs[Math.min(width, rungs.length - 1)];
			if (rule !== undefined)
				rules.set(
					`${rule.surface}
${rule.pattern}`,
					rule,
				);
		}
		if (rules.size > MAX_SEPARATE) continue;
		const set = withoutCovered([...rules.values()]);
		const key = JSON.stringify(set.map(({ surface, pattern }) => [surface, pattern]).sort());
		if (set.length > MAX_RULES || sets.has(key) || rejudge(policy.approving(set)).state !== "allow") continue;
		sets.set(key, set);
	}
	return [...sets.values()];
}
function withoutCovered(rules) {
	return rules.filter(
		(rule) =>
			!rules.some(
				(other) =>
					other !== rule && other.surface === rule.surface && mustMatch(other.pattern, languageOf(rule.pattern)),
			),
	);
}
function widerThan(suggestions, { surface, pattern }) {
	if (/^[*?\s]*$/.test(pattern)) return "everything";
	const language = languageOf(pattern);
	if (suggestions.flat().some((rule) => rule.surface === surface && mustMatch(rule.pattern, language))) return;
	const width = surface === "bash" ? widthOf(pattern.split(" ")) : 1;
	return width === "itself" || width === "named program" ? "anything behind a program" : "wider";
}
function languageOf(pattern) {
	const last = pattern.endsWith(" *") ? pattern.length - 1 : undefined;
	const stars = [...pattern.matchAll(/\*/g)];
	const holes = stars.map(({ index }) => ({ reason: "parameter expansion", vanishes: index === last }));
	return { text: pattern.replaceAll("?", "￿").replaceAll("*", HOLE), holes };
}
function ladder(judgement, { hereDocument }, home) {
	const { surface } = judgement;
	const patterns = surface === "bash" && hereDocument ? [] : patternsFor(judgement, home);
	return [...new Set(patterns)].map((pattern) => ({ surface, pattern, action: "allow", origin: "session" }));
}
function patternsFor({ surface, text, path, context }, home) {
	if (context === "unread") return [];
	if (path !== undefined) return pathPatterns(path, home);
	if (surface === "bash") return commandPatterns(text);
	if (surface === "env") return variablePatterns(text);
	const hasPath = text !== "" || FILE_TOOLS.includes(surface) || surface === "path" || surface === "external_directory";
	return context === "tool call" && !hasPath ? ["*"] : [];
}
function literal2(text) {
	return text.replaceAll("*", "?");
}
function commandPatterns(text) {
	const words = text.split(" ");
	const hole = text.indexOf(HOLE);
	if (words[0] === "") return [];
	const width = widthOf(words);
	if (width === "itself" || width === "named program") {
		return /[*?\0]/.test(text) || (width === "named program" && !namesItsProgram(words)) ? [] : [text];
	}
	const written = hole === -1 ? [literal2(text)] : [];
	if (width === "as written" || words.length < width) return written;
	const named = words.slice(0, width);
	if (named.some((word, index) => word.includes(HOLE) || (index > 0 && /^[-+]|^$/.test(word)))) return written;
	if (hole !== -1)
		written.push(literal2(text.slice(0, hole).replace(/ $/, "")) + (text[hole - 1] === " " ? " *" : "*"));
	const next = words.slice(0, width + 1);
	if (words.length > next.length && !next.join().includes(HOLE)) written.push(`${literal2(next.join(" "))} *`);
	return [...written, `${literal2(named.join(" "))} *`];
}
function pathPatterns(path, home) {
	const hole = path.indexOf(HOLE);
	const file = hole === -1 ? [literal2(path)] : [];
	const directory = deriveApprovalPattern(hole === -1 ? path : path.slice(0, hole));
	const holdsHome = `${home ?? ""}/`.startsWith(directory.slice(0, -1));
	return holdsHome || directory.startsWith("./") ? file : [...file, directory];
}
function variablePatterns(text) {
	return text.includes(HOLE) ? [] : [literal2(text)];
}

// src/policy/suggest-from-log.ts
var MAX_SUGGESTIONS = 10;
var MAX_TRIED = 50;
function suggestionsFor(prompt, policy, home) {
	const ruling = prompt.rejudge(policy);
	const asks = ruling.state === "ask";
	if (!asks || prompt.refused || prompt.times === 0 || asksForAReason(ruling)) return { prompt, sets: [], asks };
	const sets = suggestRules(ruling, policy, prompt.rejudge, home).filter((rules) =>
		rules.every((rule) => loosensNothing(rule, policy)),
	);
	return { prompt, sets, asks };
}
function asksForAReason({ judgements }) {
	return judgements.some(({ verdict }) => {
		const decided = decisiveRule(verdict);
		return verdict.action === "ask" && decided !== undefined && !isDefaultAsk(decided);
	});
}
function loosensNothing(rule, policy) {
	const restricting = policy
		.rules(rule.surface)
		.all.filter((other) => other.rule.action !== "allow" && !isDefaultAsk(other.rule));
	if (restricting.length === 0) return true;
	const allowed = patternText(compilePattern(rule.pattern.replaceAll("?", "*")));
	const forms = rule.surface === "bash" ? commandForms(allowed) : [allowed];
	if (forms.length === 0 || (rule.surface !== "bash" && allowed.holes.length > 0)) return false;
	return restricting.every((other) => {
		if (forms.some((form) => strongestMatch(other, [form]) !== undefined)) return false;
		if (!other.namesSource) return true;
		const first = /^[\w./-]+(?= )/.exec(other.pattern.prefix)?.[0];
		return first !== undefined && forms.every(({ text }) => text.split(" ", 1)[0] !== first);
	});
}
function commandForms({ text, holes }) {
	const [program = ""] = text.split(" ", 1);
	if (program.includes(HOLE)) return [];
	const rest = text.slice(program.length);
	const names = new Set([program, baseName(program), programName(program), program.toLowerCase()]);
	return [...names].map((name) => ({ text: name + rest, holes }));
}
function bestSuggestions(candidates, policy) {
	const refused = candidates.filter(({ prompt, asks }) => asks && prompt.refused);
	let open = candidates.filter(({ sets }) => sets.length > 0);
	const tried = new Set();
	const suggestions = [];
	while (suggestions.length < MAX_SUGGESTIONS && tried.size < MAX_TRIED) {
		const next = mostPromising(open, tried);
		if (next === undefined) break;
		tried.add(nameOf(next));
		const changed = policy.with(next);
		const allows = ({ prompt }) => prompt.rejudge(changed).state === "allow";
		if (refused.some(allows)) continue;
		const saved = open.filter(allows);
		if (saved.length === 0) continue;
		suggestions.push({ rules: next, saved: saved.map(({ prompt }) => prompt) });
		open = open.filter((candidate) => !saved.includes(candidate));
	}
	return suggestions;
}
function nameOf(rules) {
	return JSON.stringify(rules.map(({ surface, pattern }) => [surface, pattern]).sort());
}
function mostPromising(open, tried) {
	const scores = new Map();
	for (const { prompt, sets } of open) {
		for (const [width, rules] of sets.entries()) {
			const name = nameOf(rules);
			const known = scores.get(name);
			if (known !== undefined) known.score += prompt.times;
			else if (!tried.has(name)) scores.set(name, { rules, score: prompt.times, width });
		}
	}
	return [...scores.values()].sort((left, right) => right.score - left.score || left.width - right.width)[0]?.rules;
}

// src/cli-suggest.ts
var MAX_PROMPTS = 5000;
var FEW = 5;
async function suggest(args) {
	const { values } = takeOptions(args, ["file", "settings"], []);
	const { settings } = readSettings(values["settings"]);
	const policy = policyOf(settings);
	const skipped = new Map();
	const prompts = new Map();
	const lines = readAudit(auditPath(values["file"], settings));
	let asked = 0;
	for await (const { entry, rejudge } of loggedCalls(lines, settings, skipped)) {
		if (configuredState(entry) !== "ask") continue;
		const prompted = ["human", "nobody", "timeout"].includes(entry.by) ? 1 : 0;
		const refused = entry.answer?.choice === "deny";
		asked += prompted;
		const key = JSON.stringify([entry.cwd, entry.request]);
		const known = prompts.get(key);
		if (known !== undefined) {
			known.times += prompted;
			known.refused ||= refused;
		} else if (prompts.size < MAX_PROMPTS)
			prompts.set(key, { what: whatWasAsked(entry), rejudge, times: prompted, refused });
	}
	const all = [...prompts.values()];
	const suggestions = bestSuggestions(
		all.map((prompt) => suggestionsFor(prompt, policy, homedir3())),
		policy,
	);
	for (const { rules, saved } of suggestions) {
		const times = saved.reduce((sum, prompt) => sum + prompt.times, 0);
		print(`${count(times, "prompt")}: ${displayText(toPermission(rules))}`);
		const sorted = saved.toSorted((left, right) => right.times - left.times);
		for (const prompt of sorted.slice(0, FEW)) print(`  ${prompt.times}× ${oneLine(prompt.what)}`);
		if (saved.length > FEW) print(`  … and ${saved.length - FEW} more`);
	}
	const total = suggestions.flatMap(({ saved }) => saved).reduce((sum, { times }) => sum + times, 0);
	if (suggestions.length === 0) print("there is no rule to suggest");
	else
		print(`
Each is meant as the last rule of its surface. None loosens a deny, a rule that asks, or what you denied.`);
	print(`asked ${count(asked, "time")}, of which these would have saved ${total}${skippedClause(skipped)}`);
}

// src/policy/alternative.ts
var MAX_LENGTH = { looked: 4000, suggested: 300 };
var MAX_REMOVALS = 16;
function alternativeTo(command, ruling, ruleset, judge, offset = 0) {
	if (!ruling.complete || ruling.hereDocument || ruling.state !== "ask" || command.length > MAX_LENGTH.looked) return;
	const asked = ruling.judgements
		.filter(({ verdict }) => verdict.action === "ask")
		.map((one) => ({ ...one, start: one.start - offset, end: one.end - offset }));
	if (asked.length > MAX_REMOVALS) return;
	const inner = ruling.judgements.filter(({ context }) => context === "wrapper");
	const analysis = analyze(command);
	const { script } = parse(command);
	const fine = asked.map((one) => removalFor(one, analysis, ruleset, inner, offset));
	const stubborn = asked.filter((_, index) => fine[index] === undefined);
	const removals = fine.filter((one) => one !== undefined);
	const timeouts = removals.flatMap(({ timeout }) => timeout ?? []);
	for (const [whole, parts] of [
		[stubborn, removals],
		[asked, []],
	]) {
		const text = lessOf(command, script, whole, parts);
		if (text === "" || text === command || text.length > MAX_LENGTH.suggested || judge(text).state !== "allow")
			continue;
		return { command: text, timeout: parts.length > 0 && timeouts.length === 1 ? timeouts[0] : undefined };
	}
	return;
}
function presetFor(text, decided, ruleset) {
	if (decided !== undefined && !isDefaultAsk(decided)) return;
	return ruleset.find(({ arguments: grammar, pattern }) => grammar !== undefined && wildcardMatch(pattern, text));
}
function presetThatHoldsBack(ruling, ruleset) {
	const [first] = asking(ruling);
	if (first?.surface !== "bash" || first.verdict.raisedBy !== undefined) return;
	return presetFor(first.text, first.verdict.rule, ruleset);
}
function removalFor({ surface, text, start, end, verdict }, { units, assignments, redirects }, ruleset, inner, offset) {
	if (surface === "env")
		return assignments.find((one) => one.start === start && one.end === end && one.command !== undefined);
	const redirect = redirects.find((one) => one.start <= start && end <= one.end);
	if (surface !== "bash") return redirect;
	const wrapped = inner.find((one) => one.start - offset > start && one.end - offset === end);
	if (wrapped !== undefined) {
		const duration = /^timeout ([0-9]+(?:\.[0-9]+)?[smhd]?) [^-]/.exec(text)?.[1];
		return { start, end: wrapped.start - offset, timeout: duration === undefined ? undefined : secondsOf(duration) };
	}
	const preset = presetFor(text, verdict.rule, ruleset);
	const words = units.find((one) => one.start === start && one.end === end && one.text === text)?.words ?? [];
	const at =
		preset?.arguments === undefined
			? -1
			: words.findIndex((word) => preset.arguments?.forbidden.has(optionOf(word.text)));
	const option = words[at];
	if (option === undefined) return;
	return { start: option.start, end: (/^(?:-o|--output)$/.test(option.text) ? (words[at + 1] ?? option) : option).end };
}
function optionOf(word) {
	return word.startsWith("--") ? word.replace(/=.*$/s, "") : word;
}
function lessOf(command, script, places, parts) {
	const asks = ({ start, end }) => places.some((one) => start <= one.start && one.end <= end);
	let text = "";
	for (const { pipelines, operators, background } of script.items) {
		let item = "";
		for (const [index, { commands, negated }] of pipelines.entries()) {
			const stop = commands.findIndex(asks);
			const kept = stop === -1 ? commands : commands.slice(0, stop);
			const [first, last] = [kept[0], kept.at(-1)];
			if (first === undefined || last === undefined) continue;
			const operator = item === "" ? "" : ` ${operators[index - 1] ?? "&&"} `;
			item += operator + (negated ? "! " : "") + slice2(command, { start: first.start, end: last.end }, parts);
		}
		if (item !== "") text += `${text === "" || text.endsWith("& ") ? "" : "; "}${item}${background ? " & " : ""}`;
	}
	return text.trim();
}
function slice2(text, { start, end }, parts) {
	let result = "";
	let at = start;
	for (const part of [...parts].sort((one, other) => one.start - other.start)) {
		if (part.start < at || part.end > end) continue;
		result += text.slice(at, part.start);
		at = part.end + (/^[ \t]*/.exec(text.slice(part.end, end))?.[0].length ?? 0);
	}
	return (result + text.slice(at, end)).trim();
}

// src/policy/advise.ts
function rulesThatAllow(ruling, policy, rejudge) {
	const rules = asking(ruling).map(ruleThatAllows);
	if (!rules.every((rule) => rule !== undefined)) return;
	return rejudge(policy.with(rules)).state === "allow" ? rules : undefined;
}
function changed(policy, change) {
	if (change.kind === "add") return policy.with([change.rule]);
	return change.kind === "set" ? policy.changing(change.rule, change.action) : policy.without(change.rule);
}
function changesThatFlip(judgement, ruling, policy, rejudge) {
	const { action } = judgement.verdict;
	const flips = (change) => {
		const after = actionAfter(judgement, ruling, rejudge(changed(policy, change)));
		return action === "ask" ? after === "allow" : after !== action;
	};
	const found = [];
	for (const change of candidates2(judgement)) {
		if (!flips(change)) continue;
		found.push(change);
		if (action !== "deny") break;
	}
	return found;
}
function candidates2({ surface, text, context, verdict }) {
	const { action, rule, raisedBy } = verdict;
	const changes = [];
	const add = (pattern, as) => {
		changes.push({ kind: "add", rule: { surface, pattern, action: as, origin: "session" } });
	};
	const set = (as) => {
		if (rule !== undefined && isWritten(rule)) changes.push({ kind: "set", rule, action: as });
	};
	const pattern = text.replaceAll("*", "?").replaceAll(HOLE, "*");
	const named = context !== "unread" && !text.startsWith(HOLE);
	if (action === "allow") {
		if (named) add(pattern, "ask");
		set("ask");
		if (rule !== undefined && isWritten(rule)) changes.push({ kind: "remove", rule });
		return changes;
	}
	if (named && (!text.includes(HOLE) || (action === "ask" && raisedBy === undefined))) add(pattern, "allow");
	if (raisedBy !== undefined && isWritten(raisedBy)) changes.push({ kind: "remove", rule: raisedBy });
	else set(action === "deny" ? "ask" : "allow");
	return changes;
}
function actionAfter(judgement, before, after) {
	const same = ({ judgements }) =>
		judgements.filter(
			({ surface, text, start, end, context }) =>
				surface === judgement.surface &&
				text === judgement.text &&
				start === judgement.start &&
				end === judgement.end &&
				context === judgement.context,
		);
	const [old, now] = [same(before), same(after)];
	const found = old.length === now.length ? now[old.indexOf(judgement)] : undefined;
	if (found !== undefined) return found.verdict.action;
	return now.reduce((worst, { verdict }) => mostRestrictive(worst, verdict.action), "allow");
}

// src/pi/dialog-messages.ts
var ENGLISH = {
	edit: "Edit a rule for this session",
	explain: "Explain",
	covers: {
		deny: "The agent is told that you said no.",
		once: (parts) => `Covers this call alone${parts > 1 ? `, with all of its ${parts} parts` : ""}.`,
		session: (rules) =>
			`Covers this call, and until the session ends whatever else matches ${rules}. What your rules deny stays denied.`,
		reason: "The agent is told no, and what you write.",
	},
	quiet: "Keys are ignored for a moment, so that none that was meant for something else answers …",
	keys: {
		edit: "e edit the pattern",
		explain: "? explain",
		choose: "↑↓ choose, Enter takes it, Esc denies",
	},
	scroll: (from, to, of) => `lines ${from}-${to} of ${of} · PgUp PgDn j k`,
	left: (seconds) => `Denied by itself in ${seconds} s.`,
	pattern: (surface, index, of) => `Pattern for ${surface}${of > 1 ? ` (${index} of ${of})` : ""}: \`*\` is any text`,
	lineKeys: "Enter takes it, Esc leaves it",
	notAllowing: "This does not allow the call.",
	noPattern: "No pattern is narrow enough to be allowed for the session.",
	noEdit: "This pattern has characters that no line shows; it cannot be edited.",
	wider: {
		everything: (pattern) => `Careful: \`${pattern}\` is for everything.`,
		"anything behind a program": (pattern) =>
			`Careful: with \`${pattern}\` the words may run anything, or lose anything.`,
		wider: (pattern) => `Careful: \`${pattern}\` is wider than what was suggested.`,
	},
	editor: "The patterns to allow for this session, one a line",
	lines: (count) => `There must be ${count} lines.`,
	timedOut: (what, seconds) =>
		`portcullis: \`${what}\` needs an approval, and nobody answered within ${seconds} s (permissionPrompt.timeoutMs), so it is denied.`,
	stopped: (what) => `portcullis: \`${what}\` needs an approval, and the run was stopped before anybody answered.`,
	decidedBy: (rule) => `rule: ${rule}`,
	overrides: (rules) => `overrides ${rules}`,
	changes: (changes) => `would change with ${changes}`,
	change: (rule, action, last) =>
		action === undefined ? `no rule ${rule}` : `${rule}: "${action}"${last ? " as the last rule" : ""}`,
	or: ", or ",
	noChange: "writing it in another way: no rule speaks of just this",
	writtenOut: "writing out what is known only at run time",
};
var CHINESE = {
	edit: "编辑本次会话的规则",
	explain: "解释",
	covers: {
		deny: "告诉 agent 你不允许。",
		once: (parts) => `只涵盖这一次调用${parts > 1 ? `（共 ${parts} 个部分）` : ""}。`,
		session: (rules) => `涵盖这次调用，以及会话结束前其他命中 ${rules} 的调用。规则拒绝的仍然拒绝。`,
		reason: "告诉 agent 不允许，并附上你写的话。",
	},
	quiet: "暂时忽略按键，以免本来要输入到别处的键成为回答……",
	keys: {
		edit: "e 编辑模式",
		explain: "? 解释",
		choose: "↑↓ 选择，Enter 确认，Esc 拒绝",
	},
	scroll: (from, to, of) => `第 ${from}-${to} 行，共 ${of} 行 · PgUp PgDn j k`,
	left: (seconds) => `${seconds} 秒后自动拒绝。`,
	pattern: (surface, index, of) => `${surface} 的模式${of > 1 ? `（${index}/${of}）` : ""}：\`*\` 表示任意文本`,
	lineKeys: "Enter 确认，Esc 放弃",
	notAllowing: "这个模式并不允许这次调用。",
	noPattern: "没有足够窄的模式可以在本次会话内允许。",
	noEdit: "这个模式含有一行里显示不了的字符，不能编辑。",
	wider: {
		everything: (pattern) => `注意：\`${pattern}\` 涵盖一切。`,
		"anything behind a program": (pattern) => `注意：\`${pattern}\` 后面的词可以运行或删除任何东西。`,
		wider: (pattern) => `注意：\`${pattern}\` 比建议的更宽。`,
	},
	editor: "本次会话内允许的模式，每行一个",
	lines: (count) => `必须正好有 ${count} 行。`,
	timedOut: (what, seconds) =>
		`portcullis：\`${what}\` 需要批准，${seconds} 秒内没有人回答（permissionPrompt.timeoutMs），已拒绝。`,
	stopped: (what) => `portcullis：\`${what}\` 需要批准，但还没有人回答，运行就停止了。`,
	decidedBy: (rule) => `规则：${rule}`,
	overrides: (rules) => `覆盖了 ${rules}`,
	changes: (changes) => `这样会改变结果：${changes}`,
	change: (rule, action, last) =>
		action === undefined ? `去掉规则 ${rule}` : `${last ? "最后加一条规则 " : ""}${rule}: "${action}"`,
	or: "，或者",
	noChange: "换一种写法：没有规则只针对它",
	writtenOut: "把运行时才知道的部分写明",
};
function changeThatFlips(judgement, ruling, policy, rejudge, say = ENGLISH) {
	const pathOf = pathsIn(policy.ruleset);
	const clauses = changesThatFlip(judgement, ruling, policy, rejudge).map((change) => {
		if (change.kind === "add") return say.change(rulePath(change.rule), change.rule.action, true);
		return say.change(pathOf(change.rule), change.kind === "set" ? change.action : undefined, false);
	});
	if (judgement.verdict.raisedBy !== undefined && !isUnread(judgement)) clauses.unshift(say.writtenOut);
	return clauses.length === 0 ? say.noChange : clauses.join(say.or);
}
function dialogMessages(language) {
	return language === "zh" ? CHINESE : ENGLISH;
}

// src/pi/messages.ts
function chooseLanguage(setting, env) {
	if (setting !== "auto") return setting;
	const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
	return locale?.toLowerCase().startsWith("zh") === true ? "zh" : "en";
}
var ENGLISH2 = {
	noRule: (surface) => `no ${surface} rule allows it`,
	noneNeeded: "it needs no rule",
	rule: (pattern, surface, action) => `the ${surface} rule \`${pattern}\` says ${action}`,
	granted: (pattern, surface) => `you allowed ${surface} \`${pattern}\` for this session`,
	preset: (pattern, name) => `\`${pattern}\` of the preset ${name} allows it`,
	mayBe: (pattern, surface, action) =>
		`what is known only at run time may match the ${surface} rule \`${pattern}\`, which says ${action}`,
	protected: (pattern) =>
		`\`${pattern}\` is asked about, which protects Portcullis's own settings, unless an allow rule names it`,
	unread: (problem) => `not understood: ${problem}`,
	because: (reason) => ` (${reason})`,
	denied: (what, why) =>
		`portcullis: \`${what}\` is denied: ${why}. Do not try to get around this; do without, or ask the user.`,
	deniedByLink: (what, link, reason) =>
		`portcullis: the authorizer ${link} denied \`${what}\`${reason === "" ? "." : `: ${reason}`}`,
	host: (notice, gate) => {
		if (notice === "the name is taken")
			return "portcullis: another extension has registered the authorizer `inner-cmd` already; that one answers";
		if (notice === "it asks the links")
			return "portcullis: pi-permission-system judges the calls of this session and asks Portcullis's authorizers. The `permission` block of settings.json is not used: remove it, or that extension";
		return gate
			? "portcullis: pi-permission-system is loaded as well, in a version that cannot ask authorizers. Both gates are on, and a call needs both: remove `@gotgenes/pi-permission-system` from `packages` to be asked by Portcullis alone, or the `permission` block from settings.json to be asked by the other alone"
			: "portcullis: pi-permission-system is loaded in a version that cannot ask authorizers, so `inner-cmd` answers nothing. `innerCommand.hoist: true` in settings.json hands it `timeout 60 x` as `x` with a timeout";
	},
	deniedByUser: (what, note) => `portcullis: the user denied \`${what}\`${note === "" ? "." : `: ${note}`}`,
	holdsBack: ({ pattern, preset, reason }) =>
		`, and \`${pattern}\` of the preset ${preset} does not allow these arguments (${reason})`,
	nobody: (what, why, setting, other) =>
		`portcullis: \`${what}\` needs an approval: ${why}, and nobody can be asked here. ${other === undefined ? "" : `This is allowed: \`${displayText(other.command)}\`${other.timeout === undefined ? "" : ` with the tool's own \`timeout\`: ${other.timeout}`}. `}${setting === undefined ? "No rule can allow it as it is written; write it in a simpler way" : `The user can allow it in settings.json: ${setting}`}`,
	failed: (error) => `portcullis: the call could not be judged, so it is blocked: ${error}`,
	auditFailed: (path, error) =>
		`portcullis: the audit log ${displayText(path)} cannot be written: ${displayText(error)}. Verdicts stay as they are.`,
	question: (tool) => `Portcullis: may the agent do this (${tool})?`,
	more: (count) => `… and ${count} more`,
	moreLines: (count) => `… ${count} more characters …`,
	allowOnce: "Allow once",
	allowForSession: (rules) => `Allow ${rules} for this session`,
	deny: "Deny",
	denyWithReason: "Deny, and say why",
	reasonPrompt: "What should the agent know or do instead?",
	mistakes: (
		mistakes,
	) => `portcullis: ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`} in the settings:
${list(mistakes)}`,
	notes: (notes) => `portcullis: rules without effect, or out of order:
${few(notes, ENGLISH2)}`,
};
var CHINESE2 = {
	noRule: (surface) => `没有允许它的 ${surface} 规则`,
	noneNeeded: "它不需要规则",
	rule: (pattern, surface, action) => `${surface} 规则 \`${pattern}\` 的判定是 ${action}`,
	granted: (pattern, surface) => `你已在本次会话内允许 ${surface} \`${pattern}\``,
	preset: (pattern, name) => `预设 ${name} 的 \`${pattern}\` 允许它`,
	mayBe: (pattern, surface, action) => `运行时才知道的部分可能命中 ${surface} 规则 \`${pattern}\`（${action}）`,
	protected: (pattern) => `\`${pattern}\` 受保护（Portcullis 自己的设置），没有规则明确允许它`,
	unread: (problem) => `无法解析：${problem}`,
	because: (reason) => `（${reason}）`,
	denied: (what, why) => `portcullis：已拒绝 \`${what}\`：${why}。请不要绕过；换一种做法，或者询问用户。`,
	deniedByLink: (what, link, reason) =>
		`portcullis：授权者 ${link} 拒绝了 \`${what}\`${reason === "" ? "。" : `：${reason}`}`,
	host: (notice, gate) => {
		if (notice === "the name is taken") return "portcullis：另一个扩展已经注册了授权者 `inner-cmd`，由它来回答";
		if (notice === "it asks the links")
			return "portcullis：本次会话由 pi-permission-system 判定，并询问 Portcullis 的授权者。settings.json 里的 `permission` 不起作用：请删除它，或者移除那个扩展";
		return gate
			? "portcullis：同时加载了 pi-permission-system，其版本无法询问授权者。两道关卡都开着，每次调用都要通过两者：从 `packages` 移除 `@gotgenes/pi-permission-system` 则只由 Portcullis 询问，从 settings.json 删除 `permission` 则只由对方询问"
			: "portcullis：加载的 pi-permission-system 版本无法询问授权者，因此 `inner-cmd` 不起作用。在 settings.json 里设置 `innerCommand.hoist: true`，`timeout 60 x` 会作为带超时的 `x` 交给它";
	},
	deniedByUser: (what, note) => `portcullis：用户拒绝了 \`${what}\`${note === "" ? "。" : `：${note}`}`,
	holdsBack: ({ pattern, preset, reason }) => `，预设 ${preset} 的 \`${pattern}\` 不允许这些参数（${reason}）`,
	nobody: (what, why, setting, other) =>
		`portcullis：\`${what}\` 需要批准：${why}，而这里没有人可以询问。${other === undefined ? "" : `这样写是允许的：\`${displayText(other.command)}\`${other.timeout === undefined ? "" : `，并用工具自己的 \`timeout\`：${other.timeout}`}。`}${setting === undefined ? "按这种写法没有规则能放行；请换一种更简单的写法" : `用户可以在 settings.json 里放行：${setting}`}`,
	failed: (error) => `portcullis：无法判定这次调用，已拦截：${error}`,
	auditFailed: (path, error) =>
		`portcullis：无法写入审计日志 ${displayText(path)}：${displayText(error)}。判定不受影响。`,
	question: (tool) => `Portcullis：允许 agent 这样做吗（${tool}）？`,
	more: (count) => `…… 另有 ${count} 处`,
	moreLines: (count) => `…… 省略 ${count} 个字符 ……`,
	allowOnce: "允许这一次",
	allowForSession: (rules) => `本次会话内允许 ${rules}`,
	deny: "拒绝",
	denyWithReason: "拒绝并说明原因",
	reasonPrompt: "agent 应该知道什么，或者改做什么？",
	mistakes: (mistakes) => `portcullis：设置里有 ${mistakes.length} 处错误：
${list(mistakes)}`,
	notes: (notes) => `portcullis：有些规则不起作用，或者顺序不对：
${few(notes, CHINESE2)}`,
};
function list(mistakes) {
	return mistakes.map(({ path, message }) => `  ${displayText(`${path}: ${message}`)}`).join(`
`);
}
var FEW_NOTES = 3;
function few(notes, text) {
	const more = notes.length - FEW_NOTES;
	return (
		list(notes.slice(0, FEW_NOTES)) +
		(more > 0
			? `
  ${text.more(more)}`
			: "")
	);
}
function messages(language) {
	return language === "zh" ? CHINESE2 : ENGLISH2;
}
function whyOf(judgement, problem, text) {
	const { raisedBy, action } = judgement.verdict;
	if (isUnread(judgement) && problem !== undefined && action === "ask") return text.unread(displayText(problem));
	const decided = decisiveRule(judgement.verdict);
	if (decided === undefined) return action === "allow" ? text.noneNeeded : text.noRule(judgement.surface);
	if (decided.origin === "builtin" && decided.preset === undefined) return text.protected(displayText(decided.pattern));
	const reason = decided.reason === undefined ? "" : text.because(displayText(decided.reason));
	if (decided.origin === "session") return text.granted(displayText(decided.pattern), judgement.surface);
	if (decided.preset !== undefined) return text.preset(decided.pattern, decided.preset) + reason;
	const say = raisedBy === undefined ? text.rule : text.mayBe;
	return say(displayText(decided.pattern), judgement.surface, decided.action) + reason;
}

// src/pi/explanation.ts
var MARKS = { allow: "✔ allow", ask: "? ask  ", deny: "✖ deny " };
function explanation(command, settings, { cwd, files, approved = [] }) {
	const policy = policyOf(settings).approving(approved);
	const paths = pathContext(cwd, settings);
	const judge = (text, rules) =>
		judgeRequest(commandFor(text, settings.shell), rules, paths, settings.innerCommand.wrappers);
	const rejudge = (rules) => judge(command, rules);
	const ruling = rejudge(policy.tracing());
	const pathOf = pathsIn(policy.ruleset);
	const say = dialogMessages("en");
	const lines = [displayText(command), ""];
	lines.push(...linesOf2(settings.mistakes).map((line) => `! ${line}`));
	if (settings.ruleset === undefined)
		lines.push("There is no `permission` block, so the gate is off. With an empty one:");
	if (lines.length > 2) lines.push("");
	for (const judgement of ruling.judgements) {
		const { surface, context, verdict } = judgement;
		const { action, overridden = [] } = verdict;
		const decided = isUnread(judgement) ? undefined : decisiveRule(verdict);
		const mistake =
			action === "allow"
				? undefined
				: settings.mistakes.find(
						(one) => files.includes(one.path) || concernsSurface(one, (decided ?? { surface }).surface),
					);
		const details = [`because ${whyOf(judgement, ruling.problem, messages("en"))}`];
		const grant =
			decided?.origin === "session"
				? approved.findLastIndex((one) => one.surface === decided.surface && one.pattern === decided.pattern)
				: -1;
		const written = mistake === undefined && grant < 0 ? decided : undefined;
		if (written !== undefined) details[0] += `: ${pathOf(written)}`;
		if (written !== undefined && overridden.length > 0) {
			const shown = overridden.slice(0, FEW2).map((other) => `${pathOf(other)} (${other.action})`);
			const more = overridden.length - shown.length;
			details.push(say.overrides(shown.join(", ") + (more > 0 ? ` and ${more} more` : "")));
		}
		const preset =
			action === "ask" && surface === "bash" ? presetFor(judgement.text, decided, policy.ruleset) : undefined;
		if (preset !== undefined)
			details.push(
				`\`${preset.pattern}\` of the preset ${preset.preset} does not allow these arguments (${preset.reason})`,
			);
		if (grant >= 0) details.push(`\`/portcullis grants revoke ${grant + 1}\` takes that back`);
		else if (mistake !== undefined)
			details.push(`would change once ${mistake.path} is put right: until then nothing is allowed there`);
		else details.push(say.changes(changeThatFlips(judgement, ruling, policy, rejudge)));
		lines.push(
			`${MARKS[action]}  ${whatOf(judgement)}  [${context === "top level" ? surface : `${surface}, ${context}`}]`,
			...details.map((line) => `           ${displayText(line)}`),
		);
	}
	const { innerCommand, authorizerChain, shell } = settings;
	const query = policyQuery({ rules: () => policy, paths, judge: (text) => judge(text, policy) });
	const answer = authorizerChain.includes(INNER_COMMAND)
		? afterInnerCommand(command, ruling, query, { ...innerCommand, prefix: shell.prefix })
		: undefined;
	const verdict = `${MARKS[ruling.state].trim()}: ${summary(ruling)}`;
	if (answer === undefined) lines.push("", verdict);
	else
		lines.push(
			"",
			`by the rules ${verdict}`,
			`${MARKS[answer].trim()}: ${INNER_COMMAND} (${innerCommand.grammar}) answers`,
		);
	return lines;
}
var FEW2 = 3;
function summary({ state, judgements }) {
	const same = judgements.filter(({ verdict }) => verdict.action === state).length;
	const verb = {
		allow: ["is allowed", "are allowed"],
		ask: ["needs an approval", "need an approval"],
		deny: ["is denied", "are denied"],
	};
	return `${same} of ${judgements.length} parts ${verb[state][same === 1 ? 0 : 1]}`;
}
function linesOf2(mistakes) {
	return mistakes.map(({ path, message }) => displayText(`${path}: ${message}`));
}

// src/policy/shadow.ts
var BUDGET = 1e7;
function notesOn(ruleset, home) {
	const { shadowed, complete } = findShadowed(ruleset, home);
	const pathOf = pathsIn(ruleset);
	const notes = shadowed.map(({ rule, by }) => ({
		path: pathOf(rule),
		message:
			rule.pattern === by.pattern
				? `the ${by.origin} rule of the same pattern takes its place`
				: `never decides: ${pathOf(by)} comes later and matches all that it does`,
		expected: rule.origin !== by.origin,
	}));
	const before = new Map();
	for (const rule of ruleset.filter(isWritten)) {
		const { surface, pattern, origin } = rule;
		const map = `${origin} ${surface}`;
		const count = before.get(map) ?? 0;
		if (pattern !== "*") before.set(map, count + 1);
		else if (count > 0) {
			const message = `comes later than ${count === 1 ? "a rule" : `${count} rules`} and overrides ${count === 1 ? "it" : "them"}: write it first`;
			notes.push({ path: pathOf(rule), message, expected: false });
		}
		if (surface === "env" && !/[=*?]/.test(pattern)) {
			const message = `matches nothing: a pattern is about NAME=value, as in ${JSON.stringify(`${pattern}=*`)}`;
			notes.push({ path: pathOf(rule), message, expected: false });
		}
	}
	if (!complete) {
		const message = "too many rules to compare each with all: there may be others that never decide";
		notes.push({ path: "permission", message, expected: true });
	}
	return notes;
}
function findShadowed(ruleset, home) {
	const shadowed = [];
	let left = BUDGET;
	const bySurface = Map.groupBy(
		ruleset.filter((rule) => rule.surface !== UNIVERSAL && isWritten(rule)),
		({ surface }) => surface,
	);
	for (const [surface, rules] of bySurface) {
		const comparable = compileRules(rules, surface, home).filter(({ rule }) => !UNCOMPARABLE.test(rule.pattern));
		const index = new RuleIndex(comparable);
		for (const earlier of comparable) {
			const text = patternText(earlier.pattern);
			const found = index.findLast({ texts: [text] }, (later) => {
				left -= 1;
				if (later === earlier || left < 0) return earlier;
				const { prefix, elements } = later.pattern;
				if (!mayShadow(later, earlier) || !text.text.startsWith(prefix)) return;
				left -= elements.length * text.text.length;
				return left >= 0 && must(later.pattern, text) ? later : undefined;
			});
			if (left < 0) return { shadowed, complete: false };
			if (found !== undefined && found !== earlier) shadowed.push({ rule: earlier.rule, by: found.rule });
		}
	}
	return { shadowed, complete: true };
}
var UNCOMPARABLE = new RegExp(`[\\0${ANY_CHARACTER}]`);
function mayShadow(later, earlier) {
	const { pattern, action, surface } = later.rule;
	const allows = earlier.rule.action === "allow";
	if (pattern === "*" || (action === "allow" && !allows)) return false;
	if (surface !== "bash") return true;
	if (earlier.namesSource && !(later.namesSource && (action === "allow") === allows)) return false;
	if (action !== "allow") return true;
	const strict = later.pattern.words > earlier.pattern.words && /[^\S ]/.test(earlier.rule.pattern);
	return earlier.rule.pattern !== "*" && !strict;
}

// src/cli.ts
var USAGE = `Usage:
  portcullis.js explain [--settings FILE] 'COMMAND'   why a command is allowed, asked about or denied
  portcullis.js decide --jsonl [--settings FILE]      one JSON request a line on standard input, one decision a line back
  portcullis.js check [--settings FILE]               names the mistakes in the settings, and rules without effect
  portcullis.js log [--file F] [--verdict allow|ask|deny] [--session ID] [--since TIME] [--tool T] [--follow] [--json]
                                                      what was decided, and by whom
  portcullis.js replay --permission FILE [--file F]   what other rules would change in what was decided
  portcullis.js suggest [--file F]                    the rules that would have saved the most prompts
  portcullis.js --version

A request is { "command": …, "permission": …, "cwd"?: …, "home"?: …, "grammar"?: …, "wrappers"?: … }; without
"permission" the settings' is used.
Settings are read from $PI_CODING_AGENT_DIR/settings.json or ~/.pi/agent/settings.json, then ./.pi/settings.json.
F is the audit log, if not that of the settings; TIME is a date, or a time ago: 90m, 12h, 7d. \`ask\` is what the rules ask
about, whatever came of it. --settings FILE goes with all of them: FILE is read as settings in place of yours. The FILE of
--permission holds settings, or nothing but a \`permission\` map.
`;
async function runCommandLine(args) {
	process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));
	withoutModuleWarning();
	const [name, ...rest] = args;
	try {
		if (Number.parseInt(process.versions.node) < 22)
			throw new Error(`Node 22 or newer is needed, this is ${process.versions.node}`);
		if (rest.length === 1 && (rest[0] === "--help" || rest[0] === "-h")) print(USAGE.trimEnd());
		else if (name === "explain") explain(rest);
		else if (name === "decide") await decideLines(rest);
		else if (name === "check") check2(rest);
		else if (name === "log") await log(rest);
		else if (name === "replay") await replay(rest);
		else if (name === "suggest") await suggest(rest);
		else if (name === "--version") print(version);
		else if (name === "--help" || name === "-h" || name === "help") print(USAGE.trimEnd());
		else throw new UsageError(name === undefined ? "a command is missing" : `unknown command \`${name}\``);
	} catch (error) {
		const message = messageOf(error);
		process.stderr.write(`portcullis: ${message}
${
	error instanceof UsageError
		? `
${USAGE}`
		: ""
}`);
		process.exitCode = 2;
	}
}
function withoutModuleWarning() {
	const listeners = process.listeners("warning");
	process.removeAllListeners("warning");
	process.on("warning", (warning) => {
		if (warning.code !== "MODULE_TYPELESS_PACKAGE_JSON") for (const listener of listeners) listener(warning);
	});
}
function explain(args) {
	const { values, operands } = takeOptions(args, ["settings"], [], true);
	const { settings, files } = readSettings(values["settings"]);
	const [command, ...more] = operands;
	if (command === undefined) throw new UsageError("explain needs a command");
	if (more.length > 0) throw new UsageError("one argument, please: quote the command");
	print(
		explanation(command, settings, { cwd: process.cwd(), files }).join(`
`),
	);
}
function check2(args) {
	const { settings, files } = readSettings(takeOptions(args, ["settings"], []).values["settings"]);
	const { ruleset } = settings;
	const own = ruleset?.filter(({ preset }) => preset === undefined);
	print(files.length === 0 ? "there are no settings files" : `read ${files.join(" and ")}`);
	for (const line of linesOf2(settings.mistakes)) print(line);
	for (const surface of unknownSurfaces(settings, []))
		print(`note: permission[${JSON.stringify(surface)}] is for a tool of that name; Pi itself has none`);
	for (const line of linesOf2(notesOn(ruleset ?? [], homedir4()))) print(`note: ${line}`);
	for (const preset of new Set(ruleset?.flatMap((rule) => rule.preset ?? [])))
		print(`preset ${preset}: ${ruleset?.filter((rule) => rule.preset === preset).length} rules below yours`);
	if (settings.mistakes.length > 0) process.exitCode = 1;
	else
		print(
			own === undefined
				? "no mistakes; there is no `permission` block, so the gate is off"
				: `no mistakes; rules: ${own.length}`,
		);
}
async function decideLines(args) {
	const { values, flags } = takeOptions(args, ["settings"], ["jsonl"]);
	if (!flags.has("jsonl")) throw new UsageError("decide needs --jsonl");
	const { settings } = readSettings(values["settings"]);
	const decideLine = (line) => {
		try {
			const request = JSON.parse(line);
			if (!isMap(request)) throw new Error("a request is a map");
			for (const key of ["command", "cwd", "home"]) {
				if (typeof request[key] !== "string" && (key === "command" || request[key] !== undefined))
					throw new Error(`\`${key}\` must be a text`);
			}
			if (request["grammar"] !== undefined && request["grammar"] !== "strict" && request["grammar"] !== "full")
				throw new Error('`grammar` must be "strict" or "full"');
			const { command, cwd, home, env, grammar, wrappers } = request;
			if ("permission" in request) return decide(request);
			const { ruleset } = settings;
			if (ruleset === undefined) throw new Error("`permission` is missing, here and in the settings");
			const { innerCommand } = settings;
			return decideUnder(
				command,
				new Policy(ruleset, home),
				{ cwd, home, env },
				{
					grammar: grammar ?? innerCommand.grammar,
					wrappers: wrappers === undefined ? innerCommand.wrappers : readWrappers(wrappers).wrappers,
				},
			);
		} catch (error) {
			return { error: messageOf(error) };
		}
	};
	for await (const line of readLines(process.stdin)) await printSlowly(JSON.stringify(decideLine(line)));
}

// src/guards/command.ts
import { existsSync as existsSync7 } from "node:fs";

// src/pi/notify.ts
function notify(ctx, message, type) {
	if (ctx.hasUI) ctx.ui.notify(message, type);
	else console.error(message);
}

// src/guards/command.ts
var SUBCOMMANDS = [
	["status", "", "what is on, and from which settings files"],
	["why", "[N]", "the last decisions, and the rules behind them"],
	["rules", "[SURFACE]", "the rules in order, the last one that matches wins"],
	["grants", "[revoke N|all]", "what was allowed for this session"],
	["log", "[N]", "the last lines of this session in the audit log"],
	["explain", "COMMAND", "why a command would be allowed, asked about or denied"],
];
function portcullisCommand(pi, gateOf) {
	pi.on("session_start", () => {
		const taken = pi.getCommands().some(({ name, source }) => name === NAME4 && source === "extension");
		if (!taken) register(pi, gateOf);
	});
}
var NAME4 = "portcullis";
function register(pi, gateOf) {
	pi.registerCommand(NAME4, {
		description: `Portcullis: ${SUBCOMMANDS.map(([name]) => name).join(", ")}`,
		getArgumentCompletions: (prefix) => {
			const typed = prefix.trimStart();
			const items = SUBCOMMANDS.filter(([name]) => name.startsWith(typed) && name !== typed).map(
				([name, words, what]) => ({
					value: words === "" ? name : `${name} `,
					label: `${name} ${words}`.trim(),
					description: what,
				}),
			);
			return items.length === 0 ? null : items;
		},
		handler: async (args, ctx) => {
			const lines = (await answer(args.trim(), gateOf(ctx), ctx)).map(displayText);
			notify(
				ctx,
				lines.join(`
`),
				"info",
			);
		},
	});
}
async function answer(args, gate, ctx) {
	const [name = "", ...words] = args.split(/\s+/);
	const rest = args.slice(name.length).trim();
	if (name === "" || name === "status") return status(gate, ctx);
	if (name === "why") return why(gate, rest);
	if (name === "rules") return rules(gate, rest);
	if (name === "log") return await log2(gate, ctx, rest);
	if (name === "grants") return grants(gate, words);
	if (name === "explain" && rest !== "") return explain2(gate, ctx, rest);
	return SUBCOMMANDS.map(([one, more, what]) => `/portcullis ${`${one} ${more}`.trim()}  ${what}`);
}
function status({ session, authorizers }, ctx) {
	const { settings, approved, audit } = session;
	const { ruleset, innerCommand, authorizerChain } = settings;
	const { global, project } = settingsFiles(ctx.cwd, ctx.isProjectTrusted());
	const file = (name, path) => `${name} settings: ${path}${existsSync7(path) ? "" : " (there are none)"}`;
	const own = ruleset?.filter(({ preset }) => preset === undefined) ?? [];
	const presets = [...new Set(ruleset?.flatMap(({ preset }) => preset ?? []))];
	const linked = new Set(authorizers.chain.map(({ name }) => name));
	const chain = authorizerChain.map((name) => (linked.has(name) ? name : `${name} (not registered)`));
	return [
		`Portcullis ${version}`,
		file("global", global),
		project === undefined ? "project settings: not used, the project is not trusted" : file("project", project),
		ruleset === undefined
			? "permission gate: off, there is no `permission` block"
			: authorizers.hosted
				? "permission gate: off, pi-permission-system judges this session's calls"
				: `permission gate: on, ${own.length} rules${presets.map((preset) => `, preset ${preset}`).join("")}`,
		`authorizers: ${chain.length === 0 ? "none" : chain.join(", ")}; inner-cmd: ${innerCommand.grammar}${innerCommand.hoist ? ", hoisting" : ""}`,
		`allowed for this session: ${approved.getRuleset().length}`,
		`audit log: ${settings.audit === undefined ? "off" : `${settings.audit.path}${audit?.healthy === false ? " (CANNOT BE WRITTEN)" : ""}`}`,
		`default timeout: ${settings.defaultTimeout === 0 ? "off" : `${settings.defaultTimeout} s`}`,
		...linesOf2(settings.mistakes).map((line) => `! ${line}`),
	];
}
var FEW3 = 5;
function why({ session, decisions }, count) {
	const shown = decisions.slice(-(/^[1-9][0-9]*$/.test(count) ? Number(count) : FEW3));
	if (shown.length === 0) return ["nothing was decided yet"];
	const text = messages(session.language);
	return shown.flatMap(({ whole, blocked, by, ruling, steps, answer, error }) => {
		const judgement = ruling === undefined ? undefined : trigger(ruling);
		const said = steps.map(
			({ name, verdict, error }) => `${name}: ${verdict}${error === undefined ? "" : ` (${error})`}`,
		);
		const because =
			judgement === undefined ? (error ?? "") : `\`${whatOf(judgement)}\`: ${whyOf(judgement, ruling?.problem, text)}`;
		return [
			`${MARKS[blocked === undefined ? "allow" : "deny"]}  ${whole}`,
			`    ${by}; ${because}`,
			...(said.length === 0 ? [] : [`    ${said.join(", ")}`]),
			...(answer?.sessionApprovalPattern ?? []).map(
				({ surface, pattern }) => `    allowed for the session: ${surface} \`${pattern}\``,
			),
		];
	});
}
var FEW_LINES = 10;
async function log2({ session }, ctx, count) {
	const { audit } = session.settings;
	if (audit === undefined) return ["there is no audit log: `audit` is false"];
	const length = /^[1-9][0-9]*$/.test(count) ? Number(count) : FEW_LINES;
	const id = ctx.sessionManager.getSessionId();
	const last = [];
	try {
		for await (const { entry } of readAudit(audit.path)) {
			if (entry?.session !== id) continue;
			last.push(entry);
			if (last.length > length) last.shift();
		}
	} catch {}
	if (last.length === 0) return [`nothing of this session is in ${audit.path}`];
	return [...last.flatMap((entry) => entryText(entry) ?? []), audit.path];
}
function rules({ session, policy }, surface) {
	const all = policy.ruleset.filter(
		(rule) => rule.preset === undefined && (surface === "" || rule.surface === surface),
	);
	const pathOf = pathsIn(policy.ruleset);
	const presets = [...new Set(policy.ruleset.flatMap(({ preset }) => preset ?? []))];
	const lines = all.map(
		(rule) => `${MARKS[rule.action]}  ${pathOf(rule)}${rule.reason === undefined ? "" : ` (${rule.reason})`}`,
	);
	if (session.settings.ruleset === undefined) return ["there is no `permission` block"];
	if (lines.length === 0) lines.push(surface === "" ? "there are no rules" : `there are no rules for ${surface}`);
	return [...presets.map((preset) => `preset ${preset}, below all of these`), ...lines];
}
function grants({ session: { approved } }, [what = "", which = "", ...more]) {
	const before = approved.getRuleset();
	if (what !== "" && (what !== "revoke" || more.length > 0 || !/^(?:all|[1-9][0-9]*)$/.test(which)))
		return ["/portcullis grants [revoke N|all]"];
	if (what === "revoke" && which === "all") approved.clear();
	else if (what === "revoke" && !approved.revoke(Number(which) - 1)) return [`there is no grant ${which}`];
	const left = approved.getRuleset();
	const revoked = what === "revoke" ? [`revoked: ${before.length - left.length}`] : [];
	if (left.length === 0) return [...revoked, "nothing is allowed for this session"];
	return [...revoked, ...left.map(({ surface, pattern }, index) => `${index + 1}. ${surface} \`${pattern}\``)];
}
function explain2({ session }, ctx, command) {
	const { global, project } = settingsFiles(ctx.cwd, ctx.isProjectTrusted());
	const files = [global, project].flatMap((file) => file ?? []);
	return explanation(command, session.settings, { cwd: ctx.cwd, files, approved: session.approved.getRuleset() });
}

// src/guards/default-timeout.ts
function defaultTimeoutGuard(pi, session) {
	pi.on("tool_call", (event, ctx) => {
		if (event.toolName !== "bash") return;
		const { defaultTimeout } = session(ctx).settings;
		const input = event.input;
		if (defaultTimeout > 0) input.timeout ??= defaultTimeout;
		return;
	});
}

// src/authority/hoist.ts
function hoistTimeout(command, prefix) {
	if (!/^\s*timeout[ \t]/.test(command)) return;
	const { units, assignments, redirects } = analyze(command);
	const [unit, ...more] = units.filter(({ context }) => context !== "wrapper");
	if (unit === undefined || more.length > 0 || assignments.length > 0) return;
	let rest = command.slice(0, unit.start) + command.slice(unit.end);
	for (const { source } of redirects) rest = rest.replace(source, "");
	const parsed = parseTimeoutWrapper(unit.source);
	if (rest.trim() !== "" || parsed === undefined) return;
	const bare = lessTimeout(command, unit.start, parsed, prefix);
	return bare === undefined ? undefined : { command: bare, seconds: secondsOf(parsed.duration) };
}

// src/guards/hoist.ts
function hoistGuard(pi, session) {
	pi.on("tool_call", (event, ctx) => {
		const { settings } = session(ctx);
		if (event.toolName !== "bash" || !settings.innerCommand.hoist) return;
		const input = event.input;
		const { command } = input;
		const limit = Number(input["timeout"] ?? Number.POSITIVE_INFINITY);
		const hoisted = typeof command === "string" ? hoistTimeout(command, settings.shell.prefix) : undefined;
		if (hoisted === undefined || hoisted.seconds > MAX_TIMEOUT || !(limit > 0)) return;
		input["command"] = hoisted.command;
		input["timeout"] = Math.min(limit, hoisted.seconds);
	});
}

// src/guards/permission.ts
import { createHash, randomUUID } from "node:crypto";
import { homedir as homedir5 } from "node:os";

// src/authority/freeze.ts
function freeze(value) {
	if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
	Object.freeze(value);
	for (const inner of Object.values(value)) freeze(inner);
}

// src/authority/chain.ts
async function consult(links, details, query, limits) {
	const steps = [];
	freeze(details);
	freeze(query);
	for (const link of links) {
		if (limits.signal?.aborted === true) break;
		const { verdict, step } = await ask(link, details, query, limits);
		steps.push(step);
		if (verdict.kind !== "defer") return { verdict, by: link.name, steps };
	}
	return { verdict: DEFER, by: undefined, steps };
}
async function ask({ name, authorize }, details, query, { clock, timeoutMs, signal, mayAllow }) {
	const started = clock.now();
	const notes = [];
	let closed = false;
	const note = (event, fields = {}) => {
		if (!closed && notes.length < MAX_NOTES) notes.push({ event, fields });
	};
	const log = { review: note, debug: note };
	let stop = () => {
		return;
	};
	const limit = new Promise((resolve) => {
		const stopTimer = clock.after(timeoutMs, () => resolve(new Error(`no answer within ${timeoutMs} ms`)));
		const abort = () => resolve(new Error("the call was aborted"));
		signal?.addEventListener("abort", abort, { once: true });
		stop = () => {
			stopTimer();
			signal?.removeEventListener("abort", abort);
		};
	});
	let verdict = DEFER;
	let error;
	try {
		const given = await Promise.race([(async () => await authorize(details, query, log))(), limit]);
		const copy = typeof given === "object" && given !== null && !(given instanceof Error) ? { ...given } : given;
		if (given instanceof Error) error = given.message;
		else if (!isVerdict(copy)) error = "gave no verdict";
		else if (copy.kind === "allow" && !mayAllow) error = "an ask about files is not answered by a link's allow";
		else verdict = copy;
	} catch (thrown) {
		error = messageOf(thrown);
	} finally {
		stop();
		closed = true;
	}
	const reason = verdict.kind === "deny" ? verdict.reason : undefined;
	const step = {
		name,
		verdict: verdict.kind,
		...(reason != null && { reason }),
		...(error !== undefined && { error }),
		ms: clock.now() - started,
		notes,
	};
	return { verdict, step };
}
var MAX_NOTES = 20;

// src/pi/binding.ts
var JUDGED = Symbol.for("pi-portcullis:judged");
function claimCall(input) {
	const shared = globalThis;
	const judged = (shared[JUDGED] ??= new WeakSet());
	if (judged.has(input)) return false;
	judged.add(input);
	return true;
}
function bindField(input, field) {
	const value = input[field];
	freeze(value);
	Object.defineProperty(input, field, {
		get: () => value,
		set: () => {
			throw new Error(`portcullis: \`${field}\` was judged and cannot be changed any more`);
		},
		enumerable: field in input,
		configurable: false,
	});
}

// src/pi/clock.ts
var CLOCK = {
	now: () => performance.now(),
	after(ms, callback) {
		const timer = setTimeout(callback, ms);
		timer.unref();
		return () => clearTimeout(timer);
	},
};

// src/pi/dialog-queue.ts
var WAITING = Symbol.for("pi-portcullis:dialogs");
function inTurn(ui, ask) {
	const shared = globalThis;
	const waiting = (shared[WAITING] ??= new WeakMap());
	const answer = (waiting.get(ui) ?? Promise.resolve()).then(ask);
	waiting.set(
		ui,
		answer.catch(() => {
			return;
		}),
	);
	return answer;
}

// src/pi/line-editor.ts
class LineEditor {
	characters;
	cursor;
	constructor(text) {
		this.characters = [...text];
		this.cursor = this.characters.length;
	}
	get text() {
		return this.characters.join("");
	}
	get parts() {
		const { characters, cursor } = this;
		return [characters.slice(0, cursor).join(""), characters[cursor] ?? " ", characters.slice(cursor + 1).join("")];
	}
	press(key) {
		const { characters, cursor } = this;
		if (typeof key === "object") {
			characters.splice(cursor, 0, ...key.text);
			this.cursor += [...key.text].length;
		} else if (key === "left") this.cursor = Math.max(0, cursor - 1);
		else if (key === "right") this.cursor = Math.min(characters.length, cursor + 1);
		else if (key === "home") this.cursor = 0;
		else if (key === "end") this.cursor = characters.length;
		else if (key === "delete") characters.splice(cursor, 1);
		else if (key === "backspace") this.cut(Math.max(0, cursor - 1));
		else if (key === "delete to start") this.cut(0);
		else if (key === "delete word") {
			let start = cursor;
			while (characters[start - 1] === " ") start--;
			while (start > 0 && characters[start - 1] !== " ") start--;
			this.cut(start);
		}
	}
	cut(start) {
		this.characters.splice(start, this.cursor - start);
		this.cursor = start;
	}
}

// src/pi/approval.ts
var QUIET_TIME = 500;
function isEditable(rules) {
	return rules.length > 0 && rules.every(({ pattern }) => !/\p{C}/u.test(pattern));
}

class Approval {
	view;
	selected = 0;
	scroll = 0;
	page = 1;
	detailed = false;
	writing;
	notice = "";
	outcome;
	candidates;
	quietUntil;
	constructor(view, now) {
		this.view = view;
		this.candidates = view.candidates;
		this.quietUntil = now + QUIET_TIME;
	}
	get choices() {
		const session = this.candidates.map((rules) => ({ kind: "session", rules }));
		return [{ kind: "deny" }, { kind: "once" }, ...session, { kind: "reason" }];
	}
	get candidate() {
		if (this.candidates.length === 0) return;
		const index = this.selected - 2;
		return index >= 0 && index < this.candidates.length ? index : 0;
	}
	isQuiet(now) {
		return now < this.quietUntil;
	}
	changesIn(now) {
		if (this.isQuiet(now)) return this.quietUntil - now;
		const { deadline } = this.view;
		return deadline === undefined || deadline <= now ? undefined : (deadline - now) % 1000 || 1000;
	}
	press(key, now) {
		if (this.outcome !== undefined) return;
		if (this.isQuiet(now)) {
			this.quietUntil = now + QUIET_TIME;
			return;
		}
		this.notice = "";
		if (this.writing !== undefined) this.write(this.writing, key);
		else if (typeof key === "object") {
			if (key.typed) this.type(key.text);
		} else this.move(key);
	}
	type(character) {
		const { text } = this.view;
		const { candidate } = this;
		if (character === "y") this.outcome = { kind: "once" };
		else if (character === "n") this.outcome = { kind: "deny", note: "" };
		else if (character === "r") this.writing = { editor: new LineEditor(""), edited: undefined };
		else if (character === "?") this.detailed = !this.detailed;
		else if (character === "j") this.scroll++;
		else if (character === "k") this.scroll--;
		else if (character === "s" || character === "e") {
			const rules = candidate === undefined ? undefined : this.candidates[candidate];
			if (candidate === undefined || rules === undefined) this.notice = text.noPattern;
			else if (character === "s") this.outcome = { kind: "session", rules };
			else if (isEditable(rules)) this.edit(candidate, rules, 0);
			else this.notice = text.noEdit;
		}
	}
	move(key) {
		const { length } = this.choices;
		if (key === "up") this.selected = (this.selected + length - 1) % length;
		else if (key === "down") this.selected = (this.selected + 1) % length;
		else if (key === "page up") this.scroll -= this.page;
		else if (key === "page down") this.scroll += this.page;
		else if (key === "cancel") this.outcome = { kind: "deny", note: "" };
		else if (key === "enter") this.take(this.choices[this.selected]);
	}
	take(choice) {
		if (choice === undefined || choice.kind === "deny") this.outcome = { kind: "deny", note: "" };
		else if (choice.kind === "reason") this.type("r");
		else this.outcome = choice.kind === "session" ? choice : { kind: "once" };
	}
	edit(candidate, rules, index) {
		this.writing = { editor: new LineEditor(rules[index]?.pattern ?? ""), edited: { candidate, rules, index } };
	}
	write({ editor, edited }, key) {
		if (key === "cancel") this.writing = undefined;
		else if (key !== "enter") editor.press(key);
		else if (edited === undefined) this.outcome = { kind: "deny", note: editor.text.trim() };
		else {
			const { candidate, index } = edited;
			const rules = edited.rules.map((rule, at) => (at === index ? { ...rule, pattern: editor.text } : rule));
			if (index + 1 < rules.length) this.edit(candidate, rules, index + 1);
			else this.replace(candidate, rules);
		}
	}
	replace(candidate, rules) {
		const { check, text } = this.view;
		const { allows, warning } = check(rules);
		if (!allows) {
			this.edit(candidate, rules, 0);
			this.notice = text.notAllowing;
			return;
		}
		this.writing = undefined;
		this.candidates = this.candidates.map((other, index) => (index === candidate ? rules : other));
		this.selected = candidate + 2;
		this.notice = warning;
	}
}

// src/pi/columns.ts
var NARROW = /[\u0020-\u10FF\u1E00-\u2319\u2500-\u25FC\u2714\u2716]/;
var ABOVE = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/;
var MARK = /\p{M}/u;
function columnsOf(character) {
	if (ABOVE.test(character)) return 0;
	return NARROW.test(character) || MARK.test(character) ? 1 : 2;
}
function textColumns(text) {
	let columns = 0;
	for (const character of text) columns += columnsOf(character);
	return columns;
}
function wrapText(text, columns, words = false) {
	return text
		.split(
			`
`,
		)
		.flatMap((line) => wrapLine(line.replaceAll("\t", "    "), Math.max(1, columns), words));
}
function wrapLine(line, columns, words) {
	const lines = [];
	let current = "";
	let used = 0;
	for (const character of line) {
		const shown = columnsOf(character) > columns ? "?" : character;
		const more = columnsOf(shown);
		if (used + more > columns) {
			const space = words && character !== " " ? current.lastIndexOf(" ") : -1;
			const rest = space > 0 ? current.slice(space + 1) : "";
			lines.push(space > 0 ? current.slice(0, space) : current);
			current = rest;
			used = textColumns(rest);
			if (words && character === " ") continue;
		}
		current += shown;
		used += more;
	}
	return [...lines, current];
}
function cutText(text, columns) {
	const [first = "", ...more] = wrapText(text, columns);
	if (more.length === 0) return first;
	return columns < 2 ? "…".slice(0, columns) : `${wrapText(text, columns - 1)[0] ?? ""}…`;
}

// src/pi/approval-view.ts
var MARKS2 = { allow: "✔", ask: "?", deny: "✖" };
var ROWS_BELOW = 4;
var LEAST = { call: 3, brief: 8 };
var MAX_COVERS = 4;
function approvalLines(approval, columns, rows, now) {
	const { view } = approval;
	const rule = [{ text: "─".repeat(columns), style: "dim" }];
	const head = [rule, ...styled(wrapText(view.title, columns, true), "title")];
	const all = knownCallLines(approval, columns);
	const roomAbove = (foot) => rows - ROWS_BELOW - head.length - foot.length - 1;
	let foot = [...footLines(approval, columns, now, false), rule];
	if (roomAbove(foot) < Math.min(LEAST.brief, all.length)) foot = [...footLines(approval, columns, now, true), rule];
	const room = Math.max(LEAST.call, roomAbove(foot));
	const fits = all.length <= room;
	approval.page = fits ? all.length : Math.max(1, room - 1);
	approval.scroll = Math.max(0, Math.min(approval.scroll, all.length - approval.page));
	const { scroll, page } = approval;
	const shown = all.slice(scroll, scroll + page);
	const position = fits ? "" : view.text.scroll(scroll + 1, scroll + page, all.length);
	return [...head, ...shown, [{ text: cutText(position, columns), style: "dim" }], ...foot];
}
function footLines(approval, columns, now, brief) {
	return [
		...(approval.writing === undefined ? choiceLines(approval, columns, brief) : writingLines(approval, columns)),
		...styled(approval.notice === "" ? [] : wrapText(approval.notice, columns, true), "warning"),
		...helpLines(approval, columns, now, brief),
		...countdown(approval, columns, now),
	];
}
function styled(lines, style) {
	return lines.map((text) => [{ text, style }]);
}
function marked(mark, text, columns, style, markStyle = style) {
	const width = textColumns(mark);
	if (columns < width + 4) return styled(wrapText(mark + text, columns), style);
	return wrapText(text, columns - width, true).map((line, index) => [
		{ text: index === 0 ? mark : " ".repeat(width), style: markStyle },
		{ text: line, style },
	]);
}
var drawn = new WeakMap();
function knownCallLines(approval, columns) {
	const { detailed } = approval;
	let known = drawn.get(approval);
	if (known?.columns !== columns || known.detailed !== detailed) {
		known = { columns, detailed, lines: callLines(approval, columns) };
		drawn.set(approval, known);
	}
	return known.lines;
}
function callLines({ view, detailed }, columns) {
	const details = detailed ? view.details() : [];
	const part = (index) => {
		const one = view.parts[index];
		if (one === undefined) return [];
		return [
			...marked(`${MARKS2[one.action]} `, `\`${one.what}\`: ${one.why}`, columns, "plain", one.action),
			...(details[index] ?? []).flatMap((line) => marked("    ", line, columns, "dim")),
		];
	};
	const indices = view.parts.map((_, index) => index);
	const [asked, others] = [true, false].map((asks) =>
		indices.filter((index) => (view.parts[index]?.action === "ask") === asks),
	);
	const call = view.whole
		.split(
			`
`,
		)
		.flatMap((line) =>
			wrapText(line, columns - 2).map((text, index) =>
				columns < 4
					? [{ text: cutText(text, columns), style: "plain" }]
					: [
							{ text: index === 0 ? "│ " : "┆ ", style: "dim" },
							{ text, style: "plain" },
						],
			),
		);
	return [
		...(asked ?? []).flatMap(part),
		[],
		...call,
		...(others?.length === 0 ? [] : [[]]),
		...(others ?? []).flatMap(part),
		...(view.more === "" ? [] : styled(wrapText(view.more, columns, true), "dim")),
	];
}
function choiceLines(approval, columns, brief) {
	const { view, choices, selected, candidate } = approval;
	return choices.flatMap((choice, index) => {
		const key =
			choice.kind === "session"
				? index - 2 === candidate
					? "s"
					: " "
				: { deny: "n", once: "y", reason: "r" }[choice.kind];
		const mark = `${index === selected ? ">" : " "} ${key === " " ? "   " : `[${key}]`} `;
		const label = labelOf(choice);
		const shown =
			brief && index !== selected && key !== "s" ? cutText(label, Math.max(1, columns - textColumns(mark))) : label;
		return marked(mark, shown, columns, index === selected ? "selected" : "plain");
	});
	function labelOf(choice) {
		return choice.kind === "session" ? view.session(view.namesOf(choice.rules)) : view.choices[choice.kind];
	}
}
function writingLines({ view, writing }, columns) {
	if (writing === undefined) return [];
	const { text, choices } = view;
	const { edited, editor } = writing;
	const label =
		edited === undefined
			? choices.reason
			: text.pattern(edited.rules[edited.index]?.surface ?? "", edited.index + 1, edited.rules.length);
	const [before, at, after] = editor.parts;
	const room = Math.max(1, columns - 2 - textColumns(at));
	let left = before;
	while (textColumns(left) > room) left = left.slice((left.codePointAt(0) ?? 0) > 65535 ? 2 : 1);
	const right = wrapText(after, Math.max(1, room - textColumns(left)))[0] ?? "";
	const fits = textColumns(left) + textColumns(right) <= room;
	const line = [
		{ text: "> ", style: "dim" },
		{ text: left, style: "plain" },
		{ text: at, style: "cursor" },
		{ text: fits ? right : "", style: "plain" },
	];
	const drawn = columns < 6 ? [{ text: cutText(left + at, columns), style: "plain" }] : line;
	return [
		...styled(wrapText(label, columns, true), "selected"),
		drawn,
		...styled(wrapText(text.lineKeys, columns, true), "dim"),
	];
}
function helpLines(approval, columns, now, brief) {
	const { view, choices, selected, writing, candidate } = approval;
	const { text } = view;
	if (approval.isQuiet(now)) return styled(wrapText(text.quiet, columns, true), "warning");
	const choice = choices[selected];
	if (writing !== undefined || choice === undefined) return [];
	const { covers } = text;
	const covered =
		choice.kind === "session"
			? covers.session(view.namesOf(choice.rules))
			: choice.kind === "once"
				? covers.once(view.parts.length)
				: covers[choice.kind];
	const rules = candidate === undefined ? undefined : choices[candidate + 2];
	const keys = [
		...(rules?.kind === "session" && isEditable(rules.rules) ? [text.keys.edit] : []),
		text.keys.explain,
		text.keys.choose,
	];
	return [
		...styled(brief ? [] : wrapText(covered, columns, true).slice(0, MAX_COVERS), "plain"),
		...styled(wrapText(keys.join(" · "), columns, true), "dim"),
	];
}
function countdown({ view: { deadline, text } }, columns, now) {
	if (deadline === undefined) return [];
	const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
	return styled(wrapText(text.left(seconds), columns, true), "warning");
}

// src/pi/keys.ts
var BINDINGS = [
	["tui.select.confirm", "enter"],
	["tui.select.cancel", "cancel"],
	["tui.select.up", "up"],
	["tui.select.down", "down"],
	["tui.select.pageUp", "page up"],
	["tui.select.pageDown", "page down"],
	["tui.editor.cursorLeft", "left"],
	["tui.editor.cursorRight", "right"],
	["tui.editor.cursorLineStart", "home"],
	["tui.editor.cursorLineEnd", "end"],
	["tui.editor.deleteCharBackward", "backspace"],
	["tui.editor.deleteCharForward", "delete"],
	["tui.editor.deleteWordBackward", "delete word"],
	["tui.editor.deleteToLineStart", "delete to start"],
];
function keyOf(data, matches) {
	const event = /^\x1b\[[\d:;]*:([23])[A-Zu~]$/.exec(data)?.[1];
	if (event === "3") return;
	const pasted = /^\x1b\[200~([^]*?)(?:\x1b\[201~)?$/.exec(data)?.[1];
	if (pasted !== undefined)
		return { text: pasted.replaceAll(/[\r\n\t]+/g, " ").replaceAll(/\p{C}/gu, ""), typed: false };
	const text = printable(data);
	if (text !== undefined) return { text, typed: [...text].length === 1 && event === undefined };
	const key = BINDINGS.find(([name]) => matches(data, name))?.[1];
	return event === "2" && (key === "enter" || key === "cancel") ? undefined : key;
}
function printable(data) {
	if (data !== "" && !/[\p{Cc}\p{Cs}]/u.test(data)) return data;
	const [, code, shifted, modifiers] =
		/^\x1b\[(\d+)(?::(\d*))?(?::\d*)?(?:;(\d+)(?::\d)?)?(?:;[\d:]*)?u$/.exec(data) ?? [];
	const [, otherModifiers, otherCode] = /^\x1b\[27;(\d+);(\d+)~$/.exec(data) ?? [];
	const held = (Number(modifiers ?? otherModifiers ?? 1) - 1) & 63;
	const point = Number((held === 1 && shifted) || code || otherCode || 0);
	if (held > 1 || point < 32 || point === 127 || point > 1114111) return;
	const character = String.fromCodePoint(point);
	return /\p{C}/u.test(character) ? undefined : character;
}

// src/pi/approval-dialog.ts
var COLOURS = {
	plain: undefined,
	title: "accent",
	dim: "dim",
	selected: "accent",
	warning: "warning",
	cursor: undefined,
	allow: "success",
	ask: "warning",
	deny: "error",
};
var CURSOR = "\x1B_pi:c\x07";
async function showApproval(ctx, view, closed, now = Date.now) {
	return await ctx.ui.custom(
		(tui, theme, keybindings, done) => {
			const approval = new Approval(view, now());
			let timer;
			const redrawLater = () => {
				clearTimeout(timer);
				const delay = approval.changesIn(now());
				if (delay !== undefined) timer = setTimeout(redraw, delay);
			};
			const redraw = () => {
				tui.requestRender();
				redrawLater();
			};
			const finish = () => {
				clearTimeout(timer);
				done(approval.outcome);
			};
			closed.addEventListener("abort", finish, { once: true });
			redrawLater();
			const component = {
				focused: false,
				capturesViewportInput: true,
				render: (columns) =>
					approvalLines(approval, columns, tui.terminal.rows, now()).map((line) => line.map(draw).join("")),
				handleInput: (data) => {
					const key = keyOf(data, (input, name) => keybindings.matches(input, name));
					if (key === undefined) return;
					approval.press(key, now());
					if (approval.outcome === undefined) redraw();
					else finish();
				},
				invalidate: () => {
					return;
				},
				dispose: () => clearTimeout(timer),
			};
			function draw({ text, style }) {
				if (style === "cursor") return (component.focused ? CURSOR : "") + theme.inverse(text);
				const colour = COLOURS[style];
				const coloured = colour === undefined ? text : theme.fg(colour, text);
				return style === "title" ? theme.bold(coloured) : coloured;
			}
			if (closed.aborted) finish();
			return component;
		},
		{ blocked: { kind: "permission", message: view.title } },
	);
}

// src/pi/shorten.ts
var MAX_LINES = 14;
function shorten(whole, length, text) {
	const lines = whole.split(`
`);
	const half = Math.trunc(length / 2);
	let [head, tail] = [whole.slice(0, half), whole.slice(-half)];
	if (lines.length > MAX_LINES) {
		head = lines
			.slice(0, MAX_LINES / 2)
			.join(
				`
`,
			)
			.slice(0, half);
		tail = lines
			.slice(-MAX_LINES / 2)
			.join(
				`
`,
			)
			.slice(-half);
	} else if (whole.length <= length) return whole;
	const left = whole.length - head.length - tail.length;
	return `${head}
${text.moreLines(left)}
${tail}`;
}

// src/pi/remote-dialog.ts
var MAX_REASONS = 6;
var MAX_WHOLE = 900;
var MAX_ROUNDS = 50;
var LATER2 = 50;
async function askByChoices(ctx, view, text, closed) {
	const { choices, candidates, deadline } = view;
	const say = view.text;
	const options = () => ({
		signal: closed,
		...(deadline === undefined ? {} : { timeout: Math.max(1, deadline - Date.now()) + LATER2 }),
	});
	const label = (rules) => view.session(view.namesOf(rules));
	const sessions = new Map(candidates.map((rules) => [label(rules), rules]));
	const editable = candidates.find(isEditable);
	let notice = "";
	let explained = false;
	for (let round = 0; round < MAX_ROUNDS && !closed.aborted; round++) {
		const choice = await ctx.ui.select(
			(notice === ""
				? ""
				: `${notice}

`) + titleOf(view, text, explained),
			[
				...[choices.deny, choices.once, ...sessions.keys()],
				...(editable === undefined ? [] : [say.edit]),
				...(explained ? [] : [say.explain]),
				choices.reason,
			],
			options(),
		);
		const rules = choice === undefined ? undefined : sessions.get(choice);
		if (rules !== undefined) return { kind: "session", rules };
		if (choice === choices.once) return { kind: "once" };
		if (choice === choices.reason) {
			return { kind: "deny", note: (await ctx.ui.input(text.reasonPrompt, "", options()))?.trim() ?? "" };
		}
		if (choice === say.explain) explained = true;
		else if (choice === say.edit && editable !== undefined) {
			const edited = await edit(ctx, view, editable);
			notice = typeof edited === "string" ? edited : edited.notice;
			if (typeof edited === "object") sessions.set(label(edited.rules), edited.rules);
		} else break;
	}
	return { kind: "deny", note: "" };
}
async function edit(ctx, { check, text }, rules) {
	const written = await ctx.ui.editor(
		text.editor,
		rules.map(({ pattern }) => pattern).join(`
`),
	);
	if (written === undefined) return "";
	const patterns = written.replace(/\r?\n$/, "").split(/\r?\n/);
	if (patterns.length !== rules.length) return text.lines(rules.length);
	const edited = rules.map((rule, index) => ({ ...rule, pattern: patterns[index] ?? "" }));
	const { allows, warning } = check(edited);
	return allows ? { rules: edited, notice: warning } : text.notAllowing;
}
function titleOf(view, text, explained) {
	const { title, whole, parts } = view;
	const asked = parts.filter(({ action }) => action === "ask");
	const shown = explained ? parts : asked.slice(0, MAX_REASONS);
	const details = explained ? view.details() : [];
	const reasons = shown.map(({ what, why, action }, index) =>
		[
			`${explained ? `${MARKS2[action]} ` : ""}\`${what}\`: ${why}`,
			...(details[index] ?? []).map((line) => `    ${line}`),
		].join(`
`),
	);
	if (!explained && asked.length > MAX_REASONS) reasons.push(text.more(asked.length - MAX_REASONS));
	if (explained && view.more !== "") reasons.push(view.more);
	return `${title}

${reasons.join(`
`)}

${shorten(whole, MAX_WHOLE, text).replaceAll(/^/gm, "  ")}`;
}

// src/pi/dialog.ts
async function askHuman(ctx, question, language) {
	const text = messages(language);
	const say = dialogMessages(language);
	const { timeout, meanwhile } = question;
	const closing = new AbortController();
	const ended = new Promise((resolve) => {
		closing.signal.addEventListener("abort", () => resolve(closing.signal.reason), { once: true });
	});
	const stop = () => closing.abort("stopped");
	const signals = [meanwhile?.over, ctx.signal].filter((signal) => signal !== undefined);
	for (const signal of signals) signal.addEventListener("abort", stop, { once: true });
	if (signals.some(({ aborted }) => aborted)) stop();
	const timer = timeout > 0 ? setTimeout(() => closing.abort("timed out"), timeout) : undefined;
	const forget = meanwhile?.onApproval(() => {
		if (meanwhile.isCovered()) closing.abort("covered");
	});
	try {
		const view = viewOf(question, text, say, timeout > 0 ? Date.now() + timeout : undefined);
		const answered =
			ctx.mode === "tui" ? showApproval(ctx, view, closing.signal) : askByChoices(ctx, view, text, closing.signal);
		const result = await Promise.race([ended, answered]);
		return answerOf(closing.signal.aborted ? closing.signal.reason : result, question, text, say);
	} finally {
		clearTimeout(timer);
		forget?.();
		for (const signal of signals) signal.removeEventListener("abort", stop);
		closing.abort("stopped");
	}
}
function answerOf(result, { tool, ruling, timeout }, text, say) {
	const [first] = asking(ruling);
	const what = first === undefined ? tool : shorten(whatOf(first), MAX_SHOWN.part, text);
	const deny = (by, reason, note) => ({
		...{ allowed: false, by, reason, note: note === "" ? undefined : note },
	});
	if (result === "covered") return { allowed: true, rules: [], by: "policy" };
	if (result === "timed out") return deny("timeout", say.timedOut(what, timeout / 1000));
	if (result === "stopped") return deny("nobody", say.stopped(what));
	if (result?.kind === "once") return { allowed: true, rules: [], by: "human" };
	if (result?.kind === "session") return { allowed: true, rules: result.rules, by: "human" };
	return deny("human", text.deniedByUser(what, result?.note ?? ""), result?.note);
}
var MAX_SHOWN = { part: 200, pattern: 80 };
var MAX_PARTS = { listed: 200, explained: 20 };
function viewOf(question, text, say, deadline) {
	const { tool, whole, ruling, suggestions, policy, rejudge } = question;
	const judgements = partsOf(ruling);
	const listed = judgements.slice(0, MAX_PARTS.listed);
	const parts = listed.map((one) => ({
		action: one.verdict.action,
		what: shorten(whatOf(one), MAX_SHOWN.part, text),
		why: whyOf(one, ruling.problem, text),
	}));
	const more = judgements.length - listed.length;
	return {
		title: text.question(tool),
		whole: displayText(whole),
		parts,
		details: remembered(() => listed.map((one, index) => detailsOf(one, index < MAX_PARTS.explained, question, say))),
		more: more > 0 ? text.more(more) : "",
		candidates: withoutDoubles(suggestions),
		namesOf: (rules) => rules.map(ruleName).join(", "),
		check: (rules) => ({
			allows: rejudge(policy.approving(rules)).state === "allow",
			warning: rules
				.flatMap((rule) => {
					const kind = widerThan(suggestions, rule);
					return kind === undefined ? [] : say.wider[kind](ruleName(rule).replaceAll("`", ""));
				})
				.join(" "),
		}),
		choices: { deny: text.deny, once: text.allowOnce, reason: text.denyWithReason },
		session: text.allowForSession,
		text: say,
		deadline,
	};
}
function partsOf(ruling) {
	const asked = asking(ruling);
	const seen = new Set();
	const others = ruling.judgements.filter((one) => {
		const key = `${one.surface}
${whatOf(one)}`;
		return one.verdict.action !== "ask" && !seen.has(key) && seen.add(key);
	});
	return [...asked, ...others];
}
function detailsOf(judgement, explained, question, say) {
	const { ruling, policy, rejudge } = question;
	const pathOf = pathsIn(policy.ruleset);
	const traced = rejudge(policy.tracing()).judgements[ruling.judgements.indexOf(judgement)]?.verdict;
	const decided = decisiveRule(judgement.verdict);
	const lines = [];
	if (decided !== undefined && isWritten(decided)) lines.push(say.decidedBy(pathOf(decided)));
	const overridden = (traced?.overridden ?? []).filter(isWritten).slice(0, 3);
	if (overridden.length > 0)
		lines.push(say.overrides(overridden.map((one) => `${pathOf(one)} (${one.action})`).join(", ")));
	if (!explained) return lines.map(displayText);
	lines.push(say.changes(changeThatFlips(judgement, ruling, policy, rejudge, say)));
	return lines.map(displayText);
}
function withoutDoubles(sets) {
	const seen = new Set();
	return sets.filter((rules) => {
		const label = rules.map(ruleName).join();
		return !seen.has(label) && seen.add(label);
	});
}
function remembered(make) {
	let made;
	return () => (made ??= { value: make() }).value;
}
function ruleName({ surface, pattern }) {
	const line = displayText(pattern).replaceAll(/[\n\t]/g, (blank) =>
		blank ===
		`
`
			? "\\n"
			: "\\t",
	);
	const half = MAX_SHOWN.pattern / 2;
	const shown = line.length > MAX_SHOWN.pattern ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
	return `${surface === "bash" ? "" : `${displayText(surface)} `}\`${shown}\``;
}

// src/pi/service.ts
var CHANNELS = {
	ready: "permissions:ready",
	decision: "permissions:decision",
	prompt: "permissions:ui_prompt",
};
function sessionOf(announcement) {
	return typeof announcement === "object" && announcement !== null && "sessionId" in announcement
		? (announcement.sessionId ?? undefined)
		: undefined;
}
var SERVICE = Symbol.for("@gotgenes/pi-permission-system:service");
var SESSION_SERVICES = Symbol.for("@gotgenes/pi-permission-system:session-services");
var OURS = Symbol.for("pi-portcullis:service");
var places = globalThis;
function sessionServices() {
	const services = places[SESSION_SERVICES];
	return services instanceof Map ? services : undefined;
}
function foreignService(sessionId) {
	const own = sessionServices()?.get(sessionId);
	if (isForeign(own)) return { service: own, own: true };
	const root = places[SERVICE];
	return isForeign(root) ? { service: root, own: false } : undefined;
}
function isForeign(service) {
	return typeof service === "object" && service !== null && !(OURS in service);
}
function publishService(service, sessionId) {
	const ours = Object.assign(service, { [OURS]: true });
	const services = sessionServices() ?? new Map();
	if (places[SESSION_SERVICES] === undefined) places[SESSION_SERVICES] = services;
	if (!services.has(sessionId)) services.set(sessionId, ours);
	places[SERVICE] ??= ours;
	return () => {
		if (services.get(sessionId) === ours) services.delete(sessionId);
		if (services.size === 0 && places[SESSION_SERVICES] === services) delete places[SESSION_SERVICES];
		if (places[SERVICE] === ours) delete places[SERVICE];
	};
}

// src/guards/authorizers.ts
class Authorizers {
	pi;
	view;
	session;
	links = new Map();
	knowledge = {
		formatters: new Map(),
		extractors: new Map(),
	};
	said = new Set();
	registered = new Map();
	unpublish = () => {
		return;
	};
	announced = false;
	constructor(pi, view, session) {
		this.pi = pi;
		this.view = view;
		this.session = session;
	}
	start() {
		if (this.session.settings.ruleset !== undefined && foreignService(this.view.id) === undefined) {
			this.unpublish = publishService(
				{
					...this.session.query,
					registerAuthorizer: registrar(this.links, "an authorizer", [INNER_COMMAND]),
					registerToolInputFormatter: registrar(this.knowledge.formatters, "a formatter"),
					registerToolAccessExtractor: registrar(this.knowledge.extractors, "an extractor"),
				},
				this.view.id,
			);
			this.pi.events.emit(CHANNELS.ready, { sessionId: this.view.id });
		}
		this.look();
	}
	ready(sessionId) {
		if (sessionId !== undefined && sessionId !== this.view.id) return;
		this.announced ||= foreignService(this.view.id) !== undefined;
		this.look();
	}
	stop() {
		this.unpublish();
		for (const undo of this.registered.values()) for (const one of undo) quietly(one);
		this.registered.clear();
	}
	get hosted() {
		const service = this.host;
		return service !== undefined && this.registered.has(service);
	}
	get chain() {
		const { authorizerChain } = this.session.settings;
		return authorizerChain.flatMap((name) => {
			const authorize = name === INNER_COMMAND ? this.own : this.links.get(name);
			return authorize === undefined ? [] : [{ name, authorize }];
		});
	}
	get own() {
		const { innerCommand: options, shell } = this.session.settings;
		return innerCommand({ ...options, prefix: shell.prefix }, this.view);
	}
	get host() {
		const found = foreignService(this.view.id);
		return found !== undefined && (found.own || this.announced) ? found.service : undefined;
	}
	look() {
		const service = this.host;
		if (service === undefined || this.registered.has(service)) return;
		if (typeof service.registerAuthorizer !== "function") {
			this.say("it cannot ask links");
			return;
		}
		const undo = [[INNER_COMMAND, this.own], ...this.links].flatMap(([name, authorize]) => {
			try {
				return [
					service.registerAuthorizer?.(name, authorize) ??
						(() => {
							return;
						}),
				];
			} catch {
				this.say("the name is taken");
				return [];
			}
		});
		this.registered.set(service, undo);
		if (this.session.settings.ruleset !== undefined) this.say("it asks the links");
	}
	say(notice) {
		if (!this.said.has(notice)) this.session.say(notice);
		this.said.add(notice);
	}
}
function registrar(map, what, taken = []) {
	return (name, value) => {
		if (typeof name !== "string" || name === "" || typeof value !== "function")
			throw new TypeError(`${what} needs a name and a function`);
		if (map.has(name) || taken.includes(name)) throw new Error(`${what} of the name \`${name}\` is registered already`);
		map.set(name, value);
		return () => {
			if (map.get(name) === value) map.delete(name);
		};
	};
}
function quietly(undo) {
	try {
		if (typeof undo === "function") undo();
	} catch {}
}
function sessionView(ctx) {
	const { sessionManager } = ctx;
	return {
		id: sessionManager.getSessionId(),
		currentId: () => sessionManager.getSessionId(),
		branch: () => sessionManager.getBranch(),
	};
}

// src/policy/named-files.ts
var PATH_NAMES =
	/^(?:(?:file|old|new|abs|absolute|src|source|dest|destination|target|root|dir|directory|input|output|out|log|base|repo|project|notebook)?(?:paths?|files?|filepaths?|filenames?|dirs?|directory|directories|folders?)|cwd|workdir|workingdirectory|source|destination)$/;
var MAX_DEPTH2 = 6;
var MAX_FILES = 64;
function namedFiles(input) {
	const own = [];
	const others = [];
	const fields = [];
	const collect = (value, named, depth) => {
		if (typeof value === "string") {
			if (named) others.push(value);
		} else if (typeof value === "object" && value !== null) {
			if (depth > MAX_DEPTH2) others.push(null);
			else if (Array.isArray(value)) for (const one of value) collect(one, named, depth + 1);
			else for (const [key, one] of Object.entries(value)) collect(one, isPathName(key), depth + 1);
		}
	};
	for (const [key, value] of Object.entries(input)) {
		const count = own.length + others.length;
		if (/^(?:file[_-]?)?path$/i.test(key)) {
			if (value !== undefined && value !== null) own.push(typeof value === "string" ? value : null);
		} else collect(key === "args" || key === "arguments" ? parsed(value) : value, isPathName(key), 0);
		if (own.length + others.length > count) fields.push(key);
	}
	return { own, others: others.length > MAX_FILES ? [null] : [...new Set(others)], fields };
}
function isPathName(key) {
	return PATH_NAMES.test(key.replaceAll(/[_-]/g, "").toLowerCase());
}
function parsed(value) {
	if (typeof value !== "string") return value;
	try {
		const map = JSON.parse(value);
		return isMap(map) ? map : value;
	} catch {
		return value;
	}
}

// src/guards/judged-call.ts
function bindCall(tool, input, around) {
	const { paths, skills, extractors, formatters } = around;
	const { shell, shellTools } = around.settings;
	if (tool === "bash") {
		const command = boundText(input, "command");
		return { request: commandFor(command, shell), whole: command };
	}
	if (shellTools.has(tool)) return bindShellTool(input, shellTools.get(tool), paths);
	const mcp = mcpNames(tool, input);
	const files = namedFiles(input);
	const judged = tool === "mcp" ? [...MCP_FIELDS, "arguments", "args", ...files.fields] : files.fields;
	for (const field of new Set(["path", ...(mcp.length > 0 ? ["server"] : []), ...judged])) bindField(input, field);
	const opened = (path) => (path === null ? null : toolPath(path));
	const extractor = extractors.get(tool);
	if (extractor !== undefined) for (const field of Object.keys(input)) bindField(input, field);
	const extracted = extractor === undefined ? [] : extractPath(extractor, input);
	let own = [...files.own, ...extracted].map(opened);
	if (own.length === 0 && FILE_TOOLS.includes(tool)) own = ["."];
	if (tool === "read") own = own.flatMap((path) => (path === null ? [path] : [path, ...readVariants(path, paths)]));
	const request = {
		kind: "tool",
		tool,
		own: own.length === 0 ? undefined : own,
		others: files.others.map(opened),
		mcp,
		skills: tool === "read" ? own.flatMap((path) => (path === null ? [] : skillsOf(path, skills, paths))) : [],
	};
	const named = [tool, ...files.own, ...extracted, ...files.others].filter((part) => part !== null).join(" ");
	const shown = quietly2(() => formatters.get(tool)?.(input));
	return {
		request,
		whole:
			typeof shown === "string"
				? `${named}
${shown}`
				: named,
	};
}
function extractPath(extractor, input) {
	const path = quietly2(() => extractor(input) ?? undefined, null);
	return path === undefined ? [] : [typeof path === "string" ? path : null];
}
function quietly2(call, otherwise) {
	try {
		return call();
	} catch {
		return otherwise;
	}
}
function bindShellTool(input, shellTool, paths) {
	if (shellTool === undefined) {
		for (const field of Object.keys(input)) bindField(input, field);
		const whole = JSON.stringify(input);
		return { request: { kind: "command", command: whole, unreadable: true }, whole };
	}
	const { commandArgument } = shellTool;
	const command = boundText(input, commandArgument);
	const workdirArgument =
		shellTool.workdirArgument ??
		Object.keys(input).find((field) => /^(?:cwd|(?:work\w*|current)?[_-]?dir(ectory)?)$/i.test(field));
	if (workdirArgument !== undefined) bindField(input, workdirArgument);
	const workdir = workdirArgument === undefined ? undefined : (input[workdirArgument] ?? undefined);
	if (workdir === undefined || workdir === "") return { request: { kind: "command", command }, whole: command };
	if (typeof workdir !== "string") throw new Error(`\`${workdirArgument}\` is not a text`);
	const directory = posixPath(workdir).replace(/^~(?=\/|$)/, paths.home ?? "~");
	return {
		request: { kind: "command", command, directory },
		whole: `${command}
(${workdir})`,
	};
}
function boundText(input, field) {
	bindField(input, field);
	const text = input[field];
	if (typeof text !== "string") throw new Error(`\`${field}\` is not a text`);
	return text;
}
function skillFiles(pi) {
	return pi
		.getCommands()
		.flatMap(({ name, source, sourceInfo }) =>
			source === "skill" ? [{ name: name.replace(/^skill:/, ""), file: sourceInfo.path }] : [],
		);
}

// src/guards/record.ts
function answered2(answer) {
	if (answer.by !== "human") return;
	if (!answer.allowed) return { choice: "deny", reason: answer.note };
	return answer.rules.length === 0
		? { choice: "once" }
		: { choice: "session", sessionApprovalPattern: approvalPatterns(answer.rules) };
}
function announceDialog(pi, ruling, details) {
	const { requestId, source, agentName, message } = details;
	const asks = trigger(ruling);
	const event = { requestId, source, surface: asks.surface, value: whatOf(asks), agentName, message, forwarding: null };
	pi.events.emit(CHANNELS.prompt, event);
}
function broadcast(pi, outcome) {
	const { ruling, blocked } = outcome;
	if (ruling === undefined) return;
	const decided = trigger(ruling);
	const rule = decided.verdict.raisedBy ?? decided.verdict.rule;
	pi.events.emit(CHANNELS.decision, {
		surface: decided.surface,
		value: whatOf(decided),
		result: blocked === undefined ? "allow" : "deny",
		resolution: resolutionOf(outcome, rule?.origin === "session"),
		origin: rule?.origin ?? null,
		agentName: null,
		matchedPattern: rule?.pattern ?? null,
	});
}
function resolutionOf({ blocked, by, answer }, bySession) {
	const allowed = blocked === undefined;
	if (by === "human") {
		if (!allowed) return "user_denied";
		return answer?.choice === "session" ? "user_approved_for_session" : "user_approved";
	}
	if (by === "nobody" || by === "timeout") return "confirmation_unavailable";
	if (by === "policy") return allowed ? (bySession ? "session_approved" : "policy_allow") : "policy_deny";
	return allowed ? "auto_approved" : "policy_deny";
}
function writeDown(
	{ session: { audit }, generation },
	{ blocked, by, request, ruling, steps, answer, error },
	{ toolName, toolCallId },
	ctx,
	since,
) {
	audit?.append(() =>
		auditEntry({
			version,
			time: new Date().toISOString(),
			session: ctx.sessionManager.getSessionId(),
			cwd: ctx.cwd,
			tool: toolName,
			toolCallId,
			generation,
			request: request ?? null,
			ruling,
			final: blocked === undefined ? "allow" : "deny",
			by,
			links: steps.map(({ name, verdict, reason, error: failure, ms }) => ({
				name,
				verdict,
				reason,
				error: failure,
				ms: Math.round(ms),
			})),
			answer,
			error,
			ms: Math.round(performance.now() - since),
		}),
	);
}

// src/guards/permission.ts
var MAX_DECISIONS = 50;
function permissionGuard(pi, session) {
	let known;
	const announced = new Set();
	function gateOf(ctx) {
		const current = session(ctx);
		if (known?.session === current) return known;
		close();
		return (known = openGate(pi, ctx, current));
	}
	function close() {
		known?.over.abort();
		known?.authorizers.stop();
		known = undefined;
	}
	pi.on("session_start", (_event, ctx) => {
		const { authorizers } = gateOf(ctx);
		authorizers.start();
		for (const id of announced) authorizers.ready(id);
	});
	pi.events.on(CHANNELS.ready, (event) => {
		const id = sessionOf(event);
		announced.add(id);
		known?.authorizers.ready(id);
	});
	pi.on("session_shutdown", () => {
		announced.clear();
		close();
	});
	pi.on("tool_call", async (event, ctx) => {
		const since = performance.now();
		let gate;
		let outcome;
		try {
			const found = gateOf(ctx);
			const { ruleset } = found.session.settings;
			if (ruleset === undefined || found.authorizers.hosted || !claimCall(event.input)) return;
			gate = found;
			outcome = await decideCall(pi, gate, event, ctx);
			broadcast(pi, outcome);
		} catch (thrown) {
			const error = thrown instanceof Error ? thrown.message : String(thrown);
			const { failed } = messages(safeLanguage(session, ctx));
			outcome = { blocked: failed(error), by: "failed", whole: event.toolName, steps: [], error };
		}
		if (gate !== undefined) {
			gate.decisions.push(outcome);
			gate.decisions.splice(0, gate.decisions.length - MAX_DECISIONS);
			writeDown(gate, outcome, event, ctx, since);
		}
		return outcome.blocked === undefined ? undefined : { block: true, reason: outcome.blocked };
	});
	return gateOf;
}
function openGate(pi, ctx, session) {
	const { settings, language, approved } = session;
	const policy = policyOf(settings);
	const rules = () => policy.approving(approved.getRuleset());
	const paths = pathContext(ctx.cwd, settings);
	const judge = (command) =>
		judgeRequest(commandFor(command, settings.shell), rules(), paths, settings.innerCommand.wrappers);
	const say = (notice) => {
		notify(ctx, messages(language).host(notice, settings.ruleset !== undefined), "warning");
	};
	const query = policyQuery({ rules, paths, judge });
	const authorizers = new Authorizers(pi, sessionView(ctx), { settings, query, say });
	const generation = createHash("sha256")
		.update(JSON.stringify(settings.ruleset ?? []))
		.digest("hex")
		.slice(0, 12);
	return { session, policy, generation, authorizers, decisions: [], over: new AbortController() };
}
async function decideCall(pi, gate, event, ctx) {
	const { session, policy, authorizers } = gate;
	const { settings, language, approved } = session;
	const text = messages(language);
	const input = event.input;
	const paths = pathContext(ctx.cwd, settings);
	const skills = policy.names("skill") ? skillFiles(pi) : [];
	const { request, whole } = bindCall(event.toolName, input, { settings, paths, skills, ...authorizers.knowledge });
	const judge = (asked, by) => judgeRequest(asked, by, paths, settings.innerCommand.wrappers);
	const rejudge = (by) => judge(request, by);
	const rules = () => policy.approving(approved.getRuleset());
	let ruling = rejudge(rules());
	let steps = [];
	const end = (by, blocked, answer) => ({
		...{ blocked, by, request, ruling, whole, steps, answer },
	});
	const denied = () => {
		const judgement = trigger(ruling);
		return end("policy", text.denied(whatOf(judgement), whyOf(judgement, ruling.problem, text)));
	};
	const allowedPart = () => {
		if (request.kind !== "command" || request.directory !== undefined || event.toolName !== "bash") return;
		const { command, prefix } = request;
		const other = (text) => judge({ ...request, command: text }, rules());
		return alternativeTo(command, ruling, policy.ruleset, other, prefix === undefined ? 0 : prefix.length + 1);
	};
	if (ruling.state === "allow") return end("policy");
	if (ruling.state === "deny") return denied();
	const details = askDetails(ruling, {
		requestId: randomUUID(),
		toolCallId: event.toolCallId,
		tool: event.toolName,
		command: request.kind === "command" ? request.command : undefined,
		sessionId: ctx.sessionManager.getSessionId(),
		message: `${text.question(event.toolName)} ${displayText(whole)}`,
		readsSkill: request.kind === "tool" && request.skills.length > 0,
	});
	if (mayBeAnswered(ruling)) {
		const command = request.kind === "command" ? request : commandFor("", settings.shell);
		const query = policyQuery({ rules, paths, judge: (other) => judge({ ...command, command: other }, rules()) });
		const answer = await consult(authorizers.chain, details, query, {
			clock: CLOCK,
			timeoutMs: settings.authorizerTimeoutMs,
			signal: ctx.signal,
			mayAllow: !isAboutFiles(ruling),
		});
		({ steps } = answer);
		const { verdict, by = "" } = answer;
		if (verdict.kind === "allow") return end(by);
		if (verdict.kind === "deny") return end(by, text.deniedByLink(whatOf(trigger(ruling)), by, verdict.reason ?? ""));
	}
	if (!ctx.hasUI) {
		const judgement = trigger(ruling);
		const allowing = rulesThatAllow(ruling, policy, rejudge);
		const setting = allowing === undefined ? undefined : toPermission(allowing);
		const held = presetThatHoldsBack(ruling, policy.ruleset);
		const why = whyOf(judgement, ruling.problem, text) + (held === undefined ? "" : text.holdsBack(held));
		return end("nobody", text.nobody(whatOf(judgement), why, setting, allowedPart()));
	}
	return inTurn(ctx.ui, async () => {
		ruling = rejudge(rules());
		if (ruling.state === "allow") return end("policy");
		if (ruling.state === "deny") return denied();
		const judgedBy = rules();
		const suggestions = suggestRules(ruling, judgedBy, rejudge, homedir5());
		const meanwhile = {
			onApproval: (listener) => approved.onApproval(listener),
			isCovered: () => rejudge(rules()).state === "allow",
			over: gate.over.signal,
		};
		announceDialog(pi, ruling, details);
		const asked = { tool: event.toolName, whole, ruling, suggestions, policy: judgedBy, rejudge };
		const answer = await askHuman(ctx, { ...asked, meanwhile, timeout: settings.promptTimeout }, language);
		if (answer.by === "policy") ruling = rejudge(rules());
		if (!answer.allowed) return end(answer.by, answer.reason, answered2(answer));
		for (const { surface, pattern } of answer.rules) approved.approve(surface, pattern);
		return end(answer.by, undefined, answered2(answer));
	});
}
function safeLanguage(session, ctx) {
	try {
		return session(ctx).language;
	} catch {
		return "en";
	}
}

// src/guards/skill-command.ts
function skillCommandGuard(pi, session) {
	pi.on("input", async ({ text: input, source }, ctx) => {
		const name = /^\/skill:(\S+)/.exec(input)?.[1];
		const { settings, language } = session(ctx);
		const policy = policyOf(settings);
		if (name === undefined || settings.ruleset === undefined || !policy.names("skill")) return;
		const ruling = judgeSkills([name], policy);
		if (ruling.state === "allow" || (ruling.state === "ask" && source !== "extension")) return;
		const question = {
			...{ tool: "skill", whole: input, ruling, suggestions: [], policy },
			rejudge: (other) => judgeSkills([name], other),
			timeout: settings.promptTimeout,
		};
		if (ruling.state === "ask" && ctx.hasUI && (await inTurn(ctx.ui, () => askHuman(ctx, question, language))).allowed)
			return;
		const text = messages(language);
		const judgement = trigger(ruling);
		const message = text.denied(whatOf(judgement), whyOf(judgement, ruling.problem, text));
		if (ctx.hasUI) ctx.ui.notify(message, "warning");
		else console.error(message);
		return { action: "handled" };
	});
}

// src/pi/session-query.ts
function readEntries(branch, keys) {
	const missing = new Set(keys);
	const found = new Map();
	for (let index = branch.length - 1; index >= 0 && missing.size > 0; index--) {
		const entry = branch[index];
		if (entry?.type !== "custom" || entry.customType === undefined) continue;
		if (missing.delete(entry.customType)) found.set(entry.customType, entry.data);
	}
	const named = keys.map((key) => [key, found.get(key)]);
	const aliases = named.flatMap(([key, data]) => {
		const alias = key.replace(/-+(.)/g, (_, letter) => letter.toUpperCase());
		return key.includes("-") && !keys.includes(alias) ? [[alias, data]] : [];
	});
	return Object.fromEntries([...named, ...aliases]);
}
function readEntry2(branch, key) {
	return readEntries(branch, [key])[key];
}
// src/index.ts
function evaluate2(surface, value, ruleset, fallback = "ask") {
	return evaluate(surface, value, ruleset, fallback, homedir6());
}
function normalizePermission2(permission, origin) {
	return normalizePermission(permission, origin, homedir6());
}
function meaningless(surface) {
	const path = `permission[${JSON.stringify(surface)}]`;
	return { path, message: "means nothing here: there is no such surface, and no tool of that name" };
}
function portcullis(pi) {
	let current;
	function load(ctx) {
		const settings = loadSettings(pi, settingsFiles(ctx.cwd, ctx.isProjectTrusted()));
		const language = chooseLanguage(settings.language, process.env);
		const { audit } = settings;
		const failed = (path, error) => notify(ctx, messages(language).auditFailed(path, error), "warning");
		current = {
			settings,
			language,
			approved: new SessionRules(),
			audit: audit === undefined ? undefined : new AuditLog(audit, failed),
		};
		return current;
	}
	const session = (ctx) => current ?? load(ctx);
	pi.on("session_start", (_event, ctx) => {
		const { settings, language } = load(ctx);
		const text = messages(language);
		const unknown = unknownSurfaces(
			settings,
			pi.getAllTools().map(({ name }) => name),
		);
		const mistakes = [...settings.mistakes, ...unknown.map(meaningless)];
		if (mistakes.length > 0) notify(ctx, text.mistakes(mistakes), "warning");
		const notes = notesOn(settings.ruleset ?? [], homedir6()).filter(({ expected }) => !expected);
		if (notes.length > 0) notify(ctx, text.notes(notes), "info");
	});
	pi.on("session_shutdown", () => current?.approved.clear());
	hoistGuard(pi, session);
	portcullisCommand(pi, permissionGuard(pi, session));
	skillCommandGuard(pi, session);
	defaultTimeoutGuard(pi, session);
}
function isMainProgram() {
	const program = process.argv[1];
	if (program === undefined) return false;
	try {
		return realpathSync2(program) === realpathSync2(fileURLToPath3(import.meta.url));
	} catch {
		return false;
	}
}
if (isMainProgram()) runCommandLine(process.argv.slice(2));
export {
	SessionRules,
	decide,
	portcullis as default,
	deriveApprovalPattern,
	evaluate2 as evaluate,
	mayMatch,
	mustMatch,
	normalizePermission2 as normalizePermission,
	parseTimeoutWrapper,
	parseUnits,
	readEntries,
	readEntry2 as readEntry,
	readSetting,
	stripWrapperUnit,
	wildcardMatch,
};
