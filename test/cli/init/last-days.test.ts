/** A column of last days that no header names plainly is asked about: whoever left would be taken for somebody who works here. */
import { describe, expect, it } from "vitest";
import { inFolder, proposalOf } from "./proposal-of.ts";

const lastDayOf = (header: string, day: string, answer: string) => {
  const row = (at: number): string => `E${at}7,u${at},Ann ${at},2020-05-1${at % 9},${at === 3 ? day : ""}`;
  const rows = Array.from({ length: 12 }, (_, at) => row(at));
  const file = `Employee Number,Login,Name,Hire Date,${header}\n${rows.join("\n")}\n`;
  return inFolder({ "people.csv": file }, async (folder) => {
    const { draft, asked, first } = await proposalOf(folder, ({ id }) => (id === "last-day" ? answer : "?"));
    const lines = draft.parts.flatMap((part) => part.lines);
    return {
      asked: asked.flatMap(({ id }) => (id === "department" ? [] : [id])),
      mapping: lines.find(({ field }) => field === "resignationDate")?.mapping,
      notes: first.notes.join(),
    };
  });
};

describe("a column of days whose header may say when people leave", () => {
  const headers = ["Resign Date", "Planned Date of Separation", "Date de sortie", "End Date", "結束日期"];

  it.each(headers)("is asked about: %s", async (header) => {
    const { asked, mapping } = await lastDayOf(header, "2026-06-15", header);
    expect(asked).toEqual(["last-day"]);
    expect(mapping).toEqual({ column: header, blank: "clear" });
  });

  it.each(headers)("is asked about where nobody has left yet: %s", async (header) => {
    const { asked, mapping } = await lastDayOf(header, "", header);
    expect(asked).toEqual(["last-day"]);
    expect(mapping).toEqual({ column: header, blank: "clear" });
  });

  it.each(headers)("is not read if the answer is that nobody leaves there: %s", async (header) => {
    for (const day of ["2026-06-15", ""])
      expect(await lastDayOf(header, day, "none")).toMatchObject({ asked: ["last-day"], mapping: undefined });
  });

  it.each(headers.slice(0, 3))("is told if its days are in no known form: %s", async (header) => {
    expect((await lastDayOf(header, "31-Dez-25", "?")).notes).toContain(
      `${header} is not read as the last working day`,
    );
  });

  it.each([
    ["Birth Date", "birth date"],
    ["Hire Date", "first working day"],
    ["到職日", "first working day"],
    ["Termination Date", "last working day"],
    ["Account Expires", "day on which an account expires"],
  ])("is told if its days are in no known form, whatever they are of: %s", async (header, field) => {
    const rows = Array.from({ length: 6 }, (_, at) => `E${at}7,u${at},Ann ${at},1${at}-Dez-19`).join("\n");
    const files = { "people.csv": `Employee Number,Login,Name,${header}\n${rows}\n` };
    const { first } = await inFolder(files, (folder) => proposalOf(folder, () => "?"));
    expect(first.notes.join()).toContain(`${header} is not read as the ${field}: cells such as 10-Dez-19`);
    expect(first.notes.join().split("no known form")).toHaveLength(2);
  });

  it.each(["Leave End Date", "Passport End Date", "Termination Reason", "Last Name Change"])(
    "is not asked about: %s",
    async (header) => {
      for (const cell of ["2026-06-15", ""])
        expect(await lastDayOf(header, header.endsWith("Reason") && cell ? "left" : cell, "?")).toMatchObject({
          asked: [],
          mapping: undefined,
        });
    },
  );
});
