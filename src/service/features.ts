/** The rules of all operations except the uploads, which are streams. The type check fails if a rule is missing. */
import type { OperationId } from "../contract/contract.ts";
import type { uploadOperations } from "../contract/uploads.ts";
import { profileRules } from "./access/profile.ts";
import { agentRules } from "./agents/rules.ts";
import { documentRules } from "./documents/document-rules.ts";
import { noticeRules } from "./everyday/notices.ts";
import { punchRules } from "./everyday/punch-rules.ts";
import { surveyRules } from "./everyday/survey-rules.ts";
import { formRules } from "./forms/form-rules.ts";
import { initiationRules } from "./initiations/initiation-rules.ts";
import type { Handlers } from "./kernel/handler.ts";
import { departmentBatchRules } from "./organisation/department-batch.ts";
import { departmentRules } from "./organisation/departments.ts";
import { employeeRules } from "./organisation/employees.ts";
import { functionRules } from "./organisation/functions.ts";
import { levelRules } from "./organisation/levels.ts";
import { postRules } from "./organisation/posts.ts";
import { titleRules } from "./organisation/titles.ts";
import { refreshRules } from "./signing/refresh.ts";
import { searchRules } from "./signing/search-rules.ts";
import { signingRules } from "./signing/signing-rules.ts";

export type RuledId = Exclude<OperationId, keyof typeof uploadOperations>;

export const rules: Handlers<RuledId> = {
  ...departmentRules,
  ...departmentBatchRules,
  ...levelRules,
  ...employeeRules,
  ...postRules,
  ...functionRules,
  ...titleRules,
  ...refreshRules,
  ...documentRules,
  ...agentRules,
  ...formRules,
  ...initiationRules,
  ...punchRules,
  ...surveyRules,
  ...noticeRules,
  ...profileRules,
  ...searchRules,
  ...signingRules,
};

export const isRuled = (id: OperationId): id is RuledId => Object.hasOwn(rules, id);
