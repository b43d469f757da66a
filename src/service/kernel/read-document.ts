/** Validates input with a zod schema. The refusal names the invalid properties and their rules, never their values. */
import type { z } from "zod";
import { Refusal } from "./refusal.ts";

/** Returns the validated value, or refuses it with 400. `where` is put in front of the path of each invalid property. */
export const readDocument = <S extends z.ZodType>(schema: S, value: unknown, where?: string): z.output<S> => {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const byProperty = Map.groupBy(
    read.error.issues,
    ({ path }) => [...(where ? [where] : []), ...path].join(".") || "body",
  );
  const expando = [...byProperty]
    .slice(0, shownIssues)
    .map(([property, [issue]]) => ({ error: issue?.message ?? "", expandoObject: { property } }));
  throw new Refusal("OPA-REQUEST-INVALID", expando);
};

/** Maximum number of invalid properties that a refusal names, because a body can be wrong everywhere. */
export const shownIssues = 20;
