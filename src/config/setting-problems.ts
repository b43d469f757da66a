/**
 * Describes invalid settings, one line for each problem: the path, and what is expected there. If a schema permits several
 * forms, only the problems of the intended form are listed: the form with the fewest unknown and missing keys.
 */
import type { z } from "zod";
import { nearest } from "../lib/nearest.ts";

type Issue = z.core.$ZodIssue;

/** Returns the validated settings, or the problems. The text of a problem never contains a value. */
export const checkedSettings = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): { readonly data: z.infer<Schema> } | { readonly problems: readonly string[] } => {
  const known = new Map<string, readonly string[]>();
  const checked = schema.safeParse(input, {
    reportInput: true,
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return undefined;
      // Only this callback knows the schema with the permitted keys; the issue's message passes them on.
      const { def } = (issue.inst as Inner | undefined)?._zod ?? {};
      const keys = Object.keys(def?.shape ?? def?.keyType?._zod?.def?.entries ?? {});
      known.set(keys.join(), keys);
      return keys.join();
    },
  });
  if (checked.success) return { data: checked.data };
  return { problems: linesOf(checked.error.issues, [], known) };
};

/** The part of a zod schema that lists the permitted keys: an object schema has a shape, a record schema an enum of keys. */
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
        // With one unknown key and one missing key, the former is probably a misspelling of the latter.
        const isOnly = issue.path.length === 0 && issue.keys.length === 1 && lacking.length === 1;
        const only = isOnly ? lacking[0]?.path[0] : undefined;
        const meant = nearest(key, there)[0] ?? (only === undefined ? undefined : String(only));
        if (meant !== undefined) misspelt.add([...path, meant].join("."));
        const hint = meant === undefined ? `there are ${there.join(", ")}` : `did you mean \`${meant}\`?`;
        return line([...path, key], `is not known here; ${hint}`);
      });
    }
    return [line(path, expectation(issue))];
  });
  const solved = new Set([...misspelt].map((path) => `${path}: ${needed}`));
  return lines.filter((one) => !solved.has(one));
};

const needed = "is needed";

/** What is expected of a value, without zod's introduction, and the permitted word that is most like the given one. */
const expectation = (issue: Issue): string => {
  if (issue.code === "invalid_format" && issue.format === "url" && issue.message === "Invalid URL")
    return "is not an address, such as https://service.example.com";
  const text = issue.message.replace(/^(?:Invalid (?:input|option)|Too (?:big|small)): /, "");
  // Words with their meanings, in the place of one value for every row.
  if (issue.path.at(-1) === "value" && typeof issue.input === "object") return `${text}; did you mean \`values\`?`;
  if (issue.code !== "invalid_value" || typeof issue.input !== "string") return text;
  const [meant] = nearest(issue.input, issue.values.map(String));
  return meant === undefined ? text : `${text}; did you mean \`${meant}\`?`;
};

/** Is the issue only a consequence of another one: of a misspelt key, or of an invalid part of the same settings? */
const followsFrom = (issue: Issue, issues: readonly Issue[]): boolean => {
  if (issue.code !== "custom") return false;
  if (isOfWhole(issue)) return issues.some((other) => other.path[0] === issue.path[0] && !isOfWhole(other));
  const [at, above] = [issue.path.join("."), issue.path.slice(0, -1).join(".")];
  return (
    typeof issue.input === "object" &&
    issues.some(({ code, path }) => code === "unrecognized_keys" && [at, above].includes(path.join(".")))
  );
};

/** Rules that assume all other settings to be valid mark their issues with `whole`. */
const isOfWhole = (issue: Issue): boolean => issue.code === "custom" && issue.params?.["whole"] === true;

const line = (path: readonly PropertyKey[], message: string): string => `${path.join(".") || "(top)"}: ${message}`;

const isMissing = (issue: Issue): boolean =>
  issue.input === undefined && ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code);

type Union = Extract<Issue, { readonly code: "invalid_union" }>;

/** The problems of the intended form; undefined if no form fits. */
const formMeant = (union: Union, known: Known): readonly Issue[] | undefined => {
  const fitting = union.errors.filter(
    (issues) => !issues.some((issue) => isOfAnotherType(issue, known)) && knowsAKey(issues, union.input, known),
  );
  return fitting.reduce<readonly Issue[] | undefined>(
    (best, issues) => (best === undefined || strangeness(issues) < strangeness(best) ? issues : best),
    undefined,
  );
};

/** Does this form expect a value of another type? False if only a part of the value is wrong. */
const isOfAnotherType = (issue: Issue, known: Known): boolean =>
  issue.path.length === 0 &&
  (issue.code === "invalid_type" ||
    issue.code === "invalid_value" ||
    (issue.code === "invalid_union" && formMeant(issue, known) === undefined));

/** Does the input have at least one key that the form knows, or that is spelt nearly like a key of the form? */
const knowsAKey = (issues: readonly Issue[], input: unknown, known: Known): boolean => {
  if (typeof input !== "object" || input === null) return true;
  const unknown = unknownKeys(issues);
  return (
    Object.keys(input).length > unknown.length ||
    unknown.some(({ key, there }) => nearest(key, known.get(there) ?? []).length > 0)
  );
};

const unknownKeys = (issues: readonly Issue[]) =>
  issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0
      ? issue.keys.map((key) => ({ key, there: issue.message }))
      : [],
  );

/** Number of keys that the form does not know, plus required keys that are missing. */
const strangeness = (issues: readonly Issue[]): number =>
  unknownKeys(issues).length + issues.filter((issue) => issue.path.length === 1 && isMissing(issue)).length;
