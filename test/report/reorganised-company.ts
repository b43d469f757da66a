/**
 * A reorganisation of 3,000 people, as a plan: twelve plants come under three new groups, quality and facilities are pooled, and
 * teams are merged. 80 departments move, 62 get another name, 4 are closed and 6 are new; 1,340 people change department, 36 join
 * and 27 leave; 9 managers are replaced.
 */
import { emptyMemory } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { catalogueBefore, titleCode } from "../../src/sample/catalogue.ts";
import { departmentsFor, workplaces } from "../../src/sample/departments.ts";
import { hrExport } from "../../src/sample/hr-export.ts";
import { organisationDocument } from "../../src/sample/organisation-document.ts";
import { openPersonnelOffice, staffPost } from "../../src/sample/personnel-office.ts";
import type { Picture, SampleDepartment, SamplePerson } from "../../src/sample/picture.ts";
import { seededRandom } from "../../src/sample/random.ts";
import { moved } from "../../src/sample/reorganisation.ts";
import { staffCompany } from "../../src/sample/staff.ts";
import { directoryOf } from "../sample/organisation-directory.ts";
import { readSample } from "../sample/sample-source.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

const people = 3000;
const today = "2026-11-21";
const plants = Array.from({ length: 12 }, (_, index) => `P${String(index + 1).padStart(3, "0")}`);

const groups = [
  { code: "G100", name: "車用電子事業群" },
  { code: "G200", name: "雲端運算事業群" },
  { code: "G300", name: "消費產品事業群" },
] as const;
const centres = [
  { code: "B500", name: "集團品質中心", parent: "B000" },
  { code: "E500", name: "集團設施部", parent: "E000" },
  { code: "C300", name: "先進製程研發部", parent: "C000" },
] as const;
const groupOf = (plant: number): string => groups[plant % 3]?.code ?? "";

/** A is production, B quality, C engineering, D facilities; a digit makes it one of their four sections. */
const parentAfter = (): ReadonlyMap<string, string> =>
  new Map(
    plants.flatMap((plant, at): [string, string][] => [
      [plant, groupOf(at)],
      [`${plant}B`, "B500"],
      [`${plant}D`, "E500"],
      ...(at < 11 ? ([1, 2, 3] as const).map((n): [string, string] => [`${plant}C${n}`, `${plant}A`]) : []),
      ...(at < 11 ? [[`${plant}C4`, "C300"] as [string, string]] : []),
    ]),
  );

const nameAfter = (): ReadonlyMap<string, string> =>
  new Map(
    plants.flatMap((plant, at): [string, string][] => [
      [plant, `${["車用", "雲端", "消費"][at % 3]}第${Math.floor(at / 3) + 1}廠`],
      [`${plant}A`, `第${at + 1}廠製造部`],
      [`${plant}B`, `品質${at + 1}部`],
      [`${plant}D`, `設施${at + 1}部`],
      [`${plant}A4`, `第${at + 1}廠試產課`],
      ...(at < 2 ? [[`${plant}A3`, `第${at + 1}廠自動化課`] as [string, string]] : []),
    ]),
  );

/** Sections that are closed; their people go to the first section of the same division. */
const closed = ["P001B4", "P002B4", "P003B4", "B130"];

const reorganised = (departments: readonly SampleDepartment[]): readonly SampleDepartment[] => {
  const parents = parentAfter();
  const names = nameAfter();
  const kept = departments.map((one) => ({
    ...one,
    parent: parents.get(one.code) ?? one.parent,
    name: names.get(one.code) ?? one.name,
    ...(closed.includes(one.code) ? { active: false, manager: null } : {}),
  }));
  const added = [...groups.map((group) => ({ ...group, parent: "A000", level: "L2" })), ...centres].map((one) => ({
    level: "L3",
    active: true,
    manager: null,
    ...one,
  }));
  return [...kept, ...added];
};

