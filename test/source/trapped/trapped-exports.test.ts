/**
 * Exports with traps, drawn over scripts, encodings, delimiters and the writers of workbooks: whatever a reading states is true,
 * whoever no trap has touched is read completely, and an export that says something else than its settings is refused.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../support/suites/runs.ts";
import { read, trapped, wrongWith } from "./judged-export.ts";
import { traps } from "./traps.ts";

describe("an export with traps", () => {
  it("is believed in nothing that is not so, and refused or read completely where nothing was touched", async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(trapped, async (given) => {
        for (const name of given.laid) met.set(name, (met.get(name) ?? 0) + 1);
        const found = await read(given);
        expect(wrongWith(found, given)).toEqual([]);
      }),
      { seed: 20_261_123, ...cases(360) },
    );
    expect(met.size).toBeGreaterThan(Object.keys(traps).length / 2);
  });
});
