/** Starts a service with the sample company, for the programs in the documents. */
import { permissions } from "../../src/contract/operations/operation-spec.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { sampleSections } from "../../src/sample/sections.ts";
import { type RunningService, startService } from "../../src/service/service.ts";

export const apiKey = "a-key-of-some-length";
const adminKey = "an-admin-key";

export const startSampleService = async (): Promise<RunningService> => {
  const today = new Date().toISOString().slice(0, 10);
  const { before: organisation } = sampleCompany({ today });
  const service = await startService({
    host: "127.0.0.1",
    port: 0,
    database: ":memory:",
    corpCode: "DEMO",
    keys: [{ name: "documents", secret: apiKey, permissions }],
    adminKey,
    outbound: { allowPrivateNetworks: true },
  });
  const loaded = await fetch(`${service.url}/sandbox/company`, {
    method: "PUT",
    headers: { "admin-key": adminKey, "content-type": "application/json" },
    body: JSON.stringify({ organisation, ...sampleSections(organisation, today) }),
  });
  if (!loaded.ok) throw new Error(await loaded.text());
  return service;
};
