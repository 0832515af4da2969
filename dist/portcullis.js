// pi-portcullis 0.1.0, a guard rail for the Pi coding agent. MIT License, the Portcullis authors.
// Bundles es-toolkit (Viva Republica, Inc.) and valibot (Fabian Hiller), both under the MIT License.
// src/index.ts
import { realpathSync } from "node:fs";
import { homedir as homedir4 } from "node:os";
import { fileURLToPath as fileURLToPath2 } from "node:url";

// src/cli.ts
import { existsSync } from "node:fs";
import { homedir as homedir2 } from "node:os";
import { join as join3 } from "node:path";

// src/shell/text.ts
var HOLE = "\x00";
function holeText(reason) {
  return { text: HOLE, holes: [{ reason, vanishes: true }] };
}
function joinTexts(texts) {
  return { text: texts.map(({ text }) => text).join(" "), holes: texts.flatMap(({ holes }) => holes) };
}
function displayText(text) {
  return text.replaceAll(HOLE, "…");
}

// src/pi/messages.ts
function chooseLanguage(setting, env) {
  if (setting !== "auto")
    return setting;
  const locale = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
  return locale?.toLowerCase().startsWith("zh") === true ? "zh" : "en";
}
var ENGLISH = {
  noRule: (surface) => `no \`${surface}\` rule allows it`,
  rule: (pattern, surface, action) => `the ${surface} rule \`${pattern}\` says ${action}`,
  mayBe: (pattern, surface, action) => `what is known only at run time (…) may match the ${surface} rule \`${pattern}\`, which says ${action}`,
  unread: (problem) => `this was not understood: ${problem}`,
  because: (reason) => ` (${reason})`,
  denied: (what, why) => `portcullis: \`${what}\` is denied: ${why}. Do not try to get around this; do without, or ask the user.`,
  deniedByUser: (what, note) => `portcullis: the user denied \`${what}\`${note === "" ? "." : `: ${note}`}`,
  nobody: (what, why, setting) => `portcullis: \`${what}\` needs an approval: ${why}, and nobody can be asked here. The user can allow it in settings.json: ${setting}`,
  failed: (error) => `portcullis: the call could not be judged, so it is blocked: ${error}`,
  question: (tool, whole, what, why) => `Portcullis: may the agent call ${tool}?

  ${whole}

\`${what}\`: ${why}`,
  allowOnce: "Allow once",
  deny: "Deny",
  denyWithReason: "Deny, and say why",
  reasonPrompt: "What should the agent know or do instead?",
  mistakes: (mistakes) => `portcullis: ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`} in the settings:
${list(mistakes)}`
};
var CHINESE = {
  noRule: (surface) => `没有允许它的 \`${surface}\` 规则`,
  rule: (pattern, surface, action) => `${surface} 规则 \`${pattern}\` 的判定是 ${action}`,
  mayBe: (pattern, surface, action) => `运行时才知道的部分（…）可能命中 ${surface} 规则 \`${pattern}\`（${action}）`,
  unread: (problem) => `无法解析：${problem}`,
  because: (reason) => `（${reason}）`,
  denied: (what, why) => `portcullis：已拒绝 \`${what}\`：${why}。请不要绕过；换一种做法，或者询问用户。`,
  deniedByUser: (what, note) => `portcullis：用户拒绝了 \`${what}\`${note === "" ? "。" : `：${note}`}`,
  nobody: (what, why, setting) => `portcullis：\`${what}\` 需要批准：${why}，而这里没有人可以询问。用户可以在 settings.json 里放行：${setting}`,
  failed: (error) => `portcullis：无法判定这次调用，已拦截：${error}`,
  question: (tool, whole, what, why) => `Portcullis：允许 agent 调用 ${tool} 吗？

  ${whole}

\`${what}\`：${why}`,
  allowOnce: "允许这一次",
  deny: "拒绝",
  denyWithReason: "拒绝并说明原因",
  reasonPrompt: "agent 应该知道什么，或者改做什么？",
  mistakes: (mistakes) => `portcullis：设置里有 ${mistakes.length} 处错误：
${list(mistakes)}`
};
function list(mistakes) {
  return mistakes.map(({ path, message }) => `  ${path}: ${message}`).join(`
`);
}
function messages(language) {
  return language === "zh" ? CHINESE : ENGLISH;
}
function trigger({ state, judgements }) {
  return judgements.find(({ verdict }) => verdict.action === state) ?? judgements[0];
}
function whyOf({ verdict, surface, context }, problem, text) {
  if (context === "unread" && problem !== undefined && verdict.action === "ask")
    return text.unread(problem);
  const { rule, raisedBy } = verdict;
  if (raisedBy !== undefined)
    return text.mayBe(raisedBy.pattern, surface, raisedBy.action) + reasonOf(raisedBy.reason, text);
  if (rule === undefined)
    return text.noRule(surface);
  return text.rule(rule.pattern, surface, rule.action) + reasonOf(rule.reason, text);
}
function reasonOf(reason, text) {
  return reason === undefined ? "" : text.because(reason);
}
function whatOf({ text, source, context }) {
  return context === "unread" || text === "\x00" ? source : displayText(text);
}
function settingFor({ surface, text, source }) {
  const pattern = text.includes("\x00") ? source : text;
  return JSON.stringify({ permission: { [surface]: { [pattern]: "allow" } } });
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
      if (key === "" || key.startsWith(".") || key.endsWith("."))
        return false;
      return regexIsDeepProp.test(key);
    default:
      return false;
  }
}

function toKey(value) {
  var _value$valueOf;
  if (typeof value === "string" || typeof value === "symbol")
    return value;
  if (Object.is(value === null || value === undefined || (_value$valueOf = value.valueOf) === null || _value$valueOf === undefined ? undefined : _value$valueOf.call(value), -0))
    return "-0";
  return String(value);
}

function isSymbol(value) {
  return typeof value === "symbol" || value instanceof Symbol;
}

function baseToString(value) {
  if (typeof value === "string")
    return value;
  if (Array.isArray(value)) {
    let result = "";
    for (let i = 0;i < value.length; i++) {
      if (i > 0)
        result += ",";
      result += baseToString(value[i]);
    }
    return result;
  }
  if (isSymbol(value))
    return value.toString();
  const result = value + "";
  if (result === "0" && Object.is(Number(value), -0))
    return "-0";
  return result;
}

function toString(value) {
  if (value == null)
    return "";
  return baseToString(value);
}

function toPath(deepKey) {
  if (Array.isArray(deepKey))
    return deepKey.map(toKey);
  if (typeof deepKey === "symbol")
    return [deepKey];
  deepKey = toString(deepKey);
  const result = [];
  const length = deepKey.length;
  if (length === 0)
    return result;
  let index = 0;
  let key = "";
  let quoteChar = "";
  let bracket = false;
  let bracketHadQuote = false;
  const bracketNumberRegex = /^-?\d+(?:\.\d+)?$/;
  if (deepKey.charCodeAt(0) === 46)
    result.push("");
  while (index < length) {
    const char = deepKey[index];
    if (quoteChar) {
      if (char === "\\" && index + 1 < length) {
        index++;
        key += deepKey[index];
      } else if (char === quoteChar)
        quoteChar = "";
      else
        key += char;
    } else if (bracket) {
      if (char === '"' || char === "'") {
        quoteChar = char;
        bracketHadQuote = true;
      } else if (char === "]") {
        bracket = false;
        if (!bracketHadQuote && key.includes(".") && !bracketNumberRegex.test(key)) {
          const segments = key.split(".");
          for (let i = 0;i < segments.length; i++)
            if (segments[i] !== "")
              result.push(segments[i]);
        } else
          result.push(key);
        key = "";
      } else
        key += char;
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
      if (next === undefined || next === ".")
        result.push("");
    } else
      key += char;
    index++;
  }
  if (key)
    result.push(key);
  return result;
}

function get(object, path, defaultValue) {
  if (object == null)
    return defaultValue;
  switch (typeof path) {
    case "string": {
      if (isUnsafeProperty(path))
        return defaultValue;
      const result = object[path];
      if (result === undefined) {
        if (isDeepKey(path) && !hasOwn(object, path))
          return get(object, toPath(path), defaultValue);
        else
          return defaultValue;
      }
      return result;
    }
    case "number":
    case "symbol": {
      if (typeof path === "number")
        path = toKey(path);
      const result = object[path];
      if (result === undefined)
        return defaultValue;
      return result;
    }
    default: {
      if (Array.isArray(path))
        return getWithPath(object, path, defaultValue);
      if (Object.is(path === null || path === undefined ? undefined : path.valueOf(), -0))
        path = "-0";
      else
        path = String(path);
      if (isUnsafeProperty(path))
        return defaultValue;
      const result = object[path];
      if (result === undefined)
        return defaultValue;
      return result;
    }
  }
}
function getWithPath(object, path, defaultValue) {
  if (path.length === 0)
    return defaultValue;
  let current = object;
  for (let index = 0;index < path.length; index++) {
    if (current == null)
      return defaultValue;
    if (isUnsafeProperty(path[index]))
      return defaultValue;
    current = current[path[index]];
  }
  if (current === undefined)
    return defaultValue;
  return current;
}
function isPrimitive(value) {
  return value == null || typeof value !== "object" && typeof value !== "function";
}

function getTag(value) {
  if (value == null)
    return value === undefined ? "[object Undefined]" : "[object Null]";
  return Object.prototype.toString.call(value);
}

