/**
 * A whole run of musterd with a validating proxy between it and the service: the descriptions that the service serves permit
 * every request, and describe every answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { type OperationId, operationIds, pathTemplateOf, specOf } from "../../src/contract/contract.ts";
import type { OpenApiDocument } from "../../src/contract/open-api/open-api.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { createAnswerChecker } from "../service/answer-checker.ts";
import { createRequestChecker } from "../service/request-checker.ts";
import { openHrOffice } from "../support/directory/hr-office.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { quickSettings } from "../support/servers/service-fixture.ts";
import { fixture, redis, useRunParts } from "../support/suites/run-parts.ts";
import { openRunSite } from "../support/suites/run-site.ts";

const day = "2026-11-21";

useRunParts();

/** The operations, each with a pattern of its path; more exact paths come first. */
const routes = operationIds
  .map((id) => ({ id, template: pathTemplateOf(id, "1") }))
  .toSorted((one, other) => one.template.split("{").length - other.template.split("{").length)
  .map(({ id, template }) => ({
    id,
    pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));

/** Opens the proxy; `seen` counts the calls by operation, and `wrong` lists what contradicts the descriptions. */
const openValidatingProxy = async (target: string) => {
  const fetched = ["/openapi/openapi.json", "/oauth/openapi.json"].map(async (path) =>
    (await fetch(target + path)).json(),
  );
  const documents = (await Promise.all(fetched)) as OpenApiDocument[];
  const checkAnswer = createAnswerChecker(documents);
  const { isPermitted } = createRequestChecker(documents);
  const seen = new Map<OperationId, number>();
  const wrong: string[] = [];
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { url = "/", method = "GET", headers } = incoming;
    const body = (await buffer(incoming)).toString();
    const sent = { "Api-Key": String(headers["api-key"]), CorpCode: String(headers["corpcode"]) };
    const type = headers["content-type"];
    const answer = await fetch(target + url, {
      method,
      headers: type === undefined ? sent : { ...sent, "Content-Type": type },
      ...(body === "" ? {} : { body }),
    });
    const text = await answer.text();
    const contentType = answer.headers.get("content-type") ?? "";
    outgoing.writeHead(answer.status, { "content-type": contentType }).end(text);
    const route = routes.find(({ id, pattern }) => specOf(id).method === method && pattern.test(url));
    if (!route) return void wrong.push(`${method} ${url}: no operation`);
    const { id, pattern } = route;
    seen.set(id, (seen.get(id) ?? 0) + 1);
    const groups = Object.entries(pattern.exec(url)?.groups ?? {});
    const params = Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
    if (!isPermitted(id, { params, body: body === "" ? undefined : JSON.parse(body) }))
      wrong.push(`${id} sent: ${body}`);
    const found = checkAnswer(id, { status: answer.status, contentType, text });
    if (found !== undefined) wrong.push(`${id} answered: ${found}`);
  };
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, wrong, close };
};

it("sends only what the descriptions permit, and is answered only what they describe", async () => {
  const { levels, titles, functions, departments, employees } = sampleCompany({ today: day }).before;
  const people = employees.filter(({ employeeNumber }) => employeeNumber);
  const office = openHrOffice(directoryOf({ levels, titles, functions, departments, employees: people }), day, 7);
  await fixture.load({ levels: [], titles: [], functions: [], departments: [], employees: [] });
  const proxy = await openValidatingProxy(fixture.url);
  const clock = { nowMs: () => Date.parse(`${office.today()}T04:00:00Z`) };
  const site = await openRunSite(quickSettings({ ...fixture, url: proxy.url }), redis, clock);
  const { run } = await site.run({ source: office.source() });
  await site.close();
  await proxy.close();
  expect(run.status).toBe("succeeded");
  expect(proxy.wrong).toEqual([]);
  expect(proxy.seen.get("E12")).toBeGreaterThan(30);
  expect([...proxy.seen.keys()]).toEqual(expect.arrayContaining(["D1", "D2", "E1", "E12", "V2", "T2", "J5", "P1"]));
});
