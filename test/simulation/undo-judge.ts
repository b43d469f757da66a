/**
 * Judges an undo by four states of the site: before the night, after the run that is undone, before the undo, and after it. What somebody
 * else has changed between the second and the third is not the undo's.
 */
import { inOrder } from "../../src/service/organisation/ordering.ts";
import type { FullDirectory } from "../support/directory/full-directory.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { contentDifferences } from "../support/expected/content-differences.ts";
import type { Wrong } from "./judges.ts";
import type { Site } from "./site.ts";

/** `sequences`: the ids of siblings in order, by kind and group. */
type State = { readonly all: FullDirectory; readonly sequences: ReadonlyMap<string, readonly number[]> };

export type UndoJudge = {
  readonly nightBegins: () => void;
  readonly runEnded: (id: string) => void;
  /** `of`: the run that is undone. */
  readonly undoBegins: (of: string) => void;
  readonly undoEnded: () => void;
  /** What was wrong since this was last asked. */
  readonly take: () => readonly Wrong[];
};

export const openUndoJudge = (site: Site): UndoJudge => {
  const wrong: Wrong[] = [];
  const afterRun = new Map<string, State>();
  let before: State | undefined;
  let atUndo: { readonly of: string; readonly state: State } | undefined;
  return {
    nightBegins: () => {
      before = stateOf(site);
    },
    runEnded: (id) => void afterRun.set(id, stateOf(site)),
    undoBegins: (of) => {
      atUndo = { of, state: stateOf(site) };
    },
    undoEnded: () => {
      const after = atUndo && afterRun.get(atUndo.of);
      if (!before || !after || !atUndo) return;
      const undone = stateOf(site);
      wrong.push(...overwritten(after.all, atUndo.state.all, undone.all));
      wrong.push(...ordered([before, after, atUndo.state, undone]));
    },
    take: () => wrong.splice(0),
  };
};

const stateOf = (site: Site): State => {
  const { levels, titles, functions, departments } = site.company;
  const sequences = new Map<string, readonly number[]>();
  const add = <R extends { readonly id: number; readonly seq: number }>(
    kind: string,
    rows: readonly R[],
    groupOf: (row: R) => number,
  ): void => {
    for (const [group, siblings] of Map.groupBy(inOrder(rows), groupOf))
      sequences.set(
        `${kind} ${group}`,
        siblings.map(({ id }) => id),
      );
  };
  add("levels", levels.all(), () => 0);
  add("titles", titles.all(), ({ rank }) => rank);
  add("functions", functions.all(), ({ categoryId }) => categoryId);
  add("departments", departments.all(), ({ parentId }) => parentId ?? 0);
  return { all: directoryOf(site.dump()), sequences };
};

/** Values that somebody has changed since the run, and that the undo has changed again. */
const overwritten = (after: FullDirectory, since: FullDirectory, undone: FullDirectory): Wrong[] => {
  const again = new Set(contentDifferences(since, undone).map(({ kind, key, field }) => `${kind}/${key} ${field}`));
  return contentDifferences(after, since)
    .map(({ kind, key, field }) => `${kind}/${key} ${field}`)
    .filter((name) => again.has(name))
    .map((name) => ({ what: "undone", about: `${name} was changed by somebody else since the run` }));
};

/** Two siblings that the run left as they were, that somebody has put the other way round since, and that the undo has turned back. */
const ordered = (states: readonly [State, State, State, State]): Wrong[] =>
  [...states[2].sequences].flatMap(([group, since]) => {
    const lists = states.map(({ sequences }) => sequences.get(group) ?? []);
    const ids = since.filter((id) => lists.every((list) => list.includes(id)));
    const [before = [], after = [], , undone = []] = lists;
    return ids.flatMap((one, at) =>
      ids
        .slice(at + 1)
        .filter((other) => {
          const isFirstIn = (list: readonly number[]) => list.indexOf(one) < list.indexOf(other);
          return !isFirstIn(before) && !isFirstIn(after) && !isFirstIn(undone);
        })
        .map((other) => ({ what: "undone", about: `${group}: somebody has put ${one} before ${other} since the run` })),
    );
  });
