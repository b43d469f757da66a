/** Validates input with a zod schema; the refusal names the invalid places, never their values. */
import type { z } from "zod";
import { Refusal } from "./refusal.ts";

/** `where` is prepended to the path of each place. Throws a `Refusal` with 400. */
export const readDocument = <S extends z.ZodType>(schema: S, value: unknown, where?: string): z.output<S> => {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const expando = read.error.issues.slice(0, shownIssues).map(({ code, path }) => ({
    error: code,
    expandoObject: { property: [...(where ? [where] : []), ...path].join(".") },
  }));
  throw new Refusal("OPA-REQUEST-INVALID", expando, 400);
};

/** Maximum number of places in a refusal; a body can be wrong everywhere. */
export const shownIssues = 20;
