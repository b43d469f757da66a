/** The company that a site lists above all departments (R26), where the lists are read once more after a run. */
import { expect, it } from "vitest";
import { withTopLevel, withTopLevelAs } from "../../../src/plan/reading/top-level.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const company = "ACME";
const listed = directory().department(company).department("RD", { parent: company });
const source = directory().department("RD").source();
const rd = ({ departments }: { departments: readonly { code: string; parent?: string | null }[] }) =>
  departments.find(({ code }) => code === "RD");

it("keeps the top level when a department stands beside the company later", () => {
  const before = withTopLevel({ ...listed.target(), company }, source);
  expect(rd(before)).toMatchObject({ parent: null });
  // Beside another one, the company does not stand above all departments, so the lists do not name it.
  const later = withTopLevelAs(listed.department("NEW").target(), before);
  expect(rd(later)).toMatchObject({ parent: null });
  expect(later.company).toBe(company);
});

it("keeps the company as a department where it was one before", () => {
  const before = withTopLevel(listed.target(), source);
  const later = withTopLevelAs({ ...listed.target(), company }, before);
  expect(rd(later)).toMatchObject({ parent: company });
  expect(later.company).toBeUndefined();
});
