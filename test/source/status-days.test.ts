/** A last day that lies ahead is no status: whatever the means by which a mapping makes `active` of it, nobody is disabled. */
import { describe, expect, it } from "vitest";
import { hasDayFrom, isDay, looksLikeLastDay } from "../../src/source/values/days-in-texts.ts";
import { inspectCsv } from "./csv-folder.ts";

const today = "2026-11-23";
const nowMs = Date.parse(`${today}T09:00:00+08:00`);

/** Days as seen from today, in several forms. */
const forms: Readonly<Record<string, (day: string) => string>> = {
  iso: (day) => day,
  slashes: (day) => day.replaceAll("-", "/"),
  compact: (day) => day.replaceAll("-", ""),
  roc: (day) => day.replace(/^\d+/, (year) => String(Number(year) - 1911)).replaceAll("-", "/"),
  german: (day) => day.split("-").toReversed().join("."),
  named: (day) => `${day.slice(8)}-Dec-${day.slice(0, 4)}`,
};

type Person = readonly [number: string, lastDay: string, state?: string];

const companyOf = (people: readonly Person[]) => ({
  "people.csv": [
    "工號,離職日,狀態",
    ...people.map(([number, lastDay, state = "在職"]) => `${number},${lastDay},${state}`),
  ].join("\n"),
});

/** `means`: the mapping of `active`, and other settings of the part. */
const readWith = (people: readonly Person[], active: unknown, part: object = {}, more: object = {}) => {
  const columns = { account: "工號", number: "工號", active };
  return inspectCsv(companyOf(people), { ...more, employees: { file: "people.csv", columns, ...part } }, nowMs);
};

const statusOf = async (reading: ReturnType<typeof readWith>) =>
  ((await reading).snapshot.directory.employees ?? []).map(({ number, active }) => `${number} ${active}`);

const rulesOf = async (reading: ReturnType<typeof readWith>) =>
  (await reading).findings.map(({ rule, severity }) => `${rule} ${severity}`);

const ahead = "2026-12-31";
const functions = `
export const blankMeansActive = ({ 離職日 }) => (離職日 === "" ? "true" : "false");
export const knowsWho = ({ 工號, 離職日 }) => (工號 === "2" || 離職日 !== "" ? "false" : "true");
export const comparesDays = ({ 離職日 }) => (離職日 === "" || 離職日 >= "${today}" ? "true" : "false");
`;

describe("a day that the mapping makes a status of", () => {
  const means: readonly (readonly [string, unknown, object?])[] = [
    ["`otherwise`", { column: "離職日", values: { 無: true }, otherwise: false, default: true }],
    ["`otherwise` with a template", { column: "{離職日}", values: { 無: true }, otherwise: false, default: true }],
    ["`replace`", { column: "離職日", replace: [{ match: ".+", with: "false" }], default: true }],
    ["`capture`", { column: "離職日", capture: "^(.)", values: { "2": false }, default: true }],
    ["`normalize`", { column: "離職日", normalize: ["digits"], values: { 無: true }, otherwise: false, default: true }],
    ["a plain column", { column: "離職日", default: true }],
    ["`flag`", { column: "離職日", flag: "userAccountControl", default: true }],
  ];

  it.each(means)("by %s disables nobody, and refuses the source", async (_, active) => {
    for (const form of Object.values(forms)) {
      const reading = readWith(
        [
          ["1", ""],
          ["2", form(ahead)],
          ["3", ""],
        ],
        active,
      );
      expect(await statusOf(reading)).not.toContain("2 false");
      expect((await reading).snapshot.rejected.map(({ code }) => code)).not.toEqual([]);
    }
    const findings = (
      await readWith(
        [
          ["1", ""],
          ["2", ahead],
          ["3", ""],
        ],
        active,
      )
    ).findings;
    expect(findings[0]).toMatchObject({ rule: "date-no-status", severity: "refuse", field: "離職日", count: 1 });
    expect(findings[0]?.hint).toContain("`resignationDate`");
  });

  it.each([
    [["在職", ahead], "refuse"],
    [["在職", "在職", ahead], "warn"],
  ])("%j is a typing error only among more words: %s", async (days, severity) => {
    const people = days.map((day, at): Person => [`${at}`, day]);
    const { findings } = await readWith(people, { column: "離職日", values: { 在職: true }, otherwise: false });
    expect(findings.find(({ rule }) => rule === "date-no-status")?.severity).toBe(severity);
  });

  it("by a function that looks only whether there is a day disables nobody; one that compares days is believed", async () => {
    const people: readonly Person[] = [
      ["1", ""],
      ["2", ahead],
      ["3", "2026-11-23"],
      ["4", "2026-11-22"],
      ["5", "2025-01-31"],
    ];
    const files = { ...companyOf(people), "mapping.ts": functions };
    const read = (name: string, more: object = {}, reads: readonly string[] = ["離職日"]) =>
      inspectCsv(
        files,
        {
          mappingFile: "mapping.ts",
          employees: {
            file: "people.csv",
            columns: { account: "工號", number: "工號", active: { function: name, reads }, ...more },
          },
        },
        nowMs,
      );
    expect(await statusOf(read("blankMeansActive"))).toEqual(["1 true", "4 false", "5 false"]);
    expect(await rulesOf(read("blankMeansActive"))).toContain("date-no-status refuse");
    expect(await statusOf(read("comparesDays"))).toEqual(["1 true", "2 true", "3 true", "4 false", "5 false"]);
    expect(await rulesOf(read("comparesDays"))).toEqual([]);
    // Of those with a day that lies ahead, 2 has left without it, too.
    expect(await statusOf(read("knowsWho", {}, ["工號", "離職日"]))).toEqual([
      "1 true",
      "2 false",
      "4 false",
      "5 false",
    ]);
    const stated = read("blankMeansActive", { resignationDate: "離職日" });
    expect(await statusOf(stated)).toContain("2 false"); // the planner knows the day, and leaves the person as he is
    expect(await rulesOf(stated)).toEqual([]);
  });

  it("by a condition on the column disables nobody, and refuses the source", async () => {
    const leavers = readWith(
      [
        ["1", ahead],
        ["2", "2020-01-31"],
      ],
      { value: false },
      {
        only: [{ column: "離職日", blank: false }],
      },
    );
    expect(await statusOf(leavers)).toEqual(["2 false"]);
    expect(await rulesOf(leavers)).toContain("date-no-status refuse");
  });

  it("that contradicts the word of a status keeps the person as he is, with a warning", async () => {
    const words = { column: "狀態", values: { 在職: true, 離職: false } };
    const people: readonly Person[] = [
      ["1", "", "在職"],
      ["2", ahead, "離職"],
      ["3", "2026-10-01", "離職"],
      ["4", ahead, "在職"],
      ...Array.from({ length: 20 }, (_, at): Person => [String(at + 10), "", "在職"]),
    ];
    const reading = readWith(people, words);
    expect((await statusOf(reading)).slice(0, 3)).toEqual(["1 true", "3 false", "4 true"]);
    expect((await reading).snapshot.rejected).toMatchObject([{ key: "2", code: "date-no-status" }]);
    expect(await rulesOf(reading)).toEqual(["date-no-status warn"]);
  });

  it("is a typing error in a column of words: its row is rejected, and the source is not refused", async () => {
    const people: readonly Person[] = Array.from({ length: 20 }, (_, at) => [
      String(at + 1),
      "",
      at === 7 ? "2026/12/31" : "在職",
    ]);
    const reading = readWith(people, { column: "狀態", values: { 在職: true }, otherwise: false });
    expect(await statusOf(reading)).toHaveLength(19);
    expect(await rulesOf(reading)).toEqual(["date-no-status warn"]);
  });

  it("may be listed in `values`, and figures of a status are no day", async () => {
    const ends = { column: "離職日", values: { "99991231": true, "00000000": true } };
    expect(
      await statusOf(
        readWith(
          [
            ["1", "99991231"],
            ["2", "00000000"],
          ],
          ends,
        ),
      ),
    ).toEqual(["1 true", "2 true"]);
    const control = { column: "離職日", flag: "userAccountControl" };
    expect(
      await statusOf(
        readWith(
          [
            ["1", "512"],
            ["2", "514"],
            ["3", "66048"],
          ],
          control,
        ),
      ),
    ).toEqual(["1 true", "2 false", "3 true"]);
    const locked = { column: "離職日", flag: "pwdAccountLockedTime" };
    expect(
      await statusOf(
        readWith(
          [
            ["1", "000001010000Z"],
            ["2", "20260501000000Z"],
            ["3", ""],
          ],
          locked,
        ),
      ),
    ).toEqual(["1 false", "2 true", "3 true"]);
  });
});

