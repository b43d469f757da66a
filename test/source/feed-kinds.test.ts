/** A third kind of feed, added by one entry in the list `feedKinds`, can do everything that files and directories can. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkedSettings } from "../../src/config/setting-problems.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { secretExpected, secretPattern, secretReference } from "../../src/lib/secret-reference.ts";
import { feedKinds } from "../../src/source/feed-kinds.ts";
import type { FeedKind } from "../../src/source/feeds/feed.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { locatedSource, sourceSettingsWith } from "../../src/source/settings.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { idsOf, planBetween } from "../support/target/plan-between.ts";
import { freshMemory } from "./csv-folder.ts";

const secret = z.string().regex(secretPattern, secretExpected).transform(secretReference);
const settings = z.strictObject({ token: secret, tables: z.record(z.string(), z.array(z.array(z.string()))) });

type Said = z.infer<typeof settings>;
type Settings = Omit<Said, "token"> & { readonly token: string };

/** Tables in memory; the first row of each is its header. */
const memoryFeed: FeedKind<Said, Settings, { readonly rowsOf: string }> = {
  name: "memory",
  word: "column",
  form: "`rowsOf` and `columns`",
  hasEntries: false,
  settings,
  part: (shape) => z.strictObject({ rowsOf: z.string(), ...shape }),
  lookup: (shape) => z.strictObject({ rowsOf: z.string(), ...shape }),
  located: (said, { secret }) => ({ ...said, token: secret(said.token, "token") }),
  describe: (_, parts) => `memory: ${parts.map(({ rowsOf }) => rowsOf).join(", ")}`,
  wordsOf: ({ rowsOf }) => ({ name: rowsOf, noRows: `${rowsOf} has no row`, noRowsHint: "fill it" }),
  open: async (name, { tables, token }) => ({
    read: async ({ rowsOf }, _, onHeader) => {
      if (token !== "opens") throw new Error("the token is wrong");
      const [header = [], ...rows] = tables[rowsOf] ?? [];
      const add = onHeader(header);
      for (const [index, cells] of rows.entries()) add({ file: `${name} ${rowsOf}`, line: index + 2, cells });
      return {};
    },
    close: async () => undefined,
  }),
};

const schema = sourceSettingsWith([...feedKinds, memoryFeed]);

const tables = {
  people: [
    ["account", "name", "town"],
    ["ann", "Ann", "T"],
    ["bob", "Bob", "K"],
    ["ann", "Ann twice", "T"],
  ],
  nobody: [["account"]],
  towns: [
    ["code", "text"],
    ["T", "Taipei"],
    ["K", "Kaohsiung"],
  ],
};

const said = {
  feeds: { hr: { memory: { token: "env:TOKEN", tables } } },
  lookups: { towns: { rowsOf: "towns" } },
  employees: {
    rowsOf: "people",
    columns: {
      account: "account",
      name: "name",
      businessCard: { column: "town", lookup: { table: "towns", key: "code", take: "text" } },
    },
  },
};

const open = (more: object = {}) => {
  const secretOf = (setting: string, { reference }: { readonly reference: string }): string => {
    expect([setting, reference]).toEqual(["source.feeds.hr.memory.token", "env:TOKEN"]);
    return "opens";
  };
  const source = locatedSource(schema.parse({ ...said, ...more }), (path) => path, secretOf);
  return createHrSource(
    { ...source, quality: { ...source.quality, "duplicates-many": { on: "off", percent: 0 } } },
    freshMemory,
    systemClock,
  );
};

describe("a kind of feed that is added", () => {
  it("gives the records that a plan is made of", async () => {
    const { snapshot } = await open().read([]);
    const plan = planBetween(directory(), directory(), { stated: () => snapshot });
    expect(snapshot.directory.employees).toEqual([{ account: "bob", name: "Bob", businessCard: "Kaohsiung" }]);
    expect(snapshot.rejected.map(({ file, line, code }) => [file, line, code])).toEqual([
      ["hr people", 2, "duplicate-key"],
      ["hr people", 4, "duplicate-key"],
    ]);
    expect(idsOf([...plan.changes, ...plan.held]).join()).toContain("employee/bob/create");
  });

  it("is described, previewed and named in errors", async () => {
    const source = open();
    expect(source.describe()).toBe("memory: people");
    const { records } = await source.preview({ employee: "bob", limit: 1 });
    expect(records.map(({ cells }) => cells)).toEqual([{ account: "bob", name: "Bob", town: "K" }]);
    await expect(source.previewSearches({ feed: "hr", limit: 1 })).rejects.toMatchObject({ code: "option-invalid" });
    await expect(
      open({ employees: { rowsOf: "nobody", columns: { account: "account" } } }).read([]),
    ).rejects.toMatchObject({
      code: "source-empty",
      message: "nobody has no row, so it would empty all employees",
    });
  });

  it("has its settings checked like those of the other kinds", () => {
    const problems = (more: object) => {
      const checked = checkedSettings(schema, { ...said, ...more });
      return "problems" in checked ? checked.problems : [];
    };
    expect(problems({})).toEqual([]);
    expect(problems({ feeds: { hr: { memory: { token: "plain", tables } } } })).toEqual([
      `feeds.hr.memory.token: ${secretExpected}`,
    ]);
    expect(problems({ feeds: {} })).toContainEqual(expect.stringMatching(/^employees.from: is needed: .* `memory`/));
    expect(problems({ employees: {} })).toEqual([expect.stringMatching(/`rowsOf` and `columns`, or `records`/)]);
    expect(problems({ employees: { ...said.employees, column: {} } })).toEqual([
      expect.stringMatching(/^employees.column: is not known here; did you mean `columns`/),
    ]);
  });
});
