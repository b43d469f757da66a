/**
 * Tests that nobody decides about a plan by an account of the service that HR's file has given them: whoever can edit a row would
 * else become an approver.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linksOf } from "../../src/app/notifying.ts";
import { approversAsked, decided, type FormParts } from "../../src/app/signed-form.ts";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import type { Submission } from "../../src/model/runs/submission.ts";
import type { FormCalls } from "../../src/site/forms/form-calls.ts";
import type { Store } from "../../src/store/store.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

const fingerprint = "f".repeat(64);
const calls = { waitsFor: async () => true, isAway: async () => false } as unknown as FormCalls;
const form = { code: "RELEASE", applicant: "musterd", department: "IT", fields: {} };

let store: Store;
beforeEach(async () => {
  store = openTemporaryStore();
  await store.users.add({ name: "ann", roles: ["approver"] }, "four words of nobody");
});
afterEach(() => store.close());

const change = (id: string, fields: Change["fields"] = []): Change => {
  const [kind, key, action] = id.split("/") as [Change["kind"], string, Change["action"]];
  return { id, kind, key, label: key, action, reason: "differs", fields, step: 5, wave: 1, operations: [], needs: [] };
};

/** A run that has made the changes. */
const run = async (...changes: readonly Change[]): Promise<string> => {
  const id = await store.runs.begin("schedule", "running");
  await store.plans.keep(id, { version: 1, changes, held: [], notices: [], fingerprint } as unknown as Plan);
  await store.plans.closeRest(id, { result: "applied" });
  await store.runs.end(id, { status: "succeeded", refresh: "done" });
  return id;
};

const toAnn = { field: "account", before: "mallory", after: "Ann" } as const;
const givings: readonly (readonly [string, Change])[] = [
  ["renamed to it", change("employee/mallory/rename", [toAnn])],
  ["created with it", change("employee/ann/create")],
];

describe("a signature for the account of an approver", () => {
  const releases: string[] = [];
  const decide = async (): Promise<Pick<Submission, "problem">> => {
    const deciding = { refusal: async () => undefined, release: async () => void releases.push("released") };
    const parts = { store, config: { language: "en" }, deciding, wake: () => undefined } as unknown as FormParts;
    const submission = { about: fingerprint, run: "run", document: "F-1", asked: ["ann"] } as unknown as Submission;
    return decided(parts, calls, submission, "approved");
  };
  beforeEach(() => void releases.splice(0));

  it("counts where other changes were made to the person", async () => {
    await run(change("employee/ann/update"), change("employee/bob/create"));
    expect([await approversAsked(store, calls, "F-1", form), await decide(), releases]).toEqual([
      ["ann"],
      {},
      ["released"],
    ]);
  });

  it.each(givings)("counts for nothing once somebody was %s", async (_, giving) => {
    await run(giving);
    expect([await approversAsked(store, calls, "F-1", form), await decide(), releases]).toEqual([
      [],
      { problem: "role-missing" },
      [],
    ]);
  });

  it("counts again when the approver was added anew", async () => {
    await run(...givings.map(([, giving]) => giving).slice(0, 1));
    await store.users.revoke("ann");
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.users.add({ name: "ann", roles: ["approver"] }, "four words of nobody");
    expect(await approversAsked(store, calls, "F-1", form)).toEqual(["ann"]);
  });
});

describe("the link that signs an approver in", () => {
  const config = {
    daemon: { console: "https://console.example.com" },
    notify: { channels: { people: { kind: "service", to: ["ann"], approver: "ann" } } },
  };
  const link = async () => linksOf({ config, store } as never)("ann", await run());

  it.each(givings)("is not sent to an account of the service once somebody was %s", async (_, giving) => {
    expect(await link()).toContain("/link/");
    await run(giving);
    expect(await link()).toBeUndefined();
  });
});
