/** E-mail addresses and phones: what cannot be one is left out with its place, and a column of such cells is a finding. */
import { describe, expect, it } from "vitest";
import { inspectCsv, people, readCsv } from "./csv-folder.ts";

const fields = ["name", "email", "emailEx", "phoneNumber", "birthDate", "hireDate"];
const rowOf = (at: number, other: Readonly<Record<string, string>> = {}): string[] => {
  const plain = {
    account: `user${at}`,
    number: `${1000 + at}`,
    name: "Ann Lee",
    email: `user${at}@example.com`,
    emailEx: "",
    phoneNumber: `09123456${10 + at}`,
    birthDate: "1980-02-03",
    hireDate: "2010-05-06",
  };
  return Object.values({ ...plain, ...other });
};

/** The person whose cell of `field` is `text`, and the codes with their places. */
const readCell = async (field: string, text: string) => {
  const { files, settings } = people(fields, rowOf(1), rowOf(2, { [field]: text }), rowOf(3));
  const { directory, rejected } = await readCsv(files, settings);
  return {
    value: directory.employees?.[1]?.[field as "email"],
    codes: rejected.map(({ line, column, code, dropped }) => [line, column, code, dropped]),
    reasons: rejected.map(({ reason }) => reason).join(),
  };
};

describe("a cell of e-mails", () => {
  it.each([
    '"><svg onload=alert(1)>@x',
    "0912345678",
    "Ann Lee",
    "王小明",
    "Ann Lee <ann@example.com>",
    "ann@",
    "@example.com",
    "ann@@example.com",
    "ann@example..com",
    "ann example@example.com",
    "mailto:ann@example.com",
    "a@x.com;Ann",
  ])("that cannot be one is left out, with its place and without the text: %s", async (text) => {
    for (const field of ["email", "emailEx"]) {
      const { value, codes, reasons } = await readCell(field, text);
      expect([value, codes]).toEqual([undefined, [[3, field, "email-invalid", "field"]]]);
      expect(reasons.replace("ann@example.com", "")).not.toContain(text);
    }
  });

  it.each([
    ["ann@example.com"],
    ["ann.lee+x_1'o@sub.example.co.uk"],
    ["ann@localhost"],
    ["王小明@例子.台灣"],
    ["ann＠example.com", "ann@example.com"],
    ["a@x.com; b@x.com"],
  ])("that may be one is taken: %s", async (text, taken = text) => {
    expect(await readCell("email", text)).toMatchObject({ value: taken, codes: [] });
  });
});

describe("a cell of phones", () => {
  it.each(["ann@example.com", "Ann Lee", "王小明", "<b>0912345678</b>", "12"])(
    "that cannot be one is left out: %s",
    async (text) => {
      const { value, codes } = await readCell("phoneNumber", text);
      expect([value, codes]).toEqual([undefined, [[3, "phoneNumber", "phone-invalid", "field"]]]);
    },
  );

  it.each(["0912-345-678", "+886 2 2345 6789 ext. 12", "(02)2345-6789#12", "分機 1234", "110"])(
    "that may be one is taken: %s",
    async (text) => {
      expect(await readCell("phoneNumber", text)).toMatchObject({ value: text, codes: [] });
    },
  );
});

const findingsOf = async (rows: readonly (readonly string[])[], quality = {}) => {
  const { files, settings } = people(fields, ...rows);
  const { findings } = await inspectCsv(files, { ...settings, quality }, Date.parse("2026-11-26T04:00:00Z"));
  return findings.map(({ rule, severity, kind, field, count, base }) => [rule, severity, kind, field, count, base]);
};
const twelve = (change: (at: number) => Readonly<Record<string, string>>) =>
  Array.from({ length: 12 }, (_, at) => rowOf(at, change(at)));

describe("a column of which most cells are left out", () => {
  it("is held: names in place of e-mails", async () => {
    expect(await findingsOf(twelve(() => ({ email: "Ann Lee" })))).toEqual([
      ["cells-unread", "hold", "employee", "email", 12, 12],
    ]);
  });

  it("is held: the headers of two days are exchanged", async () => {
    expect(await findingsOf(twelve(() => ({ birthDate: "2010-05-06", hireDate: "1980-02-03" })))).toEqual([
      ["cells-unread", "hold", "employee", "birthDate", 12, 12],
      ["cells-unread", "hold", "employee", "hireDate", 12, 12],
    ]);
  });

  it("is judged by its filled cells", async () => {
    const few = (at: number) => ({ emailEx: at < 5 ? "Ann" : at < 9 ? `b${at}@x.com` : "" });
    expect(await findingsOf(twelve(few))).toEqual([["cells-unread", "hold", "employee", "emailEx", 5, 9]]);
    const half = (at: number) => ({ emailEx: at < 5 ? "Ann" : at < 10 ? `b${at}@x.com` : "" });
    expect(await findingsOf(twelve(half))).toEqual([]);
    expect(await findingsOf(twelve(half), { "cells-unread": { percent: 20 } })).toHaveLength(1);
  });

  it("is none with four such cells, with words for no value, or masked", async () => {
    expect(await findingsOf(twelve((at) => ({ emailEx: at < 4 ? "Ann" : "" })))).toEqual([]);
    expect(await findingsOf(twelve(() => ({ email: "無", phoneNumber: "0912***678" })))).toEqual([]);
  });
});
