/**
 * Makes a report short enough to be read at once: as many examples of each group as fit. What is left out is counted where it
 * would stand, so nobody takes the short report for the whole one.
 */

/**
 * How much a report shows: groups of at most `whole` entries are listed in full, of larger ones `examples`; then the groups of a
 * section, the rows of a table or list, and whether the fields of an entry are listed or only counted.
 */
export type Limits = Readonly<Record<"whole" | "examples" | "groups" | "rows", number>> & { readonly fields: boolean };

const all = Number.POSITIVE_INFINITY;

export const noLimits: Limits = { whole: all, examples: all, groups: all, rows: all, fields: true };

export const fewExamples: Limits = { whole: 20, examples: 5, groups: all, rows: 10, fields: true };

/** From what most reports need to what the largest can have. */
const shortLimits: readonly Limits[] = [
  fewExamples,
  { whole: 20, examples: 5, groups: all, rows: 10, fields: false },
  { whole: 5, examples: 5, groups: all, rows: 5, fields: false },
  { whole: 3, examples: 3, groups: 12, rows: 3, fields: false },
  { whole: 1, examples: 1, groups: 12, rows: 3, fields: false },
  { whole: 0, examples: 0, groups: 12, rows: 2, fields: false },
  { whole: 0, examples: 0, groups: 5, rows: 1, fields: false },
];

/** The entries of a group that are shown, and the number of the others. */
export const examplesOf = <Item>(
  items: readonly Item[],
  { whole, examples }: Limits,
): readonly [shown: readonly Item[], more: number] =>
  items.length <= whole ? [items, 0] : [items.slice(0, examples), items.length - examples];

/** A short report has at most so many lines. */
export const longestShort = 60;

/** A section of a report; `isWhole`: its end is never left out. */
export type Part = readonly string[] | { readonly isWhole: true; readonly lines: readonly string[] };

/**
 * Returns the lines of a report. `sections` writes it within limits, section by section; where even the least is too long, the
 * longest sections lose their ends, and `more` says how many lines.
 */
export const reportLines = (
  sections: (limits: Limits) => readonly Part[],
  full: boolean,
  more: (lines: number) => string,
): readonly string[] => {
  if (full) return sections(noLimits).flatMap(linesOf);
  let written: readonly (readonly string[])[] = [];
  let isWhole: readonly boolean[] = [];
  for (const limits of shortLimits) {
    const made = sections(limits);
    isWhole = made.map((section) => "isWhole" in section);
    written = made.map((section) => linesOf(section).flatMap((text) => text.split("\n")));
    if (written.flat().length <= longestShort) return written.flat();
  }
  const lengths = written.map(({ length }) => length);
  for (let excess = written.flat().length - longestShort; excess > 0; excess -= 1) {
    const longest = Math.max(...lengths.filter((_, at) => !isWhole[at]));
    lengths[lengths.findIndex((length, at) => length === longest && !isWhole[at])] = longest - 1;
  }
  return written.flatMap((section, at) => {
    const length = lengths[at] ?? 0;
    const cut = section.length - length;
    return cut === 0 ? section : [...section.slice(0, length - 1), more(cut + 1)];
  });
};

const linesOf = (section: Part): readonly string[] => ("isWhole" in section ? section.lines : section);
