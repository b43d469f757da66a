/** The sections of a report: what has failed, what has grave consequences, and the rest, each in groups of one kind and verb. */
import type { Entry, HeldEntry } from "./entries.ts";
import { capital, type Phrasing } from "./phrasing.ts";

type Section = { readonly title: string; readonly groups: readonly (readonly Entry[])[] };

/** Returns the sections that have entries; `entries` are in their order. */
export const reportSections = (entries: readonly Entry[], say: Phrasing): readonly Section[] => {
  const failed = entries.filter(hasFailed);
  const severe = entries.filter((entry) => entry.severe && !hasFailed(entry));
  const rest = entries.filter((entry) => !entry.severe && !hasFailed(entry));
  return [
    { title: capital(say.words.results.failed), groups: groupsOf(failed) },
    { title: say.phrase("lookFirst"), groups: groupsOf(severe) },
    { title: say.phrase("changes"), groups: groupsOf(rest) },
  ].filter(({ groups }) => groups.length > 0);
};

const groupsOf = (entries: readonly Entry[]): readonly (readonly Entry[])[] => [
  ...Map.groupBy(entries, ({ kind, verbs }) => `${kind}/${verbs[0]}`).values(),
];

/** Returns all that have failed or have grave consequences, and the first `limit` of the others. */
export const shownOf = <Item extends Entry | HeldEntry>(items: readonly Item[], limit: number): readonly Item[] => {
  let left = limit;
  return items.filter((item) => item.severe || ("outcome" in item && hasFailed(item)) || left-- > 0);
};

const hasFailed = ({ outcome }: Pick<Entry, "outcome">): boolean => outcome?.result === "failed";
