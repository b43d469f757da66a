/**
 * Renames properties whose name at a site differs from the contract. It does so in requests and answers, but only in records
 * that the contract describes. A renamed property is read under the site's name only.
 */
import type { z } from "zod";
import { type OperationId, specOf } from "../../contract/contract.ts";
import { recordOf, recordsIn } from "../../contract/records/properties.ts";
import { oncePer } from "../../lib/once.ts";
import { envelopeIn, isObject } from "./shape.ts";

/** The site's name by the contract's name, such as `employeeNumber`, or `E1.employeeNumber` for one operation. */
export type FieldAliases = Readonly<Record<string, string>>;

export type FieldNames = {
  /** Returns the body with the site's names. */
  readonly sent: (operation: OperationId, body: unknown) => unknown;
  /** Returns the answer with the contract's names. */
  readonly received: (operation: OperationId, value: unknown) => unknown;
};

type Names = Readonly<Record<string, string>>;

export const fieldNames = (aliases: FieldAliases): FieldNames => {
  const namesOf = oncePer((id: OperationId) => aliasesOf(aliases, id));
  return {
    sent: (id, body) => toSite(body, specOf(id).body, namesOf(id)),
    received: (id, value) => fromSite(value, specOf(id).response, namesOf(id)),
  };
};

/** Returns the aliases of one operation. Aliases for this operation only take precedence over the general ones. */
export const aliasesOf = (aliases: FieldAliases, id: OperationId): Names => {
  const entries = Object.entries(aliases);
  const own = entries
    .filter(([key]) => key.startsWith(`${id}.`))
    .map(([key, name]) => [key.slice(id.length + 1), name]);
  return Object.fromEntries([...entries, ...own]) as Names;
};

const toSite = (value: unknown, schema: z.ZodType | undefined, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((item) => toSite(item, schema, names));
  const properties = recordOf(schema);
  if (!isObject(value) || !properties) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) =>
      name in properties ? [names[name] ?? name, toSite(part, properties[name], names)] : [name, part],
    ),
  );
};

/**
 * Renames the properties of an answer. Like `shape.ts`, it accepts lists of any depth and records in the envelope `model` (R8,
 * R43).
 */
const fromSite = (value: unknown, schema: z.ZodType | undefined, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((item) => fromSite(item, schema, names));
  const properties = recordOf(schema);
  if (!isObject(value) || !properties) return value;
  const given = Object.keys(properties).filter((name) => (names[name] ?? name) in value);
  const envelope = given.length === 0 ? envelopeIn(value) : undefined;
  if (envelope !== undefined) return { ...value, [envelope]: fromSite(value[envelope], schema, names) };
  const taken = new Set([...Object.keys(properties), ...given.map((name) => names[name] ?? name)]);
  const others = Object.entries(value).filter(([name]) => !taken.has(name));
  const read = given.map((name) => [name, fromSite(value[names[name] ?? name], properties[name], names)]);
  return Object.fromEntries([...others, ...read]) as unknown;
};

type AliasProblem = { readonly key: string; readonly problem: string };

/** Finds aliases for names that the contract does not have, and aliases that give two properties of a record one name. */
export const aliasProblems = (aliases: FieldAliases, ids: readonly OperationId[]): readonly AliasProblem[] => {
  const unknown = Object.keys(aliases).flatMap((key) => {
    const [property = "", id] = key.split(".").toReversed();
    const where = id === undefined ? ids : ids.filter((one) => `${one}.${property}` === key);
    const has = where.some((one) => recordsOf(one).some((record) => property in record));
    return has ? [] : [{ key, problem: `no record of ${id ?? "any operation"} has a property ${property}` }];
  });
  return unknown.length > 0 ? unknown : ids.flatMap((id) => twoUnderOneName(aliases, id)).slice(0, 1);
};

const recordsOf = (id: OperationId) => [...recordsIn(specOf(id).body), ...recordsIn(specOf(id).response)];

const twoUnderOneName = (aliases: FieldAliases, id: OperationId): readonly AliasProblem[] => {
  const names = aliasesOf(aliases, id);
  return recordsOf(id).flatMap((record) => {
    const properties = Object.keys(record);
    const taken = properties.find((one) =>
      properties.some((other) => other !== one && names[other] !== undefined && names[other] === (names[one] ?? one)),
    );
    if (taken === undefined) return [];
    const shared = names[taken] ?? taken;
    const key = Object.keys(aliases).find((one) => aliases[one] === shared) ?? shared;
    return [{ key, problem: `two properties of a record of ${id} would be called ${shared}` }];
  });
};
