/** `musterd init` as a command: answers from a file, nothing overwritten, `--yes`, `--add`, and questions on a real terminal. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { displayWidth } from "../../../src/report/text/wrap-text.ts";
import { runCli } from "../../support/processes/cli-process.ts";
import { inTerminal, plain, withoutEscapes } from "./in-terminal.ts";
import { inFolder } from "./proposal-of.ts";

const departments = "部門代號,部門名稱,上級部門\nHQ,總公司,\nRD,研發處,HQ\n";
const people = [
  "工號,姓名,信箱,出生日期,到職日,狀態,部門代號,職稱,備註",
  "00001,陳美玉,may@example.com,070/03/04,098/03/01,在職,HQ,總經理,",
  "00002,林大為,dawei@example.com,074/09/01,105/07/15,在職,RD,工程師,",
  "00003,王小明,ming@example.com,081/05/02,112/12/01,留停,RD,工程師,轉調",
  "00004,李雅婷,ya@example.com,079/11/12,110/02/01,離職,RD,工程師,",
  "",
].join("\n");

const files = { "departments.csv": departments, "employees.csv": people };
const answers = "account: email-name\non-leave: active\ntitles: [總經理, 工程師]\n";

const init = (folder: string, ...parameters: readonly string[]) => runCli(["init", ...parameters], { cwd: folder });

describe("musterd init", () => {
  it("writes a configuration with its evidence, and shows people masked and the first plan", async () => {
    await inFolder({ ...files, "a.yaml": answers }, async (folder) => {
      const { code, stdout } = await init(folder, ".", "--answers", "a.yaml");
      expect({ code, stdout }).toMatchObject({ code: 0 });
      const yaml = readFileSync(join(folder, "musterd.yaml"), "utf8");
      expect(yaml).toContain("department: 部門代號   # 4 of 4 are found in departments.csv 部門代號");
      expect(yaml).toContain(
        "values: { 在職: true, 離職: false, 留停: true }".replace("離職: false, 留停: true", "留停: true, 離職: false"),
      );
      expect(yaml).toContain("#   employees.csv: 備註");
      expect(stdout).toContain("birthDate •••");
      expect(stdout).not.toContain("1981-03-04");
      expect(stdout).toContain("The first plan: 8 entries, 0 held.");
    });
  });

  it("writes nothing where no file has people, and names files of other formats", async () => {
    const page = "<html><table><tr><td>工號</td></tr></table></html>";
    await inFolder({ "hr.xls": page }, async (folder) => {
      const { code, stdout, stderr } = await init(folder, ".", "--yes");
      expect(code).toBe(1);
      expect(stdout).toContain("hr.xls is not read: the file is a web page");
      expect(stderr).toContain("no file has people, so nothing is written");
      expect(existsSync(join(folder, "musterd.yaml"))).toBe(false);
    });
  });

  it("shows people as they are today, where rows are periods", async () => {
    const file = readFileSync("examples/recipes/oracle/PER_ALL_PEOPLE_F.csv", "utf8");
    await inFolder({ "people.csv": file }, async (folder) => {
      const { stdout } = await init(folder, "--yes");
      expect(stdout).toMatch(/account MITO, .*department 300, /);
      expect(stdout).not.toMatch(/account MITO, .*department 200, /);
    });
  });

  it("writes a configuration that says what the files say", async () => {
    await inFolder({ ...files, "a.yaml": answers }, async (folder) => {
      await init(folder, "--answers", "a.yaml", "--quiet");
      const { source } = parse(readFileSync(join(folder, "musterd.yaml"), "utf8")) as {
        source: { titles: unknown; employees: unknown };
      };
      expect(source.titles).toMatchObject({
        distinct: true,
        columns: { code: "職稱", rank: { values: { 總經理: 20, 工程師: 10 } } },
      });
      expect(source.employees).toMatchObject({
        columns: {
          number: { column: "工號", width: 5 },
          account: { column: "信箱", capture: "^([^@]+)@" },
          birthDate: { column: "出生日期", date: "roc" },
          department: "部門代號",
        },
      });
    });
  });

  it("never overwrites a configuration", async () => {
    await inFolder({ ...files, "musterd.yaml": "target: embedded\n" }, async (folder) => {
      const { code, stderr } = await init(folder, ".", "--yes");
      expect(code).toBe(1);
      expect(stderr).toContain("not overwritten");
      expect(readFileSync(join(folder, "musterd.yaml"), "utf8")).toBe("target: embedded\n");
    });
  });

  it("writes nothing and lists the questions without a terminal and without answers", async () => {
    await inFolder(files, async (folder) => {
      const { code, stdout } = await init(folder);
      expect(code).toBe(2);
      expect(stdout).toContain("# account: email-name");
      expect(existsSync(join(folder, "musterd.yaml"))).toBe(false);
    });
  });

  it("refuses answers that are none of the options, and names the questions without one", async () => {
    await inFolder(
      { ...files, "a.yaml": "account: e-mail\non-leave: active\ntitles: same\n", "b.yaml": "titles: same\n" },
      async (folder) => {
        const wrong = await init(folder, ".", "--answers", "a.yaml");
        expect(wrong.stderr).toContain('the answer to account: "e-mail" is none of: email-name, email, number');
        const missing = await init(folder, ".", "--answers", "b.yaml");
        expect(missing.stderr).toContain("# on-leave: active");
        expect(existsSync(join(folder, "musterd.yaml"))).toBe(false);
      },
    );
  });

  it("refuses a file of answers that cannot be read, or answers no question, with what is wrong", async () => {
    const wrong = { ...files, "misspelt.yaml": `${answers}title: same\n`, "broken.yaml": "account: [email\n" };
    await inFolder(wrong, async (folder) => {
      for (const [file, said] of [
        ["misspelt.yaml", 'there is no question "title"; did you mean titles?'],
        ["broken.yaml", "file broken.yaml, line 2"],
        ["nowhere.yaml", "(ENOENT)"],
        [".", "(EISDIR)"],
      ] as const) {
        const { code, stdout, stderr } = await init(folder, "--answers", file);
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
        expect(stderr).toMatch(/^option-invalid: /);
        expect(stderr).toContain(said);
      }
      expect(existsSync(join(folder, "musterd.yaml"))).toBe(false);
    });
  });

  it("says in every language that its file cannot be written, and not that something is to be printed again", async () => {
    await inFolder({ ...files, "a.yaml": answers }, async (folder) => {
      for (const [language, what, hint] of [
        ["en", "the configuration cannot be written", "name another file with --config"],
        ["zh-TW", "無法寫入報表、計畫、設定檔", "請指定"],
      ] as const) {
        const there = ["--answers", "a.yaml", "--config", "nowhere/m.yaml", "--language", language];
        const { code, stderr } = await init(folder, ...there);
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(`^report-unwritable: ${what}`) });
        expect(stderr).toContain(hint);
      }
    });
  });

  it("reads a file once that is named twice", async () => {
    await inFolder({ ...files, "a.yaml": answers }, async (folder) => {
      const { stdout } = await init(folder, "employees.csv", ".", "./employees.csv", "--answers", "a.yaml");
      expect(stdout).toContain("The first plan: 8 entries, 0 held.");
    });
  });

  it("writes with --yes only what is certain, and the open questions as comments", async () => {
    await inFolder(files, async (folder) => {
      const { code } = await init(folder, ".", "--yes");
      const yaml = readFileSync(join(folder, "musterd.yaml"), "utf8");
      expect(code).toBe(2);
      expect(yaml).toContain("#   account: No column is certain");
      expect(parse(yaml).source.employees.columns).not.toHaveProperty("account");
      expect(parse(yaml).source.employees.columns.active.values).toEqual({ 在職: true, 離職: false });
    });
  });

  it("writes with --yes nothing by which a file whose encoding is open, or whose status nobody knows, is applied", async () => {
    const german = "Personalnr;Login;Name;Status\n1;u1;Jürgen Weiss;aktiv\n2;u2;Anna Günther;aktiv\n";
    const leavers = "工號,帳號,姓名,部門,狀態\n1,a,王一,D,在職\n2,c,李二,D,停班\n3,d,李三,D,離職\n";
    await inFolder({}, async (folder) => {
      await writeFile(join(folder, "german.csv"), Buffer.from(german, "latin1"));
      const open = await init(folder, "german.csv", "--yes");
      expect(open).toMatchObject({ code: 2, stdout: expect.stringContaining("or another encoding") as string });
      expect(parse(readFileSync(join(folder, "musterd.yaml"), "utf8")).source.feeds.hr.files).not.toHaveProperty(
        "encoding",
      );
      expect((await runCli(["plan"], { cwd: folder })).stderr).toContain("source-encoding-ambiguous");
    });
    await inFolder({ "people.csv": leavers }, async (folder) => {
      expect((await init(folder, "people.csv", "--yes")).code).toBe(2);
      const { stdout } = await runCli(["plan"], { cwd: folder });
      expect(stdout).toContain('"離職" is not known');
      expect(stdout).not.toContain("李三");
    });
  });

  it("adds with --add the tables and fields that a configuration lacks, and changes nothing in it", async () => {
    const before = [
      "source:",
      "  feeds: { hr: { files: { folder: . } } }",
      "  # ours",
      "  employees:",
      "    file: employees.csv",
      "    columns: { number: 工號, account: 工號, name: 姓名 }",
      "",
    ].join("\n");
    await inFolder({ ...files, "musterd.yaml": before, "a.yaml": answers }, async (folder) => {
      const { code, stdout } = await init(folder, "--add", "--answers", "a.yaml");
      expect({ code, stdout }).toMatchObject({ code: 0 });
      const yaml = readFileSync(join(folder, "musterd.yaml"), "utf8");
      const { source } = parse(yaml);
      expect(yaml).toContain("# ours");
      expect(source.employees.columns).toMatchObject({ number: "工號", account: "工號", department: "部門代號" });
      expect(source.departments.columns.parent).toEqual({ column: "上級部門", blank: "clear" });
      const kept = readdirSync(folder).find((name) => name.includes(".before-"));
      expect(readFileSync(join(folder, kept ?? ""), "utf8")).toBe(before);
    });
  });

  it("adds with --add fields of departments, with the lookups that they need", async () => {
    const before = [
      "source:",
      "  feeds: { hr: { files: { folder: . } } }",
      "  levels: { records: [{ code: DEPT, name: Department, order: 1 }] }",
      "  departments:",
      "    - file: departments.csv",
      "      columns: { code: Dept Code, name: Dept Name, level: { value: DEPT } }",
      "  employees:",
      "    file: people.csv",
      "    columns: { number: Employee Number, account: Login, name: Name, department: Dept Code }",
      "",
    ].join("\n");
    const departments = "Dept Code,Dept Name,Parent,Manager\nD1,Head,,1001\nD2,Legal,Head,1002\nD3,Sales,Head,1003\n";
    const rows = Array.from({ length: 8 }, (_, at) => `100${at + 1},Ann ${at},u${at},D${1 + (at % 3)}`);
    const people = `Employee Number,Name,Login,Dept Code\n${rows.join("\n")}\n`;
    const both = { "people.csv": people, "departments.csv": departments, "musterd.yaml": before };
    await inFolder(both, async (folder) => {
      const { code, stdout } = await init(folder, "--add");
      expect({ code, stdout }).toMatchObject({ code: 0 });
      const { source } = parse(readFileSync(join(folder, "musterd.yaml"), "utf8"));
      expect(source.departments[0].columns).toMatchObject({
        parent: { column: "Parent", lookup: { table: "departments", key: "Dept Name", take: "Dept Code" } },
        manager: "Manager",
      });
      expect(source.lookups.departments).toEqual({ from: "hr", file: "departments.csv" });
      expect(stdout).toContain("source.departments.0.columns.parent");
    });
  });

  it("adds with --add nothing to departments that are told by another column", async () => {
    const before = [
      "source:",
      "  feeds: { hr: { files: { folder: . } } }",
      "  levels: { records: [{ code: DEPT, name: Department, order: 1 }] }",
      "  departments: { file: departments.csv, columns: { code: Dept Name, name: Dept Name, level: { value: DEPT } } }",
      "  employees: { file: people.csv, columns: { number: Employee Number, account: Login, name: Name } }",
      "",
    ].join("\n");
    const both = {
      "people.csv": "Employee Number,Name,Login,Dept Code\n1001,Ann A,u1,D1\n1002,Bo B,u2,D2\n1003,Cy C,u3,D2\n",
      "departments.csv": "Dept Code,Dept Name,Parent\nD1,Head,\nD2,Legal,D1\n",
      "musterd.yaml": before,
    };
    await inFolder(both, async (folder) => {
      await init(folder, "--add");
      const { source } = parse(readFileSync(join(folder, "musterd.yaml"), "utf8"));
      expect(Object.keys(source.departments.columns)).toEqual(["code", "name", "level"]);
      expect(Object.keys(source.employees.columns)).toEqual(["number", "account", "name"]);
    });
  });

  it("reads a folder in which one file cannot be read, and says so", async () => {
    await inFolder(
      { ...files, "a.yaml": answers, "old.csv": Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) },
      async (folder) => {
        const { stdout, code } = await init(folder, "--answers", "a.yaml");
        expect(stdout).toMatch(/! old\.csv is not read: .*\n {2}where: file old\.csv.*\n {2}hint: \S/);
        expect(code).toBe(0);
        const chinese = await init(folder, "--answers", "a.yaml", "--language", "zh-TW", "--config", "zh.yaml");
        expect(chinese.stdout).toMatch(
          /! 未讀取 old\.csv：\p{Script=Han}.*\n {2}詳情：.*\n {4}\S.*\n {2}位置：.*\n {2}提示：\p{Script=Han}/u,
        );
      },
    );
  });
});

describe("the questions of musterd init on a terminal", () => {
  const down = "\u001b[B";
  const steps = [
    { prompt: "人員以什麼登入？", keys: `${down}\r` },
    { prompt: "留職停薪的人員是否保留帳號？", keys: `${down}\r` },
    { prompt: "職稱的高低決定簽核順序", keys: `${down}\r` },
  ];

  it("work on 40 columns in Traditional Chinese, in colour", async () => {
    await inFolder(files, async (folder) => {
      const { code, shown } = await inTerminal(folder, ["init"], steps, { columns: 40, lang: "zh_TW.UTF-8" });
      expect({ code, shown }).toMatchObject({ code: 0 });
      expect(shown).toContain("\u001b[3");
      expect(plain(shown)).toContain("↑↓ 選擇，Enter 確定，Ctrl-C 取消");
      const asked = withoutEscapes(shown)
        .split(/\r?\n/)
        .filter((line) => /^[│◆◇]/.test(line));
      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter((line) => displayWidth(line.trimEnd()) > 40)).toEqual([]);
      expect(readFileSync(join(folder, "musterd.yaml"), "utf8")).toContain('capture: "^([^@]+)@"');
    });
  });

  it("leave no file behind after Ctrl-C, also when others are answered", async () => {
    await inFolder(files, async (folder) => {
      const cancelled = steps.map((step, at) => (at === 2 ? { ...step, keys: "\u0003" } : step));
      const { code, shown } = await inTerminal(folder, ["init"], cancelled, { columns: 80, lang: "zh_TW.UTF-8" });
      expect(code).toBe(1);
      expect(shown).toContain("未寫入任何檔案。");
      expect(readdirSync(folder).toSorted()).toEqual(Object.keys(files).toSorted());
    });
  });

  it("have no default where only somebody can know: Enter leaves them open", async () => {
    await inFolder(files, async (folder) => {
      const entered = steps.map(({ prompt }) => ({ prompt, keys: "\r" }));
      const { code } = await inTerminal(folder, ["init"], entered, { columns: 80, lang: "zh_TW.UTF-8" });
      expect(code).toBe(2);
      const columns = parse(readFileSync(join(folder, "musterd.yaml"), "utf8")).source.employees.columns;
      expect(Object.keys(columns)).not.toContain("account");
      // Whoever is on leave is refused until somebody decides.
      expect(columns.active.values).toEqual({ 在職: true, 離職: false });
    });
  });

  it("show escape sequences of the data instead of sending them", async () => {
    await inFolder({}, async (folder) => {
      await writeFile(join(folder, "employees.csv"), people.replaceAll("留停", "留停\u001b[31m"));
      const asked = [
        { prompt: "人員以什麼登入？", keys: `${down}\r` },
        { prompt: "表示已離職？", keys: "\u0003" },
      ];
      const { shown } = await inTerminal(folder, ["init"], asked, { columns: 80, lang: "zh_TW.UTF-8" });
      expect(shown).not.toContain("留停\u001b[31m");
      expect(shown).toContain("未寫入任何檔案。");
    });
  });
});
