/** Every question of `musterd init` on a real terminal of 40 columns, in Traditional Chinese: it fits, has colours, and Ctrl-C writes nothing. */
import { globSync, readdirSync, readFileSync } from "node:fs";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/report/text/wrap-text.ts";
import { inTerminal, plain, withoutEscapes } from "./in-terminal.ts";
import { inFolder } from "./proposal-of.ts";

const csv = (header: string, row: (at: number) => string): string =>
  `${[header, ...Array.from({ length: 8 }, (_, at) => row(at))].join("\n")}\n`;

const down = "\u001b[B";
const ctrlC = "\u0003";

/** The id of a question, an export that raises it first, and what it asks. */
const questions: readonly {
  readonly id: string;
  readonly file: string | Buffer;
  readonly asks: string;
  /** Further files beside `file`. */
  readonly more?: Readonly<Record<string, string>>;
}[] = [
  {
    id: "encoding",
    file: iconv.encode(
      csv("a,b", (at) => `${at},鷗外鷗外鷗${"一丁七"[at % 3]}`),
      "shift_jis",
    ),
    asks: "哪一種的文字正確？",
  },
  {
    id: "company",
    file: csv("公司別,工號,帳號,姓名", (at) => `${at % 2 ? "北方" : "南方"},10${at},u${at},陳${at}`),
    asks: "這份設定檔屬於哪一家？",
  },
  { id: "number", file: csv("編號,姓名,帳號", (at) => `${at + 1},陳${at},u${at}`), asks: "哪一欄是員工編號" },
  {
    id: "without-number",
    file: csv("工號,姓名,帳號", (at) => `${at === 3 ? "" : `10${at}`},陳${at},u${at}`),
    asks: "這些列是人員嗎？",
  },
  {
    id: "account",
    file: csv("工號,姓名,信箱", (at) => `10${at},陳${at},u${at}@example.com`),
    asks: "人員以什麼登入？",
  },
  {
    id: "without-account",
    file: csv("工號,姓名,帳號", (at) => `10${at},陳${at},${at === 3 ? "" : `u${at}`}`),
    asks: "這些人員如何處理？",
  },
  {
    id: "active",
    file: csv("工號,姓名,帳號,狀態", (at) => `10${at},陳${at},u${at},${at % 2 ? "甲種" : "乙種"}`),
    asks: "哪些值表示已離職？",
  },
  {
    id: "status-column",
    file: csv(
      "工號,姓名,帳號,在職狀態,員工狀態",
      (at) => `10${at},陳${at},u${at},${at % 2 ? "在職" : "離職"},${at % 3 ? "在職" : "離職"}`,
    ),
    asks: "哪一欄才是？",
  },
  {
    id: "on-leave",
    file: csv("工號,姓名,帳號,狀態", (at) => `10${at},陳${at},u${at},${["在職", "離職", "留職停薪"][at % 3]}`),
    asks: "留職停薪的人員是否保留帳號？",
  },
  {
    id: "name",
    file: csv("工號,帳號,Worker", (at) => `10${at},u${at},"Ann${"abcdefgh"[at % 8]} Lee (10${at})"`),
    asks: "哪一欄是人員姓名？",
  },
  {
    id: "last-day",
    file: csv("工號,姓名,帳號,Last Leave Date", (at) => `10${at},陳${at},u${at},2020-05-1${at % 9}`),
    asks: "之後停用帳號嗎？",
  },
  {
    id: "expiry",
    file: csv("工號,姓名,帳號,Contract Expiry Date", (at) => `10${at},陳${at},u${at},2020-05-1${at % 9}`),
    asks: "帳號的到期日嗎？",
  },
  {
    id: "dates",
    file: csv("工號,姓名,帳號,到職日", (at) => `10${at},陳${at},u${at},0${at + 1}/0${8 - at}/2020`),
    asks: "應為哪一種？",
  },
  {
    id: "department",
    file: csv("工號,姓名,帳號,部門代號,部門名稱", (at) => `10${at},陳${at},u${at},D${at % 2},部${at % 4}`),
    asks: "應以哪一欄識別部門？",
  },
  {
    id: "department-code",
    file: csv(
      "工號,姓名,帳號,部門代號,成本中心代號,部門編號",
      (at) => `10${at},陳${at},u${at},D${at % 2},C${at % 3},E${at % 4}`,
    ),
    asks: "哪一欄",
  },
  {
    id: "department-name",
    file: csv("工號,姓名,帳號,部門代號", (at) => `10${at},陳${at},u${at},D${at % 2}`),
    more: { "departments.csv": "部門代號,部門簡稱,上層部門代號\nD0,總經理室,\nD1,研發處,D0\n" },
    asks: "哪一欄是部門名稱？",
  },
  {
    id: "department-list",
    file: csv("工號,姓名,帳號,部門", (at) => `10${at},陳${at},u${at},${["財務處", "研發處", "財務處;研發處"][at % 3]}`),
    asks: "哪一個是人員的部門？",
  },
  {
    id: "outsiders",
    file: csv("工號,姓名,帳號,userType", (at) => `10${at},陳${at},u${at},${at === 3 ? "Guest" : "Member"}`),
    asks: "這些列是公司的人員嗎？",
  },
  {
    id: "titles",
    file: csv(
      "工號,姓名,帳號,部門代號,職稱",
      (at) => `10${at},陳${at},u${at},D${at % 2},${["經理", "工程師", "專員"][at % 3]}`,
    ),
    asks: "職稱的高低決定簽核順序",
  },
];

