/** Reads the bodies of requests: JSON in UTF-8, whose texts are readable. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isReadable, ruleOfText } from "../../../contract/records/texts.ts";
import { Refusal, refuse } from "../refusal.ts";

/** An empty body with a JSON content type counts as no body (R25), even in a DELETE request. */
export const parseJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      const text = textOf(request, body);
      void parse(request, text, (error, value) => {
        done(error ?? placeTooDeep(value) ?? (suspicious.test(text) ? unreadablePlace(value) : null), value);
      });
    } catch (refusal) {
      done(refusal as Error);
    }
  });
};

/** More than any operation or company document needs. What recurses into a value, such as `JSON.stringify`, could fail otherwise. */
const deepest = 100;

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (than === 0 || Object.values(value).some((part) => isDeeper(part, than - 1)));

const placeTooDeep = (body: unknown): Refusal | null =>
  isDeeper(body, deepest) ? invalid("body", `must have at most ${deepest} lists and objects within each other`) : null;

const invalid = (property: string, error: string): Refusal =>
  new Refusal("OPA-REQUEST-INVALID", [{ error, expandoObject: { property } }]);

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
 * unknown properties and company documents.
 */
const unreadablePlace = (body: unknown): Refusal | null => {
  const waiting = [{ value: body, property: "", depth: 0 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value, property, depth } = place;
    const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
    const texts = typeof value === "string" ? [value] : parts.map(([name]) => name);
    if (!texts.every(isReadable)) return invalid(property.slice(1) || "body", ruleOfText);
    for (const [name, part] of parts as [string, unknown][]) {
      waiting.push({ value: part, property: depth < shownNames ? `${property}.${name}` : property, depth: depth + 1 });
    }
  }
  return null;
};
