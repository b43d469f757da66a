/** The `source` part of the configuration: where records come from, and how they become departments, people and posts. */
import { z } from "zod";
import { constantSchema, emptyTexts, fieldSchema, regularExpression } from "./field-settings.ts";
import { type FieldSpec, fieldsOf, type Table, tables } from "./fields.ts";
import { isEncoding } from "./files/encodings.ts";
import { checkBases, ldapFeedSettings, ldapSearchSettings } from "./ldap/settings.ts";
import type { Part, SourceSettings } from "./mapping.ts";
import { mappingProblems } from "./mapping-problems.ts";
import { qualitySettings } from "./quality/settings.ts";

const text = z.string().trim().min(1);

const encoding = text
  .refine(
    isEncoding,
    "is not an encoding that is known; some are utf-8, big5, gb18030, shift_jis, euc-kr, windows-1252",
  )
  .describe(
    "Encoding of text files: auto, or a name such as utf-8, big5, gb18030, shift_jis, euc-kr, windows-1252. `auto` tells " +
      "UTF-8, UTF-16 with a mark, and what the words of the mapping prove; what it cannot tell is refused.",
  );

const fileFeed = z.strictObject({
  folder: text.describe("Folder of the files, relative to the folder of the configuration file."),
  encoding: encoding.default("auto"),
  delimiter: z.string().length(1).default(",").describe("The character between the cells of a text file."),
  skipTopRows: z.int().min(0).max(1000).default(0).describe("Rows above the header, blank ones included."),
  settleSeconds: z
    .number()
    .min(0)
    .max(600)
    .default(1)
    .describe(
      "A file that was changed less than these seconds ago is watched for the rest of them; if it changes, it is refused.",
    ),
  ready: text
    .optional()
    .describe(
      "Name or pattern (`*.ok`) of a file in the folder that the export writes last; no older file is read without it.",
    ),
});

const feed = z
  .strictObject({ files: fileFeed.optional(), ldap: ldapFeedSettings.optional() })
  .refine(({ files, ldap }) => (files === undefined) !== (ldap === undefined), {
    error: "needs either `files` or `ldap`",
  });

const conditionOn = (word: "column" | "attribute") =>
  z
    .strictObject({
      [word]: text,
      is: z.union([text, z.array(text).min(1)], { error: "expected a text or a list of texts" }).optional(),
      matches: regularExpression.optional(),
      blank: z.boolean().optional(),
    })
    .refine(({ is, matches, blank }) => is !== undefined || matches !== undefined || blank !== undefined, {
      error: "needs `is`, `matches` or `blank`",
    })
    .transform((said) => ({
      column: String(said[word]),
      is: said.is === undefined ? undefined : [said.is].flat(),
      matches: said.matches,
      blank: said.blank,
    }));

const condition = { column: conditionOn("column"), attribute: conditionOn("attribute") };

const shapeOf = <Value extends z.ZodType>(table: Table, schemaOf: (spec: FieldSpec) => Value) =>
  Object.fromEntries(
    Object.entries(fieldsOf(table)).map(([field, spec]) => [field, schemaOf(spec).optional()]),
  ) as Record<string, z.ZodOptional<Value>>;

const conditions = (word: "column" | "attribute") => ({
  only: z.array(condition[word]).min(1).optional(),
  except: z.array(condition[word]).min(1).optional(),
  protect: z.array(condition[word]).min(1).optional(),
});

const shared = {
  from: text.optional(),
  required: z.boolean().optional(),
  distinct: z.boolean().optional(),
  empty: emptyTexts.optional().describe("Texts that stand for a blank cell in this part."),
};

const fileNames = {
  file: text.optional(),
  files: z
    .array(text)
    .min(1)
    .optional()
    .describe("Files of one shape as one table, by names or patterns (`在職*.csv`); each must match a file."),
  sheet: text.optional(),
  sheets: z
    .union([z.literal("all"), z.array(text).min(1)], { error: 'expected "all" or a list of sheets' })
    .optional()
    .describe("Sheets of one shape as one table: all that are not hidden, or these."),
};

type FileNames = z.infer<z.ZodObject<typeof fileNames>>;

/** One name is several of which there is one. */
const asSeveral = <Rest>({ file, files, sheet, sheets, ...rest }: Rest & FileNames) => ({
  ...rest,
  files: file === undefined ? files : [file],
  sheets: sheet === undefined ? sheets : [sheet],
});

const noneOrOne = <Said extends FileNames>(schema: z.ZodType<Said>) =>
  schema
    .refine(({ file, files }) => (file === undefined) !== (files === undefined), "needs either `file` or `files`")
    .refine(({ sheet, sheets }) => sheet === undefined || sheets === undefined, "takes either `sheet` or `sheets`");

