/** Writes docs/report.schema.json, the schema of `--json`, from src/report/json/report-schema.ts. */
import { writeFileSync } from "node:fs";
import { reportJsonSchema } from "../src/report/json/report-schema.ts";

const file = new URL("../docs/report.schema.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
