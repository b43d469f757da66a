/** The signing operations over real HTTP: answers, effects, and refusals that change nothing. */
import { runCases } from "../forms/operation-cases.ts";
import { searchCases } from "./search-cases.ts";
import { type Documents, now } from "./signing-case.ts";
import { signingCases } from "./signing-cases.ts";
import { signingCompany } from "./signing-company.ts";

runCases<Documents>(
  { ...signingCases, ...searchCases },
  signingCompany,
  ({ documents }) => documents?.documents ?? [],
  ["organisation", "forms", "agents", "documents"],
  { clock: { nowMs: () => Date.parse(now) } },
);
