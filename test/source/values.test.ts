/** Conversions of single values: the result, or a reason that does not repeat the text. */
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { line, lines } from "../../src/contract/records/texts.ts";
import { type ConversionOptions, converter } from "../../src/source/cells/converter.ts";
import type { FieldSpec } from "../../src/source/mapping/fields.ts";
import { compact } from "../../src/source/values/texts.ts";

const convert = (type: FieldSpec["type"], text: string, options: ConversionOptions = {}) =>
  converter({ type }, options)(text);

const badOf = (type: FieldSpec["type"], text: string, options: ConversionOptions = {}) => {
  const converted = convert(type, text, options);
  return "bad" in converted ? converted.bad : { code: "good", reason: "" };
};

describe("a name of a column", () => {
  it.each([
    [" D 1 ", "D 1"],
    ["\u3000Ｄ１\u200B", "D1"],
  ])("written as %j is %j", (text, name) => {
    expect(compact(text)).toBe(name);
  });
});

describe("a code", () => {
  it.each([
    ["０１２Ａ", "012A"],
    ["\u200B0012\u200E", "0012"],
    ["Ａ\u3000", "A"],
    ["A\u00A0B", "A B"],
    ["\u202A+886912345678\u202C", "+886912345678"],
  ])("of %j is %j", (text, value) => {
    expect(convert("code", text)).toEqual({ value });
  });

  it("of invisible characters alone is blank", () => {
    expect(convert("code", "\u200B\u00A0\u200D")).toEqual({ value: undefined });
  });

  it.each([
    ["00\u200B12", "character 3 is U+200B"],
    ["𠮷\uE000", "character 2 is private use U+E000"],
    ["00\t12", "character 3 is U+0009"],
    ["\uFFFD", "character 1 is U+FFFD"],
  ])("with an invisible character inside (%j) is bad, with its place", (text, place) => {
    const { code, reason } = badOf("code", text);
    expect(code).toBe("character-invalid");
    expect(reason).toContain(place);
    expect(reason).not.toContain("12");
  });

  it.each([
    ["us\u0435r1", "character 3 is U+0435"],
    ["\u0410-HR", "character 1 is U+0410"],
    ["\u039fps", "character 1 is U+039F"],
  ])("in which a letter of another alphabet looks like a Latin one (%s) is bad, with its place", (text, place) => {
    const { code, reason } = badOf("code", text);
    expect(code).toBe("character-invalid");
    expect(reason).toContain(place);
  });

  it.each(["отдел-7", "研發A", "α-Lab", "Ångström", "ΟΡΩ"])(
    "in letters that belong together (%s) is a code",
    (text) => {
      expect(convert("code", text)).toEqual({ value: text.normalize("NFKC") });
    },
  );

  it.each([
    "1.23457E+11",
    "1E+12",
    "-9.9E+05",
    "1.234567890123456E+100",
    "1,23457E+11",
    "1.23457e+11",
    "1e+6",
    "1.0000123E7",
  ])("as a spreadsheet mangles it (%s) is bad", (text) => {
    expect(badOf("code", text).code).toBe("number-mangled");
    expect(badOf("codes", `A;${text}`).code).toBe("number-mangled");
  });

  it.each(["1E05", "E+12", "bob+1@example.com", "1E-05", "12E+11", "RE+05"])(
    "that only resembles such a number (%s) is a code",
    (value) => {
      expect(convert("code", value)).toEqual({ value });
    },
  );

  it.each(["??", "A?1", "？？", "3-Mar", "03-Mar", "Mar-03", "03. Mrz", "3月1日", "2026-03-03", "2026-03-03T08:30:00"])(
    "that is damaged (%s) is bad, also in a list",
    (text) => {
      for (const type of ["code", "department", "person"] as const) expect(badOf(type, text).code).toBe("code-damaged");
      expect(badOf("codes", `A;${text}`).code).toBe("code-damaged");
    },
  );

  it.each(["3-MAR", "3-M", "03-001", "2026-Q1", "Mar", "A-Mar-03", "R&D", "A&B;C", "2026-03-033", "三月1日"])(
    "that only resembles a damaged one (%s) is a code",
    (value) => expect(convert("code", value)).toEqual({ value }),
  );

  it("that is damaged costs the record only a field that it can do without", () => {
    const read = (spec: FieldSpec, text: string) => converter(spec)(text);
    const dropped = { bad: { keepsRecord: true } };
    expect(read({ type: "code", describes: true }, "8.86E+11")).toMatchObject(dropped);
    expect(read({ type: "person" }, "王?明")).toMatchObject(dropped);
    expect(read({ type: "person", key: true }, "??")).not.toMatchObject(dropped);
    expect(read({ type: "department" }, "??")).not.toMatchObject(dropped);
  });

  it.each([
    ["123", "zeros-lost"],
    ["１２３", "zeros-lost"],
    ["1234567", "width-differs"],
    ["001234", "good"],
    ["A1", "good"],
    ["A12345678", "good"],
  ])("with a width of 6 (%s): %s", (text, code) => {
    for (const type of ["code", "person", "department"] as const) {
      expect(badOf(type, text, { width: 6 }).code).toBe(code);
    }
  });

  it("with a width says how many digits it expects and never pads", () => {
    expect(badOf("code", "42", { width: 6 }).reason).toBe(
      "expected 6 digits; leading zeros were probably lost: keep the column as text",
    );
  });

  it("in lower or upper case keeps its digits", () => {
    expect(convert("code", "Ab1", { case: "lower" })).toEqual({ value: "ab1" });
    expect(convert("code", "ａb1", { case: "upper" })).toEqual({ value: "AB1" });
  });
});

