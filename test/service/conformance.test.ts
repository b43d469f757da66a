/**
 * Calls every operation through the typed client over HTTP, and checks its effect, each refusal, each limit, and each missing
 * permission. The run counts its checks; `docs/operations.md` lists the counts.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OperationCounts, operationsTable, type Seen } from "../../scripts/operations-table.ts";
import { refusalsPage } from "../../scripts/refusals-table.ts";
import { CallError, openClient } from "../../src/client/client.ts";
import { type OperationId, operationIds, specOf } from "../../src/contract/contract.ts";
import { type Permission, permissions } from "../../src/contract/operations/operation-spec.ts";
import { type RefusalCode, refusals } from "../../src/contract/operations/refusals.ts";
import { ErrorBody } from "../../src/contract/records/organisation.ts";
import { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { boundsOf } from "./conformance-bounds.ts";
import {
  type CallInput,
  type ConformanceGroup,
  type ConformanceSuccess,
  type Prepared,
  type TestService,
  withWords,
} from "./conformance-case.ts";
import { conformanceGroups } from "./conformance-groups.ts";
import { type Answer, corpCode, keyOf, pathOf, startTestService } from "./running-service.ts";

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** What the service answered, by operation and then by `status code`. */
const noted: Record<string, Readonly<Record<string, readonly object[]>>> = {};
const note = (id: OperationId, { status, json }: Answer): void => {
  const { errorCode, errorExpando = [] } = ErrorBody.parse(json);
  const { sentence } = refusals[errorCode as RefusalCode];
  const details = errorExpando.map(({ error, expandoObject }) => ({
    ...(error === sentence ? {} : { error }),
    ...(expandoObject as object),
  }));
  noted[id] = { [`${status} ${errorCode}`]: details, ...noted[id] };
};

const counts = Object.fromEntries(operationIds.map((id) => [id, { success: 0, refusal: 0, bound: 0, permission: 0 }]));
const saw = (id: OperationId, what: Seen): void => {
  const row = counts[id];
  if (row) row[what] += 1;
};

/** The caller: one of the tests' keys, a token, or a user with these permissions. */
type Caller =
  | { readonly key: string }
  | { readonly token: string }
  | { readonly account: string; readonly granted: readonly Permission[] };

/**
 * Calls through the typed client. The client's type depends on the caller's group, which is not known here, so the types are
 * cast away.
 */
const createCalling = (service: TestService, words: Prepared["words"]) => {
  const closing: (() => Promise<void>)[] = [];
  const opened = new Map<string, Promise<{ call: (id: never, request: never) => Promise<unknown> }>>();
  const credentialsOf = async (caller: Caller) => {
    if ("key" in caller) return { corpCode, apiKey: caller.key };
    return "token" in caller ? caller : { token: await service.token(caller.account, caller.granted) };
  };
  const open = async (caller: Caller) => {
    const credentials = await credentialsOf(caller);
    const client = openClient({ url: service.url, ...credentials } as { url: string; token: string }, { retries: 0 });
    closing.push(client.close);
    return client;
  };
  const clientOf = (caller: Caller) => {
    const name = JSON.stringify(caller);
    const client = opened.get(name) ?? open(caller);
    opened.set(name, client);
    return client;
  };
  return {
    callBy: async (caller: Caller, id: OperationId, { params, body }: CallInput): Promise<unknown> => {
      const client = await clientOf(caller);
      return client.call(id as never, { params, body: withWords(body, words) } as never);
    },
    /** Loading the company replaces all people, so the tokens of users are no longer valid. */
    forgetUsers: () => {
      for (const name of opened.keys()) if (name.includes("account")) opened.delete(name);
    },
    close: () => Promise.all(closing.map((close) => close())),
  };
};

const usual = (id: OperationId, { as = "bob", granted = permissions }: CallInput): Caller =>
  specOf(id).group === "user" ? { account: as, granted } : { key: keyOf["Api-Key"] };

