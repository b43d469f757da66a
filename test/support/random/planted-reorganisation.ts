/**
 * Draws a company and what HR has done to it: one merge, split, new code, new key or second record is planted among ordinary
 * changes that are none of these (joiners, leavers, single movers, new names, a new department with new people). Returns both
 * sides and the planted event, so a law can demand exactly this proposal.
 */
import * as fc from "fast-check";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Proposal } from "../../../src/model/plan/proposal.ts";
import {
  type FullDepartment,
  type FullDirectory,
  type FullEmployee,
  plainEmployee,
} from "../directory/full-directory.ts";
import { peopleNames, pick } from "./random-directory.ts";

/** What a proposal must say; `from` and `to` are sorted. */
type Planted = Pick<Proposal, "what"> & { readonly from: readonly string[]; readonly to: readonly string[] };

export type PlantedCase = {
  readonly source: SourceSnapshot;
  readonly current: FullDirectory;
  readonly planted: readonly Planted[];
};

const nat = fc.nat({ max: 999 });

const caseDraw = fc.record({
  sizes: fc.array(fc.integer({ min: 4, max: 9 }), { minLength: 5, maxLength: 6 }),
  event: fc.constantFrom<EventName>(
    "merged into a new one",
    "merged into another",
    "emptied into another",
    "split",
    "re-coded",
    "closed and opened again",
    "re-keyed",
    "other number",
    "twin",
    "twice in HR",
    "nothing",
  ),
  /** The end of the old departments: not in the source any more, or closed there. */
  end: fc.constantFrom<"gone" | "closed">("gone", "closed"),
  sameName: fc.boolean(),
  a: nat,
  b: nat,
  /** People who left long ago; HR's export and the service still have them in D0. */
  former: fc.nat({ max: 12 }),
  noise: fc.array(fc.record({ edit: fc.nat({ max: 4 }), a: nat, b: nat }), { maxLength: 6 }),
});

type Draw = typeof caseDraw extends fc.Arbitrary<infer Value> ? Value : never;

type EventName =
  | "merged into a new one"
  | "merged into another"
  | "emptied into another"
  | "split"
  | "re-coded"
  | "closed and opened again"
  | "re-keyed"
  | "other number"
  | "twin"
  | "twice in HR"
  | "nothing";

/** A reorganisation under way: HR's directory, which the event edits, and the event's draw. */
type Stage = { readonly hr: FullDirectory; readonly draw: Draw };

export const plantedCases = (): fc.Arbitrary<PlantedCase> =>
  caseDraw.map((draw) => {
    const current = companyOf(draw.sizes);
    const hr = structuredClone(current);
    const former = Array.from({ length: draw.former }, (_, at) => ({
      ...person(`f${at}`, 3300 + at, "D0"),
      active: false,
    }));
    current.employees.push(...structuredClone(former));
    const planted = events[draw.event]({ hr, draw });
    // Ordinary changes concern the last departments only; events concern the first three.
    for (const { edit, a, b } of draw.noise) noise[edit]?.(hr, a, b);
    hr.employees.push(...former);
    const { levels, titles, functions, departments, employees } = hr;
    const directory = { levels, titles, functions, departments, employees };
    return { source: { directory, rejected: [], renames: [] }, current, planted };
  });

/** D0 … Dn below HQ; every person has a number, ID number, e-mail and birth date that nobody else has. Names repeat. */
const companyOf = (sizes: readonly number[]): FullDirectory => ({
  levels: [{ code: "L1", name: "部", active: true }],
  titles: [],
  categories: [],
  functions: [],
  departments: [department("HQ", "總公司", null), ...sizes.map((_, at) => department(`D${at}`, `第${at}課`))],
  employees: sizes.flatMap((size, at) =>
    Array.from({ length: size }, (_, index) => person(`${at}.${index}`, at * 20 + index, `D${at}`)),
  ),
});

const department = (code: string, name: string, parent: string | null = "HQ"): FullDepartment => ({
  code,
  name,
  parent,
  level: "L1",
  description: null,
  active: true,
  manager: null,
});

const person = (account: string, at: number, code: string): FullEmployee => ({
  ...plainEmployee(`p${account}`, pick(peopleNames, at) ?? ""),
  number: `N${account}`,
  idCardNumber: `A1${10_000_000 + at}`,
  email: `p${account}@example.com`,
  birthDate: `${1950 + (at % 50)}-0${1 + (at % 9)}-${10 + Math.floor(at / 50)}`,
  posts: [{ department: code, main: true, title: null, functions: [], supervisor: null }],
});

const membersOf = (hr: FullDirectory, code: string): FullEmployee[] =>
  hr.employees.filter(({ posts }) => posts[0]?.department === code);

const send = (people: readonly FullEmployee[], code: string): void => {
  for (const { posts } of people) if (posts[0]) posts[0].department = code;
};

const endDepartments = ({ hr, draw }: Stage, codes: readonly string[], end: "gone" | "closed" = draw.end): void => {
  if (end === "gone") hr.departments = hr.departments.filter(({ code }) => !codes.includes(code));
  for (const found of hr.departments) if (codes.includes(found.code)) found.active = false;
};

