/**
 * What the kinds of objects, the actions, and the states and triggers of runs are called. Reports, the console, commands and messages take
 * these words from here, so that one thing has one name. Every language has a table of this type, so a missing word does not compile.
 */
import type { Action, Kind } from "../kind.ts";
import type { RunStatus, Trigger } from "../run.ts";

/** Singular and plural of a noun. */
export type Plural = { readonly one: string; readonly other: string };

/** The words of one language. */
export type CommonWords = {
  readonly kinds: Readonly<Record<Kind, Plural>>;
  readonly actions: Readonly<Record<Action, string>>;
  readonly statuses: Readonly<Record<RunStatus, string>>;
  readonly triggers: Readonly<Record<Trigger, string>>;
};
