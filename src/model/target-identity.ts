/**
 * The identity of a target: one spelling for one service and company. The store keeps under it what belongs to the target,
 * so that a trailing slash in the configuration does not make another target of it.
 */

/** Scheme and host in lower case, no default port, no empty parts in the path; the company code as it is. */
export const targetIdentity = (url: string, corpCode: string): string => {
  const { origin, pathname } = new URL(url);
  const path = pathname.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  return `${origin}${path} (company ${corpCode})`;
};

/** The identity that a spelling of the first release stands for; a name without an address is its own. */
export const identityOf = (spelling: string): string => {
  const [, url, corpCode] = /^(https?:\/\/\S+) \(company (\S+)\)$/i.exec(spelling) ?? [];
  return url !== undefined && corpCode !== undefined && URL.canParse(url) ? targetIdentity(url, corpCode) : spelling;
};
