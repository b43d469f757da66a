/**
 * The encoding in which a file is read: the configured one, or one that is proven by the text. If several are possible,
 * the file is refused.
 */
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { badUtf8Offset, isEncoding } from "../../../src/source/files/encodings.ts";
import { failure, readTable } from "./read-table.ts";

const columns = ["工號", "姓名"];
const table = "工號,姓名\n001,王小明\n002,林淑芬\n";
const cells = [
  [2, "001", "王小明"],
  [3, "002", "林淑芬"],
];

describe("an encoding that is named", () => {
  it.each([
    ["gbk", table],
    ["GB18030", table],
    ["big5", table],
    ["cp950", table],
    ["shift_jis", table.replace("淑", "夏")],
    ["euc-kr", "工號,姓名\n001,김철수\n"],
    ["windows-1252", "工號,姓名\n".replace(/[^,\n]/g, "x") + "001,Zoë\n"],
    ["utf-16le", table],
  ])("%s reads back what was written in it", async (encoding, text) => {
    const read = await readTable(iconv.encode(text, encoding), { encoding });
    expect([read.header, ...read.records.map(([, ...row]) => row)].map((row) => row.join(","))).toEqual(
      text.trim().split("\n"),
    );
  });

  it("is refused for a byte that is not part of it, with the line", async () => {
    const bytes = Buffer.concat([iconv.encode("工號,姓名\n001,", "gbk"), Buffer.from([0xff, 0x0a])]);
    const { code, place, text } = await failure(bytes, { encoding: "gbk" });
    expect({ code, place }).toEqual({ code: "source-undecodable", place: { file: "people.csv", line: 2 } });
    expect(text).toContain("not gbk");
  });

  it("is a text encoding that iconv-lite knows", () => {
    expect(["auto", "big5", "Windows-1252", "koi8-r", "EUC-JP"].filter((name) => !isEncoding(name))).toEqual([]);
    expect(["base64", "hex", "binary", "utf-7", "klingon", "_dbcs", ""].filter(isEncoding)).toEqual([]);
  });
});

describe("an encoding that is not named", () => {
  it("of two files in one is that of the first, and the line is where the second begins", async () => {
    const two = Buffer.concat([Buffer.from(table), iconv.encode(table, "big5")]);
    const { code, place, text } = await failure(two, { columns });
    expect({ code, place }).toEqual({ code: "source-undecodable", place: { file: "people.csv", line: 4 } });
    expect(text).toContain("not UTF-8;");
    const other = Buffer.concat([iconv.encode(table, "big5"), Buffer.from(table)]);
    expect((await failure(other, { columns })).place).toEqual({ file: "people.csv", line: 4 });
  });

  it.each(["big5", "gb18030", "shift_jis", "euc-kr"])(
    "is %s where the mapping's own columns prove it",
    async (encoding) => {
      const text = encoding === "euc-kr" ? table.replaceAll("號", "号").replace("工号", "工號") : table;
      const written = iconv.encode(encoding === "shift_jis" ? text.replace("淑", "夏") : text, encoding);
      const read = await readTable(written, { columns });
      expect(read.header).toEqual(columns);
      expect(read.facts).toMatchObject({ encoding, encodingCertain: true });
    },
  );

  it("is refused where nothing proves it, and header and names are shown in two readings", async () => {
    const { code, text } = await failure(iconv.encode(table, "gbk"), { columns: ["number"] });
    expect(code).toBe("source-encoding-ambiguous");
    expect(text).toContain("in the header: gb18030 “工號”");
    const ascii = await failure(iconv.encode("number,name,card\n1,王小明,A123\n2,林,王\n", "gbk"), {
      nameColumns: ["name"],
    });
    expect(ascii.text).toContain("a name in row 2: big5 “");
    expect(ascii.text).toContain("gb18030 “王小明”");
    expect(ascii.text).not.toContain("A123");
  });

  it("is the one in which the file was written, or the file is refused", async () => {
    const names = fc.array(fc.constantFrom(..."王李張劉陳楊黃趙吳周徐孫朱馬胡小明大華志強".split("")), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(names, { minLength: 1, maxLength: 10 }),
        fc.constantFrom("big5", "gb18030", "shift_jis", "euc-kr", "utf-8", "windows-1252", "euc-jp"),
        fc.boolean(),
        async (people, encoding, chinese) => {
          const header = chinese ? "工號,姓名" : "number,name";
          const text = [header, ...people.map((name, at) => `${at},${name.join("")}`)].join("\n") + "\n";
          const bytes = iconv.encode(text, encoding);
          const lost = iconv.decode(bytes, encoding) !== text;
          const read = await readTable(bytes, { columns }).catch(() => undefined);
          if (read === undefined || lost) return;
          expect([read.header, ...read.records.map(([, ...row]) => row)].join("\n")).toBe(text.trim());
        },
      ),
      { seed: 20_261_122, numRuns: 300 },
    );
  });

  it("is UTF-8 if the bytes are valid UTF-8", async () => {
    expect((await readTable(table, { columns: ["nothing"] })).records).toEqual(cells);
  });
});

