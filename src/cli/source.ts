/** `musterd source preview` and `musterd source check`: the source alone, before anything is planned. Both only read. */
import Table from "cli-table3";
import type { App } from "../app.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Finding, SourceFile, SourceProfile } from "../model/quality.ts";
import { type RejectedRow, sortedByLoss } from "../model/snapshot.ts";
import { rowPlace } from "../report/report.ts";
import { type ConfigOptions, type Environment, withApp } from "./context.ts";

type PreviewOptions = ConfigOptions & {
  readonly employee?: string;
  readonly feed?: string;
  readonly base?: string;
  readonly filter?: string;
  readonly limit?: string;
  readonly json?: boolean;
};

type Preview = Awaited<ReturnType<App["source"]["preview"]>>;

export const previewCommand = (options: PreviewOptions, environment: Environment): Promise<number> => {
  const { feed, base, filter } = options;
  const limit = Number(options.limit ?? (feed === undefined ? 3 : 5));
  if (!Number.isInteger(limit) || limit < 1) {
    throw new MusterdError("option-invalid", `--limit is ${options.limit}, expected an integer from 1`, {
      hint: "give a number of records, such as --limit 3",
    });
  }
  if (feed === undefined && (base ?? filter) !== undefined) {
    throw new MusterdError("option-invalid", "--base and --filter are about a directory, and none is named", {
      hint: "name it with --feed, as `source.feeds` does",
    });
  }
  return withApp(options, environment, async ({ source }) => {
    if (feed !== undefined) {
      const searches = await source.previewSearches({ feed, base, filter, limit });
      console.log(options.json ? JSON.stringify(searches, null, 2) : searches.map(searchText).join("\n\n"));
      return 0;
    }
    const preview = await source.preview({ employee: options.employee, limit });
    if (options.employee !== undefined && preview.records.length === 0) {
      throw new MusterdError("source-person-unknown", `no record of the source bears the key "${options.employee}"`, {
        hint: "give an account or an employee number as the source has it; without --employee the first records are shown",
      });
    }
    console.log(options.json ? JSON.stringify(preview, null, 2) : previewText(preview));
    return 0;
  });
};

const previewText = ({ records, employee, dropped }: Preview): string =>
  [
    ...records.flatMap((record) => [
      `${record.kind} · ${rowPlace(record)} · ${record.setting}`,
      ...pairs("read", record.cells),
      ...(record.outOfScope
        ? ["  out of scope: an `only` or `except` leaves it out"]
        : pairs("becomes", record.values)),
      ...record.rejected.map(rejectedText),
      "",
    ]),
    ...(employee ? ["The person, put together", ...pairs("has", employee), ""] : []),
    ...(dropped.length > 0 ? ["Dropped when the parts were put together", ...dropped.map(rejectedText), ""] : []),
  ]
    .join("\n")
    .trimEnd();

type Searches = Awaited<ReturnType<App["source"]["previewSearches"]>>;

const searchText = ({ kind, base, filter, scope, entries, first }: Searches[number]): string =>
  [
    `${entries} entries${kind === undefined ? "" : ` · ${kind}`} · ${base.join("; ")} · ${filter} · ${scope}`,
    ...first.flatMap(({ dn, attributes }) => pairs(dn, attributes)),
  ].join("\n");

const pairs = (verb: string, values: Readonly<Record<string, unknown>>): string[] => {
  const entries = Object.entries(values).filter(([, value]) => value !== "");
  return [`  ${verb}`, ...entries.map(([name, value]) => `    ${name}: ${JSON.stringify(value)}`)];
};

const rejectedText = ({ column, code, reason, dropped }: RejectedRow): string =>
  `  ✗ ${dropped ? "left out" : "row rejected"}, ${column}: ${reason} (${code})`;

type CheckOptions = ConfigOptions & { readonly json?: boolean };

