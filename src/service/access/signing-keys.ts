/** The keys that sign ID tokens and cookies. They are stored, so that both survive a restart. */
import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { CompanyFile } from "../kernel/company-file.ts";
import { replaceKey, validKeys } from "../kernel/replaceable-keys.ts";
import type { Company, SigningKeysRow } from "./tables.ts";

/** Returns the valid keys, newest first. The first ones are made when they are first needed. */
export const findSigningKeys = async (file: CompanyFile<Company>): Promise<readonly SigningKeysRow[]> => {
  const { company, read } = file;
  const valid = await read(() => validKeys(company, company.signingKeys));
  if (valid.length > 0) return valid;
  await replaceSigningKeys(file);
  return findSigningKeys(file);
};

/** Makes keys that sign from now on. Returns the time until which the earlier ones stay valid. */
export const replaceSigningKeys = async (file: CompanyFile<Company>): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const made = {
    jwk: { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" },
    cookieKey: randomBytes(32).toString("base64url"),
  };
  return file.write(() => replaceKey(file.company, file.company.signingKeys, made));
};
