/** A service that refuses a write beside another one: nothing fails for it, and what is refused alone is refused. */
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../../src/lib/errors.ts";
import { openWriter } from "../../../src/site/open-target.ts";
import type { TargetWriter } from "../../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "../scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
let underWay: number;
let done: number;

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  [underWay, done] = [0, 0];
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const setStatus = (account: string) =>
  writer
    .perform({ id: "E8", account, expiredTime: "2027-01-01T00:00:00+08:00" }, () => undefined)
    .catch((error: unknown) => (error as MusterdError).code);
const refusal = (status: number) => ({ status, json: { errorCode: "BUSY", traceId: "t" } });
const takesOneAtATime = (status: number, refusedAccount?: string) => {
  server.script.set("PUT /employee/expired", ({ body }) => {
    if (underWay > 0 || JSON.stringify(body).includes(`"${refusedAccount}"`)) return refusal(status);
    underWay += 1;
    const end = async (): Promise<void> => {
      await wait(5);
      underWay -= 1;
      done += 1;
    };
    return { after: end() };
  });
};
const accounts = Array.from({ length: 20 }, (_, at) => `a${at}`);

describe.each([409, 423])("a service that answers %i to a write beside another", (status) => {
  it("gets them one after the other, and all are applied", async () => {
    takesOneAtATime(status);
    expect(new Set(await Promise.all(accounts.map(setStatus)))).toEqual(new Set(["applied"]));
    expect(done).toBe(accounts.length);
  });
});

it("one that comes before the service lets the next in is repeated", async () => {
  takesOneAtATime(409);
  let isEarly = true;
  const script = server.script.get("PUT /employee/expired");
  server.script.set("PUT /employee/expired", (call) => {
    if (done > 0 && underWay === 0 && JSON.stringify(call.body).includes('"a19"') && isEarly) {
      isEarly = false;
      return refusal(409);
    }
    return typeof script === "function" ? script(call) : {};
  });
  expect(new Set(await Promise.all(accounts.map(setStatus)))).toEqual(new Set(["applied"]));
});

it("one that is refused when it goes alone is refused, and the others are applied", async () => {
  takesOneAtATime(409, "a3");
  const results = await Promise.all(accounts.map(setStatus));
  expect(results.filter((result) => result !== "applied")).toEqual(["target-refused"]);
});

it("a conflict of the only write is not repeated", async () => {
  server.script.set("PUT /employee/expired", refusal(409));
  expect(await setStatus("amy")).toBe("target-refused");
  expect(server.routes().filter((route) => route.startsWith("PUT"))).toHaveLength(1);
});

it("each refusal stands where all writes are refused, whatever the others made of it", async () => {
  server.script.set("PUT /employee/expired", refusal(409));
  expect(new Set(await Promise.all(accounts.map(setStatus)))).toEqual(new Set(["target-refused"]));
});
