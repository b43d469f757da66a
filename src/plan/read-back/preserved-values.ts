/**
 * What a run must not lose although HR does not state it: the approver, the manager, other posts, the status, any field. Where
 * reading back shows that an object which the run wrote has lost such a value, the source of the second plan states it as it was before.
 */

import { type Reference, reference } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department, Employee, Post } from "../../model/directory/directory.ts";
import { byKey, type CodedKind, codedRecords } from "../../model/directory/objects.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import { type Memory, postSubject } from "../../model/memory/memory.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import { carriedBy } from "../../model/plan/sameness.ts";
import type { SupervisorsShown } from "../draft/manager-chain.ts";
import { isStranger, maybeStranger } from "../draft/plan-context.ts";
import { correlate } from "../match/correlate.ts";
import { chosenIn } from "../reading/chosen-before.ts";
import { byDepartment } from "../values/post-fields.ts";
import { type FieldsWritten, updatedFields } from "./fields-written.ts";
import { withOrderBefore } from "./preserved-order.ts";
import type { ReadBackScope } from "./read-back-scope.ts";

export type Readings = {
  /** The reading of the first plan, with the codes and accounts that are valid after it; and the reading back. */
  readonly before: TargetSnapshot;
  readonly now: TargetSnapshot;
  /** Which supervisors the site returns. */
  readonly shows: SupervisorsShown;
  /** What the run itself has written. */
  readonly written: FieldsWritten;
};

type Preserved = {
  readonly source: SourceSnapshot;
  /** Inactive people (canonical accounts) whose posts are stated as they were. */
  readonly restored: ReadonlySet<string>;
};

/** `touched`: the objects that the run wrote; `ordered`: the kinds whose order it may have changed. */
export const withPreservedValues = (
  source: SourceSnapshot,
  readings: Readings,
  { touched, ordered }: Pick<ReadBackScope, "touched" | "ordered">,
  memory: Memory,
): Preserved => {
  const restored = new Set<string>();
  const { levels, titles, functions, departments, employees } = source.directory;
  const { before, now, written } = readings;
  const departmentsBefore = byKey(before.departments);
  const peopleNow = byKey(now.employees);
  const peopleBefore = new Map(
    correlate(source, before.employees, memory).flatMap((entry) =>
      entry.state === "matched" ? [[entry.desired, entry.current] as const] : [],
    ),
  );
  const approvers = approversOf(readings, memory);
  /** The fields of an object that the run has not written. */
  const unwritten = (fields: Fields, object: Reference) => fields.filter(([field]) => !written(object, field));

  const asBefore = <Item extends { readonly code: string }>(kind: CodedKind, stated: readonly Item[]) => {
    const [held, found] = [before, now].map((side) => byKey(codedRecords(side, kind)));
    const again = stated.map((item): Item => {
      const [was, shown] = [held, found].map((records) => records?.get(canonicalKey(item.code)));
      const object = reference(kind, item.code);
      if (!was || !shown || !touched.has(object)) return item;
      return { ...item, ...lost<object>(unwritten(updatedFields[kind], object), item, was, shown) };
    });
    return ordered.has(kind) ? withOrderBefore(kind, again, before, now) : again;
  };

  const managed = (department: Department): Department => {
    const was = departmentsBefore.get(canonicalKey(department.code));
    if (!was) return department;
    const isOpen = department.manager === undefined && touched.has(reference("manager", department.code));
    const isOurs = was.manager && !isStranger({ target: before }, was.manager);
    return { ...department, ...(isOpen && isOurs && was.manager && { manager: was.manager }) };
  };

  const complete = (person: Employee): Employee => {
    const was = peopleBefore.get(person);
    const shown = was && peopleNow.get(canonicalKey(was.account));
    if (!was || !shown) return person;
    const object = reference("employee", was.account);
    const known = unwritten(updatedFields.employee, object).filter(
      ([field]) => !was.hidden?.includes(field) && !shown.hidden?.includes(field),
    );
    const data = touched.has(object) ? lost(known, person, was, shown) : {};
    const post = reference("post", was.account);
    // What HR says of the posts of inactive people is not planned, but no write may take those that they have.
    const isKept = shown.active === false && !written(post, "posts");
    const posts = touched.has(post)
      ? postsOf(approvers, isKept ? withoutPosts(person) : person, was, shown)
      : undefined;
    if (posts && isKept) restored.add(canonicalKey(was.account));
    return { ...person, ...data, ...(posts && { posts }) };
  };

  const directory = {
    ...source.directory,
    ...(levels && { levels: asBefore("level", levels) }),
    ...(titles && { titles: asBefore("title", titles) }),
    ...(functions && { functions: asBefore("function", functions) }),
    ...(departments && { departments: asBefore("department", departments).map(managed) }),
    ...(employees && { employees: employees.map(complete) }),
  };
  return { source: { ...source, directory }, restored };
};

