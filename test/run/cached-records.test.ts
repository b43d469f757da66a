/** A site with a cache behind E2: E11 sends back the rest of the person as E2 shows it, which may be older than the last write (R10, R100). */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { pathTemplateOf } from "../../src/contract/contract.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, serviceHas, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";

useRunParts();

const [employees = ""] = pathTemplateOf("E2", "1").split("{");

/** Passes everything on, and answers each question of E2 as it did the first time. */
const openCache = async (target: string) => {
  const kept = new Map<string, string>();
  const answer = async (
    { url = "", method = "", headers }: IncomingMessage,
    body: string,
  ): Promise<[number, string]> => {
    const isRead = method === "GET";
    const passed = ["api-key", "corpcode", "content-type"].map((one) => [one, String(headers[one])]);
    const sent = { method, headers: Object.fromEntries(passed), ...(!isRead && { body }) };
    const fresh = await fetch(`${target}${url}`, sent);
    const shown = await fresh.text();
    if (!isRead || !url.startsWith(employees) || !fresh.ok) return [fresh.status, shown];
    const first = kept.get(url) ?? shown;
    kept.set(url, first);
    return [fresh.status, first];
  };
  const server = createServer((incoming, outgoing) => {
    void text(incoming)
      .then((body) => answer(incoming, body))
      .then(([status, shown]) => outgoing.writeHead(status, { "content-type": "application/json" }).end(shown))
      .catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const office = (businessCard: string, phoneNumber: string) =>
  directory().level("L1").department("RD").employee("amy", { number: "A1", businessCard, phoneNumber }).in("RD");

it("what an older record brings back is written again together with the change", async () => {
  await serviceHas(office("Clerk", "0900-000-001"));
  const cache = await openCache(fixture.url);
  onTestFinished(() => cache.close());
  const settings = quickSettings({ ...fixture, url: cache.url });
  const site = await openRunSite(settings, redis, { nowMs: () => Date.parse("2026-11-21T04:00:00Z") });
  onTestFinished(() => site.close());
  await site.run({ source: office("Buyer", "0900-000-002").source() });
  const { run } = await site.run({ source: office("Buyer", "0900-000-003").source() });
  expect((await fixture.dump()).employees).toMatchObject([{ businessCard: "Buyer", phoneNumber: "0900-000-003" }]);
  expect(run).toMatchObject({ status: "succeeded" });
});
