/** Codes that look like none of the others and that a single row uses. */
import { describe, expect, it } from "vitest";
import { inspectCsv } from "../csv-folder.ts";

const settings = {
  departments: { file: "people.csv", distinct: true, columns: { code: "dept", name: "dept" } },
  titles: { file: "people.csv", distinct: true, columns: { code: "title", title: "title" } },
  employees: {
    file: "people.csv",
    columns: { account: "account", number: "account", department: "dept", title: "title" },
  },
};

const people = Array.from({ length: 60 }, (_, at) => [
  `e${100 + at}`,
  `D${String((at % 8) + 1).padStart(3, "0")}`,
  `T${(at % 6) + 10}`,
]);

const findingsOf = async (rows: readonly (readonly string[])[]) => {
  const text = ["account,dept,title", ...rows.map((row) => row.join(","))].join("\n");
  const { findings } = await inspectCsv({ "people.csv": text }, settings, Date.now());
  return findings
    .filter(({ rule }) => rule === "code-odd")
    .map(({ kind, severity, count, message }) => ({ kind, severity, count, at: /people\.csv:\d+/.exec(message)?.[0] }));
};

describe("a code that looks like none of the others", () => {
  it.each(["研發", "R&D", "王小明", "A-B-C", "77", "D", "部門D001"])(
    "(%s) is a finding if one row uses it, with its place and without the code",
    async (code) => {
      const rows = people.with(20, ["e120", code, "T10"]);
      expect(await findingsOf(rows)).toEqual([{ kind: "department", severity: "warn", count: 1, at: "people.csv:22" }]);
      const text = ["account,dept,title", ...rows.map((row) => row.join(","))].join("\n");
      const { findings } = await inspectCsv({ "people.csv": text }, settings, Date.now());
      expect(JSON.stringify(findings)).not.toContain(`"${code}"`);
      expect(JSON.stringify(findings)).not.toContain(` ${code} `);
    },
  );

  it("is a finding among titles and levels too", async () => {
    expect(await findingsOf(people.with(3, ["e103", "D001", "工程師"]))).toMatchObject([{ kind: "title" }]);
    const levels = (...odd: readonly number[]) => [
      "code,level",
      ...Array.from({ length: 12 }, (_, at) => `X${at},${odd.includes(at) ? "處" : `L${(at % 5) + 1}`}`),
    ];
    const source = {
      levels: { file: "d.csv", distinct: true, columns: { code: "level", name: "level" } },
      departments: { file: "d.csv", columns: { code: "code", name: "code", level: "level" } },
    };
    const { findings } = await inspectCsv({ "d.csv": levels(7).join("\n") }, source, Date.now());
    expect(findings).toMatchObject([{ rule: "code-odd", kind: "level", count: 1 }]);
    // Two departments have this level, so it is none by mistake.
    expect((await inspectCsv({ "d.csv": levels(7, 8).join("\n") }, source, Date.now())).findings).toEqual([]);
  });

  it.each([
    [5, 1],
    [4, 0],
  ])("beside %i others is in %i findings: few codes have no common shape", async (others, expected) => {
    const levels = ["處", ...Array.from({ length: others }, (_, at) => `L${at}`)];
    const source = { levels: { file: "levels.csv", columns: { code: "code", name: "code" } } };
    const { findings } = await inspectCsv({ "levels.csv": ["code", ...levels].join("\n") }, source, Date.now());
    expect(findings.filter(({ rule }) => rule === "code-odd")).toHaveLength(expected);
  });

  it("is a finding among the codes of a table that hardly anything uses", async () => {
    const levels = Array.from({ length: 12 }, (_, at) => (at === 7 ? "處" : `L${at}`));
    const source = {
      levels: { file: "levels.csv", columns: { code: "code", name: "code" } },
      titles: { file: "titles.csv", columns: { code: "code", title: "code" } },
      departments: { file: "d.csv", columns: { code: "code", name: "code", level: "level" } },
    };
    const files = {
      "levels.csv": ["code", ...levels].join("\n"),
      "titles.csv": ["code", ...levels].join("\n"),
      "d.csv": "code,level\nX1,L1",
    };
    const { findings } = await inspectCsv(files, source, Date.now());
    expect(findings.map(({ rule, kind, count }) => [rule, kind, count])).toEqual([
      ["code-odd", "title", 1],
      ["code-odd", "level", 1],
    ]);
  });

  it("is none if several rows use it, if codes are words, or if they have no common shape", async () => {
    expect(await findingsOf(people.with(1, ["e101", "HQ", "T10"]).with(2, ["e102", "HQ", "T11"]))).toEqual([]);
    const words = ["研發部", "業務部", "財務部", "人事部", "製造部", "品保部", "IT"];
    expect(
      await findingsOf(
        people.map(([account = ""], at) => [account, words[at % 6] ?? "", "T10"]).with(0, ["e100", "IT", "T10"]),
      ),
    ).toEqual([]);
    expect(
      await findingsOf(people.map(([account = ""], at) => [account, at % 2 ? `D${at}` : `研${at}室`, "T10"])),
    ).toEqual([]);
    expect(await findingsOf(people)).toEqual([]);
  });
});
