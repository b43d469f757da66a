/**
 * The key pair that signs callbacks: created once and stored. `GET /openapi/callback-keys` publishes the public half as a JWK
 * set.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { CompanyFile } from "../kernel/company-file.ts";
import type { CallbackKeyRow, Company } from "./tables.ts";

export type CallbackKey = { readonly keyId: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

/** The service's key pair, created on first use. */
export const callbackKey = async ({ company, read, write }: CompanyFile<Company>): Promise<CallbackKey> => {
  const row = (await read(() => company.callbackKeys.all()[0])) ?? (await write(() => findOrMake(company)));
  const der = (text: string) => Buffer.from(text, "base64");
  return {
    keyId: row.keyId,
    privateKey: createPrivateKey({ key: der(row.privateKey), format: "der", type: "pkcs8" }),
    publicKey: createPublicKey({ key: der(row.publicKey), format: "der", type: "spki" }),
  };
};

const findOrMake = ({ callbackKeys, newId }: Company): CallbackKeyRow => {
  const found = callbackKeys.all()[0];
  if (found) return found;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const row = {
    id: newId(),
    keyId: randomUUID(),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
  callbackKeys.put(row);
  return row;
};

export const registerCallbackKeys = (app: FastifyInstance, file: CompanyFile<Company>): void => {
  app.get("/openapi/callback-keys", async () => {
    const { keyId, publicKey } = await callbackKey(file);
    return { keys: [{ ...publicKey.export({ format: "jwk" }), kid: keyId, use: "sig", alg: "EdDSA" }] };
  });
};
