/** Levels, titles and functions of the sample company, before and after the changes of `story.ts`. */
import type { Picture, SampleFunction, SampleLevel, SampleTitle } from "./picture.ts";

const levels: readonly SampleLevel[] = [
  { code: "L1", name: "公司" },
  { code: "L2", name: "處" },
  { code: "L3", name: "部" },
  { code: "L4", name: "課" },
];

const title = (code: string, name: string, rank: number): SampleTitle => ({ code, name, rank, active: true });

/** A title that nobody has any more today. */
const retired = title("T95", "打字員", 9);
/** A title that is new today, the last one of its rank. */
const added = title("T60", "首席工程師", 6);

const titles: readonly SampleTitle[] = [
  title("T10", "總經理", 1),
  title("T15", "副總經理", 2),
  title("T20", "處長", 3),
  title("T30", "經理", 4),
  title("T35", "副理", 5),
  title("T40", "課長", 6),
  title("T45", "主任工程師", 6),
  title("T50", "副課長", 7),
  title("T55", "資深工程師", 7),
  title("T58", "資深管理師", 7),
  title("T65", "工程師", 8),
  title("T68", "管理師", 8),
  title("T75", "助理工程師", 9),
  title("T78", "助理管理師", 9),
  title("T85", "作業員", 9),
  retired,
];

const inCategory = (category: string, ...named: readonly (readonly [string, string])[]): readonly SampleFunction[] =>
  named.map(([code, name]) => ({ code, name, category }));

const functions: readonly SampleFunction[] = [
  ...inCategory("行政", ["A01", "公文收發"], ["A02", "請款窗口"], ["A03", "總務聯絡人"]),
  ...inCategory("安全衛生", ["S01", "職業安全委員"], ["S02", "急救人員"], ["S03", "防火管理人"]),
  ...inCategory("品質", ["Q01", "內部稽核員"], ["Q02", "文件管制員"], ["Q03", "客訴窗口"]),
  ...inCategory("資訊", ["I01", "資訊窗口"], ["I02", "個資保護窗口"], ["I03", "系統管理員"]),
];

const addedFunction: SampleFunction = { code: "I04", name: "資料治理窗口", category: "資訊" };

/** Title codes that other sample files refer to. */
export const titleCode = {
  president: "T10",
  director: "T20",
  manager: "T30",
  sectionChief: "T40",
  seniorEngineer: "T55",
  engineer: "T65",
  assistant: "T78",
  retired: retired.code,
  added: added.code,
} as const;

export const addedFunctionCode = addedFunction.code;

/** Codes of all functions. The tuple type lets the type checker know that the list is not empty. */
export const functionCodes = functions.map(({ code }) => code) as [string, ...string[]];

export const catalogueBefore: Pick<Picture, "levels" | "titles" | "functions"> = { levels, titles, functions };

export const catalogueToday: typeof catalogueBefore = {
  levels,
  titles: [...titles.map((each) => (each === retired ? { ...each, active: false } : each)), added],
  functions: [...functions, addedFunction],
};
