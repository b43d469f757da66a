/** The folder of an HR department: the export, the configuration, musterd's state. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { sampleCompany } from "../../../src/sample/sample-company.ts";
import { siteSettings } from "../../service/running-service.ts";

export type Files = Readonly<Record<string, string | Buffer>>;

export type Workplace = {
  readonly folder: string;
  /** Path of the configuration file. */
  readonly config: string;
  readonly write: (files: Files) => Promise<void>;
  readonly configure: (settings: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** `files` are written next to the configuration, which contains `settings` as JSON, because JSON is valid YAML. */
export const openWorkplace = async (files: Files, settings: Readonly<Record<string, unknown>>): Promise<Workplace> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-workplace-"));
  const config = join(folder, "musterd.yaml");
  const write = async (written: Files): Promise<void> => {
    for (const [name, content] of Object.entries(written)) await writeFile(join(folder, name), content);
  };
  const configure = (changed: Readonly<Record<string, unknown>>) => writeFile(config, JSON.stringify(changed, null, 2));
  await write(files);
  await configure(settings);
  return {
    folder,
    config,
    write,
    configure,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
};

const sampleMapping = fileURLToPath(new URL("../../../config/sample-company.yaml", import.meta.url));

/** The smallest sample company, with the `source` part of a configuration for its files. */
export const smallSample = async () => {
  const company = sampleCompany({ people: 100, today: new Date().toISOString().slice(0, 10) });
  const { source } = parse(await readFile(sampleMapping, "utf8")) as { source: Record<string, unknown> };
  return { ...company, source: { ...source, feeds: { hr: { files: { settleSeconds: 0, folder: "." } } } } };
};

/** The `target` part of a configuration; the API key is in the environment variable API_KEY. */
export const targetPart = (fixture: { readonly url: string; readonly corpCode: string }, more: object = {}) => ({
  url: fixture.url,
  corpCode: fixture.corpCode,
  apiKey: "env:API_KEY",
  backoffMs: 10,
  retries: 2,
  ...siteSettings(),
  ...more,
});
