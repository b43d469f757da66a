/** Decides who may sign in, and for whom an application may act: people who are active, not locked and not expired. */

import { epochOf } from "../kernel/instant.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import type { Company } from "./tables.ts";

export const maySignIn = (company: Company, { data }: EmployeeRow): boolean =>
  data.active === true && !data.locked && !(data.expiredTime && epochOf(data.expiredTime) <= company.clock.nowMs());
