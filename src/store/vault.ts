/**
 * The vault: encrypts data that leaves the store and contains personal data. Its key is in a file next to the store, created on
 * first use; text sealed with one key cannot be opened with another.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { MusterdError } from "../lib/errors.ts";

export type Vault = {
  /** Returns the nonce, the authentication tag and the deflated, encrypted text, together in Base64. */
  readonly seal: (text: string) => string;
  /** Undefined when the text was sealed with another key, or has been changed. */
  readonly open: (sealed: string) => string | undefined;
};

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `file` contains the key as 64 hexadecimal digits and has mode 0600. `seal` and `open` throw `store-unavailable` or
 * `store-damaged` when the key cannot be used.
 */
export const createVault = (file: string): Vault => {
  let known: Buffer | undefined;
  const key = (): Buffer => (known ??= readKey(file));
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key(), nonce);
      const encrypted = Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const nonce = bytes.subarray(0, nonceBytes);
      const decipher = createDecipheriv(algorithm, key(), nonce);
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const deflated = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()];
        return inflateRawSync(Buffer.concat(deflated)).toString();
      } catch {
        return undefined;
      }
    },
  };
};

const readKey = (file: string): Buffer => {
  try {
    // The flag `wx` fails if the file exists, so two processes that start at the same time do not each create a key.
    writeFileSync(file, randomBytes(keyBytes).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unavailable(file, error);
  }
  const key = Buffer.from(readText(file).trim(), "hex");
  if (key.length === keyBytes) return key;
  throw new MusterdError("store-damaged", "the key of the store does not have 64 hexadecimal digits", {
    place: { file },
    hint: "restore the file from a backup; without it, saved plans cannot be opened: remove it, then save them again",
  });
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw unavailable(file, error);
  }
};

const unavailable = (file: string, cause: unknown): MusterdError =>
  new MusterdError("store-unavailable", "the key of the store can be neither created nor read", {
    place: { file },
    hint: "let musterd write to the folder of `state.folder`",
    cause,
  });
