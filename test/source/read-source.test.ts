/** What is told about a reading while it goes on. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { freshMemory, plainTable } from "./csv-folder.ts";

const told = async (text: string): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-watch-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "people.csv"), text);
  const settings = sourceSettings.parse({
    feeds: { hr: { files: { settleSeconds: 0, folder } } },
    employees: plainTable("people.csv", "account"),
  });
  const lines: string[] = [];
  const watch = {
    update: ({ what, unit, count }: { readonly what: string; readonly unit: string; readonly count: number }) =>
      void lines.push(`${what}: ${count} ${unit}`),
    end: () => void lines.push("end"),
  };
  await createHrSource(settings, { ...freshMemory, watch }, systemClock)
    .inspect()
    .catch(() => lines.push("failed"));
  return lines;
};

it("the numbers of rows are told now and then, and the end", async () => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `e${at}`);
  expect(await told(["account", ...rows].join("\n"))).toEqual(["people.csv: 500 rows", "people.csv: 1000 rows", "end"]);
});

it("the end is told of a reading that fails, too", async () => {
  expect(await told("number\n1\n")).toEqual(["end", "failed"]);
});
