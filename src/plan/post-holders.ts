/** Finds the people who have a post in a department, or with a title or function. */
import { canonicalKey } from "../model/canonical.ts";
import type { ShownEmployee, TargetSnapshot } from "../model/snapshot.ts";

/** Returns the people who hold what the code names. */
export type Holders = (field: "department" | "title" | "functions", code: string) => readonly ShownEmployee[];

/** Indexes the posts of a reading once. */
export const holders = ({ employees }: TargetSnapshot): Holders => {
  const byCode = new Map<string, ShownEmployee[]>();
  const note = (field: string, code: string, person: ShownEmployee) => {
    const key = `${field} ${canonicalKey(code)}`;
    const known = byCode.get(key);
    if (known) known.push(person);
    else byCode.set(key, [person]);
  };
  for (const person of employees)
    for (const { department, title, functions = [] } of person.posts ?? []) {
      note("department", department, person);
      if (title) note("title", title, person);
      for (const code of functions) note("functions", code, person);
    }
  return (field, code) => byCode.get(`${field} ${canonicalKey(code)}`) ?? [];
};
