/**
 * Completes the target settings with the addresses from the site's own OpenAPI description, and checks the result when the
 * configuration is loaded. Every read that a run needs must have an address, and no read may have the address of a write.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { bindingProblems } from "../../client/binding.ts";
import { specOf } from "../../contract/contract.ts";
import { readYaml } from "../../lib/yaml-text.ts";
import { neededReads, sitePaths } from "./bindings.ts";
import { type TargetSettings, targetSettings } from "./settings.ts";
import { type SiteDescription, siteDescription } from "./site-description.ts";

/** `folder`: base of a relative `openapi` path. Adds problems, each with its setting, to `problems`. */
export const resolveSettings = (settings: TargetSettings, folder: string, problems: string[]): TargetSettings => {
  const { openapi, apiKey } = settings;
  // A key that cannot be read is a problem of its own.
  const key = targetSettings.shape.apiKey.safeParse(apiKey);
  if (apiKey !== "" && !key.success) problems.push(`target.apiKey: ${key.error.issues[0]?.message}`);
  const description = openapi === undefined ? undefined : readDescription(openapi, folder, settings, problems);
  const complete: TargetSettings = { ...settings, ...(description && { description }) };
  for (const { operation, reason } of description?.unmatched ?? []) {
    if (!neededReads.includes(operation) || operation in settings.paths) continue;
    problems.push(
      `target.openapi: ${openapi} does not give the address of ${operation} (${specOf(operation).summary}): ${reason}; ` +
        `bind it in target.paths.${operation}`,
    );
  }
  for (const { operation, problem } of bindingProblems({ version: settings.version, paths: sitePaths(complete) })) {
    const setting = operation in settings.paths || openapi === undefined ? `paths.${operation}` : "openapi";
    problems.push(`target.${setting}: ${problem}; bind one of them to another address in target.paths`);
  }
  return complete;
};

const readDescription = (
  file: string,
  folder: string,
  { url, version }: TargetSettings,
  problems: string[],
): SiteDescription | undefined => {
  try {
    const read = readYaml(readFileSync(resolve(folder, file)));
    if (!("value" in read)) throw new Error(read.problem);
    return siteDescription(file, read.value, { url, version });
  } catch (error) {
    problems.push(`target.openapi: ${file} ${problemOf(error)}`);
    return undefined;
  }
};

const problemOf = (error: unknown): string => {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    return `is not an OpenAPI 3 description: ${issue?.path.join(".") || "its top"}: ${issue?.message ?? ""}`;
  }
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `cannot be read: ${line}`;
};
