/**
 * The key pairs that sign callbacks. They are stored; `GET /openapi/callback-keys` publishes their public halves. A replaced key
 * signs for another day beside its successor, so a receiver may keep the keys that it has fetched for so long.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import { findKeys, replaceKey } from "../kernel/company/replaceable-keys.ts";
import type { Company } from "./tables.ts";

export type CallbackKey = { readonly keyId: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

/** Returns the valid keys, newest first. The first one is made when it is first needed. */
export const findCallbackKeys = async (file: CompanyFile<Company>): Promise<readonly CallbackKey[]> => {
  const rows = await findKeys(file, file.company.callbackKeys, makeKey);
  return rows.map(({ keyId, privateKey: text }) => {
    const privateKey = createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
    return { keyId, privateKey, publicKey: createPublicKey(privateKey) };
  });
};

/** Makes a key that signs from now on. Returns the time until which the earlier one signs, too. */
export const replaceCallbackKey = (file: CompanyFile<Company>): Promise<string> =>
  replaceKey(file, file.company.callbackKeys, makeKey);

const makeKey = () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  return {
    keyId: randomUUID(),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
  };
};
