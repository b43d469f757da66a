/** A snapshot is the complete, immutable data of one side at one moment. A reader returns a complete snapshot or fails. */
import type { CalendarDate, Directory, Employee } from "./directory.ts";
import type { Decision, PersonDecision } from "./identity.ts";
import type { Kind } from "./kind.ts";

/**
 * A part of the source that could not be used: a row, whose record then counts as present with unknown content; or one field
 * (or a person's posts), which is left unstated while the rest of the record is used.
 */
export type RejectedRow = {
  readonly kind: Kind;
  /** The file, or the distinguished name of a directory entry. */
  readonly file: string;
  /** Physical line of the row's first character, 1-based; absent for directory entries. */
  readonly line?: number;
  readonly column: string;
  /** Stable code, for example `date-invalid`. */
  readonly code: string;
  readonly reason: string;
  /** Key of the record (code, account or number), if the row contains it. */
  readonly key?: string;
  /** `field`: only the field is left out. Absent: the whole row is rejected. */
  readonly dropped?: "field";
  /** The row is not one of the source's records. It is reported but not counted. */
  readonly outside?: true;
};

/** Splits problems into rejected rows and fields left out. `rowCount` counts a row once, even if it is listed several times. */
export const sortedByLoss = (told: readonly RejectedRow[]) => {
  const rows = told.filter(({ dropped }) => dropped === undefined);
  return {
    rows,
    rowCount: new Set(rows.map(({ file, line }) => `${file}\n${line ?? ""}`)).size,
    fields: told.filter(({ dropped }) => dropped === "field"),
  };
};

/** The error code of what only lines name that are rejected as people. */
export const lineRejected = "line-rejected";

/** The error code of a row that shares its key with another row. */
export const duplicateKey = "duplicate-key";

/** An old key and the key that replaces it, from the configuration's rename list or from a link. */
export type Rename = {
  readonly kind: "level" | "title" | "function" | "category" | "department";
  readonly from: string;
  readonly to: string;
  /** Found through the source's stable id, so it may recur; a listed rename is carried out once. */
  readonly linked?: true;
  /** `from` is the code that the object has now, even if it is a temporary one. */
  readonly present?: true;
};

/** The desired side, as read from the source. */
export type SourceSnapshot = {
  readonly directory: Directory;
  readonly rejected: readonly RejectedRow[];
  readonly renames: readonly Rename[];
  /**
   * Records whose key occurs more than once, under every key that their rows contain (for people: account, number and id). They
   * may be two objects, so they are never changed, and no other object takes their keys.
   */
  readonly quarantined?: readonly { readonly kind: Kind; readonly key: string }[];
  /** Records that the configuration leaves out of scope: present, never changed, never reported as unmanaged. */
  readonly excluded?: readonly { readonly kind: Kind; readonly key: string }[];
  /** People of whom the source has a row that only counts from this day on, by `validOn` or `newest`. */
  readonly upcoming?: readonly { readonly date: CalendarDate; readonly account: string; readonly name: string }[];
  /** Codes of departments in which a row of posts names a holder unknown to the source: any person may hold that post. */
  readonly doubtfulPosts?: readonly string[];
  /** Canonical accounts generated for newcomers; a person who exists in the service keeps that account. */
  readonly generatedAccounts?: ReadonlySet<string>;
  /** Decisions about people, by canonical account in the source. */
  readonly decided?: ReadonlyMap<string, PersonDecision>;
  /** Pairs of source and service codes that a person has declared to be different objects. */
  readonly distinct?: readonly { readonly kind: Kind; readonly source: string; readonly target: string }[];
  /** Decisions that name a record or object that does not exist. */
  readonly unresolved?: readonly Decision[];
  /** Decisions that cannot all be followed: none of them is. */
  readonly contradicted?: readonly Decision[];
  /** Accounts that the configuration's conditions protect. */
  readonly protectedAccounts?: readonly string[];
};

/** True: the list has other records with this code or account, so nobody knows which one an operation would reach, and none is changed (R43). */
export type Ambiguous = { readonly ambiguous?: true };

/**
 * A person as the service returns them. `hidden` lists the fields that have a value which the service does not return (R10).
 * `foreign`: E2 does not find the person, who is of another company and not ours to change (R64). `nameless`: E1 shows no account,
 * so no operation can name the person, and `account` is a text that is nobody's (R51). `unlisted`: E2 shows the person, and E1 does not.
 */
export type ShownEmployee = Employee &
  Ambiguous & {
    readonly hidden?: readonly string[];
    readonly foreign?: true;
    readonly nameless?: true;
    readonly unlisted?: true;
  };

/** The current side as the list operations return it (V1, D1, T1, J4, E1): without managers and posts. */
export type TargetLists = {
  readonly levels: readonly (NonNullable<Directory["levels"]>[number] & Ambiguous)[];
  readonly titles: readonly (NonNullable<Directory["titles"]>[number] & Ambiguous)[];
  readonly functions: readonly (NonNullable<Directory["functions"]>[number] & Ambiguous)[];
  readonly departments: readonly (NonNullable<Directory["departments"]>[number] & Ambiguous)[];
  readonly employees: readonly ShownEmployee[];
  /** E1 shows of nobody whether they are active. */
  readonly statusUnknown?: true;
  /** The company's code, if the service lists the company as the only department without a parent (R26). */
  readonly company?: string;
};

/** The details that must be read object by object before a plan can be made. */
export type DetailScope = {
  /** Department codes whose manager is read (D10). */
  readonly managersOf: readonly string[];
  /** Accounts whose posts are read (E4). */
  readonly postsOf: readonly string[];
  /** Department codes whose members are read (D9), because the departments may be deactivated. */
  readonly membersOf: readonly string[];
  /** Accounts of the lists that the source does not know: if they are managers or supervisors, E2 must find them (R64). */
  readonly unknown?: readonly string[];
  /** Accounts of the lists that may be written to although their posts are not read: E2 must find them, too (R64). */
  readonly changing?: readonly string[];
};

/** How E2 is asked for a person whom E1 does not list. */
export type Sought = { readonly by: "account" | "employeeNumber"; readonly code: string };

/** An object that could not be read: no change is planned for it. */
export type Unreadable = {
  readonly kind: "manager" | "post" | "members";
  readonly key: string;
  readonly code: string;
};

/** The current side, with the managers and posts that the `DetailScope` names. */
export type TargetSnapshot = TargetLists & {
  readonly unreadable: readonly Unreadable[];
  /** Department code → accounts of all members, for the departments in `DetailScope.membersOf`. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /**
   * Managers, supervisors and members who are not ours to name, such as people of another company (R64). Each is written
   * like an account, but is that of a person in the lists only if the person is `foreign`.
   */
  readonly strangers?: readonly string[];
  /** Accounts of our people who are shown as supervisors, where somebody of another company may be meant (R64). */
  readonly namesakes?: readonly string[];
};
