/**
 * A search by keyword reveals no more of a document than F8b would show to the same key (R89): number and subject always, fields
 * and attachments only with the permission for the document's form.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { corpCode, pathOf, startTestService } from "../running-service.ts";
import { now } from "../signing/signing-case.ts";
import { account, signingCompany } from "../signing/signing-company.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => Date.parse(now) } });
  await service.admin("PUT", "/company", signingCompany());
  for (const { key, permissions, forms } of keys) {
    await service.admin("POST", "/keys", { name: key, secret: `the-key-named-${key}`, permissions, forms });
  }
});
afterAll(() => service.close());

/** "sea" is in a field of every leave, "Paris" in a field of the expense; "leave" and "fair" are in the subjects. */
const leaves = [1, 2, 3, 4].map((number) => `LEAVE-20260301-000${number}`);
const expense = "EXPENSE-20260301-0001";

const search = async (key: string, id: "F8c" | "F8d", user: string, keyword: string): Promise<string[]> => {
  const filter = id === "F8c" ? { taskStatus: 0 } : {};
  const body = { user: account(user), keyword, pageOptions: {}, ...filter };
  const headers = { "Api-Key": `the-key-named-${key}`, CorpCode: corpCode };
  const { json } = await service.raw("POST", pathOf(id), headers, body);
  return (json as { items: { formSn: string }[] }).items.map(({ formSn }) => formSn).toSorted();
};

const keys = [
  { key: "list-only", permissions: ["P-FormList"], forms: "all", reads: [] },
  { key: "no-form", permissions: ["P-FormList", "P-FormDoc"], forms: [], reads: [] },
  { key: "leaves", permissions: ["P-FormList", "P-FormDoc"], forms: ["leave"], reads: ["LEAVE"] },
  { key: "all", permissions: ["P-FormList", "P-FormDoc"], forms: "all", reads: ["LEAVE", "EXPENSE"] },
] as const;

it.each(keys)("F8c searches the fields that the key $key may read", async ({ key, reads }) => {
  const readsOf = (form: string, found: string[]) => ((reads as readonly string[]).includes(form) ? found : []);
  expect(await search(key, "F8c", "dan", "SEA")).toEqual(readsOf("LEAVE", leaves));
  expect(await search(key, "F8c", "dan", "paris")).toEqual(readsOf("EXPENSE", [expense]));
  expect(await search(key, "F8c", "dan", "leave")).toEqual(leaves);
  expect(await search(key, "F8c", "dan", "fair")).toEqual([expense]);
  expect(await search(key, "F8c", "dan", "20260301-0002")).toEqual([leaves[1]]);
});

it.each(keys)("F8d searches the fields that the key $key may read", async ({ key, reads }) => {
  const readsOf = (form: string, found: string[]) => ((reads as readonly string[]).includes(form) ? found : []);
  expect(await search(key, "F8d", "cal", "sea")).toEqual(readsOf("LEAVE", leaves.slice(0, 1)));
  expect(await search(key, "F8d", "hal", "paris")).toEqual(readsOf("EXPENSE", [expense]));
  expect(await search(key, "F8d", "cal", "leave")).toEqual(leaves.slice(0, 1));
});

it("U2 searches the fields of a person's own tasks", async () => {
  const token = await service.token("cal", ["P-Pending"]);
  const { json } = await service.callAs(token, "U2", { body: { keyword: "sea" } });
  expect(json).toMatchObject({ items: [{ formSn: leaves[0] }] });
});
