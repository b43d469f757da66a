/** A company without HTTP and store, for laws that call its rules thousands of times. */
import { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { loadCompany } from "../../../src/service/company-document.ts";
import { type Company, createCompany } from "../../../src/service/features.ts";
import { serviceCaller } from "../../../src/service/kernel/callers/caller.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import type { Refusal } from "../../../src/service/kernel/refusal.ts";

export const caller = serviceCaller;

export const companyInMemory = (document: unknown, nowMs: () => number = () => 0): Company => {
  const company = createCompany("ACME", Quirks.parse({}), { nowMs });
  loadCompany(company, CompanyDocument.parse(document));
  return company;
};

/** The answer, or the code of the refusal. */
export const outcomeOf = (ask: () => unknown): unknown => {
  try {
    return ask();
  } catch (thrown) {
    return (thrown as Refusal).code;
  }
};
