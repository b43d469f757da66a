/**
 * P1: the permission refresh, the count of changes that it resets (R24), and its effect on routes (R87, R88): pending tasks of
 * disabled or deleted people are reassigned. Tasks from the route go to the step's present signers; inquiries and tasks added by
 * a signer only end. Tasks of other people stay with them, even if the department's manager has changed.
 */
import { isoInstant } from "../../lib/clock.ts";
import { mutationsOwed, setMutationsOwed } from "../kernel/company/refreshes.ts";
import { requireRow } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { refuseInvalid } from "../kernel/refusal.ts";
import { noteRefresh } from "./as-of-refresh.ts";
import { advance, dropTasks } from "./progress.ts";
import { isActive } from "./signers.ts";
import type { Company } from "./tables.ts";

export const refreshRules: Handlers<"P1", Company> = {
  P1: (company, { body }) => {
    // A schema would also refuse a request without a body, which Fastify shows as null (R25).
    const given: unknown = body;
    if (given !== undefined && given !== null && Object.prototype.toString.call(given) !== "[object Object]")
      refuseInvalid("body", "must be an object");
    const at = isoInstant(company.clock.nowMs());
    company.refreshes.put({ id: company.newId(), at, dirtyBefore: mutationsOwed(company) });
    setMutationsOwed(company, 0);
    noteRefresh(company);
    const lost = company.tasks
      .all()
      .filter(({ decision, signerId }) => decision === null && !isActive(company, signerId));
    dropTasks(company, lost);
    const lostIds = new Set(lost.map(({ id }) => id));
    const documentIds = new Set(lost.map(({ documentId }) => documentId));
    for (const id of documentIds) advance(company, requireRow(company.documents, id), lostIds);
  },
};
