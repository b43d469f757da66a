/** What the ledger remembers of personal values that the service does not show (R10): digests, never the values. */
import { canonicalKey, canonicalText } from "../../model/directory/canonical.ts";
import { fieldSpec } from "../../model/directory/known-fields.ts";
import { employeeSubject, ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { FieldValue, LedgerEntry } from "../../model/plan/plan.ts";
import { setKey } from "../../model/plan/sameness.ts";
import { digest } from "./fingerprint.ts";

/**
 * What is remembered of the hidden fields of a person. In the ledger this is a text: `field=digest` for each field, followed
 * by `!` if a write has stated the value, and separated by blanks.
 */
export type Stated = ReadonlyMap<string, { readonly digest: string; readonly isWritten: boolean }>;

const statedField = "stated";

export const statedBefore = ({ written }: Pick<Memory, "written">, account: string): Stated => {
  const text = written.get(ledgerKey(employeeSubject(account), statedField)) ?? "";
  return new Map(
    text.split(" ").flatMap((part) => {
      const [, field, found = "", mark] = /^(\w+)=(\w+)(!?)$/.exec(part) ?? [];
      return field === undefined ? [] : [[field, { digest: found, isWritten: mark === "!" }]];
    }),
  );
};

export const entryOf = (account: string, stated: Stated): LedgerEntry => ({
  subject: employeeSubject(account),
  field: statedField,
  value: [...stated].map(([field, { digest: text, isWritten }]) => `${field}=${text}${isWritten ? "!" : ""}`).join(" "),
});

/** Is `value` the last one that was written to, or taken for, a hidden field of the person? */
export const isLastStated = (
  memory: Pick<Memory, "written">,
  account: string,
  field: string,
  value: FieldValue,
): boolean => statedBefore(memory, account).get(field)?.digest === digestOf(field, value);

/** 32 bits are enough to see a correction. They are not shown, because the few days of birth that there are can all be tried. */
export const digestOf = (field: string, value: FieldValue): string => {
  const same = fieldSpec("employee", field)?.same;
  const text = typeof value === "string" ? value : null;
  const form = same === "set" ? setKey(value) : same === "code" ? canonicalKey(text ?? "") : canonicalText(text);
  return digest([field, form]).slice(0, 8);
};

/** Does `value` differ from the one that was stated last? Undefined: nothing is remembered, or there is no value. */
export const differsFromStated = (
  memory: Pick<Memory, "written">,
  account: string,
  field: string,
  value: FieldValue | undefined,
): boolean | undefined => {
  const stated = statedBefore(memory, account).get(field);
  return stated === undefined || value === undefined || value === null
    ? undefined
    : stated.digest !== digestOf(field, value);
};
