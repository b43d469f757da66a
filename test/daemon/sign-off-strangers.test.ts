/** Tests what strangers bring about who send callbacks that the service has not signed. */
import fastify from "fastify";
import { expect, it } from "vitest";
import { serveSignOff } from "../../src/daemon/control/serve-sign-off.ts";
import { MusterdError } from "../../src/lib/errors.ts";
import type { Log } from "../../src/lib/log.ts";

it("writes one line about a flood of forged callbacks", async () => {
  const lines: object[] = [];
  const log = { warn: (fields: object) => void lines.push(fields) } as unknown as Log;
  const refused = new MusterdError("callback-refused", "the callback is not accepted", { hint: "look at the keys" });
  const signOff = {
    pass: async () => undefined,
    close: async () => undefined,
    callback: () => Promise.reject(refused),
  };
  const server = fastify();
  await serveSignOff(server, signOff, log);
  for (let sent = 0; sent < 20; sent += 1)
    expect((await server.inject({ method: "POST", url: "/sign-off", payload: "{}" })).statusCode).toBe(401);
  expect(lines).toEqual([{ code: "callback-refused", times: 1 }]);
  await server.close();
});
