/** The approval of a plan as the store gives it back. */
import type { Approval } from "../../src/model/plan/approval.ts";
import { approvalOf } from "../../src/plan/approval.ts";

export const keptApproval = (...given: Parameters<typeof approvalOf>): Approval => {
  const made = approvalOf(...given);
  return made === given[1] ? given[1] : { ...made, digests: new Set(made.digests) };
};
