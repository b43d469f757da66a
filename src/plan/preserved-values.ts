/**
 * What a run must not lose although HR does not state it: the approver, the manager, other posts, the status, any field. Where
 * reading back shows that an object which the run wrote has lost such a value, the source of the second plan states it as it was before.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Department, Employee, Post } from "../model/directory.ts";
import { type Memory, postSubject } from "../model/memory.ts";
import type { FieldValue } from "../model/plan.ts";
import { carriedBy } from "../model/sameness.ts";
import type { SourceSnapshot, TargetSnapshot } from "../model/snapshot.ts";
import { chosenIn } from "./chosen-before.ts";
import { correlate } from "./correlate.ts";
import { maybeStranger } from "./plan-context.ts";
import { touchedKey } from "./read-back-scope.ts";

/** `before`: the reading of the first plan, with the codes and accounts that are valid after it. `now`: the reading back. */
export const withPreservedValues = (
  source: SourceSnapshot,
  { before, now }: { readonly before: TargetSnapshot; readonly now: TargetSnapshot },
  touched: ReadonlySet<string>,
  memory: Memory,
): SourceSnapshot => {
  const { departments, employees } = source.directory;
  const departmentsBefore = byKey(before.departments, ({ code }) => code);
  const departmentsNow = byKey(now.departments, ({ code }) => code);
  const peopleNow = byKey(now.employees, ({ account }) => account);
  const peopleBefore = new Map(
    correlate(source, before.employees, memory.links?.employee).flatMap((entry) =>
      entry.state === "matched" ? [[entry.desired, entry.current] as const] : [],
    ),
  );
  const isChosen = chosenIn(before);
  const isChosenNow = chosenIn(now, before);

  const managed = (department: Department): Department => {
    const was = departmentsBefore.get(canonicalKey(department.code));
    const shown = departmentsNow.get(canonicalKey(department.code));
    if (!was) return department;
    const isOpen = department.manager === undefined && touched.has(touchedKey("manager", department.code));
    const manager = isOpen && was.manager ? { manager: was.manager } : {};
    if (!shown || !touched.has(touchedKey("department", department.code))) return { ...department, ...manager };
    return { ...department, ...manager, ...lost(ofDepartments, department, was, shown) };
  };

  const complete = (person: Employee): Employee => {
    const was = peopleBefore.get(person);
    const shown = was && peopleNow.get(canonicalKey(was.account));
    if (!was || !shown) return person;
    const known = ofPeople.filter(([field]) => !was.hidden?.includes(field) && !shown.hidden?.includes(field));
    const data = touched.has(touchedKey("employee", was.account)) ? lost(known, person, was, shown) : {};
    const posts = touched.has(touchedKey("post", was.account)) ? postsOf(person, was, shown) : undefined;
    return { ...person, ...data, ...(posts && { posts }) };
  };

  /** The posts as they must stand; undefined: there is nothing to state. */
  const postsOf = (person: Employee, was: Employee, shown: Employee): readonly Post[] | undefined => {
    if (!was.posts || !shown.posts) return undefined;
    const [held, found] = [byKey(was.posts, codeOf), byKey(shown.posts, codeOf)];
    if (!person.posts) {
      // HR leaves the posts to the service, so they are stated only if one of them is lost or changed.
      const isWhole = was.posts.every((post) => {
        const now = found.get(canonicalKey(post.department));
        return (
          now &&
          Object.keys(lost<Values>(ofPosts, {}, { ...post }, { ...now })).length === 0 &&
          !lostApprover(post, now)
        );
      });
      return isWhole ? undefined : was.posts;
    }
    return person.posts.map((post) => {
      const had = held.get(canonicalKey(post.department));
      const has = found.get(canonicalKey(post.department));
      if (!had) return post;
      const isOpen = post.supervisor === undefined && had.supervisor && isChosen(had);
      const subject = postSubject(was.account, had.department);
      const isOurs = isOpen && !maybeStranger({ target: before, memory }, subject, had.supervisor);
      const approver = isOurs
        ? { supervisor: had.supervisor }
        : post.supervisor === undefined && has && isGiven(had, has)
          ? { supervisor: null }
          : {};
      return { ...post, ...(has && lost(ofPosts, post, had, has)), ...approver };
    });
  };

  /** Has a write chosen an approver for a post whose approver is the department manager? */
  const isGiven = (was: Post, now: Post) => !was.supervisor && Boolean(now.supervisor) && isChosenNow(now);
  const lostApprover = (was: Post, now: Post) =>
    isGiven(was, now) || (isChosen(was) && canonicalKey(was.supervisor ?? "") !== canonicalKey(now.supervisor ?? ""));

  return {
    ...source,
    directory: {
      ...source.directory,
      ...(departments && { departments: departments.map(managed) }),
      ...(employees && { employees: employees.map(complete) }),
    },
  };
};

const codeOf = ({ department }: Post): string => department;

const byKey = <T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [canonicalKey(keyOf(one)), one]));

const ofPeople = (["E7", "E8", "E11"] as const).flatMap((id) => carriedBy("employee", id).fields);
const ofDepartments = (["D3", "D4"] as const).flatMap((id) => carriedBy("department", id).fields);
const ofPosts = carriedBy("post", "E14").fields.filter(([field]) => field !== "department" && field !== "main");

type Values = Readonly<Record<string, FieldValue | undefined>>;

/** The values before of fields that the source does not state and that are different now. */
const lost = <T extends object>(fields: typeof ofPeople, stated: T, was: T, now: T): Partial<T> =>
  Object.fromEntries(
    fields.flatMap(([field, same]) => {
      const [wanted, before, after] = [stated, was, now].map((values) => (values as Values)[field]);
      const isLost = wanted === undefined && before !== undefined && after !== undefined && !same(before, after);
      return isLost ? [[field, before]] : [];
    }),
  ) as Partial<T>;
