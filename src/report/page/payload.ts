/**
 * Packs the entries of the HTML page: JSON by columns in blocks of 500 entries, one line per block, compressed (raw deflate) and
 * in base64. Equal things are next to each other that way, so 100,000 people take a few MB, and the page's script unpacks only
 * the blocks it draws. The first line has everything else that the script needs.
 */
import { constants, deflateRawSync } from "node:zlib";
import type { Kind } from "../../model/plan/plan.ts";
import type { Verb } from "../entries/verbs.ts";

/** The lists of a page, in their order. */
export const sectionNames = ["worst", "changes", "held", "rejected", "dropped", "notices"] as const;

export type SectionName = (typeof sectionNames)[number];

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
  /** The lines of the explanation (explanationLines). */
  readonly why: string;
};

/** `column` is the field, and says only which values are similar. In `before`, null means that the object is new. */
type PageFact = {
  readonly column: string;
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
};

/** Number of entries in a block. */
export const blockSize = 500;

const textColumns = [
  "section",
  "kind",
  "label",
  "key",
  "department",
  "state",
  "summary",
  "note",
  "result",
  "why",
] as const;

/** The columns of a block that are texts. */
export type TextColumn = (typeof textColumns)[number];

/** Returns the payload of a page. The entries are taken one by one, so they need not exist all at once. */
export const packed = (meta: unknown, entries: Iterable<PageEntry>): string => {
  const { add, end } = deflater();
  add(JSON.stringify(meta));
  let block: PageEntry[] = [];
  for (const entry of entries) {
    block.push(entry);
    if (block.length < blockSize) continue;
    add(`\n${blockOf(block)}`);
    block = [];
  }
  if (block.length > 0) add(`\n${blockOf(block)}`);
  return end().toString("base64");
};

const windowBytes = 32 * 1024;

/** Compresses piece by piece into one stream: each piece is flushed, and knows the end of the one before as its dictionary. */
const deflater = () => {
  const parts: Buffer[] = [];
  let dictionary: Buffer = Buffer.alloc(0);
  const deflated = (piece: string, finishFlush: number): Buffer => {
    const bytes = Buffer.from(piece);
    const options = { level: 9, finishFlush, ...(dictionary.length > 0 && { dictionary }) };
    const part = deflateRawSync(bytes, options);
    dictionary = Buffer.from(Buffer.concat([dictionary, bytes]).subarray(-windowBytes));
    return part;
  };
  return {
    add: (piece: string) => void parts.push(deflated(piece, constants.Z_SYNC_FLUSH)),
    end: (): Buffer => Buffer.concat([...parts, deflated("", constants.Z_FINISH)]),
  };
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
  if (["\u0001", "\u0002", "\u0003"].some((sign) => value.includes(sign))) return `\u0003${value}`;
  if (value === label) return "\u0001";
  return key.length > 2 ? value.replaceAll(key, "\u0002") : value;
};
