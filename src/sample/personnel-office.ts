/** The personnel office: hires people, and gives each a unique number, account and post. */
import { dayMs } from "../lib/clock.ts";
import { addDays, yearOf } from "./calendar.ts";
import { functionCodes } from "./catalogue.ts";
import { staffTitlesOf } from "./departments.ts";
import { invalidIdCardNumber } from "./identity-card.ts";
import { accountOf, drawGivenName, drawSurname } from "./names.ts";
import type { SamplePerson, SamplePost } from "./picture.ts";
import type { Random } from "./random.ts";

export type PersonnelOffice = {
  /** Returns a new person with one post, hired between `firstHireDate` and `lastHireDate`. */
  readonly hire: (post: SamplePost, firstHireDate: string, lastHireDate: string) => SamplePerson;
  /** Returns the account, with a number appended if somebody else has it. */
  readonly freeAccount: (account: string) => string;
};

export const openPersonnelOffice = (random: Random): PersonnelOffice => {
  let hired = 0;
  const holders = new Map<string, number>();
  const freeAccount = (account: string): string => {
    const count = (holders.get(account) ?? 0) + 1;
    holders.set(account, count);
    return count === 1 ? account : `${account}${count}`;
  };
  const hire: PersonnelOffice["hire"] = (post, firstHireDate, lastHireDate) => {
    hired += 1;
    const gender = random.chance(0.5) ? "Male" : "Female";
    const surname = drawSurname(random);
    const givenName = drawGivenName(random, gender);
    const account = freeAccount(accountOf({ surname, givenName }, "given"));
    const hireDate = drawDate(random, firstHireDate, lastHireDate);
    const age = random.integer(22, 40);
    return {
      number: String(hired).padStart(6, "0"),
      account,
      surname,
      givenName,
      gender,
      idCardNumber: invalidIdCardNumber(random, gender),
      birthDate: addDays(`${yearOf(hireDate) - age}-01-01`, random.integer(0, 364)),
      phoneNumber: drawPhoneNumber(random),
      email: `${account}@example.com`,
      hireDate,
      lastDay: null,
      status: "employed",
      posts: [post],
    };
  };
  return { hire, freeAccount };
};

const drawDate = (random: Random, first: string, last: string): string => {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs;
  return addDays(first, random.integer(0, days));
};

/** Returns a random phone number in the format `09xx-xxx-xxx`. */
export const drawPhoneNumber = (random: Random): string => {
  const digits = (count: number) => String(random.integer(0, 10 ** count - 1)).padStart(count, "0");
  return `09${digits(2)}-${digits(3)}-${digits(3)}`;
};

/** Returns a post of an ordinary staff member. One post in three has a function. */
export const staffPost = (random: Random, department: string): SamplePost => ({
  department,
  title: random.pick(staffTitlesOf(department)),
  functions: random.chance(1 / 3) ? [random.pick(functionCodes)] : [],
  supervisor: null,
});
