/**
 * English words that only the HTML page uses: the picture of the organisation, the first screen, and its controls. `{n}` and other
 * names in braces are replaced with numbers.
 */
import type { Mark } from "../../entries/company-trees.ts";

export const englishPage = {
  /** What happens to the objects of one kind; `noun` fits the first number. */
  sentence: (noun: string, parts: readonly { readonly count: string; readonly verb: string }[]): string =>
    `${parts.map(({ count, verb }, index) => (index === 0 ? `${count} ${noun} ${verb}` : `${count} ${verb}`)).join(", ")}.`,
  nothingSevere: "Nobody is disabled, and nobody loses a manager, an approver or a post.",
  everything: "Everything else",
  more: "and {n} more",
  organisation: "The organisation before and after",
  before: "Before",
  after: "After",
  treeLabel:
    "Department trees before and after, with the departments that move. The table of departments has the same facts.",
  treeHint: "A band joins the old and the new place of departments that move.",
  treePeople: "Numbers at the right are people, with everything below.",
  /** What happens to the department of a row. */
  own: { closed: "closed", new: "new", moved: "moved", renamed: "renamed" } satisfies Record<Mark, string>,
  /** Numbers of departments that are folded into a row. */
  chips: { out: "{n} move out", in: "{n} move in", closed: "{n} closed", new: "{n} new", renamed: "{n} renamed" },
  /** The tiles about departments. */
  tiles: {
    closed: "departments closed",
    new: "departments new",
    reopened: "departments in use again",
    moved: "departments moved",
    renamed: "departments renamed",
  },
  managers: "manager changes",
  others: "other departments",
  people: "{n} people",
  bandTitle: "{n} departments",
  flows: "People: from where to where",
  flowLabel: "People who change department, by department before and after. The table has the same facts.",
  flowInside: "{n} people move inside one of the departments shown.",
  from: "From",
  to: "To",
  joining: "New or returning",
  leaving: "Leaving",
  headCounts: "Head counts by department",
  largestChanges: "Largest changes",
  what: "What happens",
  count: "People",
  asTable: "As a table",
  fields: "{n} fields",
  why: "Why?",
  /** Before the command that explains a row. */
  whyNotHere: "This file does not explain this row. The command does, from the present data:",
  previous: "Previous",
  next: "Next",
  pageOf: "{from}–{to} of {n}",
  showAll: "Show all {n}",
  entries: "entries",
  glance: "The worst at a glance",
  printedWorst: "Only the first list and the totals are printed; all {n} entries are in the file.",
  tooOld: "This browser is too old to unpack the list. The totals above are complete.",
};

/** Every language has a table of this type. */
export type PageWords = typeof englishPage;
