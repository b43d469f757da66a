/** Tests that no signal opens Node's debugger, to which everybody on the machine could connect and read all that the process has. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { startCli } from "../support/processes/cli-process.ts";

it("SIGUSR1, which rotations of logs send, opens no debugger", async () => {
  const env = { MUSTERD_API_KEY: "an-api-key-of-0123456789ab", MUSTERD_ADMIN_KEY: "an-admin-key-of-0123456789" };
  const service = startCli(["service", "--port", "0", "--database", ":memory:"], { env });
  await expect.poll(() => service.stdout() + service.stderr(), { timeout: 60_000 }).toContain("http://");
  service.signal("SIGUSR1");
  await pause(500);
  service.signal("SIGTERM");
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(service.stderr()).not.toContain("Debugger");
});
