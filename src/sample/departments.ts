/**
 * The departments. Every sample company has a core of about thirty on four levels (公司, 處, 部, 課). A larger company has one
 * plant (廠, on the level of a 處) for every further 210 people.
 */
import { titleCode } from "./catalogue.ts";
import type { SampleDepartment } from "./picture.ts";

/** Departments with a special role in the changes of `story.ts`. */
export const landmark = {
  newDivision: { code: "B500", name: "智慧製造部", parent: "B000" },
  /** Sections that move under the new division. The first section's chief manages the division and keeps the section, too. */
  movedSections: ["B230", "B420"],
  dissolvedSection: "B130",
  /** The people of the dissolved section move to these. Its chief takes over `sectionWithNewChief`, whose chief leaves. */
  absorbingSections: ["B110", "B120"],
  sectionWithNewChief: "B210",
  renamed: { code: "D200", name: "海外業務部" },
  /** The department gets a new code. `config/sample-company.yaml` lists this change too. */
  recoded: { from: "MIS", to: "E300" },
  /** Two siblings that swap places in the display order. */
  swapped: ["C100", "C200"],
  withoutManager: "E400",
  /** A department whose manager is the manager of its parent, and has a part-time post in it. */
  managedFromAbove: "E210",
} as const;

/** The core departments, one on each line with code and name. The indent shows the depth in the tree. */
const core = `
A000 總公司
  B000 製造處
    B100 生產一部
      B110 加工一課
      B120 加工二課
      B130 包裝課
    B200 生產二部
      B210 組裝一課
      B220 組裝二課
      B230 自動化課
    B300 品質保證部
      B310 進料檢驗課
      B320 製程檢驗課
    B400 生產技術部
      B410 製程技術課
      B420 設備課
  C000 研發處
    C100 硬體研發部
      C110 電路設計課
      C120 機構設計課
    C200 軟體研發部
      C210 韌體課
      C220 應用軟體課
  D000 業務處
    D100 國內業務部
      D110 北區業務課
      D120 南區業務課
    D200 國際業務部
  E000 管理處
    E100 人力資源部
    E200 財務部
      E210 會計課
      E220 出納課
    MIS 資訊部
    E400 總務採購部
`;

const plantDivisions = ["生產部", "品管部", "工程部", "廠務部"];
const plantSections = ["一課", "二課", "三課", "四課"];
const peopleInCore = 300;
const peopleInPlant = 210;
/** A company that is too large for this number of plants gets larger departments instead of more departments. */
const mostPlants = 190;

/** Returns all departments of a company with this number of people, without managers. */
export const departmentsFor = (people: number): readonly SampleDepartment[] => {
  const plants = Math.min(mostPlants, Math.max(0, Math.floor((people - peopleInCore) / peopleInPlant)));
  return [...coreDepartments(), ...Array.from({ length: plants }, (_, index) => plant(index + 1)).flat()];
};

const department = (depth: number, parent: string | null, code: string, name: string): SampleDepartment => ({
  code,
  name,
  parent,
  level: `L${depth + 1}`,
  active: true,
  manager: null,
});

const coreDepartments = (): readonly SampleDepartment[] => {
  const above: string[] = [];
  return core
    .trim()
    .split("\n")
    .map((line) => {
      const depth = line.search(/\S/) / 2;
      const [code = "", name = ""] = line.trim().split(" ");
      above[depth] = code;
      return department(depth, above[depth - 1] ?? null, code, name);
    });
};

/** Returns the departments of a plant. Plant P001 has the divisions P001A to P001D and the sections P001A1 to P001D4. */
const plant = (number: number): readonly SampleDepartment[] => {
  const code = `P${String(number).padStart(3, "0")}`;
  return [
    department(1, "A000", code, `第${number}廠`),
    ...plantDivisions.flatMap((name, index) => {
      const division = `${code}${"ABCD".charAt(index)}`;
      return [
        department(2, code, division, name),
        ...plantSections.map((section, at) => department(3, division, `${division}${at + 1}`, section)),
      ];
    }),
  ];
};

const chiefTitles: readonly string[] = [
  titleCode.president,
  titleCode.director,
  titleCode.manager,
  titleCode.sectionChief,
];

/** Returns the title of the department's manager. */
export const chiefTitle = ({ level }: SampleDepartment): string =>
  chiefTitles[Number(level.slice(1)) - 1] ?? titleCode.sectionChief;

/** Titles of staff by the first letter of the department code. Titles are drawn at random, so a frequent one is repeated. */
const staffTitles: Readonly<Record<string, readonly [string, ...string[]]>> = {
  B: ["T85", "T85", "T85", "T85", "T85", "T75", "T75", "T65", "T65", "T55", "T50"],
  C: ["T65", "T65", "T65", "T65", "T75", "T75", "T55", "T55", "T45"],
  P: ["T85", "T85", "T85", "T85", "T85", "T85", "T75", "T65", "T55", "T50"],
};
const officeTitles: readonly [string, ...string[]] = ["T68", "T68", "T68", "T68", "T78", "T78", "T58", "T35"];

export const staffTitlesOf = (code: string): readonly [string, ...string[]] =>
  staffTitles[code.charAt(0)] ?? officeTitles;

/**
 * Department codes from which people's departments are drawn at random. A department without children appears four times, one
 * with children once. The section that will be dissolved is left out.
 */
export const workplaces = (departments: readonly SampleDepartment[]): readonly [string, ...string[]] => {
  const parents = new Set(departments.map(({ parent }) => parent));
  const [first, ...rest] = departments
    .filter(({ code }) => code !== landmark.dissolvedSection)
    .flatMap(({ code }) => Array.from({ length: parents.has(code) ? 1 : 4 }, () => code));
  return [first ?? "", ...rest];
};
