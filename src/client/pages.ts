/** Offers the items of a paged operation as one list, and fetches its pages while the list is read. */
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

/** Adds the method `items`. Pages are numbered from 0 (R77). */
export const itemsOf = (send: SendCall) => ({
  items: async function* (id: PagedId, { pageOptions, ...body }: ListBody<PagedId>, options: CallOptions = {}) {
    for (let page = 0, seen = 0; ; page += 1) {
      const answer = await send(id, {
        ...options,
        body: { ...body, pageOptions: { size: 100, ...pageOptions, page } },
      });
      const { items, pageInfo } = answer as { items: unknown[]; pageInfo: PageInfo };
      yield* items;
      seen += items.length;
      if (items.length === 0 || seen >= pageInfo.itemsCount) return;
    }
  },
});
