/**
 * Assignments that a run must not lose although HR does not state them: chosen supervisors and managers. If a write of
 * the run could have lost one, the source of the second plan states it as it was before the run.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Department, Employee, Post } from "../model/directory.ts";
import { type Memory, postSubject } from "../model/memory.ts";
import type { SourceSnapshot, TargetSnapshot } from "../model/snapshot.ts";
import { correlate } from "./correlate.ts";
import { managersAbove, supervisorsShown } from "./manager-chain.ts";
import { maybeStranger } from "./plan-context.ts";
import { type ReadBackScope, touchedKey } from "./side-effects.ts";

/** `before`: the reading of the first plan, with the codes and accounts that are valid after it. */
export const withPreservedAssignments = (
  source: SourceSnapshot,
  before: TargetSnapshot,
  { touched }: ReadBackScope,
  memory: Memory,
): SourceSnapshot => {
  const { departments, employees } = source.directory;
  const departmentsBefore = new Map(before.departments.map((found) => [canonicalKey(found.code), found]));
  const peopleBefore = new Map(
    correlate(source, before.employees, memory).flatMap((entry) =>
      entry.state === "matched" ? [[entry.desired, entry.current] as const] : [],
    ),
  );
  const isChosen = chosenBefore(before);

  const managed = (department: Department): Department => {
    const manager = departmentsBefore.get(canonicalKey(department.code))?.manager;
    const isOpen = department.manager === undefined && touched.has(touchedKey("manager", department.code));
    return isOpen && manager ? { ...department, manager } : department;
  };

  const complete = (person: Employee): Employee => {
    const found = peopleBefore.get(person);
    if (!found?.posts || !person.posts || !touched.has(touchedKey("post", found.account))) return person;
    const held = new Map(found.posts.map((post) => [canonicalKey(post.department), post]));
    const preserved = (post: Post): Post => {
      const was = held.get(canonicalKey(post.department));
      if (!was) return post;
      const isOpen = post.supervisor === undefined && was.supervisor && isChosen(was);
      const subject = postSubject(found.account, was.department);
      return isOpen && !maybeStranger({ target: before, memory }, subject, was.supervisor)
        ? { ...post, supervisor: was.supervisor }
        : post;
    };
    return { ...person, posts: person.posts.map(preserved) };
  };

  return {
    ...source,
    directory: {
      ...source.directory,
      ...(departments && { departments: departments.map(managed) }),
      ...(employees && { employees: employees.map(complete) }),
    },
  };
};

/** Was the supervisor of a post certainly chosen, and not returned only because they manage the department? */
const chosenBefore = ({ departments, employees }: TargetSnapshot) => {
  const byKey = new Map(departments.map((found) => [canonicalKey(found.code), found]));
  const shows = supervisorsShown(byKey, employees);
  return ({ department, supervisor }: Post): boolean =>
    shows === "chosen" || !managersAbove(byKey, department).includes(canonicalKey(supervisor ?? ""));
};
