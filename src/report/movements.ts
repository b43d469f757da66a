/** The head counts of departments before and after a plan, and who comes and goes between: one table, which all formats show. */
import { visibleText } from "../lib/control-characters.ts";
import type { Plan } from "../model/plan.ts";
import type { EntryPhrasing } from "./entry-phrasing.ts";
import { capital, type Phrasing } from "./phrasing.ts";

/** The people of one department, by main post; `before` is absent for a new department, `after` for one that is closed, both where not everybody is counted. */
export type Movement = {
  readonly code: string;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** People who join or return. */
  readonly joins: number;
  readonly leaves: number;
  readonly movesIn: number;
  readonly movesOut: number;
};

/** Returns the departments that somebody joins or leaves, those whose head count changes most first. */
export const movementsOf = ({ organisation: { departments, flows } }: Plan): readonly Movement[] => {
  const states = new Map(departments.map((department) => [department.code, department]));
  const counts = new Map<string, { joins: number; leaves: number; movesIn: number; movesOut: number }>();
  const add = (code: string | null, what: "joins" | "leaves" | "movesIn" | "movesOut", people: number) => {
    if (code === null) return;
    const count = counts.get(code) ?? { joins: 0, leaves: 0, movesIn: 0, movesOut: 0 };
    count[what] += people;
    counts.set(code, count);
  };
  for (const { from, to, people } of flows) {
    add(from, to === null ? "leaves" : "movesOut", people);
    add(to, from === null ? "joins" : "movesIn", people);
  }
  return [...counts]
    .map(([code, count]) => {
      const { before, after } = states.get(code) ?? {};
      return {
        code,
        ...(before?.people !== undefined && { before: before.people }),
        ...(after?.people !== undefined && { after: after.people }),
        ...count,
      };
    })
    .sort(
      (a, b) => Math.abs(growthOf(b)) - Math.abs(growthOf(a)) || sizeOf(b) - sizeOf(a) || (a.code < b.code ? -1 : 1),
    );
};

const sizeOf = ({ joins, leaves, movesIn, movesOut }: Movement): number => joins + leaves + movesIn + movesOut;

/** How many people more the department has after the plan; known even where the head counts are not. */
const growthOf = ({ joins, leaves, movesIn, movesOut }: Movement): number => joins + movesIn - leaves - movesOut;

/** The heads of the columns: department, before, in, out, after, change. */
export const movementColumns = (say: Phrasing): readonly string[] => [
  capital(say.field("post", "department")),
  ...(["columnBefore", "headsIn", "headsOut", "columnAfter", "headsChange"] as const).map((name) => say.phrase(name)),
];

/** The cells of one department, in the order of the columns; "" for a number that is not known. */
export const movementCells = (say: Phrasing, tell: EntryPhrasing, movement: Movement): readonly string[] => {
  const { code, before, after, joins, movesIn, leaves, movesOut } = movement;
  const count = (n: number | undefined) => (n === undefined ? "" : say.number(n));
  const sign = (n: number, sign: "+" | "−") => (n === 0 ? "" : `${sign}${say.number(n)}`);
  const growth = growthOf(movement);
  const percent = before && growth !== 0 ? ` (${share(growth / before)})` : "";
  return [
    visibleText(tell.named("department", code)),
    count(before),
    sign(joins + movesIn, "+"),
    sign(leaves + movesOut, "−"),
    count(after),
    growth === 0 ? "±0" : `${sign(Math.abs(growth), growth > 0 ? "+" : "−")}${percent}`,
  ];
};

const share = (part: number): string => {
  const percent = Math.abs(part * 100);
  return `${part > 0 ? "+" : "−"}${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)} %`;
};
