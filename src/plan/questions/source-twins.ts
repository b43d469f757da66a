/**
 * Finds two records of the source that look like one person, where at least one of them would get a new account. People who
 * both have accounts already are not found: nothing new is created for them.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import type { EvidenceField, EvidenceRule } from "../../model/directory/identity.ts";
import type { PlanContext, SourceTwins } from "../draft/plan-context.ts";
import { groupedBy } from "../match/evidence.ts";
import type { People, Person } from "../match/people.ts";

/**
 * Rules with one of these fields count, if the names are equal: siblings born on one day have near names. Two employees of one company with the same name in one department, or hired on the
 * same day, are usually namesakes: HR has given them two numbers.
 */
const personal: ReadonlySet<EvidenceField> = new Set(["idCardNumber", "email", "phoneNumber", "birthDate"]);

/** A value that more records share is a common mailbox or a placeholder, not a person's own. */
const maxAlike = 3;

/** `isCreated`: is the person, whom no key finds, created or held? */
export const findSourceTwins = (
  { settings, source }: PlanContext,
  people: People,
  isCreated: (person: Person) => boolean,
): readonly SourceTwins[] => {
  const personOf = new Map<Employee, Person>();
  const newcomers = new Set<Employee>();
  for (const person of people.all) {
    const { correlation } = person;
    if (correlation.state === "new" && isCreated(person)) newcomers.add(correlation.desired);
    else if (correlation.state !== "matched") continue;
    personOf.set(correlation.desired, person);
  }
  if (newcomers.size === 0) return [];
  const { rules, holdFrom } = settings.identity;
  const found = new Map<Employee, Map<Employee, EvidenceRule[]>>();
  for (const rule of rules) {
    if (rule.same.includes("nearName") || !rule.same.some((field) => personal.has(field))) continue;
    for (const group of groupedBy([...personOf.keys()], rule).values()) {
      if (group.length < 2 || group.length > maxAlike) continue;
      for (const [index, one] of group.entries()) {
        for (const other of group.slice(index + 1)) {
          // The newcomer comes last: of two newcomers, the one with the later account.
          const [first, last] = newcomers.has(other) ? [one, other] : [other, one];
          if (!newcomers.has(last)) continue;
          const agreed = found.get(last) ?? new Map<Employee, EvidenceRule[]>();
          found.set(last, agreed.set(first, [...(agreed.get(first) ?? []), rule]));
        }
      }
    }
  }
  const areDecided = (one: Person, other: Person) =>
    source.decided
      ?.get(canonicalKey(one.desired?.account ?? ""))
      ?.differs.some((account) => sameKey(account, other.account)) === true;
  return [...found].flatMap(([last, agreed]) =>
    [...agreed].flatMap(([first, ofPair]): SourceTwins[] => {
      const [newcomer, other] = [personOf.get(last), personOf.get(first)];
      const weight = ofPair.reduce((sum, rule) => sum + rule.weight, 0);
      if (!newcomer || !other || weight < holdFrom || areDecided(newcomer, other) || areDecided(other, newcomer))
        return [];
      return [{ newcomer, other, rules: ofPair }];
    }),
  );
};
