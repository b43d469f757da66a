/** Writes config/musterd.schema.json, the JSON Schema of the configuration file, from the one schema in src/config.ts. */
import { writeFileSync } from "node:fs";
import { configJsonSchema } from "../src/config.ts";

const file = new URL("../config/musterd.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
