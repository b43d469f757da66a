/**
 * The operations on punches (K1, K2), surveys (S1, S2) and notices (N1) over real HTTP: answers, effects, and refusals that
 * change nothing.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { specOf } from "../../../src/contract/contract.ts";
import { ErrorBody } from "../../../src/contract/records/organisation.ts";
import type { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { account } from "../cases/baseline.ts";
import { errorCodeOf, keyOf, pathOf, startTestService } from "../running-service.ts";
import { everydayCompany } from "./everyday-baseline.ts";
import { type EverydayId, everydayCases } from "./everyday-cases.ts";

let service: Awaited<ReturnType<typeof startTestService>>;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => service.admin("PUT", "/company", everydayCompany()));

const dump = () => service.admin("GET", "/company") as Promise<CompanyDocument>;
const ids = Object.keys(everydayCases) as EverydayId[];

const prepare = async (first: (typeof everydayCases)[EverydayId]["succeeds"][number]["first"]) => {
  for (const [id, input] of first ?? []) expect((await service.call(id, input)).status).toBe(200);
  return dump();
};

const successes = ids.flatMap((id) => everydayCases[id].succeeds.map((success) => ({ id, ...success })));

it.each(successes)("$id $fact", async ({ id, first, answers, leaves, ...input }) => {
  const before = await prepare(first);
  const answer = await service.call(id, input);
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual(answers);
  expect((specOf(id).response ?? z.undefined()).parse(answer.json)).toEqual(answer.json);
  const isUnchanged = (after: CompanyDocument) => expect(after).toEqual(before);
  (leaves ?? isUnchanged)(await dump());
});

const refusals = ids.flatMap((id) => everydayCases[id].refuses.map((refusal) => ({ id, ...refusal })));

it.each(refusals)("$id refuses $fact", async ({ id, first, code, status = 400, where, ...input }) => {
  const before = await prepare(first);
  const answer = await service.call(id, input);
  expect([answer.status, errorCodeOf(answer)]).toEqual([status, code]);
  const places = ErrorBody.parse(answer.json).errorExpando?.map(({ expandoObject }) => expandoObject);
  expect(places).toEqual(where ? [{ property: where }] : places);
  expect(await dump()).toEqual(before);
});

it.each(ids)("%s refuses a key without its permission", async (id) => {
  const headers = { ...keyOf, "Api-Key": "stranger-secret" };
  const { method } = specOf(id);
  const answer = await service.raw(method, pathOf(id), headers, everydayCases[id].succeeds[0].body);
  expect([answer.status, errorCodeOf(answer)]).toEqual([401, "OPA-KEY-PERMISSION"]);
});

describe("the inbox", () => {
  const send = async (to: string, count: number) => {
    for (let at = 1; at <= count; at += 1) {
      const body = { to: account(to), title: `Notice ${at}`, message: "m" };
      expect((await service.call("N1", { body })).status).toBe(200);
    }
  };
  const console_ = async (method: string, path: string, who: string) =>
    service.raw(method, `/console/inbox${path}`, {
      Authorization: `Bearer ${await service.token(who, ["P-Profile"])}`,
    });

  it("shows a person's own notices page by page, newest first, and counts the unread ones", async () => {
    await send("amy", 3);
    await send("bob", 1);
    const first = await console_("GET", "?size=3", "amy");
    expect(first.json).toEqual({
      pageInfo: { pageSize: 3, itemsCount: 4, pageNumber: 0, pageCount: 2 },
      unread: 3,
      items: [3, 2, 1].map((at) => expect.objectContaining({ title: `Notice ${at}`, message: "m", read: false })),
    });
    const second = await console_("GET", "?size=3&page=1", "amy");
    expect(second.json).toMatchObject({ items: [{ title: "Old", read: true, at: "2026-01-01T00:00:00.000Z" }] });
    expect(await service.admin("GET", "/inbox/bob")).toMatchObject({ unread: 1, items: [{ title: "Notice 1" }] });
    expect(await service.admin("GET", "/inbox/dan")).toMatchObject({ unread: 0, items: [] });
  });

  it("remembers what was read, also if it is marked twice", async () => {
    await send("amy", 1);
    const [notice] = ((await console_("GET", "", "amy")).json as { items: { id: string }[] }).items;
    for (const _ of [1, 2]) {
      const answer = await console_("POST", `/${notice?.id}/read`, "amy");
      expect(answer.json).toEqual({ ...notice, read: true });
    }
    expect((await console_("GET", "", "amy")).json).toMatchObject({ unread: 0 });
  });

  it("is closed to other people", async () => {
    await send("amy", 1);
    const { items } = (await service.admin("GET", "/inbox/amy")) as { items: { id: string }[] };
    const answer = await console_("POST", `/${items[0]?.id}/read`, "bob");
    expect([answer.status, errorCodeOf(answer)]).toEqual([404, "OPA-NOTICE-UNKNOWN"]);
    expect(await service.admin("GET", "/inbox/amy")).toMatchObject({ unread: 1 });
    for (const headers of [{}, { Authorization: "Bearer wrong" }, keyOf]) {
      const refused = await service.raw("GET", "/console/inbox", headers);
      expect([refused.status, errorCodeOf(refused)]).toEqual([401, "OPA-TOKEN-INVALID"]);
    }
    expect((await service.raw("GET", "/sandbox/inbox/amy")).status).toBe(401);
  });

  it("refuses invalid pages and unknown people", async () => {
    for (const wrong of ["?size=0", "?size=1001", "?page=-1", "?page=x"]) {
      const answer = await console_("GET", wrong, "amy");
      expect([answer.status, errorCodeOf(answer)]).toEqual([400, "OPA-REQUEST-INVALID"]);
    }
    await expect(service.admin("GET", "/inbox/zoe")).rejects.toThrow("404");
  });
});
