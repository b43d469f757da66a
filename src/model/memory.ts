/**
 * Memory: what musterd itself remembers between runs, because the service cannot be asked for it. Handed to the planner
 * as a value; the store keeps it.
 */
import { canonicalKey } from "./canonical.ts";
import type { Kind } from "./kind.ts";

export type Memory = {
  /** `subject field` → value last written there by musterd (`ledgerKey`); null: cleared. */
  readonly written: ReadonlyMap<string, string | null>;
  /** Stable id of the source → account or code it was last seen in step with. */
  readonly links?: { readonly employee: ReadonlyMap<string, string>; readonly department: ReadonlyMap<string, string> };
  /** Present where the service is not where we left it. */
  readonly stale?: Stale;
};

/** What of the memory cannot be believed, because the service shows again what our writes had replaced. */
export type Stale = {
  /** The service as a whole has gone back: it was put back from a backup, or moved. */
  readonly all: boolean;
  /** How many of the last changes that can be read are undone. */
  readonly undone: number;
  readonly seen: number;
  /** Canonical accounts of people with an undone change. */
  readonly people: ReadonlySet<string>;
  /** Objects of the last run that wrote, which are not as it left them. */
  readonly drifted: readonly { readonly kind: Kind; readonly key: string; readonly label: string }[];
};

/** May what is remembered of a person be newer than what the service has? */
export const isStale = ({ stale }: Memory, account: string): boolean =>
  stale !== undefined && (stale.all || stale.people.has(canonicalKey(account)));

/** Key of a ledger value. Subjects come from the functions below; others are words of their own (`category`). */
export const ledgerKey = (subject: string, field: string): string => `${subject} ${field}`;

/** What is remembered about a person. Subjects are canonical: a site may write accounts and codes otherwise than HR. */
export const employeeSubject = (account: string): string => `employee/${part(account)}`;

/** What is remembered about a person's post. Without a department: what the subjects of all the person's posts begin with. */
export const postSubject = (account: string, department: string): string => `post/${part(account)}/${part(department)}`;

/** The parts of a ledger key about a post, in canonical form, or undefined. */
export const parsePostKey = (
  key: string,
): { readonly account: string; readonly department: string; readonly field: string } | undefined => {
  const [, account, department, field] = /^post\/([^/]+)\/(.+) ([^ ]+)$/.exec(key) ?? [];
  return account !== undefined && department !== undefined && field !== undefined
    ? { account: decodeURIComponent(account), department: decodeURIComponent(department), field }
    : undefined;
};

/** A slash would end the part. */
const part = (text: string): string => canonicalKey(text).replaceAll("%", "%25").replaceAll("/", "%2f");

/** Ledger field of a post: the id of the operation that may have lost the chosen supervisor; null: it has not. */
export const supervisorDoubt = "doubt";

/** What was observed of the site, against its setting: E11 clears the fields that it leaves out (R10). */
export const omittedFieldsEntry = { subject: "site", field: "omittedFields", value: "cleared" } as const;

export const emptyMemory: Memory = { written: new Map() };
