/**
 * Up to a hundred random requests for every operation in the served descriptions, against one service with data: none causes a
 * failure, and every answer matches the descriptions.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OperationId, specOf } from "../../src/contract/contract.ts";
import type { OpenApiDocument } from "../../src/contract/open-api/open-api.ts";
import { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { firstOf, runs } from "../support/suites/runs.ts";
import { agentsBaseline } from "./agents/agents-baseline.ts";
import { createAnswerChecker } from "./answer-checker.ts";
import { baseline } from "./cases/baseline.ts";
import { checkCompany, checkTree, readerOf } from "./company-checks.ts";
import { withWords } from "./conformance-case.ts";
import { conformanceGroups } from "./conformance-groups.ts";
import { libraries } from "./documents/cases/libraries.ts";
import { everydayCompany } from "./everyday/everyday-baseline.ts";
import { formsBaseline } from "./forms/baseline.ts";
import { application } from "./forms/form-cases.ts";
import { type FuzzRequest, type FuzzSample, requestsOf, type Words } from "./fuzz-requests.ts";
import { createRequestChecker, misjudged } from "./request-checker.ts";
import { keyOf, startTestService } from "./running-service.ts";
import { type FileHost, startFileHost } from "./uploads/file-host.ts";

const seed = 20_261_121;
/** Requests for each operation in each round. */
const perRound = 10;
/** Each round loads the company again, so there is always data to work on. */
const rounds = runs(10);

let host: FileHost;
let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  host = await startFileHost({ "/file": (_request, response) => void response.end("0123456789") });
  service = await startTestService({
    quirks: Quirks.parse({}),
    outbound: { allowedHosts: ["127.0.0.1"], allowPrivateNetworks: true, idleMs: 2_000 },
  });
});
afterAll(async () => {
  await service.close();
  await host.close();
});

const company = () => ({
  ...everydayCompany(),
  organisation: baseline(),
  forms: formsBaseline(),
  agents: agentsBaseline(),
  libraries: libraries(),
  documents: { documents: [] },
});

/** Loads the company, starts some documents, and returns the texts that occur in the company. */
const load = async (): Promise<Words> => {
  await service.admin("PUT", "/company", company());
  const params = { formCodeOrId: "EXPENSE" };
  const traces: unknown[] = [];
  for (let number = 0; number < 3; number += 1) {
    const { json: traceId } = await service.call("F1", { params, body: application() });
    const trace = () => service.call("F2", { body: { traceId } });
    traces.push({ traceId });
    await expect.poll(async () => (await trace()).json).toMatchObject({ process: 2 });
  }
  const links = [{ url: `http://127.0.0.1:${host.port}/file` }];
  const file = await service.call("UP3", { body: { fileName: "one.txt", base64Content: "QQ==" } });
  return wordsOf({ company: await service.admin("GET", "/company"), file: [file.json], traces, links });
};

/** Valid inputs of an operation from the case tables, except those that need earlier calls or answers. */
const samplesOf = (id: OperationId, [fileId = ""]: readonly string[]): readonly FuzzSample[] =>
  specOf(id).bodyType === "multipart"
    ? []
    : conformanceGroups
        .flatMap(({ cases }) => cases[id]?.succeeds ?? [])
        .filter(({ first, input }) => !first && !input)
        .map(
          ({ params, body }) =>
            withWords({ ...(params ? { params } : {}), body }, new Map([["file:one.txt", fileId]])) as FuzzSample,
        );

/**
 * All texts of a document, each under its property name and also under `list.property` with the name of the list around it. All
 * ids are also under `uuid`.
 */
const wordsOf = (document: unknown): Words => {
  const words = new Map<string, Set<string>>();
  const add = (name: string, text: string) => words.set(name, (words.get(name) ?? new Set()).add(text));
  const walk = (value: unknown, list: string, name: string): void => {
    if (typeof value === "string" && value.length < 200) {
      add(name, value);
      add(`${list}.${name}`, value);
      if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) add("uuid", value);
    }
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (Array.isArray(value)) walk(part, name, name);
      else walk(part, list, key);
    }
  };
  walk(document, "", "company");
  return new Map([...words].map(([name, texts]) => [name, [...texts]]));
};

const headersOf = (
  group: "system" | "user",
  caller: FuzzRequest["caller"],
  tokens: Readonly<Record<string, string>>,
) => {
  const key = {
    right: keyOf["Api-Key"],
    unknown: "no",
    forbidden: "stranger-secret",
    company: keyOf["Api-Key"],
    none: "",
  };
  if (group === "system") {
    if (caller === "none") return {};
    return { "Api-Key": key[caller], CorpCode: caller === "company" ? "OTHER" : keyOf.CorpCode };
  }
  if (caller === "none") return {};
  const token = caller === "forbidden" ? tokens["forbidden"] : caller === "unknown" ? "no" : tokens["right"];
  return { ...(caller === "company" ? keyOf : {}), Authorization: `Bearer ${token}` };
};

