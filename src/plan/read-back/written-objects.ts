/**
 * Collects what is read again after the writes of a run, object by object: what was written, whom it may have changed, and which
 * write may have done it. read-back-scope.ts says what each operation adds.
 */
import { reference } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Sample } from "../../model/memory/site-habit.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change, Kind } from "../../model/plan/plan.ts";
import { chosenIn } from "../reading/chosen-before.ts";
import { bystandersIn, type Group } from "./bystanders.ts";
import type { Candidate } from "./look-sample.ts";
import { accountAfter, newNames } from "./new-names.ts";
import { byApprover, type Holder, holders, holdersAfter } from "./post-holders.ts";

type OperationId = Operation["id"];

/** A write that may have changed an object: the operation, and the id of its change. `isBeside`: it was to change other objects. */
export type Writer = { readonly operation: OperationId; readonly change: string; readonly isBeside?: true };

export type Scope = ReturnType<typeof openScope>;

/** `before`: the reading for the plan, but with the new codes and accounts. */
export const openScope = (before: TargetSnapshot, changes: readonly Change[]) => {
  const people = holdersAfter(before.employees, changes);
  const holdersOf = holders(people);
  return {
    before,
    people: byKey(before.employees),
    /** Those before the run by canonical code. */
    departments: byKey(before.departments),
    /** The posts with which people were created, by canonical account. */
    created: new Map<string, readonly Post[]>(),
    /** `managedBy`: departments by canonical account of their manager; `childrenOf`: by canonical code of their parent. */
    managedBy: Map.groupBy(before.departments, ({ manager }) => canonicalKey(manager ?? "")),
    childrenOf: Map.groupBy(before.departments, ({ parent }) => canonicalKey(parent ?? "")),
    holdersOf,
    bystanders: bystandersIn(people, holdersOf, before.departments),
    /** Of each operation and object, and group of bystanders, how many writes are noted beside it. */
    noted: new Map<string, number>(),
    /** People by canonical account of whoever approves for one of their posts. */
    approvedBy: byApprover(before.employees),
    isChosen: chosenIn(before),
    accountOf: newNames(changes).accountOf,
    always: new Set<string>(),
    maybe: new Map<Sample, Map<string, Candidate>>(),
    managersOf: new Set<string>(),
    membersOf: new Set<string>(),
    touched: new Set<string>(),
    ordered: new Set<Kind>(),
    writers: new Map<string, Writer[]>(),
  };
};

/** `writer`, `beside`: the write as one that was to change an object, and as one that may have changed something beside. */
export type Writing = {
  readonly scope: Scope;
  readonly change: Change;
  readonly operation: OperationId;
  readonly writer: Writer;
  readonly beside: Writer;
};

export const writingOf = (scope: Scope, change: Change, operation: OperationId): Writing => {
  const writer: Writer = { operation, change: change.id };
  return { scope, change, operation, writer, beside: { ...writer, isBeside: true } };
};

export const touch = ({ scope, writer }: Writing, kind: Kind, key: string): void => {
  const object = reference(kind, key);
  scope.touched.add(object);
  note(scope, object, writer);
};

/** Most objects have few writers. A list that grows by `push`, or is spread, takes the memory of 17; one made by `concat` does not. */
const fewWriters = 16;

const note = ({ writers }: Scope, object: string, writer: Writer): void => {
  const known = writers.get(object);
  if (!known) writers.set(object, [writer]);
  else if (known.length < fewWriters) writers.set(object, known.concat(writer));
  else known.push(writer);
};

export const addEntry = (writing: Writing, kind: Kind, code: string, newCode: string): void => {
  writing.scope.ordered.add(kind);
  for (const key of new Set([code, newCode])) touch(writing, kind, key);
};

/** Adds a person, the departments that the person manages, and the posts: for certain, or as part of a sample. */
export const addPerson = (writing: Writing, account: string, certain: boolean): void => {
  const { scope } = writing;
  touch(writing, "employee", account);
  const key = canonicalKey(account);
  const person = scope.people.get(key);
  const created = scope.created.get(key);
  // Where somebody new seems to have managed a department, it was somebody of another company (R64).
  if (!created) for (const { code } of scope.managedBy.get(key) ?? []) addManager(writing, code);
  // Of posts that were not known before, it cannot be told what they have lost; but what HR wants there may be written now.
  const posts = created ?? person?.posts ?? (certain ? [] : undefined);
  if (!posts) return;
  addPosts(writing, person?.account ?? account, posts);
  if (certain || (created ? hasSeveral(posts) : isRich(scope, posts))) scope.always.add(person?.account ?? account);
};

/** Of each operation, so many writes beside a person are noted; in a large department there are thousands, and one is enough to learn. */
const maxBeside = 8;

/** Notes the write as one that may have changed an object beside. What HR states of it is judged; nothing else is given back. */
const noteBeside = ({ scope, operation, beside }: Writing, kind: Kind, key: string): void => {
  const object = reference(kind, key);
  if (isCounted(scope, `${operation} ${object}`)) note(scope, object, beside);
};

