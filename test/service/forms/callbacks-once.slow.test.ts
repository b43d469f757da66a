/**
 * Many callbacks at the same time reach a receiver that answers at once: each is sent exactly once. An attempt that ends while the
 * next round looks for work must not look unsent to that round. CI has four senders.
 */
import { afterEach, expect, it } from "vitest";
import { inPart } from "../../support/suites/runs.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";
import { formsBaseline } from "./baseline.ts";
import { application } from "./form-cases.ts";
import { startReceiver } from "./receiver.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const total = 1_000;

it.each(inPart(1, [4, 1, 16]))(
  "sends each of many callbacks once, with %i senders",
  async (senders) => {
    const hook = await startReceiver();
    ends.push(hook.close);
    const service = await startTestService({ outbound: { allowPrivateNetworks: true } });
    ends.push(service.close);
    await service.admin("PUT", "/company", { organisation: baseline(), forms: formsBaseline() });
    await service.call("P1");
    const ids: unknown[] = [];
    const order = Array.from({ length: total }, (_, index) => index).values();
    const sender = async (): Promise<void> => {
      for (const index of order) {
        const body = application({ callBackUrl: `${hook.url}/${index}` });
        const { json } = await service.call("F1", { params: { formCodeOrId: "EXPENSE" }, body });
        ids.push(json);
      }
    };
    await Promise.all(Array.from({ length: senders }, sender));
    const owed = async () => {
      const rows = (await service.admin("GET", "/initiations")) as readonly { readonly callback: string }[];
      return rows.filter(({ callback }) => callback !== "delivered").length;
    };
    // Each look lists all rows, and a busy machine needs minutes for a thousand callbacks.
    await expect.poll(owed, { interval: 1_000, timeout: 600_000 }).toBe(0);
    const delivered = hook.deliveries.map(({ headers }) => headers["webhook-id"]);
    expect(delivered).toHaveLength(total);
    expect(new Set(delivered)).toEqual(new Set(ids));
  },
  900_000,
);
