/** P1: the permission refresh, the count of changes that it resets (R24), and its effect on routes (R87, R88). */
import { isoInstant } from "../../lib/clock.ts";
import type { Company } from "../kernel/company.ts";
import type { Handlers } from "../kernel/handler.ts";
import { noteRefresh } from "./as-of-refresh.ts";
import { reassignTasks } from "./reassign-tasks.ts";

/** Number of changes since the last refresh. */
export const mutationsOwed = ({ dirty }: Company): number => dirty.all()[0]?.mutations ?? 0;

export const setMutationsOwed = (company: Company, mutations: number): void =>
  company.dirty.put({ id: company.dirty.all()[0]?.id ?? company.newId(), mutations });

export const refreshRules: Handlers<"P1"> = {
  P1: (company) => {
    const at = isoInstant(company.clock.nowMs());
    company.refreshes.put({ id: company.newId(), at, dirtyBefore: mutationsOwed(company) });
    setMutationsOwed(company, 0);
    noteRefresh(company);
    reassignTasks(company);
  },
};
