/** Watches a search go by, for the attributes that no entry has. */
import type { OnHeader } from "../record.ts";

/** `onHeader` hands on to the one given. A search that begins anew gives its header again, and then all its entries. */
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
