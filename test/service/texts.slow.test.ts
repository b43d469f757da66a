/**
 * The texts of requests: what breaks the rule of a property is refused with the property named and the rule in words; nothing is stored.
 * CI tries every fourth operation.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OperationId, operationIds, specOf } from "../../src/contract/contract.ts";
import { type RefusalCode, refusals } from "../../src/contract/operations/refusals.ts";
import { isInPart } from "../support/suites/runs.ts";
import { baseline } from "./cases/baseline.ts";
import {
  findings,
  isBase64,
  isId,
  isLong,
  isText,
  type Leaf,
  leavesOf,
  patternsOf,
  type SentRequest,
  sendTo,
  validRequest,
  withValue,
} from "./request-leaves.ts";
import { type Answer, errorCodeOf, startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let token: string;

beforeAll(async () => {
  service = await startTestService({ quirks: {} });
  await service.admin("PUT", "/company", { organisation: baseline() });
  token = await service.token("bob");
});
afterAll(() => service.close());

const unreadable = ["\0", "x\0", "\ud800", "x\udc00x", "\u0007", "x\u001b[2Jx", "x\u0085"];
const ofSeveralLines = ["a\nb", "a\rb", "a\tb", "a\u2028b", "a\u2029b"];
const reordered = ["x\u202Etxt.exe", "\u2066x"];

const send = (id: OperationId, request: SentRequest) => sendTo(service, token, id, request);

const refusedTexts = (leaf: Leaf): readonly string[] => {
  const texts = isLong(leaf) ? unreadable : [...unreadable, ...ofSeveralLines, ...reordered];
  const long = leaf.schema.maxLength === undefined ? [] : ["2".repeat(leaf.schema.maxLength + 1)];
  return isBase64(leaf.schema) ? unreadable : [...texts, ...long];
};

/** What a path, a form or the program that sends them cannot carry. */
const canBeSent = (id: OperationId, { place }: Leaf, text: string): boolean =>
  (place[0] === "body" && specOf(id).bodyType === undefined) || text.isWellFormed();

/** An id is compared in lower case, a base64 text character by character; both name the property without a schema's prefix. */
const isNamed = (property: string | undefined, place: readonly string[]): boolean =>
  property === place.slice(1).join(".");

/** What the schema or the reader of bodies found; rules of operations say the sentence of their code. */
const brokenRules = (answer: Answer) =>
  findings(answer).filter(({ error }) => error !== refusals[errorCodeOf(answer) as RefusalCode].sentence);

describe.each(operationIds.filter((_, at) => !isInPart || at % 4 === 0))("%s", (id) => {
  const leaves = leavesOf(id);
  const request = validRequest(id);

  it("refuses every text that breaks its rule, names the property and stores nothing", async () => {
    const before = await service.admin("GET", "/company");
    for (const leaf of leaves.filter(isText)) {
      for (const text of refusedTexts(leaf).filter((one) => canBeSent(id, leaf, one))) {
        const answer = await send(id, withValue(request, leaf.place, text));
        const told = findings(answer);
        const shown = `${leaf.place.join(".")} ${JSON.stringify(text).slice(0, 30)}`;
        expect([shown, answer.status, told.length]).toEqual([shown, 400, 1]);
        expect([shown, isNamed(told[0]?.property, leaf.place)]).toEqual([shown, true]);
      }
    }
    expect(await service.admin("GET", "/company")).toEqual(before);
  });

  it("accepts what its rules permit", async () => {
    for (const leaf of leaves.filter(isText).filter(({ schema }) => !isId(schema) && !isBase64(schema))) {
      const isDate = patternsOf(leaf.schema).some((pattern) => pattern.includes("T(?:"));
      const text = isDate
        ? "2090-01-01T00:00:00.123456789+08:00"
        : isLong(leaf)
          ? "第一行\r\n\t👩‍👧\u202E"
          : "שלום\u200F 字";
      const answer = await send(id, withValue(request, leaf.place, text));
      expect([leaf.place.join("."), brokenRules(answer)]).toEqual([leaf.place.join("."), []]);
    }
  });

  it("accepts an id of every version and variant in either case", async () => {
    for (const { place } of leaves.filter(({ schema }) => isId(schema))) {
      for (const uuid of uuids) {
        const answer = await send(id, withValue(request, place, uuid));
        expect([place.join("."), uuid, brokenRules(answer)]).toEqual([place.join("."), uuid, []]);
      }
    }
  });

  it("states every rule in words", async () => {
    for (const { place } of leaves.filter(({ place: [part] }) => part === "body")) {
      for (const wrong of [{}, [[]], true, "\u202E", -1, 2 ** 40, 1.5, null]) {
        const answer = await send(id, withValue(request, place, wrong));
        if (errorCodeOf(answer) !== "OPA-REQUEST-INVALID") continue;
        for (const { error } of findings(answer)) expect(error).toMatch(/^[^\\^$[\]{}]{5,110}$/u);
      }
    }
  });
});

const uuids = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  ...Array.from({ length: 16 }, (_, version) => `01234567-89ab-${version.toString(16)}def-8123-456789abcdef`),
  ...Array.from(
    { length: 16 },
    (_, variant) => `01234567-89AB-4DEF-${variant.toString(16).toUpperCase()}123-456789ABCDEF`,
  ),
];
const noUuids = [
  "",
  "0",
  "urn:uuid:01234567-89ab-4def-8123-456789abcdef",
  "{01234567-89ab-4def-8123-456789abcdef}",
  "0123456789ab4def8123456789abcdef",
  "01234567-89ab-4def-8123-456789abcdeg",
];

it("refuses an id that is no UUID in every operation", async () => {
  for (const id of operationIds) {
    for (const { place } of leavesOf(id).filter(({ schema }) => isId(schema))) {
      for (const text of noUuids) {
        const told = findings(await send(id, withValue(validRequest(id), place, text)));
        expect([id, text, told]).toEqual([
          id,
          text,
          [{ error: expect.any(String), property: place.slice(1).join(".") }],
        ]);
      }
    }
  }
});
