/** Batches: requests that wait at the same time share a transaction, but each is carried out and undone on its own. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { type Company, createCompany } from "../../src/service/features.ts";
import { type CompanyFile, openCompanyFile } from "../../src/service/kernel/company/company-file.ts";
import { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { openStore } from "../../src/service/kernel/records/open-store.ts";
import type { RecordBatch, RecordStore } from "../../src/service/kernel/records/record-store.ts";
import { corpCode, temporaryDirectory } from "./running-service.ts";

let directory: string;
let store: RecordStore;
let file: CompanyFile<Company>;
/** The batches in the order of their transactions; the last one may not be stored yet. */
let batches: RecordBatch[];
/** Called for each batch before it is stored. */
let onTheWay: () => Promise<void>;

const open = async (name = "service.db"): Promise<void> => {
  store = await openStore(join(directory, name));
  batches = [];
  const watched: RecordStore = {
    ...store,
    store: async (batch) => {
      batches.push(batch);
      await onTheWay();
      await store.store(batch);
    },
  };
  onTheWay = async () => undefined;
  file = await openCompanyFile(watched, createCompany(corpCode, Quirks.parse({}), systemClock));
  batches = [];
};
const reopen = async (name?: string): Promise<void> => {
  await store.close();
  await open(name);
};
beforeEach(async () => {
  directory = await temporaryDirectory();
  await open();
});
afterEach(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

const add = (code: string) => (): number => {
  const { levels, newId } = file.company;
  const id = newId();
  levels.put({ id, code, name: code, active: true, seq: 0 });
  return id;
};
const fail = (code: string) => () => {
  add(code)();
  throw new Error(`no ${code}`);
};
const remove = (id: number) => () => file.company.levels.remove(id);
const codes = () => file.company.levels.all().map(({ code }) => code);
const outcomes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === "rejected" ? (result.reason as Error).message : "done"));

it("undoes only the failed work, however the calls are mixed", async () => {
  const results = await Promise.allSettled([
    file.write(add("A")),
    file.write(fail("B")),
    file.write(add("C")),
    file.write(fail("D")),
  ]);
  expect(outcomes(results)).toEqual(["done", "no B", "done", "no D"]);
  expect(codes()).toEqual(["A", "C"]);
  await reopen();
  expect(codes()).toEqual(["A", "C"]);
});

it("stores work that waits at the same time in one transaction", async () => {
  await Promise.all(["A", "B", "C"].map((code) => file.write(add(code))));
  await Promise.allSettled([file.write(add("D")), file.read(codes), file.write(fail("E")), file.write(add("F"))]);
  await Promise.allSettled([file.read(codes), file.write(fail("G"))]);
  expect(batches.map(({ put }) => put.length)).toEqual([3, 2]);
});

it("answers only after the transaction has ended, in the order of the requests", async () => {
  const story: string[] = [];
  const tell = (line: string) => () => story.push(line);
  const transaction = Promise.withResolvers<void>();
  onTheWay = () => transaction.promise;
  const answers = [
    file.write(add("A"), tell("stored A")).then(tell("answered A")),
    file.read(codes).then((shown) => story.push(`read ${shown.join()}`)),
    file.write(fail("B"), tell("stored B")).catch(tell("refused B")),
    file.write(add("C"), tell("stored C")).then(tell("answered C")),
    file.read(codes).then((shown) => story.push(`read ${shown.join()}`)),
  ];
  await expect.poll(() => batches.length).toBe(1);
  await nextTurn();
  expect(story).toEqual([]);
  transaction.resolve();
  await Promise.all(answers);
  const stored = ["stored A", "stored C"];
  expect(story).toEqual([...stored, "answered A", "read A", "refused B", "answered C", "read A,C"]);
});

it("undoes everything that shared a failed transaction, and continues with the next", async () => {
  await file.write(add("A"));
  onTheWay = async () => {
    onTheWay = async () => undefined;
    throw new Error("disk full");
  };
  const refuseTwice = () => codes().includes("B") && fail("twice")();
  const results = await Promise.allSettled([
    file.write(fail("early")),
    file.write(add("B")),
    file.read(codes).then((shown) => expect(shown).toEqual(["A"])),
    file.write(refuseTwice),
    file.write(remove(1)),
  ]);
  // The first request was refused because of stored data; the fourth because of data that was never stored.
  expect(outcomes(results)).toEqual(["no early", "OPA-STORE-FAILED", "done", ...Array(2).fill("OPA-STORE-FAILED")]);
  expect(results[1]).toMatchObject({ reason: { status: 503, cause: { message: "disk full" } } });
  expect(codes()).toEqual(["A"]);
  await file.write(add("C"));
  await reopen();
  expect(codes()).toEqual(["A", "C"]);
});

