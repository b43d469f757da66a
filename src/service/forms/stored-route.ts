/**
 * Converts routes between the format in company documents and the stored format. Deleted people and objects are null in a
 * company document.
 */

import type { PersonName } from "../../contract/records/organisation.ts";
import type { RouteStep } from "../../contract/sections/forms.ts";
import { findFunction, findNamed, nameById } from "../organisation/lookup.ts";
import type { StoredStep } from "./route.ts";
import type { Company } from "./tables.ts";

/** A row id that no row has; it stands for a deleted person or object. */
export const nobody = 0;

/** Refuses an unknown account or function code. */
export const toStoredRoute = (company: Company, steps: readonly RouteStep[], where: string): readonly StoredStep[] =>
  steps.map((step, at): StoredStep => {
    const place = `${where}.${at}`;
    if (step.kind === "person") {
      const { accounts, ...rest } = step;
      return { ...rest, personIds: accounts.map((one, n) => toPersonId(company, one, `${place}.accounts.${n}`)) };
    }
    if (step.kind === "jobFunction") {
      const { jobFuncCode: code, ...rest } = step;
      return { ...rest, functionId: code === null ? nobody : findFunction(company, code, `${place}.jobFuncCode`).id };
    }
    if (step.kind !== "branches") return step;
    const branches = step.branches.map((branch, n) => {
      return { ...branch, steps: toStoredRoute(company, branch.steps, `${place}.branches.${n}.steps`) };
    });
    return { ...step, branches };
  });

export const toPersonId = (company: Company, name: PersonName | null, where: string): number =>
  name === null ? nobody : findNamed(company, name, where).id;

export const showRoute = (company: Company, steps: readonly StoredStep[]): RouteStep[] =>
  steps.map((step): RouteStep => {
    if (step.kind === "person") {
      const { personIds, ...rest } = step;
      return { ...rest, accounts: personIds.map((id) => nameById(company, id)) };
    }
    if (step.kind === "jobFunction") {
      const { functionId, ...rest } = step;
      return { ...rest, jobFuncCode: company.functions.get(functionId)?.code ?? null };
    }
    if (step.kind !== "branches") return step;
    const branches = step.branches.map((branch) => ({ ...branch, steps: showRoute(company, branch.steps) }));
    return { ...step, branches };
  });
