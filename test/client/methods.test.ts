/** Tests that the client's methods have descriptive names, and that src/client/methods.ts was generated from the contract. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientMethods } from "../../scripts/client-methods.ts";
import { openClient } from "../../src/client/client.ts";
import { operationIds, specOf } from "../../src/contract/contract.ts";

it("src/client/methods.ts is the output of `npm run operations`", () => {
  expect(readFileSync("src/client/methods.ts", "utf8")).toBe(clientMethods());
});

it.each(["system", "user"] as const)("every operation of the %s group has exactly one method", async (group) => {
  const names = operationIds.flatMap((id) => (specOf(id).group === group ? [specOf(id).name] : []));
  expect(new Set(names).size).toBe(names.length);
  const site = { url: "http://127.0.0.1:9" };
  await using client =
    group === "system" ? openClient({ ...site, corpCode: "A", apiKey: "k" }) : openClient({ ...site, token: "t" });
  for (const name of names) expect(client).toHaveProperty(name, expect.any(Function));
});
