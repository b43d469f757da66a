/** `init` over the exports of test/data: what it proposes is compared with the settings that a person wrote for each. */
import { describe, expect, it } from "vitest";
import type { Draft, Setting } from "../../../src/cli/init/draft.ts";
import { exportFolders } from "../../source/export-folders.ts";
import { proposalOf } from "./proposal-of.ts";

/** Exports that a directory server has, and one in which a rule of the company's own decides the department. */
const others = /^ldap-/;

const folders = exportFolders().filter(({ name }) => !others.test(name));

type Said = Readonly<Record<string, Setting>>;

const columnsIn = (mapping: Setting | undefined): readonly string[] => {
  if (mapping === undefined) return [];
  const { column, concat, reads, generate } = (typeof mapping === "string" ? { column: mapping } : mapping) as {
    readonly column?: string;
    readonly concat?: readonly string[];
    readonly reads?: readonly string[];
    readonly generate?: readonly string[];
  };
  return [...(column ? [column] : []), ...(concat ?? []), ...(reads ?? []), ...(generate ?? [])].flatMap((text) => {
    const names = [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
    return names.length > 0 ? names.filter((name) => name !== "n") : [text];
  });
};

/** Field → its columns, of the people of a person's settings. */
const written = (employees: Setting | undefined): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [employees ?? []].flat().flatMap((part) => {
      const { columns = {} } = part as { readonly columns?: Said };
      return Object.entries(columns).map(([field, mapping]) => [field, columnsIn(mapping)] as const);
    }),
  );

const proposed = ({ parts }: Draft): ReadonlyMap<string, readonly string[]> =>
  new Map(
    parts
      .filter(({ table }) => table === "employees" || table === "posts")
      .flatMap(({ lines }) => lines.map(({ field, mapping }) => [field, columnsIn(mapping)] as const)),
  );

/** The question that asks about a field. */
const questions: Readonly<Record<string, readonly string[]>> = {
  number: ["number", "without-number"],
  account: ["account", "without-account"],
  active: ["active", "on-leave"],
  title: ["titles"],
};

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

const compared = async (folder: (typeof folders)[number]) => {
  const { first } = await proposalOf(folder.path, () => "?");
  const expected = written(folder.settings["employees"] as Setting);
  const found = proposed(first);
  const asked = new Set<string>(first.questions.map(({ id }) => id));
  const isAsked = (field: string): boolean => (questions[field] ?? []).some((id) => asked.has(id));
  const fields = [...expected].filter(([, columns]) => columns.length > 0);
  const right = fields.filter(([field, columns]) => same(columns, found.get(field) ?? []) || isAsked(field));
  const silent = ["number", "account", "active"].filter((field) => {
    const columns = found.get(field);
    return columns !== undefined && !isAsked(field) && !same(columns, expected.get(field) ?? []);
  });
  return { first, fields: fields.length, right: right.length, silent };
};

describe("init over the exports of test/data", () => {
  it("takes no key and no status wrongly without a question, and asks at most six", async () => {
    const silent: string[] = [];
    for (const folder of folders) {
      const { first, silent: wrong } = await compared(folder);
      silent.push(...wrong.map((field) => `${folder.name} ${field}`));
      expect(first.questions.length).toBeLessThanOrEqual(6);
    }
    expect(silent).toEqual([]);
  });

  it("proposes at least 85 % of the columns that a person mapped, or asks about them", async () => {
    let [fields, right] = [0, 0];
    for (const folder of folders) {
      const found = await compared(folder);
      fields += found.fields;
      right += found.right;
    }
    expect(fields).toBeGreaterThan(150);
    expect(right / fields).toBeGreaterThanOrEqual(0.85);
  });

  it("lists every column that no line of it reads", async () => {
    for (const folder of folders) {
      const { first, yaml } = await proposalOf(folder.path, () => "?");
      const listed = new Set(first.unread.flatMap(({ columns }) => columns));
      const unknown = first.tables.flatMap(({ columns }) =>
        columns.filter(({ name }) => !listed.has(name) && !yaml.includes(name)),
      );
      expect(unknown.map(({ name }) => `${folder.name} ${name}`)).toEqual([]);
    }
  });
});
