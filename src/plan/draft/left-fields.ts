/**
 * Keeps why the plan does nothing about fields. Most people are left alone for the same reasons in the same order, so objects share
 * their lists: all lists are paths from the root of one tree, and each object has the end of its path.
 */
import type { WhyNothing } from "../../model/runs/explanation.ts";

/** Stands for all fields of an object that is left as a whole. */
export const wholeObject = "*";

export type LeftField = { readonly field: string; readonly why: WhyNothing };

type Path = { readonly left?: LeftField; readonly before?: Path; readonly next: Map<string, Path> };

export type LeftFields<Item> = {
  readonly leave: (item: Item, field: string, why: WhyNothing) => undefined;
  /** In no order: no field is left twice. */
  readonly of: (item: Item) => readonly LeftField[];
};

/** After an object is left as a whole, single fields add nothing. */
export const leftFields = <Item>(): LeftFields<Item> => {
  const root: Path = { next: new Map() };
  const ends = new Map<Item, Path>();
  return {
    leave: (item, field, why) => {
      const before = ends.get(item) ?? root;
      if (before.left?.field === wholeObject) return;
      const name = `${field} ${why}`;
      const path = before.next.get(name) ?? { left: { field, why }, before, next: new Map() };
      before.next.set(name, path);
      ends.set(item, path);
    },
    of: (item) => {
      const left: LeftField[] = [];
      for (let path = ends.get(item); path?.left; path = path.before) left.push(path.left);
      return left;
    },
  };
};
