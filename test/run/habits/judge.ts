/**
 * Judges a run without the planner: what the service has, against what HR wants and what the run has said. Whatever differs must be
 * held or failed by name; nothing that differs may count as applied.
 */
import { addressOf, objectOf, reference } from "../../../src/model/directory/address.ts";
import { codedKinds, codedRecords } from "../../../src/model/directory/objects.ts";
import type { Change, FieldValue, HeldChange, Plan } from "../../../src/model/plan/plan.ts";
import type { Outcome, RunSummary } from "../../../src/model/runs/run.ts";
import type { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import type { Call } from "../../../src/service/kernel/records/record-store.ts";
import { canonical, type FullDirectory } from "../../support/directory/full-directory.ts";
import { contentDifferences, type Difference } from "../../support/expected/content-differences.ts";
import { refreshesAfterLastWrite, refreshesOf, writesOf } from "../../support/servers/service-fixture.ts";

/** What one night has shown. */
export type Night = {
  readonly wanted: FullDirectory;
  readonly found: FullDirectory;
  readonly run: RunSummary;
  /** The plan with the repairs that were added while it was applied. */
  readonly plan: Plan | undefined;
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly next: Plan | undefined;
  readonly calls: readonly Call[];
  /** True when a differing refresh is no mistake: the site refuses P1, or an administrator has written. */
  readonly isLenient: boolean;
  /** The site chooses a new manager as approver: no read tells them from a manager who approves by default (R60). */
  readonly hidesChosen: boolean;
  /** The site shows whoever approves in effect: a chosen manager looks like one who approves by default. */
  readonly showsEffective: boolean;
  /** The site does not list everybody who is inactive (R51). */
  readonly hidesInactive: boolean;
  /** Fields of people that the site masks or never shows, and of which it ignores a write: nobody sees that the new value is not there. */
  readonly maskedFields: ReadonlySet<string>;
  /** Fields that the site shows of nothing, and changes besides: no reading can tell. */
  readonly changedUnseen?: ReadonlySet<string>;
  /** An earlier night has left a refresh owed, or may have a write that comes late. */
  readonly wasOwed: boolean;
};

export const maskedFields = ({
  personalData,
  idNumbers,
  notShown = [],
  shownAsNull = [],
  ignores = [],
  ignoredEvery = 0,
  newEmployees,
}: Partial<Quirks>): ReadonlySet<string> => {
  const masked = [
    // What was written of an expiry is remembered.
    ...notShown.filter((field) => field !== "expiredTime"),
    ...shownAsNull,
    ...(personalData === "masked" ? ["phoneNumber", "birthDate"] : []),
    ...(idNumbers === "masked" ? ["idCardNumber"] : []),
  ];
  const isIgnored = (field: string) =>
    ignoredEvery > 0 ||
    (newEmployees === "bare" && field === "employeeNumber") ||
    ["E11", "E12"].some((operation) => [operation, `${operation}.${field}`].some((one) => ignores.includes(one)));
  // What neither write of a person sets, nobody has: no reading tells it from what the site shows of nobody.
  const unset = ignores.flatMap((name) => {
    const field = name.startsWith("E12.") ? name.slice(4) : "";
    return field !== "" && ignores.some((one) => one === "E11" || one === `E11.${field}`) ? [field] : [];
  });
  const unseen = [...masked.filter(isIgnored), ...unset];
  return new Set(unseen.map((field) => (field === "employeeNumber" ? "number" : field)));
};

export type Wrong = {
  readonly what: "silent" | "false" | "next" | "refresh" | "nightly" | "error";
  readonly about: string;
};

export type Verdict = {
  readonly wrong: readonly Wrong[];
  /** Differences that the run has said, and fields that no read of the interface shows. */
  readonly held: number;
  readonly failed: number;
  readonly unseen: number;
};

type Spoken = Pick<Change | HeldChange, "kind" | "key" | "fields" | "action"> &
  Pick<Partial<Omit<HeldChange, "reason">>, "candidates" | "about"> & {
    readonly reason?: HeldChange["reason"] | Change["reason"];
  };

/** The kinds of plan entries that can speak of a difference. */
const speaking: Readonly<Record<string, readonly string[]>> = {
  level: ["level"],
  title: ["title"],
  function: ["function", "category"],
  category: ["category", "function"],
  department: ["department", "manager"],
  employee: ["employee", "post", "supervisor"],
};

/** The entries under the names that renames of the same plan give to their objects, besides their own. */
const withNewNames = <S extends Spoken>(spoken: readonly S[], renames: readonly Spoken[]): S[] =>
  spoken.flatMap((one) => {
    const [key = "", ...rest] = one.key.split("/");
    const own = renames.filter(
      (rename) => speaking[rename.kind]?.includes(one.kind) && canonical(rename.key) === canonical(key),
    );
    const after = own.flatMap(({ fields }) =>
      fields.flatMap((field) => (typeof field.after === "string" ? [field.after] : [])),
    );
    return [one, ...after.map((name) => ({ ...one, key: [name, ...rest].join("/") }))];
  });

/** A rename that was not done, or an object that is not created because it may be another one under a new code. */
const asRename = (spoken: Spoken): Spoken[] => {
  const { action, reason, key, about: [code = ""] = [] } = spoken;
  if (action === "rename") return [spoken];
  if (reason !== "possible-twin" || spoken.kind === "employee") return [];
  return [
    { ...spoken, key: code, action: "rename", candidates: [], fields: [{ field: "code", before: code, after: key }] },
  ];
};

/** The codes and accounts by which an entry names its object: the present, the new one, and those who may be the same. */
const namesOf = ({ key, fields, candidates = [], reason, about = [] }: Spoken): readonly string[] => {
  const renamed = fields.flatMap(({ field, after }) => (isName(field) && typeof after === "string" ? [after] : []));
  const rivals = reason === "identity-conflict" ? about : [];
  return [key.split("/")[0] ?? key, ...renamed, ...candidates.map((one) => one.key), ...rivals].map(canonical);
};
const isName = (field: string): boolean => field === "code" || field === "account" || field === "name";

const speaksOf = (spoken: Spoken, { kind, key, field }: Difference): boolean => {
  if (!speaking[kind]?.includes(spoken.kind)) return false;
  return field === "order" ? spoken.kind === kind : namesOf(spoken).includes(canonical(key));
};

/**
 * No read shows the last day (R61), and no list shows anything of somebody inactive on a site that hides them, also if the run that
 * disabled them has written a field that the site ignores: nobody can say that these differ.
 */
const isUnseen = ({ kind, key, field, expected, found }: Difference, hidden: ReadonlySet<string>): boolean =>
  kind === "employee" &&
  (field === "resignationDate" ||
    (field !== "active" && hidden.has(key)) ||
    // A site that takes no null has the last of all days for "never".
    (field === "expiredTime" && expected === null && String(found).startsWith("9999-")));

const groupsOf = (directory: FullDirectory) => ({
  level: directory.levels.map(({ code }) => [code, ""] as const),
  title: directory.titles.map(({ code, rank }) => [code, `${rank}`] as const),
  function: directory.functions.map(({ code, category }) => [code, category] as const),
  department: directory.departments.map(({ code, parent }) => [code, parent ?? ""] as const),
});

/** One difference for each kind whose objects do not stand in HR's order. */
const orderDifferences = (wanted: FullDirectory, found: FullDirectory): Difference[] => {
  const [left, right] = [groupsOf(wanted), groupsOf(found)];
  return (["level", "title", "function", "department"] as const).flatMap((kind) => {
    const sequence = (own: typeof left, other: typeof left) => {
      const both = new Set(other[kind].map((one) => one.join("\n")));
      const shared = own[kind].filter((one) => both.has(one.join("\n")));
      return JSON.stringify([...Map.groupBy(shared, ([, group]) => group)].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    };
    const [expected, got] = [sequence(left, right), sequence(right, left)];
    return expected === got ? [] : [{ kind, key: "", field: "order", expected, found: got }];
  });
};

const fieldOf = ({ kind, field }: Difference): readonly string[] =>
  kind === "employee" && field === "posts" ? ["post"] : [field];

/**
 * Does the change promise the value that HR wants in the field that differs? Of a post whose rest is held, such as one that a manager
 * keeps as a part-time post, it promises only what it states.
 */
const promises = (change: Change, difference: Difference, held: readonly Spoken[]): boolean => {
  if (!speaksOf(change, difference) || difference.field === "order") return false;
  const [name = ""] = fieldOf(difference);
  if (difference.field.startsWith("supervisor/"))
    return change.kind === "supervisor" && canonical(change.key.split("/")[1] ?? "") === difference.field.slice(11);
  const isHeld = (field: string) =>
    held.some(
      ({ kind, key, fields }) => kind === "post" && key === change.key && fields.some((one) => one.field === field),
    );
  if (name === "post")
    return change.kind === "post" && change.fields.some((one) => isUnkept(one, difference) && !isHeld(one.field));
  if (name === "manager") return change.kind === "manager";
  return change.fields.some(({ field }) => field === name);
};

/**
 * Do the posts differ in the department that a field of a change names (`post:RD`), and does the site not have what the change promises? What
 * a repair gives back to somebody who is held need not be what HR states.
 */
const isUnkept = ({ field, after }: Change["fields"][number], { expected, found }: Difference): boolean => {
  const department = canonical(field.slice("post:".length));
  const at = (posts: unknown) =>
    JSON.stringify((JSON.parse(`[${String(posts)}]`) as unknown[][]).find(([one]) => one === department));
  const [place, title, ...functions] = (Array.isArray(after) ? after : []) as readonly (string | null)[];
  const promised = [
    department,
    place === "main",
    canonical(title ?? ""),
    functions.map((one) => canonical(one ?? "")).sort(),
  ];
  return at(expected) !== at(found) && (after === null || at(found) !== JSON.stringify(promised));
};

/** The directory with references to the names that renames should have given; the objects keep their own. */
const withNewReferences = (directory: FullDirectory, renames: readonly Spoken[]): FullDirectory => {
  const toOf = (kind: Spoken["kind"]) => {
    const ofKind = renames.filter((one) => one.kind === kind);
    const names = new Map(
      ofKind.flatMap((one) =>
        namesOf(one)
          .slice(1)
          .map((after) => [canonical(one.key), after]),
      ),
    );
    return <Code extends string | null>(code: Code): Code =>
      (code === null ? code : (names.get(canonical(code)) ?? code)) as Code;
  };
  const [department, level, title, item, person] = (
    ["department", "level", "title", "function", "employee"] as const
  ).map(toOf) as [Rename, Rename, Rename, Rename, Rename];
  return {
    ...directory,
    departments: directory.departments.map((row) => ({
      ...row,
      parent: department(row.parent),
      level: level(row.level),
      manager: person(row.manager),
    })),
    employees: directory.employees.map((row) => ({
      ...row,
      posts: row.posts.map((post) => ({
        ...post,
        department: department(post.department),
        title: title(post.title),
        functions: post.functions.map(item),
        supervisor: person(post.supervisor),
      })),
    })),
  };
};
type Rename = <Code extends string | null>(code: Code) => Code;

const textOf = ({ kind, key, field, expected, found }: Difference): string =>
  `${kind}/${key} ${field}: ${JSON.stringify(expected)} is ${JSON.stringify(found)}`;

/**
 * Judges one night. A run that ended with an error has said so; then only false outcomes count. `said`: of whose posts earlier nights
 * have said that they differ, or could not see it; once these people are inactive, nothing plans their posts any more.
 */
export const judge = (night: Night, said: Set<string> = new Set()): Verdict => {
  const {
    run,
    plan,
    outcomes,
    next,
    calls,
    isLenient,
    hidesChosen,
    showsEffective,
    hidesInactive,
    maskedFields: masked,
    wasOwed,
  } = night;
  const changes = plan?.changes ?? [];
  const resultOf = (change: Change) => outcomes.get(change.id)?.result ?? "not-tried";
  const isBad = (change: Change) => !["applied", "rehired", "already-so"].includes(resultOf(change));
  const renaming = changes.filter(({ action }) => action === "rename");
  const bad = withNewNames(changes.filter(isBad), renaming);
  const notCreated = (plan?.notices ?? []).filter(({ code }) => code === "inactive-not-created");
  const created = notCreated.map(({ kind, key }) => ({ kind, key, action: "create" as const, fields: [] }));
  // Who is active in the service, and in HR nobody or somebody by other keys. Whose second record it is, is a second account.
  const single = new Set(singleAccounts(night.found));
  const unmanaged = (plan?.notices ?? []).flatMap(({ code, kind, key }) =>
    code === "unmanaged" && kind === "employee" && single.has(key)
      ? [{ kind, key, action: "create" as const, fields: [] }]
      : [],
  );
  const notShown = new Set(
    (plan?.notices ?? []).flatMap((one) =>
      one.code === "not-shown" && one.label !== "expiredTime" ? [noteOf(one)] : [],
    ),
  );
  const held = withNewNames<Spoken>([...(plan?.held ?? []), ...created, ...unmanaged], renaming);
  const renames = [...bad, ...held].flatMap(asRename);
  const differencesOf = (directory: FullDirectory) => [
    ...contentDifferences(night.wanted, directory),
    ...orderDifferences(night.wanted, directory),
  ];
  // A rename that is only unconfirmed may have been done.
  const [found, differences] = [night.found, ...(renames.length > 0 ? [withNewReferences(night.found, renames)] : [])]
    .map((directory) => [directory, differencesOf(directory)] as const)
    .reduce((best, other) => (other[1].length < best[1].length ? other : best));
  const wrong: Wrong[] = [];
  let [unseen, saidHeld, saidFailed] = [0, 0, 0];
  const hasEnded = !["failed", "cancelled", "interrupted", "blocked"].includes(run.status);
  const people = new Map(night.wanted.employees.map((person) => [canonical(person.account), person]));
  const isPost = ({ field }: Difference) => field === "posts" || field.startsWith("supervisor/");
  const managers = new Map(found.departments.map(({ code, manager }) => [canonical(code), canonical(manager ?? "")]));
  // Nothing tells them apart either where no post shows that nobody is chosen. Once another manages the department, everybody can.
  const isUntold = showsEffective || !showsNobody(found, managers);
  const isHidden = ({ field, expected, found: approver }: Difference) => {
    const manager = managers.get(field.replace(/^supervisor\//, ""));
    const isManager = field.startsWith("supervisor/") && Boolean(manager);
    if (isManager && expected === "" && approver === manager) return hidesChosen || isUntold;
    return isManager && isUntold && expected === manager && approver === "";
  };
  const gone = hidesInactive ? found.employees.filter(({ active }) => !active) : [];
  const inactive = new Set(gone.map(({ account }) => canonical(account)));
  // Of what HR does not have, a plan does not name what is closed on the site, such as who has left and has other keys in HR since.
  const closed = new Set([
    ...found.employees.flatMap(({ account, active }) =>
      active || !single.has(account) ? [] : [reference("employee", account)],
    ),
    ...codedKinds.flatMap((kind) =>
      (codedRecords(found, kind) ?? []).flatMap(({ code, active }) =>
        active === false ? [reference(kind, code)] : [],
      ),
    ),
  ]);
  const isClosed = ({ kind, key, field, expected }: Difference) =>
    field === "exists" && expected === false && closed.has(reference(kind, key));
  for (const difference of differences) {
    const about = textOf(difference);
    const person = isPost(difference) ? people.get(canonical(difference.key)) : undefined;
    const isKept = person?.active === false && said.has(person.number ?? "");
    if (person && (isHidden(difference) || [...bad, ...held].some((one) => speaksOf(one, difference))))
      said.add(person.number ?? "");
    // HR says nothing about locks, and nothing but a person undoes one: it is told when a write has brought it about.
    const lock = difference.field === "locked" ? `lock ${people.get(canonical(difference.key))?.number}` : "";
    const isOldLock = said.has(lock);
    if (lock !== "" && bad.some((one) => speaksOf(one, difference))) said.add(lock);
    const isMasked =
      (difference.kind === "employee" && masked.has(difference.field)) || night.changedUnseen?.has(difference.field);
    if (isUnseen(difference, inactive) || isHidden(difference) || isMasked || isClosed(difference)) unseen += 1;
    else if (isKept || isOldLock || notShown.has(`${difference.kind} ${difference.field}`)) saidHeld += 1;
    else if (bad.some((change) => speaksOf(change, difference))) saidFailed += 1;
    else if (changes.some((change) => !isBad(change) && promises(change, difference, held)))
      wrong.push({ what: "false", about });
    else if (held.some((one) => speaksOf(one, difference))) saidHeld += 1;
    else if (hasEnded) wrong.push({ what: "silent", about });
    else saidFailed += 1;
  }
  // It was told, and what held it back is gone with what the site took along; whoever was to be enabled may get posts and approvers, too.
  const wasHeld = (change: Change) => {
    const { of, key } = objectOf(addressOf(change));
    return (plan?.held ?? []).some(
      (one) =>
        change.id === one.id ||
        (one.action === "reactivate" && of === one.kind && canonical(key) === canonical(one.key)),
    );
  };
  const isKnown = (change: Change) =>
    !hasEnded ||
    wasHeld(change) ||
    (hidesChosen && change.kind === "supervisor" && change.fields.every(({ after }) => after === null)) ||
    bad.some((one) => one.kind === change.kind && (isOrder(one, change) || sharesName(one, change)));
  for (const change of next?.changes ?? [])
    if (!isKnown(change)) wrong.push({ what: "next", about: `${change.id} ${fieldsOf(change)}` });
  const writes = writesOf(calls).filter(({ status }) => status === 200).length;
  const refreshes = refreshesOf(calls).filter(({ status }) => status === 200).length;
  const isRefreshed = refreshesAfterLastWrite(calls).length === 1 && refreshes === 1;
  if (!isLenient && run.refresh !== "owed" && (writes > 0 || wasOwed ? !isRefreshed : refreshes > 0))
    wrong.push({ what: "refresh", about: `${writes} writes, ${refreshes} refreshes, ${run.refresh}` });
  return { wrong, held: saidHeld, failed: saidFailed, unseen };
};

/** Does a post have no approver, although somebody else manages its department? */
const showsNobody = ({ employees }: FullDirectory, managers: ReadonlyMap<string, string>): boolean => {
  const active = new Set(employees.flatMap((one) => (one.active ? [canonical(one.account)] : [])));
  return employees.some(({ account, posts }) =>
    (active.has(canonical(account)) ? posts : []).some(({ department, supervisor }) => {
      const manager = managers.get(canonical(department)) ?? "";
      return !supervisor && active.has(manager) && manager !== canonical(account);
    }),
  );
};

/** The accounts of those of whom there is one record. */
const singleAccounts = ({ employees }: FullDirectory): readonly string[] => {
  const keysOf = ({ idCardNumber, name, birthDate }: (typeof employees)[number]) => [
    ...(idCardNumber ? [idCardNumber] : []),
    ...(birthDate ? [`${name} ${birthDate}`] : []),
  ];
  const counts = Map.groupBy(employees.flatMap(keysOf), (key) => key);
  return employees.flatMap((one) => (keysOf(one).every((key) => counts.get(key)?.length === 1) ? [one.account] : []));
};

/** The kind and the field of which a plan says that the service does not show it. */
const noteOf = ({ kind, label }: { readonly kind: string; readonly label: string }): string =>
  kind === "post" ? "employee posts" : `${kind} ${label}`;

const sharesName = (one: Spoken, other: Spoken): boolean => namesOf(one).some((name) => namesOf(other).includes(name));

/** An order lost is that of all siblings, whichever of them is moved next. */
const isOrder = (...both: readonly Spoken[]): boolean =>
  both.every(({ fields }) => fields.length > 0 && fields.every(({ field }) => field === "order"));

const fieldsOf = ({ fields }: Change): string =>
  fields.map(({ field, before, after }) => `${field}: ${shown(before)} -> ${shown(after)}`).join(", ");
const shown = (value: FieldValue | undefined): string => JSON.stringify(value ?? null);

/** A write that the site has taken, or refuses for a reason that stays; a site that is out of reach is asked again. */
const mayRepeat = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined &&
  (outcome.result === "applied" || ["target-refused", "already-exists", "not-applied"].includes(outcome.code ?? ""));

const isApplied = (outcome: Outcome | undefined): boolean => outcome?.result === "applied";

/**
 * What is written in the last, quiet night, was written in the quiet night before it and in a third one, and is planned again: it never
 * ends.
 */
export const repeatedNightly = (nights: readonly Night[]): Wrong[] => {
  const written = nights.map(
    ({ plan, outcomes }) =>
      new Set(
        (plan?.changes ?? [])
          .filter(
            ({ id, action }) => mayRepeat(outcomes.get(id)) && !(action === "create" && isApplied(outcomes.get(id))),
          )
          .flatMap(({ id, kind, key, action, fields }) => {
            const values = fields.map(({ field, after }) => `${kind}/${key} ${field} -> ${shown(after)}`);
            // Somebody new whose other fields differ now is another matter, and another refusal may be the last.
            const refusal = (outcomes.get(id)?.message ?? "").replace(/, trace [^,)]*/, "");
            return action === "create" ? [[...values, refusal].join()] : values;
          }),
      ),
  );
  const [before, last] = [written.at(-2), written.at(-1)];
  const planned = new Set(nights.at(-1)?.next?.changes.map(({ kind, key }) => `${kind}/${key} `));
  return [...(last ?? [])]
    .filter(
      (one) =>
        before?.has(one) &&
        [...planned].some((name) => one.startsWith(name)) &&
        written.filter((night) => night.has(one)).length >= 3,
    )
    .map((about) => ({ what: "nightly", about }));
};