describe("an encoding of Western Europe that is not named", () => {
  const german = "Kürzel;Name;Straße\n1;Müller;Süd\n2;Jäger – “Fuß”;Öst\n";
  const written = { delimiter: ";", columns: ["Kürzel", "Name"], nameColumns: ["Name"] };

  it("is windows-1252 where a header or a word of the mapping proves it", async () => {
    const read = await readTable(iconv.encode(german, "windows-1252"), written);
    expect(read.header).toEqual(["Kürzel", "Name", "Straße"]);
    expect(read.records[1]).toEqual([3, "2", "Jäger – “Fuß”", "Öst"]);
    expect(read.facts).toMatchObject({ encoding: "windows-1252", encodingCertain: true });
    const spanish = iconv.encode("numero,nombre,sexo\n1,Peña Núñez,señora\n", "windows-1252");
    expect((await readTable(spanish, { columns: ["nombre"], words: ["señora"] })).records[0]?.[2]).toBe("Peña Núñez");
    const dos = await readTable(iconv.encode("Kürzel,Name\n1,Müller\n", "cp850"), { columns: ["Kürzel"] });
    expect([dos.records[0]?.[2], dos.facts.encoding]).toEqual(["Müller", "cp850"]);
  });

  it("is refused if the words fit two encodings in which names differ, and shows the names in each", async () => {
    const french = iconv.encode("numéro,nom\n1,Hélène\n", "windows-1252");
    const { code, text } = await failure(french, { columns: ["numéro", "nom"], nameColumns: ["nom"] });
    expect(code).toBe("source-encoding-ambiguous");
    expect(text).toContain("a name in row 2: windows-1252 “Hélène”, windows-1250 “Hélčne”");
  });

  it("shows where a letter differs, if the names that may be shown are the same in both", async () => {
    const german = iconv.encode("Tätigkeit,Name\nFräser,Jörg\nFräser,Zoë Groß\n", "windows-1252");
    const { text } = await failure(german, { columns: ["Tätigkeit"], nameColumns: ["Tätigkeit"] });
    expect(text).toContain("a letter in row 3, column 2: windows-1252 “ë”, windows-1257 “ė”");
    expect(text).not.toContain("Zo");
    expect(text).not.toContain("Fräser");
  });

  it("is refused where nothing proves it, and shows a line in each candidate", async () => {
    const bytes = iconv.encode("number,name\n1,Ann\n2,Anna Jörg\n", "windows-1252");
    const { code, text } = await failure(bytes, { columns: ["number", "name"], nameColumns: ["name"] });
    expect(code).toBe("source-encoding-ambiguous");
    expect(text).toMatch(/a name in row 3: .*windows-1252 “Anna Jörg”.*cp850 “Anna J÷rg”/);
  });

  it("is never read as another one, whatever the names", async () => {
    const letters = "aeinorstäöüßéèêñçøåæãõôûŠŽłńřčőűşğıАнд";
    const name = fc
      .array(fc.constantFrom(...letters.split("")), { minLength: 1, maxLength: 6 })
      .map((all) => all.join(""));
    const header = fc.constantFrom("Kürzel", "Numéro", "Año", "Név", "Imię", "Příjmení", "Numara şu", "Имя", "number");
    const encodings = [
      "windows-1252",
      "windows-1250",
      "windows-1254",
      "windows-1257",
      "windows-1251",
      "cp850",
      "iso-8859-2",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 6 }),
        header,
        fc.constantFrom(...encodings),
        async (names, first, encoding) => {
          const text = [`${first},name`, ...names.map((one, at) => `${at},${one}`)].join("\n") + "\n";
          const bytes = iconv.encode(text, encoding);
          if (iconv.decode(bytes, encoding) !== text) return;
          const read = await readTable(bytes, { columns: [first, "name"] }).catch(() => undefined);
          const lines = read && [read.header, ...read.records.map(([, ...row]) => row)].join("\n");
          expect([undefined, text.trim()]).toContain(lines);
        },
      ),
      { seed: 20_261_123, numRuns: 300 },
    );
  });
});

