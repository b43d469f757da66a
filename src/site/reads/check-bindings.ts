/**
 * Checks the addresses of operations: calls every reading operation that a run needs, first the lists, then the
 * operations about one object for the first department and the first person. Writing operations are not called; the
 * check only lists their bindings.
 */
import type { z } from "zod";
import { aliasesOf } from "../../client/answers/field-names.ts";
import { type Binding, bindingOf, bindingText } from "../../client/binding.ts";
import { CallError, isRefusal } from "../../client/call-error.ts";
import { type OrganisationId, specOf } from "../../contract/contract.ts";
import { recordOf } from "../../contract/records/properties.ts";
import { travelsInPath } from "../../contract/records/texts.ts";
import { asMusterdError, MusterdError } from "../../lib/errors.ts";
import type { Guard, ReadCalls } from "../calls/call.ts";
import { isUnknownPath } from "../calls/stops-run.ts";
import { boundBy, neededReads, neededWrites, sitePaths } from "../settings/bindings.ts";
import type { TargetSettings } from "../settings/settings.ts";
import { employeeParams } from "./probe.ts";
import { findsNobody } from "./strangers.ts";

/** A line of `musterd check`; `part` is `target`, or for example `target D10` for one operation. */
export type BindingCheck =
  | { readonly part: string; readonly found: string }
  | { readonly part: string; readonly error: MusterdError };

const unguarded: Guard = () => undefined;

/** The result of one operation; without `answer` the call failed or was not possible. */
type Tried = {
  readonly id: OrganisationId;
  readonly answer?: unknown;
  readonly error?: MusterdError;
  readonly untried?: true;
};

/** Texts of a check in one language; `ids` is a list such as `V1, D1`. */
export type CheckWords = {
  readonly answered: (ids: string) => string;
  readonly untried: (ids: string) => string;
  readonly writesUntried: string;
  /** Between the parts of a line. */
  readonly semicolon: string;
  readonly bound: (binding: string, by: string, state: "answers" | "untried" | "write") => string;
  readonly unneeded: (file: string, ids: string) => string;
};

/** `described`: the name of the target in texts for people. */
export const checkBindings = async (
  calls: ReadCalls,
  described: string,
  words: CheckWords,
): Promise<readonly BindingCheck[]> => {
  const { settings } = calls;
  const first = await attempt("V1", () => calls.read("V1", {}, unguarded));
  if (first.error && failsEverywhere(first.error)) {
    return [{ part: "target", error: explained(settings, first.id, first.error, false) }];
  }
  const lists = [
    first,
    await attempt("D1", () => calls.read("D1", {}, unguarded)),
    await attempt("T1", () => calls.read("T1", {}, unguarded)),
    await attempt("J4", () => calls.read("J4", {}, unguarded)),
    await attempt("E1", () => calls.read("E1", {}, unguarded)),
  ];
  const tried = [...lists, ...(await tryDetails(calls, lists))];
  const noList = lists.every(({ error }) => error !== undefined);
  const idsOf = (some: readonly Tried[]): string => some.map(({ id }) => id).join(", ");
  const answered = idsOf(tried.filter(({ error, untried }) => !error && !untried));
  const untried = idsOf(tried.filter((one) => one.untried));
  const found = [words.answered(answered), ...(untried ? [words.untried(untried)] : []), words.writesUntried];
  return [
    ...(answered ? [{ part: "target", found: `${described}: ${found.join(words.semicolon)}` }] : []),
    ...neededReads.flatMap((id) => readLines(settings, tried.find((one) => one.id === id) ?? { id }, noList, words)),
    ...neededWrites.flatMap((id) => writeLines(settings, id, words)),
    ...unneeded(settings, words),
  ];
};

const attempt = async (id: OrganisationId, call: () => Promise<unknown>): Promise<Tried> => {
  try {
    return { id, answer: await call() };
  } catch (thrown) {
    return { id, error: asMusterdError(thrown) };
  }
};

