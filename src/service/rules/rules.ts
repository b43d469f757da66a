/** The rule of every operation of the contract but the uploads, which are streams. A missing one does not compile. */
import type { OperationId } from "../../contract/contract.ts";
import { departmentBatchRules } from "./department-batch.ts";
import { departmentRules } from "./departments.ts";
import { employeeRules } from "./employees.ts";
import { functionRules } from "./functions.ts";
import type { Handlers } from "./handler.ts";
import { levelRules } from "./levels.ts";
import { postRules } from "./posts.ts";
import { refreshRules } from "./refresh.ts";
import { titleRules } from "./titles.ts";

export const rules: Partial<Handlers<OperationId>> = {
  ...departmentRules,
  ...departmentBatchRules,
  ...levelRules,
  ...employeeRules,
  ...postRules,
  ...functionRules,
  ...titleRules,
  ...refreshRules,
};
