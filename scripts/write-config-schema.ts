/**
 * Writes what is generated from the schema in src/config/config.ts, and from the tables of occurrences and metrics:
 * config/musterd.schema.json for editors, and pages of docs/.
 */
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { configJsonSchema } from "../src/config/config.ts";
import { notificationSchema } from "../src/notify/notification.ts";
import { metricsDocument } from "./metrics-table.ts";
import { occurrencesDocument } from "./occurrences-table.ts";
import { settingsDocument } from "./settings-table.ts";

const file = new URL("../config/musterd.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
writeFileSync(new URL("../docs/settings.md", import.meta.url), settingsDocument());
writeFileSync(new URL("../docs/occurrences.md", import.meta.url), occurrencesDocument());
const notification = z.toJSONSchema(notificationSchema, { io: "output" });
writeFileSync(
  new URL("../docs/notification.schema.json", import.meta.url),
  `${JSON.stringify(notification, null, 2)}\n`,
);
writeFileSync(new URL("../docs/metrics.md", import.meta.url), metricsDocument());
