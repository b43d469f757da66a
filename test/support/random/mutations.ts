/** Random series of edits: ordinary changes to an organisation, and mistakes in its export. */
import * as fc from "fast-check";
import type { FullDirectory } from "../directory/full-directory.ts";
import { faulty } from "./faulty-edits.ts";
import { type Edit, type Numbers, ordinary } from "./ordinary-edits.ts";

const draws = (edits: readonly Edit[], maxLength: number) => {
  const number = fc.nat({ max: 999 });
  return fc.array(fc.record({ edit: fc.nat({ max: edits.length - 1 }), a: number, b: number, c: number }), {
    maxLength,
  });
};

const apply = (edits: readonly Edit[], directory: FullDirectory, drawn: readonly (Numbers & { edit: number })[]) => {
  for (const numbers of drawn) edits[numbers.edit]?.(directory, numbers);
  return directory;
};

export type DrawnEdits = readonly (Numbers & { edit: number })[];

export const ordinaryDraws = (): fc.Arbitrary<DrawnEdits> => draws(ordinary, 14);
export const faultyDraws = (): fc.Arbitrary<DrawnEdits> => draws(faulty, 3);

/** Applies ordinary edits in place; a consistent directory stays consistent. */
export const applyOrdinary = (directory: FullDirectory, drawn: DrawnEdits): FullDirectory =>
  apply(ordinary, directory, drawn);

/** Applies mistakes in place. */
export const applyFaulty = (directory: FullDirectory, drawn: DrawnEdits): FullDirectory =>
  apply(faulty, directory, drawn);
