/**
 * The part `source.quality` of the configuration: what each rule does (one word), and its threshold where the default
 * does not fit. Thresholds let an ordinary day through and stop a broken export.
 */
import { z } from "zod";
import { severities, sourceKinds, type Verdict } from "../../model/quality.ts";

const verdict = z.enum(["off", ...severities]);

/** A rule in its long form, or the word alone. */
const rule = <Limits extends z.ZodRawShape>(on: Verdict, limits: Limits) => {
  const long = z.strictObject({ on: verdict.default(on), ...limits });
  return z
    .union([verdict, long], {
      error: ({ input }) =>
        typeof input === "object" ? undefined : `expected ${verdict.options.join(", ")} or a mapping`,
    })
    .transform((said) => (typeof said === "string" ? long.parse({ on: said }) : said))
    .prefault({} as z.input<typeof long>);
};

const percent = (standard: number) => ({ percent: z.number().min(0).max(100).default(standard) });

/** The defaults are in here; `{}` is a complete setting. */
export const qualitySettings = z.strictObject({
  "rows-few": rule("refuse", {}),
  "rows-fell": rule("refuse", percent(20)),
  "rows-rose": rule("warn", { percent: z.number().min(0).default(50) }),
  "rejected-many": rule("refuse", percent(10)),
  "fill-fell": rule("hold", { points: z.number().min(0).max(100).default(30) }),
  "keys-changed": rule("refuse", percent(50)),
  "tree-shape": rule("hold", { levels: z.int().min(0).default(2) }),
  "file-old": rule("refuse", {}),
  "trailer-differs": rule("refuse", {}),
  "posts-fell": rule("hold", percent(5)),
  "encoding-changed": rule("hold", {}),
  "header-repeated": rule("warn", {}),
  "cells-merged": rule("warn", {}),
  /** Rows that each kind must have at least. */
  minRows: z.partialRecord(z.enum(sourceKinds), z.int().min(1)).default({}),
  /** A file that was written longer ago than this is old. */
  maxAgeHours: z.number().positive().optional(),
});
