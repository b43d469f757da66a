/** Serves the settings in force: those that the daemon has read when it started. */

import { readFile } from "node:fs/promises";
import { stringify } from "yaml";
import { shareable } from "../../config/shareable-settings.ts";
import { dayMs } from "../../lib/clock.ts";
import { readYaml } from "../../lib/yaml-text.ts";
import { settingDifferences, settingsPage } from "../pages/settings.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Server } from "../serve.ts";

export const serveSettings = async (server: Server, { app }: ConsoleParts): Promise<void> => {
  const { store, config } = app;
  const read = readYaml(await readFile(config.file));
  const masked = "value" in read ? shareable(read.value) : {};
  await store.keptSettings.keep(JSON.stringify(masked));
  server.page("/settings", async (visit) => {
    const before = await store.keptSettings.asOf(Date.now() - dayMs);
    const [changed] = await store.audit.list({ events: ["configuration-changed"], limit: 1, newest: true });
    return settingsPage(visit, {
      masked: stringify(masked),
      differences: settingDifferences(before === undefined ? masked : JSON.parse(before), masked),
      changed,
      timeZone: config.daemon.timeZone,
    });
  });
};
