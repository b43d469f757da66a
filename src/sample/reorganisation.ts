/**
 * The small reorganisation of the story: a new division gets two sections, a section is dissolved, a manager leaves and is
 * replaced, and three departments get a new name, a new code and a new place among their siblings.
 */
import { addDays } from "./calendar.ts";
import { titleCode } from "./catalogue.ts";
import { landmark } from "./departments.ts";
import type { SampleDepartment, SamplePerson, SamplePost } from "./picture.ts";
import type { Register } from "./register.ts";

/** Returns the departments of `today`, and updates the people concerned in the register. */
export const reorganise = (
  departments: readonly SampleDepartment[],
  register: Register,
  today: string,
): readonly SampleDepartment[] => {
  const managerOf = (code: string) => register.get(departments.find((each) => each.code === code)?.manager ?? null);
  const { newDivision, movedSections, dissolvedSection, sectionWithNewChief, renamed } = landmark;
  const divisionManager = managerOf(movedSections[0]);
  const newChief = managerOf(dissolvedSection);
  const leavingChief = managerOf(sectionWithNewChief);

  register.put(promoted(divisionManager));
  register.put({ ...leavingChief, status: "left", lastDay: addDays(today, -5) });
  register.put(moved(newChief, sectionWithNewChief));
  moveStaff(register, newChief);

  const changed = new Map<string, Partial<SampleDepartment>>([
    [dissolvedSection, { active: false, manager: null }],
    [sectionWithNewChief, { manager: newChief.number }],
    [renamed.code, { name: renamed.name }],
    ...movedSections.map((code) => [code, { parent: newDivision.code }] as const),
  ]);
  const division = { ...newDivision, level: "L3", active: true, manager: divisionManager.number };
  return recoded(swapped([...departments.map((each) => ({ ...each, ...changed.get(each.code) })), division]));
};

/** The chief of a section becomes the manager of the new division and keeps the section part-time. */
const promoted = (chief: SamplePerson): SamplePerson => {
  const main: SamplePost = { ...chief.posts[0], department: landmark.newDivision.code, title: titleCode.manager };
  return { ...chief, posts: [main, ...chief.posts] };
};

/** Moves the main post to another department, without the supervisor chosen for the old one. */
export const moved = (person: SamplePerson, department: string): SamplePerson => {
  const [main, ...others] = person.posts;
  return { ...person, posts: [{ ...main, department, supervisor: null }, ...others] };
};

const moveStaff = (register: Register, chief: SamplePerson): void => {
  register
    .everybody()
    .filter(({ number, posts }) => posts[0].department === landmark.dissolvedSection && number !== chief.number)
    .forEach((person, index) => {
      register.put(moved(person, landmark.absorbingSections[index % 2 === 0 ? 0 : 1]));
    });
};

/** Swaps two siblings in the list, which is in display order. */
const swapped = (departments: readonly SampleDepartment[]): readonly SampleDepartment[] => {
  const [first, second] = landmark.swapped.map((code) => departments.find((each) => each.code === code));
  return departments.map((each) => (each === first ? second : each === second ? first : each) ?? each);
};

/** Gives a department its new code. */
const recoded = (departments: readonly SampleDepartment[]): readonly SampleDepartment[] =>
  departments.map((each) => ({ ...each, code: codeToday(each.code), parent: each.parent && codeToday(each.parent) }));

/** Today's code of a department of the earlier picture. */
export const codeToday = (code: string): string => (code === landmark.recoded.from ? landmark.recoded.to : code);
