/** P1: the permission refresh, the count of changes that it resets (R24), and its effect on routes (R87, R88). */
import { isoInstant } from "../../lib/clock.ts";
import type { Handlers } from "../kernel/handler.ts";
import { mutationsOwed, setMutationsOwed } from "../kernel/refreshes.ts";
import { noteRefresh } from "./as-of-refresh.ts";
import { reassignTasks } from "./reassign-tasks.ts";
import type { Company } from "./tables.ts";

export const refreshRules: Handlers<"P1", Company> = {
  P1: (company) => {
    const at = isoInstant(company.clock.nowMs());
    company.refreshes.put({ id: company.newId(), at, dirtyBefore: mutationsOwed(company) });
    setMutationsOwed(company, 0);
    noteRefresh(company);
    reassignTasks(company);
  },
};
