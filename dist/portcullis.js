// pi-portcullis 0.1.0, a guard rail for the Pi coding agent. MIT License, the Portcullis authors.
// Bundles es-toolkit (Viva Republica, Inc.) and valibot (Fabian Hiller), both under the MIT License.
// src/index.ts
import { realpathSync } from "node:fs";
// src/cli.ts
import { existsSync } from "node:fs";
import { homedir as homedir2, homedir as homedir4 } from "node:os";
import { fileURLToPath as fileURLToPath2 } from "node:url";
// package.json
var version = "0.1.0";

// src/shell/text.ts
var HOLE = "\x00";
function plainText(text) {
	return { text, holes: [] };
}
function holeText(reason) {
	return { text: HOLE, holes: [{ reason, vanishes: true }] };
}
function joinTexts(texts) {
	return { text: texts.map(({ text }) => text).join(" "), holes: texts.flatMap(({ holes }) => holes) };
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
	return displayText(text === HOLE ? source : text);
}
function ruleThatAllows({ surface, text, context }) {
	if (text.includes(HOLE) || context === "unread") return;
	return { surface, pattern: text.replaceAll("*", "?"), action: "allow", origin: "session" };
}
function toPermission(rules) {
	const permission = {};
	for (const { surface, pattern, action } of rules) (permission[surface] ??= {})[pattern] = action;
	return JSON.stringify({ permission });
}

// src/pi/messages.ts
function chooseLanguage(setting, env) {
	if (setting !== "auto") return setting;
	const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
	return locale?.toLowerCase().startsWith("zh") === true ? "zh" : "en";
}
var ENGLISH = {
	noRule: (surface) => `no ${surface} rule allows it`,
	rule: (pattern, surface, action) => `the ${surface} rule \`${pattern}\` says ${action}`,
	mayBe: (pattern, surface, action) =>
		`what is known only at run time may match the ${surface} rule \`${pattern}\`, which says ${action}`,
	unread: (problem) => `not understood: ${problem}`,
	because: (reason) => ` (${reason})`,
	denied: (what, why) =>
		`portcullis: \`${what}\` is denied: ${why}. Do not try to get around this; do without, or ask the user.`,
	deniedByUser: (what, note) => `portcullis: the user denied \`${what}\`${note === "" ? "." : `: ${note}`}`,
	nobody: (what, why, setting) =>
		`portcullis: \`${what}\` needs an approval: ${why}, and nobody can be asked here. ${setting === undefined ? "No rule can allow it as it is written; write it in a simpler way" : `The user can allow it in settings.json: ${setting}`}`,
	failed: (error) => `portcullis: the call could not be judged, so it is blocked: ${error}`,
	question: (tool) => `Portcullis: may the agent do this (${tool})?`,
	more: (count) => `… and ${count} more`,
	moreLines: (count) => `… ${count} more characters …`,
	allowOnce: "Allow once",
	deny: "Deny",
	denyWithReason: "Deny, and say why",
	reasonPrompt: "What should the agent know or do instead?",
	mistakes: (
		mistakes,
	) => `portcullis: ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`} in the settings:
${list(mistakes)}`,
};
var CHINESE = {
	noRule: (surface) => `没有允许它的 ${surface} 规则`,
	rule: (pattern, surface, action) => `${surface} 规则 \`${pattern}\` 的判定是 ${action}`,
	mayBe: (pattern, surface, action) => `运行时才知道的部分可能命中 ${surface} 规则 \`${pattern}\`（${action}）`,
	unread: (problem) => `无法解析：${problem}`,
	because: (reason) => `（${reason}）`,
	denied: (what, why) => `portcullis：已拒绝 \`${what}\`：${why}。请不要绕过；换一种做法，或者询问用户。`,
	deniedByUser: (what, note) => `portcullis：用户拒绝了 \`${what}\`${note === "" ? "。" : `：${note}`}`,
	nobody: (what, why, setting) =>
		`portcullis：\`${what}\` 需要批准：${why}，而这里没有人可以询问。${setting === undefined ? "按这种写法没有规则能放行；请换一种更简单的写法" : `用户可以在 settings.json 里放行：${setting}`}`,
	failed: (error) => `portcullis：无法判定这次调用，已拦截：${error}`,
	question: (tool) => `Portcullis：允许 agent 这样做吗（${tool}）？`,
	more: (count) => `…… 另有 ${count} 处`,
	moreLines: (count) => `…… 省略 ${count} 个字符 ……`,
	allowOnce: "允许这一次",
	deny: "拒绝",
	denyWithReason: "拒绝并说明原因",
	reasonPrompt: "agent 应该知道什么，或者改做什么？",
	mistakes: (mistakes) => `portcullis：设置里有 ${mistakes.length} 处错误：
${list(mistakes)}`,
};
function list(mistakes) {
	return mistakes.map(({ path, message }) => `  ${displayText(`${path}: ${message}`)}`).join(`
`);
}
function messages(language) {
	return language === "zh" ? CHINESE : ENGLISH;
}
function whyOf(judgement, problem, text) {
	const { rule, raisedBy, action } = judgement.verdict;
	if (isUnread(judgement) && problem !== undefined && action === "ask") return text.unread(displayText(problem));
	const decided = raisedBy ?? rule;
	if (decided === undefined) return text.noRule(judgement.surface);
	const say = raisedBy === undefined ? text.rule : text.mayBe;
	const reason = decided.reason === undefined ? "" : text.because(displayText(decided.reason));
	return say(displayText(decided.pattern), judgement.surface, decided.action) + reason;
}

// src/pi/settings.ts
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join as join2, resolve } from "node:path";
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

