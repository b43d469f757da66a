/**
 * What kinds of objects and their fields, actions, and states and triggers of runs are called. Reports, the console, commands and messages take
 * these words from here, so that one thing has one name. Every language has a table of this type, so a missing word does not compile.
 */
import type { Fields, RecordKind } from "../directory/fields.ts";
import type { Action, Kind } from "../directory/kind.ts";
import type { RunStatus, Trigger } from "../runs/run.ts";

/** Singular and plural of a noun. */
export type Plural = { readonly one: string; readonly other: string };

/** The fields in which null has a meaning of its own. */
type MeaningfulNull = {
  [K in RecordKind]: {
    [F in keyof Fields[K]]: Fields[K][F] extends { readonly nullHasMeaning: true } ? F : never;
  }[keyof Fields[K]];
}[RecordKind];

/** The words of one language. */
export type CommonWords = {
  readonly kinds: Readonly<Record<Kind, Plural>>;
  readonly actions: Readonly<Record<Action, string>>;
  readonly statuses: Readonly<Record<RunStatus, string>>;
  readonly triggers: Readonly<Record<Trigger, string>>;
  readonly fields: { readonly [K in RecordKind]: Readonly<Record<keyof Fields[K], string>> };
  /** What null means in these fields. */
  readonly noValue: Readonly<Record<MeaningfulNull, string>>;
  /** A service, by its address (undefined: the one inside musterd) and company. */
  readonly target: (service: string | undefined, company: string) => string;
  /** The reason of a decision that was made by signing a form of the service. */
  readonly signedInForm: (document: string) => string;
};
