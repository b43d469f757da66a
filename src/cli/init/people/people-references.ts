/** Finds who refers to whom: superiors of people and managers of departments, by number, account, e-mail or name. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import { dnKey } from "../../../source/values/dn.ts";
import { type FieldLine, type Making, mappingOf, type Setting } from "../draft.ts";
import type { Meaning } from "../knowledge/headers.ts";
import { scores } from "../knowledge/scores.ts";
import type { Seen } from "../roles/roles.ts";
import { type Column, isEmail, isMostly, overlap, paddedTo, shareOf, zeroWidth } from "../tables/columns.ts";
import type { FoundName } from "./details.ts";
import type { FoundAccount, FoundNumber } from "./keys.ts";

/** What people are called in references. */
export type Called = {
  readonly number: FoundNumber;
  readonly account: FoundAccount;
  readonly email: Column | undefined;
  readonly name: FoundName;
  readonly people: Seen;
};

/** The line of the best column with this meaning whose values are people; undefined with a note if there is none. */
export const personLine = (
  making: Making,
  seen: Seen,
  meaning: Meaning & ("supervisor" | "departmentManager"),
  field: string,
  called: Called,
): FieldLine | undefined => {
  const candidates = seen.meanings.all(meaning).filter(({ column }) => !making.used.has(column) && column.filled > 0);
  for (const [at, { column }] of candidates.entries()) {
    const found = resolved(making, column, called);
    if (!found) {
      if (at === 0) making.notes.push(making.words.note.unknownPeople(column.name));
      continue;
    }
    making.used.add(column);
    const blank = field === "supervisor" ? "clear" : undefined;
    return { field, mapping: mappingOf(column, { ...found.mapping, blank }), why: found.why };
  }
  return undefined;
};

/** A number beside the name: `Ann Lee (E0012)`, `E0012 Ann Lee`. */
const withNumber = ["[(（\\[]([A-Za-z]*[0-9]+)[)）\\]]$", "^([A-Za-z]*[0-9]+)[ :_/-]+[^0-9]"];

type Resolved = { readonly mapping: Readonly<Record<string, Setting>>; readonly why: string };

const resolved = (
  making: Making,
  raw: Column,
  { number, account, email, name, people }: Called,
): Resolved | undefined => {
  const { words } = making;
  const placeholders = raw.texts.filter((text) => /^(?:0+|no[ _]?manager|none|top|-)$/i.test(text));
  const known = number.column;
  const isPlaceholder = (text: string): boolean =>
    placeholders.includes(text) && !(known?.counts.has(canonicalKey(text)) ?? false);
  const cells = raw.cells.map((cell) => (isPlaceholder(cell) ? "" : cell));
  const column: Column = { ...raw, cells, filled: cells.filter((cell) => cell !== "").length };
  const empty = raw.texts.filter(isPlaceholder);
  const more = empty.length > 0 ? { empty: [...empty, ...raw.fillers] } : {};
  if (column.filled === 0) return undefined;
  const told = (share: number, of: string) => words.why.people(Math.round(share * column.filled), column.filled, of);
  const best: (Resolved & { readonly share: number })[] = [];
  const propose = (share: number, mapping: Readonly<Record<string, Setting>>, of: string) => {
    if (share >= scores.reference || (share >= 0.8 && column.filled <= 10))
      best.push({ share, mapping: { ...mapping, ...more }, why: told(share, of) });
  };
  const names = people.table.columns.find((one) => one.name === "dn");
  if (names) propose(overlap(column, names, dnKey), { by: "dn" }, "dn");
  if (known) {
    const width = Math.max(
      ...[...column.texts, ...known.texts].filter((text) => /^\d+$/.test(text)).map(({ length }) => length),
      0,
    );
    propose(overlap(column, known), {}, known.name);
    if (overlap(column, known) < scores.reference && width > 0) {
      const isPadded = zeroWidth(known) !== undefined;
      const without = (text: string) => text.replace(/^0+(\d)/, "$1");
      if (isPadded) propose(overlap(column, known, paddedTo(width)), { pad: width }, known.name);
      else if (known.texts.every((text) => without(text) === text))
        propose(
          shareOf(column, (cell) => known.counts.has(canonicalKey(without(cell)))),
          { replace: [{ match: "^0+([0-9])", with: "$1" }] },
          known.name,
        );
    }
  }
  const accounts = account.accounts;
  if (accounts && accounts !== known) {
    const strip = account.domain ? (text: string) => text.replace(account.domain ?? /$^/, "") : (text: string) => text;
    const isAddress = account.domain !== undefined && isMostly(column, isEmail);
    const replace = isAddress ? { replace: [{ match: "@.*$", with: "" }] } : {};
    propose(overlap(column, accounts, strip), { ...replace, by: "account" }, accounts.name);
  }
  if (email && email !== accounts && known && isMostly(column, isEmail)) {
    const lookup = { table: "people", key: email.name, take: known.name };
    propose(overlap(column, email), { lookup }, email.name);
  }
  for (const form of known ? withNumber : []) {
    const numberIn = (text: string): string => new RegExp(form).exec(text)?.[1] ?? "";
    const share = shareOf(column, (cell) => known?.counts.has(canonicalKey(numberIn(cell))) ?? false);
    propose(share, { capture: form }, known?.name ?? "");
  }
  const spaceless = (text: string) => text.replaceAll(/[\s\u3000]+/g, "");
  for (const [at, replace] of [undefined, [{ match: "^(.+?), ?(.+)$", with: "$2 $1" }]].entries()) {
    const names = new Set(name.texts.map((forms) => canonicalKey(spaceless(forms[0] ?? ""))));
    const turn = (text: string) => (at === 1 ? text.replace(/^(.+?), ?(.+)$/, "$2 $1") : text);
    const share = shareOf(column, (cell) => names.has(canonicalKey(spaceless(turn(cell)))));
    propose(share, { ...(replace && { replace }), by: "name" }, words.names);
  }
  const [first] = best.toSorted((a, b) => b.share - a.share);
  if (first?.mapping["lookup"]) making.lookups.set("people", people.table);
  return first;
};
