/** Tests that whoever asks for much at once, by whichever way, makes a process read both sides one time after the other. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type App, openApp } from "../../src/app/app.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/lib/log.ts";
import { targetSettings } from "../../src/site/settings/settings.ts";
import { type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";

let site: DaemonSite;
let app: App;

beforeEach(async () => {
  site = await openDaemonSite();
  const config = loadConfig(site.config, { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken });
  app = openApp(config, targetSettings.parse(config.target), createLog("silent"));
});
afterEach(async () => {
  await app.close();
  await site.close();
});

const by = { actor: { kind: "person", name: "amy" }, roles: ["approver"] } as const;
const answers = [{ kind: "employee", source: "nobody", target: "nobody", same: true }] as const;

it("explanations, answers to questions and plans wait for each other, and the ninth is refused", async () => {
  const asked = [1, 2, 3, 4].flatMap((): readonly Promise<unknown>[] => [
    app.explain("000001"),
    app.deciding.adopt(by, answers),
    app.plan([]),
  ]);
  const ended = await Promise.allSettled(asked);
  const codes = ended.map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : "done"));
  const [explained, adopted] = ["done", "decision-invalid"];
  expect(codes.slice(0, 8)).toEqual([explained, adopted, "done", explained, adopted, "done", explained, adopted]);
  expect(codes.slice(8)).toEqual(Array(4).fill("too-many-requests"));
  // The list of departments comes first in each reading, and the list of people last.
  const lists = (await site.fixture.calls())
    .map(({ operation }) => operation)
    .filter((id) => id === "V1" || id === "E1");
  expect(lists.length).toBeGreaterThanOrEqual(16);
  expect(lists.filter((id, at) => id === lists[at - 1])).toEqual([]);
  await expect(app.explain("000001")).resolves.toBeDefined();
});
