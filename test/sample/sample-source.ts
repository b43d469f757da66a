/** Reads the files of a sample company with the real CSV source and the mapping of config/sample-company.yaml. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { SampleCompany } from "../../src/sample/sample-company.ts";
import { readCsv } from "../source/csv-folder.ts";

export const readSample = async ({ files }: SampleCompany): Promise<SourceSnapshot> => {
  const config = parse(await readFile("config/sample-company.yaml", "utf8")) as {
    source: Readonly<Record<string, unknown>>;
  };
  return readCsv(files, config.source);
};
