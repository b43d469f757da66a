/**
 * Some sites list the company itself as the department above all others (R26). Where HR does not know it as a department, what stands
 * directly below it is the top level; otherwise it is a department like the others.
 */
import { sameKey } from "../../model/directory/canonical.ts";
import type { SourceSnapshot, TargetLists } from "../../model/directory/snapshot.ts";
import type { RecordedRun } from "../../model/runs/recorded-run.ts";

type Named = { readonly code: string; readonly parent?: string | null };

/** Decides by the departments that HR states. In the result, `company` is there only if it is no department. */
export const withTopLevel = <Lists extends TargetLists>(
  lists: Lists,
  { directory }: Pick<SourceSnapshot, "directory">,
): Lists => decided(lists, directory.departments);

/** Decides by what the run to be undone has written. */
export const withTopLevelOf = <Lists extends TargetLists>(
  lists: Lists,
  { changes }: Pick<RecordedRun, "changes">,
): Lists =>
  decided(
    lists,
    changes.flatMap(({ change: { kind, key, fields } }): Named[] =>
      kind === "department"
        ? [
            { code: key },
            ...fields.flatMap(({ field, before, after }) => (field === "parent" ? named(before, after) : [])),
          ]
        : [],
    ),
  );

/** What was read later, as decided for `before`, even if the company does not stand alone at the top any more. */
export const withTopLevelAs = <Lists extends TargetLists>(lists: Lists, { company }: TargetLists): Lists =>
  company === undefined ? asDepartment(lists) : belowCompany(lists, company);

const decided = <Lists extends TargetLists>(lists: Lists, departments: readonly Named[] | undefined): Lists => {
  const { company } = lists;
  if (company === undefined) return lists;
  const isNamed =
    departments?.some(({ code, parent }) => sameKey(code, company) || sameKey(parent ?? "", company)) ?? true;
  return isNamed ? asDepartment(lists) : belowCompany(lists, company);
};

const named = (...values: readonly unknown[]): Named[] =>
  values.flatMap((value) => (typeof value === "string" ? [{ code: value }] : []));

const asDepartment = <Lists extends TargetLists>({ company: _, ...lists }: Lists): Lists => lists as unknown as Lists;

/** The company stays in the list, because people may have posts in it; it stands after all others. */
const belowCompany = <Lists extends TargetLists>(lists: Lists, company: string): Lists => {
  const { departments } = lists;
  return {
    ...lists,
    company,
    departments: departments.map((department) => {
      if (sameKey(department.code, company)) return { ...department, order: departments.length };
      return sameKey(department.parent ?? "", company) ? { ...department, parent: null } : department;
    }),
  };
};
