/**
 * Relative order with the fewest moves: what already stands in the wanted sequence (a longest increasing subsequence)
 * stays put, everything else is inserted right after its predecessor. Positions are those of insert-and-shift: the item
 * is taken out, then put in at `index` (0-based) of its group.
 */

/** Where an item should be; without `order` it only has to be in the group. */
export type Placement = { readonly key: string; readonly group: string; readonly order?: number };

export type Move = { readonly key: string; readonly group: string; readonly index: number };

/**
 * The moves, to be carried out one after the other. `current` is each group's sequence of keys now; `groups` is the
 * order in which groups are put right (for a tree: parents first).
 */
export const fewestMoves = (
  current: ReadonlyMap<string, readonly string[]>,
  wanted: readonly Placement[],
  groups: readonly string[],
): Move[] => {
  const sequences = new Map([...current].map(([group, keys]) => [group, [...keys]]));
  const groupOf = new Map([...sequences].flatMap(([group, keys]) => keys.map((key) => [key, group] as const)));
  const moves: Move[] = [];

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

  for (const group of groups) {
    const members = wanted.filter((placement) => placement.group === group);
    const sequence = sequences.get(group) ?? [];
    const position = new Map(sequence.map((key, index) => [key, index]));
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
  return moves;
};

/** Code-unit order: the same on every machine and in every locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A longest subsequence of `keys` whose positions increase; keys without a position are never in it. */
const longestIncreasing = (keys: readonly string[], position: ReadonlyMap<string, number>): string[] => {
  const present = keys.flatMap((key) => {
    const at = position.get(key);
    return at === undefined ? [] : [{ key, at }];
  });
  /** tails[n]: index into `present` of the smallest end of an increasing run of length n + 1. */
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
