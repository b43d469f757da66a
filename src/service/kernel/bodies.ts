/** Reads the bodies of requests: JSON in UTF-8, whose texts are readable. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isReadable, ruleOfText } from "../../contract/records/texts.ts";
import { Refusal, refuse } from "./refusal.ts";

/** An empty body with a JSON content type counts as no body (R25), even in a DELETE request. */
export const parseJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      const text = textOf(request, body);
      void parse(request, text, (error, value) => {
        done(error ?? (suspicious.test(text) ? unreadablePlace(value) : null), value);
      });
    } catch (refusal) {
      done(refusal as Error);
    }
  });
};

/** Refuses another charset than UTF-8, declared or not: its names would be stored as other characters. */
const textOf = ({ headers }: FastifyRequest, body: Buffer): string => {
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers["content-type"] ?? "") ?? [];
  if (!/^utf-?8$/i.test(charset)) refuse("OPA-MEDIA-TYPE", "Content-Type");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return refuse("OPA-JSON-INVALID", "body");
  }
};

/** Matches all JSON whose texts could be unreadable: such characters are escaped, except those from U+007F. */
const suspicious = /\\(?:[bf]|u(?:00[01789]|d[89a-f]))|[\x7F-\x9F]/i;

/** The names of a place that a refusal shows; people have no use for more. */
const shownNames = 19;

/**
 * Returns a refusal of the first text or name in the body that is unreadable, even where no schema looks: in values of forms,
 * unknown properties and company documents. It does not recurse, because a body may be nested as deep as its size permits.
 */
const unreadablePlace = (body: unknown): Refusal | null => {
  const waiting = [{ value: body, property: "", depth: 0 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value, property, depth } = place;
    const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const texts = typeof value === "string" ? [value] : parts.map(([name]) => name);
    if (!texts.every(isReadable))
      return new Refusal("OPA-REQUEST-INVALID", [
        { error: ruleOfText, expandoObject: { property: property.slice(1) || "body" } },
      ]);
    for (const [name, part] of parts as [string, unknown][]) {
      waiting.push({ value: part, property: depth < shownNames ? `${property}.${name}` : property, depth: depth + 1 });
    }
  }
  return null;
};
