/** Tests that two readings have the same digest only if the same was read: all lists count, and so do members. */
import { expect, it } from "vitest";
import type { Directory } from "../../../src/model/directory/directory.ts";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { readingDigests } from "../../../src/run/prepare/reading-digests.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const company = directory().level("L1").title("T1").function("F1").department("RD").employee("ann").in("RD");
const [source, read] = [company.source(), company.target()];
const original = readingDigests(source, read);

it.each<Directory>([
  { levels: [] },
  { titles: [] },
  { categories: [{ name: "general" }] },
  { functions: [] },
  { departments: [] },
  { employees: [] },
])("a source of which is read: %j", (other) => {
  const { source: digest, site } = readingDigests({ directory: { ...source.directory, ...other } }, read);
  expect([digest === original.source, site]).toEqual([false, original.site]);
});

it.each<Partial<TargetSnapshot>>([
  { levels: [] },
  { titles: [] },
  { functions: [] },
  { departments: [] },
  { employees: [] },
  { company: "RD" },
  { unreadable: [{ kind: "post", key: "ann", code: "target-refused" }] },
  { members: new Map([["RD", []]]) },
  { strangers: ["eve"] },
  { namesakes: ["ann"] },
])("a site of which is read: %j", (other) => {
  const { source: digest, site } = readingDigests(source, { ...read, ...other });
  expect([digest, site === original.site]).toEqual([original.source, false]);
});
