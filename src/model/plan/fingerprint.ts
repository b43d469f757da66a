/** Fingerprints of plans: SHA-256 in hexadecimal digits, by the first of which people name a plan. */

const shortest = 12;

/** As many digits of a fingerprint as mean one plan. */
export const fingerprintForm = new RegExp(`^[0-9a-f]{${shortest},64}$`);

/** The first digits, as commands, pages and messages name a plan. Only by intent do two plans of one company begin alike: then they mean neither. */
export const shortFingerprint = (fingerprint: string): string => fingerprint.slice(0, shortest);
