/** Answers in which an object is written once and referred to afterwards, as .NET services may send them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutReferences } from "../../../src/client/answers/json-references.ts";
import { classify } from "../../../src/client/classify.ts";
import { cases } from "../../support/suites/runs.ts";

const read = (value: unknown): unknown =>
  classify("E4", {
    status: 200,
    contentType: "application/json",
    retryAfter: undefined,
    text: typeof value === "string" ? value : JSON.stringify(value),
  });

const title = { code: "T1", name: "經理" };

describe("an answer with references", () => {
  it("is read as if each object were written out", () => {
    const depts = [
      { code: "RD", jobTitle: { $id: "2", ...title } },
      { code: "QA", jobTitle: { $ref: "2" } },
    ];
    const plain = {
      depts: [
        { code: "RD", jobTitle: title },
        { code: "QA", jobTitle: title },
      ],
    };
    expect(read({ $id: "1", depts })).toEqual(plain);
    expect(read({ $id: "1", depts: { $id: "9", $values: depts } })).toEqual(plain);
  });

  it("leaves answers without references as they are", () => {
    expect(read({ depts: [{ code: "RD", name: 'says "$id"' }] })).toEqual({
      depts: [{ code: "RD", name: 'says "$id"' }],
    });
  });

  it.each([
    ["to nothing", { depts: [{ jobTitle: { $ref: "7" } }] }],
    ["to what contains it", { $id: "1", depts: [{ $ref: "1" }] }],
    ["to the list that contains it", { depts: { $id: "9", $values: [{ $ref: "9" }] } }],
    ["that grow without end", grown(40)],
    ["nested too deep", `{"$ref":${"[".repeat(200_000)}`],
  ])("%s is incomplete", (_, value) => {
    expect(() => read(value)).toThrow(/cut off, or is not JSON/);
  });
});

/** Each object has the one before it twice. */
function grown(depth: number): unknown {
  const parts = Array.from({ length: depth }, (_, at) => ({
    $id: `${at + 1}`,
    a: { $ref: `${at}` },
    b: { $ref: `${at}` },
  }));
  return [{ $id: "0", a: 1 }, ...parts];
}

it("law: a value whose equal parts are references is the value again", () => {
  const part = fc.record({ code: fc.string(), name: fc.string() });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(fc.nat({ max: 3 })), (parts, picks) => {
      const shown = new Set<number>();
      const sent = picks.map((pick) => {
        const at = pick % parts.length;
        if (shown.has(at)) return { $ref: String(at) };
        shown.add(at);
        return { $id: String(at), ...parts[at] };
      });
      expect(withoutReferences(sent)).toEqual(picks.map((pick) => parts[pick % parts.length]));
    }),
    { seed: 20_261_127, ...cases(200) },
  );
});

it("ends before a long list that is referred to again and again fills the memory", () => {
  const person = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, "x"]));
  const list = { $id: "1", $values: Array.from({ length: 10_000 }, () => person) };
  expect(withoutReferences([list, { $ref: "1" }])).toHaveLength(2);
  const made = withoutReferences([list, ...Array.from({ length: 48 }, () => ({ $ref: "1" }))]);
  expect(made === undefined).toBe(true);
});
