/** A law: whatever the columns of a file are called and say, the configuration that `init` proposes can be loaded, or none is proposed. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { headers } from "../../../src/cli/init/knowledge/headers.ts";
import { MusterdError } from "../../../src/lib/errors.ts";
import { cases } from "../../support/suites/runs.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const names = Object.values(headers).flatMap(({ plain }) => plain.split("|"));

/** What the cells of a column say, by row. */
const columns: readonly ((at: number) => string)[] = [
  (at) => `E${100 + at}`,
  (at) => `00${100 + at}`,
  (at) => `user${at}`,
  (at) => `u${at}@example.com`,
  (at) => `陳${at}`,
  (at) => `${90 + at}/0${1 + at}/1${at}`,
  (at) => ["研發部", "業務部"][at % 2] ?? "",
  (at) => ["總公司/研發部", "總公司/業務部"][at % 2] ?? "",
  (at) => ["在職", "離職", "留停"][at % 3] ?? "",
  (at) => ["主職", "兼職"][at % 2] ?? "",
  (at) => (at === 0 ? "" : "E100"),
  (at) => ["經理", "# x", "a: b", "{x}", "*y", "#N/A", "null"][at % 7] ?? "",
  () => "",
];

const written = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const header = fc
  .tuple(
    fc.constantFrom(...names),
    fc.constantFrom("%", "%", "%", "%", "*%", "% # x", "%\n(必填)", "{%}", "%: y", "'%"),
  )
  .map(([name, form]) => form.replace("%", name));
const table = (rows: number) =>
  fc
    .array(fc.tuple(header, fc.constantFrom(...columns)), { minLength: 2, maxLength: 10 })
    .map((drawn) =>
      [
        drawn.map(([name]) => written(name)).join(","),
        ...Array.from({ length: rows }, (_, at) => drawn.map(([, cell]) => written(cell(at))).join(",")),
        "",
      ].join("\n"),
    );
const files = fc.record(
  { "people.csv": table(7), "departments.csv": table(4), "離職名冊.csv": table(3) },
  { requiredKeys: ["people.csv"] },
);

it("can be loaded with every answer", async () => {
  const read: boolean[] = [];
  await fc.assert(
    fc.asyncProperty(files, fc.nat(), async (drawn, choice) => {
      const answer = ({ options }: Question): string => options[choice % options.length]?.value ?? "";
      await inFolder(drawn, async (folder) => {
        const { draft, yaml } = await proposalOf(folder, answer);
        if (draft.parts.length === 0) return;
        const wrong = await readWith(folder, yaml).catch((error: unknown) => {
          // Whatever the rows say may be refused, but not the configuration.
          if (error instanceof MusterdError && !/column|config/.test(error.code)) return undefined;
          throw error;
        });
        read.push(wrong !== undefined);
      });
    }),
    { seed: 20_261_127, ...cases(60) },
  );
  expect(read.filter(Boolean).length).toBeGreaterThan(read.length / 4);
});
