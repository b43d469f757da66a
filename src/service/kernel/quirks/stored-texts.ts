/** Ways in which a site may store the texts of organisation writes otherwise than they were sent (R14, R104). */
import { z } from "zod";

const displayed = /^(name|englishName|description|title|jobFunc|businessCard|newName)$/;

type Change = (text: string, name: string) => string;

const shown =
  (change: (text: string) => string): Change =>
  (text, name) =>
    displayed.test(name) ? change(text) : text;

const changes = {
  "one-space": shown((text) => text.replaceAll(/\s+/gu, " ")),
  "upper-case": shown((text) => text.toUpperCase()),
  "mailboxes-in-lower-case": (text, name) => (name.startsWith("email") ? text.toLowerCase() : text),
  "phones-formatted": (text, name) =>
    name === "phoneNumber" ? text.replaceAll(/\D/g, "").replace(/^(\d{4})(\d{3})(\d{3})$/, "$1-$2-$3") : text,
  "leading-zeros-dropped": (text, name) => (name === "employeeNumber" ? text.replace(/^0+(?=\d)/, "") : text),
} as const satisfies Readonly<Record<string, Change>>;

const names = Object.keys(changes) as (keyof typeof changes)[];

export const storedTextQuirks = {
  /** R104: what the site makes of texts before it stores them. */
  storedTexts: z.array(z.enum(names)).default([]),
} as const;

/** The body of a write as the site stores it. References keep their text. */
export const asStored = (body: unknown, forms: readonly (keyof typeof changes)[]): unknown => {
  if (forms.length === 0 || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" ? forms.reduce((text, form) => changes[form](text, name), value) : value,
    ]),
  );
};
