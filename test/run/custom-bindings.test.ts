/** A site that has other addresses and names for the whole interface needs only configuration. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { type App, openApp } from "../../src/app/app.ts";
import { wordsOf } from "../../src/cli/words/words.ts";
import { loadConfig } from "../../src/config/config.ts";
import { type OperationId, specOf } from "../../src/contract/contract.ts";
import { createLog } from "../../src/lib/log.ts";
import { openWorkplace, smallSample, targetPart, type Workplace } from "../support/processes/workplace.ts";
import {
  comparable,
  openServiceFixture,
  refreshesOf,
  type ServiceFixture,
} from "../support/servers/service-fixture.ts";
import { openVendorFront, type Routes, type VendorFront } from "../support/servers/vendor-front.ts";

const base = "/api/hr";

const routes: Routes = {
  V1: "GET /levels",
  V2: "POST /levels",
  V3: "PUT /levels/{originalCode}",
  V4: "PATCH /levels/{code}/position",
  V5: "PATCH /levels/{code}/status",
  D1: "POST /departments/search",
  D2: "POST /departments",
  D3: "PUT /departments/{originalCode}",
  D4: "PATCH /departments/{code}/status",
  D7: "POST /departments/{code}/move",
  D9: "GET /departments/{code}/people?includeSubDept={includeSubDept}",
  D10: "POST /departments/manager/query?code={code}",
  D11: "DELETE /departments/{code}/manager",
  D12: "PUT /departments/{code}/manager",
  T1: "GET /titles",
  T2: "POST /titles",
  T3: "PATCH /titles/{originalCode}",
  T4: "PUT /titles/order",
  T5: "PATCH /title-status?code={code}",
  J1: "PUT /categories",
  J2: "PUT /categories/order",
  J4: "GET /functions",
  J5: "POST /functions",
  J6: "PATCH /functions/{originalCode}",
  J7: "PUT /functions/order",
  J8: "PUT /functions/status",
  E1: "POST /people/search",
  E2: "GET /people?by={userType}&key={userCode}",
  E4: "GET /people/{userType}/{userCode}/posts",
  E7: "PATCH /people/status",
  E8: "PATCH /people/expiry",
  E9: "PATCH /people/resignation",
  E11: "PATCH /people/{user.userCode}",
  E12: "POST /people",
  E13: "PUT /people/{user.userCode}/supervisor",
  E14: "PUT /people/{user.userCode}/posts?type=0",
  P1: "POST /permissions/refresh",
};

/** The addresses that cannot be derived with certainty from the site's own description. */
const paths = {
  D3: "PUT ^/api/hr/departments/{originalCode}",
  E2: "GET ^/api/hr/people?by={userType}&key={userCode}",
  E13: "PUT ^/api/hr/people/{user.userCode}/supervisor",
  E14: "PUT ^/api/hr/people/{user.userCode}/posts?type=0",
};

const fields = { employeeNumber: "emplNo", "E1.name": "displayName", isMainDept: "primary", parentCode: "parent" };

/** Returns the description that the site publishes. Its parameters are `{userCode}` where the contract has `{user.userCode}`. */
const description = () => {
  const items: Record<string, Record<string, object>> = {};
  for (const [id, route] of Object.entries(routes)) {
    const [method = "", address = ""] = route.split(" ");
    const [path = "", query = ""] = address.replaceAll(/\{(\w+\.)?(\w+)\}/g, "{$2}").split("?");
    const at = id === "D3" ? path.replace("originalCode", "code") : path;
    const asked = query.split("&").filter((pair) => pair !== "");
    items[at] = {
      ...items[at],
      [method.toLowerCase()]: {
        operationId: id,
        parameters: asked.map((pair) => ({ name: pair.split("=")[0], in: "query", required: true })),
        ...(specOf(id as OperationId).body ? { requestBody: { content: {} } } : {}),
      },
    };
  }
  const servers = [{ url: "https://hr.example.com/api/{part}", variables: { part: { default: "hr" } } }];
  return stringify({ openapi: "3.0.3", info: { title: "HR", version: "7" }, servers, paths: items });
};

let fixture: ServiceFixture;
let front: VendorFront;
let place: Workplace;
let sample: Awaited<ReturnType<typeof smallSample>>;
const opened: App[] = [];

beforeAll(async () => {
  sample = await smallSample();
  fixture = await openServiceFixture();
  await fixture.load(sample.before);
  front = await openVendorFront(fixture.url, base, routes, fields);
  place = await openWorkplace({ ...sample.files, "site.yaml": description() }, {});
});

afterAll(async () => {
  for (const app of opened) await app.close();
  await front.close();
  await fixture.close();
  await place.remove();
});

const open = async (url: string, target: object, state: string): Promise<App> => {
  await place.configure({
    source: sample.source,
    target: targetPart({ ...fixture, url }, target),
    state: { folder: state },
  });
  const app = openApp(...settingsOf(loadConfig(place.config, { API_KEY: fixture.apiKey, PATH: process.env["PATH"] })));
  opened.push(app);
  return app;
};

const settingsOf = (config: ReturnType<typeof loadConfig>): Parameters<typeof openApp> => {
  if (config.target === "embedded") throw new Error("the target is not the front");
  return [{ ...config, plan: { ...config.plan, caps: {} } }, config.target, createLog("silent")];
};

