/**
 * Finds people who have fewer posts or functions than last time, because a truncated file would take rights away from
 * them. People are compared one by one, because in a sum the gains of some people would hide the losses of others.
 * Joiners, leavers and people with a rejected row do not count.
 */
import type { SourceProfile } from "../../model/quality.ts";
import type { Found } from "./settings.ts";

/** This many people may always lose posts or functions. */
const mostLosers = 3;

/** The rule `posts-fell`: up to `percent` of the people with posts (or functions) may lose some of them. */
export const postsFell = (now: SourceProfile, last: SourceProfile, percent: number): Found[] => {
  const [before, after] = [last.kinds.employee, now.kinds.employee];
  if (!before || !after) return [];
  const places = new Map(before.keys.map((key, at) => [key, at]));
  return measures.flatMap(({ field, what, list }): Found[] => {
    let base = 0;
    let count = 0;
    for (const [at, key] of after.keys.entries()) {
      const had = before[list]?.[places.get(key) ?? -1] ?? -1;
      const has = after[list]?.[at] ?? -1;
      if (had <= 0 || has < 0) continue;
      base += 1;
      if (has < had) count += 1;
    }
    const limit = Math.max(mostLosers, Math.floor((base * percent) / 100));
    if (count <= limit) return [];
    const message = `${count} of ${base} people have fewer ${what} than last time; at most ${limit} were expected`;
    const hint = `check that the export is complete; if they have really lost ${what}, accept \`posts-fell\` once`;
    return [{ rule: "posts-fell", kind: "post", ...field, count, limit, base, message, hint }];
  });
};

type Measure = {
  readonly field: { readonly field?: string };
  readonly what: string;
  readonly list: "posts" | "partTime" | "functions";
};

const measures: readonly Measure[] = [
  { field: {}, what: "posts", list: "posts" },
  { field: { field: "part-time" }, what: "part-time posts", list: "partTime" },
  { field: { field: "functions" }, what: "functions", list: "functions" },
];
