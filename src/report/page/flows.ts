/**
 * Sums the flows of people between departments up to a number that a picture can show: it opens the departments that most people
 * enter or leave, level by level, and adds up what happens below the others.
 */
import type { Company, UnitNode, When } from "../entries/company-trees.ts";

/**
 * People who go from one department, or anything below it, to another. Null stands for outside (who joins, who leaves),
 * `otherDepartments` for all departments that are too small to be shown.
 */
export type Stream = { readonly from: string | null; readonly to: string | null; readonly people: number };

export const otherDepartments = "\n";

export type Streams = {
  readonly streams: readonly Stream[];
  /** People who move inside one of the departments shown. */
  readonly inside: number;
};

type Path = readonly string[];

/** Returns streams between at most `limit` departments on each side, the other departments together, and outside. */
export const streamsOf = (company: Company, limit: number): Streams => {
  const paths = { before: pathsIn(company, "before"), after: pathsIn(company, "after") };
  const flows = company.flows.map(({ from, to, people }) => ({
    people,
    from: from === null ? null : (paths.before.get(from) ?? [from]),
    to: to === null ? null : (paths.after.get(to) ?? [to]),
  }));
  const moving = flows.reduce((total, { from, to, people }) => total + (from && to ? people : 0), 0);
  const opened = new Set<string>();
  const tooLarge = new Set<string>();
  let summed = sum(flows, opened);
  for (;;) {
    const [next] = [...summed.through].filter(([code]) => !tooLarge.has(code)).sort(([, a], [, b]) => b - a);
    if (next === undefined) break;
    const larger = sum(flows, new Set([...opened, next[0]]));
    // A picture in which most people move inside one department says nothing, so that one is opened whatever its size.
    if (endsOf(larger.streams) > limit && summed.inside <= moving / 2) tooLarge.add(next[0]);
    else {
      opened.add(next[0]);
      summed = larger;
    }
  }
  return { streams: gathered(summed.streams, limit), inside: summed.inside };
};

/** The number of departments on the side that has more. */
const endsOf = (streams: readonly Stream[]): number =>
  Math.max(new Set(streams.map(({ from }) => from)).size, new Set(streams.map(({ to }) => to)).size);

/** Puts all but the largest departments of each side together. */
const gathered = (streams: readonly Stream[], limit: number): readonly Stream[] => {
  const largest = (side: "from" | "to"): ReadonlySet<string | null> => {
    const people = new Map<string | null, number>();
    for (const stream of streams) people.set(stream[side], (people.get(stream[side]) ?? 0) + stream.people);
    const sorted = [...people].sort(([, a], [, b]) => b - a).map(([code]) => code);
    return new Set([null, ...(sorted.length <= limit ? sorted : sorted.slice(0, limit - 1))]);
  };
  const [from, to] = [largest("from"), largest("to")];
  const found = new Map<string, { from: string | null; to: string | null; people: number }>();
  for (const stream of streams) {
    const a = from.has(stream.from) ? stream.from : otherDepartments;
    const b = to.has(stream.to) ? stream.to : otherDepartments;
    const name = JSON.stringify([a, b]);
    const same = found.get(name) ?? { from: a, to: b, people: 0 };
    same.people += stream.people;
    found.set(name, same);
  }
  return [...found.values()];
};

/** The codes from the top down to each department. */
const pathsIn = (company: Company, when: When): ReadonlyMap<string, Path> => {
  const path = (node: UnitNode): Path =>
    node
      .ancestors()
      .reverse()
      .slice(1)
      .map(({ data }) => data.code);
  return new Map(company[when].descendants().map((node) => [node.data.code, path(node)]));
};

type Flow = { readonly from: Path | null; readonly to: Path | null; readonly people: number };

const sum = (flows: readonly Flow[], opened: ReadonlySet<string>) => {
  const streams = new Map<string, { from: string | null; to: string | null; people: number }>();
  const through = new Map<string, number>();
  let inside = 0;
  const shown = (path: Path): string => {
    const code = path.find((each) => !opened.has(each));
    return code ?? path.at(-1) ?? "";
  };
  const pass = (path: Path | null, people: number): string | null => {
    if (path === null) return null;
    const code = shown(path);
    if (code !== path.at(-1)) through.set(code, (through.get(code) ?? 0) + people);
    return code;
  };
  for (const { from, to, people } of flows) {
    const [a, b] = [pass(from, people), pass(to, people)];
    if (a === b) {
      inside += people;
      continue;
    }
    const name = JSON.stringify([a, b]);
    const stream = streams.get(name) ?? { from: a, to: b, people: 0 };
    stream.people += people;
    streams.set(name, stream);
  }
  return { streams: [...streams.values()], through, inside };
};
