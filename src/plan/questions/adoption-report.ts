/** Statistics of the first plan for a target with data: how many objects are matched, and on what evidence. */

import { canonicalKey } from "../../model/directory/canonical.ts";
import { type CodedKind, codedRecords } from "../../model/directory/objects.ts";
import type { AdoptionReport, Kind } from "../../model/plan/plan.ts";
import type { PeopleContext } from "../draft/plan-context.ts";

/** Leaves out kinds that the source does not state. */
export const adoptionReport = ({ source, target, people, draft }: PeopleContext): AdoptionReport => {
  const proposedOf = (kind: Kind) => draft.held().filter((held) => held.kind === kind && held.candidates).length;
  const coded = (kind: CodedKind): AdoptionReport => {
    const desired = codedRecords(source.directory, kind);
    const current = codedRecords(target, kind) ?? [];
    if (!desired) return [];
    const there = new Set(current.map(({ code }) => canonicalKey(code)));
    const code = desired.filter((record) => there.has(canonicalKey(record.code))).length;
    const proposed = proposedOf(kind);
    const onlySource = desired.length - code - proposed;
    return [{ kind, matched: { code }, proposed, onlySource, onlyTarget: current.length - code }];
  };
  const matched: Record<string, number> = {};
  let [onlySource, onlyTarget] = [0, 0];
  for (const { correlation } of people.all) {
    if (correlation.state === "matched") matched[correlation.by] = (matched[correlation.by] ?? 0) + 1;
    if (correlation.state === "new") onlySource += 1;
    if (correlation.state === "unmanaged") onlyTarget += 1;
  }
  // A record in conflict may be proposed as well, but it is no newcomer.
  const newcomers = draft.held().filter((one) => one.kind === "employee" && one.action === "create" && one.candidates);
  const proposed = proposedOf("employee");
  const ofPeople = { matched, proposed, onlySource: onlySource - newcomers.length, onlyTarget };
  return [
    ...(["level", "department", "function", "title"] as const).flatMap(coded),
    ...(source.directory.employees ? [{ kind: "employee" as const, ...ofPeople }] : []),
  ];
};