/** Exit code 1 when a run would be refused. */
export const sourceCheckCommand = (options: CheckOptions, environment: Environment): Promise<number> =>
  withApp(options, environment, async ({ source }) => {
    const { profile, findings, files, changes, snapshot } = await source.inspect();
    const kinds = kindLines(profile);
    const { rows: rejected, fields: dropped } = sortedByLoss(snapshot.rejected);
    if (options.json) {
      console.log(
        JSON.stringify({ source: source.describe(), kinds, files, changes, findings, rejected, dropped }, null, 2),
      );
    } else {
      console.log(
        checkText(
          source.describe(),
          kinds,
          [...files.map(fileLine), ...changes.map(changesLine)],
          findings,
          snapshot.rejected,
        ),
      );
    }
    return findings.some(({ severity }) => severity === "refuse") ? 1 : 0;
  });

type KindLine = {
  readonly kind: string;
  readonly rows: number;
  readonly rejected: number;
  readonly filled: Readonly<Record<string, number>>;
};

/** Rows of every managed kind, and the percentage of its records that have a value, by field. */
const kindLines = ({ kinds }: SourceProfile): readonly KindLine[] =>
  Object.entries(kinds).map(([kind, { rows, rejected, fill }]) => ({
    kind,
    rows,
    rejected,
    filled: Object.fromEntries(
      Object.entries(fill.filled).map(([field, count]) => [
        field,
        fill.known === 0 ? 0 : Math.round((100 * count) / fill.known),
      ]),
    ),
  }));

const checkText = (
  description: string,
  kinds: readonly KindLine[],
  feeds: readonly string[],
  findings: readonly Finding[],
  rejected: readonly RejectedRow[],
): string => {
  const table = new Table({
    head: ["kind", "rows", "rejected", "filled"],
    style: { head: [], border: [] },
    wordWrap: true,
    colWidths: [14, 9, 10, 70],
  });
  for (const { kind, rows, rejected: bad, filled } of kinds) {
    table.push([
      kind,
      rows,
      bad,
      Object.entries(filled)
        .map(([field, percent]) => `${field} ${percent} %`)
        .join(", "),
    ]);
  }
  const { rows: lost, fields } = sortedByLoss(rejected);
  return [
    description,
    table.toString(),
    ...feeds,
    ...byCode("Rejected rows", lost),
    ...byCode("Fields left out", fields),
    ...(findings.length > 0 ? ["Quality", ...findings.flatMap(findingLines)] : ["Quality: nothing found."]),
  ].join("\n");
};

/** How often each code occurs, the most frequent first, with the first place. */
const byCode = (heading: string, told: readonly RejectedRow[]): readonly string[] => {
  const groups = [...Map.groupBy(told, ({ code }) => code)].sort(([, a], [, b]) => b.length - a.length);
  const lines = groups.map(([code, rows]) => {
    const [first] = rows;
    return `  ${code}: ${rows.length}, first ${first ? rowPlace(first) : ""} ${first?.column ?? ""}: ${first?.reason ?? ""}`;
  });
  return lines.length === 0 ? [] : [heading, ...lines];
};

const findingLines = ({ rule, severity, message, hint, pairs: keys = [] }: Finding): readonly string[] => [
  `  ${severity === "refuse" ? "✗" : "!"} ${rule} (${severity}): ${message}`,
  ...keys.map(({ before, after }) => `      ${before} → ${after}`),
  `    hint: ${hint}`,
];

const fileLine = ({ file, rows, modifiedMs }: SourceFile): string =>
  `${file}: ${rows} rows, written ${new Date(modifiedMs).toISOString()}`;

type Changes = Awaited<ReturnType<App["source"]["inspect"]>>["changes"][number];

const changesLine = ({ base, how, why, changed, deleted, drift }: Changes): string => {
  const way = how === "full" ? `in full (${why ?? "as asked"})` : "by its changes";
  return `${base}: read ${way}, ${changed} changed, ${deleted} gone${drift ? `; ${drift} had not been told` : ""}`;
};
