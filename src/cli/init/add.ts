/** Adds to a configuration the tables and fields that it lacks, and keeps the earlier one beside it. What it says is never changed. */
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isMap, isSeq, parseDocument } from "yaml";
import { readConfigFile } from "../../config/config.ts";
import { systemClock } from "../../lib/clock.ts";
import { visibleText } from "../../lib/control-characters.ts";
import type { InitWords } from "../words/en/init.ts";
import { feedsOf, tableLines } from "./configuration-text.ts";
import type { Draft, PartDraft, Setting } from "./draft.ts";
import type { Table } from "./tables/tables.ts";

/** Returns what to tell about it. Throws as `readConfigFile` does, because what is not understood cannot be kept as it is. */
export const addToConfiguration = (draft: Draft, config: string, words: InitWords): string => {
  readConfigFile(config);
  const document = parseDocument(readFileSync(config, "utf8"));
  const folder = dirname(config);
  const has = (...path: readonly string[]): boolean => document.hasIn(["source", ...path]);
  const tables = ["titles", "departments", "posts", "employees"] as const;
  const differs = (table: PartDraft["table"]): boolean =>
    has(table) && draft.parts.some((part) => part.table === table && !fittingPath(document, part));
  const missing = tables.filter(
    (table) =>
      !has(table) &&
      draft.parts.some((part) => part.table === table) &&
      !(table === "posts" && (differs("departments") || differs("titles"))),
  );
  // What names departments or titles by other codes than the configuration has would be unknown in it.
  const unfit = new Set([
    ...(differs("departments")
      ? ["department", ...(has("employees", "columns", "department") ? [] : ["title", "supervisor"])]
      : []),
    ...(differs("titles") ? ["title"] : []),
  ]);
  const added: string[] = [];
  const feedOf = knownFeeds(document, folder, words);
  const parts = draft.parts.filter(({ table }) => missing.includes(table));
  const wanted: Draft = {
    ...draft,
    parts,
    levels: missing.includes("departments") && !has("levels") ? draft.levels : undefined,
  };
  const made = parseDocument(["source:", ...tableLines(wanted, feedOf, words)].join("\n"));
  const source = made.get("source");
  if (isMap(source)) {
    for (const pair of source.items) {
      document.addIn(["source"], pair);
      added.push(`source.${String(pair.key)}`);
    }
  }
  for (const feed of new Set(parts.map(({ from }) => feedOf(from)))) {
    if (!has("feeds", feed.name))
      document.setIn(["source", "feeds", feed.name], document.createNode({ files: feed.settings }));
  }
  const fields = draft.parts
    .filter(({ table }) => !missing.includes(table))
    .flatMap((part) => addFields(document, part, unfit));
  added.push(...fields.map(({ path }) => path));
  const mappings = JSON.stringify([...parts.flatMap(({ lines }) => lines), ...fields].map(({ mapping }) => mapping));
  for (const [name, table] of Object.entries(draft.lookups)) {
    if (has("lookups", name) || !mappings.includes(`"table":"${name}"`)) continue;
    document.setIn(
      ["source", "lookups", name],
      document.createNode({
        from: feedOf(table).name,
        file: table.file,
        ...(table.sheet !== undefined && { sheet: table.sheet }),
      }),
    );
  }
  if (added.length === 0) return words.screen.nothingToAdd;
  const kept = keptName(config);
  copyFileSync(config, kept);
  const next = `${config}.new`;
  writeFileSync(next, document.toString({ lineWidth: 0 }), { mode: 0o600 });
  renameSync(next, config);
  return [words.screen.added(added.join(words.and)), words.screen.kept(kept)].join("\n");
};

type Document = ReturnType<typeof parseDocument>;

type AddedField = { readonly path: string; readonly mapping: Setting };

/** The field that says what a row is about: rows of other objects have other fields. */
const keyOf: { readonly [table in PartDraft["table"]]?: string } = {
  titles: "code",
  departments: "code",
  posts: "employee",
};

