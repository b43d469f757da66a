/**
 * The data of the page (../payload.ts): unpacks it, and gives single entries and what a search looks at. Runs in the browser;
 * ../script.ts inlines it.
 */
import type { PageMeta } from "../page-meta.ts";
import type { TextColumn } from "../payload.ts";
import { byId } from "./dom.ts";

/** A field of an entry: its name, and the values before (null: the object is new) and after. */
export type Fact = readonly [name: string, before: string | null, after: string];

/** An entry of the payload as it is read again. */
export type ShownEntry = Readonly<Record<Exclude<TextColumn, "section">, string>> & {
  /** The place of the entry among all. */
  readonly at: number;
  readonly verbs: readonly string[];
  readonly facts: readonly Fact[];
};

type Block = Readonly<Record<TextColumn | "verbs", readonly string[]>> & {
  readonly shape: readonly number[];
  readonly shapes: readonly (readonly (readonly [column: string, name: string, changed: 0 | 1])[])[];
  readonly values: Readonly<Record<string, readonly string[]>>;
};

export type PageContent = {
  readonly meta: PageMeta;
  readonly blocks: number;
  readonly entriesOf: (block: number) => readonly ShownEntry[];
  readonly entryAt: (index: number) => ShownEntry;
  readonly number: (n: number) => string;
  /** A text of the page with its numbers. */
  readonly say: (name: keyof PageMeta["words"], numbers: Readonly<Record<string, number>>) => string;
};

/** Undoes the abbreviations of ../payload.ts. */
const written = (value: string, label: string, key: string): string => {
  if (value.startsWith("\u0003")) return value.slice(1);
  return value === "\u0001" ? label : value.replaceAll("\u0002", key);
};

export const unpackedEntries = (block: Block, first: number): readonly ShownEntry[] => {
  const next: Record<string, number> = {};
  return block.shape.map((shape, at) => {
    const text = (column: TextColumn | "verbs"): string => block[column][at] ?? "";
    const [label, key] = [text("label"), text("key")];
    const take = (column: string): string => {
      const place = (next[column] ?? -1) + 1;
      next[column] = place;
      return written(block.values[column]?.[place] ?? "", label, key);
    };
    return {
      at: first + at,
      kind: text("kind"),
      verbs: text("verbs").split(" "),
      label,
      key,
      department: text("department"),
      state: text("state"),
      summary: text("summary"),
      note: text("note"),
      result: text("result"),
      why: text("why"),
      facts: (block.shapes[shape] ?? []).map(([column, name, changed]) => {
        const before = changed ? take(column) : null;
        return [name, before, take(column)];
      }),
    };
  });
};

const unpackedLines = async (): Promise<readonly string[]> => {
  const base64 = byId("data").textContent ?? "";
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(unpacked).text()).split("\n");
};

/** Keeps the last blocks that were drawn from. */
export const readContent = async (): Promise<PageContent> => {
  const [head = "", ...blocks] = await unpackedLines();
  const meta = JSON.parse(head) as PageMeta;
  const { blockSize, words } = meta;
  const entriesOf = (block: number): readonly ShownEntry[] =>
    unpackedEntries(JSON.parse(blocks[block] ?? "") as Block, block * blockSize);
  const recent = new Map<number, readonly ShownEntry[]>();
  const entryAt = (index: number): ShownEntry => {
    const block = Math.floor(index / blockSize);
    if (!recent.has(block)) {
      if (recent.size > 30) recent.clear();
      recent.set(block, entriesOf(block));
    }
    return recent.get(block)?.[index % blockSize] as ShownEntry;
  };
  const number = (n: number): string => n.toLocaleString("en");
  return {
    meta,
    blocks: blocks.length,
    entriesOf,
    entryAt,
    number,
    say: (name, numbers) => words[name].replace(/\{(\w+)\}/g, (_, key: string) => number(numbers[key] ?? 0)),
  };
};