const inOrder = (one = "", other = ""): number => (one < other ? -1 : 1);

describe("on a terminal of 40 columns, the questions", () => {
  it("are all tried here, and all in docs/init.md", () => {
    const sources = globSync("src/cli/init/**/*.ts").map((file) => readFileSync(file, "utf8"));
    const asked = sources.flatMap((text) => [...text.matchAll(/\bid: "([a-z-]+)"/g)].map(([, id]) => id));
    const documented = [...readFileSync("docs/init.md", "utf8").matchAll(/^\| (`[a-z-]+`.*?) \|/gm)].flatMap(
      ([, ids = ""]) => [...ids.matchAll(/`([a-z-]+)`/g)].map(([, id]) => id),
    );
    expect(questions.map(({ id }) => id).toSorted(inOrder)).toEqual([...new Set(asked)].toSorted(inOrder));
    expect(documented.toSorted(inOrder)).toEqual([...new Set(asked)].toSorted(inOrder));
  });

  it.each(questions)("$id fits, has colours, and leaves no file behind after Ctrl-C", async ({ file, more, asks }) => {
    const files = { ...more, "people.csv": file };
    await inFolder(files, async (folder) => {
      const { code, shown } = await inTerminal(folder, ["init"], [{ prompt: asks, keys: ctrlC }], {
        columns: 40,
        lang: "zh_TW.UTF-8",
      });
      expect(plain(shown)).toContain(asks);
      expect({ code, files: readdirSync(folder) }).toEqual({ code: 1, files: Object.keys(files) });
      expect(shown).toContain("未寫入任何檔案。");
      expect(shown).toContain("\u001b[3");
      const asked = withoutEscapes(shown)
        .split(/\r?\n/)
        .filter((line) => /^[│◆◇■└]/.test(line));
      expect(asked.filter((line) => displayWidth(line.trimEnd()) > 40)).toEqual([]);
    });
  });

  it("in which an order of titles is typed fits, refuses an incomplete one, and leaves no file behind after Ctrl-C", async () => {
    const { file = "", asks = "" } = questions.find(({ id }) => id === "titles") ?? {};
    await inFolder({ "people.csv": file }, async (folder) => {
      const steps = [
        { prompt: asks, keys: `${down.repeat(4)}\r` },
        { prompt: "由高至低：A > B = C", keys: "\u0015經理\r" },
        { prompt: "缺少下列職稱", keys: ctrlC },
      ];
      const { code, shown } = await inTerminal(folder, ["init"], steps, { columns: 40, lang: "zh_TW.UTF-8" });
      expect(plain(shown)).toContain("缺少下列職稱，或寫法不同：工程師");
      expect({ code, files: readdirSync(folder) }).toEqual({ code: 1, files: ["people.csv"] });
    });
  });
});
