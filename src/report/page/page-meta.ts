/** What the HTML report tells its script besides the entries. html.ts writes it, and browser/page-data.ts reads it. */
export type PageMeta = {
  /** Texts in the language of the report; `{n}` stands for a number. */
  readonly words: Readonly<
    Record<
      | "matches"
      | "columnObject"
      | "fields"
      | "why"
      | "whyNotHere"
      | "what"
      | "previous"
      | "next"
      | "pageOf"
      | "showAll",
      string
    >
  >;
  /** The groups of each list, in the order of its entries. */
  readonly groups: Readonly<Record<string, readonly PageGroup[]>>;
  /** The rows of the tables behind the figures. */
  readonly tables: Readonly<Record<string, readonly (readonly (string | number | null)[])[]>>;
  readonly total: number;
  /** Entries in a block of the payload. */
  readonly blockSize: number;
  /** With more entries or rows than this, only the worst are printed. */
  readonly printAll: number;
  /** The command that explains one record; empty if none would explain this plan. */
  readonly command: string;
  /** The kinds of records that the command can explain. */
  readonly explainable: readonly string[];
};

/** What the entries of a group have in common, and how many there are. */
export type PageGroup = { readonly title: string; readonly cause: string; readonly size: number };
