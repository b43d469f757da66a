/** Rows are divided as csv-parse divides them, with the same strictness about quotes; its own loop is slower. */
import type { CsvError } from "csv-parse";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Separators, splitCsv, type WrongQuote } from "../../../../src/source/files/text/split-csv.ts";
import { cases, runs } from "../../../support/suites/runs.ts";

type Divided = { readonly rows: readonly (readonly [end: number, ...cells: string[]])[]; readonly wrong?: WrongQuote };

const divided = (bytes: Buffer, separators: Separators): Divided => {
  const rows: [number, ...string[]][] = [];
  const wrong = splitCsv(bytes, separators, (cells, end) => rows.push([end, ...cells]));
  return { rows, ...(wrong && { wrong }) };
};

const codes: Readonly<Record<string, WrongQuote["kind"]>> = {
  CSV_QUOTE_NOT_CLOSED: "quote-not-closed",
  INVALID_OPENING_QUOTE: "quote-inside",
  CSV_INVALID_CLOSING_QUOTE: "text-after-quote",
};

const byCsvParse = (bytes: Buffer, { delimiter, isQuoted, loneReturns }: Separators): Divided => {
  const rows: [number, ...string[]][] = [];
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: loneReturns ? ["\r\n", "\n", "\r"] : ["\r\n", "\n"],
      relax_column_count: true,
      quote: isQuoted ? '"' : null,
      on_record: (cells: string[], info) => {
        rows.push([info.bytes, ...cells]);
        return null;
      },
    });
    return { rows };
  } catch (thrown) {
    const { code, bytes: offset, column } = thrown as CsvError & { bytes: number; column: number };
    return { rows, wrong: { kind: codes[code] ?? "quote-not-closed", offset, column } };
  }
};

const cell = fc.string({ unit: fc.constantFrom("a", "王", " ", "\0", "=", ",", ";", "\n", "\r\n"), maxLength: 4 });
const quoted = cell.map((text) => `"${text}"`);
const damaged = fc.constantFrom('"', '""', 'a"', '"a"b', '""""', "");
const end = fc.constantFrom("\n", "\r\n");
const ends = fc.constantFrom(",", ",", ",", ";", "\n", "\r\n");
const line = fc.array(fc.tuple(fc.oneof(cell, cell, quoted, quoted, quoted, damaged), ends), { maxLength: 6 });

it("divides every text as csv-parse does, and finds the same wrong quote", () => {
  const some = fc.record({
    text: fc.array(fc.tuple(line, end), { maxLength: 5 }).map((lines) => lines.flat(3).join("")),
    cut: fc.nat(3),
    onMac: fc.boolean(),
    delimiter: fc.constantFrom(",", ",", ";", "；"),
    isQuoted: fc.boolean(),
  });
  let right = 0;
  fc.assert(
    fc.property(some, ({ text, cut, onMac, delimiter, isQuoted }) => {
      const whole = onMac ? text.replaceAll("\n", "\r") : text;
      const bytes = Buffer.from(whole.slice(0, whole.length - cut));
      const separators = { delimiter, isQuoted, loneReturns: /\r(?!\n)/.test(bytes.toString()) };
      const made = divided(bytes, separators);
      if (!made.wrong && made.rows.length > 1) right += 1;
      expect(made).toEqual(byCsvParse(bytes, separators));
    }),
    { seed: 4180, ...cases(2_000) },
  );
  expect(right).toBeGreaterThan(runs(2_000) / 10);
});
