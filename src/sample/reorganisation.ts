/**
 * The small reorganisation that is part of `story.ts`. A new division gets two sections, a section is dissolved, and a manager
 * leaves and is replaced. One department gets a new name, another a new code, and two siblings swap places.
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

/** Makes the chief of a section the manager of the new division. The chief keeps the section as a part-time post. */
const promoted = (chief: SamplePerson): SamplePerson => {
  const main: SamplePost = { ...chief.posts[0], department: landmark.newDivision.code, title: titleCode.manager };
  return { ...chief, posts: [main, ...chief.posts] };
};

/** Moves the main post to another department, and removes the supervisor who was chosen for it in the old department. */
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

/** Swaps the two siblings of `landmark.swapped` in the list, which is in display order. */
const swapped = (departments: readonly SampleDepartment[]): readonly SampleDepartment[] => {
  const [first, second] = landmark.swapped.map((code) => departments.find((each) => each.code === code));
  return departments.map((each) => (each === first ? second : each === second ? first : each) ?? each);
};

/** Gives a department its new code. */
const recoded = (departments: readonly SampleDepartment[]): readonly SampleDepartment[] =>
  departments.map((each) => ({ ...each, code: codeToday(each.code), parent: each.parent && codeToday(each.parent) }));

/** Returns today's code of a department, given its code in the earlier picture. */
export const codeToday = (code: string): string => (code === landmark.recoded.from ? landmark.recoded.to : code);