// src/policy/wildcard.ts
var ANY_TEXT = -1;
var ANY_UNIT = -2;
var SPACE = 32;
function compilePattern(pattern) {
	const elements = [];
	for (let index = 0; index < pattern.length; index++) {
		const character = pattern[index];
		if (character === "?") elements.push(ANY_UNIT);
		else if (character !== "*") elements.push(pattern.charCodeAt(index));
		else if (elements.at(-1) !== ANY_TEXT) elements.push(ANY_TEXT);
	}
	return { elements, optionalTail: pattern.endsWith(" *") };
}
function wildcardMatch(pattern, value) {
	return matches2(compilePattern(pattern), value);
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
	return text.holes.length === 0 ? matches2(pattern, text.text) : intersects(pattern, text);
}
function must(pattern, text) {
	return text.holes.length === 0 ? matches2(pattern, text.text) : includes2(pattern, text);
}
function matches2({ elements, optionalTail }, value) {
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
	return into;
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
function includes2({ elements, optionalTail }, { text, holes }) {
	const size = elements.length;
	if (size === 1 && elements[0] === ANY_TEXT) return true;
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
		(rule) => coversSurface(rule, surface) && wildcardMatch(expandHome(rule.pattern, home), value),
	);
	return found ?? { surface, pattern: "*", action: fallback, origin: "builtin" };
}
function expandHome(pattern, home) {
	if (home === undefined) return pattern;
	const rest = /^(?:~|\$HOME)(\/.*|)$/s.exec(pattern)?.[1];
	return rest === undefined ? pattern : home.replace(/\/+$/, "") + rest;
}
function compileRules(ruleset, surface, home) {
	return ruleset
		.filter((rule) => coversSurface(rule, surface))
		.map((rule) => ({ rule, pattern: compilePattern(expandHome(rule.pattern, home)) }));
}
function judge(rules, subject, fallback = "ask") {
	let raisedBy;
	const end = (action, rule) =>
		raisedBy !== undefined && action === "allow"
			? { action: "ask", rule, raisedBy }
			: { action, rule, raisedBy: action === "ask" ? raisedBy : undefined };
	for (let index = rules.length - 1; index >= 0; index--) {
		const compiled = rules[index];
		if (compiled === undefined) continue;
		const { rule } = compiled;
		if (rule.action === "allow") {
			if (subject.allow(compiled)) return end("allow", rule);
			continue;
		}
		const match = subject.restrict(compiled);
		if (match === "must") return end(rule.action, rule);
		if (match === "may") raisedBy ??= rule;
	}
	return end(fallback, undefined);
}
function textSubject(allow, restrict) {
	return {
		allow: ({ pattern }) => allow.some((text) => must(pattern, text)),
		restrict: ({ pattern }) => {
			if (restrict.some((text) => must(pattern, text))) return "must";
			return restrict.some((text) => may(pattern, text)) ? "may" : undefined;
		},
	};
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
var ActionWithReasonSchema = strictObject(
	{ action: ActionSchema, reason: optional(string((issue) => `expected a text, not ${describe(issue.input)}`)) },
	(issue) =>
		issue.expected === "never"
			? `unknown key ${quoted(issue.path?.at(-1)?.key)}; expected "action" and "reason"`
			: issue.expected === '"action"'
				? `the key "action" is missing`
				: `expected a map, not ${describe(issue.input)}`,
);
var RuleValueSchema = lazy((value) => (isMap3(value) ? ActionWithReasonSchema : ActionSchema));
function readPermission(permission, origin) {
	const mistakes = [];
	if (!isMap3(permission)) {
		mistakes.push({ path: "permission", message: `expected a map of surfaces, not ${describe(permission)}` });
		return { rules: [{ surface: UNIVERSAL, pattern: "*", action: "ask", origin }], mistakes };
	}
	const universal = [];
	const rules = [];
	for (const surface of Object.keys(permission)) {
		const found = readSurface(surface, permission[surface], origin);
		mistakes.push(...found.mistakes);
		const asking = { surface, pattern: "*", action: "ask", origin };
		const kept =
			found.mistakes.length === 0 ? found.rules : [asking, ...found.rules.filter(({ action }) => action !== "allow")];
		(surface === UNIVERSAL ? universal : rules).push(...kept);
	}
	return { rules: [...universal, ...rules], mistakes };
}
function normalizePermission(permission, origin = "global") {
	return readPermission(permission, origin).rules;
}
function readSurface(surface, value, origin) {
	const path = `permission${step2(surface)}`;
	if (!isMap3(value) || surface === UNIVERSAL) {
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
				const inner = (issue.path ?? []).map(({ key }) => step2(String(key))).join("");
				mistakes.push({ path: at + inner, message: issue.message });
			}
			continue;
		}
		rules.push(toRule(surface, pattern, result.output, origin));
		if (isIndex(pattern) && patterns.length > 1) {
			mistakes.push({ path: at, message: "a pattern of digits alone loses its place in the order; add a ` *`" });
		}
	}
	return { rules, mistakes };
}
function toRule(surface, pattern, value, origin) {
	if (typeof value === "string") return { surface, pattern, action: value, origin };
	const { action, reason } = value;
	return reason === undefined ? { surface, pattern, action, origin } : { surface, pattern, action, reason, origin };
}
function isIndex(key) {
	return /^(?:0|[1-9][0-9]{0,9})$/.test(key);
}
function step2(key) {
	return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
function isMap3(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
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
var LANGUAGES = ["auto", "en", "zh"];
var SETTINGS = {
	defaultTimeout: {
		schema: pipe(
			number("expected a number of seconds"),
			check((seconds) => seconds >= 0, "expected a number of seconds, or 0 for no timeout"),
		),
		fallback: 120,
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
function validateSettings(merged, layers) {
	const reading = readRuleset(merged, layers);
	const mistakes = [...(reading?.mistakes ?? [])];
	const valid = (key) => {
		const { schema, fallback } = SETTINGS[key];
		const value = get(merged, key);
		const result = safeParse(schema, value === undefined ? fallback : value);
		if (result.success) return result.output;
		mistakes.push({ path: key, message: `${result.issues[0].message}, not ${JSON.stringify(value)}` });
		return fallback;
	};
	let defaultTimeout = valid("defaultTimeout");
	if (defaultTimeout > MAX_TIMEOUT) {
		mistakes.push({ path: "defaultTimeout", message: `longer than a timer holds; taken as ${MAX_TIMEOUT}` });
		defaultTimeout = MAX_TIMEOUT;
	}
	const meant = Object.keys(merged).find((key) => /^perm/i.test(key) && key !== "permission");
	if (reading === undefined && meant !== undefined) {
		mistakes.push({ path: meant, message: "unknown key; without `permission` the gate is off" });
	}
	return {
		ruleset: reading?.rules,
		defaultTimeout,
		language: valid("language"),
		mistakes,
	};
}
function readRuleset(merged, layers) {
	const unreadable = layers.flatMap(({ mistake }) => mistake ?? []);
	const whole = get(merged, ["permission"]);
	const maps = layers.map(({ map }) => get(map, ["permission"]));
	const written = maps.filter((map) => map !== undefined);
	if (whole === undefined && written.length + unreadable.length === 0) return;
	if (unreadable.length > 0) return restrictOnly(whole, unreadable);
	if (written.length === 0) return readPermission(whole, "global");
	const together = written.reduce((base, over) => (isMap3(base) && isMap3(over) ? merge3(base, over) : over));
	if (JSON.stringify(together) !== JSON.stringify(whole)) {
		return restrictOnly(whole, [
			{ path: "permission", message: "the files have changed since Pi read them; use /reload" },
		]);
	}
	const origins = ["global", "project"];
	const readings = maps.flatMap((map, index) =>
		map === undefined ? [] : [readPermission(map, origins[index] ?? "project")],
	);
	const rules = readings.flatMap((reading) => reading.rules);
	return {
		rules: [
			...rules.filter(({ surface }) => surface === UNIVERSAL),
			...rules.filter(({ surface }) => surface !== UNIVERSAL),
		],
		mistakes: readings.flatMap((reading) => reading.mistakes),
	};
}
function restrictOnly(permission, mistakes) {
	const asking = {
		surface: UNIVERSAL,
		pattern: "*",
		action: "ask",
		reason: mistakes[0]?.message ?? "",
		origin: "global",
	};
	const known = permission === undefined ? { rules: [], mistakes: [] } : readPermission(permission, "global");
	return {
		rules: [asking, ...known.rules.filter(({ action }) => action !== "allow")],
		mistakes: [...mistakes, ...known.mistakes],
	};
}
var NO_FILE = { map: undefined, mistake: undefined };
function readSettingsFile(file) {
	const wrong = (message) => ({ map: undefined, mistake: { path: file, message } });
	let text;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		const missing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
		return missing ? NO_FILE : wrong(`cannot be read: ${String(error)}`);
	}
	try {
		const map = JSON.parse(text.replace(/^\uFEFF/, ""));
		return isMap3(map) ? { map, mistake: undefined } : wrong("expected a map of settings");
	} catch (error) {
		return wrong(`is no JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
}

// src/policy/advise.ts
function rulesThatAllow(ruling, policy, rejudge) {
	const rules = asking(ruling).map(ruleThatAllows);
	if (!rules.every((rule) => rule !== undefined)) return;
	return rejudge(policy.with(rules)).state === "allow" ? rules : undefined;
}
function changeThatFlips(judgement, ruling, policy, rejudge) {
	const { verdict, surface } = judgement;
	const { action, rule, raisedBy } = verdict;
	const key = (pattern) => `permission.${surface}[${JSON.stringify(pattern)}]`;
	if (action === "allow" || action === "deny") {
		const wanted = action === "allow" ? "a later rule that asks or denies" : "a later rule that allows it";
		return rule === undefined ? wanted : `${wanted}, or another action for ${key(rule.pattern)}`;
	}
	const index = ruling.judgements.indexOf(judgement);
	const allowing = ruleThatAllows(judgement);
	if (allowing !== undefined && rejudge(policy.with([allowing])).judgements[index]?.verdict.action === "allow") {
		return `${key(allowing.pattern)}: "allow"`;
	}
	if (raisedBy !== undefined) {
		const without = rejudge(policy.without(raisedBy)).judgements[index]?.verdict.action;
		return `writing out what is known only at run time${without === "allow" ? `, or no rule ${key(raisedBy.pattern)}` : ""}`;
	}
	return "writing it in another way: no rule speaks of just this";
}

// src/shell/expand.ts
var EXPANDING = /[*?[~{]/;
function expandWord(word) {
	const special = word.parts.some((part) => part.kind === "literal" && !part.quoted && EXPANDING.test(part.text));
	if (!special) {
		return buildText(
			word.parts.map((part) => (part.kind === "literal" ? { text: part.text } : toHole(part))),
			mayVanish(word),
		);
	}
	const elements = toElements(word);
	const skeleton = elements.map(({ text, quoted }) => (quoted ? HOLE : text)).join("");
	if (expandsBraces(skeleton)) return { text: HOLE, holes: [{ reason: "brace expansion", vanishes: true }] };
	const reasons = elements.map(({ reason }) => reason);
	markGlobs(skeleton, reasons);
	markTildes(skeleton, reasons);
	const tilde = /^~(?:\/|$)/.test(skeleton);
	return buildText(
		elements.map(({ text, name }, index) => ({
			text,
			reason: reasons[index],
			name: tilde && index === 0 ? "~" : name,
		})),
		false,
	);
}
function buildText(pieces, vanishes) {
	const holes = [];
	const texts = [];
	let afterHole = false;
	for (const { text, reason, name } of pieces) {
		if (reason === undefined) {
			texts.push(text);
			afterHole &&= text === "";
		} else if (afterHole) {
			const last = holes.at(-1);
			const wider = last === undefined || last.reason === "pathname expansion" ? reason : last.reason;
			holes[holes.length - 1] = { reason: wider, vanishes };
		} else {
			texts.push(HOLE);
			holes.push({ reason, vanishes, name });
			afterHole = true;
		}
	}
	return { text: texts.join(""), holes };
}
function mayVanish({ parts }) {
	if (!parts.every((part) => part.kind !== "literal" || part.text === "")) return false;
	const unquoted = parts.every((part) => part.kind !== "literal" && !part.quoted);
	return parts.length > 0 && (unquoted || parts.some((part) => part.kind === "expansion" && part.name === "@"));
}
function toHole(part) {
	if (part.kind === "substitution") return { text: HOLE, reason: "command substitution" };
	return { text: HOLE, reason: part.reason, name: part.name };
}
function toElements(word) {
	return word.parts.flatMap((part) => {
		if (part.kind !== "literal") return [{ ...toHole(part), quoted: true }];
		return part.text === ""
			? [{ text: "", quoted: part.quoted }]
			: part.text.split("").map((text) => ({ text, quoted: part.quoted }));
	});
}
function expandsBraces(skeleton) {
	const open = skeleton.indexOf("{");
	if (open === -1) return false;
	const close = skeleton.lastIndexOf("}");
	const inner = skeleton.slice(open, Math.max(open, close));
	return inner.includes(",") || inner.includes("..");
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

// src/shell/wrappers.ts
var DURATION = /^[0-9]+(?:\.[0-9]+)?[smhd]?$/;
var PLAIN_WRAPPERS = {
	timeout: [DURATION],
	nice: [],
	nohup: [],
	setsid: [],
	command: [],
	builtin: [],
	exec: [],
};
var OPAQUE_WRAPPERS = new Set(
	[
		...Object.keys(PLAIN_WRAPPERS),
		"env sudo doas su runuser pkexec sg gosu su-exec s6-setuidgid run0 dzdo pfexec setpriv capsh",
		"chroot unshare nsenter fakeroot fakeroot-sysv fakeroot-tcp proot bwrap firejail systemd-nspawn machinectl",
		"ionice chrt taskset stdbuf unbuffer prlimit numactl cgexec choom schedtool cpulimit uclampset trickle",
		"setarch linux32 linux64 i386 x86_64 runcon aa-exec faketime eatmydata catchsegv",
		"systemd-run systemd-cat systemd-inhibit debconf dpkg-architecture sotruss dbus-run-session dbus-launch xvfb-run ssh-agent openvt caffeinate flatpak-spawn",
		"xargs parallel rust-parallel rush sem watch watchexec entr nodemon hyperfine concurrently cross-env dotenv",
		"flock setlock chpst softlimit setuidgid envdir start-stop-daemon daemonize tini dumb-init run-parts logsave",
		"strace ltrace perf valgrind gdb script expect rlwrap chronic ifne pee time nq tsp at batch crontab",
		"tmux screen dtach xterm konsole gnome-terminal kitty alacritty urxvt",
		"proxychains proxychains4 torsocks sshpass autossh ssh mosh rsh adb vagrant wsl distrobox toolbox",
		"busybox toybox coreutils gtimeout gnice gnohup genv gxargs gstdbuf mpirun srun wine",
	].flatMap((names) => names.split(" ")),
);
var FD = /^(?:-[A-Za-z0-9]*[xX]|--exec)/;
var CONTAINER = /^(?:run|exec|create|debug)$/;
var RUNNING_OPERANDS = {
	find: /^-(?:exec|ok)(?:dir)?$/,
	fd: FD,
	fdfind: FD,
	split: /^--filter/,
	...Object.fromEntries(
		"docker docker-compose podman nerdctl buildah crictl kubectl oc lxc apptainer singularity lxc-attach"
			.split(" ")
			.map((name) => [name, CONTAINER]),
	),
};
var SHELLS = new Set(
	"sh bash rbash dash ash sash posh zsh ksh rksh rzsh mksh pdksh lksh yash csh tcsh fish elvish nu osh ysh xonsh rc pwsh powershell".split(
		" ",
	),
);

// src/shell/late.ts
var LATER = { kind: "hole", reason: "text that runs later" };
var WRAPPED = { kind: "hole", reason: "inner command of a wrapper" };
var never = () => false;
var EVALUATING_BUILTINS = {
	...Object.fromEntries(
		[
			"eval trap mapfile readarray jobs compgen complete compopt bind fc enable hash",
			"alias unalias shopt",
			"let declare typeset local readonly export unset read getopts wait",
		].flatMap((names) => names.split(" ").map((name) => [name, never])),
	),
	set: isKnownSet,
	printf: isKnownFormat,
	"[": (args) => args.every((arg) => !/\0|^-[vR]$/.test(arg)),
	test: (args) => args.every((arg) => !/\0|^-[vR]$/.test(arg)),
};
var EVALUATED_VARIABLES =
	/^(?:PS[0-4]|PROMPT_COMMAND|BASH_.*|ENV|S?RANDOM|SECONDS|OPTIND|HIST.*|LINENO|TMOUT|EPOCH.*|COMP_.*|READLINE_.*|DIRSTACK|GROUPS|E?UID|PPID)\+?=/;
function isEvaluatedAssignment(text) {
	return EVALUATED_VARIABLES.test(text) && !/^\w+\+?=[0-9]*$/.test(text);
}
function innerCommand(words) {
	const command = words[0]?.text ?? "";
	if (command === "") return;
	if (command.includes(HOLE)) return { kind: "hole", reason: "computed command name" };
	const name = baseName(command)
		.toLowerCase()
		.replace(/\.exe$/, "");
	const args = words.slice(1).map(({ text }) => text);
	const operands = Object.hasOwn(PLAIN_WRAPPERS, name) ? PLAIN_WRAPPERS[name] : undefined;
	if (operands !== undefined) {
		if (name === "command" && /^-[vV]$/.test(args[0] ?? "")) return;
		const fits = operands.every((form, index) => form.test(args[index] ?? ""));
		if (fits && /^[^-\0][^\0]*$/.test(args[operands.length] ?? "")) return { kind: "words", from: 1 + operands.length };
	}
	if (OPAQUE_WRAPPERS.has(name) || /^ld[^/]*\.so/.test(name)) {
		return args.length === 0 ? undefined : WRAPPED;
	}
	const runs = Object.hasOwn(RUNNING_OPERANDS, name) ? RUNNING_OPERANDS[name] : undefined;
	if (runs !== undefined) return args.some((arg) => arg.includes(HOLE) || runs.test(arg)) ? WRAPPED : undefined;
	if (SHELLS.has(name.replace(/[-.]static$|-?[0-9.]+$/, "")) || name === "source" || name === ".") {
		return namesScript(args[0]) ? undefined : LATER;
	}
	const isHarmless = Object.hasOwn(EVALUATING_BUILTINS, name) ? EVALUATING_BUILTINS[name] : undefined;
	return isHarmless === undefined || isHarmless(args) ? undefined : LATER;
}
function namesScript(word = "") {
	if (!/^[^-+\0][^\0]*$/.test(word) || /(?:^|\/)(?:dev|proc)(?:\/|$)/.test(word)) return false;
	return !/^(?:std(?:in|out|err)|tty.*|console|cmdline|environ|[0-9]*)$/.test(baseName(word));
}
function isKnownFormat(args) {
	const [first = "", second = ""] = args;
	const format = first === "--" ? second : first;
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
	peek() {
		this.pos = this.skipContinuations(this.pos);
		return this.text[this.pos] ?? "";
	}
	peekSecond() {
		return this.text[this.skipContinuations(this.skipContinuations(this.pos) + 1)] ?? "";
	}
	advance() {
		this.pos = Math.min(this.skipContinuations(this.pos) + 1, this.text.length);
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
	skipBlanks() {
		for (let c = this.peek(); c === " " || c === "\t"; c = this.peek()) this.advance();
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
			if (
				this.peek() !==
				`
`
			)
				return;
			this.advance();
		}
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

// src/shell/word.ts
var PLAIN_RUN = /[A-Za-z0-9_\-./:=+,@%^~*?{}[\]!#]+/y;
var NAME_START = /[A-Za-z_]/;
var NAME_CHARACTER = /[A-Za-z0-9_]/;
var SPECIAL_PARAMETERS = "*@#?-$!0123456789";

class PartList {
	parts = [];
	literal(text, quoted, span) {
		const last = this.parts.at(-1);
		if (last?.kind === "literal" && last.quoted === quoted) {
			this.parts[this.parts.length - 1] = { ...last, text: last.text + text, end: span.end };
		} else {
			this.parts.push({ kind: "literal", text, quoted, ...span });
		}
	}
	push(part) {
		this.parts.push(part);
	}
}
function readWord(lexer) {
	lexer.peek();
	const start = lexer.pos;
	const list = new PartList();
	while (!lexer.atWordEnd()) {
		const from = lexer.pos;
		const character = lexer.peek();
		switch (character) {
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
	const next = lexer.peek();
	if ((next === "<" || next === ">") && lexer.peekSecond() === "(") lexer.fail("process substitution");
	return { parts: list.parts, ...lexer.span(start, lexer.pos) };
}
function bareText(word) {
	const only = word.parts.length === 1 ? word.parts[0] : undefined;
	return only?.kind === "literal" && !only.quoted ? only.text : undefined;
}
function readPlain(lexer, list, quoted) {
	const from = lexer.pos;
	PLAIN_RUN.lastIndex = from;
	const run = PLAIN_RUN.exec(lexer.text)?.[0] ?? lexer.text[from] ?? "";
	lexer.pos = from + run.length;
	list.literal(run, quoted, lexer.span(from, lexer.pos));
}
function readSingleQuoted(lexer, list) {
	const from = lexer.pos;
	const end = lexer.text.indexOf("'", from + 1);
	if (end === -1) {
		lexer.fail("unterminated single quote");
		return;
	}
	lexer.pos = end + 1;
	list.literal(lexer.text.slice(from + 1, end), true, lexer.span(from, lexer.pos));
}
function readEscape(lexer, list) {
	const from = lexer.pos;
	const escaped = lexer.text[from + 1];
	if (escaped === undefined) {
		lexer.fail("a backslash at the end");
		return;
	}
	lexer.pos = from + 2;
	list.literal(escaped, true, lexer.span(from, lexer.pos));
}
function readDoubleQuoted(lexer, list, open) {
	list.literal("", true, lexer.span(open, lexer.pos));
	for (;;) {
		const from = (lexer.peek(), lexer.pos);
		const character = lexer.text[from];
		if (character === undefined) {
			lexer.fail("unterminated double quote");
			return;
		}
		if (character === '"') {
			lexer.pos = from + 1;
			list.literal("", true, lexer.span(from, lexer.pos));
			return;
		}
		if (character === "\\") {
			const next = lexer.text[from + 1] ?? "";
			const escapes = next !== "" && '$`"\\'.includes(next);
			lexer.pos = from + (escapes ? 2 : 1);
			list.literal(escapes ? next : "\\", true, lexer.span(from, lexer.pos));
		} else if (character === "$") {
			readDollar(lexer, list, true);
		} else if (character === "`") {
			readBackquoted(lexer, list, true);
		} else {
			readPlain(lexer, list, true);
		}
	}
}
function expansion(lexer, list, from, reason, quoted, name) {
	list.push({ kind: "expansion", reason, quoted, name, ...lexer.span(from, lexer.pos) });
}
function readDollar(lexer, list, quoted) {
	const from = lexer.pos;
	lexer.advance();
	const next = lexer.peek();
	if (next === "(") {
		if (lexer.peekSecond() === "(") {
			lexer.fail("arithmetic expansion");
			return;
		}
		lexer.advance();
		const script = lexer.nested(() => lexer.shared.readScript(lexer, ")"));
		if (script === undefined) return;
		if (!lexer.take(")")) lexer.fail("unterminated command substitution");
		list.push({ kind: "substitution", script, quoted, ...lexer.span(from, lexer.pos) });
	} else if (next === "{") {
		readBracedParameter(lexer, list, from, quoted);
	} else if (next === "[") {
		lexer.fail("arithmetic expansion");
	} else if (next === "'" && !quoted) {
		readAnsiQuoted(lexer, list, from);
	} else if (next === '"' && !quoted) {
		lexer.fail('`$"`, a translated string');
	} else if (NAME_START.test(next)) {
		let name = "";
		for (let character = next; NAME_CHARACTER.test(character); character = lexer.peek()) {
			name += character;
			lexer.advance();
		}
		expansion(lexer, list, from, "parameter expansion", quoted, name);
	} else if (next !== "" && SPECIAL_PARAMETERS.includes(next)) {
		lexer.advance();
		if (next === "$" && quoted && /^[({]$/.test(lexer.peek())) lexer.fail("`$$` before a parenthesis or brace");
		expansion(lexer, list, from, "parameter expansion", quoted, next);
	} else {
		list.literal("$", quoted, lexer.span(from, lexer.pos));
	}
}
function readBracedParameter(lexer, list, from, quoted) {
	const form = /\{(#?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[*@#?$!-])\}/y;
	form.lastIndex = lexer.pos;
	const match = form.exec(lexer.text);
	if (match === null) {
		lexer.fail("this form of parameter expansion");
		return;
	}
	const [all, length, name] = match;
	lexer.pos += all.length;
	expansion(lexer, list, from, "parameter expansion", quoted, length === "" ? name : undefined);
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
	list.literal("", true, span);
	for (const piece of pieces) {
		if (piece === undefined) expansion(lexer, list, from, "locale-dependent text", true);
		else list.literal(piece, true, span);
	}
}
function readBackquoted(lexer, list, quoted) {
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
		if (text[pos] === "\\" && escapable.includes(text[pos + 1] ?? " ")) pos++;
		offsets.push(lexer.at(pos));
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
	list.push({ kind: "substitution", script, quoted, ...lexer.span(from, pos + 1) });
}

// src/shell/parser.ts
var MAX_SOURCE_LENGTH = 2 * 1024 * 1024;
var UNREAD_RESERVED_WORDS = new Set([
	"if",
	"then",
	"elif",
	"else",
	"fi",
	"for",
	"select",
	"case",
	"esac",
	"while",
	"until",
	"do",
	"done",
	"function",
	"coproc",
	"[[",
	"}",
	"!",
]);
var MOVED_FORWARD = new Set(["{", "time", "-p", "--"]);
var REDIRECT_OPERATORS = ["<<<", "&>>", "&>", "<&", ">&", "<>", ">>", ">|", "<", ">"];
function parse(source) {
	const shared = {
		problems: [],
		depth: 0,
		backquoteDepth: 0,
		readScript: (lexer, closing) => readScript(lexer, closing),
	};
	const lexer = new Lexer(source, shared);
	if (source.includes("\x00")) lexer.fail("a NUL character");
	if (source.length > MAX_SOURCE_LENGTH) lexer.fail(`longer than ${MAX_SOURCE_LENGTH} characters`);
	const script = readScript(lexer, "");
	if (lexer.peek() !== "") lexer.fail(`unexpected \`${lexer.peek()}\``);
	return { script, problems: shared.problems };
}
function readScript(lexer, closing) {
	const start = lexer.pos;
	const items = [];
	for (;;) {
		lexer.skipBlanksAndNewlines();
		if (lexer.peek() === "" || atClosing(lexer, closing)) break;
		const { item, separated } = readAndOr(lexer);
		items.push(item);
		if (!separated && lexer.peek() !== "" && !atClosing(lexer, closing)) {
			lexer.fail(`unexpected \`${lexer.peek()}\``);
		}
	}
	return { items, ...lexer.span(start, lexer.pos) };
}
function atClosing(lexer, closing) {
	if (closing === "}") return peekReserved(lexer, "}");
	return closing !== "" && lexer.peek() === closing;
}
function readAndOr(lexer) {
	const start = lexer.pos;
	const pipelines = [readPipeline(lexer)];
	lexer.skipBlanks();
	while (lexer.take("&&") || lexer.take("||")) {
		lexer.skipBlanksAndNewlines();
		pipelines.push(readPipeline(lexer));
		lexer.skipBlanks();
	}
	const span = lexer.span(start, lexer.pos);
	if (lexer.peek() === ";" && /[;&]/.test(lexer.peekSecond())) lexer.fail("unexpected `;`");
	const background = lexer.take("&");
	if (
		background ||
		lexer.take(";") ||
		lexer.take(`
`)
	) {
		return { item: { pipelines, background, ...span }, separated: true };
	}
	return { item: { pipelines, background, ...span }, separated: false };
}
function readPipeline(lexer) {
	lexer.skipBlanks();
	const start = lexer.pos;
	for (;;) {
		if (takeReserved(lexer, "time")) {
			takeReserved(lexer, "-p");
			takeReserved(lexer, "--");
		} else if (!takeReserved(lexer, "!")) break;
	}
	const commands = [readCommand(lexer)];
	lexer.skipBlanks();
	while (lexer.peek() === "|" && lexer.peekSecond() !== "|") {
		if (!lexer.take("|&")) lexer.take("|");
		lexer.skipBlanksAndNewlines();
		commands.push(readCommand(lexer));
		lexer.skipBlanks();
	}
	return { commands, ...lexer.span(start, lexer.pos) };
}
function readCommand(lexer) {
	lexer.skipBlanks();
	const start = lexer.pos;
	if (lexer.peek() === "(") {
		if (lexer.peekSecond() === "(") lexer.fail("`((`");
		lexer.take("(");
		const { script, redirects } = readCompound(lexer, ")");
		return { kind: "subshell", script, redirects, ...lexer.span(start, lexer.pos) };
	}
	if (takeReserved(lexer, "{")) {
		const { script, redirects } = readCompound(lexer, "}");
		return { kind: "group", script, redirects, ...lexer.span(start, lexer.pos) };
	}
	return readSimpleCommand(lexer);
}
function readCompound(lexer, closing) {
	const none = { items: [], ...lexer.span(lexer.pos, lexer.pos) };
	const script = lexer.nested(() => readScript(lexer, closing)) ?? none;
	const redirects = [];
	if (script.items.length === 0) lexer.fail("a compound command without commands");
	else if (closing === ")" ? !lexer.take(")") : !takeReserved(lexer, "}")) lexer.fail(`expected \`${closing}\``);
	for (;;) {
		lexer.skipBlanks();
		const redirect = readRedirect(lexer);
		if (redirect === undefined) break;
		redirects.push(redirect);
	}
	return { script, redirects };
}
function readSimpleCommand(lexer) {
	const start = lexer.pos;
	let end = start;
	const assignments = [];
	const words = [];
	const redirects = [];
	for (;;) {
		lexer.skipBlanks();
		const redirect = readRedirect(lexer);
		if (redirect !== undefined) {
			redirects.push(redirect);
			end = lexer.pos;
			continue;
		}
		if (lexer.atWordEnd()) break;
		const from = lexer.pos;
		const word = readWord(lexer);
		end = lexer.pos;
		const bare = bareText(word);
		const [first] = word.parts;
		const braced = first?.kind === "literal" && !first.quoted && /^\{[A-Za-z_]/.test(first.text);
		if (braced && /^[<>]$/.test(lexer.peek())) {
			lexer.fail("a redirection to a descriptor variable");
			break;
		}
		if (words.length === 0) {
			const reserved = UNREAD_RESERVED_WORDS.has(bare ?? "") || (redirects.length > 0 && MOVED_FORWARD.has(bare ?? ""));
			if (assignments.length === 0 && bare !== undefined && reserved) {
				lexer.pos = from;
				lexer.fail(`\`${bare}\`, a reserved word`);
				break;
			}
			const assignment = readAssignment(lexer, word);
			if (assignment !== undefined) {
				assignments.push(assignment);
				continue;
			}
		}
		words.push(word);
	}
	if (lexer.peek() === "(") lexer.fail("unexpected `(`");
	if (words.length + assignments.length + redirects.length === 0) {
		lexer.fail(lexer.peek() === "" ? "a command is missing at the end" : `unexpected \`${lexer.peek()}\``);
	}
	return { kind: "simple", assignments, words, redirects, ...lexer.span(start, end) };
}
function readAssignment(lexer, word) {
	const first = word.parts[0];
	if (first?.kind !== "literal" || first.quoted) return;
	const match = /^([A-Za-z_][A-Za-z0-9_]*)(\[|\+?=)/.exec(first.text);
	if (match === null) return;
	const [prefix, name = "", operator] = match;
	if (operator === "[") {
		lexer.fail("array subscripts are not understood");
		return;
	}
	const rest = first.text.slice(prefix.length);
	const parts = rest === "" ? word.parts.slice(1) : [{ ...first, text: rest }, ...word.parts.slice(1)];
	return {
		name,
		append: operator === "+=",
		value: { parts, start: Math.min(word.start + prefix.length, word.end), end: word.end },
		start: word.start,
		end: word.end,
	};
}
var MAX_DESCRIPTOR = 2147483647;
function readRedirect(lexer) {
	const next = lexer.peek();
	if (next === "" || !"<>&0123456789".includes(next)) return;
	const start = lexer.pos;
	let descriptor = 0;
	for (let digit = next; isDigit(digit); digit = lexer.peek()) {
		descriptor = descriptor * 10 + Number(digit);
		lexer.advance();
	}
	const described = lexer.pos > start;
	const operator =
		described && lexer.peek() === "&" ? undefined : REDIRECT_OPERATORS.find((candidate) => lexer.take(candidate));
	if (operator === undefined || descriptor > MAX_DESCRIPTOR) {
		lexer.pos = start;
		return;
	}
	if (operator === "<" && lexer.peek() === "<") {
		lexer.fail("a here-document");
		return;
	}
	if ((operator === "<" || operator === ">") && lexer.peek() === "(") {
		lexer.fail("process substitution");
		return;
	}
	lexer.skipBlanks();
	const duplicates = operator === ">&" || operator === "<&";
	const target = duplicates && lexer.peek() === "-" ? readClosing(lexer) : readWord(lexer);
	if (target.parts.length === 0) lexer.fail(`\`${operator}\` without a target`);
	const plain = target.parts.every(
		(part) => part.kind === "literal" && !part.quoted && !EXPANDED_AGAIN.test(part.text),
	);
	if (duplicates && !plain) {
		lexer.fail(`\`${operator}\` with a target that is expanded twice`);
	}
	return { operator, target, ...lexer.span(start, lexer.pos) };
}
var EXPANDED_AGAIN = /[~*?[{\x01\x7f]/;
function readClosing(lexer) {
	const start = (lexer.peek(), lexer.pos);
	lexer.advance();
	const span = lexer.span(start, lexer.pos);
	return { parts: [{ kind: "literal", text: "-", quoted: false, ...span }], ...span };
}
function isDigit(character) {
	return character >= "0" && character <= "9" && character !== "";
}
function peekReserved(lexer, word) {
	const { pos } = lexer;
	const found = takeReserved(lexer, word);
	lexer.pos = pos;
	return found;
}
function takeReserved(lexer, word) {
	lexer.skipBlanks();
	const { pos } = lexer;
	if (lexer.take(word) && lexer.atWordEnd()) return true;
	lexer.pos = pos;
	return false;
}

// src/shell/units.ts
var MAX_WRAPPERS = 8;
function analyze(source) {
	const { script, problems } = parse(source);
	const collector = new Collector(source);
	collector.script(script, "top level");
	const { units, assignments, redirects } = collector;
	const complete = problems.length === 0;
	if (!complete) units.push(collector.hole({ start: 0, end: source.length }, "unread", "text that was not understood"));
	return { units, assignments, redirects, complete, problems };
}

class Collector {
	source;
	units = [];
	assignments = [];
	redirects = [];
	constructor(source) {
		this.source = source;
	}
	script(script, context) {
		for (const { pipelines } of script.items) {
			for (const { commands } of pipelines) {
				for (const command of commands) this.command(command, context);
			}
		}
	}
	hole(span, context, reason) {
		return { ...holeText(reason), words: [], ...this.slice(span), context };
	}
	command(command, context) {
		switch (command.kind) {
			case "simple":
				this.simple(command, context);
				break;
			case "subshell":
				this.script(command.script, "subshell");
				break;
			case "group":
				this.script(command.script, context);
				break;
			default:
				throw new Error("unknown command kind");
		}
		for (const redirect of command.redirects) this.redirect(redirect, context);
	}
	simple(command, context) {
		const words = command.words.map((word) => ({ ...expandWord(word), start: word.start, end: word.end }));
		this.unit(words, context);
		for (let depth = 0, from = 0; from < words.length; depth++) {
			const inner = innerCommand(words.slice(from));
			if (inner === undefined) break;
			if (inner.kind === "hole" || depth === MAX_WRAPPERS) {
				const reason = inner.kind === "hole" ? inner.reason : "inner command of a wrapper";
				this.units.push(this.hole(spanOf(words), "wrapper", reason));
				break;
			}
			from += inner.from;
			this.unit(words.slice(from), "wrapper");
		}
		for (const { name, append, value, start, end } of command.assignments) {
			const text = expandWord(value);
			const source = this.slice({ start, end });
			const assigned = `${name}${append ? "+" : ""}=${text.text}`;
			this.assignments.push({ text: assigned, holes: text.holes, ...source, context });
			if (isEvaluatedAssignment(assigned)) this.units.push(this.hole({ start, end }, context, "text that runs later"));
			this.substitutions(value);
		}
		for (const word of command.words) this.substitutions(word);
	}
	unit(words, context) {
		if (words.length === 0) return;
		this.units.push({ ...joinTexts(words), words, ...this.slice(spanOf(words)), context });
	}
	redirect({ operator, target, start, end }, context) {
		this.redirects.push({ operator, ...expandWord(target), ...this.slice({ start, end }), context });
		this.substitutions(target);
	}
	substitutions(word) {
		for (const part of word.parts) if (part.kind === "substitution") this.script(part.script, "substitution");
	}
	slice({ start, end }) {
		return { start, end, source: this.source.slice(start, end) };
	}
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
	const after = { text: HOLE + path, holes: holeText("computed directory").holes };
	const form = climbs(path) ? holeText("computed directory") : after;
	return [{ ...textSubject([form], [form, plainText(written)]), outside: climbs(path) ? true : undefined }];
}
function basedSubjects(written, path, { cwd, followLinks }) {
	const unresolved = path.startsWith("/") || cwd === undefined ? path : `${cwd}/${path}`;
	const resolved = normalizePath(unresolved);
	const subjects = [subject(written, resolved, cwd)];
	if (followLinks === undefined || !resolved.startsWith("/")) return subjects;
	for (const real of new Set([followLinks(resolved), followLinks(unresolved)])) {
		if (real !== resolved) subjects.push(subject(real, real, cwd === undefined ? undefined : followLinks(cwd)));
	}
	return subjects;
}
function subject(written, path, cwd) {
	const forms = [path];
	if (!path.startsWith("/")) {
		const anywhere = { text: `${HOLE}/${path}`, holes: holeText("computed directory").holes };
		return {
			...textSubject([plainText(path)], [plainText(path), plainText(written), anywhere]),
			outside: climbs(path),
		};
	}
	const relative = cwd === undefined ? undefined : relativePath(cwd, path);
	if (relative !== undefined) forms.push(relative);
	const outside = relative === undefined || climbs(relative);
	return { ...textSubject(forms.map(plainText), [...forms, written].map(plainText)), outside };
}
function holePath(text, outside) {
	return { ...textSubject([holeText("computed directory")], [text, holeText("computed directory")]), outside };
}
function unknownPath() {
	return holePath(holeText("computed directory"), undefined);
}
function climbs(path) {
	return path === ".." || path.startsWith("../");
}
function normalizePath(path) {
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
function isStandardDevice(path) {
	return /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/.test(path);
}

// src/policy/operands.ts
var MAX_BASES = 16;
function pathState({ units, assignments }, paths) {
	const isLater = ({ words }) => words.length === 0 || /^(?:source|\.)$/.test(words[0]?.text ?? "");
	const sets = (name) => assignments.some(({ text }) => name.test(text));
	const homeKnown = !units.some(isLater) && !sets(/^(?:HOME|IFS)\+?=/);
	const directoriesKnown = !sets(/^CDPATH\+?=/);
	const home = homeKnown ? paths.home : undefined;
	const steps = [];
	let bases = WORKING_DIRECTORY;
	for (const unit of units) {
		const before = bases;
		if (isLater(unit)) bases = undefined;
		else if (/^(?:cd|pushd)$/.test(baseName(unit.words[0]?.text ?? ""))) {
			bases = directoriesKnown ? afterMove(unit, before, home) : undefined;
		}
		if (bases?.length !== before?.length) steps.push({ from: unit.end, bases });
	}
	const basesAt = (offset) => {
		const step = steps.findLast(({ from }) => from <= offset);
		return step === undefined ? WORKING_DIRECTORY : step.bases;
	};
	return { paths: { ...paths, home }, basesAt };
}
function afterMove({ words }, bases, home) {
	const operands = words.slice(1).filter(({ text }) => !/^-[LPe@n]+$|^--$/.test(text));
	const [operand] = operands;
	if (bases === undefined || operands.length > 1) return;
	let target = operand === undefined ? home : homePath(operand, home);
	if (operand === undefined && words[0]?.text === "pushd") target = ".";
	if (target === undefined || /^[-+]/.test(target)) return;
	const moved = bases.map((base) => normalizePath(target.startsWith("/") ? target : `${base}/${target}`));
	const all = [...new Set([...bases, ...moved])];
	return all.length > MAX_BASES ? undefined : all;
}
function homePath({ text, holes }, home) {
	if (holes.length === 0) return text;
	const [{ name } = { name: undefined }] = holes;
	const isHome = holes.length === 1 && text.startsWith(HOLE) && (name === "~" || name === "HOME");
	if (!isHome || home === undefined || /[\s*?[]/.test(home)) return;
	return home + text.slice(1);
}
function unexpanded(literal) {
	return literal.startsWith("~") ? `./${literal}` : literal;
}
function judgeOperand(word, { context }, command, policy, state) {
	const { text, start, end } = word;
	const source = command.slice(start, end);
	return candidates(word).flatMap((candidate) => {
		const literal = homePath(candidate, state.paths.home);
		const shown = literal ?? candidate.text;
		if (isStandardDevice(shown)) return [];
		const at = { text: shown, source, start, end, context };
		const option = text.startsWith("-");
		const named = shown.includes("/") || (!option && /^[.~]/.test(shown));
		const bases = state.basesAt(start);
		const subjects =
			literal === undefined
				? holeSubjects(candidate, source, state.paths, bases)
				: pathSubjects(unexpanded(literal), state.paths, bases);
		return subjects.flatMap((subject) => judgeFile(at, subject, named, literal === undefined, policy));
	});
}
function judgeFile(at, subject, named, unknown, policy) {
	const judgements = [];
	if (policy.names("path")) {
		if (unknown) judgements.push(...judgeUnknown(at, "path", subject, policy));
		else if (named) judgements.push({ ...at, surface: "path", verdict: judge(policy.rules("path"), subject) });
		else {
			const verdict = judge(policy.specificRules("path"), subject, "allow");
			if (verdict.action !== "allow") judgements.push({ ...at, surface: "path", verdict });
		}
	}
	const surface = "external_directory";
	if (subject.outside === true) judgements.push({ ...at, surface, verdict: judge(policy.rules(surface), subject) });
	else if (subject.outside === undefined) judgements.push(...judgeUnknown(at, surface, subject, policy));
	return judgements;
}
function judgeUnknown(at, surface, subject, policy) {
	const verdict = judge(policy.rulesAgainstUnknown(surface), subject, "allow");
	return verdict.action === "allow" ? [] : [{ ...at, surface, verdict: { ...verdict, action: "ask" } }];
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
	const globs = reasons.size === 1 && reasons.has("pathname expansion") && !/(?:^|\/)\.|\0\0|\/\//.test(text);
	if (!globs) return [holePath(candidate, leaves)];
	if (bases === undefined && !known.startsWith("/")) return [holePath(candidate, undefined)];
	return (known.startsWith("/") ? ["/"] : (bases ?? [])).map((base) => globSubject(candidate, base, paths));
}
function globSubject(candidate, base, { cwd }) {
	const { text, holes } = candidate;
	const path = base === "." || base === "/" ? text : `${base}/${text}`;
	const directory = cwd === undefined ? undefined : normalizePath(cwd);
	const forms = [{ text: path, holes }];
	let outside = /^\/|^\.\.(?:\/|$)/.test(path);
	if (directory !== undefined && path.startsWith(`${directory}/`)) {
		forms.push({ text: path.slice(directory.length + 1), holes });
		outside = false;
	} else if (directory !== undefined && !outside) forms.push({ text: `${directory}/${path}`, holes });
	const anywhere = { text: `${HOLE}/${text}`, holes: [...holeText("computed directory").holes, ...holes] };
	return { ...textSubject(forms, [...forms, candidate, anywhere]), outside };
}
var MAX_CANDIDATES = 16;
function candidates(word) {
	const { text } = word;
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
function textFrom({ text, holes }, start) {
	const skipped = text.slice(0, start).split(HOLE).length - 1;
	return { text: text.slice(start), holes: holes.slice(skipped) };
}
function judgeRedirect(redirect, policy, { paths, basesAt }) {
	const { operator, text, start } = redirect;
	if (operator === "<<<") return [];
	if ((operator === "<&" || operator === ">&") && /^(?:[0-9]+-?|-)$/.test(text)) return [];
	if (isStandardDevice(text)) return [];
	const surfaces = operator === "<" || operator === "<&" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
	if (policy.names("path")) surfaces.push("path");
	const literal = homePath(redirect, paths.home);
	const subjects =
		literal === undefined ? [holePath(redirect, true)] : pathSubjects(unexpanded(literal), paths, basesAt(start));
	return subjects.flatMap((subject) => {
		const asked = subject.outside === false ? surfaces : [...surfaces, "external_directory"];
		return asked.map((surface) => ({ ...place(redirect), surface, verdict: judge(policy.rules(surface), subject) }));
	});
}
function place({ text, source, start, end, context }) {
	return { text, source, start, end, context };
}

// src/policy/policy.ts
class Policy {
	ruleset;
	home;
	compiled = new Map();
	surfaces;
	allowsEveryCommand;
	constructor(ruleset, home) {
		this.ruleset = ruleset;
		this.home = home;
		this.surfaces = new Set(ruleset.map(({ surface }) => surface));
		const [bash, ...more] = ruleset.filter(({ surface }) => surface === "bash");
		this.allowsEveryCommand = more.length === 0 && bash?.pattern === "*" && bash.action === "allow";
	}
	rules(surface) {
		return this.cached(surface, () => compileRules(this.ruleset, surface, this.home));
	}
	specificRules(surface) {
		return this.cached(`specific ${surface}`, () => this.rules(surface).filter(({ rule }) => rule.pattern !== "*"));
	}
	rulesAgainstUnknown(surface) {
		return this.cached(`unknown ${surface}`, () =>
			this.rules(surface).filter(({ rule }) => rule.action !== "ask" || rule.pattern !== "*"),
		);
	}
	names(surface) {
		return this.surfaces.has(surface);
	}
	with(rules) {
		return new Policy([...this.ruleset, ...rules], this.home);
	}
	without(rule) {
		return new Policy(
			this.ruleset.filter((other) => other !== rule),
			this.home,
		);
	}
	cached(key, compile) {
		let rules = this.compiled.get(key);
		if (rules === undefined) {
			rules = compile();
			this.compiled.set(key, rules);
		}
		return rules;
	}
}
function conclude(judgements, complete = true, problem) {
	const verdicts = judgements.map(({ verdict }) => verdict.action);
	const state = verdicts.length === 0 ? "ask" : verdicts.reduce(mostRestrictive);
	return { state, judgements, complete, problem };
}

// src/policy/decide.ts
function judgeCommand(command, policy, paths = {}) {
	const analysis = analyze(command);
	const state = pathState(analysis, paths);
	const judgements = [];
	const nothing = analysis.units.length + analysis.assignments.length + analysis.redirects.length === 0;
	for (const unit of nothing ? [emptyUnit(command)] : analysis.units) {
		judgements.push({ ...place(unit), surface: "bash", verdict: judgeUnit(unit, policy) });
		if (unit.words.length === 0 && !nothing) judgements.push(...judgeReach(place(unit), policy));
		if (unit.context === "wrapper") continue;
		for (const word of unit.words.slice(1)) judgements.push(...judgeOperand(word, unit, command, policy, state));
	}
	for (const assignment of analysis.assignments) {
		judgements.push({ ...place(assignment), surface: "env", verdict: judgeAssignment(assignment, policy) });
	}
	for (const redirect of analysis.redirects) judgements.push(...judgeRedirect(redirect, policy, state));
	judgements.sort((left, right) => left.start - right.start);
	return conclude(judgements, analysis.complete, analysis.problems[0]?.message);
}
var FILE_TOOLS = ["read", "write", "edit", "find", "grep", "ls"];
function judgeTool(tool, path, policy, paths) {
	const text = path ?? "";
	const at = { text, source: text, start: 0, end: text.length, context: "tool call" };
	if (path === undefined)
		return conclude([{ ...at, surface: tool, verdict: judge(policy.rules(tool), unknownPath()) }]);
	const subjects = path === null ? [unknownPath()] : pathSubjects(path, paths, WORKING_DIRECTORY);
	return conclude(
		subjects.flatMap((subject) => {
			const surfaces = [tool];
			if (policy.names("path")) surfaces.push("path");
			if (subject.outside !== false) surfaces.push("external_directory");
			return surfaces.map((surface) => ({ ...at, surface, verdict: judge(policy.rules(surface), subject) }));
		}),
	);
}
function judgeAssignment(assignment, policy) {
	const any = {
		text: assignment.text.replace(/\+?=.*$/s, `=${HOLE}`),
		holes: [{ reason: "parameter expansion", vanishes: false }],
	};
	const forms = assignment.text.includes("+=") ? [assignment, any] : [assignment];
	return judge(policy.rules("env"), textSubject([assignment], forms), policy.allowsEveryCommand ? "allow" : "ask");
}
function emptyUnit(source) {
	return { ...plainText(""), words: [], source, start: 0, end: source.length, context: "top level" };
}
var SOURCE_ONLY = /['"\\$~]/;
function judgeUnit(unit, policy) {
	const command = unit.words[0]?.text ?? unit.text;
	const ambiguous = command.includes(HOLE) || /\s/.test(command);
	const source = plainText(unit.source);
	const forms = [unit, ...programByBaseName(unit)];
	const verdict = judge(policy.rules("bash"), {
		allow: ({ rule, pattern }) => {
			if (rule.pattern === "*") return true;
			if (ambiguous) return false;
			return must(pattern, unit) || (SOURCE_ONLY.test(rule.pattern) && must(pattern, source));
		},
		restrict: ({ rule, pattern }) => {
			const all = SOURCE_ONLY.test(rule.pattern) ? [...forms, source] : forms;
			if (all.some((form) => must(pattern, form))) return "must";
			return all.some((form) => may(pattern, form)) ? "may" : undefined;
		},
	});
	return unit.context === "unread" && verdict.action === "allow" ? { ...verdict, action: "ask" } : verdict;
}
function programByBaseName({ words, text, holes }) {
	const command = words[0]?.text ?? "";
	const slash = command.lastIndexOf("/");
	const hole = command.lastIndexOf(HOLE);
	if (slash === -1 && hole === -1) return [];
	const from = Math.max(slash + 1, hole);
	const skipped = command.slice(0, from).split(HOLE).length - 1;
	return [
		{
			text: text.slice(from),
			holes: holes
				.slice(skipped)
				.map((one, index) => (index === 0 && hole === from ? { ...one, vanishes: false } : one)),
		},
	];
}
function decide({ command, permission, cwd, home }) {
	const { rules } = readPermission(permission, "global");
	return toDecision(judgeCommand(command, new Policy(rules, home), { cwd, home }));
}
function toDecision({ state, judgements, complete }) {
	const units = judgements.map(({ text, source, start, end, context, verdict, surface }) => {
		const pattern = (verdict.raisedBy ?? verdict.rule)?.pattern ?? null;
		return { text, source, start, end, context, state: verdict.action, pattern, surface };
	});
	return { state, final: state, by: "policy", units, complete };
}

// src/cli.ts
var USAGE = `Usage:
  portcullis.js explain [--settings FILE] 'COMMAND'   why a command is allowed, asked about or denied
  portcullis.js decide --jsonl [--settings FILE]      one JSON request a line on standard input, one decision a line back
  portcullis.js check [--settings FILE]               names the mistakes in the settings
  portcullis.js --version

A request is { "command": …, "permission": …, "cwd"?: …, "home"?: … }; without "permission" the settings' is used.
Settings are read from $PI_CODING_AGENT_DIR/settings.json or ~/.pi/agent/settings.json, then ./.pi/settings.json.
`;
async function runCommandLine(args) {
	process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));
	const [name, ...rest] = args;
	try {
		if (name === "explain") explain(rest);
		else if (name === "decide") await decideLines(rest);
		else if (name === "check") check2(rest);
		else if (name === "--version") print(version);
		else if (name === "--help" || name === "-h" || name === "help") print(USAGE.trimEnd());
		else throw new UsageError(name === undefined ? "a command is missing" : `unknown command \`${name}\``);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
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

class UsageError extends Error {}
function print(line) {
	process.stdout.write(`${line}
`);
}
function takeArguments(args, flags, operandCount) {
	const operands = [];
	let file;
	for (let index = 0; index < args.length; index++) {
		const argument = args[index] ?? "";
		if (argument === "--") {
			operands.push(...args.slice(index + 1));
			break;
		} else if (argument === "--settings") {
			file = args[++index];
			if (file === undefined) throw new UsageError("--settings needs a file");
			if (!existsSync(file)) throw new Error(`${file}: there is no such file`);
		} else if (!argument.startsWith("--")) operands.push(argument);
		else if (!flags.includes(argument)) throw new UsageError(`unknown option \`${argument}\``);
	}
	if (operands.length > operandCount) {
		throw new UsageError(operandCount === 0 ? "too many arguments" : "one argument, please: quote the command");
	}
	const { global, project } = settingsFiles(process.cwd(), true);
	const layers = file === undefined ? [global, project] : [file];
	return {
		settings: loadSettingsFiles(layers),
		files: layers.flatMap((one) => one ?? []).filter(existsSync),
		operands,
	};
}
var MARKS = { allow: "✔ allow", ask: "? ask  ", deny: "✖ deny " };
function explain(args) {
	const { settings, operands } = takeArguments(args, [], 1);
	const [command] = operands;
	if (command === undefined) throw new UsageError("explain needs a command");
	const policy = new Policy(settings.ruleset ?? [], homedir2());
	const rejudge = (other) => judgeCommand(command, other, { cwd: process.cwd(), home: homedir2() });
	const ruling = rejudge(policy);
	const lines = [displayText(command), ""];
	lines.push(...mistakeLines(settings).map((line) => `! ${line}`));
	if (settings.ruleset === undefined)
		lines.push("There is no `permission` block, so the gate is off. With an empty one:");
	if (lines.length > 2) lines.push("");
	for (const judgement of ruling.judgements) {
		const { surface, context, verdict } = judgement;
		lines.push(
			`${MARKS[verdict.action]}  ${whatOf(judgement)}  [${context === "top level" ? surface : `${surface}, ${context}`}]`,
			`           because ${whyOf(judgement, ruling.problem, messages("en"))}`,
			`           would change with ${displayText(changeThatFlips(judgement, ruling, policy, rejudge))}`,
		);
	}
	print(
		[...lines, "", `${MARKS[ruling.state].trim()}: ${summary(ruling)}`].join(`
`),
	);
}
function summary({ state, judgements }) {
	const same = judgements.filter(({ verdict }) => verdict.action === state).length;
	const verb = {
		allow: ["is allowed", "are allowed"],
		ask: ["needs an approval", "need an approval"],
		deny: ["is denied", "are denied"],
	};
	return `${same} of ${judgements.length} parts ${verb[state][same === 1 ? 0 : 1]}`;
}
function mistakeLines({ mistakes }) {
	return mistakes.map(({ path, message }) => displayText(`${path}: ${message}`));
}
var SURFACES = new Set([UNIVERSAL, "bash", "path", "external_directory", "env", ...FILE_TOOLS]);
function check2(args) {
	const { settings, files } = takeArguments(args, [], 0);
	const { ruleset } = settings;
	print(files.length === 0 ? "there are no settings files" : `read ${files.join(" and ")}`);
	for (const line of mistakeLines(settings)) print(line);
	const others = new Set(ruleset?.map(({ surface }) => surface).filter((surface) => !SURFACES.has(surface)));
	for (const surface of others)
		print(`note: permission[${JSON.stringify(surface)}] is for a tool of that name; Pi itself has none`);
	if (settings.mistakes.length > 0) process.exitCode = 1;
	else
		print(
			ruleset === undefined
				? "no mistakes; there is no `permission` block, so the gate is off"
				: `no mistakes; rules: ${ruleset.length}`,
		);
}
async function decideLines(args) {
	if (!args.includes("--jsonl")) throw new UsageError("decide needs --jsonl");
	const { settings } = takeArguments(args, ["--jsonl"], 0);
	const decideLine = (line) => {
		try {
			const request = JSON.parse(line);
			if (!isMap3(request)) throw new Error("a request is a map");
			for (const key of ["command", "cwd", "home"]) {
				if (typeof request[key] !== "string" && (key === "command" || request[key] !== undefined))
					throw new Error(`\`${key}\` must be a text`);
			}
			const { command, cwd, home } = request;
			if ("permission" in request) return decide(request);
			const { ruleset } = settings;
			if (ruleset === undefined) throw new Error("`permission` is missing, here and in the settings");
			return toDecision(judgeCommand(command, new Policy(ruleset, home), { cwd, home }));
		} catch (error) {
			return { error: error instanceof Error ? error.message : String(error) };
		}
	};
	for await (const line of readLines()) {
		if (
			!process.stdout.write(`${JSON.stringify(decideLine(line))}
`)
		) {
			await new Promise((resolve) => process.stdout.once("drain", resolve));
		}
	}
}
async function* readLines() {
	const decoder = new TextDecoder();
	let pieces = [];
	for await (const chunk of process.stdin) {
		const parts = decoder.decode(chunk, { stream: true }).split(`
`);
		for (const part of parts.slice(0, -1)) {
			yield pieces.join("") + part;
			pieces = [];
		}
		pieces.push(parts.at(-1) ?? "");
	}
	const last = pieces.join("") + decoder.decode();
	if (last !== "") yield last;
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

// src/guards/permission.ts
import { homedir as homedir3 } from "node:os";

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
function freeze(value) {
	if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
	Object.freeze(value);
	for (const inner of Object.values(value)) freeze(inner);
}

// src/pi/dialog.ts
var MAX_REASONS = 6;
var MAX_SHOWN = { whole: 900, part: 200 };
var MAX_LINES = 14;
async function askHuman(ctx, tool, whole, ruling, language) {
	const text = messages(language);
	const options = ctx.signal === undefined ? {} : { signal: ctx.signal };
	const title = question(tool, whole, ruling, text);
	const choice = await ctx.ui.select(title, [text.deny, text.allowOnce, text.denyWithReason], options);
	if (choice === text.allowOnce) return { allowed: true };
	const note = choice === text.denyWithReason ? await ctx.ui.input(text.reasonPrompt, "", options) : undefined;
	const [first] = asking(ruling);
	const what = first === undefined ? tool : shorten(whatOf(first), MAX_SHOWN.part, text);
	return { allowed: false, reason: text.deniedByUser(what, note?.trim() ?? "") };
}
function question(tool, whole, ruling, text) {
	const asked = asking(ruling);
	const reasons = asked
		.slice(0, MAX_REASONS)
		.map((one) => `\`${shorten(whatOf(one), MAX_SHOWN.part, text)}\`: ${whyOf(one, ruling.problem, text)}`);
	if (asked.length > MAX_REASONS) reasons.push(text.more(asked.length - MAX_REASONS));
	const shown = shorten(displayText(whole), MAX_SHOWN.whole, text).replaceAll(/^/gm, "  ");
	return `${text.question(tool)}

${reasons.join(`
`)}

${shown}`;
}
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

// src/pi/files.ts
import { readlinkSync } from "node:fs";
import { dirname, join as join3 } from "node:path";
import { fileURLToPath } from "node:url";
var UNICODE_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
function toolPath(argument) {
	const path = argument.replace(UNICODE_SPACES, " ").replace(/^@/, "");
	if (!path.startsWith("file://")) return path;
	try {
		return fileURLToPath(path);
	} catch {
		return null;
	}
}
var MAX_LINKS = 40;
function followLinks(absolute) {
	const pending = absolute.split("/").reverse();
	let resolved = "/";
	for (let links = 0; pending.length > 0;) {
		const segment = pending.pop();
		if (segment === undefined || segment === "" || segment === ".") continue;
		const next = segment === ".." ? dirname(resolved) : join3(resolved, segment);
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
function linkTarget(path) {
	try {
		return readlinkSync(path);
	} catch {
		return;
	}
}

// src/guards/permission.ts
function permissionGuard(pi, session) {
	let judgedBy;
	async function judgeCall(event, ctx) {
		const { settings, language } = session(ctx);
		if (settings.ruleset === undefined || !claimCall(event.input)) return;
		if (judgedBy?.settings !== settings) judgedBy = { settings, policy: new Policy(settings.ruleset, homedir3()) };
		const { policy } = judgedBy;
		const input = event.input;
		const { rejudge, whole } = bindCall(event.toolName, input, { cwd: ctx.cwd, home: homedir3(), followLinks });
		const ruling = rejudge(policy);
		const text = messages(language);
		if (ruling.state === "allow") return;
		const judgement = trigger(ruling);
		const why = whyOf(judgement, ruling.problem, text);
		if (ruling.state === "deny") return { block: true, reason: text.denied(whatOf(judgement), why) };
		if (ctx.hasUI) {
			const answer = await askHuman(ctx, event.toolName, whole, ruling, language);
			return answer.allowed ? undefined : { block: true, reason: answer.reason };
		}
		const rules = rulesThatAllow(ruling, policy, rejudge);
		const setting = rules === undefined ? undefined : toPermission(rules);
		return { block: true, reason: text.nobody(whatOf(judgement), why, setting) };
	}
	pi.on("tool_call", async (event, ctx) => {
		try {
			return await judgeCall(event, ctx);
		} catch (error) {
			const { failed } = messages(safeLanguage(session, ctx));
			return { block: true, reason: failed(error instanceof Error ? error.message : String(error)) };
		}
	});
}
function bindCall(tool, input, paths) {
	if (tool === "bash") {
		bindField(input, "command");
		const { command } = input;
		if (typeof command !== "string") throw new Error("`command` is not a text");
		return { rejudge: (policy) => judgeCommand(command, policy, paths), whole: command };
	}
	bindField(input, "path");
	const { path } = input;
	const missing = path === undefined || path === null;
	const implied = FILE_TOOLS.includes(tool) ? "." : undefined;
	const judged = missing ? implied : typeof path === "string" ? toolPath(path) : null;
	const whole = typeof path === "string" ? `${tool} ${path}` : tool;
	return { rejudge: (policy) => judgeTool(tool, judged, policy, paths), whole };
}
function safeLanguage(session, ctx) {
	try {
		return session(ctx).language;
	} catch {
		return "en";
	}
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
function readEntry(branch, key) {
	return readEntries(branch, [key])[key];
}

// src/index.ts
function evaluate2(surface, value, ruleset, fallback = "ask") {
	return evaluate(surface, value, ruleset, fallback, homedir4());
}
function portcullis(pi) {
	let current;
	function load(ctx) {
		const settings = loadSettings(pi, settingsFiles(ctx.cwd, ctx.isProjectTrusted()));
		current = { settings, language: chooseLanguage(settings.language, process.env) };
		return current;
	}
	const session = (ctx) => current ?? load(ctx);
	pi.on("session_start", (_event, ctx) => {
		const { settings, language } = load(ctx);
		if (settings.mistakes.length === 0) return;
		const message = messages(language).mistakes(settings.mistakes);
		if (ctx.hasUI) ctx.ui.notify(message, "warning");
		else console.error(message);
	});
	permissionGuard(pi, session);
	defaultTimeoutGuard(pi, session);
}
function isMainProgram() {
	const program = process.argv[1];
	if (program === undefined) return false;
	try {
		return realpathSync(program) === realpathSync(fileURLToPath2(import.meta.url));
	} catch {
		return false;
	}
}
if (isMainProgram()) runCommandLine(process.argv.slice(2));
export {
	decide,
	portcullis as default,
	evaluate2 as evaluate,
	mayMatch,
	mustMatch,
	normalizePermission,
	parseUnits,
	readEntries,
	readEntry,
	readSetting,
	wildcardMatch,
};
