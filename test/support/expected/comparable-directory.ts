/** Puts a full directory into a form for comparison, in which only meaningful order counts. */
import type { FullDirectory, FullEmployee } from "../directory/full-directory.ts";

/** `isMeant` returns false for people to leave out. */
export const comparableDirectory = (
  { levels, titles, categories, functions, departments, employees }: FullDirectory,
  isMeant: (person: FullEmployee) => boolean = () => true,
) => ({
  levels,
  titles: grouped(titles, ({ rank }) => String(rank)),
  categories: categories.filter((name) => functions.some(({ category }) => category === name)),
  functions: grouped(functions, ({ category }) => category),
  departments: grouped(departments, ({ parent }) => parent ?? "(top)"),
  employees: Object.fromEntries(
    employees
      .filter(isMeant)
      .map(
        (person) =>
          [
            person.account,
            { ...person, loginValidation: person.loginValidation.toSorted(), posts: posts(person) },
          ] as const,
      )
      .toSorted(byKey),
  ),
});

const posts = (person: FullEmployee) =>
  Object.fromEntries(
    person.posts
      .map((post) => [post.department, { ...post, functions: post.functions.toSorted() }] as const)
      .toSorted(byKey),
  );

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

const grouped = <T>(list: readonly T[], groupOf: (item: T) => string): Readonly<Record<string, readonly T[]>> =>
  Object.fromEntries([...Map.groupBy(list, groupOf)].toSorted(byKey));
