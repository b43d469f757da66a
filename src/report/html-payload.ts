/**
 * Packs the entries of the HTML page: JSON by columns in blocks of 1,000 entries, one line per block, compressed (raw deflate) and
 * in base64. Equal things are next to each other that way, so 100,000 people take a few MB, and the page's script unpacks only
 * the blocks it draws. The first line has everything else that the script needs.
 */
import { deflateRawSync } from "node:zlib";
import type { Kind } from "../model/plan.ts";
import type { Verb } from "./verbs.ts";

/** The lists of a page. */
export type SectionName = "worst" | "changes" | "held" | "rejected" | "dropped" | "notices";

/** One item of a list. Texts are in the language of the report; an absent text is "". */
export type PageEntry = {
  readonly section: SectionName;
  readonly kind: Kind;
  /** What happens, worst first; empty for what is no change. */
  readonly verbs: readonly Verb[];
  readonly label: string;
  readonly key: string;
  /** Department code. */
  readonly department: string;
  readonly state: string;
  readonly summary: string;
  readonly note: string;
  readonly result: string;
  readonly facts: readonly PageFact[];
};

/** `column` is the field, and says only which values are similar. In `before`, null means that the object is new. */
type PageFact = { readonly column: string; readonly name: string; readonly before: string | null; readonly after: string };

/** Number of entries in a block. */
export const blockSize = 1000;

const textColumns = ["section", "kind", "label", "key", "department", "state", "summary", "note", "result"] as const;

/** Returns the payload of a page. */
export const packed = (meta: unknown, entries: readonly PageEntry[]): string => {
  const lines = [JSON.stringify(meta)];
  for (let start = 0; start < entries.length; start += blockSize)
    lines.push(blockOf(entries.slice(start, start + blockSize)));
  return deflateRawSync(lines.join("\n"), { level: 9 }).toString("base64");
};

/** `shapes` lists the distinct sequences of fields, `shape` the one of each entry; `values` has the values column by column. */
const blockOf = (entries: readonly PageEntry[]): string => {
  const shapes = new Map<string, number>();
  const values: Record<string, (string | null)[]> = {};
  const shape = entries.map(({ facts, label, key }) => {
    for (const { column, before, after } of facts) {
      const own = (values[column] ??= []);
      if (before !== null) own.push(shortened(before, label, key));
      own.push(shortened(after, label, key));
    }
    const id = JSON.stringify(facts.map(({ column, name, before }) => [column, name, before === null ? 0 : 1]));
    const known = shapes.get(id) ?? shapes.size;
    shapes.set(id, known);
    return known;
  });
  const columns = textColumns.map((column) => [column, entries.map((entry) => entry[column])]);
  return JSON.stringify({
    ...Object.fromEntries(columns),
    verbs: entries.map(({ verbs }) => verbs.join(" ")),
    shape,
    shapes: [...shapes.keys()].map((each) => JSON.parse(each)),
    values,
  });
};

/** Replaces the entry's own name with U+0001 and its key with U+0002, so that equal patterns become equal texts. */
const shortened = (value: string, label: string, key: string): string => {
  if (/[\u0001-\u0003]/.test(value)) return `\u0003${value}`;
  if (value === label) return "\u0001";
  return key.length > 2 ? value.replaceAll(key, "\u0002") : value;
};
