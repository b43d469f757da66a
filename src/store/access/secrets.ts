/** The secrets of sessions, links and tokens. Only their SHA-256 is stored; that is enough, because a secret has 256 random bits. */
import { hash, randomBytes } from "node:crypto";

export const newSecret = (): string => randomBytes(32).toString("base64url");

export const digestOf = (secret: string): string => hash("sha256", secret, "hex");
