/** Mistakes in exports, such as dangling references, circles, closed objects that are in use, and numbers of other people. */
import { type Edit, withDepartment, withPerson } from "./ordinary-edits.ts";
import { pick } from "./random-directory.ts";

/** Edits that may leave a directory inconsistent. */
export const faulty: readonly Edit[] = [
  // Dangling references.
  (directory, numbers) => withDepartment(directory, numbers, (department) => void (department.parent = "NOWHERE")),
  (directory, numbers) => withDepartment(directory, numbers, (department) => void (department.level = "NONE")),
  (directory, numbers) => withDepartment(directory, numbers, (department) => void (department.manager = "nobody")),
  (directory, numbers) =>
    withPerson(directory, numbers, (person) => {
      const post = pick(person.posts, numbers.b);
      if (post === undefined) return;
      if (numbers.c % 4 === 0) post.department = "NOWHERE";
      else if (numbers.c % 4 === 1) post.title = "NONE";
      else if (numbers.c % 4 === 2) post.functions = ["NONE"];
      else post.supervisor = "nobody";
    }),
  // A department under its own child.
  (directory, numbers) =>
    withDepartment(directory, numbers, (department) => {
      const child = directory.departments.find((other) => other.parent === department.code);
      department.parent = child?.code ?? department.code;
    }),
  // Objects in use are closed.
  (directory, numbers) => withDepartment(directory, numbers, (department) => void (department.active = false)),
  (directory, { a }) => {
    const title = pick(directory.titles, a);
    if (title !== undefined) title.active = false;
  },
  (directory, { a }) => {
    const level = pick(directory.levels, a);
    if (level !== undefined) level.active = false;
  },
  // Somebody from another department becomes the manager.
  (directory, numbers) =>
    withDepartment(directory, numbers, (department) => {
      department.manager = pick(directory.employees, numbers.b)?.account ?? null;
    }),
  // A person without posts, an active person whose last day is over, a person with the number of another person.
  (directory, numbers) => withPerson(directory, numbers, (person) => void (person.posts = [])),
  (directory, numbers) => withPerson(directory, numbers, (person) => void (person.resignationDate = "2026-01-31")),
  (directory, numbers) =>
    withPerson(directory, numbers, (person) => {
      person.number = pick(directory.employees, numbers.b)?.number ?? person.number;
    }),
];
