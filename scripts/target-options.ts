/** The table of options in docs/target-options.md, generated from the schema of the settings. */
import { z } from "zod";
import { targetSettings } from "../src/site/settings.ts";

type Option = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
};

const start = "<!-- options: written by `npm run schema` -->\n";
const end = "<!-- /options -->";

/** The options of `target` by name, and the required ones. */
export const targetOptions = () => {
  const schema = z.toJSONSchema(targetSettings, { io: "input" });
  return { options: schema.properties as Readonly<Record<string, Option>>, required: schema.required ?? [] };
};

/** The document with a new table; throws if the marks for the table are missing. */
export const withTargetOptions = (document: string): string => {
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error("docs/target-options.md has lost its marks");
  return `${before}${start}\n${table()}\n${end}${after}`;
};

const table = (): string => {
  const { options, required } = targetOptions();
  const rows = Object.entries(options).map(([name, option]) => {
    const byDefault = required.includes(name) ? "**required**" : valueText(option.default);
    return [`\`${name}\``, typeText(option), byDefault, (option.description ?? "").replaceAll("|", "\\|")];
  });
  const head = ["Option", "Type", "Default", "Meaning"];
  const lines = [head, head.map(() => "---"), ...rows];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
};

const valueText = (value: unknown): string => (value === undefined ? "–" : `\`${JSON.stringify(value)}\``);

const typeText = ({ type, enum: values, minimum, maximum }: Option): string => {
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (minimum === undefined) return type ?? "text";
  return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
    ? `${type}, at least ${minimum}`
    : `${type}, ${minimum} to ${maximum}`;
};
