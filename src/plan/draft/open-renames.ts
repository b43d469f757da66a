/**
 * Which listed renames are still to be done. A rename stays in the configuration for months; the ledger and the target show whether it
 * is done (renames.ts).
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import { codedRecords } from "../../model/directory/objects.ts";
import type { Rename, SourceSnapshot, TargetLists } from "../../model/directory/snapshot.ts";
import { ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import { digest } from "../values/fingerprint.ts";
import { compareText } from "../values/sequence.ts";

export type RenamedKind = Rename["kind"];

const kinds: readonly RenamedKind[] = ["level", "department", "category", "function", "title"];

/** Canonical code → name. */
export type Names = ReadonlyMap<string, string>;

export type Renaming = Pick<SourceSnapshot, "renames" | "directory" | "rejected">;

/** A rename that is not done yet; `source` is the code that the object has in the target now. */
export type OpenRename = Rename & { readonly source: string };

/** Canonical code → name of every object of a kind in the target. */
export const namesIn = ({ departments, functions, levels, titles }: TargetLists, kind: RenamedKind): Names => {
  if (kind === "category") return new Map(functions.flatMap(({ category }) => named(category, category)));
  if (kind === "title") return new Map(titles.flatMap(({ code, title }) => named(code, title)));
  const records = { department: departments, function: functions, level: levels }[kind];
  return new Map(records.flatMap(({ code, name }) => named(code, name)));
};

/** Names are written back with the codes, so without the blanks with which some sites fill texts up. */
const named = (code: string | undefined, name: string | undefined): [string, string][] =>
  code ? [[canonicalKey(code), (name?.trim() || code).normalize("NFC")]] : [];

/**
 * What nobody has noted of the renames that were carried out: the old code is gone and the new one is there, or a temporary code has
 * come or gone. A process died after the write, the site showed it late, or somebody else did it. It is to be remembered before
 * anything is written, because a create, or the rest of a cycle, may use the old code again.
 */
export const unnotedRenames = (source: Renaming, target: TargetLists, { written }: Memory): LedgerEntry[] =>
  kinds.flatMap((kind) => {
    if (!source.renames.some((one) => one.kind === kind)) return [];
    const names = namesIn(target, kind);
    const isThere = (code: string) => names.has(canonicalKey(code));
    return listedRenames(kind, source, names).flatMap((rename) => {
      const { from, to, linked } = rename;
      const subject = ledgerSubject(kind);
      const noted = written.get(ledgerKey(subject, progressField(rename)));
      const isGone = !linked && !isThere(from);
      const isDone = isThere(to) && (isGone || noted === "parked");
      const found = isThere(temporaryCode(kind, from)) ? "parked" : isDone ? "done" : noted;
      return found === undefined || found === noted ? [] : [{ subject, field: progressField(rename), value: found }];
    });
  });

export const ledgerSubject = (kind: RenamedKind): string => `rename/${kind}`;

/**
 * What the create of an object has to remember of the listed renames of its code: none of them is about it, because the object that
 * they are about was not there, or not any more. Canonical code → entries.
 */
export const passedOver = (
  kind: RenamedKind,
  source: Renaming,
  names: Names,
  { written }: Memory,
): ReadonlyMap<string, readonly LedgerEntry[]> => {
  const isThere = (code: string) => names.has(canonicalKey(code));
  const entries = listedRenames(kind, source, names).flatMap((rename) => {
    const entry = { subject: ledgerSubject(kind), field: progressField(rename), value: "new" };
    const isNoted = written.has(ledgerKey(entry.subject, entry.field));
    const { from, linked } = rename;
    return linked || isNoted || isThere(from) || isThere(temporaryCode(kind, from)) ? [] : [{ from, entry }];
  });
  return new Map(
    [...Map.groupBy(entries, ({ from }) => canonicalKey(from))].map(([code, all]) => [
      code,
      all.map(({ entry }) => entry),
    ]),
  );
};

/**
 * The field for how far a rename is: `parked` (under a temporary code), `done`, or `new`: nobody had the old code when it was given to a
 * new object.
 */
export const progressField = (rename: Rename): string => `${rename.from}→${rename.to}`;

/** Eight characters, because some sites refuse longer codes. */
export const temporaryCode = (kind: RenamedKind, from: string): string =>
  `T${digest([kind, canonicalKey(from)]).slice(0, 7)}`.toUpperCase();

export const openRenames = (kind: RenamedKind, source: Renaming, names: Names, memory: Memory): OpenRename[] => {
  const noted = (rename: Rename) => memory.written.get(ledgerKey(ledgerSubject(kind), progressField(rename)));
  const isThere = (code: string) => names.has(canonicalKey(code));
  const listed = listedRenames(kind, source, names).filter(({ from, to }) => !sameKey(from, to));
  const wanted = codesIn(source.directory, kind);
  const unread = source.rejected.flatMap((row) => (row.kind === kind && row.key !== undefined ? [row.key] : []));
  /** HR has given the old code to another object, and has none with the new one any more. */
  const isGivenAgain = ({ from, to }: Rename): boolean =>
    wanted?.has(canonicalKey(from)) === true &&
    !wanted.has(canonicalKey(to)) &&
    !unread.some((key) => sameKey(key, to));
  /** Its old code is there because the other side of an exchange has got it, which was done alone: this side was never there. */
  const isExplained = ({ from, to }: Rename): boolean =>
    listed.some((other) => sameKey(other.from, to) && sameKey(other.to, from) && noted(other) === "done");
  return listed
    .sort((a, b) => compareText(a.from, b.from))
    .flatMap((rename) => {
      if (rename.present) {
        const isOpen = isThere(rename.from) && noted(rename) !== "done";
        return isOpen ? [{ ...rename, source: rename.from }] : [];
      }
      const temporary = temporaryCode(kind, rename.from);
      const isParked = isThere(temporary);
      const isUndone = isThere(rename.from) && !isThere(rename.to) && !isExplained(rename) && !isGivenAgain(rename);
      const done =
        (!rename.linked && !isUndone && noted(rename) === "done") ||
        noted(rename) === "new" ||
        (noted(rename) === "parked" && !isParked);
      const source = isParked ? temporary : rename.from;
      return done || !isThere(source) ? [] : [{ ...rename, source }];
    });
};

/**
 * The renames of a kind, each as far as a code that one of the sides has: nobody has seen the codes in between, or the site did not
 * take them.
 */
const listedRenames = (kind: RenamedKind, { renames: all, directory }: Renaming, names: Names): readonly Rename[] => {
  const renames = all.filter((rename) => rename.kind === kind);
  if (renames.length === 0) return renames;
  const wanted = codesIn(directory, kind);
  if (!wanted) return renames;
  const next = new Map(renames.map(({ from, to }) => [canonicalKey(from), to]));
  return renames.map((rename) => {
    const passed = new Set<string>();
    let { to } = rename;
    for (let key = canonicalKey(to); !names.has(key) && !wanted.has(key) && !passed.has(key); key = canonicalKey(to)) {
      passed.add(key);
      to = next.get(key) ?? to;
    }
    return { ...rename, to };
  });
};

/** The canonical codes of a kind in the source; undefined if the source does not manage it. */
export const codesIn = (directory: SourceSnapshot["directory"], kind: RenamedKind): ReadonlySet<string> | undefined => {
  const found =
    kind === "category"
      ? directory.functions?.flatMap(({ category }) => category ?? [])
      : codedRecords(directory, kind)?.map(({ code }) => code);
  return found && new Set(found.map((code) => canonicalKey(code)));
};
