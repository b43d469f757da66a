/** Finds managers in the sample company, for forms and sections that name one. */
import type { Organisation } from "../contract/organisation.ts";

/** Account of the department's manager; throws if it has none. */
export type ManagerOf = (department: string) => string;

export const managers = ({ departments }: Organisation): ManagerOf => {
  const byCode = new Map(departments.map(({ code, manager }) => [code, manager]));
  return (department) => {
    const manager = byCode.get(department);
    if (!manager) throw new Error(`the sample company has no manager of ${department}`);
    return manager;
  };
};
