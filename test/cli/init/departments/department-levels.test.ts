/** A table of departments in which a column says which level each is of, and the column of codes has a general name. */
import { expect, it } from "vitest";
import { inFolder, proposalOf, readWith } from "../proposal-of.ts";

const madeOf = (departments: string, people: string) =>
  inFolder({ "departments.csv": departments, "employees.csv": people }, async (folder) => {
    const { asked, draft, yaml } = await proposalOf(folder, () => "");
    const { directory } = (await readWith(folder, yaml)).snapshot;
    const levels = directory.levels?.map(({ code, name, order }) => `${order} ${code} ${name}`);
    return {
      asked: asked.map(({ id }) => id),
      unread: draft.unread,
      levels,
      departments: directory.departments?.map(({ code, parent, level }) => `${parent ?? ""}/${code} ${level}`),
      posts: directory.employees?.map(({ account, posts }) => `${account} ${posts?.[0]?.department}`),
    };
  });

it("the code is the column that people name, and not the level, although only that one has digits", async () => {
  const departments = "code,name,parent,level\nHQ,Head Office,,L1\nRD,Research,HQ,L2\nLAB,Lab,RD,L3\n";
  const people = "account,employee no,name,department\namy,E07,Amy,HQ\nbob,E03,Bob,LAB\n";
  expect(await madeOf(departments, people)).toEqual({
    asked: [],
    unread: [],
    levels: ["1 L1 L1", "2 L2 L2", "3 L3 L3"],
    departments: ["/HQ L1", "HQ/RD L2", "RD/LAB L3"],
    posts: ["amy HQ", "bob LAB"],
  });
});

const people = "帳號,工號,姓名,部門\namy,A07,王小明,總公司\nbob,A03,李大華,實驗室\n";

it("the order of levels follows the tree and not the rows, also where departments are named by their names", async () => {
  const departments =
    "代號,部門名稱,上級部門,層級\nH3,實驗室,研發一部,課\nH9,客服部,總公司,部\nH1,總公司,,公司\nH2,研發處,總公司,處\nH4,研發一部,研發處,部\nH5,秘書課,總公司,課\n";
  const { levels, departments: found, posts, unread } = await madeOf(departments, people);
  expect(levels).toEqual(["1 公司 公司", "2 處 處", "3 部 部", "4 課 課"]);
  expect(found).toContain("H4/H3 課");
  expect([posts, unread]).toEqual([["amy H1", "bob H3"], []]);
});

it.each([
  ["numbers", "一,2\n二,10\n三,1", ["1 1 1", "2 2 2", "3 10 10"]],
  ["rows", "一,乙\n二,甲\n三,乙", ["1 乙 乙", "2 甲 甲"]],
])("what the tree leaves open follows %s", async (_, rows, levels) => {
  const own = rows.split("\n").map((row, at) => `D0${at},${["總公司", "實驗室", "財務處"][at]}${row.slice(1)}`);
  expect((await madeOf(["部門代碼,部門名稱,等級", ...own, ""].join("\n"), people)).levels).toEqual(levels);
});

it.each([
  ["more departments of it are above", ["B,乙,A,部", "C,丙,A,部", "D,丁,B,處"], ["1 處 處", "2 部 部"]],
  ["it comes first in a circle", ["B,乙,A,部", "C,丙,B,課", "D,丁,C,處"], ["1 處 處", "2 部 部", "3 課 課"]],
])("of levels that lie in each other, one is the upper where %s", async (_, rows, levels) => {
  const departments = ["部門代碼,部門名稱,上級部門,層級", "A,甲,,處", ...rows, ""].join("\n");
  const own = "帳號,工號,姓名,部門代碼\namy,A07,王小明,A\nbob,A03,李大華,D\n";
  expect((await madeOf(departments, own)).levels).toEqual(levels);
});

it("twenty levels, each with departments in all above it, are put in order", async () => {
  const levels = Array.from({ length: 20 }, (_, at) => `級${String.fromCodePoint(97 + at)}`);
  const rows = levels.flatMap((level, at) => [
    `D${at},部門${at},,${level}`,
    ...levels.slice(0, at).map((_, upper) => `D${at}X${upper},部門${at}X${upper},D${upper},${level}`),
  ]);
  const departments = ["部門代碼,部門名稱,上級部門,層級", ...rows.toReversed(), ""].join("\n");
  const own = "帳號,工號,姓名,部門代碼\namy,A07,王小明,D0\nbob,A03,李大華,D3\n";
  const found = (await madeOf(departments, own)).levels;
  expect(found).toEqual(levels.map((level, at) => `${at + 1} ${level} ${level}`));
});

it("a level has its name from a column of its own", async () => {
  const departments = "部門代碼,部門名稱,層級代碼,層級名稱\nA,總公司,10,公司\nB,實驗室,30,課\n";
  expect(await madeOf(departments, people)).toMatchObject({ levels: ["1 10 公司", "2 30 課"], unread: [] });
});

it.each([
  ["not every department has one", "A,總公司,處\nB,實驗室,\n"],
  [
    "each department has its own",
    Array.from(
      { length: 21 },
      (_, at) => `D${at},${at === 0 ? "總公司" : at === 1 ? "實驗室" : `名${at}`},L${at}`,
    ).join("\n"),
  ],
])("a column is none of levels where %s", async (_, rows) => {
  const { levels, unread } = await madeOf(`部門代碼,部門名稱,層級\n${rows}\n`, people);
  expect(levels).toEqual(["1 DEPT Department"]);
  expect(unread).toEqual([expect.objectContaining({ columns: ["層級"] })]);
});

it("a number of the row is not the code", async () => {
  const departments = "No,部門名稱,簡碼\n1,總公司,HQ1\n2,實驗室,LAB2\n";
  expect(await madeOf(departments, people)).toMatchObject({ asked: ["department-code"], departments: undefined });
});
