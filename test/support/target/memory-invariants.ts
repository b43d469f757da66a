/** Checks invariants of the service's organisation that always hold, independently of the code of the operations. */
import { canonical, type FullDirectory, sameCode } from "../directory/full-directory.ts";
import type { MemoryRules } from "./memory-rules.ts";

const duplicates = (keys: readonly string[]): string[] =>
  keys.map(canonical).filter((key, at, all) => all.indexOf(key) !== at);

const reachesTop = (state: FullDirectory, start: string): boolean => {
  let code: string | null = start;
  for (let steps = 0; steps <= state.departments.length; steps += 1) {
    if (code === null) return true;
    const here: string = code;
    const department = state.departments.find((candidate) => sameCode(candidate.code, here));
    if (department === undefined) return false;
    code = department.parent;
  }
  return false;
};

/** One text per violated invariant; empty when all hold. */
export const brokenInvariants = (state: FullDirectory, rules: MemoryRules): string[] => {
  const broken: string[] = [];
  const has = (list: readonly { code: string }[], code: string) => list.some((item) => sameCode(item.code, code));
  for (const list of [state.levels, state.titles, state.functions, state.departments])
    broken.push(...duplicates(list.map((item) => item.code)).map((code) => `two with code ${code}`));
  broken.push(...duplicates(state.employees.map((person) => person.account)).map((key) => `two with account ${key}`));
  broken.push(
    ...duplicates(state.employees.flatMap((person) => person.number ?? [])).map((key) => `two with number ${key}`),
  );
  for (const department of state.departments) {
    if (!reachesTop(state, department.code)) broken.push(`${department.code} is in a cycle or an orphan`);
    if (!has(state.levels, department.level)) broken.push(`${department.code} has no level`);
    if (department.manager === null) continue;
    const manager = state.employees.find((person) => sameCode(person.account, department.manager));
    if (manager === undefined || !manager.active) broken.push(`${department.code} is managed by nobody who works here`);
    const member = manager?.posts.some((post) => sameCode(post.department, department.code)) ?? false;
    if (!member && rules.managerMustBeMember) broken.push(`${department.code} is managed from outside`);
  }
  for (const person of state.employees) {
    const mains = person.posts.filter((post) => post.main).length;
    if (person.posts.length > 0 && mains !== 1) broken.push(`${person.account} has ${mains} main posts`);
    for (const post of person.posts) {
      if (!has(state.departments, post.department)) broken.push(`${person.account} works nowhere`);
      if (post.title !== null && !has(state.titles, post.title)) broken.push(`${person.account} has no such title`);
      if (!post.functions.every((code) => has(state.functions, code)))
        broken.push(`${person.account} no such function`);
    }
  }
  return broken;
};
