/**
 * Finds the positions that must be written so that siblings stand in the wanted sequence. Items without a wanted order stay
 * where they are.
 */

/** Where an item should be; without `order` it only has to be in the group. */
export type Placement = { readonly key: string; readonly group: string; readonly order?: number };

/** An item as it stands now. `seq` is the position that the service returned; absent: not known, or just created. */
export type Standing = { readonly key: string; readonly seq?: number };

/** `seq` is the position to write, in the service's numbering. */
export type Move = { readonly key: string; readonly group: string; readonly seq: number };

/*
 * What a site does when a position is written is not specified (R28, R41, R45); each site either inserts or assigns.
 *
 * | ordering | the site …                          | what is written                                              |
 * |----------|-------------------------------------|--------------------------------------------------------------|
 * | insert   | inserts and shifts the others       | the fewest moves                                             |
 * | assign   | stores the number, moves no others  | each item whose position is not above the previous item's    |
 * | sweep    | behaves in an unknown way           | each item from the first wrong one on: correct for both ways |
 */
export type Ordering = "insert" | "assign" | "sweep";

/**
 * Returns the moves, which are applied one after the other. `current`: each group's sequence now. `groups`: the order in which
 * groups are arranged (in a tree: parents first). `lowest`: the first position if the service returns none.
 */
export const movesInto = (
  ordering: Ordering,
  current: ReadonlyMap<string, readonly Standing[]>,
  wanted: readonly Placement[],
  groups: readonly string[],
  lowest: number,
): Move[] => {
  const firstOf = firstNumbers(current, lowest);
  const step = stepOf([...current.values()].flat().flatMap(({ seq }) => seq ?? []));
  const { moves, sequences } = insertions(current, wanted, groups);
  if (ordering === "insert")
    return moves.map(({ key, group, index }) => ({ key, group, seq: firstOf(group) + index * step }));
  const renumber = ordering === "assign" ? assigned : swept;
  const byGroup = Map.groupBy(wanted, ({ group }) => group);
  return groups.flatMap((group) => {
    const touched = moves.filter((move) => move.group === group);
    if (touched.length === 0) return [];
    const sequence = sequences.get(group) ?? [];
    const members = byGroup.get(group) ?? [];
    const ordered = new Set(members.flatMap(({ key, order }) => (order === undefined ? [] : [key])));
    const standing = new Map((current.get(group) ?? []).map(({ key, seq }) => [key, seq]));
    const first = firstOf(group);
    const numbered = renumber(sequence, (key) => ordered.has(key), standing, first, step);
    const last = Math.max(first - step, ...numbered.values(), ...[...standing.values()].map((seq) => seq ?? first));
    const placed = [...numbered].map(([key, seq]) => ({ key, group, seq }));
    const entering = touched.filter(({ key }) => !ordered.has(key));
    return [...placed, ...entering.map(({ key }, at) => ({ key, group, seq: last + (1 + at) * step }))];
  });
};

/** Returns the first position of a group: the smallest that the service returned there, else in any group, else `lowest`. */
const firstNumbers = (current: ReadonlyMap<string, readonly Standing[]>, lowest: number) => {
  const smallest = (standing: readonly Standing[]) =>
    standing.reduce((least, { seq }) => (seq !== undefined && seq < least ? seq : least), Number.POSITIVE_INFINITY);
  const byGroup = new Map([...current].map(([group, standing]) => [group, smallest(standing)]));
  const anywhere = Math.min(...byGroup.values());
  return (group: string): number =>
    [byGroup.get(group) ?? Number.POSITIVE_INFINITY, anywhere, lowest].find(Number.isFinite) ?? lowest;
};

/** The distance between positions: 10 if the service returns 10, 20, 30; 1 without a common step of at least five. */
const stepOf = (numbers: readonly number[]): number => {
  const shown = new Set(numbers.filter((number) => number !== 0));
  const common = commonDivisor([...shown]);
  return shown.size > 1 && common >= 5 ? common : 1;
};

/** The greatest common divisor; 0 if all numbers are 0. */
export const commonDivisor = (numbers: readonly number[]): number => {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  return numbers.reduce(divisor, 0);
};

type Numbers = (
  sequence: readonly string[],
  isOrdered: (key: string) => boolean,
  standing: ReadonlyMap<string, number | undefined>,
  first: number,
  step: number,
) => ReadonlyMap<string, number>;

