/** Explains people: how a record was matched, why it is out of reach, and which changes of the plan are about it. */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Employee } from "../model/directory.ts";
import type { ExplainedMatch, MatchStep } from "../model/explanation.ts";
import type { Plan } from "../model/plan.ts";
import { employeeOwner } from "../plan/change-owners.ts";
import type { Decided } from "../plan/make-plan.ts";
import type { Person } from "../plan/people.ts";
import { aloneBecause, type Explained } from "./explained.ts";
import { personViews } from "./person-views.ts";
import { accountNow } from "./post-views.ts";
import type { Entries, PlanIndex } from "./verdicts.ts";

export const explainPerson = (decided: Decided, plan: Plan, index: PlanIndex, person: Person): Explained => {
  const { correlation, current, desired } = person;
  const keys = [current?.account, current?.number].filter((key) => typeof key === "string");
  const alone = correlation.state === "unmanaged" ? aloneBecause(decided.context, plan, "employee", keys) : undefined;
  const views = personViews(decided, person, alone);
  const isWhole = isWholeHold(person);
  const entries = entriesOf(index, person);
  const { held } = entries;
  return {
    subject: {
      kind: "employee",
      key: accountNow(person),
      label: person.label,
      ...((desired?.number ?? current?.number) ? { number: desired?.number ?? current?.number ?? "" } : {}),
      ...(current?.active === undefined ? {} : { active: current.active }),
    },
    match: { ...matchOf(decided, person), candidates: held.flatMap(({ candidates = [] }) => candidates) },
    ...(alone && { alone }),
    keys: [desired?.account, desired?.number, ...keys].filter((key) => typeof key === "string"),
    views,
    entries,
    whole: held.filter(isWhole),
  };
};

const conflicts: ReadonlySet<string> = new Set(["identity-conflict", "possible-twin"]);

/** Is a held change the reason why nothing happens to the person at all? */
const isWholeHold =
  ({ correlation }: Person) =>
  ({ action, reason }: Entries["held"][number]): boolean =>
    action === "create" || (correlation.state === "conflict" && conflicts.has(reason));

/** A record of the source that is in conflict has held changes under the account of somebody else. */
const entriesOf = (index: PlanIndex, person: Person): Entries => {
  const { state } = person.correlation;
  const { changes, held } = index.of(employeeOwner(accountNow(person), state === "new"));
  const isConflict = ({ action, reason }: Entries["held"][number]) => action === "update" && conflicts.has(reason);
  if (state === "conflict") return { changes: [], held: held.filter(isConflict) };
  return { changes, held: held.filter((one) => !isConflict(one)) };
};

const matchOf = ({ context }: Decided, person: Person): Omit<ExplainedMatch, "candidates"> => {
  const { correlation } = person;
  if (correlation.state === "unmanaged") return { state: "only-service", steps: [] };
  const steps = stepsOf(context, correlation.desired);
  return correlation.state === "matched"
    ? { state: "matched", by: correlation.by, steps }
    : { state: correlation.state, steps };
};

const stepsOf = ({ target, source, memory }: Decided["context"], desired: Employee): readonly MatchStep[] => {
  const having = (key: string | null | undefined, of: (person: Employee) => string | null | undefined) =>
    key ? target.employees.flatMap((one) => (sameKey(of(one) ?? "", key) ? [one.account] : [])) : [];
  const linked = memory.links?.employee.get(desired.id ?? "");
  const adopted = source.decided?.get(canonicalKey(desired.account))?.adopts;
  const byAccount = (person: Employee) => person.account;
  const step = (by: MatchStep["by"], key: string | null | undefined, found: readonly string[]): MatchStep => ({
    by,
    ...(key ? { key } : {}),
    found,
  });
  return [
    step("id", desired.id, having(linked, byAccount)),
    step(
      "number",
      desired.number,
      having(desired.number, ({ number }) => number),
    ),
    step("decision", adopted, having(adopted, byAccount)),
    step("account", desired.account, having(desired.account, byAccount)),
  ];
};
