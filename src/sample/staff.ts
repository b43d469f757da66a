/** Makes the people of the earlier `Picture`: the managers of all departments, and the staff, some with special arrangements. */
import { yearOf } from "./calendar.ts";
import { titleCode } from "./catalogue.ts";
import { chiefTitle, landmark, workplaces } from "./departments.ts";
import { type PersonnelOffice, staffPost } from "./personnel-office.ts";
import type { Picture, SampleDepartment, SamplePerson, SamplePost } from "./picture.ts";
import type { Random } from "./random.ts";

/** Number of people in the section that will be dissolved, not counting its chief. */
const dissolvedStaff = 4;
const partTimeShare = 0.08;
const customSupervisorShare = 0.03;
const onLeaveShare = 1 / 150;

/** Fills `departments` with a number of people, hired up to the day `until`, and sets the managers. */
export const staffCompany = (
  departments: readonly SampleDepartment[],
  people: number,
  until: string,
  office: PersonnelOffice,
  random: Random,
): Pick<Picture, "departments" | "people"> => {
  const founded = `${yearOf(until) - 22}-01-01`;
  const hire = (post: SamplePost) => office.hire(post, founded, until);
  const chiefs = hireChiefs(departments, hire);
  const places = workplaces(departments);
  const fixed = [
    ...Array.from({ length: dissolvedStaff }, () => staffPost(random, landmark.dissolvedSection)),
    { ...staffPost(random, landmark.withoutManager), title: titleCode.retired },
  ].map(hire);
  const ordinary = Array.from({ length: people - chiefs.size - fixed.length }, () =>
    hire(staffPost(random, random.pick(places))),
  );
  const managed = departments.map((department) => ({ ...department, manager: managerOf(department, chiefs) }));
  return {
    departments: managed,
    people: [...chiefs.values(), ...fixed, ...arranged(ordinary, managed, places, random)],
  };
};

/** Hires one chief for each department, except for the one that its parent's manager manages and the one without a manager. */
const hireChiefs = (departments: readonly SampleDepartment[], hire: (post: SamplePost) => SamplePerson) => {
  const managedFromAbove = departments.find(({ code }) => code === landmark.managedFromAbove);
  const chiefs = new Map<string, SamplePerson>();
  for (const department of departments) {
    if (department === managedFromAbove || department.code === landmark.withoutManager) continue;
    const chief = hire(chiefPost(department));
    const second = managedFromAbove?.parent === department.code ? [chiefPost(managedFromAbove)] : [];
    chiefs.set(department.code, { ...chief, posts: [chief.posts[0], ...second] });
  }
  return chiefs;
};

const chiefPost = (department: SampleDepartment): SamplePost => ({
  department: department.code,
  title: chiefTitle(department),
  functions: [],
  supervisor: null,
});

const managerOf = ({ code, parent }: SampleDepartment, chiefs: ReadonlyMap<string, SamplePerson>): string | null =>
  chiefs.get(code === landmark.managedFromAbove ? (parent ?? "") : code)?.number ?? null;

/** Gives some of the staff one arrangement each: a part-time post, a chosen supervisor, or a leave. */
const arranged = (
  staff: readonly SamplePerson[],
  departments: readonly SampleDepartment[],
  places: readonly [string, ...string[]],
  random: Random,
): readonly SamplePerson[] => {
  const supervisors = directors(departments);
  const partTime = Math.round(staff.length * partTimeShare);
  const onLeave = partTime + Math.max(2, Math.round(staff.length * onLeaveShare));
  const supervised = onLeave + Math.round(staff.length * customSupervisorShare);
  // People are already in random order, so the first ones can get the first arrangement.
  return staff.map((person, index) => {
    if (index < partTime) return withPartTimePost(person, places, random);
    if (index < onLeave) return { ...person, status: "on-leave" };
    return index < supervised ? withSupervisor(person, supervisors) : person;
  });
};

/** Returns a random department other than that of the person's main post. */
export const otherPlace = ({ posts }: SamplePerson, places: readonly [string, ...string[]], random: Random): string => {
  let place = random.pick(places);
  while (place === posts[0].department) place = random.pick(places);
  return place;
};

/** Adds a part-time post in another department. */
export const withPartTimePost = (
  person: SamplePerson,
  places: readonly [string, ...string[]],
  random: Random,
): SamplePerson => {
  const [main] = person.posts;
  const post = staffPost(random, otherPlace(person, places, random));
  return { ...person, posts: [main, { ...post, title: main.title }] };
};

/** Returns, by department code, the employee number of the manager two levels above, who never manages the department itself. */
export const directors = (departments: readonly SampleDepartment[]): ReadonlyMap<string, string> => {
  const byCode = new Map(departments.map((department) => [department.code, department]));
  return new Map(
    departments.flatMap(({ code, parent }) => {
      const manager = byCode.get(byCode.get(parent ?? "")?.parent ?? "")?.manager;
      return manager ? [[code, manager] as const] : [];
    }),
  );
};

/** Returns the person with the manager two levels above as chosen supervisor; with none if there is no such manager. */
export const withSupervisor = (person: SamplePerson, supervisors: ReadonlyMap<string, string>): SamplePerson => {
  const [main, ...others] = person.posts;
  return { ...person, posts: [{ ...main, supervisor: supervisors.get(main.department) ?? null }, ...others] };
};
