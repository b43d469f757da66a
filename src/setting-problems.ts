/**
 * What is wrong with settings, in one line for each problem: the place, and what is expected there. Where a schema permits
 * several forms, the one that is meant speaks alone: the one that knows the keys that are there.
 */
import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** The value, or the lines; no line repeats a value. */
export const checkedSettings = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { readonly data: z.infer<Schema> } | { readonly problems: readonly string[] } => {
  const known = new Map<string, readonly string[]>();
  const checked = schema.safeParse(input, {
    reportInput: true,
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return undefined;
      // Only here it is still known which keys there could be.
      const { def } = (issue.inst as Inner | undefined)?._zod ?? {};
      const keys = Object.keys(def?.shape ?? def?.keyType?._zod?.def?.entries ?? {});
      known.set(keys.join(), keys);
      return keys.join();
    },
  });
  if (checked.success) return { data: checked.data };
  return { problems: linesOf(checked.error.issues, [], known) };
};

/** An object has a shape, a record an enum of keys. */
type Inner = {
  readonly _zod?: { readonly def?: { readonly shape?: object; readonly entries?: object; readonly keyType?: Inner } };
};

type Known = ReadonlyMap<string, readonly string[]>;

const linesOf = (issues: readonly Issue[], above: readonly PropertyKey[], known: Known): string[] => {
  const misspelt = new Set<string>();
  const lacking = issues.filter((issue) => issue.path.length === 1 && isMissing(issue));
  const lines = issues.flatMap((issue) => {
    if (followsFrom(issue, issues)) return [];
    const path = [...above, ...issue.path];
    if (isMissing(issue)) return [line(path, needed)];
    if (issue.code === "invalid_union") {
      const meant = formMeant(issue, known);
      return meant ? linesOf(meant, path, known) : [line(path, issue.message)];
    }
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => {
        const there = known.get(issue.message) ?? [];
        // The one key too many is the one that lacks.
        const isOnly = issue.path.length === 0 && issue.keys.length === 1 && lacking.length === 1;
        const only = isOnly ? lacking[0]?.path[0] : undefined;
        const nearest = nearestTo(key, there) ?? (only === undefined ? undefined : String(only));
        if (nearest !== undefined) misspelt.add([...path, nearest].join("."));
        const hint = nearest === undefined ? `there are ${there.join(", ")}` : `did you mean \`${nearest}\`?`;
        return line([...path, key], `is not known here; ${hint}`);
      });
    }
    return [line(path, issue.message.replace(/^Invalid input: /, ""))];
  });
  const solved = new Set([...misspelt].map((path) => `${path}: ${needed}`));
  return lines.filter((one) => !solved.has(one));
};

const needed = "is needed";

/** What is said of several settings together, where one of them is misspelt, or of the whole where a part is wrong. */
const followsFrom = (issue: Issue, issues: readonly Issue[]): boolean => {
  if (issue.code !== "custom") return false;
  if (isOfWhole(issue)) return issues.some((other) => other.path[0] === issue.path[0] && !isOfWhole(other));
  const [at, above] = [issue.path.join("."), issue.path.slice(0, -1).join(".")];
  return (
    typeof issue.input === "object" &&
    issues.some(({ code, path }) => code === "unrecognized_keys" && [at, above].includes(path.join(".")))
  );
};

/** Rules that take all other settings for right mark their issues so. */
const isOfWhole = (issue: Issue): boolean => issue.code === "custom" && issue.params?.["whole"] === true;

const line = (path: readonly PropertyKey[], message: string): string => `${path.join(".") || "(top)"}: ${message}`;

const isMissing = (issue: Issue): boolean =>
  issue.input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code);

type Union = Extract<Issue, { readonly code: "invalid_union" }>;

/** The problems of the form that is meant; undefined where no form fits at all. */
const formMeant = (union: Union, known: Known): readonly Issue[] | undefined => {
  const fitting = union.errors.filter(
    (issues) => !issues.some((issue) => isOfAnotherType(issue, known)) && knowsAKey(issues, union.input, known),
  );
  return fitting.reduce<readonly Issue[] | undefined>(
    (best, issues) => (best === undefined || strangeness(issues) < strangeness(best) ? issues : best),
    undefined,
  );
};

/** Is the whole not what this form is, rather than something in it? */
const isOfAnotherType = (issue: Issue, known: Known): boolean =>
  issue.path.length === 0 &&
  (issue.code === "invalid_type" ||
    issue.code === "invalid_value" ||
    (issue.code === "invalid_union" && formMeant(issue, known) === undefined));

/** A key that is nearly one of its keys counts. */
const knowsAKey = (issues: readonly Issue[], input: unknown, known: Known): boolean => {
  if (typeof input !== "object" || input === null) return true;
  const unknown = unknownKeys(issues);
  return (
    Object.keys(input).length > unknown.length ||
    unknown.some(({ key, there }) => nearestTo(key, known.get(there) ?? []) !== undefined)
  );
};

const unknownKeys = (issues: readonly Issue[]) =>
  issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0
      ? issue.keys.map((key) => ({ key, there: issue.message }))
      : [],
  );

/** How many keys a form does not know, and how many it lacks. */
const strangeness = (issues: readonly Issue[]): number =>
  unknownKeys(issues).length + issues.filter((issue) => issue.path.length === 1 && isMissing(issue)).length;

const nearestTo = (key: string, known: readonly string[]): string | undefined => {
  const most = Math.max(1, Math.floor(key.length / 3));
  const [nearest] = known
    .map((one) => ({ one, steps: stepsBetween(key.toLowerCase(), one.toLowerCase()) }))
    .filter(({ steps }) => steps <= most)
    .sort((a, b) => a.steps - b.steps);
  return nearest?.one;
};

/** Letters put in, left out or replaced on the way from one word to another (Levenshtein). */
const stepsBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [at, other] of Array.from(to).entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
