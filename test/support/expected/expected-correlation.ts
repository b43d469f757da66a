/**
 * A second, independent implementation of how desired records are matched with current objects: by listed renames, then by
 * code; people by employee number, then by account. Cases that the rules leave open or forbid are added to a list of doubts.
 */
import type { Directory, Employee } from "../../../src/model/directory/directory.ts";
import type { Rename, SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { canonical, type FullDirectory, type FullEmployee, sameCode } from "../directory/full-directory.ts";

export type CodedKind = Rename["kind"];

type CodeMatch = {
  /** Canonical current code → code after the renames. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Canonical desired code → canonical current code of the same object; a new object has no entry. */
  readonly origin: ReadonlyMap<string, string>;
};

/** The match of a desired person: a current person, nobody, or a conflict that people must settle. */
export type PersonMatch =
  | { readonly found: "existing"; readonly person: FullEmployee; readonly renamed: boolean }
  | { readonly found: "nobody" }
  | { readonly found: "conflict" };

const repeated = (keys: readonly string[]): boolean => new Set(keys).size !== keys.length;

/** The renames that take effect: the old key exists in the target, and the new one is free or becomes free by another rename. */
const effectiveRenames = (
  renames: readonly Rename[],
  current: ReadonlySet<string>,
  desired: ReadonlySet<string>,
): { effective: readonly Rename[]; refused: boolean } => {
  let effective = renames.filter(({ from, to }) => current.has(canonical(from)) && desired.has(canonical(to)));
  const wanted = effective.length;
  for (;;) {
    const leaving = new Set(effective.map((rename) => canonical(rename.from)));
    const next = effective.filter(({ to }) => !current.has(canonical(to)) || leaving.has(canonical(to)));
    if (next.length === effective.length) return { effective, refused: effective.length !== wanted };
    effective = next;
  }
};

/** Matches the objects of one kind by code; unclear cases are added to `doubts`. */
const matchCodes = (
  kind: CodedKind,
  renames: readonly Rename[],
  currentCodes: readonly string[],
  desiredCodes: readonly string[],
  doubts: string[],
): CodeMatch => {
  const current = new Set(currentCodes.map(canonical));
  const desired = new Set(desiredCodes.map(canonical));
  if (repeated(desiredCodes.map(canonical))) doubts.push(`${kind}: the same code twice`);
  const { effective, refused } = effectiveRenames(
    renames.filter((rename) => rename.kind === kind),
    current,
    desired,
  );
  if (refused) doubts.push(`${kind}: a rename to a code that is taken`);
  const renamed = new Map(effective.map(({ from, to }) => [canonical(from), to]));
  const origin = new Map(effective.map(({ from, to }) => [canonical(to), canonical(from)]));
  for (const code of desired) if (!origin.has(code) && current.has(code) && !renamed.has(code)) origin.set(code, code);
  return { renamed, origin };
};

export type Matches = Readonly<Record<CodedKind, CodeMatch>>;

const categoryNames = (directory: Directory): readonly string[] => [
  ...new Set([
    ...(directory.categories ?? []).map((category) => category.name),
    ...(directory.functions ?? []).flatMap((item) => item.category ?? []),
  ]),
];

export const matchAllCodes = (source: SourceSnapshot, current: FullDirectory, doubts: string[]): Matches => {
  const codes = (items: readonly { readonly code: string }[] | undefined) => (items ?? []).map((item) => item.code);
  const { directory, renames } = source;
  const used = current.categories.filter((name) => current.functions.some((item) => sameCode(item.category, name)));
  return {
    level: matchCodes("level", renames, codes(current.levels), codes(directory.levels), doubts),
    title: matchCodes("title", renames, codes(current.titles), codes(directory.titles), doubts),
    function: matchCodes("function", renames, codes(current.functions), codes(directory.functions), doubts),
    department: matchCodes("department", renames, codes(current.departments), codes(directory.departments), doubts),
    category: matchCodes("category", renames, used, categoryNames(directory), doubts),
  };
};

/** The current people to whom the number and the account of a desired person belong. */
type Claim = {
  readonly record: Employee;
  readonly byNumber: FullEmployee | undefined;
  readonly byAccount: FullEmployee | undefined;
  /** Another desired record has the same number or account. */
  readonly shared: boolean;
};

const claims = (desired: readonly Employee[], current: readonly FullEmployee[]): readonly Claim[] =>
  desired.map((record) => {
    const number = record.number ?? null;
    const same = desired.filter(
      (other) => sameCode(other.account, record.account) || (number !== null && sameCode(other.number ?? null, number)),
    );
    return {
      record,
      byNumber: number === null ? undefined : current.find((other) => sameCode(other.number, number)),
      byAccount: current.find((other) => sameCode(other.account, record.account)),
      shared: same.length > 1,
    };
  });

const judged = ({ record, byNumber, byAccount, shared }: Claim, leaving: ReadonlySet<FullEmployee>): PersonMatch => {
  const free = byAccount === undefined || leaving.has(byAccount);
  if (shared) return { found: "conflict" };
  if (byNumber !== undefined) {
    if (byNumber === byAccount) return { found: "existing", person: byNumber, renamed: false };
    return free ? { found: "existing", person: byNumber, renamed: true } : { found: "conflict" };
  }
  if (byAccount === undefined || free) return { found: "nobody" };
  // If the holder of the account has another number, the account was probably given to another person.
  const given = (record.number ?? null) !== null && byAccount.number !== null;
  // Only the account suggests a match, but the records contradict each other.
  const isTorn = (record.number ?? null) !== null && byAccount.number === null && contradict(record, byAccount);
  return given || isTorn ? { found: "conflict" } : { found: "existing", person: byAccount, renamed: false };
};

const contradict = (record: Employee, person: FullEmployee): boolean => {
  const both = (["idCardNumber", "name", "birthDate"] as const).flatMap((field) => {
    const [left, right] = [record[field] ?? null, person[field]];
    return left === null || right === null ? [] : [{ field, same: folded(left) === folded(right) }];
  });
  return both.some(({ same }) => !same) && !both.some(({ field, same }) => field === "idCardNumber" && same);
};

/** May the records be of two people? An upper bound of what speaks against it; typing errors count like other values. */
const mayBeAnother = (record: Employee, person: FullEmployee): boolean => {
  const same = (field: "name" | "idCardNumber" | "birthDate" | "hireDate" | "gender" | "phoneNumber") => {
    const [left, right] = [record[field] ?? "", person[field] ?? ""];
    return left === "" || right === "" ? undefined : folded(left) === folded(right);
  };
  if (same("idCardNumber") || (same("name") && same("birthDate"))) return false;
  const shared = Array.from(folded(record.name ?? "")).some((letter) => folded(person.name).includes(letter));
  const counted: readonly (readonly [boolean, number])[] = [
    [same("idCardNumber") === false, 100],
    [same("name") === false, shared ? 50 : 70],
    [same("birthDate") === false, 60],
    [same("hireDate") === false, 40],
    [same("gender") === false, 30],
    [record.active !== false && !person.active, 30],
    [!sameCode(record.account, person.account), 10],
    [same("name") === true, -60],
    [same("birthDate") === true, -40],
    [same("hireDate") === true, -20],
  ];
  return counted.reduce((sum, [holds, weight]) => sum + (holds ? weight : 0), 0) >= 60;
};

const folded = (text: string): string => canonical(text).replaceAll(/\s/g, "");

/**
 * Matches people: first by number, then by account. If these lead to two people, it is a conflict, unless the holder of the
 * account is matched by number and gets another account. Such holders are resolved one after the other, so a circle of accounts
 * remains a conflict.
 */
export const matchPeople = (
  desired: readonly Employee[],
  current: readonly FullEmployee[],
  doubts: string[],
): ReadonlyMap<Employee, PersonMatch> => {
  const all = claims(desired, current);
  let leaving: ReadonlySet<FullEmployee> = new Set();
  for (;;) {
    const result = new Map(all.map((claim) => [claim.record, judged(claim, leaving)]));
    const found = [...result.values()];
    const next = new Set(found.flatMap((match) => (match.found === "existing" && match.renamed ? [match.person] : [])));
    if (next.size > leaving.size) {
      leaving = next;
      continue;
    }
    const pairs = [...result].flatMap(([record, match]) =>
      match.found === "existing" ? [[record, match.person] as const] : [],
    );
    if (pairs.some(([record, person]) => mayBeAnother(record, person))) doubts.push("a number that was given again");
    const existing = found.flatMap((match) => (match.found === "existing" ? [match.person] : []));
    if (new Set(existing).size !== existing.length) doubts.push("two desired people are one current person");
    if (found.some((match) => match.found === "conflict")) doubts.push("people whose identity is torn");
    return result;
  }
};
