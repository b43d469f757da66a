/** A key or user whose right ends while the body of a request is still coming: the request is refused as if it came afterwards. */
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type OperationId, specOf } from "../../../src/contract/contract.ts";
import { keyOf, pathOf, startTestService } from "../running-service.ts";
import { account, signingCompany } from "../signing/signing-company.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(() => service.admin("PUT", "/company", signingCompany()));

/** Sends everything but the last byte of a request, does `meanwhile`, and sends that byte; returns status line and body. */
const sendAround = async (
  id: OperationId,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  meanwhile: () => Promise<unknown>,
): Promise<string> => {
  const content = JSON.stringify(body);
  const all = { Host: "service", Connection: "close", "Content-Type": "application/json", ...headers };
  const lines = Object.entries({ ...all, "Content-Length": content.length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write([`${specOf(id).method} ${pathOf(id)} HTTP/1.1`, ...lines, "", content.slice(0, -1)].join("\r\n"));
  // An answer to another request shows that the service has read the headers of this one.
  await service.call("V1");
  await meanwhile();
  socket.write(content.slice(-1));
  return text(socket);
};

const leave4 = { formSn: "LEAVE-20260301-0004", status: 0 };

it("lets a user sign whose account stays as it is", async () => {
  const headers = { Authorization: `Bearer ${await service.token("bea")}` };
  expect(await sendAround("U4", headers, leave4, async () => undefined)).toMatch(/^HTTP\/1.1 200 /);
});

it.each([
  ["is disabled", "E7", { active: false }],
  ["is locked", "E6", { locked: true }],
  ["expires", "E8", { expiredTime: "2020-01-01T00:00:00Z" }],
] as const)("lets no user sign who %s meanwhile", async (_, id, change) => {
  const headers = { Authorization: `Bearer ${await service.token("bea")}` };
  const end = () => service.call(id, { body: { user: account("bea"), ...change } });
  expect(await sendAround("U4", headers, leave4, end)).toMatch(/^HTTP\/1.1 401 [^]*OPA-TOKEN-INVALID/);
  const { tasks } = (await service.admin("GET", `/documents/${leave4.formSn}`)) as { tasks: { decision: unknown }[] };
  expect(tasks.at(-1)?.decision).toBeNull();
});

it("lets no key write that is removed meanwhile", async () => {
  const made = await service.admin("POST", "/keys", { name: "short", permissions: ["P-Org"] });
  const headers = { ...keyOf, "Api-Key": (made as { secret: string }).secret };
  const end = () => service.admin("DELETE", "/keys/short");
  const answer = await sendAround("V2", headers, { code: "LATE", name: "Late" }, end);
  expect(answer).toMatch(/^HTTP\/1.1 401 [^]*OPA-KEY-UNKNOWN/);
  expect((await service.call("V1")).text).not.toContain("LATE");
});
