/**
 * The vault: encrypts data that leaves the store and contains personal data. Its keys are in a file next to the store, created on
 * first use, or come from the configuration (vault-keys.ts). The first key seals; all of them open, so that a key can be replaced.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { VaultKeys } from "./vault-keys.ts";

export type Vault = {
  /** Returns the nonce, the authentication tag and the deflated, encrypted text, together in Base64. */
  readonly seal: (text: string) => string;
  /** Undefined when the text was sealed with a key that is not known, or has been changed. */
  readonly open: (sealed: string) => string | undefined;
  /** True if the text was sealed with the first key. */
  readonly isCurrent: (sealed: string) => boolean;
};

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** The keys are read each time, because another process may replace them. All functions throw as `VaultKeys.read`. */
export const createVault = (keys: Pick<VaultKeys, "read">): Vault => ({
  seal: (text) => {
    const nonce = randomBytes(nonceBytes);
    const [key] = keys.read();
    const cipher = createCipheriv(algorithm, key, nonce);
    const encrypted = Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64");
  },
  open: (sealed) => {
    for (const key of keys.read()) {
      const text = openWith(key, sealed);
      if (text !== undefined) return text;
    }
    return undefined;
  },
  isCurrent: (sealed) => openWith(keys.read()[0], sealed) !== undefined,
});

const openWith = (key: Buffer, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const deflated = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()];
    return inflateRawSync(Buffer.concat(deflated)).toString();
  } catch {
    return undefined;
  }
};
