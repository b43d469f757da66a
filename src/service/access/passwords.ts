/**
 * User passwords, stored as scrypt hashes with the costs that OWASP's password storage advice names (about 0.2 s for each
 * check). People choose weak passwords, so trying one must be slow. The secret of a key is random and needs no slow hash.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { passwordHashForm } from "../../contract/sections/access.ts";
import { endSignIns } from "./grants.ts";
import type { Company } from "./tables.ts";

/**
 * Half of the processors, at most two, because scrypt runs in the four threads that also read and write files: sign-ins must not
 * stall uploads.
 */
const limit = pLimit(Math.max(1, Math.min(2, availableParallelism() >> 1)));
const deriveAtOnce = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const derive: typeof deriveAtOnce = (...given) => limit(() => deriveAtOnce(...given));

export const waitingChecks = (): number => limit.pendingCount;

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

/** A hash that matches no password. */
const nobodysHash = hashText(randomBytes(16), randomBytes(keyBytes));

/**
 * If `hash` is undefined (no such person, or no password), the result is false after the work for the hash `similar`, so the
 * time reveals nothing.
 */
export const isPassword = async (
  password: string,
  hash: string | undefined,
  similar = nobodysHash,
): Promise<boolean> => {
  const [, N, r, p, salt = "", key = ""] = passwordHashForm.exec(hash ?? similar) ?? [];
  const options = optionsFor({ N: Number(N), r: Number(r), p: Number(p) });
  const given = await derive(password.normalize("NFC"), Buffer.from(salt, "base64url"), keyBytes, options);
  return timingSafeEqual(given, Buffer.from(key, "base64url")) && hash !== undefined;
};

/** Sets a password, and ends every sign-in of the person, because someone who knows the old password may be signed in. */
export const setPassword = (company: Company, employeeId: number, hash: string): void => {
  const id = company.passwords.by("employee", employeeId)[0]?.id ?? company.newId();
  company.passwords.put({ id, employeeId, hash });
  endSignIns(company, { employeeId });
};
