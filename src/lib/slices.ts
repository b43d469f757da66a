/** Divides long lists, where a statement, a message or a job may have only so many items. */

/** The items in their order, `size` at a time. */
export const slicesOf = function* <Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
};