/** Would every other operation fail in the same way? True if the key is refused, or the service cannot be reached. */
const failsEverywhere = ({ code, place }: MusterdError): boolean =>
  ["target-unauthorized", "target-unavailable", "target-no-answer"].includes(code) ||
  (code === "target-misconfigured" && place.status === undefined);

/** Calls D10 and D9 for a department, E2 and E4 for a person. */
const tryDetails = async (calls: ReadCalls, lists: readonly Tried[]): Promise<readonly Tried[]> => {
  const keysOf = (list: OrganisationId, key: "code" | "account"): readonly string[] => {
    const records = (lists.find(({ id }) => id === list)?.answer ?? []) as readonly Record<typeof key, string>[];
    return records.map((record) => record[key]).filter(travelsInPath);
  };
  const departments = keysOf("D1", "code");
  // E1 may list people of other companies without a mark, and E2 does not find them (R64).
  const accounts = keysOf("E1", "account");
  let people: readonly string[] = [];
  let found: Tried = { id: "E2", untried: true };
  for (const [at, account] of accounts.slice(0, maxTried).entries()) {
    const tried = await attempt(
      "E2",
      async () => (await calls.readOrNone("E2", employeeParams("account", account), unguarded)) ?? notFound(),
    );
    if (at === 0 || !tried.error) [people, found] = [accounts.slice(at), tried];
    if (!isRefusalOf(tried)) break;
  }
  return [
    await attemptFor("D10", departments, (code) => calls.readOrNone("D10", { code }, unguarded)),
    await attemptFor("D9", departments, (code) => calls.read("D9", { code, includeSubDept: "false" }, unguarded)),
    found,
    await attemptFor("E4", people, (code) => calls.read("E4", employeeParams("account", code), unguarded)),
  ];
};

/** For how many objects of a list an operation is tried before it is said to find none. */
const maxTried = 10;

const isRefusalOf = ({ error }: Tried): boolean =>
  error !== undefined && (isRefusal(error) || error.code === "response-unexpected");

const attemptFor = async (
  id: OrganisationId,
  keys: readonly string[],
  call: (key: string) => Promise<unknown>,
): Promise<Tried> => {
  let tried: Tried = { id, untried: true };
  for (const key of keys.slice(0, maxTried)) {
    tried = await attempt(id, () => call(key));
    if (!isUnknownPath(tried.error)) break;
  }
  return tried;
};

const notFound = (): never => {
  throw findsNobody();
};

const readLines = (
  settings: TargetSettings,
  tried: Tried,
  noList: boolean,
  words: CheckWords,
): readonly BindingCheck[] => {
  const { id, answer, error, untried } = tried;
  const part = `target ${id}`;
  const binding = bindingAt(settings, id);
  if (error) return [{ part, error: explained(settings, id, error, noList) }];
  const unseen = unseenNames(settings, id, answer);
  if (unseen.length > 0 && binding) return [{ part, error: nameUnseen(id, binding, unseen) }];
  const by = boundBy(settings, id);
  if (!binding || !by) return [];
  return [{ part, found: words.bound(bindingText(binding), by, untried ? "untried" : "answers") }];
};

/** Adds to an error the address that was called, the setting that determines it, and what to change. */
const explained = (
  settings: TargetSettings,
  id: OrganisationId,
  error: MusterdError,
  noList: boolean,
): MusterdError => {
  const binding = bindingAt(settings, id);
  if (!binding) return error;
  const what = error instanceof CallError ? error.failure.message : error.message;
  const called = bindingText(binding);
  const by = boundBy(settings, id);
  return new MusterdError(error.code, `${called} does not answer as ${id} (${specOf(id).summary}): ${what}`, {
    place: { ...error.place, setting: by ?? `target.paths.${id} (not set)` },
    hint: hintFor(id, binding, error, noList ? settings : undefined),
    cause: error,
  });
};

const bindingAt = (settings: TargetSettings, id: OrganisationId): Binding | null =>
  bindingOf({ version: settings.version, paths: sitePaths(settings) }, id);

