/** Plans the reactivation of somebody who is back, with the last day that no read shows (step 5 of ARCHITECTURE "Order"). */

import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { Reason } from "../../model/plan/plan.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { forgottenCause } from "../draft/policy-cause.ts";
import { enabled, writeAbout } from "../draft/protection.ts";
import { statusRemembered } from "../draft/written-status.ts";
import type { Person } from "../match/people.ts";
import { employeeIntent } from "./employee-intent.ts";
import type { Remembered } from "./resignation.ts";
import { uniqueFields } from "./unique-values.ts";
import type { Turns } from "./value-handover.ts";

/** `onReturn`: the last day, which is written with the reactivation. */
export const planReactivation = (
  context: PeopleContext,
  turns: Turns,
  person: Person,
  current: ShownEmployee,
  reason: Reason,
  onReturn: Remembered,
): void => {
  const { draft, memory } = context;
  const { account } = current;
  const claims = uniqueFields.map((field) => turns.claim(person, field, current[field] ?? null));
  const inTheWay = claims.flatMap((claim) => (claim.isCommon ? [] : claim.inTheWay));
  const change: Intent = {
    ...employeeIntent(person, "reactivate", reason, [
      { field: "active", before: false, after: true },
      ...onReturn.fields,
    ]),
    // The last day is written first: if the run stops then, the person is still inactive, and both are planned again.
    operations: [...onReturn.operations, { id: "E7", account, active: true }],
    remember: [...onReturn.remember, ...forgottenCause(memory, account), statusRemembered(account, true)],
    ...(onReturn.doubts.length > 0 && { doubts: onReturn.doubts }),
    needs: claims.flatMap((claim) => claim.needs),
    provides: [reference("employee", account), enabled(person)],
  };
  const reactivated =
    inTheWay.length > 0 ? draft.hold(change, "value-taken", inTheWay) : writeAbout(context, person, change);
  person.active = reactivated !== undefined;
};
