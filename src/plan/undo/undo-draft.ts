/** What an undo collects: rows of its source, values that it restores, and values that it cannot restore. */
import { addressOf, objectOf } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { Action, FieldChange, FieldValue, HeldChange, Kind, Notice } from "../../model/plan/plan.ts";
import { isMasked } from "../../model/plan/sensitive.ts";

/** A record of the source under its present key. */
export type Row = Record<string, unknown>;

type Named = Pick<HeldChange, "kind" | "key" | "label" | "department">;

/** One value to be restored; `key` is the present one. */
type Restored = Named & { readonly field: FieldChange };

export type UndoDraft = ReturnType<typeof openUndoDraft>;

export const openUndoDraft = () => {
  const rows = new Map<Kind, Map<string, Row>>();
  const restored: Restored[] = [];
  const held: HeldChange[] = [];
  const notices: Notice[] = [];
  return {
    /** Rows by kind and canonical key. */
    rows: rows as ReadonlyMap<Kind, ReadonlyMap<string, Row>>,
    restored,
    held,
    notices,
    /** The row of an object, created if necessary; that of a manager is the department's, that of a post the person's. */
    row: (kind: Kind, key: string): Row => {
      const { of } = objectOf(addressOf({ kind, key }));
      const ofKind = rows.get(of) ?? new Map<string, Row>();
      rows.set(of, ofKind);
      const row = ofKind.get(canonicalKey(key)) ?? emptyRow(of, key);
      ofKind.set(canonicalKey(key), row);
      return row;
    },
    restore: (named: Named, field: FieldChange): void => void restored.push({ ...nameOf(named), field }),
    /** `before` is the value that cannot be restored; undefined: not known. */
    hold: (
      named: Named,
      reason: HeldReason,
      field: string,
      present: FieldValue | undefined,
      before?: FieldValue,
    ): void => {
      const isShown = before !== undefined && reason !== "before-unknown" && !isMasked(before);
      held.push({
        ...nameOf(named),
        id: `${named.kind}/${named.key}/undo/${field}/${reason}`,
        action: "update",
        fields: isShown ? [{ field, before: present ?? null, after: before }] : [],
        reason,
        about: [field],
      });
    },
    /** Lists a change of the run whose outcome is not known. */
    doubt: (named: Named, action: Action, fields: readonly string[]): void =>
      void held.push({
        ...nameOf(named),
        id: `${named.kind}/${named.key}/undo/${action}/outcome-unknown`,
        action,
        fields: [],
        reason: "outcome-unknown",
        about: action === "create" ? [] : fields,
      }),
    notice: (notice: Notice): void => void notices.push(notice),
  };
};

const nameOf = ({ kind, key, label, department }: Named): Named => ({
  kind,
  key,
  label,
  ...(department === undefined ? {} : { department }),
});

/** A row that states nothing. People have a stable id, so that they are found whatever number or account the row states. */
export const emptyRow = (kind: Kind, key: string): Row => {
  if (kind === "category") return { name: key };
  return kind === "employee" ? { account: key, id: undoId(key) } : { code: key };
};

export const undoId = (account: string): string => `undo ${canonicalKey(account)}`;