/** An item keeps its position if it is above that of the item before; otherwise it gets the next position. */
const assigned: Numbers = (sequence, isOrdered, standing, first, step) => {
  const numbers = new Map<string, number>();
  let previous = first - step;
  for (const key of sequence.filter(isOrdered)) {
    const now = standing.get(key);
    if (now === undefined || now <= previous) numbers.set(key, previous + step);
    previous = numbers.get(key) ?? now ?? previous;
  }
  return numbers;
};

/** Gives each item the number of its place in the whole sequence; items at the beginning that already have it stay. */
const swept: Numbers = (sequence, isOrdered, standing, first, step) => {
  const numbers = new Map<string, number>();
  for (const [index, key] of sequence.entries()) {
    const number = first + index * step;
    if (isOrdered(key) && (numbers.size > 0 || standing.get(key) !== number)) numbers.set(key, number);
  }
  return numbers;
};

type Insertion = { readonly key: string; readonly group: string; readonly index: number };

/**
 * The fewest moves at a site that inserts, and the sequences that result. Items that already stand in the wanted
 * sequence stay (a longest increasing subsequence); every other item is put after its predecessor. Two items with the
 * same position are not in sequence, so one of them moves.
 */
const insertions = (
  current: ReadonlyMap<string, readonly Standing[]>,
  wanted: readonly Placement[],
  groups: readonly string[],
) => {
  const sequences = new Map([...current].map(([group, standing]) => [group, standing.map(({ key }) => key)]));
  const groupOf = new Map([...sequences].flatMap(([group, keys]) => keys.map((key) => [key, group] as const)));
  const moves: Insertion[] = [];

  const insert = (key: string, group: string, index: (sequence: readonly string[]) => number) => {
    const from = sequences.get(groupOf.get(key) ?? "");
    from?.splice(from.indexOf(key), 1);
    const to = sequences.get(group) ?? [];
    sequences.set(group, to);
    const at = index(to);
    to.splice(at, 0, key);
    groupOf.set(key, group);
    moves.push({ key, group, index: at });
  };

  const byGroup = Map.groupBy(wanted, ({ group }) => group);
  for (const group of groups) {
    const members = byGroup.get(group) ?? [];
    const position = positions(current.get(group) ?? []);
    const ordered = members
      .filter((member) => member.order !== undefined)
      .sort(
        (a, b) =>
          (a.order ?? 0) - (b.order ?? 0) ||
          (position.get(a.key) ?? Number.MAX_SAFE_INTEGER) - (position.get(b.key) ?? Number.MAX_SAFE_INTEGER) ||
          compareText(a.key, b.key),
      )
      .map((member) => member.key);
    const staying = new Set(longestIncreasing(ordered, position));
    const firstStaying = ordered.find((key) => staying.has(key));
    let previous: string | undefined;
    for (const key of ordered) {
      if (!staying.has(key)) {
        const anchor = previous;
        insert(key, group, (to) => {
          if (anchor !== undefined) return to.indexOf(anchor) + 1;
          return firstStaying === undefined ? to.length : to.indexOf(firstStaying);
        });
      }
      previous = key;
    }
    for (const member of members) {
      if (member.order === undefined && groupOf.get(member.key) !== group) insert(member.key, group, (to) => to.length);
    }
  }
  return { moves, sequences };
};

/** Positions as the service returned them; items without one come last, in the given order. */
const positions = (standing: readonly Standing[]): ReadonlyMap<string, number> => {
  const last = Math.max(-1, ...standing.map(({ seq }) => seq ?? -1));
  return new Map(standing.map(({ key, seq }, index) => [key, seq ?? last + 1 + index]));
};

/** Compares by code unit: the result is the same on every machine and in every locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A longest subsequence of `keys` with increasing positions; keys without a position are never in it. */
const longestIncreasing = (keys: readonly string[], position: ReadonlyMap<string, number>): string[] => {
  const present = keys.flatMap((key) => {
    const at = position.get(key);
    return at === undefined ? [] : [{ key, at }];
  });
  /** tails[n]: index into `present` of the smallest last item of all increasing subsequences of length n + 1. */
  const tails: number[] = [];
  const before: (number | undefined)[] = [];
  present.forEach(({ at }, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((present[tails[middle] ?? 0]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tails[low - 1] : undefined;
    tails[low] = index;
  });
  const result: string[] = [];
  for (let index = tails.at(-1); index !== undefined; index = before[index]) result.push(present[index]?.key ?? "");
  return result.reverse();
};
