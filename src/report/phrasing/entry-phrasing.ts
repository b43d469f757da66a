/**
 * Phrases entries: what happens to an object in one line, and its fields one by one. Departments, titles, functions, levels and
 * people are named, with their codes or accounts beside the names.
 */
import type { ListedKind } from "../../model/directory/objects.ts";
import { referredBy } from "../../model/directory/references.ts";
import type { FieldValue, Plan, Reason } from "../../model/plan/plan.ts";
import type { Entry, HeldEntry, VerbCount } from "../entries/entries.ts";
import type { Fact } from "../entries/facts.ts";
import { namedIn } from "../entries/names.ts";
import { type MainPost, type Verb, verbOf } from "../entries/verbs.ts";
import { type Group, isNew, statedBy } from "./groups.ts";
import { capital, type Phrasing } from "./phrasing.ts";

type Told = Entry | HeldEntry;

/** A field in words; `before` is absent for an object that the plan creates. */
type FactWords = { readonly name: string; readonly before?: string; readonly after: string };

export type EntryPhrasing = ReturnType<typeof entryPhrasing>;

/** Returns `name (code)`; only the code if there is no name. */
type NameOf = (kind: ListedKind, code: string) => string;

export const entryPhrasing = (plan: Plan, say: Phrasing) => {
  const { words } = say;
  const named: NameOf = (kind, code) => namedIn(plan, kind, code);
  const value = valuing(words, named, say);
  const fieldName = ({ kind, field }: Fact): string =>
    kind === "post" && field === "post" ? say.kind("post", 1) : say.field(kind, field);
  const fact = (one: Fact): FactWords => {
    const { department, before, after } = one;
    const where = department === undefined ? [] : [named("department", department)];
    return {
      name: [fieldName(one), ...where].join(" · "),
      ...(before === undefined ? {} : { before: value(one, before) }),
      after: value(one, after),
    };
  };
  const place = ({ department, title, functions }: MainPost): string =>
    [named("department", department), ...titleAndFunctions(named, title, functions)].join(" · ");
  const detail = (entry: Told, verb: Verb): string => {
    if (verb === "joins" || (entry.kind === "employee" && statuses.has(verb)))
      return entry.department === undefined ? "" : named("department", entry.department);
    if (verb === "moves" && entry.move) return `${place(entry.move.from)} → ${place(entry.move.to)}`;
    if (!spokenFields.has(verb)) return "";
    return told(entry.facts, entry, verb)
      .map((one) => {
        const { name, before = words.nothing, after } = fact(one);
        const where = named("department", one.department ?? "");
        if (one.field === "post") return `${where} · ${verb === "post-lost" ? before : after}`;
        if (one.kind === "supervisor") return `${where} ${before} → ${after}`;
        return one.field === "code" ? `${name} ${before} → ${after}` : `${before} → ${after}`;
      })
      .join(words.phrases.list);
  };
  const clauses = (entry: Told): readonly string[] =>
    entry.verbs.map((verb) => {
      const what = detail(entry, verb);
      return what === "" ? words.verbs[verb].one : `${words.verbs[verb].one}${words.phrases.colon}${what}`;
    });
  const total = ({ kind, verb, count }: VerbCount): string =>
    words.total(say.number(count), say.verb(verb, count), kind);
  const rest = (entry: Told): readonly Fact[] => {
    const { facts } = entry;
    const stated = new Set(entry.verbs.flatMap((verb) => told(facts, entry, verb)));
    return facts.filter((one) => !stated.has(one));
  };
  const reasonWords = (reasons: readonly Reason[]): readonly string[] =>
    reasons.filter((reason) => tellingReasons.has(reason)).map((reason) => words.reasons[reason]);
  return {
    named,
    fact,
    /** What happens to the objects of a group: `Employees: 3 move`. */
    title: ({ kind, verb, entries: { length: count } }: Group): string =>
      `${capital(say.kind(kind))}${words.phrases.colon}${total({ kind, verb, count })}`,
    cause: causing({ say, fact, rest, fieldName, reasonWords }),
    /** What happens, worst first, with what is lost, replaced and gained: `moves: A → B`, `gets another account: a → b`. */
    clauses,
    /** The clauses in one line. */
    summary: (entry: Told): string => clauses(entry).join(words.phrases.semicolon),
    /** The facts that the summary does not state. */
    rest,
    /** Why, where that says more than what happens; undefined if it does not. */
    reasons: (entry: Entry): string | undefined => reasonWords(entry.reasons).join(words.phrases.list) || undefined,
    /** A number of objects with their verb, such as `3 move`. */
    total,
  };
};

