/**
 * Snapshots: the complete, immutable picture of one side at one moment. A reader either returns one or fails; nothing in
 * here ever stands for "half read".
 */
import type { Directory, Employee } from "./directory.ts";
import type { Decision, PersonDecision } from "./identity.ts";
import type { Kind } from "./kind.ts";

/**
 * What of a source could not be used: a row, whose record is then present but unknown, never absent; or a field (or a
 * person's posts), which is left unsaid while the rest of the record is taken.
 */
export type RejectedRow = {
  readonly kind: Kind;
  /** The file, or the distinguished name of a directory's entry. */
  readonly file: string;
  /** Physical line, 1-based, of the row's first character; an entry has none. */
  readonly line?: number;
  readonly column: string;
  /** Stable code, for example `date-invalid`. */
  readonly code: string;
  readonly reason: string;
  /** Key of the record (code, account or number) where the row still shows it. */
  readonly key?: string;
  /** Only this is left out; absent: the row is rejected. */
  readonly dropped?: "field";
  /** Not one of the source's records, only told: it counts nowhere. */
  readonly outside?: true;
};

/** What is rejected as a whole, with the number of its rows (one may be told several times), and what is left out of records. */
export const sortedByLoss = (told: readonly RejectedRow[]) => {
  const rows = told.filter(({ dropped }) => dropped === undefined);
  return {
    rows,
    rowCount: new Set(rows.map(({ file, line }) => `${file}\n${line ?? ""}`)).size,
    fields: told.filter(({ dropped }) => dropped === "field"),
  };
};

/** The code of a row that shares its key with another one. */
export const duplicateKey = "duplicate-key";

/** An old key and the key that replaces it: from the explicit rename list of the configuration, or from a link. */
export type Rename = {
  readonly kind: "level" | "title" | "function" | "category" | "department";
  readonly from: string;
  readonly to: string;
  /** Found by the source's stable id, so it may happen again and again; a listed rename is carried out once. */
  readonly linked?: true;
};

/** The desired side. */
export type SourceSnapshot = {
  readonly directory: Directory;
  readonly rejected: readonly RejectedRow[];
  readonly renames: readonly Rename[];
  /**
   * Whatever has a key that occurs more than once, under every key its rows show (of people account, number and id): it
   * may be two objects. It is never touched, and nothing is put upon it.
   */
  readonly quarantined?: readonly { readonly kind: Kind; readonly key: string }[];
  /** Who and what the configuration leaves out of scope: present, never touched, never reported as unmanaged. */
  readonly excluded?: readonly { readonly kind: Kind; readonly key: string }[];
  /** Codes of departments in which a row of posts names a holder whom the source does not know: it may be anybody. */
  readonly doubtfulPosts?: readonly string[];
  /** Canonical accounts that were made up for newcomers; who is there keeps the account that the service has. */
  readonly generatedAccounts?: ReadonlySet<string>;
  /** What was decided about people, by canonical account in the source. */
  readonly decided?: ReadonlyMap<string, PersonDecision>;
  /** Codes of the source and of the service of which a person has decided that they are two objects. */
  readonly distinct?: readonly { readonly kind: Kind; readonly source: string; readonly target: string }[];
  /** Decisions that name a record or object that does not exist. */
  readonly unresolved?: readonly Decision[];
  /** Accounts that the configuration's conditions protect. */
  readonly protectedAccounts?: readonly string[];
};

/** A person as the service shows them. `hidden`: fields that have a value which it does not show (R10). */
export type ShownEmployee = Employee & { readonly hidden?: readonly string[] };

/** The current side as the list operations show it (V1, D1, T1, J4, E1): no managers, no posts. */
export type TargetLists = {
  readonly levels: NonNullable<Directory["levels"]>;
  readonly titles: NonNullable<Directory["titles"]>;
  readonly functions: NonNullable<Directory["functions"]>;
  readonly departments: NonNullable<Directory["departments"]>;
  readonly employees: readonly ShownEmployee[];
};

/** What must be asked one object at a time before a plan can be made. */
export type DetailScope = {
  /** Department codes whose manager is read (D10). */
  readonly managersOf: readonly string[];
  /** Accounts whose posts are read (E4). */
  readonly postsOf: readonly string[];
  /** Department codes whose members are read (D9), because they may be deactivated. */
  readonly membersOf: readonly string[];
};

/** An object that could not be read: no change is planned for it. */
export type Unreadable = {
  readonly kind: "manager" | "post" | "members";
  readonly key: string;
  readonly code: string;
};

/** The current side, with managers and posts filled in where the scope asked for them. */
export type TargetSnapshot = TargetLists & {
  readonly unreadable: readonly Unreadable[];
  /** Department code → accounts of all members, for the departments of `DetailScope.membersOf`. */
  readonly members: ReadonlyMap<string, readonly string[]>;
};
