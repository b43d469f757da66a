/**
 * Memory: what musterd remembers between runs because the service cannot return it. The store keeps it and hands it to the
 * planner as a value.
 */
import { type Address, addressKey, parseAddress } from "../directory/address.ts";
import { canonicalKey } from "../directory/canonical.ts";
import type { Kind } from "../directory/kind.ts";

export type Memory = {
  /** Subject and field (`ledgerKey`) → the value that musterd last wrote there; null means it was cleared. */
  readonly written: ReadonlyMap<string, string | null>;
  /** Stable id in the source → the account or code it was last matched with. */
  readonly links?: { readonly employee: ReadonlyMap<string, string>; readonly department: ReadonlyMap<string, string> };
  /** Present when the service differs from what musterd last wrote. */
  readonly stale?: Stale;
};

/** How the service differs from what musterd last wrote. The memory about the objects concerned may be wrong. */
export type Stale = {
  /** The whole service has gone back in time: it was restored from a backup, or moved. */
  readonly all: boolean;
  /** Of the last applied changes, `seen` is the number that can be checked, `undone` how many of them are undone. */
  readonly undone: number;
  readonly seen: number;
  /** Canonical accounts of people with an undone change. */
  readonly people: ReadonlySet<string>;
  /** Objects of the last writing run that differ from what that run left. */
  readonly drifted: readonly { readonly kind: Kind; readonly key: string; readonly label: string }[];
};

/** True when the memory of this person may be newer than the service's data. */
export const isStale = ({ stale }: Memory, account: string): boolean =>
  stale !== undefined && (stale.all || stale.people.has(canonicalKey(account)));

/**
 * The key of a value in the ledger (`Memory.written`). Its subject comes from `employeeSubject` or `postSubject`, or is a single
 * word such as `category`.
 */
export const ledgerKey = (subject: string, field: string): string => `${subject} ${field}`;

/** The ledger subject of a person. Subjects are canonical, because a site may spell accounts and codes differently from HR. */
export const employeeSubject = (account: string): string => addressKey({ of: "employee", key: account });

/** The ledger subject of a person's post. If `department` is empty, it is the common prefix of all the person's posts. */
export const postSubject = (account: string, department: string): string =>
  addressKey({ of: "post", person: account, department });

/** The subject of a ledger key as an address; undefined for subjects that are single words. An account may have blanks, a field has none. */
export const subjectOf = (key: string): Address | undefined =>
  parseAddress(key.slice(0, Math.max(key.lastIndexOf(" "), 0)));

/** The parts of a post's ledger key, in canonical form; undefined for other keys. */
export const parsePostKey = (
  key: string,
): { readonly account: string; readonly department: string; readonly field: string } | undefined => {
  const address = subjectOf(key);
  return address?.of === "post"
    ? { account: address.person, department: address.department, field: key.slice(key.lastIndexOf(" ") + 1) }
    : undefined;
};

/** Why musterd disabled a person although the source does not say that the person is inactive. */
export type PolicyCause = "before-hire-date" | "rescinded" | "on-leave" | "missing-in-source" | "undone";

/** The ledger field of an object with the cause for which musterd disabled it, or null; only an undo is a cause for objects other than people. */
export const disabledFor = "disabledFor";

/** The same while the person is being created or disabled: the cause holds although it is not known whether that succeeded. */
export const createdFor = "createdFor";

/**
 * The ledger field of a joiner, whom musterd has created before the hire date: the hire date that HR stated last, empty if HR has
 * cleared it. It is forgotten when the joiner has started (plan/people/joiners.ts).
 */
export const statedHireDate = "statedHireDate";

/** The ledger field of a person with the status that E7 wrote last, which a site may not show (plan/draft/written-status.ts). */
export const writtenStatus = "writtenStatus";

/** The ledger field of a person that counts readings without the person (plan/people/missing.ts). */
export const missingReadings = "missingReadings";

/** The ledger field of a person whom somebody has decided to be a person of the source (plan/match/contradictions.ts). */
export const decidedAs = "decidedAs";

/** A ledger field of posts. Its value is the id of the operation that may have lost the chosen supervisor, or null. */
export const supervisorDoubt = "doubt";

/** The ledger field of a person whose last day may have been written although the outcome is not known. No read shows it. */
export const lastDayDoubt = "lastDayDoubt";

/**
 * The ledger field of an object of the service about which somebody is asked whether it is a record of the source: the keys by which HR
 * names that record (plan/match/open-questions.ts).
 */
export const askedAbout = "askedAbout";

/** The subjects of which the ledger knows a value of the field. */
export const subjectsWith = ({ written }: Pick<Memory, "written">, field: string): string[] => {
  const end = ledgerKey("", field);
  const subjects: string[] = [];
  for (const [key, value] of written) if (value !== null && key.endsWith(end)) subjects.push(key.slice(0, -end.length));
  return subjects;
};

/** Where the first reading of the person of a write test is kept, sealed, until that person is as before. */
export const writeTestEntry = { subject: "site/write-test", field: "person" } as const;

/**
 * The ledger entry which states that the site clears fields that E11 leaves out (R10), although `target.omittedFields` is `kept`.
 */
export const omittedFieldsEntry = { subject: "site", field: "omittedFields", value: "cleared" } as const;

/** The lists of the site have shown some writes only after the refresh (R100). */
export const shownLateEntry = { subject: "site", field: "shown", value: "after-refresh" } as const;

/** After the refresh of a run, everything was as its writes had left it (R24). */
export const refreshKeepsEntry = { subject: "site", field: "refresh", value: "keeps-writes" } as const;

/** E4 has returned no supervisor for a post below a manager: it returns only chosen ones (R60). */
export const showsChosenEntry = { subject: "site", field: "supervisors", value: "chosen" } as const;

export const emptyMemory: Memory = { written: new Map() };
