/** Checks that docs/sources.md names every setting of a source. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fieldsOf, tables } from "../../src/source/mapping/fields.ts";
import { sourceSettings } from "../../src/source/settings.ts";

const document = readFileSync("docs/sources.md", "utf8");

/** The names of the properties in a JSON Schema, at any depth. */
const namesIn = (schema: unknown): readonly string[] => {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) =>
    key === "properties"
      ? [...Object.keys(part as object), ...Object.values(part as object).flatMap(namesIn)]
      : namesIn(part),
  );
};

describe("docs/sources.md", () => {
  it("names every setting", () => {
    const { quality: _, ...shape } = (
      z.toJSONSchema(sourceSettings, { io: "input", unrepresentable: "any" }) as {
        properties: Record<string, unknown>;
      }
    ).properties;
    const fields = new Set(tables.flatMap((table) => Object.keys(fieldsOf(table))));
    const settings = new Set(namesIn({ properties: shape }).filter((name) => !fields.has(name)));
    expect(settings.size).toBeGreaterThan(60);
    expect([...settings].filter((name) => !new RegExp(`\\b${name}\\b`).test(document))).toEqual([]);
  });
});
