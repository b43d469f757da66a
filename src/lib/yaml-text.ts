/**
 * Reads YAML and JSON that come from outside, within limits on size, aliases and nesting. Duplicate keys are found with a set,
 * because the package `yaml` compares every pair of keys, which is slow.
 */
import { isUtf8 } from "node:buffer";
import { isMap, isScalar, parseDocument, visit } from "yaml";

/** A problem with a text, and its line number from 1. */
export type YamlProblem = { readonly problem: string; readonly line?: number };

/** The parsed value, or the problem; `said`: a text, or the bytes of a file, which must be UTF-8. Throws nothing. */
export const readYaml = (said: string | Uint8Array): { readonly value: unknown } | YamlProblem => {
  const text = typeof said === "string" ? said : utf8Text(said);
  if (typeof text !== "string") return text;
  if (text.length > mostJson) return tooMany(text.length, mostJson, "characters");
  if (/^\s{0,100}[{[]/.test(text)) {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      // The text may still be YAML, or the YAML parser reports the mistake with its line.
    }
  }
  return beyondBounds(text) ?? readDocument(text);
};

/**
 * The text of a file that must be UTF-8, or the problem. A character that was lost would change a name, or a condition so that it
 * never holds. UTF-16 has zero bytes.
 */
export const utf8Text = (bytes: Uint8Array): string | YamlProblem => {
  const text = new TextDecoder().decode(bytes);
  if (isUtf8(bytes) && !text.includes("\0")) return text;
  const line = text.slice(0, text.search(/[\0\uFFFD]/)).split("\n").length;
  return { problem: "it is not in UTF-8, but perhaps in Big5, GBK or UTF-16: save it as UTF-8", line };
};

const mostJson = 20_000_000;
const mostYaml = 1_000_000;
const mostLines = 40_000;
const deepest = 1_000;

const tooMany = (count: number, most: number, what: string): YamlProblem => ({
  problem: `it has ${count.toLocaleString("en-US")} ${what}; at most ${most.toLocaleString("en-US")} are read`,
});

/** Finds texts that would keep the parser busy for seconds. Brackets count everywhere, also inside strings. */
const beyondBounds = (text: string): YamlProblem | undefined => {
  if (text.length > mostYaml) return tooMany(text.length, mostYaml, "characters; JSON may be longer");
  let lines = 1;
  let depth = 0;
  for (const character of text) {
    if (character === "\n") lines++;
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > deepest) return tooMany(depth, deepest, "nested brackets");
  }
  return lines > mostLines ? tooMany(lines, mostLines, "lines") : undefined;
};

const readDocument = (text: string): { readonly value: unknown } | YamlProblem => {
  try {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: "error" });
    const [error] = document.errors;
    if (error) {
      const problem = error.message.split("\n")[0] ?? "";
      return { problem, ...(error.linePos && { line: error.linePos[0].line }) };
    }
    keepKeysAsWritten(document);
    const twice = repeatedKey(document, text);
    return twice ?? { value: document.toJS() as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};

/** A key is a name or a word of cells: `01` and `TRUE` are themselves, not the number 1 and the text true. */
const keepKeysAsWritten = (document: ReturnType<typeof parseDocument>): void => {
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && typeof key.value !== "string") key.value = key.source ?? String(key.value);
    },
  });
};

const repeatedKey = (document: ReturnType<typeof parseDocument>, text: string): YamlProblem | undefined => {
  let found: YamlProblem | undefined;
  visit(document, {
    Collection: (_, node) => {
      const keys = new Set<unknown>();
      for (const { key } of isMap(node) ? node.items : []) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          const line = text.slice(0, key.range?.[0] ?? 0).split("\n").length;
          found = { problem: `the key ${String(key.value)} occurs twice in one mapping`, line };
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return found;
};
