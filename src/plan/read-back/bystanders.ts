/**
 * What stands beside the objects that an operation writes, and what some sites change with it, taking or giving: people in the same
 * departments and below, whoever has the person as approver and whom the person has, and the departments above, below and beside.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { Operation } from "../../model/plan/operation.ts";
import { accountAfter } from "./new-names.ts";
import { approversOf, byApprover, type Holder, type Holders, holders } from "./post-holders.ts";

/** Groups with the same name have the same members, whatever the operation wrote; they are found when they are asked for. */
export type Group<Member> = { readonly name?: string; readonly members: () => Iterable<Member> };

/** `departments`: codes. `people`: all of them whose posts the operation itself does not make us read (read-back-scope.ts). */
type Beside = {
  readonly departments: readonly Group<string>[];
  readonly people: readonly Group<Holder>[];
  /** Whom the operation writes; is in some of the groups, and not beside. */
  readonly self?: Holder | undefined;
};

/** Returns what stands beside the objects that an operation writes; `nowOf` tells the account that is valid after the run. */
export type Bystanders = (operation: Operation, nowOf: (account: string) => string) => Beside;

/** `all`: the people before and after the run; `departments`: those before. Both with the names that are valid after it. */
export const bystandersIn = (
  all: readonly Holder[],
  holdersOf: Holders,
  departments: readonly Department[],
): Bystanders => {
  const { around, belowOf } = treeOf(departments);
  const besidePerson = besidePeople(all, holdersOf, around);
  const knownHoldersOf = holders(all.filter(({ isNew }) => !isNew));

  const besideDepartment = (code: string, newPlace?: string | null): Beside["departments"] => [
    ...around(code, newPlace),
    { members: () => belowOf(code) },
  ];

  const membersOf = (codes: Iterable<string>): Beside["people"] => [...codes].map((code) => membersIn(holdersOf, code));

  return (operation, nowOf) => {
    switch (operation.id) {
      case "D2":
      case "D7":
        return { departments: besideDepartment(operation.code, operation.parent), people: [] };
      case "D3":
        return { departments: besideDepartment(operation.newCode), people: membersOf(belowOf(operation.newCode)) };
      case "D4":
        return { departments: besideDepartment(operation.code), people: [] };
      case "D11":
      case "D12": {
        const { code } = operation;
        const members = membersOf([code, ...belowOf(code)]);
        if (operation.id === "D11") return { departments: besideDepartment(code), people: members };
        const { departments: ofManager, people } = besidePerson(nowOf(operation.manager));
        return { departments: [...besideDepartment(code), ...ofManager], people: [...members, ...people] };
      }
      case "E12": {
        // In an import everybody is beside everybody, and the first creates are read anyway.
        const beside = besidePerson(operation.account, knownHoldersOf);
        const known = (members: Iterable<Holder>) => [...members].filter(({ isNew }) => !isNew);
        return {
          ...beside,
          people: beside.people.map((group) => ({ ...group, members: () => known(group.members()) })),
        };
      }
      case "E7":
      case "E8":
      case "E9":
      case "E11":
      case "E13":
      case "E14":
        return besidePerson(nowOf(accountAfter(operation)));
      case "V2":
      case "V3":
      case "V4":
      case "V5":
      case "T2":
      case "T3":
      case "T4":
      case "T5":
      case "J1":
      case "J2":
      case "J5":
      case "J6":
      case "J7":
      case "J8":
        return { departments: [], people: [] };
    }
  };
};

/** Returns what stands beside a person with this account. */
const besidePeople = (
  all: readonly Holder[],
  holdersOf: Holders,
  around: (code: string) => Beside["departments"],
): ((account: string, membersOf?: Holders) => Beside) => {
  const people = byKey(all);
  const approvedBy = byApprover(all);

  return (account, membersOf = holdersOf) => {
    const person = people.get(canonicalKey(account));
    const own = [...new Set((person?.posts ?? []).map(({ department }) => department))];
    const approvers = person ? [...approversOf(person)].flatMap((approver) => people.get(approver) ?? []) : [];
    return {
      departments: own.flatMap((code) => [{ members: () => [code] }, ...around(code)]),
      people: [
        ...own.map((code) => membersIn(membersOf, code)),
        { members: () => [...(approvedBy.get(canonicalKey(account)) ?? []), ...approvers] },
      ],
      self: person,
    };
  };
};

const membersIn = (holdersOf: Holders, code: string): Group<Holder> => ({
  name: `members ${canonicalKey(code)}`,
  members: () => holdersOf("department", code),
});

/** What stands around a department, and everything below it, by code. */
const treeOf = (departments: readonly Department[]) => {
  const parents = new Map(departments.map(({ code, parent }) => [canonicalKey(code), parent ?? null]));
  const childrenOf = Map.groupBy(departments, ({ parent }) => canonicalKey(parent ?? ""));

  /** The departments directly above and below, and the sisters. `newPlace`: the parent to which the department moves. */
  const around = (code: string, newPlace?: string | null): Beside["departments"] => {
    const above = new Set([newPlace, parents.get(canonicalKey(code))].filter((parent) => parent !== undefined));
    const children = [code, ...above].map((parent) => canonicalKey(parent ?? ""));
    return [
      { members: () => [...above].filter((one) => one !== null) },
      ...children.map((parent) => ({
        name: `children ${parent}`,
        members: () => (childrenOf.get(parent) ?? []).map((one) => one.code),
      })),
    ];
  };

  const belowOf = (code: string): ReadonlySet<string> => {
    const below = new Map((childrenOf.get(canonicalKey(code)) ?? []).map((one) => [canonicalKey(one.code), one.code]));
    for (const parent of below.keys())
      for (const one of childrenOf.get(parent) ?? []) below.set(canonicalKey(one.code), one.code);
    return new Set(below.values());
  };
  return { around, belowOf };
};
