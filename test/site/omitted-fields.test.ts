/** Tests what is learned from the first write that leaves hidden fields out, and that the others wait for it. */
import { expect, it } from "vitest";
import { noEmployeeData } from "../../src/contract/records/organisation.ts";
import type { ShownEmployee } from "../../src/model/directory/snapshot.ts";
import type { Calls } from "../../src/site/calls/call.ts";
import { openWriter } from "../../src/site/open-target.ts";
import { writeOmitting } from "../../src/site/perform/omitted-fields.ts";
import type { Performed } from "../../src/site/target.ts";
import { silent, startScriptedServer } from "./scripted-server.ts";

const person = (hidden: readonly string[]) => ({ account: "amy", hidden }) as unknown as ShownEmployee;

/** A site that shows what is still hidden after a write; each write of `failing` fails in another way, and after those of `unseen` nobody is found. */
const siteThat = (hidden: readonly string[], failing: readonly number[] = [], unseen: readonly number[] = []) => {
  const calls = {} as Calls;
  const seen: string[] = [];
  let writes = 0;
  const write = async (): Promise<Performed> => {
    seen.push("write");
    if (failing.includes(++writes)) throw new Error("gone");
    return {} as Performed;
  };
  const find = async () => {
    seen.push("look");
    return unseen.includes(writes) ? null : person(hidden);
  };
  return { seen, write: () => writeOmitting(calls, ["idCardNumber"], write, find) };
};

const endOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === "fulfilled" ? "done" : (result.reason.code ?? result.reason.message)));

it("a site that keeps the field is looked at once, and the others write after the look", async () => {
  const { seen, write } = siteThat(["idCardNumber"]);
  expect(endOf(await Promise.allSettled([write(), write(), write()]))).toEqual(["done", "done", "done"]);
  expect(seen).toEqual(["write", "look", "write", "write"]);
});

it("after a write that cleared the field, no other is made", async () => {
  const { seen, write } = siteThat([]);
  expect(endOf(await Promise.allSettled([write(), write()]))).toEqual(Array(2).fill("omitted-fields-cleared"));
  expect(endOf(await Promise.allSettled([write()]))).toEqual(["omitted-fields-cleared"]);
  expect(seen).toEqual(["write", "look"]);
});

it("after a write that failed otherwise, the next one is looked at", async () => {
  const { seen, write } = siteThat([], [1]);
  expect(endOf(await Promise.allSettled([write(), write()]))).toEqual(["gone", "omitted-fields-cleared"]);
  expect(seen).toEqual(["write", "write", "look"]);
});

it("after a write whose person is not found then, the next one is looked at", async () => {
  const { seen, write } = siteThat([], [], [1]);
  expect(endOf(await Promise.allSettled([write(), write(), write()]))).toEqual([
    "done",
    "omitted-fields-cleared",
    "omitted-fields-cleared",
  ]);
  expect(seen).toEqual(["write", "look", "write", "look"]);
});

it("a site that shows a write late is looked at when it shows it", async () => {
  const server = await startScriptedServer({ omittedFields: "kept" });
  const writer = openWriter(server.settings, silent);
  const amy = { ...noEmployeeData, account: "amy", name: "Amy", loginValidation: ["UOF"], active: true };
  const before = { json: { ...amy, idCardNumber: "A2****" } };
  server.script.set("GET /employee/0/amy", [before, before, { json: { ...amy, name: "Eve" } }]);
  server.script.set("PUT /employee", {});
  const operation = { id: "E11", account: "amy", newAccount: "amy", set: { name: "Eve" } } as const;
  await expect(writer.perform(operation, () => undefined)).rejects.toMatchObject({ code: "omitted-fields-cleared" });
  await writer.close();
  await server.close();
});