const apply = async (app: App) => {
  const runs = await app.openRuns();
  const options = { trigger: "command", onProgress: () => undefined } as const;
  const { run } = await runs.reconcile({ ...options, approve: async () => true });
  await runs.close();
  return run;
};

const bound = { openapi: "site.yaml", paths, fields };
const writesSeen = () => front.seen.filter(({ id }) => specOf(id).mutates);

describe("a site with another interface", () => {
  it("is planned without a write, although reads are bound to POST", async () => {
    const app = await open(front.url, bound, "state");
    const { plan } = await app.plan([]);
    expect(plan.changes.length).toBeGreaterThan(30);
    expect(front.seen.filter(({ method }) => method === "POST").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["D1", "E1", "D10"]),
    );
    expect(writesSeen()).toEqual([]);
  });

  it("is listed by `check`, operation by operation, without a write", async () => {
    const app = await open(front.url, bound, "state-of-check");
    const lines = (await app.check(wordsOf("en").check)).filter(({ part }) => part.startsWith("target"));
    expect(lines.filter((line) => "error" in line)).toEqual([]);
    const found = Object.fromEntries(lines.map((line) => [line.part, "found" in line ? line.found : ""]));
    expect(found["target D10"]).toBe(
      "POST /api/hr/departments/manager/query?code={code}, from target.openapi (site.yaml): answers",
    );
    expect(found["target D3"]).toBe("PUT /api/hr/departments/{originalCode}, from target.paths.D3: bound, not tried");
    expect(found["target"]).toBe(
      "site.yaml does not show D5, D6, D8, V6, E3, E5, E6, E10, E15, J3, J9, T6; no run needs them",
    );
    expect(writesSeen()).toEqual([]);
  });

  it("reaches the same state as the reference service, and the second plan is empty", async () => {
    const app = await open(front.url, bound, "state");
    expect(await apply(app)).toMatchObject({ status: "succeeded", failed: 0, refresh: "done" });
    expect((await app.plan([])).plan.changes).toEqual([]);
    expect(refreshesOf(await fixture.calls())).toHaveLength(1);
    expect(new Set(writesSeen().map(({ method }) => method))).toEqual(new Set(["POST", "PUT", "PATCH", "DELETE"]));

    const throughFront = comparable(await fixture.dump());
    await fixture.load(sample.before);
    await apply(await open(fixture.url, {}, "state-of-the-service"));
    expect(throughFront).toEqual(comparable(await fixture.dump()));
  });
});

describe("a wrong binding", () => {
  const failures = async (target: object) => {
    const app = await open(front.url, target, `state-${opened.length}`);
    return (await app.check(wordsOf("en").check)).flatMap((line) =>
      "error" in line && line.part.startsWith("target") ? [line] : [],
    );
  };

  it.each<[string, object, string, RegExp, RegExp]>([
    [
      "wrong path",
      { ...bound, paths: { ...paths, D10: "GET ^/api/hr/departments/{code}/boss" } },
      "target D10",
      /^GET \/api\/hr\/departments\/\{code\}\/boss does not answer as D10 .*\(404\)$/,
      /set target\.paths\.D10/,
    ],
    [
      "wrong method",
      { ...bound, paths: { ...paths, E4: "POST ^/api/hr/people/{userType}/{userCode}/posts" } },
      "target E4",
      /^POST \/api\/hr\/people\/.* does not answer as E4 .*\(405\)$/,
      /exists, but not with POST/,
    ],
    [
      "path of another operation",
      { ...bound, paths: { ...paths, T1: "GET ^/api/hr/levels", J4: "POST ^/api/hr/people/search" } },
      "target J4",
      /^POST \/api\/hr\/people\/search does not answer as J4 .*expected/,
      /the address may belong to another operation/,
    ],
    [
      "wrong name",
      { ...bound, fields: { ...fields, employeeNumber: "employeeNo" } },
      "target E1",
      /^POST \/api\/hr\/people\/search answers as E1 .* but no record in it has employeeNo$/,
      /compare the names/,
    ],
  ])("is reported for a %s", async (_, target, part, message, hint) => {
    const failed = await failures(target);
    expect(failed).toContainEqual({
      part,
      error: expect.objectContaining({
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      }),
    });
    expect(JSON.stringify(failed)).not.toContain(fixture.apiKey);
  });

  it("is explained by a wrong prefix or version if no list is found", async () => {
    const failed = await failures({ version: "2" });
    expect(failed.map(({ part }) => part)).toEqual(["V1", "D1", "T1", "J4", "E1"].map((id) => `target ${id}`));
    expect(failed[0]?.error.message).toMatch(/^GET \/openapi\/base\/v2\/deptlevel does not answer as V1/);
    expect(failed[0]?.error.hint).toMatch(/target\.url.*target\.version \(now 2\)/);
  });

  it("lists the needed operations that the description does not show", async () => {
    const without = { ...bound, paths: { D3: paths.D3, E2: paths.E2, E14: paths.E14 } };
    expect(await failures(without)).toEqual([
      {
        part: "target E13",
        error: expect.objectContaining({
          code: "operation-unbound",
          message: expect.stringContaining("the meaning of {userCode} in its path is not certain"),
        }),
      },
    ]);
  });
});
