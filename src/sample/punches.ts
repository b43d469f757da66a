/** Punches of the sample company: the working days of the last three weeks, for a few people in the office and outside. */

import { punchType } from "../contract/operations/everyday.ts";
import type { CompanyDocument } from "../contract/sections/company-document.ts";
import type { PunchType } from "../contract/sections/everyday.ts";
import type { Organisation } from "../contract/sections/organisation.ts";
import { utcOffset } from "../lib/clock.ts";
import { addDays } from "./calendar.ts";
import { type Random, seededRandom } from "./random.ts";

type Punches = NonNullable<CompanyDocument["punches"]>;

const seed = 4_711;
const daysBack = 21;
const office = ["E100", "E200"];
const sales = ["D110"];
const peopleOfEach = 6;

export const samplePunches = (organisation: Organisation, today: string): Punches => {
  const random = seededRandom(seed);
  const days = Array.from({ length: daysBack }, (_, index) => addDays(today, index - daysBack)).filter(isWorkingDay);
  const punching = [
    ...peopleIn(organisation, office).map((account) => ({ account, travels: false })),
    ...peopleIn(organisation, sales).map((account) => ({ account, travels: true })),
  ];
  return punching.flatMap(({ account, travels }) => days.flatMap((day) => dayOf(account, day, travels, random)));
};

/** Returns the accounts of the first few people whose main post is in one of the departments. */
const peopleIn = ({ employees }: Organisation, departments: readonly string[]): readonly string[] =>
  employees
    .filter(({ active, depts }) => active && depts.some((post) => post.isMainDept && departments.includes(post.code)))
    .slice(0, peopleOfEach)
    .map(({ account }) => account);

const isWorkingDay = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

const customers = ["新竹客戶", "台南客戶", "高雄客戶"] as const;

/** Returns one person's punches of one day. People are absent one day in twenty; travellers visit a customer one day in three. */
const dayOf = (account: string, day: string, travels: boolean, random: Random): Punches => {
  const punch = (minutes: number, type: PunchType, location: string, remark: string | null = null) => ({
    account,
    punchDate: `${day}T${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(random.integer(0, 59))}${utcOffset}`,
    punchType: type,
    location,
    remark,
  });
  if (random.chance(1 / 20)) return [];
  const first = punch(random.integer(500, 545), punchType.in, "大門");
  const last = punch(random.integer(1_050, 1_140), punchType.out, "大門");
  if (!travels || !random.chance(1 / 3)) return [first, last];
  const customer = random.pick(customers);
  return [
    first,
    punch(random.integer(600, 660), punchType.outOfOfficeIn, customer, "拜訪客戶"),
    punch(random.integer(840, 960), punchType.outOfOfficeOut, customer),
    last,
  ];
};

const twoDigits = (value: number): string => String(value).padStart(2, "0");
