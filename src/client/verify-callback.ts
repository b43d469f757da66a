/**
 * Verifies that a callback of F1 comes from the service. The service signs id, time and body as in Standard Webhooks with a key
 * pair (`v1a`, Ed25519), so nobody can change a callback or send an old one again. The body is needed exactly as it arrived.
 */
import { createPublicKey, type JsonWebKeyInput, type KeyObject, verify } from "node:crypto";
import { CallbackBody } from "../contract/records/callback.ts";
import { MusterdError } from "../lib/errors.ts";

/** The service's public keys as a JSON Web Key Set. */
export type CallbackKeys = { readonly keys: readonly JsonWebKeyInput["key"][] };

/** The clock with which the time of a callback is compared. */
export type VerifyOptions = {
  /** Longest permitted difference between the callback's time and this clock, in seconds; default five minutes. */
  readonly toleranceSeconds?: number;
  /** The present time in epoch milliseconds; default the clock of this machine. */
  readonly nowMs?: number;
};

type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>> | Headers;

/** Returns the body of a genuine callback. Throws `callback-refused`, with the reason, for any other. */
export const verifyCallback = (
  headers: RequestHeaders,
  rawBody: string | Uint8Array,
  jwks: CallbackKeys,
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): CallbackBody => {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  if (!id || !timestamp || !signatures) throw refused("a signature header is missing");
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw refused("its time is too far from now");
  }
  const body = Buffer.from(rawBody);
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  if (!isSigned(content, signatures, jwks)) throw refused("none of the signatures was made with a key of the service");
  return read(body);
};

/** More signatures than an old and a new key make. Each costs time before anything is known of the sender. */
const mostSignatures = 4;

/** Signatures are separated by spaces. One valid signature is enough, because the service may sign with an old and a new key. */
const isSigned = (content: Buffer, signatures: string, { keys }: CallbackKeys): boolean => {
  const given = signatures
    .split(" ")
    .filter((signature) => signature.startsWith("v1a,"))
    .slice(0, mostSignatures)
    .map((signature) => Buffer.from(signature.slice(4), "base64"));
  return keys.flatMap(publicKey).some((key) => given.some((signature) => verify(null, content, key, signature)));
};

/** A key of another kind, or one that cannot be read, has signed nothing. */
const publicKey = (key: CallbackKeys["keys"][number] | null): readonly KeyObject[] => {
  if (key?.crv !== "Ed25519") return [];
  try {
    return [createPublicKey({ key, format: "jwk" })];
  } catch {
    return [];
  }
};

const read = (body: Buffer): CallbackBody => {
  try {
    return CallbackBody.parse(JSON.parse(body.toString("utf8")));
  } catch (cause) {
    throw refused("its body does not match the contract", cause);
  }
};

const headerOf = (headers: RequestHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
};

const refused = (why: string, cause?: unknown): MusterdError =>
  new MusterdError("callback-refused", `the callback is not accepted: ${why}`, {
    hint: "verify the raw body, check the clock, and check that the keys are the service's",
    cause,
  });
