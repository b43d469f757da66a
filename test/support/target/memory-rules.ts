/** The rules of the memory target, the error with which it refuses operations, and its handling of positions. */
import type { FullDirectory } from "../directory/full-directory.ts";
import { sameCode } from "../directory/full-directory.ts";

export type MemoryRules = {
  /** A department manager must hold a post in the department. */
  readonly managerMustBeMember: boolean;
  /** Siblings must have different names. */
  readonly uniqueSiblingNames: boolean;
  /** If true, a position beyond the end is refused; if false, such a position means the end. */
  readonly seqInRange: boolean;
  /** The first position of levels, departments, functions and categories; titles always start at 1. */
  readonly firstPosition: 0 | 1;
  /** The supervisor that a read returns in a post: only the chosen one, or the effective one. */
  readonly supervisorReads: "custom" | "effective";
};

export const strictRules: MemoryRules = {
  managerMustBeMember: true,
  uniqueSiblingNames: false,
  seqInRange: true,
  firstPosition: 0,
  supervisorReads: "custom",
};

/** Thrown where the service answers 400. */
export class Rejection extends Error {
  readonly code: string;

  constructor(code: string, about: string) {
    super(`${code}: ${about}`);
    this.name = "Rejection";
    this.code = code;
  }
}

export const demand = (condition: boolean, code: string, about: string): void => {
  if (!condition) throw new Rejection(code, about);
};

/** The object with that code; throws a `Rejection` if there is none. */
export const findCode = <T extends { code: string }>(list: readonly T[], code: string): T => {
  const found = list.find((item) => sameCode(item.code, code));
  if (found === undefined) throw new Rejection("unknown-code", code);
  return found;
};

export const demandFreeCode = <T extends { code: string }>(list: readonly T[], code: string, except?: T): void => {
  demand(code.trim() !== "", "blank-code", code);
  demand(!list.some((item) => item !== except && sameCode(item.code, code)), "duplicate-code", code);
};

/**
 * Moves `item` to position `seq` (0-based) among the other members of its group, or inserts it there. The other members keep
 * their order.
 */
export const place = <T>(list: T[], item: T, inGroup: (other: T) => boolean, seq: number, rules: MemoryRules): void => {
  const group = list.filter((other) => other !== item && inGroup(other));
  demand(Number.isInteger(seq) && seq >= 0, "seq-invalid", String(seq));
  demand(!rules.seqInRange || seq <= group.length, "seq-out-of-range", `${seq} of ${group.length}`);
  const next = group[seq];
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
  list.splice(next === undefined ? list.length : list.indexOf(next), 0, item);
};

/** Active people with a post for which `uses` is true. */
export const activeHolders = (
  state: FullDirectory,
  uses: (post: FullDirectory["employees"][number]["posts"][number]) => boolean,
) => state.employees.filter((person) => person.active && person.posts.some(uses));
