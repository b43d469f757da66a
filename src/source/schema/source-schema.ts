/**
 * The shape of the part `source` of the configuration: where records come from, and how they become departments, people
 * and posts.
 */
import { z } from "zod";
import type { FeedKind, FeedSettings, Part } from "../feeds/feed.ts";
import { emptyTexts, text } from "../mapping/field-settings.ts";
import { type Table, tables } from "../mapping/fields.ts";
import { lookupShape, partShape, recordsPart } from "../mapping/part-settings.ts";
import { qualitySettings } from "./quality-settings.ts";

/** A feed is an object whose only key names its kind. */
const feedOf = (kinds: readonly FeedKind[]) =>
  z
    .strictObject(Object.fromEntries(kinds.map(({ name, settings }) => [name, settings.optional()])))
    .transform((said, context): FeedSettings => {
      const [feed, other] = kinds.flatMap((kind) => {
        const settings = said[kind.name];
        return settings === undefined ? [] : [{ kind, settings }];
      });
      if (feed && !other) return feed;
      context.addIssue({
        code: "custom",
        message: `needs either ${kinds.map(({ name }) => `\`${name}\``).join(" or ")}`,
      });
      return z.NEVER;
    });

/** A table is one part, or a list of parts whose records are put together. */
const tableOf = (kinds: readonly FeedKind[], table: Table) => {
  const forms = [...kinds.map(({ form }) => form), "`records`"].join(", or ");
  const parts = kinds.map((kind) =>
    kind.part(partShape(table, kind.word)).transform((part): Part => ({ ...part, kind })),
  );
  const part = z.union([...parts, recordsPart(table).transform((part): Part => part)], {
    error: `expected a part: ${forms}`,
  });
  return z
    .union([part.transform((one) => [one]), z.array(part).min(1)], {
      error: `expected a part (${forms}), or a list of parts`,
    })
    .optional();
};

const rename = z.strictObject({
  kind: z.enum(["level", "title", "function", "category", "department"]),
  from: text,
  to: text,
});

export const sourceSchemaOf = (kinds: readonly FeedKind[]) => {
  const lookups = kinds.flatMap(
    (kind) => kind.lookup?.(lookupShape).transform((part): Part => ({ ...part, kind })) ?? [],
  );
  const tableShape = Object.fromEntries(tables.map((table) => [table, tableOf(kinds, table)])) as Readonly<
    Record<Table, ReturnType<typeof tableOf>>
  >;
  return z
    .strictObject({
      feeds: z.record(z.string().regex(/^[\w-]+$/), feedOf(kinds)).prefault({}),
      peopleBy: z.enum(["number", "account", "dn"]).default("number"),
      joinBy: z.enum(["number", "account", "id"]).default("number"),
      empty: emptyTexts.default([]).describe("Texts that stand for a blank cell everywhere, such as NULL, N/A or 無."),
      lookups: z
        .record(z.string(), z.union(lookups))
        .default({})
        .describe("Files that make no records, by name; fields look texts up in them (`lookup`)."),
      mappingFile: text.optional(),
      ...tableShape,
      duplicates: z.enum(["quarantine", "refuse"]).default("quarantine"),
      quality: qualitySettings.prefault({}),
      renames: z.array(rename).default([]),
    })
    .transform(({ levels, titles, categories, functions, departments, employees, posts, ...rest }) => {
      const said = { levels, titles, categories, functions, departments, employees, posts };
      const inTables: { [table in Table]?: readonly Part[] } = {};
      for (const table of tables) {
        const parts = said[table];
        if (parts) inTables[table] = parts.map((part) => withFeed(part, rest.feeds));
      }
      const lookups = Object.entries(rest.lookups).map(([name, part]) => [name, withFeed(part, rest.feeds)] as const);
      return { ...rest, lookups: Object.fromEntries(lookups), tables: inTables };
    });
};

/** The part `source` of the configuration, checked and with defaults. */
export type SourceSettings = z.infer<ReturnType<typeof sourceSchemaOf>>;

/** A part that names no feed uses the feed of its kind, if there is exactly one. */
const withFeed = (part: Part, feeds: Readonly<Record<string, FeedSettings>>): Part => {
  if (part.from !== undefined || part.kind === undefined) return part;
  const [only, other] = Object.entries(feeds).filter(([, { kind }]) => kind === part.kind);
  return only && !other ? { ...part, from: only[0] } : part;
};

/** The path of a part's settings: `source.employees`, or `source.employees.1` if there are several parts. */
export const partSetting = (settings: SourceSettings, table: Table, part: Part): string => {
  const parts = settings.tables[table] ?? [];
  return parts.length > 1 ? `source.${table}.${parts.indexOf(part)}` : `source.${table}`;
};