/** `inDoubt` are the settings if none of the lists was found: then what they share is wrong. */
const hintFor = (id: OrganisationId, { method }: Binding, error: MusterdError, inDoubt?: TargetSettings): string => {
  const { code, place, hint } = error;
  const bind = `target.paths.${id}`;
  if (inDoubt && isUnknownPath(error)) {
    return `no list was found: check target.url and target.version (now ${inDoubt.version})`;
  }
  if (inDoubt && code === "target-refused") return `no list was found: check target.corpCode (now ${inDoubt.corpCode})`;
  if (isUnknownPath(error)) return `other operations were found: set ${bind} to the address of this one`;
  if (place.status === 405) return `the path exists, but not with ${method}: set the right method in ${bind}`;
  if (code === "response-unexpected") {
    return `the address may belong to another operation (${bind}), or the properties have other names (target.fields)`;
  }
  if (code === "target-refused" && (id === "D10" || id === "E2")) {
    return `if the site answers like this when nothing exists, add its error code to target.absentErrorCodes; otherwise ${hint}`;
  }
  return hint;
};

/**
 * Returns the names in `target.fields` that no record of an answer has. A single record proves nothing, because a site may
 * leave out an empty value.
 */
const unseenNames = ({ fields }: TargetSettings, id: OrganisationId, answer: unknown): readonly string[] =>
  Object.entries(aliasesOf(fields, id)).flatMap(([property, name]) => {
    const records = recordsWith(property, answer, specOf(id).response);
    return records.length > 1 && records.every((record) => !(property in record)) ? [name] : [];
  });

/** The records of an answer that have the property according to the contract. */
const recordsWith = (property: string, value: unknown, schema: z.ZodType | undefined): readonly object[] => {
  if (Array.isArray(value)) return value.flatMap((item) => recordsWith(property, item, schema));
  const properties = recordOf(schema);
  if (!properties || typeof value !== "object" || value === null) return [];
  const within = Object.entries(value).flatMap(([name, part]) => recordsWith(property, part, properties[name]));
  return property in properties ? [value, ...within] : within;
};

const nameUnseen = (id: OrganisationId, binding: Binding, names: readonly string[]): MusterdError =>
  new MusterdError(
    "response-unexpected",
    `${bindingText(binding)} answers as ${id} (${specOf(id).summary}), but no record in it has ${names.join(", ")}`,
    {
      place: { operation: id, setting: "target.fields" },
      hint: `compare the names with an answer; write a name that only ${id} uses as "${id}.…"`,
    },
  );

const writeLines = (settings: TargetSettings, id: OrganisationId, words: CheckWords): readonly BindingCheck[] => {
  const part = `target ${id}`;
  const binding = bindingAt(settings, id);
  const missing = settings.description?.unmatched.find(({ operation }) => operation === id);
  if (!binding) return [{ part, error: unbound(id, missing?.reason) }];
  const by = boundBy(settings, id);
  return by ? [{ part, found: words.bound(bindingText(binding), by, "write") }] : [];
};

const unbound = (id: OrganisationId, reason = "nothing binds it"): MusterdError =>
  new MusterdError("operation-unbound", `the address of ${id} (${specOf(id).summary}) is not known: ${reason}`, {
    place: { operation: id, setting: "target.openapi" },
    hint: `set target.paths.${id}; until then the changes that need it fail`,
  });

/** Names the operations that the site's description does not contain and that no run needs. */
const unneeded = ({ description, paths }: TargetSettings, words: CheckWords): readonly BindingCheck[] => {
  const needed = [...neededReads, ...neededWrites];
  const ids = (description?.unmatched ?? []).map(({ operation }) => operation);
  const listed = ids.filter((id) => !needed.includes(id) && !(id in paths));
  if (!description || listed.length === 0) return [];
  return [{ part: "target", found: words.unneeded(description.file, listed.join(", ")) }];
};
