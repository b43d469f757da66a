/** Uses an example of config/ as a site would: copied into a temporary folder, with the site's addresses and files. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "../../../src/app/app.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/lib/log.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { RunSummary } from "../../../src/model/runs/run.ts";
import { openServiceFixture, quickSettings, type ServiceFixture } from "../servers/service-fixture.ts";

export type ConfiguredApp = {
  readonly app: App;
  readonly fixture: ServiceFixture;
  readonly folder: string;
  /** Plans and applies; returns the plan and the result of the run. */
  readonly run: () => Promise<{ readonly plan: Plan; readonly run: RunSummary }>;
  readonly close: () => Promise<void>;
};

export type Site = {
  /** Texts of the example, each with its replacement. */
  readonly replaced?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Additional files next to the configuration. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
};

/** `example` is a file of config/. The service is a new, empty reference service. */
export const openConfigured = async (example: string, { replaced = {}, environment = {}, files = {} }: Site) => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-example-"));
  let text = await readFile(join("config", example), "utf8");
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`${example} does not hold ${from}`);
    text = text.replaceAll(from, to);
  }
  await writeFile(join(folder, example), text);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const fixture = await openServiceFixture();
  const config = loadConfig(join(folder, example), { ...environment, PATH: process.env["PATH"] });
  // No caps, because an empty service takes all people at once.
  const plan = { ...config.plan, caps: {} };
  const state = join(folder, "state");
  const app = openApp({ ...config, plan, stateFolder: state }, quickSettings(fixture), createLog("silent"));
  return {
    app,
    fixture,
    folder,
    run: async () => {
      const runs = await app.openRuns();
      const options = { trigger: "command", onProgress: () => undefined } as const;
      const ended = await runs.reconcile({ ...options, approve: async () => true });
      await runs.close();
      if (!ended.plan) throw ended.error ?? new Error("there is no plan");
      return { plan: ended.plan, run: ended.run };
    },
    close: async () => {
      await app.close();
      await fixture.close();
      await rm(folder, { recursive: true });
    },
  } satisfies ConfiguredApp;
};
