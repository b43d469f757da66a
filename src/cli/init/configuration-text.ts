/** Writes a proposal as a configuration file in YAML, each line with its evidence as a comment. */
import { relative, sep } from "node:path";
import { stringify } from "yaml";
import { escapedJson, hasInvisible, visibleText } from "../../lib/control-characters.ts";
import type { InitWords } from "../words/en/init.ts";
import type { Draft, FieldLine, PartDraft, Question, Setting } from "./draft.ts";
import { onlyCodes } from "./only-codes.ts";
import type { Table } from "./tables/tables.ts";

/** How the feed of a table is named and set; tables with equal settings share one. */
type Feed = {
  readonly name: string;
  readonly kind: "files" | "ldap";
  readonly settings: Readonly<Record<string, Setting>>;
  readonly why: string;
};

export type FeedOf = (table: Table) => Feed;

/** `folder`: the folder of the configuration file, from which the folders of feeds are named. `taken`: names of feeds that exist. */
export const feedsOf = (folder: string, words: InitWords, taken: readonly string[] = []): FeedOf => {
  const feeds = new Map<string, Feed>();
  const names = new Set(taken);
  return (table) => {
    const { form, search } = table;
    if (search) return directoryFeed(search);
    const usual = { folder: shownFolder(folder, table.folder) };
    const settings = {
      ...usual,
      // A reading refuses a file whose encoding is left open.
      ...(form?.encoding &&
        !form.isOpen &&
        form.encoding !== "utf-8" &&
        !form.encoding.startsWith("utf-16") && { encoding: form.encoding }),
      ...(form && form.delimiter !== "," && !form.stated && { delimiter: form.delimiter }),
      ...(form?.quote === "none" && { quote: "none" }),
      ...(form?.trailingDelimiter && { trailingDelimiter: true }),
    };
    const key = JSON.stringify(form ? settings : usual);
    // A workbook has no encoding, so any feed of its folder reads it.
    const known = form ? feeds.get(key) : [...feeds.values()].find((feed) => feed.settings["folder"] === usual.folder);
    if (known) return known;
    const name = ["hr", ...Array.from({ length: 99 }, (_, at) => `hr${at + 2}`)].find((one) => !names.has(one)) ?? "hr";
    names.add(name);
    const why = [
      ...("encoding" in settings ? [encodingText(form, words)] : []),
      ...("delimiter" in settings ? [words.why.delimiter] : []),
    ].join(words.and);
    const feed = { name, kind: "files" as const, settings, why };
    feeds.set(key, feed);
    return feed;
  };
};

/** The encoding of a file that is not Unicode, with what speaks for it. */
export const encodingText = (form: Table["form"], { why }: InitWords): string => {
  const encoding = form?.encoding ?? "";
  if (form?.isOpen) return why.openEncoding(encoding);
  return form?.isChosen ? `${encoding}: ${why.chosen}` : why.encoding(encoding, form?.proven === true);
};

const directoryFeed = ({ access }: NonNullable<Table["search"]>): Feed => {
  const { url, bindDn, ca, insecure, pageSize } = access;
  const bind: Setting = bindDn === undefined ? "anonymous" : { dn: bindDn, password: "env:MUSTERD_LDAP_PASSWORD" };
  return {
    name: "ldap",
    kind: "ldap",
    settings: { url, bind, ...(ca && { ca }), ...(insecure && { insecure }), ...(pageSize === 0 && { pageSize }) },
    why: "",
  };
};

const shownFolder = (from: string, to: string): string => {
  const path = relative(from, to).split(sep).join("/");
  return path === "" ? "." : path.startsWith("..") ? path : `./${path}`;
};

/** One value of YAML on one line, with escapes for all that could begin another line or hide something. */
export const inline = (value: Setting): string => {
  const text = stringify(value, { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: true }).trimEnd();
  return text.includes("\n") || hasInvisible(text) ? escapedJson(JSON.stringify(value)) : text;
};

/** A text as a part of a comment, which it does not leave. */
const remark = (text: string): string => visibleText(text.replaceAll(/\s+/g, " "));

