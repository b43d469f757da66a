/** Tests that guessing tokens leads nowhere, and is told once. */
import { afterEach, expect, it } from "vitest";
import { logLines } from "../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, openDaemonSite } from "../support/processes/daemon-site.ts";

let site: DaemonSite;
afterEach(() => site.close());

it("10,000 wrong tokens: none gets in, those that are answered wait, and the log has a line a minute", async () => {
  site = await openDaemonSite({ runAtStart: false });
  const daemon = site.startDaemon();
  const url = await controlUrl(daemon);
  const statuses = new Map<number, number>();
  const startMs = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < 10_000) {
      next += 1;
      const headers = { Authorization: `Bearer musterd_${next}` };
      const { status } = await fetch(`${url}/v1/runs`, { headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 200 }, lane));
  const minutes = (performance.now() - startMs) / 60_000;
  expect([...statuses]).toEqual([[401, 10_000]]);
  const told = logLines(daemon.stderr()).filter(({ msg }) => msg.includes("no token or a wrong one"));
  expect(told.length).toBeLessThanOrEqual(1 + Math.floor(minutes));
  expect(told[0]).toMatchObject({ times: 1 });
  daemon.signal("SIGTERM");
  expect(await daemon.ended).toMatchObject({ code: 0 });
});
