/** Offers the items of a paged operation as one list, and fetches its pages while the list is read. */
import { isDeepStrictEqual } from "node:util";
import type { Body, OperationId, Response } from "../contract/contract.ts";
import type { Group } from "../contract/operations/operation-spec.ts";
import type { PageInfo, PageOptions } from "../contract/records/shared.ts";
import type { CallOptions, IdOf } from "./request-types.ts";
import type { SendCall } from "./send-call.ts";

type PagedId = "F8c" | "F8d" | "L8" | "U5";

/** The body of a paged operation without the page number; the default page size is 100. */
type ListBody<Id extends OperationId> = Omit<Body<Id>, "pageOptions"> & {
  readonly pageOptions?: Partial<Omit<PageOptions, "page">>;
};

export type Items<G extends Group> = {
  /** Returns all items of F8c, F8d, L8 or U5. Items that change while the list is read may appear twice or not at all. */
  readonly items: <Id extends IdOf<G> & PagedId>(
    id: Id,
    body: ListBody<Id>,
    options?: CallOptions,
  ) => AsyncGenerator<Response<Id> extends { items: (infer Item)[] } ? Item : never, void, undefined>;
};

/**
 * Adds the method `items`. Pages are numbered from 0 (R77). A site may count wrongly, so only a page that is not full ends the list, or one
 * that it shows again; page 1 may also be page 0 of a site that counts from 1.
 */
export const itemsOf = (send: SendCall) => ({
  items: async function* (id: PagedId, { pageOptions, ...body }: ListBody<PagedId>, options: CallOptions = {}) {
    const size = pageOptions?.size ?? 100;
    let before: unknown[] = [];
    for (let page = 0, seen = 0; ; page += 1) {
      const answer = await send(id, { ...options, body: { ...body, pageOptions: { ...pageOptions, size, page } } });
      const { items, pageInfo } = answer as { items: unknown[]; pageInfo: PageInfo };
      const isRepeated = isDeepStrictEqual(items, before);
      if (items.length === 0 || (isRepeated && page > 1)) return;
      if (isRepeated) continue;
      yield* items;
      seen += items.length;
      if (items.length < Math.min(size, pageInfo.pageSize) && seen >= pageInfo.itemsCount) return;
      before = items;
    }
  },
});