/** Adds fields that a part of the configuration does not state, if it reads the same file, and its rows are about the same objects. */
const addFields = (document: Document, part: PartDraft, unfit: ReadonlySet<string>): readonly AddedField[] => {
  const { table, lines, settings } = part;
  const path = fittingPath(document, part);
  if (!path) return [];
  // A row of people states a post, or posts have rows of their own.
  const isOfPosts = table === "employees" && document.hasIn(["source", "posts"]);
  const added = lines.flatMap(({ field, mapping, why }) => {
    if (document.hasIn([...path, "columns", field]) || field === "level") return [];
    if (table === "employees" && unfit.has(field)) return [];
    if (isOfPosts && ["department", "title", "supervisor"].includes(field)) return [];
    const node = document.createNode(mapping, { flow: true });
    if (why !== "") node.comment = ` ${visibleText(why)}`;
    document.setIn([...path, "columns", field], node);
    return [{ path: [...path, "columns", field].join("."), mapping, field }];
  });
  const isParent = added.some(({ field }) => field === "parent");
  if (isParent && settings.some(({ name }) => name === "addParents")) document.setIn([...path, "addParents"], true);
  return added;
};

const fittingPath = (document: Document, part: PartDraft): readonly (string | number)[] | undefined => {
  const path = pathOf(document, part);
  return path && hasSameKey(document, path, part) ? path : undefined;
};

/** The part of a table that reads a file, or a sheet of it: the table has one, or a list of them. */
const pathOf = (document: Document, { table, from }: PartDraft): readonly (string | number)[] | undefined => {
  const reads = (part: unknown): boolean =>
    isMap(part) && part.get("file") === from.file && (part.get("sheet") ?? from.sheet) === from.sheet;
  const said = document.getIn(["source", table]);
  if (!isSeq(said)) return reads(said) ? ["source", table] : undefined;
  const at = said.items.findIndex(reads);
  return at === -1 ? undefined : ["source", table, at];
};

const hasSameKey = (document: Document, path: readonly (string | number)[], { table, lines }: PartDraft): boolean => {
  const key = keyOf[table];
  if (key === undefined) return true;
  const said = document.toJS() as unknown;
  const known = [...path, "columns", key].reduce<unknown>(
    (at, name) => (at as Record<string | number, unknown>)?.[name],
    said,
  );
  return columnOf(known) === columnOf(lines.find(({ field }) => field === key)?.mapping);
};

/** The column of a mapping, or all that makes it. */
const columnOf = (mapping: unknown): string => {
  const { column, path } = Object(mapping) as { readonly column?: string; readonly path?: string };
  return typeof mapping === "string"
    ? mapping
    : path === undefined && column !== undefined
      ? column
      : JSON.stringify(mapping);
};

/** The feeds of the configuration, where one reads the same folder in the same way. */
const knownFeeds = (document: Document, folder: string, words: InitWords) => {
  const feeds =
    (document.toJS() as { source?: { feeds?: Record<string, { files?: Record<string, unknown> }> } }).source?.feeds ??
    {};
  const fresh = feedsOf(folder, words, Object.keys(feeds));
  const placeOf = ({ folder: read }: Record<string, unknown>): string | undefined =>
    typeof read === "string" ? resolve(folder, read) : undefined;
  return (table: Table) => {
    const made = fresh(table);
    const sameAs = (files: Record<string, unknown> | undefined): boolean =>
      files !== undefined &&
      placeOf(files) === placeOf(made.settings) &&
      (table.form === undefined ||
        ["encoding", "delimiter", "quote"].every(
          (name) => (files[name] ?? usual[name]) === (made.settings[name] ?? usual[name]),
        ));
    const known = Object.entries(feeds).find(([, { files }]) => sameAs(files));
    return known ? { ...made, name: known[0] } : made;
  };
};

const usual: Readonly<Record<string, string>> = { encoding: "auto", delimiter: ",", quote: "double" };

const keptName = (config: string): string =>
  join(dirname(config), `${config.split("/").at(-1)}.before-${systemClock.nowMs()}`);
