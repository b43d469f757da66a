/** The keys that sign ID tokens and cookies. They are stored, so that both survive a restart. */
import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import { findKeys, replaceKey } from "../kernel/company/replaceable-keys.ts";
import type { Company, SigningKeysRow } from "./tables.ts";

/** Returns the valid keys, newest first. The first ones are made when they are first needed. */
export const findSigningKeys = (file: CompanyFile<Company>): Promise<readonly SigningKeysRow[]> =>
  findKeys(file, file.company.signingKeys, makeKeys);

/** Makes keys that sign from now on. Returns the time until which the earlier ones stay valid. */
export const replaceSigningKeys = (file: CompanyFile<Company>): Promise<string> =>
  replaceKey(file, file.company.signingKeys, makeKeys);

const makeKeys = async () => {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return {
    jwk: { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" },
    cookieKey: randomBytes(32).toString("base64url"),
  };
};
