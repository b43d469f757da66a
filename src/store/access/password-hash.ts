/**
 * Passwords of local accounts, as Argon2id hashes with costs that OWASP's password storage advice names. Of the equally strong ones these take the
 * least memory, which the C library keeps for each thread that has computed one. One at a time is computed, because each takes a thread
 * that also reads and writes files.
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

type Cost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism">;

const cost: Cost = { memory: 7_168, passes: 5, parallelism: 1 };
const keyBytes = 32;
const form = /^argon2id:(\d+):(\d+):(\d+):([\w-]+):([\w-]+)$/;

let last: Promise<unknown> = Promise.resolve();

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> => {
  const message = Buffer.from(password.normalize("NFC"));
  const parameters = { message, nonce, memory, passes, parallelism, tagLength: keyBytes };
  const derived = last.then(() => promisify(argon2)("argon2id", parameters));
  last = derived.catch(() => undefined);
  return derived;
};

const textOf = (nonce: Buffer, key: Buffer): string =>
  ["argon2id", cost.memory, cost.passes, cost.parallelism, nonce.toString("base64url"), key.toString("base64url")].join(
    ":",
  );

/** Returns `argon2id:memory:passes:parallelism:salt:key`, with memory in KiB, salt and key in base64url. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  return textOf(nonce, await derive(password, nonce, cost));
};

/** A hash that no password has. */
const nobodysHash = textOf(randomBytes(16), randomBytes(keyBytes));

/** Without `hash` (there is no such person) the same work is done, so the time tells nothing. */
export const isPassword = async (password: string, hash: string | undefined): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = "", key = ""] = form.exec(hash ?? nobodysHash) ?? [];
  const own = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await derive(password, Buffer.from(salt, "base64url"), own);
  return timingSafeEqual(given, Buffer.from(key, "base64url")) && hash !== undefined;
};
