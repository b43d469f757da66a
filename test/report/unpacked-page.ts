/** Unpacks the data of an HTML report, as the script of the page does (src/report/page/payload.ts). */
import { inflateRawSync } from "node:zlib";

type Fact = readonly [name: string, before: string | null, after: string];

export type ShownEntry = {
  readonly section: string;
  readonly kind: string;
  readonly label: string;
  readonly key: string;
  readonly department: string;
  readonly state: string;
  readonly summary: string;
  readonly note: string;
  readonly result: string;
  readonly facts: readonly Fact[];
  readonly why: string;
};

type Block = Readonly<Record<keyof Omit<ShownEntry, "facts">, readonly string[]>> & {
  readonly shape: readonly number[];
  readonly shapes: readonly (readonly (readonly [column: string, name: string, changed: 0 | 1])[])[];
  readonly values: Readonly<Record<string, string[]>>;
};

/** Everything that the page contains besides markup; nothing for a page without data. */
export const unpackedPage = (html: string): { readonly meta: string; readonly entries: readonly ShownEntry[] } => {
  const base64 = /<script type="text\/plain" id="data">([^<]*)<\/script>/.exec(html)?.[1];
  if (base64 === undefined) return { meta: "", entries: [] };
  const [meta = "", ...blocks] = inflateRawSync(Buffer.from(base64, "base64")).toString().split("\n");
  return { meta, entries: blocks.flatMap((block) => entriesOf(JSON.parse(block))) };
};

/** The markup of the page and its data as one text. */
export const textOfPage = (html: string): string => {
  const { meta, entries } = unpackedPage(html);
  return [html, meta, ...entries.flatMap((entry) => Object.values(entry).flat(2))].join("\n");
};

const entriesOf = (block: Block): readonly ShownEntry[] =>
  block.shape.map((shape, at) => {
    const { section, kind, label, key, department, state, summary, note, result, why } = block;
    const text = (column: readonly string[]) => column[at] ?? "";
    const own = { label: text(label), key: text(key) };
    const take = (column: string): string => {
      const value = block.values[column]?.shift() ?? "";
      if (value.startsWith("\u0003")) return value.slice(1);
      return value === "\u0001" ? own.label : value.replaceAll("\u0002", own.key);
    };
    return {
      ...own,
      section: text(section),
      kind: text(kind),
      department: text(department),
      state: text(state),
      summary: text(summary),
      note: text(note),
      result: text(result),
      why: text(why),
      facts: (block.shapes[shape] ?? []).map(([column, name, changed]): Fact => {
        return [name, changed === 1 ? take(column) : null, take(column)];
      }),
    };
  });
