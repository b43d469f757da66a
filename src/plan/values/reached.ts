/** Follows relations to their end: what is below a department, or what a change requires. */

/** `from`, and all to which `next` leads from there. The loop also reaches what is added while it runs. */
export const reached = <Item>(from: Iterable<Item>, next: (item: Item) => Iterable<Item>): Set<Item> => {
  const all = new Set(from);
  for (const item of all) for (const one of next(item)) all.add(one);
  return all;
};
