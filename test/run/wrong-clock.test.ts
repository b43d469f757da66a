/** A machine whose clock has jumped, beside a service whose clock is right. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startCli } from "../support/processes/cli-process.ts";
import { type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";
import { shiftedClock } from "../support/shifted-clock.ts";

const hour = 3_600_000;

let site: DaemonSite;
beforeAll(async () => {
  site = await openDaemonSite();
});
afterAll(() => site.close());

const musterd = async (aheadMs: number, ...parameters: readonly string[]) => {
  const { env, later } = await shiftedClock(site.folder);
  await later(aheadMs);
  const process = startCli([...parameters, "--json", "--config", site.config], {
    env: { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken, ...env },
  });
  const { code } = await process.ended;
  return { code, stdout: process.stdout(), stderr: process.stderr() };
};

it.each([
  ["a month ahead", 30 * 24],
  ["a day behind", -24],
])("nobody is let in or disabled by a clock that is %s", async (_, hours) => {
  const before = await site.fixture.dump();
  const { code, stderr } = await musterd(hours * hour, "apply", "--yes");
  expect(code).toBe(1);
  expect(JSON.parse(stderr.slice(stderr.indexOf("{")))).toMatchObject({
    error: {
      code: "clock-differs",
      message: expect.stringContaining(`are ${Math.abs(hours)} hours apart`),
      hint: expect.stringContaining("set the clock that is wrong"),
    },
  });
  expect(await site.fixture.dump()).toEqual(before);
});

it("a clock that shows the time of another zone blocks nothing, and one that is right again writes what was blocked", async () => {
  const { code, stdout } = await musterd(8 * hour, "plan");
  expect({ code, breaches: (JSON.parse(stdout) as { readonly breaches: unknown }).breaches }).toEqual({
    code: 2,
    breaches: [],
  });
  expect((await musterd(0, "apply", "--yes")).code).toBe(0);
});
