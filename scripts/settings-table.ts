/**
 * Makes the tables in docs/settings.md from the JSON Schema of the configuration: every setting with type, default and meaning.
 * Settings that all tables of the source have in common appear once, under TABLE; those of all fields, under FIELD.
 */
import { configJsonSchema } from "../src/config/config.ts";

type Schema = {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  /** True when the parent setting requires this one. */
  readonly isRequired?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

const root = configJsonSchema() as Schema;

const resolved = (schema: Schema): Schema => {
  const target = root.$defs?.[schema.$ref?.split("/").at(-1) ?? ""];
  return target ? { ...resolved(target), ...schema } : schema;
};

const tables = "levels titles categories functions departments employees posts".split(" ");
const fieldMaps = ["columns", "attributes", "records"];

/** Adds the settings below `path` to `found`, in the order of the schema. */
const settingsBelow = (given: Schema, path: readonly string[], found: Map<string, Schema>): void => {
  const schema = resolved(given);
  const last = path.at(-1) ?? "";
  for (const form of schema.anyOf ?? []) settingsBelow(form, path, found);
  if (schema.items) settingsBelow(schema.items, path, found);
  if (typeof schema.additionalProperties === "object")
    settingsBelow(schema.additionalProperties, [...path, "NAME"], found);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const setting = { ...property, isRequired: schema.required?.includes(name) ?? false };
    const isTable = path.join(".") === "source" && tables.includes(name);
    const isField = fieldMaps.includes(last);
    if (isTable || isField) remember(found, [...path, name], setting);
    const step = isTable ? "TABLE" : isField ? "FIELD" : name;
    const at = isField ? ["source", "TABLE", last === "attributes" ? "attributes" : "columns", step] : [...path, step];
    if (!isTable && !isField) remember(found, at, setting);
    if (last !== "records") settingsBelow(setting, at, found);
  }
};

const remember = (found: Map<string, Schema>, path: readonly string[], setting: Schema): void => {
  const name = path.join(".");
  if (!found.has(name)) found.set(name, resolved(setting));
};

/** Returns all settings by their path. */
export const allSettings = (): ReadonlyMap<string, Schema> => {
  const found = new Map<string, Schema>();
  settingsBelow(root, [], found);
  return found;
};

const bareTypes: Readonly<Record<string, string>> = {
  string: "text",
  array: "list",
  object: "",
  boolean: "`true`, `false`",
};

/** Returns the types of a value; none for an object, because its settings have rows of their own. */
const typesOf = (given: Schema): readonly string[] => {
  const { anyOf, enum: values, const: value, type, minimum, maximum } = resolved(given);
  if (anyOf) return [...new Set(anyOf.flatMap(typesOf))];
  if (values ?? value !== undefined) return (values ?? [value]).map((one) => `\`${String(one)}\``);
  const isLimited = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER;
  const range =
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? `${minimum} to ${maximum}` : `from ${minimum}`;
  return [[bareTypes[type ?? ""] ?? type, isLimited ? range : ""].join(" ").trim()].filter(Boolean);
};

/** Returns the whole text of docs/settings.md. */
export const settingsDocument = (): string => {
  const sections = Map.groupBy(allSettings(), ([path]) => path.split(".")[0] ?? "");
  const tableOf = (own: readonly (readonly [string, Schema])[]) =>
    own.map(([path, setting]) => {
      const { default: standard, description = "", isRequired } = setting;
      const unset = isRequired ? "**required**" : "";
      const byDefault = standard === undefined ? unset : `\`${JSON.stringify(standard)}\``;
      const cells = [typesOf(setting).join(", "), byDefault, description];
      return `| \`${path}\` | ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
    });
  return [
    "# Settings",
    "",
    "Written by `npm run schema` from the schema of the configuration. TABLE stands for each of",
    `${tables.map((table) => `\`${table}\``).join(", ")}; FIELD for each field; NAME for a name you choose.`,
    "**required**: by the setting above it. R-numbers are notes in [interface-notes.md](../src/contract/interface-notes.md).",
    ...[...sections].flatMap(([name, own]) => [
      "",
      `## ${name}`,
      "",
      "| Setting | Type | Default | Meaning |",
      "| --- | --- | --- | --- |",
      ...tableOf(own),
    ]),
    "",
  ].join("\n");
};
