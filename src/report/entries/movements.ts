/** Counts joiners, movers and leavers department by department, with the head counts before and after the plan. */
import type { Plan } from "../../model/plan/plan.ts";

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
export const growthOf = ({ joins, leaves, movesIn, movesOut }: Movement): number => joins + movesIn - leaves - movesOut;