describe("a day in a text", () => {
  it("lies ahead if one of its readings does; no end is no day", () => {
    for (const text of [
      "2026-12-31",
      "115/12/31",
      "31.12.2026",
      "12/31/2026",
      "20261231",
      "31-Dec-2026",
      "Dec 31, 2026",
      "離職 2026/12/31",
    ])
      expect([text, hasDayFrom(text, today)]).toEqual([text, true]);
    for (const text of [
      "2026-11-22",
      "115/11/22",
      "9999-12-31",
      "99991231",
      "512",
      "66048",
      "離職",
      "",
      "12",
      "A-1-2",
      "20240101000000Z",
    ])
      expect([text, hasDayFrom(text, today)]).toEqual([text, false]);
  });

  it("is a whole text for `isDay`; a word before it is a status", () => {
    for (const text of [
      "2026-12-31",
      "民國115年12月31日",
      "民國 115 年 12 月 31 日",
      "20261231",
      "31-Dec-2026",
      "2026-12-31T00:00:00",
      "133590240000000000",
    ])
      expect([text, isDay(text)]).toEqual([text, true]);
    for (const text of ["離職 2026/12/31", "46387", "1151231", "在職", "3", "99999999", "ENDED", "1A-2"])
      expect([text, isDay(text)]).toEqual([text, false]);
  });

  it.each([
    "離職日期",
    "离职日期",
    "最後上班日",
    "退職日",
    "퇴사일",
    "Austrittsdatum",
    "Austritt",
    "Termination Date",
    "TERM_DATE",
    "terminationDate",
    "Last Working Day",
    "last_day",
    "Date of Leaving",
    "Exit Date",
    "Fecha de baja",
    "Date de sortie",
    "離職生效日",
    "離職日",
    "Leaving Date",
    "Resignation Date",
    "Relieving Date",
    "PersonLeavingDate",
    "Data cessazione",
  ])("is a last day below %s", (header) => {
    expect(looksLikeLastDay(header)).toBe(true);
  });

  it.each([
    "Last Name",
    "到職日",
    "生日",
    "Eintritt",
    "Leave Start Date",
    "Leave End Date",
    "留停迄日",
    "復職日",
    "狀態",
    "Hire Date",
    "Last Modified Date",
    "Terminal",
    "Department",
    "End Date",
    "birthday",
    "離職原因",
  ])("is none below %s", (header) => {
    expect(looksLikeLastDay(header)).toBe(false);
  });
});
