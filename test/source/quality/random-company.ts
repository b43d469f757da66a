/** Random companies as a source supplies them: some fields are always filled, some partly, some never. */
import * as fc from "fast-check";
import type { Department, Employee } from "../../../src/model/directory/directory.ts";
import { seededRandom } from "../../support/target/execute-plan.ts";
import { company, type FullCompany } from "./company.ts";

type Draw = {
  readonly people: number;
  readonly departments: number;
  readonly titles: number;
  readonly levels: number;
  /** The share of people with a filled email, from 0 to 1. */
  readonly emails: number;
  /** The share of departments that keep their manager, from 0 to 1. */
  readonly managers: number;
  readonly seed: number;
};

/** Draws companies of 40 to 200 people in 20 to 60 departments. Only numbers are drawn, so a failing case is easy to read. */
export const companyDraws = (): fc.Arbitrary<Draw> =>
  fc.record({
    people: fc.integer({ min: 40, max: 200 }),
    departments: fc.integer({ min: 20, max: 60 }),
    titles: fc.integer({ min: 5, max: 40 }),
    levels: fc.integer({ min: 1, max: 14 }),
    emails: fc.double({ min: 0, max: 1, noNaN: true }),
    managers: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.nat({ max: 0x7fffffff }),
  });

export const drawnCompany = ({ levels, emails, managers, seed, ...sizes }: Draw): FullCompany => {
  const random = seededRandom(seed);
  const { departments, employees, ...frame } = company(sizes);
  return {
    ...frame,
    levels: Array.from({ length: levels }, (_, at) => ({ code: `L${at}`, name: `第${at}級`, active: true })),
    departments: departments.map((department, at) => replanted(department, at, departments, managers, random)),
    employees: employees.map((person) => thinned(person, emails, random)),
  };
};

const replanted = (
  department: Department,
  at: number,
  all: readonly Department[],
  managers: number,
  random: () => number,
): Department => ({
  ...department,
  parent: at === 0 || random() < 0.05 ? null : (all[Math.floor(random() * at)]?.code ?? null),
  manager: random() < managers ? (department.manager ?? null) : null,
});

const thinned = ({ email, ...person }: Employee, emails: number, random: () => number): Employee => ({
  ...person,
  ...(random() < emails ? { email: email ?? null } : {}),
  ...(random() < 0.1 ? { number: null } : {}),
});
