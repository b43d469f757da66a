/** Reads the secrets to which the configuration refers: of a variable of the environment, or of a file. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SecretReference } from "../lib/secret-reference.ts";
import { utf8Text } from "../lib/yaml-text.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The secret that a setting refers to, or what is wrong with it. */
export const resolveSecret = (
  setting: string,
  { reference }: SecretReference,
  folder: string,
  environment: Environment,
): { readonly value: string } | { readonly problem: string } => {
  const [scheme = "", ...rest] = reference.split(":");
  const name = rest.join(":");
  const said = (value: string, problem: string) => (value === "" ? { problem } : { value });
  // Files and encoded secrets, as of Kubernetes, often end with a line break that is none of the secret.
  if (scheme === "env")
    return said((environment[name] ?? "").replace(/[\r\n]+$/, ""), `${setting}: env:${name} is not set, or empty`);
  try {
    const text = utf8Text(readFileSync(resolve(folder, name)));
    if (typeof text !== "string") return { problem: `${setting}: file:${name}: ${text.problem}` };
    return said(text.trim(), `${setting}: file:${name} is empty`);
  } catch (thrown) {
    return { problem: `${setting}: file:${name} cannot be read (${(thrown as { code?: string }).code})` };
  }
};
