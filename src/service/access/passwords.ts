/**
 * Passwords of users: kept as scrypt hashes, with costs that OWASP's password storage advice lists, about 0.2 s each.
 * People choose passwords, so unlike the secret of a key they have to be slow to try.
 */
import { randomBytes, type ScryptOptions, scrypt, scryptSync, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Password, passwordHashForm } from "../../contract/access-section.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const keyBytes = 32;

const optionsFor = (cost: { readonly N: number; readonly r: number; readonly p: number }): ScryptOptions => ({
  ...cost,
  maxmem: 256 * cost.N * cost.r,
});

const cost = { N: 16_384, r: 8, p: 5 };

const hashText = (salt: Buffer, key: Buffer): string =>
  ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join(":");

export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return hashText(salt, await derive(password.normalize("NFC"), salt, keyBytes, optionsFor(cost)));
};

/** For the rules, which cannot wait; everything else stands still meanwhile. */
export const hashPasswordAtOnce = (password: string): string => {
  const salt = randomBytes(16);
  return hashText(salt, scryptSync(password.normalize("NFC"), salt, keyBytes, optionsFor(cost)));
};

/** Of no password; checking against it takes as long as any other check. */
const nobodysHash = hashText(randomBytes(16), randomBytes(keyBytes));

/** `hash` undefined: there is no such person or no password; the answer is no, after the same work. */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [, N, r, p, salt = "", key = ""] = passwordHashForm.exec(hash ?? nobodysHash) ?? [];
  const options = optionsFor({ N: Number(N), r: Number(r), p: Number(p) });
  const given = await derive(password.normalize("NFC"), Buffer.from(salt, "base64url"), keyBytes, options);
  return timingSafeEqual(given, Buffer.from(key, "base64url")) && hash !== undefined;
};

/**
 * A company document with the passwords of its access section hashed, so that loading it does not hold up the service.
 * What is not as it should be stays as it is, to be refused later.
 */
export const withHashedPasswords = async (document: unknown): Promise<unknown> => {
  const { access } = (document ?? {}) as { access?: { passwords?: unknown } };
  if (!Array.isArray(access?.passwords)) return document;
  const passwords = await Promise.all(
    access.passwords.map(async (one: unknown) => {
      const { password, ...rest } = (one ?? {}) as { password?: unknown };
      const read = Password.safeParse(password);
      return read.success && !("passwordHash" in rest) ? { ...rest, passwordHash: await hashPassword(read.data) } : one;
    }),
  );
  return { ...(document as object), access: { ...access, passwords } };
};