describe("an encoding that is named and cannot fail", () => {
  const western = "number,name\n001,Müller\n002,Zoë Strauß\n";
  const singleBytes = ["windows-1252", "iso-8859-1", "windows-1250", "macintosh", "cp437", "koi8-r", "windows-874"];

  it.each([...singleBytes, "big5", "gbk", "shift_jis", "euc-kr"])(
    "%s is refused for a UTF-8 file",
    async (encoding) => {
      for (const text of [western, table, "number,name\n001,김철수\n"]) {
        const { code, text: said } = await failure(text, { encoding });
        expect([code, said]).toEqual(["source-undecodable", expect.stringContaining("the text is utf-8")]);
      }
    },
  );

  it.each([
    ["big5", table],
    ["gb18030", table],
    ["shift_jis", table.replace("淑", "夏")],
    ["euc-kr", "사번,이름\n001,김철수\n"],
  ])("is refused for a file in %s by its shape, whatever single-byte encoding is named", async (encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    for (const named of singleBytes) {
      expect([named, (await failure(bytes, { encoding: named })).code]).toEqual([named, "source-undecodable"]);
    }
  });

  it.each([
    ["windows-1252", "nummer,name\n1,Müller\n2,JÄGER\n3,Åsa ÄÖ\n4,Fußberg – Süd\n5,“Zoë”\n"],
    ["windows-1252", "numéro,prénom\n1,Anaïs\n2,Noël Hervé\n3,ÉÈ\n4,CÔTÉ\n"],
    ["windows-1252", "número,nome\n1,João\n2,CONCEIÇÃO\n3,ÀÁÂ Ã\n4,Peña\n"],
    ["windows-1250", "numer,nazwisko\n1,Łukasz Żółć\n2,Šárka\n3,ŻÓŁTA\n"],
    ["windows-1251", "номер,имя\n1,Иван Петров\n2,Анна\n3,ОЛЬГА\n"],
    ["koi8-r", "номер,имя\n1,Иван Петров\n2,Анна\n3,ОЛЬГА\n"],
    ["windows-1253", "αριθμός,όνομα\n1,Νίκος\n2,ΕΛΕΝΗ\n"],
    ["windows-1255", "מספר,שם\n1,דוד כהן\n2,שרה\n"],
    ["windows-1256", "رقم,اسم\n1,محمد علي\n2,فاطمة\n"],
    ["windows-874", "เลขที่,ชื่อ\n1,สมชาย\n2,มาลี\n"],
    ["windows-1254", "numara,ad\n1,İBRAHİM ŞAHİN\n2,Ömer Çağlar\n"],
  ])("%s still reads a file that is written in it", async (encoding, text) => {
    const read = await readTable(iconv.encode(text, encoding), { encoding });
    expect([read.header, ...read.records.map(([, ...row]) => row)].map((row) => row.join(",")).join("\n")).toBe(
      text.trim(),
    );
  });

  it("is believed for a short multi-byte file that is UTF-8 by accident, where the mapping's words prove it", async () => {
    const accident = iconv.encode("number,癒\n1,a\n", "big5");
    expect((await readTable(accident, { encoding: "big5", columns: ["癒"] })).header).toEqual(["number", "癒"]);
  });
});

it("the first byte that is not UTF-8 is found behind characters of several bytes, the sign for lost bytes among them", () => {
  const good = Buffer.from("王é\uFFFD小\uFFFD");
  for (const [before, after] of [
    [good, ""],
    [good, "明\uFFFD"],
    [Buffer.from(""), "a"],
  ] as const)
    expect(badUtf8Offset(Buffer.concat([before, Buffer.of(0xff), Buffer.from(after)]))).toBe(before.length);
});
