/** Watches a search for mapped attributes that no entry has. */
import type { OnHeader } from "../record.ts";

/**
 * Pass the returned `onHeader` to the reading in place of `handOn`. If a search starts again, it passes on its header and
 * all its entries again, and only these count.
 */
export const attributeWatch = (handOn: OnHeader) => {
  let [names, unseen, entries]: [readonly string[], number[], number] = [[], [], 0];
  const onHeader: OnHeader = (header, place) => {
    const add = handOn(header, place);
    [names, unseen, entries] = [header, [...header.keys()], 0];
    return (record) => {
      entries += 1;
      if (unseen.length > 0) unseen = unseen.filter((index) => (record.cells[index] ?? "") === "");
      add(record);
    };
  };
  return {
    onHeader,
    missing: () => (entries === 0 ? [] : unseen.map((index) => ({ attribute: names[index] ?? "", entries }))),
  };
};
