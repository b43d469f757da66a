/** The part `source.quality` of the configuration. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { qualityRules } from "../../../src/model/plan/quality.ts";
import { qualitySettings } from "../../../src/source/schema/quality-settings.ts";

describe("the settings of the gate", () => {
  it("are complete when nothing is said", () => {
    const settings = qualitySettings.parse({});
    expect(settings).toEqual({
      "rows-few": { on: "refuse" },
      "rows-fell": { on: "refuse", percent: 20 },
      "rows-rose": { on: "warn", percent: 50 },
      "rejected-many": { on: "refuse", percent: 10 },
      "duplicates-many": { on: "refuse", percent: 2 },
      "fill-fell": { on: "hold", points: 30 },
      "attribute-missing": { on: "warn" },
      "attribute-vanished": { on: "hold", records: 0 },
      "date-no-status": { on: "refuse" },
      "entries-hidden": { on: "hold" },
      "reader-changed": { on: "hold" },
      "server-behind": { on: "hold" },
      "password-ends": { on: "warn" },
      "code-odd": { on: "warn" },
      "cells-unread": { on: "hold", percent: 50 },
      "keys-changed": { on: "refuse", percent: 50 },
      "names-moved": { on: "hold" },
      "tree-shape": { on: "hold", levels: 2 },
      "file-old": { on: "refuse" },
      "trailer-differs": { on: "refuse" },
      "end-missing": { on: "refuse" },
      "file-gone": { on: "hold" },
      "posts-fell": { on: "hold", percent: 5 },
      "encoding-changed": { on: "hold" },
      "header-repeated": { on: "warn" },
      "cells-merged": { on: "warn" },
      "cells-struck": { on: "hold" },
      "files-overlap": { on: "hold", percent: 50 },
      minRows: {},
    });
    expect(
      Object.keys(settings)
        .filter((key) => key !== "minRows")
        .sort(),
    ).toEqual(qualityRules.toSorted());
  });

  it("take a rule as one word, or with its threshold", () => {
    const said = { "rows-fell": "warn", "fill-fell": { points: 10 }, "keys-changed": { on: "hold", percent: 80 } };
    expect(qualitySettings.parse({ ...said, minRows: { employee: 100 }, maxAgeHours: 24 })).toMatchObject({
      "rows-fell": { on: "warn", percent: 20 },
      "fill-fell": { on: "hold", points: 10 },
      "attribute-missing": { on: "warn" },
      "keys-changed": { on: "hold", percent: 80 },
      minRows: { employee: 100 },
      maxAgeHours: 24,
    });
  });

  it.each([
    ["a word that is none", { "rows-fell": "deny" }, "rows-fell"],
    ["a rule that is none", { "rows-vanished": "warn" }, "rows-vanished"],
    ["a threshold of another rule", { "rows-fell": { points: 3 } }, "points"],
    ["a percentage above 100", { "rejected-many": { percent: 101 } }, "rejected-many"],
    ["a kind that has no rows", { minRows: { manager: 3 } }, "manager"],
    ["no age at all", { maxAgeHours: 0 }, "maxAgeHours"],
  ])("refuse %s", (_, said, named) => {
    const { error } = qualitySettings.safeParse(said);
    expect(JSON.stringify(error?.issues)).toContain(named);
  });

  it("have a JSON schema that permits both forms", () => {
    const schema = z.toJSONSchema(qualitySettings, { io: "input" });
    expect(schema).toMatchObject({
      properties: {
        "rows-fell": { anyOf: [{ enum: ["off", "warn", "hold", "refuse"] }, { type: "object" }] },
        minRows: { propertyNames: { enum: expect.arrayContaining(["employee"]) } },
      },
      additionalProperties: false,
    });
    expect(schema.required).toBeUndefined();
  });
});
