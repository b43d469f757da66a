/**
 * The identity of a target: one spelling per service and company. The store keeps a target's data under it, so that a trailing
 * slash in the configuration does not create a second target.
 */

import { commonWords } from "./words/common-words.ts";
import type { Language } from "./words/language.ts";

const embedded = "embedded service";

/** The identity of the service inside musterd, which has no lasting address. */
export const embeddedIdentity = (corpCode: string): string => `${embedded} (company ${corpCode})`;

/** Lower-case scheme and host, no default port, no empty path segments; the company code unchanged. */
export const targetIdentity = (url: string, corpCode: string): string => {
  const { origin, pathname } = new URL(url);
  const path = pathname.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  return `${origin}${path} (company ${corpCode})`;
};

/** What an identity is made of; undefined if the name is none. */
export const partsOfIdentity = (name: string): { readonly url: string; readonly corpCode: string } | undefined => {
  const [, url, corpCode] = /^(https?:\/\/\S+) \(company (\S+)\)$/i.exec(name) ?? [];
  return url !== undefined && corpCode !== undefined && URL.canParse(url) ? { url, corpCode } : undefined;
};

/** Turns a target name that the first release stored into an identity; a name without an address stays as it is. */
export const identityOf = (spelling: string): string => {
  const parts = partsOfIdentity(spelling);
  return parts ? targetIdentity(parts.url, parts.corpCode) : spelling;
};

/** An identity in the words of a language; a name in another form stays as it is. */
export const targetText = (name: string, language: Language): string => {
  const [, service, company] = /^(.+) \(company (.+)\)$/.exec(name) ?? [];
  return service === undefined || company === undefined
    ? name
    : commonWords(language).target(service === embedded ? undefined : service, company);
};