describe("a list of codes", () => {
  it("is split at its own separator and nowhere else", () => {
    expect(convert("codes", "A;B｜ C")).toEqual({ value: ["A", "B", "C"] });
    expect(convert("codes", "A;1、 B、、", { split: "、" })).toEqual({ value: ["A;1", "B"] });
    expect(convert("codes", "A.B", { split: "." })).toEqual({ value: ["A", "B"] });
  });
});

describe("a name or a text that has lost characters", () => {
  it.each([
    ["王?明", "character 2 is “?”"],
    ["𠮷\uFFFD明", "character 2 is U+FFFD"],
    ["王小\uE000", "character 3 is private use U+E000"],
    ["\u{F0000}王", "character 1 is private use U+F0000"],
  ])("(%j) is reported by place and kind of the character, and is not repeated", (text, place) => {
    const { code, reason } = badOf("name", text);
    expect({ code, keeps: badOf("name", text) }).toMatchObject({ code: "name-lossy", keeps: { keepsRecord: true } });
    expect(reason).toContain(place);
    expect(reason).not.toMatch(/[王明小𠮷]/u);
  });

  it("is a text only where the loss is certain", () => {
    expect(convert("text", "何時?")).toEqual({ value: "何時?" });
    expect(badOf("text", "經理\uFFFD")).toMatchObject({
      code: "text-lossy",
      reason: expect.stringContaining("character 3 is U+FFFD"),
    });
  });

  it("is not one with a full-width question mark", () => {
    expect(convert("name", "王？明")).toEqual({ value: "王？明" });
  });

  it.each(["\u3164", "\u2800 \u115F", "\u200E\u3164\uFE0F", "\u{E0100}"])(
    "is none if nobody sees anything of it (%j)",
    (text) => {
      expect(convert("name", text)).toEqual({ value: undefined });
    },
  );

  it("is not one in any other case: what comes out is the composed form of what went in", () => {
    const text = fc.string({ unit: "grapheme" }).filter((value) => !/[?〓▯□\p{Co}\p{Cc}\uFFFD]/u.test(value));
    const seen = text.filter(
      (value) => !/^[\s\p{Cf}]|[\s\p{Cf}]$|^[\s\p{DI}\u2800]+$|[\u00AD\u200B\u2060\uFEFF]/u.test(value),
    );
    fc.assert(
      fc.property(seen, text, (name, any) => {
        expect(convert("name", name)).toEqual({ value: name.normalize("NFC") });
        expect(convert("text", any)).toEqual({ value: any.normalize("NFC") });
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});

describe("a text that was encoded twice", () => {
  const names = ["Müller", "José", "Łukasz", "Ďurčo", "Нина", "Γιώργος", "王小明", "김철수", "山田", "𠮷野"];

  it.each(names)("(%s) is bad as a code, a name and a text, whichever program read its bytes", (name) => {
    const bytes = Buffer.from(name, "utf8");
    const entities = Array.from(name)
      .map((letter) => `&#${letter.codePointAt(0)};`)
      .join("");
    for (const text of [iconv.decode(bytes, "windows-1252"), entities]) {
      if (text.includes("\uFFFD")) continue;
      const kept = /[\u0080-\u009f]/.test(text) ? "character-invalid" : "encoded-twice";
      for (const type of ["code", "name", "text"] as const) expect(badOf(type, text).code).toBe(kept);
    }
  });

  it.each(["M&uuml;ller", "R&amp;D", "&#29579;小明", "Jos&eacute;"])("(%s) is bad", (text) => {
    for (const type of ["code", "name", "text"] as const) expect(badOf(type, text).code).toBe("encoded-twice");
  });

  it.each([
    ...names,
    "JOÃO",
    "CONCEIÇÃO",
    "Åsa Ärlig",
    "François",
    "ÆØÅ",
    "L’Été – “Noël”",
    "Müller & Söhne",
    "naïve",
    "Ñandú",
    "Grüße…",
    "SÃO",
  ])("is none (%s) if every letter is meant", (text) => {
    expect(convert("name", text)).toEqual({ value: text });
    expect("bad" in convert("code", text)).toBe(false);
  });
});

describe("a value that the source accepts", () => {
  it.each([
    ["code", line],
    ["name", line],
    ["text", lines],
  ] as const)("as a %s has no character that the service refuses (R96)", (type, schema) => {
    const unfit: string[] = [];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const converted = convert(type, `a${String.fromCharCode(unit)}b`);
      if ("value" in converted && !schema.safeParse(converted.value).success) unfit.push(unit.toString(16));
    }
    expect(unfit).toEqual([]);
  });

  it("as a text may have tabs and line ends; another control character keeps the record, without the text", () => {
    expect(convert("text", "a\tb\r\nc")).toEqual({ value: "a\tb\r\nc" });
    expect(convert("text", "a\u0007b")).toMatchObject({ bad: { code: "character-invalid", keepsRecord: true } });
  });
});

describe("a status", () => {
  it("is never decided by `otherwise` for a day, of a whole year and in every form", () => {
    const convertStatus = converter({ type: "boolean" }, { values: { 在職: true, "0": true }, otherwise: false });
    for (let day = 0; day < 366; day++) {
      const date = new Date(Date.UTC(2026, 0, 1 + day));
      const iso = date.toISOString().slice(0, 10);
      const [y = "", m = "", d = ""] = iso.split("-");
      const roc = String(Number(y) - 1911);
      const texts = [
        iso,
        `${y}/${m}/${d}`,
        `${y}${m}${d}`,
        `${d}.${m}.${y}`,
        `${Number(m)}/${Number(d)}/${y}`,
        `${iso}T00:00:00`,
        `${roc}/${m}/${d}`,
        `${roc}${m}${d}`,
        `民國${roc}年${m}月${d}日`,
        `${y}年${Number(m)}月${Number(d)}日`,
        String(46_023 + day),
        `${y}${m}${d}000000Z`,
        `R${Number(y) - 2018}.${m}.${d}`,
      ];
      for (const text of texts)
        expect([text, convertStatus(text)]).toMatchObject([text, { bad: { code: "date-no-status" } }]);
    }
  });

  it("may be decided by `otherwise` for any word, and by `values` for any text", () => {
    const convertStatus = converter({ type: "boolean" }, { values: { "20261231": true }, otherwise: false });
    expect(convertStatus("20261231")).toEqual({ value: true });
    for (const word of ["離職", "Left", "/sbin/nologin", "3", "A-1-2", "9999"])
      expect(convertStatus(word)).toEqual({ value: false });
  });
});

describe("an expression that captures", () => {
  const capture = /^cn=([^,]*),/iu;

  it("puts its first group, or else its match, in the place of the text", () => {
    expect(convert("code", "CN=ann,OU=x", { capture, case: "upper" })).toEqual({ value: "ANN" });
    expect(convert("code", "id 0042 x", { capture: /\d+/u, width: 4 })).toEqual({ value: "0042" });
  });

  it("comes before the map of values, and both before the conversion", () => {
    const options: ConversionOptions = { capture: /狀態[:：](.+)/u, values: { 在職: true, 離職: false } };
    expect(convert("boolean", "狀態: 離職", options)).toEqual({ value: false });
    expect(badOf("boolean", "狀態: 留停", options).code).toBe("value-unmapped");
  });

  it("makes no statement where it captures a blank, and is bad where it does not match", () => {
    expect(convert("code", "cn=,ou=x", { capture })).toEqual({ value: undefined });
    expect(convert("code", "x", { capture: /(a)?x/u })).toEqual({ value: undefined });
    const { code, reason } = badOf("code", "uid=ann,ou=x", { capture });
    expect(code).toBe("capture-failed");
    expect(reason).not.toContain("ann");
  });
});

describe("a flag", () => {
  it.each([
    ["512", true],
    ["514", false],
    ["66048", true],
    ["66050", false],
    ["2", false],
    ["-2147483646", false],
  ])("of userAccountControl %s is %s", (text, value) => {
    expect(convert("boolean", text, { flag: "userAccountControl" })).toEqual({ value });
  });

  it("of userAccountControl is bad when it is no integer", () => {
    for (const text of ["0x202", "5.5", "true"]) {
      expect(badOf("boolean", text, { flag: "userAccountControl" }).code).toBe("integer-invalid");
    }
  });

  it("of pwdAccountLockedTime is false only for those who are locked for good", () => {
    const options: ConversionOptions = { flag: "pwdAccountLockedTime" };
    expect(convert("boolean", "000001010000Z", options)).toEqual({ value: false });
    expect(convert("boolean", "20261121093000Z", options)).toEqual({ value: true });
    expect(badOf("boolean", "locked", options).code).toBe("date-invalid");
  });
});

describe("a number", () => {
  const rank = converter({ type: "integer", min: 1 }, {});

  it.each([
    ["1", 1],
    ["１２\u3000", 12],
    ["2147483647", 2_147_483_647],
  ])("of %j is %i", (text, value) => {
    expect(rank(text)).toEqual({ value });
  });

  it.each(["0", "-1", "2147483648", "1.5", "1e3"])("of %j is bad", (text) => {
    expect(rank(text)).toMatchObject({ bad: { code: "integer-invalid" } });
  });
});

describe("a date field and an instant field", () => {
  it.each([
    ["113/05/01", ["iso"], "; `date: roc` would read it"],
    ["03.04.2024", ["iso"], "; `date: d.M.yyyy` would read it"],
    ["03/04/2024", ["iso"], "; `date: d/M/yyyy` or `date: M/d/yyyy` would read it"],
    ["令和6年11月1日", ["roc"], "; `date: japanese` would read it"],
    ["soon", ["iso", "roc"], undefined],
  ])("name the format that would read %j", (text, date, told) => {
    const { reason } = badOf("date", text, { date });
    expect(reason.includes("would read it")).toBe(told !== undefined);
    expect(reason).toContain(told ?? "in the calendar");
  });

  it("take never for no statement and for no value", () => {
    expect(convert("date", "0", { date: ["filetime"] })).toEqual({ value: undefined });
    expect(convert("instant", "9223372036854775807", { date: ["filetime"] })).toEqual({ value: null });
    expect(convert("instant", "99991231235959.0Z", { date: ["generalized"] })).toEqual({ value: null });
  });

  it("take full-width digits, and say which form they expect without the value", () => {
    expect(convert("date", "１１３／０５／０１", { date: ["roc"] })).toEqual({ value: "2024-05-01" });
    for (const date of ["iso", "yyyymmdd", "roc", "excel", "filetime", "generalized"] as const) {
      expect(badOf("date", "1990-02-30", { date: [date] })).toMatchObject({ code: "date-invalid" });
      expect(badOf("date", "1990-02-30", { date: [date] }).reason).not.toContain("1990");
    }
  });
});
