/**
 * The folders of test/data/exports. Each contains files as an HR system writes them, a `source.yaml` with the settings
 * that read them (its first two lines describe the export), and an `expected.json` that was written by hand. A file in
 * LDIF is loaded into a directory server.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Post } from "../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";

/** A header, then rows of values. "" stands for a field about which the source says nothing. */
type Rows = readonly (readonly unknown[])[];

export type ExportFolder = {
  readonly name: string;
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly expected: Readonly<Record<string, Rows>>;
  /** The row about this folder in the table of docs/sources.md. */
  readonly row: string;
};

const root = fileURLToPath(new URL("../data/exports", import.meta.url));

export const exportFolders = (): readonly ExportFolder[] =>
  readdirSync(root)
    .toSorted()
    .map((name) => {
      const path = join(root, name);
      const text = readFileSync(join(path, "source.yaml"), "utf8");
      const settings = parse(text) as ExportFolder["settings"];
      const [title, special] = text.split("\n").map((line) => line.replace(/^# /, ""));
      const { feeds, ...tables } = settings;
      const read = [...keysIn(feeds), ...keysIn(tables)].filter((key) => notable.has(key));
      const words = [...new Set(read)].toSorted().map((key) => `\`${key}\``);
      return {
        name,
        path,
        settings,
        files: readdirSync(path).filter((file) => file !== "source.yaml" && file !== "expected.json"),
        expected: JSON.parse(readFileSync(join(path, "expected.json"), "utf8")) as ExportFolder["expected"],
        row: `| ${title} | ${special} | ${words.join(" ")} | \`${name}\` |`,
      };
    });

const keysIn = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...(key === "lookup" ? [] : keysIn(inner))])
    : [];

/** The settings that the table of docs/sources.md lists for a folder: those that are more than a list of columns. */
const notable = new Set(
  (
    "by capture concat date default delimiter distinct each empty encoding except fillDown flag function generate joinBy " +
    "lookup normalize only otherwise pad path replace required sheets skipTopRows split take twoDigitYears values wins"
  ).split(" "),
);

/** A snapshot in the form of `expected.json`. */
export const asExpected = (
  { directory, rejected }: SourceSnapshot,
  expected: ExportFolder["expected"],
): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(directory).map(([kind, records]) => {
      const rows: readonly object[] = records;
      const header = (expected[kind]?.[0] ?? []) as readonly string[];
      // Fields that nobody expected are included, so they fail the test.
      const fields = [...new Set([...header, ...rows.flatMap((row) => Object.keys(row))])];
      return [kind, [fields, ...rows.map((row) => fields.map((field) => shown(row[field as keyof typeof row])))]];
    }),
  ),
  rejected: rejected.map(
    ({ kind, file, line, column, code, dropped }) =>
      `${kind} ${file}${line === undefined ? "" : `:${line}`} ${column} ${code}${dropped ? ", only the field" : ""}`,
  ),
});

const shown = (value: unknown): unknown => {
  if (value === undefined) return "";
  return Array.isArray(value) && typeof value[0] === "object" ? value.map(postText).join(" ") : value;
};

/**
 * The text `department:title#function^supervisor`. A plus before it marks a post that is not the main one. A dash
 * stands for an empty value.
 */
const postText = ({ department, main, title, functions, supervisor }: Post): string =>
  [
    main ? "" : "+",
    department,
    title === undefined ? "" : `:${title ?? "-"}`,
    ...(functions ?? []).map((code) => `#${code}`),
    supervisor === undefined ? "" : `^${supervisor ?? "-"}`,
  ].join("");