/** The permissions that a key can have; the other ones belong to users. */
const ofKeys = permissions.filter((permission) =>
  operationIds.map(specOf).some((spec) => spec.group === "system" && spec.permission === permission),
);
const designatedAll = { forms: "all", libraries: "all", surveyCategories: "all" };

const secretWithout = (permission: Permission): string => `secret-of-a-key-without-${permission}`;

const without = (id: OperationId, permission: Permission, { as = "bob" }: CallInput): Caller =>
  specOf(id).group === "user"
    ? { account: as, granted: permissions.filter((one) => one !== permission) }
    : { key: secretWithout(permission) };

/** Returns `answers` as the typed client does, which joins the inner lists of J4 and T1 into one list. */
const seenByClient = (id: OperationId, answers: unknown): unknown =>
  id === "J4" || id === "T1" ? (answers as unknown[][]).flat() : answers;

/** `status code` of a refusal. Where the service answers "no such record", the client returns null. */
const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    const answer = await call;
    return answer === null ? "none" : `answered ${JSON.stringify(answer)}`;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return `${error.failure.status} ${error.failure.errorCode}`;
  }
};

const expectedRefusal = (id: OperationId, status: number, code: string): string =>
  status === 404 && (id === "E2" || id === "E3") ? "none" : `${status} ${code}`;

