/**
 * Writes the two files that are generated from the schema in src/config/config.ts: config/musterd.schema.json for editors, and
 * docs/settings.md for people.
 */
import { writeFileSync } from "node:fs";
import { configJsonSchema } from "../src/config/config.ts";
import { settingsDocument } from "./settings-table.ts";

const file = new URL("../config/musterd.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
writeFileSync(new URL("../docs/settings.md", import.meta.url), settingsDocument());
