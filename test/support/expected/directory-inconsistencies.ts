/** Inconsistencies of a whole directory: dangling references, cycles, active objects inside inactive ones. */
import type { PlanSettings } from "../../../src/model/plan/settings.ts";
import {
  ancestorsOf,
  canonical,
  type FullDirectory,
  type FullEmployee,
  sameCode,
} from "../directory/full-directory.ts";

const repeated = (keys: readonly string[]): boolean => new Set(keys.map(canonical)).size !== keys.length;

const isOpen = (items: readonly { code: string; active: boolean }[], code: string): boolean =>
  items.some((item) => item.active && sameCode(item.code, code));

const isKnown = (items: readonly { code: string }[], code: string): boolean =>
  items.some((item) => sameCode(item.code, code));

/** One text per inconsistency; empty for a directory that a service could store. */
export const inconsistencies = (directory: FullDirectory, settings: PlanSettings): string[] => {
  const { levels, titles, functions, departments, employees } = directory;
  const found: string[] = [];
  for (const items of [levels, titles, functions, departments])
    if (repeated(items.map((item) => item.code))) found.push("a code twice");
  if (repeated(employees.map((person) => person.account))) found.push("an account twice");
  if (repeated(employees.flatMap((person) => person.number ?? []))) found.push("a number twice");
  for (const department of departments) {
    const { code, parent, level, active, manager } = department;
    const above = ancestorsOf(directory, department);
    if (above.includes(department)) found.push(`${code} is above itself`);
    if (parent !== null && above.length === 0) found.push(`${code} has an unknown parent`);
    if (!isKnown(levels, level) || (active && !isOpen(levels, level))) found.push(`${code} has no open level`);
    if (active && parent !== null && !isOpen(departments, parent)) found.push(`${code} is open below a closed one`);
    if (manager === null || !active) continue;
    const person = employees.find((candidate) => sameCode(candidate.account, manager));
    const member = person?.posts.some((post) => sameCode(post.department, code)) ?? false;
    if (!person?.active) found.push(`${code} has a manager who does not work here`);
    if (settings.managerMustBeMember && !member) found.push(`${code} has a manager from outside`);
  }
  return [...found, ...employees.flatMap((person) => personDisorders(directory, person))];
};

const personDisorders = (directory: FullDirectory, person: FullEmployee): string[] => {
  const { titles, functions, departments, employees } = directory;
  const found: string[] = [];
  const { account, posts } = person;
  if (repeated(posts.map((post) => post.department))) found.push(`${account} has two posts in one department`);
  if (posts.length > 0 && posts.filter((post) => post.main).length !== 1)
    found.push(`${account} does not have exactly one main post`);
  for (const post of posts) {
    const serves = person.active ? isOpen : isKnown;
    if (!serves(departments, post.department)) found.push(`${account} works in no open department`);
    if (post.title !== null && !serves(titles, post.title)) found.push(`${account} has no open title`);
    if (!post.functions.every((code) => serves(functions, code))) found.push(`${account} has no open function`);
    if (post.supervisor === null) continue;
    const supervisor = employees.find((candidate) => sameCode(candidate.account, post.supervisor));
    if (supervisor === person || !supervisor?.active) found.push(`${account} has no valid supervisor`);
  }
  return found;
};
