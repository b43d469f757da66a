/**
 * YAML from outside (JSON is YAML too), read within bounds: size, aliases, and keys that are compared by a set, because the
 * parser compares each with each.
 */
import { isMap, isScalar, parseDocument, visit } from "yaml";

/** What is wrong with a text, and the line it shows in, from 1. */
export type YamlProblem = { readonly problem: string; readonly line?: number };

/** The value that a text stands for. Nothing is thrown. */
export const readYaml = (text: string): { readonly value: unknown } | YamlProblem => {
  if (text.length > mostJson) return tooMany(text.length, mostJson, "characters");
  if (/^\s{0,100}[{[]/.test(text)) {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      // It may be YAML in the form of JSON, or its mistake is better told with its line.
    }
  }
  return beyondBounds(text) ?? readDocument(text);
};

const mostJson = 20_000_000;
const mostYaml = 1_000_000;
const mostLines = 40_000;
const deepest = 1_000;

const tooMany = (count: number, most: number, what: string): YamlProblem => ({
  problem: `it has ${count.toLocaleString("en-US")} ${what}; at most ${most.toLocaleString("en-US")} are read`,
});

/** What the parser would work on for seconds. Brackets are counted wherever they stand. */
const beyondBounds = (text: string): YamlProblem | undefined => {
  if (text.length > mostYaml) return tooMany(text.length, mostYaml, "characters; JSON may be longer");
  let lines = 1;
  let depth = 0;
  for (const character of text) {
    if (character === "\n") lines++;
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > deepest) return tooMany(depth, deepest, "brackets inside each other");
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
    const twice = repeatedKey(document, text);
    return twice ?? { value: document.toJS() as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
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
          found = { problem: `the key ${String(key.value)} is there twice in one mapping`, line };
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return found;
};