it("keeps rows in the order of creation when a removal is undone", async () => {
  for (const code of ["A", "B", "C"]) await file.write(add(code));
  const removeFirst = () => {
    remove(1)();
    throw new Error("not after all");
  };
  await expect(file.write(removeFirst)).rejects.toThrow("not after all");
  expect(codes()).toEqual(["A", "B", "C"]);
});

it("never reuses an id, even if its row was removed before the restart", async () => {
  const [first, second] = [await file.write(add("A")), await file.write(add("B"))];
  await file.write(remove(second));
  await Promise.all([file.write(remove(await file.write(add("C")))), file.write(remove(first))]);
  await reopen();
  expect(codes()).toEqual([]);
  expect(await file.write(add("D"))).toBe(4);
  await reopen();
  const kept: number[] = [];
  for await (const records of store.load()) kept.push(...records.map(({ id }) => id));
  expect(kept).toEqual([4]);
});

type Command = { readonly kind: "create" | "drop" | "rename" | "stumble" | "read"; readonly code: string };

const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom("create", "create", "drop", "rename", "stumble", "read"),
  code: fc.constantFrom("A", "B", "C", "D"),
});

/** The codes that exist after a command in the model, which carries out one command after the other. */
const inModel = (there: readonly string[], { kind, code }: Command): readonly string[] | "refused" => {
  const isThere = there.includes(code);
  if (kind === "create") return isThere ? "refused" : [...there, code];
  if (kind === "drop") return isThere ? there.filter((other) => other !== code) : "refused";
  if (kind === "rename") return isThere ? there.map((other) => (other === code ? `${code}'` : other)) : "refused";
  return "refused";
};

/** Carries out the command in the company. A refused command first changes rows, which the company must undo. */
const inCompany = ({ kind, code }: Command) => {
  const { levels } = file.company;
  const row = levels.all().find((one) => one.code === code);
  const id = add("draft")();
  levels.remove(id);
  if (kind === "create" && !row) return void add(code)();
  if (kind === "drop" && row) return levels.remove(row.id);
  if (kind === "rename" && row) return levels.put({ ...row, code: `${code}'` });
  for (const one of levels.all()) levels.put({ ...one, code: "half done" });
  throw new Error("refused");
};

it("has the result of serial work, without the failed transactions", async () => {
  const seen = new Set<string>();
  let runs = 0;
  const breaths = fc.array(fc.array(command, { maxLength: 8 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(breaths, fc.infiniteStream(fc.constantFrom(true, true, false)), async (work, fates) => {
      runs += 1;
      const name = `${runs}.db`;
      await reopen(name);
      onTheWay = async () => {
        await nextTurn();
        if (!fates.next().value) throw new Error("disk full");
      };
      const asked: Promise<readonly [Command, string | readonly string[]]>[] = [];
      for (const breath of work) {
        for (const one of breath) {
          const done = one.kind === "read" ? file.read(codes) : file.write(() => inCompany(one)).then(() => "done");
          asked.push(
            done.then((result) => [one, result] as const).catch((error: Error) => [one, error.message] as const),
          );
        }
        await nextTurn();
      }
      let there: readonly string[] = [];
      for (const [one, result] of await Promise.all(asked)) {
        seen.add(`${one.kind}: ${String(result)}`);
        const next = one.kind === "read" ? "refused" : inModel(there, one);
        const answer = next === "refused" ? "refused" : "done";
        const ends = one.kind === "read" ? [there] : [answer, "OPA-STORE-FAILED"];
        expect(ends).toContainEqual(result);
        if (result === "done") there = next as readonly string[];
      }
      expect(codes()).toEqual(there);
      await reopen(name);
      expect(codes()).toEqual(there);
    }),
    { numRuns: 150, seed: 20261121 },
  );
  for (const kind of ["create", "drop", "rename"]) {
    for (const end of ["done", "refused", "OPA-STORE-FAILED"]) expect(seen).toContain(`${kind}: ${end}`);
  }
});
