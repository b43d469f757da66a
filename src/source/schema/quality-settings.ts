/**
 * The part `source.quality` of the configuration: what each rule does, and its threshold. The defaults accept the changes
 * of an ordinary day, and stop a broken export.
 */
import { z } from "zod";
import { severities, sourceKinds, type Verdict } from "../../model/plan/quality.ts";

const verdict = z.enum(["off", ...severities]);

/** The schema of a rule: a mapping with `on` and the limits, or the value of `on` alone. */
const rule = <Limits extends z.ZodRawShape>(on: Verdict, finds: string, limits: Limits) => {
  const does = verdict
    .default(on)
    .describe("`warn`: a warning; `hold`: the kind is left alone in this run; `refuse`: the run ends.");
  const long = z.strictObject({ on: does, ...limits });
  return z
    .union([verdict, long], {
      error: `expected ${verdict.options.join(", ")} or a mapping`,
    })
    .transform((said) => (typeof said === "string" ? long.parse({ on: said }) : said))
    .prefault({} as z.input<typeof long>)
    .describe(`Finds ${finds}.`);
};

const percent = (standard: number, of: string) => ({
  percent: z.number().min(0).max(100).default(standard).describe(`Percent of ${of}.`),
});

/** All defaults are declared here, so `{}` is a complete configuration. */
export const qualitySettings = z.strictObject({
  "rows-few": rule("refuse", "fewer rows than `minRows`", {}),
  "rows-fell": rule(
    "refuse",
    "fewer rows than last time, of a kind or in one of several files",
    percent(20, "the last rows that may be lost; a loss of fewer than 5 rows is never found"),
  ),
  "rows-rose": rule("warn", "more rows than last time", {
    percent: z.number().min(0).default(50).describe("Percent of the last rows that may be gained."),
  }),
  "rejected-many": rule("refuse", "many rejected rows", percent(10, "the rows that may be rejected")),
  "duplicates-many": rule(
    "refuse",
    "many records that share a key with another",
    percent(2, "the records that may share a key; fewer than 5 records are never found"),
  ),
  "fill-fell": rule("hold", "a field that used to be filled and is blank", {
    points: z
      .number()
      .min(0)
      .max(100)
      .default(30)
      .describe("Percentage points that the share of filled values may fall."),
  }),
  "attribute-missing": rule("warn", "a mapped attribute that no entry of its search has", {}),
  "attribute-vanished": rule("hold", "entries without an attribute that decided their status or scope last time", {
    records: z
      .int()
      .min(0)
      .default(0)
      .describe(
        "Records of a kind that may lose such an attribute in one reading; more are left alone until accepted.",
      ),
  }),
  "date-no-status": rule("refuse", "a column of dates that the mapping makes a status of", {}),
  "entries-hidden": rule("hold", "entries of a directory that the reading account may no longer see", {}),
  "reader-changed": rule(
    "hold",
    "a server that identifies the bind account as a different one than configured or than last time; whoever is gone then is left as is",
    {},
  ),
  "server-behind": rule(
    "hold",
    "a directory whose data is older than at the last reading, or another server of it",
    {},
  ),
  "password-ends": rule(
    "warn",
    "a password of a bind account that ends within 14 days, as far as the server tells",
    {},
  ),
  "code-odd": rule("warn", "codes that look like none of the others, and that a single row uses", {}),
  "cells-unread": rule(
    "hold",
    "columns of which most cells cannot be what their field is",
    percent(50, "the filled cells of a column that may be left out; fewer than 5 cells are never found"),
  ),
  "keys-changed": rule("refuse", "other keys than last time", percent(50, "the last keys that must still be there")),
  "names-moved": rule("hold", "names that other records had last time", {}),
  "tree-shape": rule("hold", "many more departments at the top, missing parents, another depth", {
    levels: z.int().min(0).default(2).describe("Levels by which the depth of the tree may change."),
  }),
  "file-old": rule("refuse", "a file older than `maxAgeHours`, or than the one that was read last time", {}),
  "trailer-differs": rule("refuse", "a last line with another number of rows", {}),
  "end-missing": rule("refuse", "a file without the line end or the total row with which it ended last time", {}),
  "file-gone": rule("hold", "fewer files of a kind than last time (with rows), and one of them missing", {}),
  "posts-fell": rule(
    "hold",
    "many people with fewer posts or functions",
    percent(5, "the people with posts or functions who may lose some; three people always may"),
  ),
  "encoding-changed": rule("hold", "another encoding than last time", {}),
  "header-repeated": rule("warn", "a header repeated among the rows", {}),
  "cells-merged": rule("warn", "merged cells that leave blanks in columns that are used", {}),
  "cells-struck": rule("hold", "cells that are struck out, in columns that are used", {}),
  "files-overlap": rule(
    "hold",
    "people whom several files of one pattern state",
    percent(
      50,
      "the people of a file, from which the table is held if they are in others; fewer, or with `wins`, are a warning",
    ),
  ),
  minRows: z
    .partialRecord(z.enum(sourceKinds), z.int().min(1))
    .default({})
    .describe("Kind → the least number of rows it must have."),
  maxAgeHours: z.number().positive().optional().describe("A file that was written longer ago than these hours is old."),
});

/** All rules with their thresholds; without `maxAgeHours` a file may be of any age. */
export type QualitySettings = z.infer<typeof qualitySettings>;
