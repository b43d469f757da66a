/** The quirk of a site where a manager who leaves, is disabled or deleted loses the office (R40). */
import type { Company } from "../company.ts";

/** To be called when posts or state of the person have changed. */
export const leaveOffices = (company: Company, personId: number): void => {
  if (company.quirks.managerLeaves !== "cleared") return;
  const person = company.employees.get(personId);
  for (const department of company.departments.all()) {
    if (department.managerId !== personId) continue;
    const isMember = person?.posts.some((post) => post.departmentId === department.id);
    const mayStay = person?.data.active && (isMember || !company.quirks.managersAreMembers);
    if (!mayStay) company.departments.put({ ...department, managerId: null });
  }
};
