/** Adds to a configuration the tables and fields that it lacks, and keeps the earlier one beside it. What it says is never changed. */
import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isMap, parseDocument } from "yaml";
import { systemClock } from "../../lib/clock.ts";
import type { InitWords } from "../words/en/init.ts";
import { feedsOf, tableLines } from "./configuration-text.ts";
import type { Draft, PartDraft } from "./draft.ts";
import type { Table } from "./tables.ts";

/** Returns what to tell about it. */
export const addToConfiguration = (draft: Draft, config: string, words: InitWords): string => {
  const document = parseDocument(readFileSync(config, "utf8"));
  const folder = dirname(config);
  const has = (...path: readonly string[]): boolean => document.hasIn(["source", ...path]);
  const tables = ["titles", "departments", "posts", "employees"] as const;
  const missing = tables.filter((table) => !has(table) && draft.parts.some((part) => part.table === table));
  const added: string[] = [];
  const feedOf = knownFeeds(document, folder, words);
  const parts = draft.parts.filter(({ table }) => missing.includes(table));
  const wanted: Draft = { ...draft, parts, levels: draft.levels && missing.includes("departments") && !has("levels") };
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
  for (const [name, table] of Object.entries(draft.lookups)) {
    if (has("lookups", name) || !JSON.stringify(parts.map(({ lines }) => lines)).includes(`"table":"${name}"`))
      continue;
    document.setIn(
      ["source", "lookups", name],
      document.createNode({
        from: feedOf(table).name,
        file: table.file,
        ...(table.sheet !== undefined && { sheet: table.sheet }),
      }),
    );
  }
  const people = draft.parts.find(({ table }) => table === "employees");
  if (people && !missing.includes("employees")) added.push(...addFields(document, people));
  if (added.length === 0) return words.screen.nothingToAdd;
  const kept = keptName(config);
  copyFileSync(config, kept);
  const next = `${config}.new`;
  writeFileSync(next, document.toString({ lineWidth: 0 }), { mode: 0o600 });
  renameSync(next, config);
  return [words.screen.added(added.join(words.and)), words.screen.kept(kept)].join("\n");
};

type Document = ReturnType<typeof parseDocument>;

/** Adds fields of people that the configuration does not state, if it reads the same file and no other line reads the column. */
const addFields = (document: Document, { from, lines }: PartDraft): readonly string[] => {
  const path = ["source", "employees"];
  const said = document.getIn(path);
  if (!isMap(said) || said.get("file") !== from.file) return [];
  return lines.flatMap(({ field, mapping, why }) => {
    if (document.hasIn([...path, "columns", field])) return [];
    const node = document.createNode(mapping, { flow: true });
    if (why !== "") node.comment = ` ${why}`;
    document.setIn([...path, "columns", field], node);
    return [`source.employees.columns.${field}`];
  });
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
