/**
 * Writes the files generated from the schema in src/config.ts: config/musterd.schema.json (the JSON Schema of the configuration
 * file), docs/settings.md, and the table in docs/target-options.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { configJsonSchema } from "../src/config.ts";
import { settingsDocument } from "./settings-table.ts";
import { withTargetOptions } from "./target-options.ts";

const file = new URL("../config/musterd.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);

writeFileSync(new URL("../docs/settings.md", import.meta.url), settingsDocument());

const document = new URL("../docs/target-options.md", import.meta.url);
writeFileSync(document, withTargetOptions(readFileSync(document, "utf8")));