/** A field in one line: its name, and the values before and after. */
export const factText = ({ name, before, after }: FactWords, { words }: Phrasing): string =>
  `${name}${words.phrases.colon}${before === undefined ? "" : `${before} → `}${after}`;

type CauseParts = {
  readonly say: Phrasing;
  readonly fact: (fact: Fact) => FactWords;
  readonly rest: (entry: Told) => readonly Fact[];
  readonly fieldName: (fact: Fact) => string;
  readonly reasonWords: (reasons: readonly Reason[]) => readonly string[];
};

/** Why it happens to them, and how widely: the fields that change alike, the reasons, the departments, the files; empty for a single object. */
const causing =
  ({ say, fact, rest, fieldName, reasonWords }: CauseParts) =>
  (group: Group): string => {
    const { kind, entries, common, reasons, departments } = group;
    const [first] = entries;
    if (first === undefined || entries.length === 1) return "";
    const alike = common.map((one) => factText(fact(one), say));
    const isStated = statedBy(group);
    const differing = isNew(first) ? [] : rest(first).filter((one) => !isStated(one));
    const fields = new Set(differing.map(fieldName));
    const where = departments > 1 && kind !== "department" ? [say.count(departments, "department")] : [];
    const origin = say.origin(kind, isNew(first) ? [] : first.facts);
    return [...alike, [...fields].join(say.words.phrases.list), ...reasonWords(reasons), ...where, ...origin]
      .filter(Boolean)
      .join(" · ");
  };

const valuing =
  (words: Phrasing["words"], named: NameOf, say: Phrasing) =>
  ({ kind, field }: Fact, of: FieldValue): string => {
    if (kind === "post" && typeof of === "object" && of !== null) {
      const [membership = "", title, ...functions] = of;
      const word = membership === "main" || membership === "part-time" ? words.posts[membership] : membership;
      return [word, ...titleAndFunctions(named, title, functions)].join(words.phrases.list);
    }
    const target = referredBy(kind, field);
    const isNamed = target !== undefined && target !== "category" && typeof of === "string" && of !== "";
    return isNamed ? named(target, of) : say.value(kind, field, of);
  };

const titleAndFunctions = (
  named: NameOf,
  title: string | null | undefined,
  functions: readonly string[],
): readonly string[] => [
  ...(title ? [named("title", title)] : []),
  ...functions.filter(Boolean).map((code) => named("function", code)),
];

const tellingReasons: ReadonlySet<Reason> = new Set<Reason>([
  "listed-rename",
  "same-id",
  "swap",
  "last-day-passed",
  "before-hire-date",
  "rescinded",
  "leave-ended",
  "missing-in-source",
  "back-in-source",
  "lost-in-run",
]);

/** The verbs whose fields the summary states in full. */
const spokenFields: ReadonlySet<Verb> = new Set<Verb>([
  "manager-removed",
  "manager-replaced",
  "manager-set",
  "approver-removed",
  "approver-replaced",
  "approver-set",
  "post-lost",
  "post-gained",
  "moved",
  "renamed",
  "account-renamed",
]);

/** The verbs that state whether an object is active. */
const statuses: ReadonlySet<Verb> = new Set<Verb>(["leaves", "pauses", "starts", "returns", "closed", "reopened"]);

/** The facts that the summary states for a verb. A former or later main department that stays a post is not among them. */
const told = (facts: readonly Fact[], { move }: Told, verb: Verb): readonly Fact[] => {
  if (verb === "moves")
    return facts.filter(({ kind, department, before, after }) => {
      if (kind !== "post") return false;
      if (department === move?.from.department) return after === null;
      return department === move?.to.department && (before ?? null) === null;
    });
  if (statuses.has(verb)) return facts.filter(({ field }) => field === "active");
  return spokenFields.has(verb) ? facts.filter((one) => verbOf(one, move) === verb) : [];
};
