/** Who manages what in the sample company, for whatever names a manager. */
import type { Organisation } from "../contract/organisation.ts";

/** Account of who manages a department, which must have a manager. */
export type ManagerOf = (department: string) => string;

export const managers = ({ departments }: Organisation): ManagerOf => {
  const byCode = new Map(departments.map(({ code, manager }) => [code, manager]));
  return (department) => {
    const manager = byCode.get(department);
    if (!manager) throw new Error(`the sample company has no manager of ${department}`);
    return manager;
  };
};
