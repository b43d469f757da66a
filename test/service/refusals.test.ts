/** What a caller is told who is refused: the examples of the interface descriptions are sent so, and every answer has a sentence. */
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationIds } from "../../src/contract/contract.ts";
import { openApiDocument } from "../../src/contract/open-api/open-api.ts";
import type { Group } from "../../src/contract/operations/operation-spec.ts";
import { refusals } from "../../src/contract/operations/refusals.ts";
import type { ErrorBody } from "../../src/contract/records/organisation.ts";
import recorded from "../../src/contract/refused.json" with { type: "json" };

import { baseline } from "./cases/baseline.ts";
import { leavesOf } from "./request-leaves.ts";
import { corpCode, keyOf, startTestService } from "./running-service.ts";

const lines: { readonly msg: string; readonly traceId?: string; readonly errorCode?: string; readonly url?: string }[] =
  [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let service: Awaited<ReturnType<typeof startTestService>>;
let bearer: { readonly Authorization: string };

beforeAll(async () => {
  service = await startTestService({ log, quirks: {} });
  await service.load(baseline());
  const key = { permissions: ["P-Org"] };
  await service.admin("POST", "/keys", {
    ...key,
    name: "old",
    secret: "an-expired-secret-000",
    expiresAt: "2020-01-01",
  });
  await service.admin("POST", "/keys", {
    ...key,
    name: "far",
    secret: "a-far-secret-00000000",
    addresses: ["192.0.2.1"],
  });
  await service.admin("POST", "/keys", { name: "none", secret: "a-useless-secret-0000", permissions: [] });
  bearer = { Authorization: `Bearer ${await service.token("bob")}` };
});
afterAll(() => service.close());

const department = "/openapi/base/v1/department";
const tasks = "/oauth/bpm/v1/tasks";
const withKey = (secret: string) => ({ "Api-Key": secret, CorpCode: corpCode });

/** The request that is answered with a shared example. */
const causes: Readonly<Record<Group, Readonly<Record<string, () => ReturnType<typeof service.raw>>>>> = {
  system: {
    "OPA-CORP-UNKNOWN": () => service.raw("GET", department, { "Api-Key": keyOf["Api-Key"] }),
    "OPA-JSON-INVALID": () => service.raw("POST", department, keyOf, '{"code":'),
    "OPA-KEY-UNKNOWN": () => service.raw("GET", department, withKey("nobody")),
    "OPA-KEY-PERMISSION": () => service.raw("GET", department, withKey("a-useless-secret-0000")),
    "OPA-KEY-EXPIRED": () => service.raw("GET", department, withKey("an-expired-secret-000")),
    "OPA-KEY-ADDRESS": () => service.raw("GET", department, withKey("a-far-secret-00000000")),
    "OPA-BODY-TOO-LARGE": () => service.raw("POST", department, keyOf, " ".repeat(1_100_000)),
    "OPA-MEDIA-TYPE": () => service.raw("POST", department, { ...keyOf, "Content-Type": "text/plain" }, "code=A"),
  },
  user: {
    "OPA-CORP-UNKNOWN": () => service.raw("POST", tasks, { ...bearer, CorpCode: "OTHER" }, {}),
    "OPA-JSON-INVALID": () => service.raw("POST", tasks, bearer, '{"code":'),
    "OPA-TOKEN-INVALID": () => service.raw("POST", tasks, { Authorization: "Bearer nobody" }, {}),
    "OPA-KEY-PERMISSION": async () => {
      const token = await service.token("bob", ["P-Profile"]);
      return service.raw("POST", tasks, { Authorization: `Bearer ${token}` }, {});
    },
    "OPA-APP-OTHER": () => service.raw("POST", tasks, { ...bearer, "App-Id": "another" }, {}),
    "OPA-BODY-TOO-LARGE": () => service.raw("POST", tasks, bearer, " ".repeat(1_100_000)),
    "OPA-MEDIA-TYPE": () => service.raw("POST", tasks, { ...bearer, "Content-Type": "text/plain" }, "a"),
  },
};

type Responses = Record<string, { readonly content: Record<string, { readonly examples: Record<string, Example> }> }>;
type Example = { readonly summary: string; readonly value: ErrorBody };

describe.each(["system", "user"] as const)("the shared refusals of the %s group", (group) => {
  const responses = openApiDocument(group).components["responses"] as Responses;
  const examples = Object.entries(responses).flatMap(([name, { content }]) =>
    Object.entries(content["application/json"]?.examples ?? {}).map(([code, { value }]) => ({ name, code, value })),
  );

  it("have a cause each", () => {
    expect(examples.map(({ code }) => code).toSorted()).toEqual(Object.keys(causes[group]).toSorted());
  });

  it.each(examples)("$name $code is sent as it is shown", async ({ name, code, value }) => {
    const { status, json } = (await causes[group][code]?.()) ?? {};
    expect(`Refusal${status}`).toBe(name);
    expect({ ...(json as ErrorBody), traceId: value.traceId }).toEqual(value);
  });
});

describe("a refusal", () => {
  it("has a sentence for people, short and without a value, a pattern or the code", () => {
    for (const [code, { sentence }] of Object.entries(refusals)) {
      expect([code, sentence]).toEqual([code, expect.stringMatching(/^[A-Z`][^\\^${}]{14,110}\.$/)]);
      expect(sentence).not.toContain("OPA-");
    }
  });

  it.each(operationIds)("of %s names ways into its request", (id) => {
    const places = leavesOf(id).map(({ place }) => place.slice(1).join("."));
    for (const details of Object.values(recorded[id] as Record<string, readonly { property?: string }[]>)) {
      for (const { property = "body" } of details) {
        const way = property.replaceAll(/\.\d+(?=\.|$)/g, ".0");
        const isWay = way === "body" || places.some((place) => `${place}.`.startsWith(`${way}.`));
        expect([id, property, isWay || way.startsWith("route")]).toEqual([id, property, true]);
      }
    }
  });

  it("is in the log under the trace id of the answer, but not for strangers and records that do not exist", async () => {
    const { json } = await service.call("D4", { body: { code: "no", active: true } });
    const { traceId, errorCode } = json as ErrorBody;
    const line = lines.find((one) => one.traceId === traceId);
    expect(line).toMatchObject({ msg: "refused", errorCode, url: "/openapi/base/v1/department/status" });
    const stranger = await service.raw("GET", department, withKey("nobody"));
    const absent = await service.call("E2", { params: { userType: "0", userCode: "no" } });
    expect([stranger.status, absent.status]).toEqual([401, 404]);
    for (const answer of [stranger, absent]) {
      expect(lines.filter((one) => one.traceId === (answer.json as ErrorBody).traceId)).toEqual([]);
    }
  });
});
