/**
 * Every operation of the document center over real HTTP: its effect on all libraries and the trash, its answer, and refusals
 * that change nothing. The table's type requires cases for all operations.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import { permissions } from "../../../src/contract/operations/operation-spec.ts";
import { ErrorBody } from "../../../src/contract/records/organisation.ts";
import { baseline } from "../cases/baseline.ts";
import { requiredProperties } from "../required-properties.ts";
import { errorCodeOf, keyOf, pathOf, startTestService } from "../running-service.ts";
import type { DocumentInput, DocumentRefusal, DocumentState, DocumentSuccess } from "./cases/document-case.ts";
import { documentCases as cases } from "./cases/document-cases.ts";
import { libraries } from "./cases/libraries.ts";
import { sorted } from "./cases/state-edits.ts";

type Id = keyof typeof cases;
const ids = Object.keys(cases) as readonly Id[];

let service: Awaited<ReturnType<typeof startTestService>>;
const files = new Map<string, string>();
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await startTestService();
  await service.load(baseline());
  await service.admin("POST", "/keys", {
    name: "elsewhere",
    secret: "designated-for-no-library",
    permissions: ["P-Lib"],
    libraries: ["missing"],
  });
  for (const account of ["amy", "bob", "cat", "dan"]) tokens.set(account, await service.token(account));
  for (const fileName of ["one.txt", "two.txt", "b.txt"]) {
    const { json } = await service.call("UP3", { body: { fileName, base64Content: btoa(fileName) } });
    files.set(fileName, (json as { id: string }).id);
  }
  const body = { fileName: "bob.txt", base64Content: "QQ==" };
  const { json } = await service.callAs(tokens.get("bob") ?? "", "U16", { body });
  files.set("bob.txt", (json as { id: string }).id);
});
afterAll(() => service.close());
/** True if something may have changed since the libraries were loaded. */
let isChanged = true;
beforeEach(async () => {
  if (!isChanged) return;
  await service.admin("PUT", "/company", { libraries: libraries() });
  await service.admin("DELETE", "/trash");
  isChanged = false;
});

/** Replaces `file:` placeholders with the ids of uploaded files. */
const withFiles = (value: unknown): unknown => {
  if (typeof value === "string" && value.startsWith("file:")) return files.get(value.slice(5));
  if (Array.isArray(value)) return value.map(withFiles);
  // Vitest's matchers have their own class and stay unchanged.
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFiles(one)]));
};

const stateNow = async (): Promise<DocumentState> =>
  ({
    libraries: await service.admin("GET", "/libraries"),
    trash: await service.admin("GET", "/trash"),
  }) as DocumentState;

const send = async (id: OperationId, { params, body }: DocumentInput, as = "bob") => {
  const { group, mutates } = specOf(id);
  const input = { ...(params ? { params } : {}), body: withFiles(body) };
  const answer = await (group === "user" ? service.callAs(tokens.get(as) ?? "", id, input) : service.call(id, input));
  isChanged ||= mutates && answer.status === 200;
  return answer;
};

const prepare = async ({ first }: Pick<DocumentSuccess, "first">): Promise<DocumentState> => {
  for (const [id, input] of first ?? []) expect((await send(id, input)).status).toBe(200);
  return stateNow();
};

const successes = ids.flatMap((id) => cases[id].succeeds.map((success: DocumentSuccess) => ({ id, ...success })));

it.each(successes)("$id $fact", async ({ id, ...success }) => {
  const expected = structuredClone(await prepare(success));
  const answer = await send(id, success, success.as);
  expect([answer.status, answer.json]).toEqual([200, withFiles(success.answers)]);
  expect(answer.text === "").toBe(success.answers === undefined);
  expect((specOf(id).response ?? z.undefined()).parse(answer.json)).toEqual(answer.json);

  success.leaves?.(expected);
  sorted(expected);
  expect(await stateNow()).toEqual(withFiles(expected));
});

const refusals = ids.flatMap((id) => cases[id].refuses.map((refusal: DocumentRefusal) => ({ id, ...refusal })));

it.each(refusals)("$id refuses $fact", async ({ id, ...refusal }) => {
  const before = await prepare(refusal);
  const answer = await send(id, refusal, refusal.as);
  expect([answer.status, errorCodeOf(answer)]).toEqual([refusal.status ?? 400, refusal.code]);
  expect(ErrorBody.parse(answer.json)).toEqual(answer.json);
  expect(await stateNow()).toEqual(before);
});

const required = requiredProperties(ids);

it.each(required)(
  "$id refuses a body without $name, or with a null, blank or wrong one",
  async ({ id, name, notRecords }) => {
    const valid: DocumentSuccess = cases[id].succeeds[0];
    const before = await prepare(valid);
    // No property of `docProperty` is required, so an object with other properties counts as empty (R11 in interface-notes.md).
    const wrong = [undefined, null, " ", [[]], ...notRecords];
    for (const value of wrong) {
      const answer = await send(id, { ...valid, body: { ...(valid.body as object), [name]: value } }, valid.as);
      expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
    }
    expect(await stateNow()).toEqual(before);
  },
);

it.each(ids)("%s refuses a caller without the permission", async (id) => {
  const valid: DocumentSuccess = cases[id].succeeds[0];
  const before = await prepare(valid);
  const { group, permission } = specOf(id);
  const others = permissions.filter((one) => one !== permission);
  const body = withFiles(valid.body);
  const answer =
    group === "user"
      ? await service.callAs(await service.token("bob", others), id, { ...valid, body })
      : await service.raw(
          specOf(id).method,
          pathOf(id, valid.params),
          { ...keyOf, "Api-Key": "stranger-secret" },
          body,
        );
  expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-PERMISSION"]);
  expect(await stateNow()).toEqual(before);
});

/** Calls an operation of the system group with a key that is designated only for a library that does not exist. */
const sendDesignated = (id: Id, rootCode: string) => {
  const { method, body } = specOf(id);
  const { body: valid }: DocumentSuccess = cases[id].succeeds[0];
  const sent = body && withFiles({ ...(valid as object), rootFolderCode: rootCode });
  return service.raw(method, pathOf(id, { rootCode }), { ...keyOf, "Api-Key": "designated-for-no-library" }, sent);
};

it.each(["L1", "L12"] as const)("%s lists only designated libraries", async (id) => {
  expect((await sendDesignated(id, "")).json).toEqual([]);
});

const ofLibraries = ids.filter((id) => specOf(id).group === "system" && id !== "L1" && id !== "L12");

it.each(ofLibraries)("%s reveals nothing about libraries for which the key is not designated", async (id) => {
  const before = await prepare(cases[id].succeeds[0]);
  for (const code of ["GEN", "ISO", "no-such-library"]) {
    const answer = await sendDesignated(id, code);
    expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-NOT-DESIGNATED"]);
  }
  expect(errorCodeOf(await sendDesignated(id, "Missing"))).toBe("OPA-LIBRARY-UNKNOWN");
  expect(await stateNow()).toEqual(before);
});
