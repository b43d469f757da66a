/** Tests `musterd source preview` and `musterd source check`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../support/processes/cli-process.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";

const people = [
  "工號,帳號,姓名,身分證字號,行動電話,類別,狀態",
  "000001,Ann,王小明,A123456789,0912345678,正職,在職",
  "000002,bob,李?明,A223456789,0922345678,正職,在職",
  "000003,cyd,張三,A323456789,0932345678,派遣,在職",
  "000004,dan,陳四,A423456789,0942345678,正職,請假",
];
const posts = "工號,部門,主要\n000001,RD,Y\n000001,HR,N\n";

const source = {
  feeds: { hr: { files: { settleSeconds: 0, folder: "." } } },
  departments: { records: [{ code: "RD" }, { code: "HR" }] },
  employees: {
    file: "people.csv",
    columns: {
      number: "工號",
      account: { column: "帳號", case: "lower" },
      name: "姓名",
      idCardNumber: "身分證字號",
      phoneNumber: "行動電話",
      active: { column: "狀態", values: { 在職: true, 離職: false } },
    },
    except: [{ column: "類別", is: "派遣" }],
  },
  posts: { file: "posts.csv", columns: { employee: "工號", department: "部門", main: "主要" } },
};

const personal = /A\d{9}|09\d{8}/;

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace({ "people.csv": people.join("\n"), "posts.csv": posts }, { source });
});

afterAll(() => place.remove());

const run = (...parameters: string[]) => runCli(["source", ...parameters, "--config", place.config], {});

describe("source preview", () => {
  it("shows the first records of each part, what they become, and why some do not", async () => {
    const { code, stdout, stderr } = await run("preview");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("employee · people.csv:2 · source.employees");
    expect(stdout).toContain('    帳號: "Ann"');
    expect(stdout).toContain('    account: "ann"');
    expect(stdout).toContain("out of scope");
    expect(stdout).toMatch(/✗ left out, 姓名: .*\(name-lossy\)/);
    expect(stdout).toMatch(/✗ row rejected, 狀態: "請假" is not known.*\(value-unmapped\)/);
    expect(stdout).not.toMatch(personal);
  });

  it.each(["000001", "ann", "ANN"])(
    "finds a person by %s in every part and shows what is put together",
    async (key) => {
      const { code, stdout } = await run("preview", "--employee", key, "--json");
      expect(code).toBe(0);
      expect(stdout).not.toMatch(personal);
      const { records, employee, dropped } = JSON.parse(stdout);
      expect(records.map(({ kind, line }: { kind: string; line: number }) => [kind, line])).toEqual([
        ["employee", 2],
        ["post", 2],
        ["post", 3],
      ]);
      expect(records[0]).toMatchObject({
        cells: { 身分證字號: "•••" },
        values: { phoneNumber: "•••", name: "王小明" },
      });
      expect(employee).toMatchObject({
        account: "ann",
        idCardNumber: "•••",
        posts: [
          { department: "RD", main: true },
          { department: "HR", main: false },
        ],
      });
      expect(dropped).toEqual([]);
    },
  );

  it("of somebody who is not there is an error", async () => {
    const { code, stdout, stderr } = await run("preview", "--employee", "000009");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^source-person-unknown: .*000009/);
  });

  it("of no record at all is an error", async () => {
    const { code, stderr } = await run("preview", "--limit", "0");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^option-invalid: /)]);
  });
});

describe("source check", () => {
  it("tells rows, filled fields, rejected rows and what the gate finds", async () => {
    const { code, stdout, stderr } = await run("check");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("people.csv: 4 rows, written ");
    expect(stdout).toMatch(/name-lossy: 1, first people\.csv:3 姓名/);
    expect(stdout).toContain("Quality: nothing found.");
    expect(stdout).not.toMatch(personal);
  });

  it("does not say that nothing was found where every row was rejected", async () => {
    const unknown = people.map((line) => line.replace(/在職$|請假$/, "X"));
    const other = await openWorkplace({ "people.csv": unknown.join("\n"), "posts.csv": posts }, { source });
    const { stdout } = await runCli(["source", "check", "--config", other.config], {});
    await other.remove();
    expect(stdout).toContain("value-unmapped: 3");
    expect(stdout).not.toContain("nothing found");
  });

  it("shows counts that add up: rows are records, quarantined, rejected or left out", async () => {
    const { stdout } = await run("check", "--json");
    const { kinds } = JSON.parse(stdout) as { kinds: Record<string, number>[] };
    expect(kinds.find(({ kind }) => String(kind) === "employee")).toMatchObject({
      rows: 4,
      records: 2,
      quarantined: 0,
      rejected: 1,
      leftOut: 1,
    });
    for (const { rows, records = 0, quarantined = 0, rejected = 0, leftOut = 0 } of kinds) {
      expect(records + quarantined + rejected + leftOut).toBe(rows);
    }
  });

  it("says which columns no setting reads, those first that look like a last day", async () => {
    const rows = ["工號,帳號,備註,離職日期,Austrittsdatum,姓名", "1,ann,x,2026-12-31,,王小明", "2,bob,,,,李小華"];
    const columns = { number: "工號", account: "帳號", name: "姓名" };
    const posts = {
      file: "people.csv",
      columns: { employee: "工號", department: { value: "RD" }, main: { value: true } },
    };
    const config = { ...source, employees: { file: "people.csv", columns }, posts };
    const other = await openWorkplace({ "people.csv": rows.join("\n") }, { source: config });
    const check = (...more: string[]) => runCli(["source", "check", "--config", other.config, ...more], {});
    const { stdout } = await check();
    expect(stdout).toContain(
      "! people.csv: no setting reads 離職日期, Austrittsdatum, which looks like a last day; map it to `resignationDate`",
    );
    expect(stdout).toContain("people.csv: no setting reads 備註");
    expect((await check("--language", "zh-TW")).stdout).toContain(
      "沒有設定使用欄位 離職日期, Austrittsdatum，看似離職日",
    );
    expect(JSON.parse((await check("--json")).stdout)).toMatchObject({
      unread: [{ file: "people.csv", lastDays: ["離職日期", "Austrittsdatum"], columns: ["備註"] }],
    });
    await other.remove();
  });

  it("fails when a run would be refused, and says why in JSON too", async () => {
    const strict = { ...source, quality: { minRows: { employee: 10 } } };
    await place.configure({ source: strict });
    const { code, stdout } = await run("check", "--json");
    await place.configure({ source });
    expect(code).toBe(1);
    const { kinds, findings, files } = JSON.parse(stdout);
    expect(findings).toMatchObject([{ rule: "rows-few", severity: "refuse", kind: "employee", count: 3, limit: 10 }]);
    expect(kinds.find(({ kind }: { kind: string }) => kind === "employee")).toMatchObject({ rows: 4, rejected: 1 });
    expect(files).toHaveLength(2);
  });
});
