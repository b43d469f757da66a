/** Entries that the last good reading had: which of them are there, although their names are others now. */

import { hash } from "node:crypto";
import { expect, it } from "vitest";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import { watchHidden } from "../../../src/source/quality/hidden.ts";
import type { PartRows } from "../../../src/source/tables/join.ts";

const id = hash("sha1", "id-1", "base64").slice(0, 12);
const last = {
  entries: [{ kind: "employee", feed: "ad", entries: [["uid=ann,ou=a,dc=x", "ann", "a1", id]] }],
} as unknown as SourceProfile;

/** What is in doubt where the reading has one entry, and the server hides everything else. */
const doubted = async (
  dn: string,
  values: Readonly<Record<string, string>>,
  from = "ad",
): Promise<readonly string[]> => {
  const empty = { part: { from: "ad", columns: {} }, read: { rows: [], rejected: [], columns: {} } };
  const rows = [{ file: dn, dn, values, rejected: false }];
  const other = { part: { from, columns: {} }, read: { rows, rejected: [], columns: {} } };
  const parts = [empty, other] as unknown as PartRows[];
  const watch = watchHidden(last, { "entries-hidden": 0, "attribute-vanished": 0, "reader-changed": 0 });
  const ask = async (_: unknown, dns: readonly string[]) =>
    new Map(dns.map((one) => [one, { why: "hidden" as const }]));
  await watch.judge("employees", parts, ask, new Map());
  return watch.found().map(({ rule, count }) => `${rule} ${count}`);
};

it.each<readonly [string, string, Readonly<Record<string, string>>]>([
  ["name", "UID=Ann, OU=a,DC=x", {}],
  ["account", "uid=x,dc=x", { account: "ＡＮＮ" }],
  ["number", "uid=x,dc=x", { account: "eve", number: "A1" }],
  ["id", "uid=x,dc=x", { account: "eve", id: "ID-1" }],
])("an entry is there whose %s is spelt in another way", async (_, dn, values) => {
  expect(await doubted(dn, values)).toEqual([]);
});

it("an entry is in doubt if only another one is there", async () => {
  expect(await doubted("uid=eve,ou=a,dc=x", { account: "eve", number: "A2", id: "id-2" })).toEqual([
    "entries-hidden 1",
  ]);
});

it("an entry is in doubt if only another feed has it", async () => {
  const same = ["uid=ann,ou=a,dc=x", { account: "ann", number: "a1", id: "id-1" }] as const;
  expect([await doubted(...same), await doubted(...same, "files")]).toEqual([[], ["entries-hidden 1"]]);
});

it("forty thousand hidden entries are left alone in time: each costs the same, however many there are", async () => {
  const entries = Array.from({ length: 40_000 }, (_, at) => [`uid=p${at},ou=a,dc=x`, `p${at}`, "", ""] as const);
  const before = { entries: [{ kind: "employee", feed: "ad", entries }] } as unknown as SourceProfile;
  const watch = watchHidden(before, { "entries-hidden": 0, "attribute-vanished": 0, "reader-changed": 0 });
  const part = { part: { from: "ad", columns: {} }, read: { rows: [], rejected: [], columns: {} } };
  const ask = async (_: unknown, dns: readonly string[]) =>
    new Map(dns.map((one) => [one, { why: "hidden" as const }]));
  const used = process.cpuUsage();
  const [judged] = await watch.judge("employees", [part] as unknown as PartRows[], ask, new Map());
  const { user, system } = process.cpuUsage(used);
  expect([judged?.read.rows.length, judged?.read.rejected.length]).toEqual([40_000, 40_000]);
  expect((user + system) / 1_000).toBeLessThan(8_000);
});