var regexpTag = "[object RegExp]";
var stringTag = "[object String]";
var numberTag = "[object Number]";
var booleanTag = "[object Boolean]";
var argumentsTag = "[object Arguments]";
var symbolTag = "[object Symbol]";
var dateTag = "[object Date]";
var mapTag = "[object Map]";
var setTag = "[object Set]";
var arrayTag = "[object Array]";
var arrayBufferTag = "[object ArrayBuffer]";
var objectTag = "[object Object]";
var dataViewTag = "[object DataView]";
var uint8ArrayTag = "[object Uint8Array]";
var uint8ClampedArrayTag = "[object Uint8ClampedArray]";
var uint16ArrayTag = "[object Uint16Array]";
var uint32ArrayTag = "[object Uint32Array]";
var int8ArrayTag = "[object Int8Array]";
var int16ArrayTag = "[object Int16Array]";
var int32ArrayTag = "[object Int32Array]";
var float32ArrayTag = "[object Float32Array]";
var float64ArrayTag = "[object Float64Array]";

var globalThis_ = typeof globalThis === "object" && globalThis || typeof window === "object" && window || typeof self === "object" && self || typeof global === "object" && global || function() {
  return this;
}();

function isBuffer(x) {
  return typeof globalThis_.Buffer !== "undefined" && globalThis_.Buffer.isBuffer(x);
}

function isTypedArray(x) {
  return ArrayBuffer.isView(x) && !(x instanceof DataView);
}

function getSymbols(object) {
  return Object.getOwnPropertySymbols(object).filter((symbol) => Object.prototype.propertyIsEnumerable.call(object, symbol));
}

function isPlainObject(value) {
  if (!value || typeof value !== "object")
    return false;
  const proto = Object.getPrototypeOf(value);
  if (!(proto === null || proto === Object.prototype || Object.getPrototypeOf(proto) === null))
    return false;
  return Object.prototype.toString.call(value) === "[object Object]";
}

function capitalize(str) {
  return str.charAt(0).toUpperCase() + str.slice(1).toLowerCase();
}
function cloneDeepWithImpl(valueToClone, keyToClone, objectToClone, stack = /* @__PURE__ */ new Map, cloneValue) {
  const cloned = cloneValue?.(valueToClone, keyToClone, objectToClone, stack);
  if (cloned !== undefined)
    return cloned;
  if (isPrimitive(valueToClone))
    return valueToClone;
  if (stack.has(valueToClone))
    return stack.get(valueToClone);
  if (Array.isArray(valueToClone)) {
    const result = new Array(valueToClone.length);
    stack.set(valueToClone, result);
    for (let i = 0;i < valueToClone.length; i++)
      result[i] = cloneDeepWithImpl(valueToClone[i], i, objectToClone, stack, cloneValue);
    if (Object.hasOwn(valueToClone, "index"))
      result.index = valueToClone.index;
    if (Object.hasOwn(valueToClone, "input"))
      result.input = valueToClone.input;
    return result;
  }
  if (valueToClone instanceof Date)
    return new Date(valueToClone.getTime());
  if (valueToClone instanceof RegExp) {
    const result = new RegExp(valueToClone.source, valueToClone.flags);
    result.lastIndex = valueToClone.lastIndex;
    return result;
  }
  if (valueToClone instanceof Map) {
    const result = /* @__PURE__ */ new Map;
    stack.set(valueToClone, result);
    for (const [key, value] of valueToClone)
      result.set(key, cloneDeepWithImpl(value, key, objectToClone, stack, cloneValue));
    return result;
  }
  if (valueToClone instanceof Set) {
    const result = /* @__PURE__ */ new Set;
    stack.set(valueToClone, result);
    for (const value of valueToClone)
      result.add(cloneDeepWithImpl(value, undefined, objectToClone, stack, cloneValue));
    return result;
  }
  if (isBuffer(valueToClone))
    return valueToClone.subarray();
  if (isTypedArray(valueToClone)) {
    const result = new (Object.getPrototypeOf(valueToClone)).constructor(valueToClone.length);
    stack.set(valueToClone, result);
    for (let i = 0;i < valueToClone.length; i++)
      result[i] = cloneDeepWithImpl(valueToClone[i], i, objectToClone, stack, cloneValue);
    return result;
  }
  if (valueToClone instanceof ArrayBuffer || typeof SharedArrayBuffer !== "undefined" && valueToClone instanceof SharedArrayBuffer)
    return valueToClone.slice(0);
  if (valueToClone instanceof DataView) {
    const result = new DataView(valueToClone.buffer.slice(0), valueToClone.byteOffset, valueToClone.byteLength);
    stack.set(valueToClone, result);
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  if (typeof File !== "undefined" && valueToClone instanceof File) {
    const result = new File([valueToClone], valueToClone.name, { type: valueToClone.type });
    stack.set(valueToClone, result);
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  if (typeof Blob !== "undefined" && valueToClone instanceof Blob) {
    const result = new Blob([valueToClone], { type: valueToClone.type });
    stack.set(valueToClone, result);
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  if (valueToClone instanceof Error) {
    const result = structuredClone(valueToClone);
    stack.set(valueToClone, result);
    result.message = valueToClone.message;
    result.name = valueToClone.name;
    result.stack = valueToClone.stack;
    result.cause = valueToClone.cause;
    result.constructor = valueToClone.constructor;
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  if (valueToClone instanceof Boolean) {
    const result = new Boolean(valueToClone.valueOf());
    stack.set(valueToClone, result);
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  if (valueToClone instanceof Number) {
    const result = new Number(valueToClone.valueOf());
    stack.set(valueToClone, result);
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  if (valueToClone instanceof String) {
    const result = new String(valueToClone.valueOf());
    stack.set(valueToClone, result);
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  if (typeof valueToClone === "object" && isCloneableObject(valueToClone)) {
    const result = Object.create(Object.getPrototypeOf(valueToClone));
    stack.set(valueToClone, result);
    copyProperties(result, valueToClone, objectToClone, stack, cloneValue);
    return result;
  }
  return valueToClone;
}
function copyProperties(target, source, objectToClone = target, stack, cloneValue) {
  const keys = [...Object.keys(source), ...getSymbols(source)];
  for (let i = 0;i < keys.length; i++) {
    const key = keys[i];
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor == null || descriptor.writable)
      target[key] = cloneDeepWithImpl(source[key], key, objectToClone, stack, cloneValue);
  }
}
function isCloneableObject(object) {
  switch (getTag(object)) {
    case argumentsTag:
    case arrayTag:
    case arrayBufferTag:
    case dataViewTag:
    case booleanTag:
    case dateTag:
    case float32ArrayTag:
    case float64ArrayTag:
    case int8ArrayTag:
    case int16ArrayTag:
    case int32ArrayTag:
    case mapTag:
    case numberTag:
    case objectTag:
    case regexpTag:
    case setTag:
    case stringTag:
    case symbolTag:
    case uint8ArrayTag:
    case uint8ClampedArrayTag:
    case uint16ArrayTag:
    case uint32ArrayTag:
      return true;
    default:
      return false;
  }
}

function cloneDeep2(obj) {
  return cloneDeepWithImpl(obj, undefined, obj, /* @__PURE__ */ new Map, undefined);
}
function isMergeableValue(value) {
  return isPlainObject(value) || Array.isArray(value);
}

function mergeWith2(target, source, merge) {
  const sourceKeys = Object.keys(source);
  for (let i = 0;i < sourceKeys.length; i++) {
    const key = sourceKeys[i];
    if (isUnsafeProperty(key))
      continue;
    const sourceValue = source[key];
    const targetValue = target[key];
    const merged = merge(targetValue, sourceValue, key, target, source);
    if (merged !== undefined)
      target[key] = merged;
    else if (isMergeableValue(sourceValue) && isMergeableValue(targetValue))
      target[key] = mergeWith2(targetValue, sourceValue, merge);
    else if (Array.isArray(sourceValue))
      target[key] = mergeWith2([], sourceValue, merge);
    else if (isPlainObject(sourceValue))
      target[key] = mergeWith2({}, sourceValue, merge);
    else if (targetValue === undefined || sourceValue !== undefined)
      target[key] = sourceValue;
  }
  return target;
}
var store$4;
var DEFAULT_CONFIG = {
  lang: undefined,
  message: undefined,
  abortEarly: undefined,
  abortPipeEarly: undefined
};
function getGlobalConfig(config$1) {
  if (!config$1 && !store$4)
    return DEFAULT_CONFIG;
  return {
    lang: config$1?.lang ?? store$4?.lang,
    message: config$1?.message,
    abortEarly: config$1?.abortEarly ?? store$4?.abortEarly,
    abortPipeEarly: config$1?.abortPipeEarly ?? store$4?.abortPipeEarly
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
  if (type === "string")
    return `"${input}"`;
  if (type === "number" || type === "bigint" || type === "boolean")
    return `${input}`;
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
    abortPipeEarly: config$1.abortPipeEarly
  };
  const isSchema = context.kind === "schema";
  const message$1 = other?.message ?? context.message ?? /* @__PURE__ */ getSpecificMessage(context.reference, issue.lang) ?? (isSchema ? /* @__PURE__ */ getSchemaMessage(issue.lang) : null) ?? config$1.message ?? /* @__PURE__ */ getGlobalMessage(issue.lang);
  if (message$1 !== undefined)
    issue.message = typeof message$1 === "function" ? message$1(issue) : message$1;
  if (isSchema)
    dataset.typed = false;
  if (dataset.issues)
    dataset.issues.push(issue);
  else
    dataset.issues = [issue];
}
function _joinExpects(values$1, separator) {
  const list = [...new Set(values$1)];
  if (list.length > 1)
    return `(${list.join(` ${separator} `)})`;
  return list[0] ?? "never";
}
function _standardSchema(schema) {
  schema["~standard"] = {
    version: 1,
    vendor: "valibot",
    validate: (value$1) => schema["~run"]({ value: value$1 }, /* @__PURE__ */ getGlobalConfig())
  };
  return schema;
}
function maxValue(requirement, message$1) {
  return {
    kind: "validation",
    type: "max_value",
    reference: maxValue,
    async: false,
    expects: `<=${requirement instanceof Date ? requirement.toJSON() : /* @__PURE__ */ _stringify(requirement)}`,
    requirement,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !(dataset.value <= this.requirement))
        _addIssue(this, "value", dataset, config$1, { received: dataset.value instanceof Date ? dataset.value.toJSON() : /* @__PURE__ */ _stringify(dataset.value) });
      return dataset;
    }
  };
}
function minValue(requirement, message$1) {
  return {
    kind: "validation",
    type: "min_value",
    reference: minValue,
    async: false,
    expects: `>=${requirement instanceof Date ? requirement.toJSON() : /* @__PURE__ */ _stringify(requirement)}`,
    requirement,
    message: message$1,
    "~run"(dataset, config$1) {
      if (dataset.typed && !(dataset.value >= this.requirement))
        _addIssue(this, "value", dataset, config$1, { received: dataset.value instanceof Date ? dataset.value.toJSON() : /* @__PURE__ */ _stringify(dataset.value) });
      return dataset;
    }
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
    }
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
      if (typeof dataset.value === "number" && !isNaN(dataset.value))
        dataset.typed = true;
      else
        _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
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
        if (this.default !== undefined)
          dataset.value = /* @__PURE__ */ getDefault(this, dataset, config$1);
        if (dataset.value === undefined) {
          dataset.typed = true;
          return dataset;
        }
      }
      return this.wrapped["~run"](dataset, config$1);
    }
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
      if (this.options.includes(dataset.value))
        dataset.typed = true;
      else
        _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
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
          if (key in input || (valueSchema.type === "exact_optional" || valueSchema.type === "optional" || valueSchema.type === "nullish") && valueSchema.default !== undefined) {
            const value$1 = key in input ? input[key] : /* @__PURE__ */ getDefault(valueSchema);
            const valueDataset = valueSchema["~run"]({ value: value$1 }, config$1);
            if (valueDataset.issues) {
              const pathItem = {
                type: "object",
                origin: "value",
                input,
                key,
                value: value$1
              };
              for (const issue of valueDataset.issues) {
                if (issue.path)
                  issue.path.unshift(pathItem);
                else
                  issue.path = [pathItem];
                dataset.issues?.push(issue);
              }
              if (!dataset.issues)
                dataset.issues = valueDataset.issues;
              if (config$1.abortEarly) {
                dataset.typed = false;
                break;
              }
            }
            if (!valueDataset.typed)
              dataset.typed = false;
            dataset.value[key] = valueDataset.value;
          } else if (valueSchema.fallback !== undefined)
            dataset.value[key] = /* @__PURE__ */ getFallback(valueSchema);
          else if (valueSchema.type !== "exact_optional" && valueSchema.type !== "optional" && valueSchema.type !== "nullish") {
            _addIssue(this, "key", dataset, config$1, {
              input: undefined,
              expected: `"${key}"`,
              path: [{
                type: "object",
                origin: "key",
                input,
                key,
                value: input[key]
              }]
            });
            if (config$1.abortEarly)
              break;
          }
        }
        if (!dataset.issues || !config$1.abortEarly) {
          for (const key in input)
            if (!Object.prototype.hasOwnProperty.call(this.entries, key)) {
              _addIssue(this, "key", dataset, config$1, {
                input: key,
                expected: "never",
                path: [{
                  type: "object",
                  origin: "key",
                  input,
                  key,
                  value: input[key]
                }]
              });
              break;
            }
        }
      } else
        _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
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
      if (typeof dataset.value === "string")
        dataset.typed = true;
      else
        _addIssue(this, "type", dataset, config$1);
      return dataset;
    }
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
          if (!dataset.issues || !config$1.abortEarly && !config$1.abortPipeEarly)
            dataset = item["~run"](dataset, config$1);
        }
      return dataset;
    }
  });
}
function safeParse(schema, input, config$1) {
  const dataset = schema["~run"]({ value: input }, /* @__PURE__ */ getGlobalConfig(config$1));
  return {
    typed: dataset.typed,
    success: !dataset.issues,
    output: dataset.value,
    issues: dataset.issues
  };
}

