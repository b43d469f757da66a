/**
 * People (step 5): reactivated or created, then their data, expiry and resignation date; a new account name last. Who
 * is to be disabled is decided here too, and written in step 10.
 *
 *   source says   resignation date     the person is to be …
 *   inactive      none, or passed      inactive
 *   inactive      today or later       as now until the day has passed; a person not there yet is created
 *   active        none, or not passed  active
 *   active        passed               held: status-and-date-disagree
 *   nothing       passed               inactive
 *   nothing       none, or not passed  as now
 */
import type { Employee } from "../model/directory.ts";
import type { EmployeeData, Operation } from "../model/operation.ts";
import type { FieldChange, Reason } from "../model/plan.ts";
import type { ShownEmployee } from "../model/snapshot.ts";
import { type Intent, reference } from "./book.ts";
import { flat, hiddenData, statedEntry } from "./hidden-data.ts";
import type { Person } from "./people.ts";
import {
  createdFields,
  differingFields,
  fieldPolicy,
  isProtected,
  type Sameness,
  sameCode,
  sameSet,
  sameText,
  sameValue,
} from "./policy.ts";
import { postFields } from "./post-fields.ts";
import { writeAbout } from "./protection.ts";
import {
  clearedResignation,
  noResignation,
  rememberedResignation,
  resignationChange,
  setResignation,
  writtenResignation,
} from "./resignation.ts";
import { nobodyChosen } from "./supervisors.ts";
import type { PeopledWorld } from "./world.ts";

/** What E11 carries, and how each field is compared. */
const dataSameness = {
  name: sameText,
  number: sameCode,
  englishName: sameText,
  gender: sameValue,
  idCardNumber: sameCode,
  birthDate: sameValue,
  phoneNumber: sameText,
  businessCard: sameText,
  hireDate: sameValue,
  email: sameText,
  emailEx: sameText,
  loginValidation: sameSet,
} as const satisfies Record<keyof EmployeeData, Sameness>;

const dataFields = Object.keys(dataSameness);

export const planEmployees = (world: PeopledWorld): void => {
  for (const person of world.people.all) {
    const { correlation } = person;
    switch (correlation.state) {
      case "matched":
        planMatched(world, person, correlation.desired, correlation.current);
        break;
      case "new":
        break;
      case "conflict":
        world.book.hold(employeeIntent(person, "update", "differs", []), "identity-conflict", correlation.about);
        break;
      case "unmanaged":
        world.book.exists(reference("employee", person.account));
        break;
    }
  }
  planAccounts(world);
  for (const person of world.people.all) {
    if (person.correlation.state === "new") planNew(world, person, person.correlation.desired);
  }
};

/** What the source wants a person to be; see the table above. `current` is absent for a person not there yet. */
const wantedStatus = (
  desired: Employee,
  current: Employee | undefined,
  today: string,
): { readonly active: boolean; readonly reason: Reason } | "disagree" | "as-now" => {
  const lastDay = desired.resignationDate ?? undefined;
  const passed = lastDay !== undefined && lastDay < today;
  if (desired.active === true) return passed ? "disagree" : { active: true, reason: "source-says-active" };
  if (passed) return { active: false, reason: desired.active === false ? "source-says-inactive" : "last-day-passed" };
  if (desired.active === false && lastDay === undefined) return { active: false, reason: "source-says-inactive" };
  return current ? "as-now" : { active: true, reason: "source-says-active" };
};

export const employeeIntent = (
  person: Person,
  action: Intent["action"],
  reason: Reason,
  fields: readonly FieldChange[],
): Intent => ({
  kind: "employee",
  key: person.current?.account ?? person.account,
  label: person.label,
  ...(person.department === undefined ? {} : { department: person.department }),
  action,
  reason,
  step: 5,
  fields,
  operations: [],
});

const planNew = (world: PeopledWorld, person: Person, desired: Employee): void => {
  const { book, settings, today } = world;
  const status = wantedStatus(desired, undefined, today);
  const fields = [...createdFields(settings, "employee", [...dataFields, "expiredTime"], flat(desired), ["name"])];
  const base = employeeIntent(person, "create", "missing-in-target", fields);
  const provides = [reference("employee", desired.account)];
  const intent: Intent = { ...base, provides };
  if (status !== "disagree" && status !== "as-now" && !status.active) {
    book.notice({ code: "inactive-not-created", kind: "employee", key: desired.account, label: person.label });
    return;
  }
  const problem = newcomerProblem(world, desired, status === "disagree");
  if (problem) {
    book.hold(intent, problem.reason, problem.about);
    return;
  }
  const posts = desired.posts ?? [];
  const data = Object.fromEntries(
    fields.flatMap(({ field, after }) => (field === "expiredTime" ? [] : [[field, after]])),
  ) as EmployeeData;
  const expiry = fields.some(({ field }) => field === "expiredTime")
    ? { expiredTime: desired.expiredTime ?? null }
    : {};
  const { resignationDate } = desired;
  const resignation =
    resignationDate && fieldPolicy(settings, "employee", "resignationDate") !== "ignore"
      ? setResignation(desired.account, undefined, resignationDate)
      : noResignation;
  const id = book.write({
    ...intent,
    fields: [...fields, ...postFields([], posts), ...resignation.fields],
    operations: [
      { id: "E12", account: desired.account, data, defaultLogin: settings.newEmployeeLogin, ...expiry, posts },
      ...resignation.operations,
    ],
    remember: [
      // Somebody new has no last day, whatever is remembered of an earlier holder of the account.
      ...(resignationDate || writtenResignation(world, desired.account) !== undefined
        ? [rememberedResignation(desired.account, resignationDate ?? null)]
        : []),
      ...statedEntry(world.memory, desired.account, data),
      ...nobodyChosen(desired.account, posts),
    ],
    rests: posts.flatMap((post) => [
      reference("department", post.department),
      ...(post.title ? [reference("title", post.title)] : []),
      ...(post.functions ?? []).map((code) => reference("function", code)),
      ...freedAccount(person),
    ]),
  });
  if (id === undefined) return;
  person.exists = true;
  person.active = true;
  person.posts = posts;
};