/** Counts a write beside an object or a group, unless enough are counted. */
const isCounted = ({ noted }: Scope, key: string): boolean => {
  const count = noted.get(key) ?? 0;
  if (count < maxBeside) noted.set(key, count + 1);
  return count < maxBeside;
};

/** The members of the groups beside which too few writes are noted; a large department is not gone through for each of its people. */
const membersBeside = <Member>({ scope, operation }: Writing, groups: readonly Group<Member>[]) =>
  new Set(
    groups.flatMap(({ name, members }) =>
      name === undefined || isCounted(scope, `${operation} ${name}`) ? [...members()] : [],
    ),
  );

/** Notes the write as one that may have changed the person's posts. */
const addPosts = (writing: Writing, account: string, posts: readonly Post[], isBeside?: true): void => {
  const { scope, change, operation, writer } = writing;
  if (isBeside) noteBeside(writing, "post", account);
  else note(scope, reference("post", account), writer);
  const sample = isBeside ? (`${operation} beside` as const) : operation;
  const people = scope.maybe.get(sample) ?? new Map<string, Candidate>();
  scope.maybe.set(sample, people);
  const department = posts.find(({ main }) => main)?.department ?? "";
  people.set(account, { key: account, wave: change.wave, department });
};

/** Adds the manager of a department that was written. Somebody of another company may be named so; theirs is not ours to give back. */
export const addManagerBefore = (writing: Writing, account: string): void => {
  const { scope } = writing;
  const person = scope.people.get(canonicalKey(account));
  if (!person?.posts) return;
  noteBeside(writing, "employee", person.account);
  addPosts(writing, person.account, person.posts, true);
  scope.always.add(person.account);
};

/** Whatever somebody has or has not: a site may also give what nobody has asked for. The lists show all but posts and managers. */
export const addBystanders = (writing: Writing, operation: Operation): void => {
  const { scope, change } = writing;
  const nowOf = (account: string) => scope.accountOf(account, change.wave);
  const { departments, people, self } = scope.bystanders(operation, nowOf);
  const written = nowOf(accountAfter(operation));
  const isApprovedByWritten = (post: Post) => sameKey(post.supervisor ?? "", written) && scope.isChosen(post);
  for (const one of membersBeside(writing, people)) {
    if (one === self) continue;
    const { account, posts = [] } = one;
    noteBeside(writing, "employee", account);
    addPosts(writing, account, posts, true);
    // They are few, and what a site does besides concerns them first.
    if (scope.managedBy.has(canonicalKey(account)) || posts.some(isApprovedByWritten)) scope.always.add(account);
  }
  for (const code of membersBeside(writing, departments)) {
    noteBeside(writing, "department", code);
    if (!operation.id.startsWith("D")) continue;
    noteBeside(writing, "manager", code);
    scope.managersOf.add(code);
  }
  const { levels, titles, functions } = scope.before;
  const items = { V: ["level", levels], T: ["title", titles], J: ["function", functions] } as const;
  const [kind, all] = items[operation.id.charAt(0) as keyof typeof items] ?? ["level", []];
  const entries = { name: kind, members: () => all };
  for (const { code } of membersBeside(writing, [entries])) noteBeside(writing, kind, code);
};

/** A site may make somebody the manager where there is none, or take a manager away. */
export const addManagers = (writing: Writing, posts: readonly Post[]): void => {
  for (const { department } of posts) addManager(writing, department);
};

/** The same for the departments in which somebody was before the run. */
export const addManagersOf = (writing: Writing, account: string): void =>
  addManagers(writing, writing.scope.people.get(canonicalKey(account))?.posts ?? []);

/** Some sites keep one post of a new person, or one function. */
const hasSeveral = (posts: readonly Post[]): boolean =>
  posts.length > 1 || posts.some(({ functions = [] }) => functions.length > 1);

/** Do the posts have something that a write to the person does not state? */
const isRich = ({ isChosen }: Scope, posts: readonly Post[]): boolean =>
  posts.length > 1 || posts.some((post) => (post.functions ?? []).length > 0 || isChosen(post));

/** Adds people who have what was written: their posts may have lost it. */
export const addHolders = (writing: Writing, people: readonly Holder[], certain: boolean): void => {
  for (const { account, posts = [] } of people) {
    if (certain) {
      addPerson(writing, account, true);
      continue;
    }
    touch(writing, "employee", account);
    for (const { code } of writing.scope.managedBy.get(canonicalKey(account)) ?? []) addManager(writing, code);
    addPosts(writing, account, posts);
  }
};

/** Adds what refers to a person by account: departments they manage, and posts of people for whom they approve. */
export const addReferences = (writing: Writing, account: string): void => {
  const { managedBy, approvedBy } = writing.scope;
  const key = canonicalKey(account);
  for (const { code } of managedBy.get(key) ?? []) addManager(writing, code);
  addHolders(writing, approvedBy.get(key) ?? [], true);
};

export const addManager = (writing: Writing, code: string): void => {
  writing.scope.managersOf.add(code);
  touch(writing, "manager", code);
};
