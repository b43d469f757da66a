/**
 * Reads a field through a function of the company's own. A function that makes somebody inactive by a day that lies ahead is not
 * believed: it is asked again without the days, and if the answer is another one, the days decided.
 */
import type { FieldValue } from "../../model/plan/plan.ts";
import type { Cell, Cells } from "../feeds/record.ts";
import type { FieldMapping } from "../mapping/field-settings.ts";
import type { Converted } from "../values/cell.ts";
import { hasDayFrom } from "../values/days-in-texts.ts";
import { compact } from "../values/texts.ts";
import type { IsBlank, Place } from "./column-text.ts";
import type { FieldPlace } from "./field-place.ts";
import { dayAhead } from "./inactive-by-day.ts";

type Input = Readonly<Record<string, Cell>>;

/**
 * `one` treats the answer of the function like a cell; `none` is the value if the answer is null. `failed`: what a cell gives that is the
 * error of a formula. A function would take it for a word that it does not know, so it is not asked.
 */
export const functionReader = (
  mapping: FieldMapping,
  place: Place,
  around: FieldPlace,
  one: (cell: Cell) => Converted,
  {
    none,
    isBlank,
    failed,
  }: {
    readonly none: FieldValue;
    readonly isBlank: IsBlank;
    readonly failed: (text: string) => Converted | undefined;
  },
): ((cells: Cells) => Converted) => {
  const { functions, survey, field } = around;
  const reads = (mapping.reads ?? []).map((name) => [name, place(name)] as const);
  const { ask, answer } = functions.named(mapping.function ?? "");
  survey.asking++;
  const given = (cell: Cell): Cell => (typeof cell === "string" && isBlank(cell.trim()) ? "" : cell);
  const withoutDays = field === "active" ? blankingDays(around, mapping) : undefined;
  const read = (input: Input): Converted => {
    const said = answer(input);
    if ("bad" in said) return said;
    return said.cell === null ? { value: none } : one(said.cell ?? "");
  };
  return (cells) => {
    const input = Object.fromEntries(reads.map(([name, index]) => [name, given(cells[index] ?? "")]));
    const unread = Object.values(input)
      .flat()
      .map((text) => failed(text.trim()))
      .find((bad) => bad !== undefined);
    if (unread) return unread;
    const otherwise = withoutDays?.blanked(input);
    if (survey.on) {
      ask(input);
      if (otherwise) ask(otherwise);
      return { value: undefined };
    }
    const made = read(input);
    return otherwise && isInactive(made) && !isInactive(read(otherwise)) ? (withoutDays?.bad() ?? made) : made;
  };
};

const isInactive = (made: Converted): boolean => "value" in made && made.value === false;

const blankingDays = ({ statusDays, dated, kind, setting }: FieldPlace, { reads = [] }: FieldMapping) => {
  const column = reads.join(", ");
  const count = statusDays.at({ kind, setting, column });
  const isAhead = (name: string, cell: Cell): boolean =>
    !dated.has(compact(name)) && [cell].flat().some((text) => hasDayFrom(text.trim(), statusDays.today));
  return {
    /** The input without days that lie ahead; undefined if it has none. */
    blanked: (input: Input): Input | undefined => {
      const ahead = Object.entries(input).filter(([name, cell]) => isAhead(name, cell));
      return ahead.length === 0 ? undefined : { ...input, ...Object.fromEntries(ahead.map(([name]) => [name, ""])) };
    },
    bad: (): Converted => {
      count("decided");
      return { bad: dayAhead(column) };
    },
  };
};