it("no request makes the service fail or answer anything undescribed", { timeout: 600_000 }, async () => {
  const fetched = ["/openapi/openapi.json", "/oauth/openapi.json"].map(
    async (path) => (await service.raw("GET", path)).json,
  );
  const documents = (await Promise.all(fetched)) as OpenApiDocument[];
  const operations = documents.flatMap((document, number) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) =>
          ({ document, group: number === 0 ? "system" : "user", path, method, operation }) as const,
      ),
    ),
  );
  expect(operations).toHaveLength(115);
  const checkAnswer = createAnswerChecker(documents);
  const { isPermitted } = createRequestChecker(documents);
  const judgements = { valid: 0, invalid: 0 };
  const wrong: unknown[] = [];
  const statuses = new Map<string, number>();

  for (let round = 0; round < rounds; round += 1) {
    const words = await load();
    const tokens = { right: await service.token("bob"), forbidden: await service.token("amy", []) };
    const [order = []] = fc.sample(fc.shuffledSubarray(operations, { minLength: operations.length }), {
      numRuns: 1,
      seed: seed + firstOf(10) + round,
    });
    for (const { document, group, path, method, operation } of order) {
      const arbitrary = requestsOf(
        document,
        path,
        method,
        operation,
        words,
        samplesOf(operation["x-id"], words.get("file.id") ?? []),
      );
      for (const request of fc.sample(arbitrary, { numRuns: perRound, seed: seed + firstOf(10) + round })) {
        const id = operation["x-id"];
        const headers = {
          ...headersOf(group, request.caller, tokens),
          ...(request.contentType === undefined ? {} : { "Content-Type": request.contentType }),
        };
        const body = request.body ?? null;
        const answer = await fetch(service.url + request.path, {
          method: request.method,
          headers,
          body,
          redirect: "manual",
        });
        const text = await answer.text();
        const { status } = answer;
        statuses.set(`${id} ${status}`, (statuses.get(`${id} ${status}`) ?? 0) + 1);
        const contentType = answer.headers.get("content-type") ?? "";
        const isLost = status === 404 && contentType.startsWith("text/plain");
        const found = isLost && isUnroutable(request.path) ? undefined : checkAnswer(id, { status, contentType, text });
        if (found !== undefined) wrong.push(shown({ id, round, found, ...request, status, text }));
        if (request.judged === undefined || isLost) continue;
        const isValid = isPermitted(id, request.judged);
        judgements[isValid ? "valid" : "invalid"] += 1;
        const mistake = misjudged(isValid, status, text === "" ? {} : JSON.parse(text));
        if (mistake !== undefined) wrong.push(shown({ id, round, mistake, ...request, status, text }));
      }
    }
    await check();
    const left = await service.admin("GET", "/company");
    await service.admin("PUT", "/company", left);
    expect(await service.admin("GET", "/company")).toEqual(left);
    expect(await service.admin("GET", "/health")).toEqual({ status: "ok" });
  }
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(judgements.valid).toBeGreaterThan(300 * rounds);
  expect(judgements.invalid).toBeGreaterThan(100 * rounds);
  // Checks that not only refusals were tested.
  const reached = operations.filter(({ operation }) => statuses.has(`${operation["x-id"]} 200`));
  // Each round reaches a few operations more.
  expect(reached.length).toBeGreaterThan(100 + rounds);
});

/**
 * Checks the company. If the name of an object cannot be sent in a path (R15 in interface-notes.md), the object can be listed
 * but not read, so only the tree is checked.
 */
const check = async (): Promise<void> => {
  const read = readerOf(service);
  const accounts = (await read<readonly { account: string }[]>("E1")).map(({ account }) => account);
  const codes = (await read<readonly { code: string }[]>("D1")).map(({ code }) => code);
  const canTravel = [...accounts, ...codes].every((name) => !/[/\\]|^.{300}/.test(name));
  await (canTravel ? checkCompany(read) : checkTree(read));
};

/** Prints the values, shortened to a readable length. */
const shown = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(
      ([name, value]) =>
        `${name}: ${(typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, 300)}`,
    )
    .join(" · ");

/** True for a path that leads to no operation: another version, an empty value, or a value that the router refuses. */
const isUnroutable = (path: string): boolean =>
  !/\/v1(\.0)?\//.test(path) ||
  path.split("/").some((part, at) => (part === "" && at > 0) || decodeURIComponent(part).length > 1_000);