const commented = (text: string, why: string): string => (why === "" ? text : `${text}   # ${remark(why)}`);

/** The lines of the whole file. `undecided`: questions without an answer, as comments. */
export const configurationText = (
  draft: Draft,
  undecided: readonly Question[],
  folder: string,
  language: string,
  words: InitWords,
): string => {
  const feedOf = feedsOf(folder, words);
  const tables = [
    ...new Set(draft.parts.flatMap(({ from, also = [] }) => [from, ...also]).concat(Object.values(draft.lookups))),
  ];
  const feeds = [...new Map(tables.map(feedOf).map((feed) => [feed.name, feed])).values()];
  return [
    "# yaml-language-server: $schema=./node_modules/musterd/config/musterd.schema.json",
    `# ${words.screen.commentHead}`,
    `language: ${language}`,
    "source:",
    "  feeds:",
    ...feeds.map(({ name, kind, settings, why }) => commented(`    ${name}: ${inline({ [kind]: settings })}`, why)),
    ...(draft.empty.length > 0 ? [commented(`  empty: ${inline(draft.empty)}`, words.why.empty)] : []),
    ...(draft.joinBy ? [`  joinBy: ${draft.joinBy}`] : []),
    ...lookupLines(draft, feeds.length > 1 ? feedOf : undefined),
    ...tableLines(draft, feeds.length > 1 ? feedOf : undefined, words),
    "target: embedded",
    ...policyLines(draft, words),
    ...(draft.company
      ? [commented(`state: ${inline({ folder: `.musterd/${draft.company.short}` })}`, words.why.ownState)]
      : []),
    ...undecidedLines(undecided, words),
    ...unreadLines(draft, words),
    "",
  ].join("\n");
};

const policyLines = ({ parts }: Draft, { why }: InitWords): readonly string[] => {
  const fields = Object.fromEntries(onlyCodes(parts).map(({ field }) => [field, "fill-if-empty"]));
  return Object.keys(fields).length === 0 ? [] : [commented(`policy: ${inline({ fields })}`, why.onlyCodes)];
};

const lookupLines = ({ lookups }: Draft, feedOf: FeedOf | undefined): readonly string[] => {
  const entries = Object.entries(lookups);
  if (entries.length === 0) return [];
  return [
    "  lookups:",
    ...entries.map(
      ([name, table]) =>
        `    ${name}: ${inline({ ...(feedOf && { from: feedOf(table).name }), ...placeOf(table, []) })}`,
    ),
  ];
};

const placeOf = (table: Table, also: readonly Table[]): Readonly<Record<string, Setting>> => {
  if (table.search) return { base: table.search.base, filter: table.search.filter };
  const files = [...new Set([table, ...also].map(({ file }) => file))];
  const sheets = [table, ...also].flatMap(({ sheet }) => sheet ?? []);
  const skipped = [table, ...also].filter(({ skipTopRows }) => skipTopRows > 0);
  const bySheet = Object.fromEntries(
    [table, ...also].flatMap(({ sheet, skipTopRows }) => (sheet === undefined ? [] : [[sheet, skipTopRows] as const])),
  );
  const isSame = new Set([table, ...also].map(({ skipTopRows }) => skipTopRows)).size === 1;
  return {
    ...(files.length === 1 ? { file: table.pattern ?? table.file } : { files }),
    ...(table.pattern !== undefined && { newest: 1 }),
    ...(sheets.length === 1 && { sheet: sheets[0] ?? "" }),
    ...(sheets.length > 1 && { sheets }),
    ...(skipped.length > 0 && { skipTopRows: isSame ? table.skipTopRows : bySheet }),
  };
};