const picturesOf = (): readonly [before: Picture, after: Picture] => {
  const random = seededRandom(7);
  const office = openPersonnelOffice(random);
  const standing = departmentsFor(people).map((one) => (one.code === "MIS" ? { ...one, code: "E300" } : one));
  const before = { ...catalogueBefore, ...staffCompany(standing, people, "2026-10-01", office, random) };
  const departments = reorganised(before.departments);
  const managers = new Set(before.departments.map(({ manager }) => manager));
  const staff = random.shuffled(
    before.people.filter(
      ({ number, status, posts }) => !managers.has(number) && status === "employed" && posts.length === 1,
    ),
  );
  const after = new Map(before.people.map((person) => [person.number, person]));
  const put = (person: SamplePerson) => void after.set(person.number, person);
  const moveTo = (person: SamplePerson, department: string) => put(moved(person, department));

  const places = workplaces(departments.filter(({ active, code }) => active && !code.startsWith("G")));
  let count = 0;
  for (const person of before.people.filter(({ posts }) => closed.includes(posts[0].department))) {
    moveTo(person, `${person.posts[0].department.slice(0, -1)}1`.replace("B131", "B110").replace("B121", "B110"));
    count += 1;
  }
  for (const person of after.values()) {
    const [main, ...others] = person.posts;
    put({ ...person, posts: [main, ...others.filter(({ department }) => !closed.includes(department))] });
  }
  const waiting = staff.filter(({ posts }) => !closed.includes(posts[0].department));
  for (; count < 1340; count += 1) {
    const person = waiting.pop();
    if (person) moveTo(person, destination(person.posts[0].department, random, places));
  }
  for (const person of waiting.splice(-27)) put({ ...person, lastDay: "2026-11-20", status: "left" });
  for (let joiner = 0; joiner < 36; joiner += 1)
    put(office.hire(staffPost(random, random.pick(places)), "2026-11-20", "2026-11-21"));
  const heads: readonly string[] = [...groups, ...centres].map(({ code }) => code);
  const successors = new Map<string, string>();
  for (const code of [...heads, ...plants.slice(0, 9)]) {
    const person = waiting.find(({ posts }) => posts[0].department.startsWith(heads.includes(code) ? "P" : code));
    if (!person) continue;
    waiting.splice(waiting.indexOf(person), 1);
    const main = { department: code, title: titleCode.director, functions: [], supervisor: null };
    put({ ...person, posts: [{ ...person.posts[0] }, main] });
    successors.set(code, person.number);
  }
  const managed = departments.map((one) => ({ ...one, manager: successors.get(one.code) ?? one.manager }));
  return [before, { ...before, departments: managed, people: [...after.values()] }];
};

/** Most people follow the work: to the pooled centres, to the sister plant of the new group, or to another section. */
const destination = (from: string, random: ReturnType<typeof seededRandom>, places: readonly [string, ...string[]]) => {
  const plant = plants.indexOf(from.slice(0, 4));
  const other = (code: string): string => (code === from ? "B210" : code);
  if (plant < 0) return other(random.pick(["C300", "B500", "C210", "C220", "D110", "E100"]));
  const sister = plants[(plant + 3) % 12] ?? "";
  const section = String(random.integer(1, 3));
  const choice = random.integer(1, 20);
  if (choice <= 4) return other("C300");
  if (choice <= 8) return other("B500");
  if (choice <= 10) return other("E500");
  if (choice <= 16) return other(`${sister}A${section}`);
  return choice <= 19 ? other(`${plants[plant]}A${section}`) : other(random.pick(places));
};

/** Returns the plan of the reorganisation. */
export const reorganisationPlan = async (): Promise<Plan> => {
  const [before, after] = picturesOf();
  const organisation = organisationDocument(before);
  const source = await readSample({ before: organisation, files: hrExport(after, "") });
  const target = memoryTarget(directoryOf(organisation));
  const settings = defaultSettings;
  return planFor(
    { source, current: directoryOf(organisation), memory: emptyMemory, settings, today, rules: {}, seed: 1 },
    target,
    emptyMemory,
  );
};