/** Sends a request without the client, which keeps nothing of a refusal but its code. */
const sendPlainly = async (
  { url }: TestService,
  id: OperationId,
  { params, body }: CallInput,
  headers: Record<string, string>,
): Promise<Answer> => {
  const { method, bodyType } = specOf(id);
  const form = new FormData();
  if (bodyType) for (const [name, value] of Object.entries(body as object)) form.set(name, value);
  const json = { headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const sent = bodyType ? { headers, body: form } : json;
  const answer = await fetch(url + pathOf(id, params), { method, headers, ...(body === undefined ? {} : sent) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) };
};

describe.each(conformanceGroups)("$name:", ({ cases, company, options, prepare, reset }: ConformanceGroup) => {
  const ids = Object.keys(cases) as OperationId[];
  const of = (id: OperationId) => cases[id] ?? { succeeds: [], refuses: [] };
  let service: TestService;
  let prepared: Prepared = { words: new Map() };
  let calling: ReturnType<typeof createCalling>;

  beforeAll(async () => {
    service = await startTestService({ ...options, quirks: Quirks.parse({}) });
    await service.admin("PUT", "/company", company());
    for (const permission of ofKeys) {
      const granted = ofKeys.filter((one) => one !== permission);
      const secret = secretWithout(permission);
      await service.admin("POST", "/keys", { name: secret, secret, permissions: granted, ...designatedAll });
    }
    if (prepare) prepared = await prepare(service);
    calling = createCalling(service, prepared.words);
  });
  afterAll(async () => {
    await calling.close();
    await prepared.close?.();
    await service.close();
  });
  /** True if something may have changed since the company was loaded. */
  let isTouched = true;
  beforeEach(async () => {
    if (!isTouched) return;
    await service.admin("PUT", "/company", company());
    await reset?.(service);
    calling.forgetUsers();
    isTouched = false;
  });

  const call = async (id: OperationId, input: CallInput) => {
    const answer = await calling.callBy(usual(id, input), id, input);
    if (specOf(id).mutates) isTouched = true;
    return answer;
  };
  const callFirst = async ({ first = [] }: Pick<ConformanceSuccess, "first">) => {
    for (const [id, input] of first) await call(id, input);
  };
  const noteRefusal = async (id: OperationId, { as = "bob", granted = permissions, params, body }: CallInput) => {
    const isUser = specOf(id).group === "user";
    const headers = isUser ? { Authorization: `Bearer ${await service.token(as, granted)}` } : keyOf;
    const input = { ...(params ? { params } : {}), body: withWords(body, prepared.words) };
    note(id, await sendPlainly(service, id, input, headers));
  };
  const inputOf = async (success: ConformanceSuccess) => {
    if (success.input) isTouched = true;
    return { ...success, ...(await success.input?.(service)) };
  };

  const successes = ids.flatMap((id) => of(id).succeeds.map((success) => ({ id, ...success })));
  it.each(successes)("$id $fact", async ({ id, ...success }) => {
    await callFirst(success);
    const answer = await call(id, await inputOf(success));
    const unstated = specOf(id).response ? answer : undefined;
    const stated = withWords(seenByClient(id, success.answers), prepared.words);
    expect(answer).toEqual("answers" in success ? stated : unstated);
    await success.check?.(answer, service);
    saw(id, "success");
  });

  const refusals = ids.flatMap((id) => of(id).refuses.map((refusal) => ({ id, ...refusal })));
  it.each(refusals)("$id refuses $fact", async ({ id, status = 400, code, ...refusal }) => {
    await callFirst(refusal);
    expect(await refusalOf(call(id, refusal))).toBe(expectedRefusal(id, status, code));
    await noteRefusal(id, refusal);
    saw(id, status === 401 ? "permission" : "refusal");
  });

  it.each(ids.filter((id) => boundsOf(id).length > 0))("%s refuses values beyond its limits", async (id) => {
    const [success] = of(id).succeeds;
    if (!success) throw new Error(`${id} has no case of success`);
    await callFirst(success);
    const { body, ...input } = await inputOf(success);
    for (const { fact, change } of boundsOf(id)) {
      const refused = await refusalOf(call(id, { ...input, body: change(body) }));
      expect(`${fact}: ${refused}`).toBe(`${fact}: 400 OPA-REQUEST-INVALID`);
      saw(id, "bound");
    }
    const [first] = boundsOf(id);
    await noteRefusal(id, { ...input, body: first?.change(body) });
  });

  it.each(ids)("%s refuses a caller without its permission, and an unknown one", async (id) => {
    const { group, permission } = specOf(id);
    const input: CallInput = of(id).succeeds[0] ?? {};
    const unknown: Caller = group === "user" ? { token: "nobody's" } : { key: "nobody's" };
    const refused = permission ? [[without(id, permission, input), "OPA-KEY-PERMISSION"] as const] : [];
    for (const [caller, code] of [
      ...refused,
      [unknown, group === "user" ? "OPA-TOKEN-INVALID" : "OPA-KEY-UNKNOWN"] as const,
    ]) {
      expect(await refusalOf(calling.callBy(caller, id, input))).toBe(`401 ${code}`);
      saw(id, "permission");
    }
  });
});

describe("the table of operations", () => {
  it("has all 115 operations, each with a success and a refused caller", async () => {
    await mkdir(dirname(file(".cache/conformance.json")), { recursive: true });
    await writeFile(file(".cache/conformance.json"), JSON.stringify(counts));
    expect(Object.keys(counts)).toHaveLength(115);
    const missing = Object.entries(counts as OperationCounts).filter(
      ([, { success, permission }]) => success === 0 || permission === 0,
    );
    expect(missing.map(([id]) => id)).toEqual([]);
  });

  it("has what src/contract/refused.json says; `npm run operations` writes it", async () => {
    const sorted = (id: OperationId) =>
      Object.entries(noted[id] ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const lines = (id: OperationId) => sorted(id).map((entry) => entry.map((part) => JSON.stringify(part)).join(": "));
    const text = `{\n${operationIds.map((id) => `"${id}": {\n${lines(id).join(",\n")}}`).join(",\n")}}\n`;
    await writeFile(file(".cache/refused.json"), text);
    expect(JSON.parse(await readFile(file("src/contract/refused.json"), "utf8"))).toEqual(JSON.parse(text));
  });

  it("is the content of docs/operations.md and docs/refusals.md; `npm run operations` writes it", async () => {
    expect(await readFile(file("docs/operations.md"), "utf8")).toBe(operationsTable(counts));
    expect(await readFile(file("docs/refusals.md"), "utf8")).toBe(refusalsPage());
  });
});
