/**
 * Ways in which a live site may differ from what the specification shows. The first value of each is the default and the
 * service's own reading; the others exist to show that a client copes.
 */
import { z } from "zod";

export const Quirks = z
  .object({
    /** R8: success bodies as they are, or as `{model: …}`. */
    envelope: z.enum(["bare", "model"]).default("bare"),
    /** R43: J4 by category and T1 by rank, or one flat list. */
    lists: z.enum(["grouped", "flat"]).default("grouped"),
    /** R26: `parentCode` of a top-level department. */
    rootParent: z.enum(["null", "empty", "missing"]).default("null"),
    /** R39: D10 of a department without manager: `null`, `{}`, 204, or 400. */
    noManager: z.enum(["null", "empty-object", "no-content", "error"]).default("null"),
    /** R10: a property left out of E11 (and the description left out of D3). */
    e11Omitted: z.enum(["keep", "clear"]).default("keep"),
    /** R56: E14 replaces all posts, or only adds and changes. */
    e14: z.enum(["replace", "merge"]).default("replace"),
    /** R13: how date-times are shown; without an offset they are understood and shown at +08:00. */
    dates: z.enum(["as-sent", "utc", "no-offset"]).default("as-sent"),
    /** R34: may two departments under one parent have the same name? */
    uniqueSiblingNames: z.boolean().default(false),
    /** R60: E4 shows only a chosen supervisor, or whoever approves. */
    supervisorShown: z.enum(["custom", "effective"]).default("custom"),
    /** R24: how long P1 takes. */
    p1DelayMs: z.int().min(0).default(0),
  })
  .strict();
export type Quirks = z.infer<typeof Quirks>;
