/**
 * The changes to the sample company between its two pictures (`picture.ts`), six weeks ago and today. The numbers of changes are
 * for a company of 300 people and grow with its size; only the reorganisation has a fixed size. A plan for these changes
 * stays within strict limits of the guard (test/sample/story.test.ts).
 */
import { addDays } from "./calendar.ts";
import { addedFunctionCode, catalogueToday, titleCode } from "./catalogue.ts";
import { landmark, workplaces } from "./departments.ts";
import { accountOf, drawGivenName } from "./names.ts";
import { drawPhoneNumber, type PersonnelOffice, staffPost } from "./personnel-office.ts";
import type { Picture, SamplePerson } from "./picture.ts";
import type { Random } from "./random.ts";
import { openRegister, type Register } from "./register.ts";
import { codeToday, moved, reorganise } from "./reorganisation.ts";
import { directors, otherPlace, withPartTimePost, withSupervisor } from "./staff.ts";

/** The dates of the two pictures. */
export type Period = { readonly before: string; readonly today: string };

/** Most people who leave a company of any size. By default the guard permits at most 500 disabled people in one run. */
const mostLeavers = 400;

type Telling = {
  readonly register: Register;
  readonly office: PersonnelOffice;
  readonly random: Random;
  readonly period: Period;
  /** Departments where new and moved people may work. */
  readonly places: readonly [string, ...string[]];
  /** Scales a number of people from a company of 300 to this company. */
  readonly share: (of300: number) => number;
};

/** Returns today's picture, and the number of the person whose birth date in the export is not a valid date. */
export const tellStory = (
  before: Picture,
  period: Period,
  office: PersonnelOffice,
  random: Random,
): { readonly today: Picture; readonly misspelt: string } => {
  const register = openRegister(before, landmark.dissolvedSection, random);
  const share = (of300: number) => Math.max(1, Math.round((before.people.length * of300) / 300));
  const places = workplaces(before.departments);
  const telling: Telling = { register, office, random, period, places, share };
  promote(telling);
  const misspelt = register.take("ordinary", 1)[0]?.number ?? "";
  const departments = reorganise(before.departments, register, period.today);
  comeAndGo(telling);
  changePosts(telling, before);
  changeData(telling);
  const people = register.everybody().map(underCodesOfToday);
  return { today: { ...catalogueToday, departments, people }, misspelt };
};

/**
 * Promotes a few people. It runs first, because few people have the required titles, and later changes could use them up. The
 * reorganisation promotes another person, the new division's manager.
 */
const promote = ({ register, share }: Telling): void => {
  const hasTitle = (title: string) => (person: SamplePerson) => person.posts[0].title === title;
  for (const person of register.take("ordinary", 1, hasTitle(titleCode.retired))) {
    register.put(inTitle(person, titleCode.assistant));
  }
  for (const person of register.take("ordinary", 1, hasTitle(titleCode.seniorEngineer))) {
    register.put(inTitle(person, titleCode.added, [addedFunctionCode]));
  }
  for (const person of register.take("ordinary", share(3) - 3, hasTitle(titleCode.engineer))) {
    register.put(inTitle(person, titleCode.seniorEngineer));
  }
};

/**
 * Some people join (the first without an e-mail address), some leave, a few have a last day in the future, and some return from
 * leave.
 */
const comeAndGo = ({ register, office, random, period, places, share }: Telling): void => {
  const { before, today } = period;
  for (let joined = 0; joined < share(9); joined += 1) {
    const joiner = office.hire(staffPost(random, random.pick(places)), addDays(before, 1), today);
    register.put(joined === 0 ? { ...joiner, email: null } : joiner);
  }
  for (const person of register.take("ordinary", Math.min(mostLeavers, share(4)))) {
    register.put({ ...person, status: "left", lastDay: addDays(today, -random.integer(1, 7)) });
  }
  for (const person of register.take("ordinary", share(1))) register.put({ ...person, lastDay: addDays(today, 10) });
  for (const person of register.take("on-leave", share(1))) register.put({ ...person, status: "employed" });
};

/** Some people move to another department, gain or give up a part-time post, or get a chosen supervisor. */
const changePosts = ({ register, random, places, share }: Telling, before: Picture): void => {
  for (const person of register.take("ordinary", share(4))) {
    register.put(moved(person, otherPlace(person, places, random)));
  }
  for (const person of register.take("ordinary", share(3))) register.put(withPartTimePost(person, places, random));
  for (const person of register.take("part-timer", share(3))) register.put({ ...person, posts: [person.posts[0]] });
  const supervisors = directors(before.departments);
  const hasDirector = (person: SamplePerson) => supervisors.has(person.posts[0].department);
  for (const person of register.take("ordinary", share(2), hasDirector)) {
    register.put(withSupervisor(person, supervisors));
  }
};

const inTitle = (person: SamplePerson, title: string, functions = person.posts[0].functions): SamplePerson => {
  const [main, ...others] = person.posts;
  return { ...person, posts: [{ ...main, title, functions }, ...others] };
};

/** Some people get a new name, a new account for the same employee number, a new phone number or a new e-mail address. */
const changeData = ({ register, office, random, share }: Telling): void => {
  for (const person of register.take("ordinary", share(2))) {
    let givenName = drawGivenName(random, person.gender);
    while (givenName[0] === person.givenName[0]) givenName = drawGivenName(random, person.gender);
    register.put({ ...person, givenName });
  }
  for (const person of register.take("ordinary", share(1))) {
    register.put({ ...person, account: office.freeAccount(accountOf(person, "family")) });
  }
  for (const [index, person] of register.take("ordinary", share(8)).entries()) {
    register.put(
      index % 2 === 0
        ? { ...person, phoneNumber: drawPhoneNumber(random) }
        : { ...person, email: `${person.account}@mail.example.com` },
    );
  }
};

const underCodesOfToday = (person: SamplePerson): SamplePerson => {
  const [main, ...others] = person.posts.map((post) => ({ ...post, department: codeToday(post.department) }));
  return main ? { ...person, posts: [main, ...others] } : person;
};
