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
  const shown = showFlows(flows, opened);
  for (let next = shown.busiest(tooLarge); next !== undefined; next = shown.busiest(tooLarge)) {
    // A picture in which most people move inside one department says nothing, so that one is opened whatever its size.
    const isOpenedAnyway = shown.inside() > moving / 2;
    const touched = shown.at(next);
    opened.add(next);
    shown.showAgain(touched);
    if (isOpenedAnyway || shown.ends() <= limit) continue;
    tooLarge.add(next);
    opened.delete(next);
    shown.showAgain(touched);
  }
  return { streams: gathered(shown.streams(), limit), inside: shown.inside() };
};

/** Puts all but the largest departments of each side together. */
const gathered = (streams: readonly Stream[], limit: number): readonly Stream[] => {
  const largest = (side: "from" | "to"): ReadonlySet<string | null> => {
    const people = new Map<string | null, number>();
    for (const stream of streams) people.set(stream[side], (people.get(stream[side]) ?? 0) + stream.people);
    const sorted = [...people].sort(([, a], [, b]) => b - a).map(([code]) => code);
    return new Set([null, ...(sorted.length <= limit ? sorted : sorted.slice(0, limit - 1))]);
  };
  const [from, to] = [largest("from"), largest("to")];
  return summed(
    streams.map((stream) => ({
      from: from.has(stream.from) ? stream.from : otherDepartments,
      to: to.has(stream.to) ? stream.to : otherDepartments,
      people: stream.people,
    })),
  );
};

/** Adds up the streams with the same ends. */
const summed = (streams: Iterable<Stream>): readonly Stream[] =>
  [...Map.groupBy(streams, ({ from, to }) => JSON.stringify([from, to])).values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({ ...one, people: same.reduce((sum, { people }) => sum + people, 0) })),
  );

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

type Ends = readonly [from: string | null, to: string | null];

/** A multiset of keys; a key without members is not in it. */
const counter = <Key>() => {
  const counts = new Map<Key, number>();
  const add = (key: Key, more: number): void => {
    const count = (counts.get(key) ?? 0) + more;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return { counts, add };
};

/**
 * The flows between the departments that are shown: of each path the first that is not opened. Each step costs what it touches: a large
 * company has thousands of departments to open, and tens of thousands of flows.
 */
const showFlows = (flows: readonly Flow[], opened: ReadonlySet<string>) => {
  const ends = new Map<Flow, Ends>();
  const at = new Map<string, Set<Flow>>();
  const sides = [counter<string | null>(), counter<string | null>()] as const;
  const through = counter<string>();
  let inside = 0;
  const shownOf = (path: Path | null): string | null =>
    path && (path.find((each) => !opened.has(each)) ?? path.at(-1) ?? "");
  const count = (flow: Flow, [a, b]: Ends, sign: 1 | -1): void => {
    if (a === b) inside += sign * flow.people;
    else {
      sides[0].add(a, sign);
      sides[1].add(b, sign);
    }
    for (const [code, path] of [
      [a, flow.from],
      [b, flow.to],
    ] as const)
      if (code !== null && code !== path?.at(-1)) through.add(code, sign * flow.people);
  };
  const showAgain = (touched: readonly Flow[]): void => {
    for (const flow of touched) {
      const before = ends.get(flow);
      if (before) {
        count(flow, before, -1);
        for (const code of before) if (code !== null) at.get(code)?.delete(flow);
      }
      const now: Ends = [shownOf(flow.from), shownOf(flow.to)];
      ends.set(flow, now);
      count(flow, now, 1);
      for (const code of now) if (code !== null) at.set(code, (at.get(code) ?? new Set()).add(flow));
    }
  };
  showAgain(flows);
  return {
    showAgain,
    inside: () => inside,
    /** The number of departments on the side that has more. */
    ends: () => Math.max(sides[0].counts.size, sides[1].counts.size),
    at: (code: string): readonly Flow[] => [...(at.get(code) ?? [])],
    /** The department through which most people pass on their way to or from those below it. */
    busiest: (left: ReadonlySet<string>): string | undefined => {
      let found: readonly [string | undefined, number] = [undefined, 0];
      for (const [code, people] of through.counts) if (people > found[1] && !left.has(code)) found = [code, people];
      return found[0];
    },
    streams: (): readonly Stream[] =>
      summed([...ends].flatMap(([{ people }, [from, to]]) => (from === to ? [] : [{ from, to, people }]))),
  };
};
