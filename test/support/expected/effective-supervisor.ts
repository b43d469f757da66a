/** The effective approver of a post: the chosen supervisor, or else the nearest department manager who is another person. */
import {
  ancestorsOf,
  type FullDirectory,
  type FullEmployee,
  type FullPost,
  sameCode,
} from "../directory/full-directory.ts";

export const effectiveSupervisor = (directory: FullDirectory, person: FullEmployee, post: FullPost): string | null => {
  const department = directory.departments.find((candidate) => sameCode(candidate.code, post.department));
  if (post.supervisor !== null || department === undefined) return post.supervisor;
  const line = [department, ...ancestorsOf(directory, department)].map((each) => each.manager);
  return line.find((manager) => manager !== null && !sameCode(manager, person.account)) ?? null;
};
