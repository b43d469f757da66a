/** The quirk `managerLeaves`: a manager who leaves the department, is disabled or deleted is removed as its manager (R40). */
import type { Company } from "./tables.ts";

/** Call this when a person's posts or state have changed. */
export const endManagement = (company: Company, personId: number): void => {
  if (company.quirks.managerLeaves !== "cleared") return;
  const person = company.employees.get(personId);
  for (const department of company.departments.all()) {
    if (department.managerId !== personId) continue;
    const isMember = person?.posts.some((post) => post.departmentId === department.id);
    const mayStay = person?.data.active && (isMember || !company.quirks.managersAreMembers);
    if (!mayStay) company.departments.put({ ...department, managerId: null });
  }
};
