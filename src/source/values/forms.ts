/** What e-mail addresses and phones look like. A text that passes may still be wrong; one that does not cannot be right. */
import type { BadCell } from "./cell.ts";

type Form = { readonly isIn: (text: string) => boolean; readonly bad: BadCell };

/** An address; a cell may list several, with semicolons or commas: no display name, no quotes, and a domain of letters, digits and hyphens. */
const address = /^[^\s@<>()[\]"\\,;:]+@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*$/u;

const isPhone = (text: string): boolean => /\d\D*\d\D*\d/.test(text) && !/[@<>"]/.test(text);

export const forms: Readonly<Record<"email" | "phone", Form>> = {
  email: {
    isIn: (text) => text.split(/[;,]\s*/).every((part) => address.test(part)),
    bad: {
      code: "email-invalid",
      reason: "expected an e-mail address such as ann@example.com, without a name or brackets; it is not written",
      keepsRecord: true,
    },
  },
  phone: {
    isIn: isPhone,
    bad: {
      code: "phone-invalid",
      reason: "expected a phone with at least three digits; it is not written",
      keepsRecord: true,
    },
  },
};
