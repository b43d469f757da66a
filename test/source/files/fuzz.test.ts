/**
 * 10,000 damaged workbooks, texts and configurations: each is read, or refused with an error code. The seed is fixed,
 * so each run uses the same inputs.
 */
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { asMusterdError } from "../../../src/lib/errors.ts";
import { readYaml } from "../../../src/lib/yaml-text.ts";
import { refuseForeignFormat } from "../../../src/source/files/foreign-format.ts";
import { siftRows } from "../../../src/source/files/rows/sift-rows.ts";
import { decodeFile } from "../../../src/source/files/text/decode.ts";
import { parseCsv } from "../../../src/source/files/text/parse-csv.ts";
import { readXlsx } from "../../../src/source/files/workbook.ts";
import { firstOf, runs } from "../../support/suites/runs.ts";
import { rowOf, textRow, workbookParts, zipOf } from "./workbook-file.ts";

/** Returns a generator of pseudo-random integers from 0 to `limit` - 1 (algorithm mulberry32). */
const chance = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};

type Random = ReturnType<typeof chance>;

/** Damages the bytes in one to four places: changes, removes or repeats bytes, or inserts a word of the format. */
const mutated = (given: Buffer, words: readonly string[], random: Random): Buffer => {
  let bytes = Buffer.from(given);
  for (let times = 1 + random(4); times > 0; times--) {
    const at = random(bytes.length + 1);
    const size = random(random(2) === 0 ? 4 : 200);
    const [head, middle, tail] = [bytes.subarray(0, at), bytes.subarray(at, at + size), bytes.subarray(at + size)];
    const word = Buffer.from(words[random(words.length)] ?? "");
    const kinds = [
      () => [head, Buffer.from(middle.map((byte) => byte ^ (1 << random(8)))), tail],
      () => [head, tail],
      () => [head, middle, middle, middle, tail],
      () => [head, ...Array.from({ length: 1 + random(50) }, () => word), middle, tail],
    ];
    bytes = Buffer.concat(kinds[random(kinds.length)]?.() ?? []);
  }
  return bytes;
};

const evidence = { delimiter: ",", skipTopRows: 0, words: ["帳號"], nameColumns: ["姓名"] };
const sifted = () => siftRows("f", {}, [], () => () => undefined);

/** How often each error code occurred. `read` counts the inputs that were read without an error. */
const outcomes = async (count: number, once: () => unknown): Promise<ReadonlyMap<string, number>> => {
  const codes: string[] = [];
  for (let done = 0; done < count; done++) {
    try {
      // biome-ignore lint/performance/noAwaitInLoops: one after the other, so that a hang shows
      await once();
      codes.push("read");
    } catch (error) {
      codes.push(asMusterdError(error).code);
    }
  }
  return new Map([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
};

describe("of damaged files", () => {
  it(`${runs(4_000)} workbooks are read or refused`, async () => {
    const random = chance(20_261_122 + firstOf(4_000));
    const rows =
      textRow(1, "帳號", "姓名", "日期") +
      rowOf(
        2,
        (at) => `<c r="${at}" t="s"><v>0</v></c>`,
        (at) => `<c r="${at}" t="e"><f>A1</f><v>#N/A</v></c>`,
        (at) => `<c r="${at}" s="0"><v>45413</v></c>`,
      ) +
      rowOf(3, (at) => `<c r="${at}"><f>A1</f></c>`);
    const whole = workbookParts({
      sheets: [{ name: "s", rows }],
      texts: "<si><t>a&#134071;</t></si>",
      formats: ["yyyy-mm-dd"],
    });
    const names = [...whole.keys()];
    const words = [
      '<c r="',
      "</c>",
      "<v>",
      "<row>",
      "&#x",
      "<![CDATA[",
      "]]>",
      "<!--",
      "XFD1048576",
      '"',
      "'",
      "/>",
      "si",
    ];
    const codes = await outcomes(runs(4_000), () => {
      const name = names[random(names.length)] ?? "";
      const parts = new Map([...whole, [name, mutated(whole.get(name) ?? Buffer.alloc(0), words, random)]]);
      const zip = zipOf(parts);
      const file = random(4) === 0 ? mutated(zip, words, random) : zip;
      refuseForeignFormat(file, "people.xlsx");
      const table = sifted();
      readXlsx(file, { file: "people.xlsx" }, table);
      table.end();
    });
    const known = ["read", "source-xlsx-invalid", "source-sheet-unknown", "source-too-large", "source-empty"];
    expect([...codes.keys()].filter((code) => !known.includes(code))).toEqual([]);
    expect(codes.get("read")).toBeGreaterThan(runs(400));
    expect(codes.get("source-xlsx-invalid")).toBeGreaterThan(runs(400));
  });

  it(`${runs(4_000)} texts are read or refused`, async () => {
    const random = chance(20_261_123 + firstOf(4_000));
    const text = '帳號,姓名,部門\r\nann,"王, 小明",D1\nbob,李,D2\r\n="001",陳,"D""3"\n\n合計,,3\n';
    const files = [Buffer.from(text), iconv.encode(text, "big5"), Buffer.from(`\uFEFF${text}`, "utf16le")];
    const words = ['"', ",", "\r", "\n", '="', "\0", "帳號,姓名,部門\n", "\uFEFF", "\u00e9"];
    const codes = await outcomes(runs(4_000), () => {
      const file = mutated(files[random(files.length)] ?? Buffer.alloc(0), words, random);
      refuseForeignFormat(file, "people.csv");
      const table = sifted();
      parseCsv(decodeFile(file, "auto", evidence, "people.csv").text, { delimiter: "," }, "people.csv", table);
      table.end();
    });
    expect([...codes.keys()].filter((code) => code !== "read" && !code.startsWith("source-"))).toEqual([]);
    expect(codes.get("read")).toBeGreaterThan(runs(400));
    expect(codes.get("source-csv-invalid")).toBeGreaterThan(runs(100));
  });

  it(`${runs(2_000)} configurations are read or refused`, async () => {
    const random = chance(20_261_124 + firstOf(2_000));
    const text =
      'source:\n  feeds: { hr: { files: { folder: ./hr } } }\n  a: &a [1, "2", *a]\n  b: >\n    text\n  c: !!str 1\n';
    const words = ["&a ", "*a", "[", "{", "- ", ": ", "? ", '"', "|\n", "!!binary ", "<<: ", "\t", "#", "---\n", "%"];
    let [read, refused] = [0, 0];
    await outcomes(runs(2_000), () => {
      const outcome = readYaml(mutated(Buffer.from(text), words, random).toString("utf8"));
      if ("value" in outcome) read += 1;
      else refused += 1;
    });
    expect(read + refused).toBe(runs(2_000));
    expect(Math.min(read, refused)).toBeGreaterThan(runs(200));
  });
});
