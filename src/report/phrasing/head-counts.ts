/** The table of head counts, which all formats show: what each department has before and after, and who comes and goes between. */
import { visibleText } from "../../lib/control-characters.ts";
import { growthOf, type Movement } from "../entries/movements.ts";
import { capital, type Phrasing } from "./phrasing.ts";
import type { ShownReport } from "./shown-report.ts";

type Words = Pick<ShownReport, "say" | "tell">;

/** The heads of the columns: department, before, in, out, after, change. */
export const movementColumns = (say: Phrasing): readonly string[] => [
  capital(say.field("post", "department")),
  ...(["columnBefore", "headsIn", "headsOut", "columnAfter", "headsChange"] as const).map((name) => say.phrase(name)),
];

/** The cells of one department, in the order of the columns; "" for a number that is not known. */
export const movementCells = ({ say, tell }: Words, movement: Movement): readonly string[] => {
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

/** The same as numbers, for spreadsheets. */
export const movementNumbers = ({ tell }: Words, movement: Movement): readonly (string | number)[] => {
  const { code, before = "", after = "", joins, movesIn, leaves, movesOut } = movement;
  const department = visibleText(tell.named("department", code));
  return [department, before, joins + movesIn, -(leaves + movesOut), after, growthOf(movement)];
};

const share = (part: number): string => {
  const percent = Math.abs(part * 100);
  return `${part > 0 ? "+" : "−"}${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)} %`;
};