const withoutPosts = ({ posts: _, ...person }: Employee): Employee => person;

/** The posts as they must stand; undefined: there is nothing to state. */
const postsOf = (
  approvers: Approvers,
  person: Employee,
  was: Employee,
  shown: Employee,
): readonly Post[] | undefined => {
  if (!was.posts || !shown.posts) return undefined;
  const [held, found] = [byDepartment(was.posts), byDepartment(shown.posts)];
  if (!person.posts) {
    // HR leaves the posts to the service, so they are stated only if one of them is lost or changed.
    const nowOf = ({ department }: Post) => found.get(canonicalKey(department));
    // Somebody who has left gets no further post; of others, the service may say so.
    const isMore = shown.active === false && shown.posts.length > was.posts.length;
    const isWhole = was.posts.every((post) => {
      const now = nowOf(post);
      const differs = now && Object.keys(lost<Values>(ofPosts, {}, { ...post }, { ...now })).length > 0;
      return now && !differs && approvers.lost(was, post, now) === undefined;
    });
    return isWhole && !isMore
      ? undefined
      : was.posts.map((post) => withApprover(post, approvers.lost(was, post, nowOf(post))));
  }
  return person.posts.map((post) => {
    const had = held.get(canonicalKey(post.department));
    const has = found.get(canonicalKey(post.department));
    if (!had) return post;
    const approver = post.supervisor === undefined ? approvers.lost(was, had, has) : undefined;
    return {
      ...post,
      ...(has && lost(ofPosts, post, had, has)),
      ...(approver !== undefined && { supervisor: approver }),
    };
  });
};

/** The post with the approver that is stated, and not with a manager whom the service shows instead of one. */
const withApprover = ({ supervisor: _, ...post }: Post, supervisor: string | null | undefined): Post =>
  supervisor === undefined ? post : { ...post, supervisor };

type Approvers = {
  /** The approver that the post must have again; null: the department manager. Undefined: nothing to state. */
  readonly lost: (person: Employee, was: Post, now: Post | undefined) => string | null | undefined;
};

const approversOf = ({ before, now, shows }: Readings, memory: Memory): Approvers => {
  const wasChosen = chosenIn(before, shows);
  const isChosen = chosenIn(now, shows);
  return {
    lost: (person, was, shown) => {
      const subject = postSubject(person.account, was.department);
      if (was.supervisor && wasChosen(was))
        return maybeStranger({ target: before, memory }, subject, was.supervisor) ? undefined : was.supervisor;
      // A write has chosen an approver for a post whose approver is the department manager.
      return !was.supervisor && shown?.supervisor && isChosen(shown) ? null : undefined;
    },
  };
};

const ofPosts = carriedBy("post", "E14").fields.filter(([field]) => field !== "department" && field !== "main");

type Fields = ReturnType<typeof carriedBy>["fields"];

type Values = Readonly<Record<string, FieldValue | undefined>>;

/** The values before of fields that the source does not state and that are different now. */
const lost = <T extends object>(fields: Fields, stated: T, was: T, now: T): Partial<T> =>
  Object.fromEntries(
    fields.flatMap(([field, same]) => {
      const [wanted, before, after] = [stated, was, now].map((values) => (values as Values)[field]);
      const isLost = wanted === undefined && before !== undefined && after !== undefined && !same(before, after);
      return isLost ? [[field, before]] : [];
    }),
  ) as Partial<T>;