/** The lines of the tables `levels` to `posts`. With several feeds, each part names its own. */
export const tableLines = (draft: Draft, feedOf: FeedOf | undefined, words: InitWords): readonly string[] => {
  const { levels: found } = draft;
  const levels = found ? [commented(`  levels: ${inline({ records: [...found.records] })}`, found.why)] : [];
  return [
    ...levels,
    ...(["titles", "departments", "employees", "posts"] as const).flatMap((table) => {
      const parts = draft.parts.filter((part) => part.table === table);
      if (parts.length === 0) return [];
      const [only] = parts;
      if (parts.length === 1 && only)
        return [`  ${table}:`, ...partLines(only, feedOf, words).map((line) => `    ${line}`)];
      return [
        `  ${table}:`,
        ...parts.flatMap((part) =>
          partLines(part, feedOf, words).map((line, at) => `    ${at === 0 ? "- " : "  "}${line}`),
        ),
      ];
    }),
  ];
};

const partLines = (part: PartDraft, feedOf: FeedOf | undefined, words: InitWords): readonly string[] => {
  const { from, also = [], settings, lines } = part;
  // A setting of the rows that has the name of one of the place says both.
  const said = new Set(settings.map(({ name }) => name));
  const place = Object.fromEntries(Object.entries(placeOf(from, also)).filter(([name]) => !said.has(name)));
  const whys: Readonly<Record<string, string>> = {
    newest: words.why.newest,
    ...(typeof place["skipTopRows"] === "number" && { skipTopRows: words.why.topRows(place["skipTopRows"]) }),
  };
  return [
    ...(feedOf ? [`from: ${feedOf(from).name}`] : []),
    ...Object.entries(place).map(([name, value]) => commented(`${name}: ${inline(value)}`, whys[name] ?? "")),
    ...(from.fillDown.length > 0 ? [commented(`fillDown: ${inline(from.fillDown)}`, words.why.fillDown)] : []),
    ...settings.map(({ name, value, why }) =>
      commented(`${name}: ${inline(from.search ? renamed(value) : value)}`, why),
    ),
    from.search ? "attributes:" : "columns:",
    ...lines.map((line) => `  ${fieldLine(from.search ? inAttributes(line, from.search.multiple ?? []) : line)}`),
  ];
};

/** Conditions about attributes instead of columns. */
const renamed = (value: Setting): Setting =>
  Array.isArray(value)
    ? (value as readonly { readonly [name: string]: Setting }[]).map(({ column, ...rest }) => ({
        attribute: column ?? "",
        ...rest,
      }))
    : value;

/**
 * A line about attributes instead of columns. The order of values means nothing, so the first of several is taken only for a field that
 * decides nothing; elsewhere a row with several is rejected and shown.
 */
const inAttributes = (line: FieldLine, several: readonly string[]): FieldLine => {
  const { mapping } = line;
  const multiple = anyValueFits.has(line.field) ? several : [];
  if (typeof mapping === "string")
    return multiple.includes(mapping) ? { ...line, mapping: { attribute: mapping, take: "first" } } : line;
  if (typeof mapping !== "object" || mapping === null || Array.isArray(mapping) || !("column" in mapping)) return line;
  const { column, ...rest } = mapping;
  const take = typeof column === "string" && multiple.includes(column) ? { take: "first" } : {};
  return { ...line, mapping: { attribute: column ?? "", ...take, ...rest } };
};

const anyValueFits: ReadonlySet<string> = new Set(["name", "englishName", "email", "emailEx", "phoneNumber"]);

const fieldLine = ({ field, mapping, why }: FieldLine): string => commented(`${field}: ${inline(mapping)}`, why);

const undecidedLines = (questions: readonly Question[], { screen }: InitWords): readonly string[] =>
  questions.length === 0
    ? []
    : [
        `# ${screen.undecided}`,
        ...questions.flatMap(({ id, text, options }) => [
          `#   ${id}: ${remark(text)}`,
          ...options.map(({ value, label }) => `#     ${inline(value)} (${remark(label)})`),
        ]),
      ];

const unreadLines = ({ unread }: Draft, { screen }: InitWords): readonly string[] =>
  unread.length === 0
    ? []
    : [
        `# ${screen.unreadHead}`,
        ...unread.map(({ label, columns }) => `#   ${remark(`${label}: ${columns.join(", ")}`)}`),
      ];
