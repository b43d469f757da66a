/** Finds the managers of departments in the sample company, for the parts of the sample that mention a manager. */
import type { Organisation } from "../contract/sections/organisation.ts";

/** Returns the account of a department's manager; throws if the department has none. */
export type ManagerOf = (department: string) => string;

export const managers = ({ departments }: Organisation): ManagerOf => {
  const byCode = new Map(departments.map(({ code, manager }) => [code, manager]));
  return (department) => {
    const manager = byCode.get(department);
    if (typeof manager !== "string") throw new Error(`the sample company has no manager of its own of ${department}`);
    return manager;
  };
};
