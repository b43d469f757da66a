/**
 * The type of the words that only the HTML page uses: the picture of the organisation, the first screen, and its controls. `{n}`
 * and other names in braces are replaced with numbers.
 */
import type { Mark } from "../entries/company-trees.ts";

/** A number of objects of one kind, and what happens to them. */
type SentencePart = { readonly count: string; readonly verb: string };

export type PageWords = {
  /** Says what happens to the objects of one kind; `noun` fits the first number. */
  readonly sentence: (noun: string, parts: readonly SentencePart[]) => string;
  readonly nothingSevere: string;
  readonly everything: string;
  readonly more: string;
  readonly organisation: string;
  readonly before: string;
  readonly after: string;
  readonly treeLabel: string;
  readonly treeHint: string;
  readonly treePeople: string;
  /** What happens to the department of a row. */
  readonly own: Readonly<Record<Mark, string>>;
  /** Numbers of departments that are folded into a row. */
  readonly chips: Readonly<Record<"in" | "out" | "closed" | "new" | "renamed", string>>;
  /** The tiles about departments. */
  readonly tiles: Readonly<Record<"closed" | "new" | "reopened" | "moved" | "renamed", string>>;
  readonly managers: string;
  readonly others: string;
  readonly people: string;
  readonly bandTitle: string;
  readonly flows: string;
  readonly flowLabel: string;
  readonly flowInside: string;
  readonly from: string;
  readonly to: string;
  readonly joining: string;
  readonly leaving: string;
  readonly headCounts: string;
  readonly largestChanges: string;
  readonly what: string;
  readonly count: string;
  readonly asTable: string;
  readonly fields: string;
  readonly why: string;
  /** Before the command that explains a row. */
  readonly whyNotHere: string;
  readonly previous: string;
  readonly next: string;
  readonly pageOf: string;
  readonly showAll: string;
  readonly glance: string;
  readonly entries: string;
  readonly printedWorst: string;
  readonly tooOld: string;
};

/** Replaces `{name}` with the texts given. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