const filePart = (table: Table) =>
  noneOrOne(
    z.strictObject({
      ...shared,
      ...fileNames,
      wins: z
        .enum(["first", "last"])
        .optional()
        .describe("Of rows with one key the first or the last counts, in the order of files, sheets and rows."),
      fillDown: z
        .array(text)
        .min(1)
        .optional()
        .describe("Columns of which a blank cell says what the cell above it says, as merged cells do."),
      columns: z.strictObject(shapeOf(table, (spec) => fieldSchema(spec, "column"))),
      ...conditions("column"),
    }),
  ).transform(asSeveral);

const lookupTable = noneOrOne(z.strictObject({ from: shared.from, empty: shared.empty, ...fileNames })).transform(
  asSeveral,
);

const searchPart = (table: Table) =>
  z
    .strictObject({
      ...shared,
      ...ldapSearchSettings.shape,
      each: text.optional(),
      attributes: z.strictObject(shapeOf(table, (spec) => fieldSchema(spec, "attribute"))),
      ...conditions("attribute"),
    })
    .superRefine(checkBases)
    .transform(({ attributes, base, ...rest }) => ({ ...rest, base: [base].flat(), columns: attributes }));

const recordsPart = (table: Table) =>
  z.strictObject({ records: z.array(z.strictObject(shapeOf(table, constantSchema))).min(1) });

const partOf = (table: Table) =>
  z.union([filePart(table), searchPart(table), recordsPart(table)], {
    error: "expected a part: `file` (or `files`) and `columns`, or `base` and `attributes`, or `records`",
  }) as unknown as z.ZodType<Part>;

/** One part, or several that are put together. */
const tableOf = (table: Table) => {
  const part = partOf(table);
  return z.union([part.transform((one) => [one]), z.array(part).min(1)], {
    error: "expected a part (`file` and `columns`, or `base` and `attributes`, or `records`), or a list of parts",
  });
};

const tableSchemas = Object.fromEntries(tables.map((table) => [table, tableOf(table).optional()])) as unknown as Record<
  Table,
  z.ZodOptional<z.ZodType<readonly Part[]>>
>;

const rename = z.strictObject({
  kind: z.enum(["level", "title", "function", "category", "department"]),
  from: text,
  to: text,
});

/** The part `source` of the configuration. */
export const sourceSettings = z
  .strictObject({
    feeds: z.record(z.string().regex(/^[\w-]+$/), feed).default({}),
    peopleBy: z.enum(["number", "account", "dn"]).default("number"),
    joinBy: z.enum(["number", "account", "id"]).default("number"),
    empty: emptyTexts.default([]).describe("Texts that stand for a blank cell everywhere, such as NULL, N/A or 無."),
    lookups: z
      .record(z.string(), lookupTable)
      .default({})
      .describe("Files that make no records, by name; fields look texts up in them (`lookup`)."),
    /** TypeScript file of functions, relative to the folder of the configuration file. */
    mappingFile: text.optional(),
    ...tableSchemas,
    duplicates: z.enum(["quarantine", "refuse"]).default("quarantine"),
    quality: qualitySettings.prefault({}),
    renames: z.array(rename).default([]),
  })
  .transform((said): SourceSettings => {
    const { feeds, peopleBy, joinBy, empty, lookups, mappingFile, duplicates, quality, renames, ...rest } = said;
    const filled = Object.entries(rest).filter(([, parts]) => parts !== undefined);
    return {
      feeds: feeds as SourceSettings["feeds"],
      peopleBy,
      joinBy,
      empty,
      lookups: Object.fromEntries(
        Object.entries(lookups).flatMap(([name, part]) => withFeeds([part], feeds).map((one) => [name, one])),
      ),
      ...(mappingFile === undefined ? {} : { mappingFile }),
      tables: Object.fromEntries(filled.map(([table, parts]) => [table, withFeeds(parts as readonly Part[], feeds)])),
      duplicates,
      quality,
      renames,
    };
  })
  .superRefine((settings, context) => {
    for (const { path, message } of mappingProblems(settings)) {
      context.addIssue({ code: "custom", path, message, params: { whole: true } });
    }
  });

/** A part that names no feed means the only one of its kind. */
const withFeeds = (parts: readonly Part[], feeds: Readonly<Record<string, object>>): readonly Part[] =>
  parts.map((part) => {
    if (part.from !== undefined || part.records !== undefined) return part;
    const kind = part.files === undefined ? "ldap" : "files";
    const [only, other] = Object.entries(feeds).filter(([, settings]) => kind in settings && settings[kind as never]);
    return only && !other ? { ...part, from: only[0] } : part;
  });