// src/policy/wildcard.ts
var ANY_TEXT = -1;
var ANY_UNIT = -2;
var SPACE = 32;
function compilePattern(pattern) {
  const elements = [];
  for (let index = 0;index < pattern.length; index++) {
    const character = pattern[index];
    if (character === "?")
      elements.push(ANY_UNIT);
    else if (character !== "*")
      elements.push(pattern.charCodeAt(index));
    else if (elements.at(-1) !== ANY_TEXT)
      elements.push(ANY_TEXT);
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
  if (typeof text !== "string")
    return text;
  const holes = [];
  for (let index = text.indexOf(HOLE);index !== -1; index = text.indexOf(HOLE, index + 1)) {
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
      if (element === elements.length - 1)
        return true;
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
  if (elements[element] === ANY_TEXT)
    element++;
  return element === elements.length || optionalTail && element === elements.length - 2;
}
function intersects({ elements, optionalTail }, { text, holes }) {
  const size = elements.length;
  let reached = new Uint8Array(size + 1);
  reached[0] = 1;
  skipStars(elements, reached);
  let hole = 0;
  let leading = true;
  let skipped;
  for (let position = 0;position < text.length; position++) {
    const before = reached;
    reached = new Uint8Array(size + 1);
    if (text[position] === HOLE) {
      const first = before.indexOf(1);
      if (first !== -1)
        reached.fill(1, first);
      const vanishes = holes[hole++]?.vanishes === true;
      leading &&= vanishes;
      if (leading)
        skipped = before;
      else if (vanishes)
        unite(reached, skipped);
    } else {
      step(elements, before, reached, text.charCodeAt(position));
      leading &&= text[position] === " " && text[position - 1] === HOLE;
      if (leading)
        unite(reached, skipped);
      else
        skipped = before;
    }
  }
  return reached[size] === 1 || optionalTail && reached[size - 2] === 1;
}
function unite(into, from) {
  if (from !== undefined) {
    for (let index = 0;index < into.length; index++)
      if (from[index] === 1)
        into[index] = 1;
  }
  return into;
}
function step(elements, before, after, unit) {
  for (let index = 0;index < elements.length; index++) {
    if (before[index] !== 1)
      continue;
    const element = elements[index];
    if (element === ANY_TEXT)
      after[index] = 1;
    else if (element === ANY_UNIT || element === unit)
      after[index + 1] = 1;
  }
  skipStars(elements, after);
}
function skipStars(elements, reached) {
  for (let index = 0;index < elements.length; index++) {
    if (reached[index] === 1 && elements[index] === ANY_TEXT)
      reached[index + 1] = 1;
  }
}
var FREE = 1;
var SPARE = 2;
var OWING = 4;
function includes2({ elements, optionalTail }, { text, holes }) {
  const size = elements.length;
  if (size === 1 && elements[0] === ANY_TEXT)
    return true;
  let states = new Uint8Array(size + 1);
  states[0] = FREE;
  freeStars(elements, states);
  let hole = 0;
  let onlyHoles = true;
  for (let position = 0;position < text.length; position++) {
    const before = states;
    states = new Uint8Array(size + 1);
    const unit = text.charCodeAt(position);
    if (text[position] === HOLE) {
      const vanishes = holes[hole++]?.vanishes === true;
      onlyHoles &&= vanishes;
      for (let index = 0;index < size; index++) {
        const state = before[index] ?? 0;
        if (elements[index] !== ANY_TEXT || (state & (FREE | SPARE)) === 0)
          continue;
        states[index] = !vanishes || (state & SPARE) !== 0 ? FREE : OWING;
      }
    } else {
      onlyHoles &&= unit === SPACE && text[position - 1] === HOLE;
      for (let index = 0;index < size; index++) {
        const state = before[index] ?? 0;
        if (state === 0)
          continue;
        const element = elements[index];
        if (element === ANY_TEXT) {
          const free = (state & (FREE | SPARE)) !== 0;
          if (unit === SPACE)
            states[index] = (states[index] ?? 0) | (free ? SPARE : FREE);
          else if (free)
            states[index] = (states[index] ?? 0) | FREE;
        } else if ((state & (FREE | SPARE)) !== 0 && (element === ANY_UNIT || element === unit)) {
          const spare = optionalTail && index === size - 2;
          states[index + 1] = (states[index + 1] ?? 0) | (spare ? SPARE : FREE);
        }
      }
    }
    freeStars(elements, states);
  }
  if (onlyHoles) {
    states = states.map((state) => state === OWING ? FREE : state);
    freeStars(elements, states);
  }
  const accepts = (index) => ((states[index] ?? 0) & (FREE | SPARE)) !== 0;
  return accepts(size) || optionalTail && accepts(size - 2);
}
function freeStars(elements, states) {
  for (let index = 0;index < elements.length; index++) {
    const state = states[index] ?? 0;
    if ((state & (FREE | SPARE)) !== 0 && elements[index] === ANY_TEXT)
      states[index + 1] = (states[index + 1] ?? 0) | FREE;
  }
}

// src/policy/rules.ts
var UNIVERSAL = "*";
function mostRestrictive(left, right) {
  if (left === "deny" || right === "deny")
    return "deny";
  return left === "ask" || right === "ask" ? "ask" : "allow";
}
function coversSurface(rule, surface) {
  return rule.surface === surface || rule.surface === UNIVERSAL && surface !== "env";
}
function evaluate(surface, value, ruleset, fallback = "ask", home) {
  const found = ruleset.findLast((rule) => coversSurface(rule, surface) && wildcardMatch(expandHome(rule.pattern, home), value));
  return found ?? { surface, pattern: "*", action: fallback, origin: "builtin" };
}
function expandHome(pattern, home) {
  if (home === undefined)
    return pattern;
  const rest = /^(?:~|\$HOME)(\/.*|)$/s.exec(pattern)?.[1];
  return rest === undefined ? pattern : home.replace(/\/+$/, "") + rest;
}
function compileRules(ruleset, surface, home) {
  return ruleset.filter((rule) => coversSurface(rule, surface)).map((rule) => ({ rule, pattern: compilePattern(expandHome(rule.pattern, home)) }));
}
function judge(rules, subject, fallback = "ask") {
  let raisedBy;
  const end = (action, rule) => raisedBy !== undefined && action === "allow" ? { action: "ask", rule, raisedBy } : { action, rule, raisedBy: action === "ask" ? raisedBy : undefined };
  for (let index = rules.length - 1;index >= 0; index--) {
    const compiled = rules[index];
    if (compiled === undefined)
      continue;
    const { rule } = compiled;
    if (rule.action === "allow") {
      if (subject.allow(compiled))
        return end("allow", rule);
      continue;
    }
    const match = subject.restrict(compiled);
    if (match === "must")
      return end(rule.action, rule);
    if (match === "may")
      raisedBy ??= rule;
  }
  return end(fallback, undefined);
}
function textSubject(allow, restrict) {
  return {
    allow: ({ pattern }) => allow.some((text) => must(pattern, text)),
    restrict: ({ pattern }) => {
      if (restrict.some((text) => must(pattern, text)))
        return "must";
      return restrict.some((text) => may(pattern, text)) ? "may" : undefined;
    }
  };
}

// src/policy/normalize.ts
var ACTIONS = ["allow", "ask", "deny"];
var quoted = (value) => typeof value === "string" ? JSON.stringify(value) : describe(value);
var describe = (value) => value === null ? "null" : Array.isArray(value) ? "a list" : typeof value === "object" ? "a map" : `the ${typeof value} ${String(value)}`;
var ActionSchema = picklist(ACTIONS, (issue) => typeof issue.input === "string" ? `unknown action ${quoted(issue.input)}; expected "allow", "ask" or "deny"` : `expected "allow", "ask" or "deny", not ${describe(issue.input)}`);
var ActionWithReasonSchema = strictObject({ action: ActionSchema, reason: optional(string((issue) => `expected a text, not ${describe(issue.input)}`)) }, (issue) => issue.expected === "never" ? `unknown key ${quoted(issue.path?.at(-1)?.key)}; expected "action" and "reason"` : issue.expected === '"action"' ? `the key "action" is missing` : `expected a map, not ${describe(issue.input)}`);
var RuleValueSchema = lazy((value) => isMap3(value) ? ActionWithReasonSchema : ActionSchema);
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
    const kept = found.mistakes.length === 0 ? found.rules : [asking, ...found.rules.filter(({ action }) => action !== "allow")];
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
    if (result.success)
      return { rules: [{ surface, pattern: "*", action: result.output, origin }], mistakes: [] };
    const plain = result.issues.map(({ message }) => ({ path, message }));
    const other = surface === UNIVERSAL ? `expected "allow", "ask" or "deny", not ${describe(value)}` : `expected an action or a map of patterns, not ${describe(value)}`;
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
  if (typeof value === "string")
    return { surface, pattern, action: value, origin };
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
  if (value === undefined)
    return cloneDeep2(fallback);
  if (!isPlainObject(fallback) || !isPlainObject(value))
    return cloneDeep2(value);
  return merge3(fallback, value);
}
function merge3(base, over) {
  return mergeWith2(cloneDeep2(base), cloneDeep2(over), (target, source) => isPlainObject(target) && isPlainObject(source) ? undefined : source);
}
var MAX_TIMEOUT = 2147483;
var LANGUAGES = ["auto", "en", "zh"];
var SETTINGS = {
  defaultTimeout: {
    schema: pipe(number("expected a number of seconds"), minValue(0, "expected a number of seconds, or 0 for no timeout"), maxValue(MAX_TIMEOUT, `longer than a timer holds; taken as ${MAX_TIMEOUT}`)),
    fallback: 120
  },
  language: { schema: picklist(LANGUAGES, `expected "auto", "en" or "zh"`), fallback: "auto" }
};
function agentDirectory(env = process.env) {
  const directory = env["PI_CODING_AGENT_DIR"];
  if (directory === undefined || directory === "")
    return join2(homedir(), ".pi", "agent");
  return resolve(directory.replace(/^~(?=\/|$)/, homedir()));
}
function settingsFiles(cwd, trusted) {
  const global2 = join2(agentDirectory(), "settings.json");
  return trusted ? { global: global2, project: join2(cwd, ".pi", "settings.json") } : { global: global2 };
}
function loadSettings(pi, files) {
  return validateSettings(pi.getSettings(), readFileMap(files.global), files.project === undefined ? {} : readFileMap(files.project));
}
function loadSettingsFiles(files) {
  const [global2 = {}, project = {}] = files.map((file) => {
    if (file === undefined)
      return {};
    const map = parseFile(file);
    if (!isMap3(map))
      throw new Error(`${file}: expected a map of settings`);
    return map;
  });
  return validateSettings(merge3({ ...global2 }, { ...project }), global2, project);
}
function validateSettings(merged, global2, project) {
  const mistakes = [];
  const valid = (key) => {
    const { schema, fallback } = SETTINGS[key];
    const value = get(merged, key) ?? fallback;
    const result = safeParse(schema, value);
    if (result.success)
      return result.output;
    const [issue] = result.issues;
    mistakes.push({ path: key, message: `${issue.message}, not ${JSON.stringify(value)}` });
    return issue.type === "max_value" ? issue.requirement : fallback;
  };
  const { rules, mistakes: wrong } = readRuleset(merged, global2, project);
  mistakes.push(...wrong);
  return { ruleset: rules, defaultTimeout: valid("defaultTimeout"), language: valid("language"), mistakes };
}
function readRuleset(merged, global2, project) {
  const whole = get(merged, ["permission"]);
  if (whole === undefined)
    return { rules: undefined, mistakes: [] };
  const layers = [global2, project].map((layer) => get(layer, ["permission"]));
  const [globalMap, projectMap] = layers;
  const together = isMap3(globalMap) && isMap3(projectMap) ? merge3(globalMap, projectMap) : projectMap ?? globalMap;
  const readings = JSON.stringify(together) === JSON.stringify(whole) ? ["global", "project"].flatMap((origin, index) => {
    const map = layers[index];
    return map === undefined ? [] : [readPermission(map, origin)];
  }) : [readPermission(whole, "global")];
  const rules = readings.flatMap((reading) => reading.rules);
  const universal = rules.filter(({ surface }) => surface === UNIVERSAL);
  const others = rules.filter(({ surface }) => surface !== UNIVERSAL);
  return { rules: [...universal, ...others], mistakes: readings.flatMap((reading) => [...reading.mistakes]) };
}
function readFileMap(file) {
  try {
    const map = parseFile(file);
    return isMap3(map) ? map : {};
  } catch {
    return {};
  }
}
function parseFile(file) {
  return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
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
  exec: []
};
var OPAQUE_WRAPPERS = new Set([
  ...Object.keys(PLAIN_WRAPPERS),
  ..."env sudo doas su runuser pkexec sg setpriv chroot unshare nsenter capsh fakeroot proot bwrap firejail".split(" "),
  ..."ionice chrt taskset stdbuf unbuffer prlimit numactl cgexec systemd-run dbus-run-session xvfb-run".split(" "),
  ..."xargs parallel rust-parallel rush sem watch entr flock strace ltrace perf valgrind script expect time".split(" "),
  ..."busybox toybox ssh mosh rsh chpst softlimit setuidgid envdir start-stop-daemon daemonize tini dumb-init".split(" ")
]);
var EXEC_OPTIONS = {
  find: /^-(?:exec|ok)(?:dir)?$/,
  fd: /^(?:-[A-Za-z0-9]*[xX]|--exec)/,
  fdfind: /^(?:-[A-Za-z0-9]*[xX]|--exec)/
};
var CONTAINER_PROGRAMS = new Set(["docker", "podman", "nerdctl", "kubectl", "lxc"]);
var CONTAINER_SUBCOMMANDS = new Set(["run", "exec", "create", "debug"]);
var SHELLS = new Set("sh bash rbash dash ash zsh ksh ksh93 mksh pdksh lksh yash csh tcsh fish elvish nu pwsh powershell".split(" "));

// src/shell/late.ts
var EVALUATING_BUILTINS = new Set([
  ..."eval trap mapfile readarray jobs compgen complete compopt bind fc enable hash".split(" "),
  ..."let alias unalias shopt coproc".split(" "),
  ..."declare typeset local readonly export unset read getopts wait".split(" ")
]);
function innerCommand(words) {
  const command = words[0]?.text;
  if (command === undefined || command === "")
    return;
  if (command.includes(HOLE))
    return hole("computed command name");
  const name = baseName(command).toLowerCase().replace(/\.exe$/, "");
  const args = words.slice(1);
  const literal = (index) => args[index]?.text.includes(HOLE) ? undefined : args[index]?.text;
  const operands = Object.hasOwn(PLAIN_WRAPPERS, name) ? PLAIN_WRAPPERS[name] : undefined;
  if (operands !== undefined) {
    if (name === "command" && /^-[vV]$/.test(literal(0) ?? ""))
      return;
    const first = literal(operands.length);
    const fits = operands.every((form, index) => form.test(literal(index) ?? ""));
    if (fits && first !== undefined && !first.startsWith("-"))
      return { kind: "words", from: 1 + operands.length };
  }
  if (OPAQUE_WRAPPERS.has(name))
    return args.length === 0 ? undefined : hole("inner command of a wrapper");
  const execOption = Object.hasOwn(EXEC_OPTIONS, name) ? EXEC_OPTIONS[name] : undefined;
  if (execOption !== undefined) {
    const runs = args.some(({ text }) => text.includes(HOLE) || execOption.test(text));
    return runs ? hole("inner command of a wrapper") : undefined;
  }
  if (CONTAINER_PROGRAMS.has(name)) {
    const runs = args.some(({ text }) => text.includes(HOLE) || CONTAINER_SUBCOMMANDS.has(text));
    return runs ? hole("inner command of a wrapper") : undefined;
  }
  if (SHELLS.has(name))
    return namesScript(literal(0)) ? undefined : hole("text that runs later");
  if (name === "source" || name === ".")
    return namesScript(literal(0)) ? undefined : hole("text that runs later");
  if (EVALUATING_BUILTINS.has(name))
    return hole("text that runs later");
  if (name === "set")
    return isKnownSet(args) ? undefined : hole("text that runs later");
  if (name === "printf")
    return /^(?:[^-\0]|--$|$)/.test(args[0]?.text ?? "") ? undefined : hole("text that runs later");
  if (name === "[" || name === "test") {
    return args.every(({ text }) => !text.includes(HOLE) && text !== "-v" && text !== "-R") ? undefined : hole("text that runs later");
  }
  return;
}
function baseName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
function namesScript(word) {
  return word !== undefined && word !== "" && !/^[-+]/.test(word) && !/^(?:\.{0,2}\/)*(?:dev|proc)(?:\/|$)/.test(word);
}
function isKnownSet(args) {
  for (let index = 0;index < args.length; index++) {
    const word = args[index]?.text ?? "";
    if (word === "--")
      return true;
    const flags = /^[-+]([euxfC]*)(o?)$/.exec(word);
    if (flags === null || word.length === 1)
      return false;
    if (flags[2] === "o" && args[++index]?.text !== "pipefail")
      return false;
  }
  return args.length > 0;
}
function hole(reason) {
  return { kind: "hole", reason };
}

// src/shell/expand.ts
var EXPANDING = /[*?[~{]/;
function expandWord(word) {
  const special = word.parts.some((part) => part.kind === "literal" && !part.quoted && EXPANDING.test(part.text));
  if (!special) {
    const vanishes = mayVanish(word);
    return buildText(word.parts.map((part) => part.kind === "literal" ? part : { text: HOLE, reason: holeReason(part) }), vanishes);
  }
  const elements = toElements(word);
  const skeleton = elements.map(({ text, quoted }) => quoted ? HOLE : text).join("");
  if (expandsBraces(skeleton))
    return { text: HOLE, holes: [{ reason: "brace expansion", vanishes: true }] };
  const reasons = elements.map(({ reason }) => reason);
  markGlobs(skeleton, reasons);
  markTildes(skeleton, reasons);
  return buildText(elements.map(({ text }, index) => ({ text, reason: reasons[index] })), false);
}
function buildText(pieces, vanishes) {
  const holes = [];
  const texts = [];
  let afterHole = false;
  for (const { text, reason } of pieces) {
    if (reason === undefined) {
      texts.push(text);
      afterHole &&= text === "";
    } else if (!afterHole) {
      texts.push(HOLE);
      holes.push({ reason, vanishes });
      afterHole = true;
    }
  }
  return { text: texts.join(""), holes };
}
function mayVanish({ parts }) {
  if (!parts.every((part) => part.kind !== "literal" || part.text === ""))
    return false;
  const unquoted = parts.every((part) => part.kind !== "literal" && !part.quoted);
  return parts.length > 0 && (unquoted || parts.some((part) => part.kind === "expansion" && part.list));
}
function holeReason(part) {
  return part.kind === "expansion" ? part.reason : "command substitution";
}
function toElements(word) {
  return word.parts.flatMap((part) => {
    if (part.kind !== "literal")
      return [{ text: HOLE, quoted: true, reason: holeReason(part) }];
    return part.text.split("").map((text) => ({ text, quoted: part.quoted }));
  });
}
function expandsBraces(skeleton) {
  const open = skeleton.indexOf("{");
  if (open === -1)
    return false;
  const close = skeleton.lastIndexOf("}");
  const inner = skeleton.slice(open, Math.max(open, close));
  return inner.includes(",") || inner.includes("..");
}
function markGlobs(skeleton, reasons) {
  for (let index = 0;index < skeleton.length; index++) {
    const character = skeleton[index];
    if (character === "*" || character === "?")
      reasons[index] ??= "pathname expansion";
    if (character !== "[")
      continue;
    const last = Math.max(skeleton.lastIndexOf("]"), skeleton.lastIndexOf(HOLE));
    for (;index < last; index++)
      reasons[index] ??= "pathname expansion";
    if (index === last)
      reasons[index] ??= "pathname expansion";
  }
}
function markTildes(skeleton, reasons) {
  for (let index = 0;index < skeleton.length; index++) {
    if (skeleton[index] !== "~")
      continue;
    if (index > 0 && skeleton[index - 1] !== "=" && skeleton[index - 1] !== ":")
      continue;
    for (;index < skeleton.length && skeleton[index] !== "/"; index++)
      reasons[index] ??= "tilde expansion";
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
  constructor(text, shared, offsets) {
    this.text = text;
    this.shared = shared;
    this.offsets = offsets;
  }
  get failed() {
    return this.shared.problems.length > 0;
  }
  at(pos) {
    return this.offsets === undefined ? pos : this.offsets[pos] ?? pos;
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
      if (this.text[pos] !== character)
        return false;
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
    for (let c = this.peek();c === " " || c === "\t"; c = this.peek())
      this.advance();
    if (this.peek() === "#") {
      const newline = this.text.indexOf(`
`, this.pos);
      this.pos = newline === -1 ? this.text.length : newline;
    }
  }
  skipBlanksAndNewlines() {
    for (;; ) {
      this.skipBlanks();
      if (this.peek() !== `
`)
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
    while (this.text[pos] === "\\" && this.text[pos + 1] === `
`)
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
  const list = new PartList;
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
  if ((next === "<" || next === ">") && lexer.peekSecond() === "(")
    lexer.fail("process substitution is not understood");
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
  lexer.pos = escaped === undefined ? from + 1 : from + 2;
  list.literal(escaped ?? "\\", true, lexer.span(from, lexer.pos));
}
function readDoubleQuoted(lexer, list, open) {
  list.literal("", true, lexer.span(open, lexer.pos));
  for (;; ) {
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
function expansion(lexer, list, from, reason, quoted) {
  const isList = /^\$\{?@/.test(lexer.text.slice(from, from + 3));
  list.push({ kind: "expansion", reason, quoted, list: isList, ...lexer.span(from, lexer.pos) });
}
function readDollar(lexer, list, quoted) {
  const from = lexer.pos;
  lexer.advance();
  const next = lexer.peek();
  if (next === "(") {
    if (lexer.peekSecond() === "(") {
      lexer.fail("arithmetic expansion is not understood");
      return;
    }
    lexer.advance();
    const script = lexer.nested(() => lexer.shared.readScript(lexer, ")"));
    if (script === undefined)
      return;
    if (!lexer.take(")"))
      lexer.fail("unterminated command substitution");
    list.push({ kind: "substitution", script, quoted, ...lexer.span(from, lexer.pos) });
  } else if (next === "{") {
    readBracedParameter(lexer, list, from, quoted);
  } else if (next === "[") {
    lexer.fail("arithmetic expansion is not understood");
  } else if (next === "'" && !quoted) {
    readAnsiQuoted(lexer, list, from);
  } else if (next === '"' && !quoted) {
    readLocaleQuoted(lexer, list, from);
  } else if (NAME_START.test(next)) {
    while (NAME_CHARACTER.test(lexer.peek()))
      lexer.advance();
    expansion(lexer, list, from, "parameter expansion", quoted);
  } else if (next !== "" && SPECIAL_PARAMETERS.includes(next)) {
    lexer.advance();
    expansion(lexer, list, from, "parameter expansion", quoted);
  } else {
    list.literal("$", quoted, lexer.span(from, lexer.pos));
  }
}
function readBracedParameter(lexer, list, from, quoted) {
  const form = /\{(?:#?[A-Za-z_][A-Za-z0-9_]*|#?[0-9]+|[*@#?$!-])\}/y;
  form.lastIndex = lexer.pos;
  const match = form.exec(lexer.text);
  if (match === null) {
    lexer.fail("this parameter expansion is not understood");
    return;
  }
  lexer.pos += match[0].length;
  expansion(lexer, list, from, "parameter expansion", quoted);
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
  "?": "?"
};
function readAnsiQuoted(lexer, list, from) {
  const { text } = lexer;
  let pos = lexer.pos + 1;
  const pieces = [];
  let ended = false;
  const add = (piece) => {
    if (!ended && piece !== "\x00")
      pieces.push(piece);
    if (piece === undefined || piece === "\x00")
      ended = true;
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
    if (piece === undefined)
      expansion(lexer, list, from, "locale-dependent text", true);
    else
      list.literal(piece, true, span);
  }
}
function readLocaleQuoted(lexer, list, from) {
  lexer.advance();
  const inner = new PartList;
  readDoubleQuoted(lexer, inner, from);
  expansion(lexer, list, from, "locale-dependent text", true);
  for (const part of inner.parts)
    if (part.kind !== "literal")
      list.push(part);
}
function readBackquoted(lexer, list, quoted) {
  const from = lexer.pos;
  const { text } = lexer;
  const unescaped = [];
  const offsets = [];
  const escapable = quoted ? "$`\\\"" : "$`\\";
  let pos = from + 1;
  while (text[pos] !== "`") {
    if (pos >= text.length) {
      lexer.fail("unterminated backquote");
      return;
    }
    if (text[pos] === "\\" && escapable.includes(text[pos + 1] ?? " "))
      pos++;
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
  if (script === undefined)
    return;
  lexer.pos = lexer.failed ? text.length : pos + 1;
  list.push({ kind: "substitution", script, quoted, ...lexer.span(from, pos + 1) });
}

// src/shell/parser.ts
var MAX_SOURCE_LENGTH = 8 * 1024 * 1024;
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
  "!"
]);
var REDIRECT_OPERATORS = ["<<<", "&>>", "&>", "<&", ">&", "<>", ">>", ">|", "<", ">"];
function parse(source) {
  const shared = {
    problems: [],
    depth: 0,
    backquoteDepth: 0,
    readScript: (lexer, closing) => readScript(lexer, closing)
  };
  const lexer = new Lexer(source, shared);
  if (source.includes("\x00"))
    lexer.fail("a NUL character");
  if (source.length > MAX_SOURCE_LENGTH)
    lexer.fail(`longer than ${MAX_SOURCE_LENGTH} characters`);
  const script = readScript(lexer, "");
  if (lexer.peek() !== "")
    lexer.fail(`unexpected \`${lexer.peek()}\``);
  return { script, problems: shared.problems };
}
function readScript(lexer, closing) {
  const start = lexer.pos;
  const items = [];
  for (;; ) {
    lexer.skipBlanksAndNewlines();
    if (lexer.peek() === "" || atClosing(lexer, closing))
      break;
    const { item, separated } = readAndOr(lexer);
    items.push(item);
    if (!separated && lexer.peek() !== "" && !atClosing(lexer, closing)) {
      lexer.fail(`unexpected \`${lexer.peek()}\``);
    }
  }
  return { items, ...lexer.span(start, lexer.pos) };
}
function atClosing(lexer, closing) {
  if (closing === "}")
    return peekReserved(lexer, "}");
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
  const background = lexer.take("&");
  if (background || lexer.take(";") || lexer.take(`
`)) {
    return { item: { pipelines, background, ...span }, separated: true };
  }
  return { item: { pipelines, background, ...span }, separated: false };
}
function readPipeline(lexer) {
  lexer.skipBlanks();
  const start = lexer.pos;
  for (;; ) {
    if (takeReserved(lexer, "time")) {
      takeReserved(lexer, "-p");
      takeReserved(lexer, "--");
    } else if (!takeReserved(lexer, "!"))
      break;
  }
  const commands = [readCommand(lexer)];
  lexer.skipBlanks();
  while (lexer.peek() === "|" && lexer.peekSecond() !== "|") {
    if (!lexer.take("|&"))
      lexer.take("|");
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
    if (lexer.peekSecond() === "(")
      lexer.fail("`((` is not understood");
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
  if (script.items.length === 0)
    lexer.fail("a compound command without commands");
  else if (closing === ")" ? !lexer.take(")") : !takeReserved(lexer, "}"))
    lexer.fail(`expected \`${closing}\``);
  for (;; ) {
    lexer.skipBlanks();
    const redirect = readRedirect(lexer);
    if (redirect === undefined)
      break;
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
  for (;; ) {
    lexer.skipBlanks();
    const redirect = readRedirect(lexer);
    if (redirect !== undefined) {
      redirects.push(redirect);
      end = lexer.pos;
      continue;
    }
    if (lexer.atWordEnd())
      break;
    const from = lexer.pos;
    const word = readWord(lexer);
    end = lexer.pos;
    if (words.length === 0) {
      const bare = bareText(word);
      if (redirects.length === 0 && assignments.length === 0 && bare !== undefined && UNREAD_RESERVED_WORDS.has(bare)) {
        lexer.pos = from;
        lexer.fail(`\`${bare}\` is not understood`);
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
  if (lexer.peek() === "(")
    lexer.fail("unexpected `(`");
  if (words.length + assignments.length + redirects.length === 0) {
    lexer.fail(lexer.peek() === "" ? "a command is missing at the end" : `unexpected \`${lexer.peek()}\``);
  }
  return { kind: "simple", assignments, words, redirects, ...lexer.span(start, end) };
}
function readAssignment(lexer, word) {
  const first = word.parts[0];
  if (first?.kind !== "literal" || first.quoted)
    return;
  const match = /^([A-Za-z_][A-Za-z0-9_]*)(\[|\+?=)/.exec(first.text);
  if (match === null)
    return;
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
    end: word.end
  };
}
function readRedirect(lexer) {
  const next = lexer.peek();
  if (next === "" || !"<>&0123456789{".includes(next))
    return;
  const start = lexer.pos;
  if (next === "{") {
    const form = /\{[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\}(?:\\\n)*[<>]/y;
    form.lastIndex = start;
    if (form.test(lexer.text))
      lexer.fail("a redirection to a descriptor variable is not understood");
    return;
  }
  while (isDigit(lexer.peek()))
    lexer.advance();
  const described = lexer.pos > start;
  const operator = described && lexer.peek() === "&" ? undefined : REDIRECT_OPERATORS.find((candidate) => lexer.take(candidate));
  if (operator === undefined) {
    lexer.pos = start;
    return;
  }
  if (operator === "<" && lexer.peek() === "<") {
    lexer.fail("a here-document is not understood");
    return;
  }
  if ((operator === "<" || operator === ">") && lexer.peek() === "(") {
    lexer.fail("process substitution is not understood");
    return;
  }
  lexer.skipBlanks();
  const target = readWord(lexer);
  if (target.parts.length === 0)
    lexer.fail(`\`${operator}\` without a target`);
  return { operator, target, ...lexer.span(start, lexer.pos) };
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
  if (lexer.take(word) && lexer.atWordEnd())
    return true;
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
  if (!complete)
    units.push(collector.hole({ start: 0, end: source.length }, "unread", "text that was not understood"));
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
        for (const command of commands)
          this.command(command, context);
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
    for (const redirect of command.redirects)
      this.redirect(redirect, context);
  }
  simple(command, context) {
    const words = command.words.map((word) => ({ ...expandWord(word), start: word.start, end: word.end }));
    this.unit(words, context);
    for (let depth = 0, from = 0;from < words.length; depth++) {
      const inner = innerCommand(words.slice(from));
      if (inner === undefined)
        break;
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
      this.assignments.push({
        text: `${name}${append ? "+" : ""}=${text.text}`,
        holes: text.holes,
        ...source,
        context
      });
      this.substitutions(value);
    }
    for (const word of command.words)
      this.substitutions(word);
  }
  unit(words, context) {
    if (words.length === 0)
      return;
    this.units.push({ ...joinTexts(words), words, ...this.slice(spanOf(words)), context });
  }
  redirect({ operator, target, start, end }, context) {
    this.redirects.push({ operator, ...expandWord(target), ...this.slice({ start, end }), context });
    this.substitutions(target);
  }
  substitutions(word) {
    for (const part of word.parts)
      if (part.kind === "substitution")
        this.script(part.script, "substitution");
  }
  slice({ start, end }) {
    return { start, end, source: this.source.slice(start, end) };
  }
}
function spanOf(words) {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined)
    throw new Error("a command without words has no span");
  return { start: first.start, end: last.end };
}
function parseUnits(source) {
  const { units, complete } = analyze(source);
  return { units, complete };
}

// src/policy/paths.ts
function plain(text) {
  return { text, holes: [] };
}
function after2(rest) {
  return { text: HOLE + rest, holes: [{ reason: "computed directory", vanishes: false }] };
}
function pathSubjects(written, context, baseKnown = true) {
  const { cwd, followLinks } = context;
  const expanded = expandTilde(written, context.home);
  if (expanded === undefined)
    return [unknownPath()];
  const path = normalizePath(expanded);
  if (!path.startsWith("/") && (cwd === undefined || !baseKnown)) {
    const climbs = path === ".." || path.startsWith("../");
    if (!baseKnown)
      return [climbs ? unknownPath() : subject(written, [after2(path)], false)];
    return [subject(written, climbs ? [holeText("computed directory")] : [plain(path)], climbs, [after2(`/${path}`)])];
  }
  const absolute = path.startsWith("/") ? path : normalizePath(`${cwd ?? ""}/${path}`);
  const subjects = [absoluteSubject(written, absolute, cwd)];
  if (followLinks !== undefined) {
    const unresolved = expanded.startsWith("/") ? expanded : `${cwd ?? ""}/${expanded}`;
    const base = cwd === undefined ? undefined : followLinks(cwd);
    for (const real of new Set([followLinks(absolute), followLinks(unresolved)])) {
      if (real !== absolute)
        subjects.push(absoluteSubject(real, real, base));
    }
  }
  return subjects;
}
function unknownPath() {
  const text = [holeText("computed directory")];
  return { ...textSubject(text, text), outside: undefined };
}
function absoluteSubject(written, absolute, cwd) {
  if (cwd === undefined)
    return subject(written, [plain(absolute)], true);
  const relative = relativePath(cwd, absolute);
  return subject(written, [plain(absolute), plain(relative)], relative === ".." || relative.startsWith("../"));
}
function subject(written, forms, outside, more = []) {
  return { ...textSubject(forms, [...forms, plain(written), ...more]), outside };
}
function expandTilde(path, home) {
  if (!/^~(?:\/|$)/.test(path))
    return path;
  return home === undefined ? undefined : home + path.slice(1);
}
function normalizePath(path) {
  const absolute = path.startsWith("/");
  const kept = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".")
      continue;
    if (segment !== "..")
      kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..")
      kept.pop();
    else if (!absolute)
      kept.push("..");
  }
  return (absolute ? "/" : "") + kept.join("/") || ".";
}
function relativePath(from, to) {
  const base = normalizePath(from).split("/").filter(Boolean);
  const target = to.split("/").filter(Boolean);
  let common = 0;
  while (common < base.length && base[common] === target[common])
    common++;
  return [...base.slice(common).map(() => ".."), ...target.slice(common)].join("/") || ".";
}
function isStandardDevice(path) {
  return /^\/dev\/(?:null|stdin|stdout|stderr|fd\/[0-9]+)$/.test(path);
}

// src/policy/decide.ts
class Policy {
  ruleset;
  home;
  compiled = new Map;
  constructor(ruleset, home) {
    this.ruleset = ruleset;
    this.home = home;
  }
  rules(surface) {
    let rules = this.compiled.get(surface);
    if (rules === undefined) {
      rules = compileRules(this.ruleset, surface, this.home);
      this.compiled.set(surface, rules);
    }
    return rules;
  }
  names(surface) {
    return this.ruleset.some((rule) => rule.surface === surface);
  }
  allowsEveryCommand() {
    const rules = this.ruleset.filter(({ surface }) => surface === "bash");
    return rules.length === 1 && rules[0]?.pattern === "*" && rules[0].action === "allow";
  }
}
function judgeCommand(command, policy, paths = {}) {
  const analysis = analyze(command);
  const judgements = [];
  const moved = analysis.units.some(({ words }) => /^(?:cd|pushd|popd|source|\.|eval)$/.test(baseName(words[0]?.text ?? "")));
  const homeKnown = !analysis.assignments.some(({ text }) => text.startsWith("HOME=") || text.startsWith("HOME+="));
  const operands = homeKnown ? paths : { ...paths, home: undefined };
  const units = analysis.units.length + analysis.assignments.length + analysis.redirects.length > 0 ? analysis.units : [emptyUnit(command)];
  for (const unit of units) {
    judgements.push({ ...place(unit), surface: "bash", verdict: judgeUnit(unit, policy) });
    for (const word of unit.words.slice(1)) {
      judgements.push(...judgeOperand(word, unit, command, policy, operands, !moved));
    }
  }
  for (const assignment of analysis.assignments) {
    const any = {
      text: assignment.text.replace(/\+?=.*$/s, `=${HOLE}`),
      holes: [{ reason: "parameter expansion", vanishes: false }]
    };
    const restrict = assignment.text.includes("+=") ? [assignment, any] : [assignment];
    const fallback = policy.allowsEveryCommand() ? "allow" : "ask";
    const verdict = judge(policy.rules("env"), textSubject([assignment], restrict), fallback);
    judgements.push({ ...place(assignment), surface: "env", verdict });
  }
  for (const redirect of analysis.redirects) {
    judgements.push(...judgeRedirect(redirect, policy, operands, !moved));
  }
  judgements.sort((left, right) => left.start - right.start);
  return rule(judgements, analysis.complete, analysis.problems[0]?.message);
}
var FILE_TOOLS = ["read", "write", "edit", "find", "grep", "ls"];
function judgeTool(tool, path, policy, paths) {
  const at = {
    text: path ?? "",
    source: path ?? "",
    start: 0,
    end: (path ?? "").length,
    context: "tool call"
  };
  const judgements = [];
  const add = (surface, subject) => judgements.push({ ...at, surface, verdict: judge(policy.rules(surface), subject) });
  if (path === undefined) {
    add(tool, textSubject([{ text: "", holes: [] }], [{ text: "", holes: [] }]));
    return rule(judgements, true, undefined);
  }
  for (const subject of path === null ? [unknownPath()] : pathSubjects(path, paths)) {
    add(tool, subject);
    if (policy.names("path"))
      add("path", subject);
    if (subject.outside !== false)
      add("external_directory", subject);
  }
  return rule(judgements, true, undefined);
}
function rule(judgements, complete, problem) {
  const verdicts = judgements.map(({ verdict }) => verdict.action);
  const state = verdicts.length === 0 ? "ask" : verdicts.reduce(mostRestrictive);
  return { state: complete ? state : mostRestrictive(state, "ask"), judgements, complete, problem };
}
function place({ text, source, start, end, context }) {
  return { text, source, start, end, context };
}
function emptyUnit(source) {
  return { text: "", holes: [], words: [], source, start: 0, end: source.length, context: "top level" };
}
var SOURCE_ONLY = /['"\\$~]/;
function judgeUnit(unit, policy) {
  const command = unit.words[0]?.text ?? unit.text;
  const ambiguous = command.includes(HOLE) || /\s/.test(command);
  const source = { text: unit.source, holes: [] };
  const forms = [unit, ...programByBaseName(unit)];
  const verdict = judge(policy.rules("bash"), {
    allow: ({ rule, pattern }) => {
      if (rule.pattern === "*")
        return true;
      if (ambiguous)
        return false;
      return must(pattern, unit) || SOURCE_ONLY.test(rule.pattern) && must(pattern, source);
    },
    restrict: ({ rule, pattern }) => {
      const all = SOURCE_ONLY.test(rule.pattern) ? [...forms, source] : forms;
      if (all.some((form) => must(pattern, form)))
        return "must";
      return all.some((form) => may(pattern, form)) ? "may" : undefined;
    }
  });
  return unit.context === "unread" && verdict.action === "allow" ? { ...verdict, action: "ask" } : verdict;
}
function programByBaseName({ words, text, holes }) {
  const command = words[0]?.text ?? "";
  const slash = command.lastIndexOf("/");
  const hole = command.lastIndexOf(HOLE);
  if (slash === -1 && hole === -1)
    return [];
  const from = Math.max(slash + 1, hole);
  const skipped = command.slice(0, from).split(HOLE).length - 1;
  return [
    {
      text: text.slice(from),
      holes: holes.slice(skipped).map((one, index) => index === 0 && hole === from ? { ...one, vanishes: false } : one)
    }
  ];
}
function judgeOperand(word, unit, command, policy, paths, baseKnown) {
  const at = { ...place({ ...word, source: command.slice(word.start, word.end), context: unit.context }) };
  const written = at.source.startsWith("~") && /^~(?:\/[\w\-./]*)?$/.test(at.source) ? at.source : word.text;
  if (written.includes(HOLE)) {
    return operandSurfaces(policy).flatMap((surface) => judgeHoleOperand(at, surface, policy));
  }
  const judgements = [];
  for (const candidate of pathCandidates(written)) {
    const shaped = /^[.~]|\//.test(candidate);
    for (const subject of pathSubjects(candidate, paths, baseKnown)) {
      if (policy.names("path")) {
        const rules = shaped ? policy.rules("path") : policy.rules("path").filter((one) => one.rule.pattern !== "*");
        judgements.push({
          ...at,
          text: candidate,
          surface: "path",
          verdict: judge(rules, subject, shaped ? "ask" : "allow")
        });
      }
      if (subject.outside === true) {
        judgements.push({
          ...at,
          text: candidate,
          surface: "external_directory",
          verdict: judge(policy.rules("external_directory"), subject)
        });
      } else if (subject.outside === undefined)
        judgements.push(...judgeHoleOperand(at, "external_directory", policy));
    }
  }
  return judgements;
}
function operandSurfaces(policy) {
  return policy.names("path") ? ["path", "external_directory"] : ["external_directory"];
}
function judgeHoleOperand(at, surface, policy) {
  const rules = policy.rules(surface).filter(({ rule }) => rule.action !== "ask" || rule.pattern !== "*");
  const verdict = judge(rules, unknownPath(), "allow");
  if (verdict.action === "allow")
    return [];
  return [{ ...at, surface, verdict: { ...verdict, action: "ask" } }];
}
function pathCandidates(word) {
  const candidates = new Set;
  if (!word.startsWith("-"))
    candidates.add(word);
  for (const separator of ["=", "@"]) {
    const index = word.indexOf(separator);
    if (index !== -1 && index < word.length - 1)
      candidates.add(word.slice(index + 1));
  }
  if (/^-[A-Za-z]./.test(word))
    candidates.add(word.slice(2));
  candidates.delete("");
  return candidates;
}
function judgeRedirect(redirect, policy, paths, baseKnown) {
  const { operator, text } = redirect;
  if (operator === "<<<")
    return [];
  if ((operator === "<&" || operator === ">&") && /^(?:[0-9]+-?|-)$/.test(text))
    return [];
  if (isStandardDevice(text))
    return [];
  const surfaces = operator === "<" || operator === "<&" ? ["read"] : operator === "<>" ? ["read", "write"] : ["write"];
  if (policy.names("path"))
    surfaces.push("path");
  const target = redirect.source.replace(/^[0-9]*[<>&|]+[ \t]*/, "");
  const written = /^~\/[\w\-./]*$/.test(target) ? target : text;
  const subjects = written.includes(HOLE) ? [unknownPath()] : pathSubjects(written, paths, baseKnown);
  return subjects.flatMap((subject) => {
    const asked = subject.outside === false ? surfaces : [...surfaces, "external_directory"];
    return asked.map((surface) => ({ ...place(redirect), surface, verdict: judge(policy.rules(surface), subject) }));
  });
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

// src/policy/explain.ts
function changeThatFlips({ verdict, surface, text, source }) {
  const { action, rule, raisedBy } = verdict;
  const key = (pattern) => `permission.${surface}[${JSON.stringify(pattern)}]`;
  switch (action) {
    case "allow":
      return rule === undefined ? "a rule that matches it" : `a later rule that matches it, or another action for ${key(rule.pattern)}`;
    case "deny":
      return rule === undefined ? "a rule that allows it" : `a later rule that allows it, or another action for ${key(rule.pattern)}`;
    case "ask":
      if (raisedBy !== undefined)
        return `the … written out, or no rule ${key(raisedBy.pattern)}`;
      return `${key(text.includes(HOLE) ? source : text)}: "allow"`;
    default:
      throw new Error("unknown action");
  }
}

// src/cli.ts
var USAGE = `Usage:
  portcullis.js explain [--settings FILE] 'COMMAND'   why a command is allowed, asked about or denied
  portcullis.js decide --jsonl                        one JSON request a line on standard input, one decision a line back
  portcullis.js check [--settings FILE]               validates the settings

A request is { "command": …, "permission": …, "cwd"?: …, "home"?: … }; without "permission" the settings' is used.
Settings are read from $PI_CODING_AGENT_DIR/settings.json or ~/.pi/agent/settings.json, then ./.pi/settings.json.
`;
async function runCommandLine(args) {
  process.stdout.on("error", () => process.exit(0));
  const [name, ...rest] = args;
  try {
    if (name === "explain")
      explain(rest);
    else if (name === "decide")
      await decideLines(rest);
    else if (name === "check")
      check(rest);
    else if (name === "--help" || name === "-h" || name === "help")
      process.stdout.write(USAGE);
    else
      throw new UsageError(name === undefined ? "a command is missing" : `unknown command \`${name}\``);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`portcullis: ${message}
${error instanceof UsageError ? `
${USAGE}` : ""}`);
    process.exitCode = 2;
  }
}

class UsageError extends Error {
}
function takeSettings(args) {
  const index = args.indexOf("--settings");
  if (index === -1) {
    const files = [join3(agentDirectory(), "settings.json"), join3(process.cwd(), ".pi", "settings.json")];
    return { settings: loadSettingsFiles(files.map((file) => existsSync(file) ? file : undefined)), rest: args };
  }
  const file = args[index + 1];
  if (file === undefined)
    throw new UsageError("--settings needs a file");
  return { settings: loadSettingsFiles([file]), rest: args.filter((_, at) => at !== index && at !== index + 1) };
}
var MARKS = { allow: "✔ allow", ask: "? ask  ", deny: "✖ deny " };
function explain(args) {
  const { settings, rest } = takeSettings(args);
  const [command] = rest[0] === "--" ? rest.slice(1) : rest;
  if (command === undefined)
    throw new UsageError("explain needs a command");
  const ruling = judgeCommand(command, new Policy(settings.ruleset ?? [], homedir2()), {
    cwd: process.cwd(),
    home: homedir2()
  });
  const lines = [command, ""];
  if (settings.ruleset === undefined)
    lines.push("There is no `permission` block, so the gate is off. With an empty one:", "");
  lines.push(...ruling.judgements.flatMap((judgement) => explainJudgement(judgement, ruling)), "", `${MARKS[ruling.state].trim()}: ${summary(ruling)}`);
  process.stdout.write(`${lines.join(`
`)}
`);
}
function explainJudgement(judgement, { problem }) {
  const { verdict, surface, context } = judgement;
  const place = context === "top level" ? surface : `${surface}, ${context}`;
  return [
    `${MARKS[verdict.action]}  ${displayText(whatOf(judgement))}  [${place}]`,
    `           because ${whyOf(judgement, problem, messages("en"))}`,
    `           would change with: ${changeThatFlips(judgement)}`
  ];
}
function summary({ state, judgements }) {
  if (state === "allow")
    return judgements.length === 1 ? "its one part is allowed" : `all ${judgements.length} parts are allowed`;
  const same = judgements.filter(({ verdict }) => verdict.action === state).length;
  return `${same} of ${judgements.length} parts ${state === "deny" ? same === 1 ? "is denied" : "are denied" : same === 1 ? "needs an approval" : "need an approval"}`;
}
function check(args) {
  const { settings } = takeSettings(args);
  for (const { path, message } of settings.mistakes)
    process.stdout.write(`${path}: ${message}
`);
  if (settings.mistakes.length > 0)
    process.exitCode = 1;
  else
    process.stdout.write(settings.ruleset === undefined ? "no mistakes; no `permission` block\n" : `no mistakes; ${settings.ruleset.length} rules
`);
}
async function decideLines(args) {
  if (!args.includes("--jsonl"))
    throw new UsageError("decide needs --jsonl");
  let ruleset;
  const decideLine = (line) => {
    try {
      const request = JSON.parse(line);
      if (!isMap3(request))
        throw new Error("a request is a map");
      for (const key of ["command", "cwd", "home"]) {
        if (typeof request[key] !== "string" && (key === "command" || request[key] !== undefined))
          throw new Error(`\`${key}\` must be a text`);
      }
      const { command, cwd, home } = request;
      if ("permission" in request)
        return decide(request);
      ruleset ??= takeSettings(args).settings.ruleset;
      if (ruleset === undefined)
        throw new Error("`permission` is missing, here and in the settings");
      return toDecision(judgeCommand(command, new Policy(ruleset, home), { cwd, home }));
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  for await (const line of readLines()) {
    if (!process.stdout.write(`${JSON.stringify(decideLine(line))}
`)) {
      await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  }
}
async function* readLines() {
  const decoder = new TextDecoder;
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
  if (last !== "")
    yield last;
}

// src/guards/default-timeout.ts
function defaultTimeoutGuard(pi, session) {
  pi.on("tool_call", (event, ctx) => {
    if (event.toolName !== "bash")
      return;
    const { defaultTimeout } = session(ctx).settings;
    const input = event.input;
    if (defaultTimeout > 0)
      input.timeout ??= defaultTimeout;
    return;
  });
}

// src/guards/permission.ts
import { homedir as homedir3 } from "node:os";

// src/pi/binding.ts
function bindField(input, field) {
  const value = input[field];
  freeze(value);
  Object.defineProperty(input, field, {
    get: () => value,
    set: () => {
      throw new Error(`portcullis: \`${field}\` was judged and cannot be changed any more`);
    },
    enumerable: field in input,
    configurable: false
  });
}
function freeze(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value))
    return;
  Object.freeze(value);
  for (const inner of Object.values(value))
    freeze(inner);
}

// src/pi/dialog.ts
async function askHuman(ctx, tool, whole, ruling, language) {
  const text = messages(language);
  const judgement = trigger(ruling);
  if (judgement === undefined)
    throw new Error("nothing to ask about");
  const what = whatOf(judgement);
  const why = whyOf(judgement, ruling.problem, text);
  if (!ctx.hasUI)
    return { allowed: false, reason: text.nobody(what, why, settingFor(judgement)) };
  const options = ctx.signal === undefined ? {} : { signal: ctx.signal };
  const choice = await ctx.ui.select(text.question(tool, whole, what, why), [text.allowOnce, text.deny, text.denyWithReason], options);
  if (choice === text.allowOnce)
    return { allowed: true };
  const note = choice === text.denyWithReason ? await ctx.ui.input(text.reasonPrompt, "", options) : undefined;
  return { allowed: false, reason: text.deniedByUser(what, note?.trim() ?? "") };
}

// src/pi/files.ts
import { readlinkSync } from "node:fs";
import { dirname, join as join4 } from "node:path";
import { fileURLToPath } from "node:url";
var UNICODE_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;
function toolPath(argument) {
  const path = argument.replace(UNICODE_SPACES, " ").replace(/^@/, "");
  if (!path.startsWith("file://"))
    return path;
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
  for (let links = 0;pending.length > 0; ) {
    const segment = pending.pop();
    if (segment === undefined || segment === "" || segment === ".")
      continue;
    const next = segment === ".." ? dirname(resolved) : join4(resolved, segment);
    const target = segment === ".." ? undefined : linkTarget(next);
    if (target === undefined) {
      resolved = next;
      continue;
    }
    if (++links > MAX_LINKS)
      return absolute;
    if (target.startsWith("/"))
      resolved = "/";
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
    if (settings.ruleset === undefined)
      return;
    if (judgedBy?.settings !== settings)
      judgedBy = { settings, policy: new Policy(settings.ruleset, homedir3()) };
    const input = event.input;
    const { ruling, whole } = judgeInput(event.toolName, input, judgedBy.policy, {
      cwd: ctx.cwd,
      home: homedir3(),
      followLinks
    });
    const text = messages(language);
    if (ruling.state === "allow")
      return;
    if (ruling.state === "deny") {
      const judgement = trigger(ruling);
      if (judgement === undefined)
        throw new Error("a denial without a judgement");
      return { block: true, reason: text.denied(whatOf(judgement), whyOf(judgement, ruling.problem, text)) };
    }
    const answer = await askHuman(ctx, event.toolName, whole, ruling, language);
    return answer.allowed ? undefined : { block: true, reason: answer.reason };
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
function judgeInput(tool, input, policy, paths) {
  if (tool === "bash") {
    bindField(input, "command");
    const { command } = input;
    if (typeof command !== "string")
      throw new Error("`command` is not a text");
    return { ruling: judgeCommand(command, policy, paths), whole: command };
  }
  bindField(input, "path");
  const { path } = input;
  const missing = path === undefined || path === null;
  const judged = missing ? FILE_TOOLS.includes(tool) ? "." : undefined : typeof path === "string" ? toolPath(path) : null;
  const whole = typeof path === "string" ? `${tool} ${path}` : tool;
  return { ruling: judgeTool(tool, judged, policy, paths), whole };
}
function safeLanguage(session, ctx) {
  try {
    return session(ctx).language;
  } catch {
    return "en";
  }
}
var CASE_SPLIT_PATTERN = /\p{Lu}?\p{Ll}+|[0-9]+|\p{Lu}+(?!\p{Ll})|\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{L}+/gu;
function words2(str) {
  return Array.from(str.match(CASE_SPLIT_PATTERN) ?? []);
}

function camelCase2(str) {
  const words$1 = words2(str);
  if (words$1.length === 0)
    return "";
  const [first, ...rest] = words$1;
  return `${first.toLowerCase()}${rest.map((word) => capitalize(word)).join("")}`;
}
// src/pi/session-query.ts
function readEntries(branch, keys) {
  const missing = new Set(keys);
  const found = new Map;
  for (let index = branch.length - 1;index >= 0 && missing.size > 0; index--) {
    const entry = branch[index];
    if (entry?.type !== "custom" || entry.customType === undefined)
      continue;
    if (missing.delete(entry.customType))
      found.set(entry.customType, entry.data);
  }
  const named = keys.map((key) => [key, found.get(key)]);
  const aliases = named.flatMap(([key, data]) => {
    const alias = camelCase2(key);
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
    if (settings.mistakes.length === 0)
      return;
    const message = messages(language).mistakes(settings.mistakes);
    if (ctx.hasUI)
      ctx.ui.notify(message, "warning");
    else
      console.error(message);
  });
  permissionGuard(pi, session);
  defaultTimeoutGuard(pi, session);
}
function isMainProgram() {
  const program = process.argv[1];
  if (program === undefined)
    return false;
  try {
    return realpathSync(program) === realpathSync(fileURLToPath2(import.meta.url));
  } catch {
    return false;
  }
}
if (isMainProgram())
  runCommandLine(process.argv.slice(2));
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
  wildcardMatch
};