const newcomerProblem = (world: PeopledWorld, desired: Employee, disagree: boolean) => {
  if (isProtected(world.settings, desired.account)) return { reason: "protected", about: [desired.account] } as const;
  if (disagree) return { reason: "status-and-date-disagree", about: [desired.account] } as const;
  if (desired.name === undefined) return { reason: "value-missing", about: ["name"] } as const;
  return undefined;
};

/** Stands for "nobody has this account any more". */
const freed = (account: string) => reference("employee", `freed ${account}`);

/** The account that must become free before the person can have it. */
const freedAccount = (person: Person) =>
  "freedBy" in person.correlation && person.correlation.freedBy ? [freed(person.desired?.account ?? "")] : [];

const planMatched = (world: PeopledWorld, person: Person, desired: Employee, current: ShownEmployee): void => {
  const { book, settings, today } = world;
  const own = reference("employee", current.account);
  book.exists(own);
  const status =
    fieldPolicy(settings, "employee", "active") === "manage" ? wantedStatus(desired, current, today) : "as-now";
  if (status === "disagree") {
    const intent = employeeIntent(person, "deactivate", "last-day-passed", []);
    book.hold(intent, "status-and-date-disagree", [desired.resignationDate ?? ""]);
  } else if (status !== "as-now" && status.active !== current.active) {
    if (status.active) {
      const cleared = clearedResignation(world, desired, current.account);
      const reactivated = writeAbout(world, person, {
        ...employeeIntent(person, "reactivate", status.reason, [
          { field: "active", before: false, after: true },
          ...cleared.fields,
        ]),
        // The date first: a change cut off between the two is planned again as long as the person is inactive.
        operations: [...cleared.operations, { id: "E7", account: current.account, active: true }],
        remember: cleared.remember,
        provides: [own],
      });
      person.active = reactivated !== undefined;
    } else {
      person.active = false;
      person.leaving = status.reason;
    }
  }
  planData(world, person, desired, current);
};

const planData = (world: PeopledWorld, person: Person, desired: Employee, current: ShownEmployee): void => {
  const { settings } = world;
  const data = differingFields(settings, "employee", dataSameness, flat(desired), flat(current));
  const expiry = differingFields(settings, "employee", { expiredTime: sameValue }, flat(desired), flat(current));
  const resignation = resignationChange(world, desired, current.account);
  const { account } = current;
  const { known, unknown, corrected } = hiddenData(world, desired, current);
  const changed = [...data, ...corrected];
  const isHeld = changed.length > 0 && unknown.length > 0;
  if (isHeld) world.book.hold(employeeIntent(person, "update", "differs", changed), "value-hidden", unknown);
  const written = isHeld ? [] : changed;
  const set: EmployeeData = { ...known, ...Object.fromEntries(written.map(({ field, after }) => [field, after])) };
  const operations: Operation[] = [
    ...(written.length > 0 ? [{ id: "E11", account, newAccount: account, set } as const] : []),
    ...(expiry.length > 0 ? [{ id: "E8", account, expiredTime: desired.expiredTime ?? null } as const] : []),
    ...resignation.operations,
  ];
  if (operations.length === 0) return;
  writeAbout(world, person, {
    ...employeeIntent(person, "update", "differs", [...written, ...expiry, ...resignation.fields]),
    operations,
    remember: [
      ...resignation.remember,
      ...(written.length > 0 && current.hidden ? statedEntry(world.memory, account, set, current.hidden) : []),
    ],
  });
};

/** New account names, after everything else about the person; who frees an account comes before who takes it. */
const planAccounts = (world: PeopledWorld): void => {
  if (fieldPolicy(world.settings, "employee", "account") !== "manage") return;
  const done = new Set<Person>();
  const visit = (person: Person): void => {
    const { correlation } = person;
    if (correlation.state !== "matched" || done.has(person)) return;
    done.add(person);
    const { desired, current, freedBy } = correlation;
    if (sameCode(desired.account, current.account)) return;
    const holder = freedBy && world.people.meantBy(freedBy.account);
    if (holder) visit(holder);
    const id = `employee/${current.account}`;
    const { known, unknown } = hiddenData(world, desired, current);
    const intent: Intent = {
      ...employeeIntent(person, "rename", "differs", [
        { field: "account", before: current.account, after: desired.account },
      ]),
      operations: [{ id: "E11", account: current.account, newAccount: desired.account, set: known }],
      rests: freedAccount(person),
      after: [`${id}/reactivate`, `${id}/update`],
      provides: [reference("employee", desired.account), freed(current.account)],
    };
    const isHeld = unknown.length > 0;
    const written = isHeld ? world.book.hold(intent, "value-hidden", unknown) : writeAbout(world, person, intent);
    if (written !== undefined) person.account = desired.account;
  };
  for (const person of world.people.all) visit(person);
};