const open = (hr: FullDirectory, code: string, name: string): void => void hr.departments.push(department(code, name));

/** Most people of the departments go to `to`; fewer than half of each, at most two, go to D3. */
const join = ({ hr, draw }: Stage, codes: readonly string[], to: string): void => {
  for (const code of codes) {
    const members = membersOf(hr, code);
    const astray = Math.min(draw.b % 3, Math.ceil(members.length / 2) - 1);
    send(members.slice(0, astray), "D3");
    send(members.slice(astray), to);
  }
};

const events: Readonly<Record<EventName, (stage: Stage) => Planted[]>> = {
  "merged into a new one": (stage) => {
    const codes = ["D0", "D1", "D2"].slice(0, 2 + (stage.draw.a % 2));
    open(stage.hr, "M", stage.draw.sameName ? "第0課" : "聯合課");
    join(stage, codes, "M");
    endDepartments(stage, codes);
    return [{ what: "merge", from: codes, to: ["M"] }];
  },
  "merged into another": (stage) => {
    const codes = ["D0", "D1"].slice(0, 1 + (stage.draw.a % 2));
    join(stage, codes, "D2");
    endDepartments(stage, codes);
    return [{ what: "merge", from: codes, to: ["D2"] }];
  },
  "emptied into another": (stage) => {
    join(stage, ["D0"], "D2");
    return [{ what: "merge", from: ["D0"], to: ["D2"] }];
  },
  split: (stage) => {
    const { hr, draw } = stage;
    const members = membersOf(hr, "D0");
    const first = 2 + (draw.a % (members.length - 3));
    open(hr, "S1", draw.sameName ? "第0課" : "新一課");
    open(hr, "S2", "新二課");
    send(members.slice(0, first), "S1");
    send(members.slice(first), "S2");
    endDepartments(stage, ["D0"]);
    return [{ what: "split", from: ["D0"], to: ["S1", "S2"] }];
  },
  "re-coded": (stage) => {
    open(stage.hr, "R", stage.draw.sameName ? "第0課" : "改名課");
    join(stage, ["D0"], "R");
    endDepartments(stage, ["D0"], "gone");
    return [{ what: "recode", from: ["D0"], to: ["R"] }];
  },
  "closed and opened again": (stage) => {
    open(stage.hr, "R", stage.draw.sameName ? "第0課" : "改名課");
    join(stage, ["D0"], "R");
    endDepartments(stage, ["D0"], "closed");
    return [{ what: "recode", from: ["D0"], to: ["R"] }];
  },
  "re-keyed": ({ hr, draw }) =>
    membersOf(hr, "D0")
      .slice(0, 1 + (draw.a % 4))
      .map((found): Planted => {
        const from = found.account;
        Object.assign(found, { account: `new.${from}`, number: `X${from}` });
        return { what: "re-key", from: [from], to: [found.account] };
      }),
  "other number": ({ hr }) =>
    membersOf(hr, "D0")
      .slice(0, 2)
      .map((found): Planted => {
        found.number = `X${found.account}`;
        return { what: "re-key", from: [found.account], to: [found.account] };
      }),
  twin: ({ hr, draw }) =>
    membersOf(hr, "D0")
      .slice(0, 1)
      .map((found): Planted => {
        const from = found.account;
        Object.assign(found, { account: `new.${from}`, number: `X${from}`, idCardNumber: null });
        if (draw.sameName) found.email = null;
        return { what: "twin", from: [from], to: [found.account] };
      }),
  "twice in HR": ({ hr, draw }) => {
    const [found] = membersOf(hr, "D0");
    if (!found) return [];
    const copy = { ...structuredClone(found), account: "again", number: "X1", email: null };
    hr.employees.push(draw.sameName ? { ...copy, idCardNumber: null } : { ...copy, birthDate: null });
    return [{ what: "twin", from: [found.account], to: ["again"] }];
  },
  nothing: () => [],
};

/** Somebody of D4; nobody once only two are left, because a department that is emptied is no ordinary change. */
const goingFrom = (hr: FullDirectory, number: number): FullEmployee | undefined => {
  const working = membersOf(hr, "D4").filter(({ active }) => active);
  return working.length > 2 ? pick(working, number) : undefined;
};

/** Changes of an ordinary day, in departments that no event concerns. */
const noise: readonly ((hr: FullDirectory, a: number, b: number) => void)[] = [
  (hr, a) => void hr.employees.push(person(`joiner${a}`, 300 + a, "D4")),
  (hr, a) => {
    const found = goingFrom(hr, a);
    if (found) found.active = false;
  },
  (hr, a) => {
    const found = goingFrom(hr, a);
    if (found) send([found], "D3");
  },
  (hr, a, b) => {
    const found = hr.departments.find(({ code }) => code === (b % 2 === 0 ? "D3" : "D4"));
    if (found) found.name = `改名${a}課`;
  },
  (hr, a) => {
    if (hr.departments.some(({ code }) => code === `G${a}`)) return;
    open(hr, `G${a}`, `新設${a}課`);
    hr.employees.push(person(`g${a}.0`, 1300 + a, `G${a}`), person(`g${a}.1`, 2300 + a, `G${a}`));
  },
];
