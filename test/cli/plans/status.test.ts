/** Tests `musterd status`, and `GET /status` of the daemon: the state, the exit code, and what is told of whom. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CliProcess, runCli, startCli } from "../../support/processes/cli-process.ts";
import { controlUrl, daemonToken } from "../../support/processes/daemon-site.ts";
import { officeFiles, officePeople, officeSettings, personalData } from "../../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../../support/processes/workplace.ts";
import { openServiceFixture, type ServiceFixture } from "../../support/servers/service-fixture.ts";

let fixture: ServiceFixture;
let place: Workplace;
let daemon: CliProcess | undefined;
const env = () => ({ API_KEY: fixture.apiKey, DAEMON_TOKEN: daemonToken });

beforeEach(async () => {
  fixture = await openServiceFixture();
  const daemonPart = { port: 0, schedule: "0 0 29 2 *", token: "env:DAEMON_TOKEN", runAtStart: false };
  place = await openWorkplace(officeFiles(), { ...officeSettings(fixture), daemon: daemonPart });
});
afterEach(async () => {
  daemon?.signal("SIGKILL");
  await daemon?.ended;
  daemon = undefined;
  await Promise.all([fixture.close(), place.remove()]);
});

const musterd = (...parameters: readonly string[]) => runCli([...parameters, "--config", place.config], { env: env() });

type Shown = {
  readonly state: string;
  readonly lastGood?: { readonly id: string };
  readonly lastRun?: { readonly id: string; readonly status: string; readonly code?: string };
  readonly remaining: readonly { readonly level: string; readonly code: string; readonly hint: string }[];
  readonly nextRun?: { readonly at: string; readonly by: string };
};

const statusOf = async () => {
  const { code, stdout } = await musterd("status", "--json");
  return { code, ...(JSON.parse(stdout) as Shown) };
};

const manyLeave = officePeople(40).map((row, at) => ({ ...row, active: at < 5 }));

describe("musterd status", () => {
  it("is well before the first run and after a good one, and a plan that was only looked at changes nothing", async () => {
    expect(await statusOf()).toMatchObject({ code: 0, state: "well", remaining: [] });
    await musterd("plan");
    expect(await statusOf()).toMatchObject({ code: 0, lastRun: { status: "planned" } });
    await musterd("apply", "--yes");
    const { code, lastGood, lastRun, nextRun } = await statusOf();
    expect({ code, lastGood, by: nextRun?.by }).toMatchObject({
      code: 0,
      lastGood: { id: lastRun?.id },
      by: "schedule",
    });
    expect(nextRun?.at).toMatch(/-02-28T16:00:00/);
  });

  it("tells a failure until a run has gone well, whatever somebody looks at meanwhile", async () => {
    await musterd("apply", "--yes");
    const { lastRun: good } = await statusOf();
    await place.write({ "employees.csv": "" });
    await musterd("apply", "--yes");
    await place.write(officeFiles());
    await musterd("plan");
    const failed = await statusOf();
    expect(failed).toMatchObject({
      code: 1,
      state: "trouble",
      lastGood: { id: good?.id },
      lastRun: { status: "planned" },
    });
    expect(failed.remaining).toMatchObject([{ level: "trouble", code: expect.stringMatching(/^source-/) }]);
    await musterd("apply", "--yes");
    expect(await statusOf()).toMatchObject({ code: 0, state: "well" });
  });

  it("waits for somebody while a plan is blocked, in about ten lines of both languages, and names nobody", async () => {
    await musterd("apply", "--yes");
    await place.write(officeFiles(manyLeave));
    await musterd("apply", "--yes");
    const { code, state, remaining } = await statusOf();
    expect({ code, state }).toEqual({ code: 2, state: "waiting" });
    expect(remaining).toMatchObject([{ code: "cap-exceeded", hint: expect.stringContaining("musterd plan") }]);
    for (const [language, word] of [
      ["en", "waits for somebody"],
      ["zh-TW", "待人處理"],
    ] as const) {
      const { code: exit, stdout } = await musterd("status", "--language", language);
      expect(exit).toBe(2);
      expect(stdout).toContain(word);
      expect(stdout.split("\n").length).toBeLessThan(16);
      for (const row of officePeople(40)) {
        for (const value of [row.account, row.number, row.name, ...Object.values(personalData(row))])
          expect(stdout).not.toMatch(new RegExp(`\\b${value}\\b`));
      }
    }
  });
});

describe("GET /status", () => {
  it("says what `musterd status --json` says beside the daemon, and only to who has the token", async () => {
    await musterd("apply", "--yes");
    await place.write(officeFiles(manyLeave));
    await musterd("apply", "--yes");
    daemon = startCli(["daemon", "--config", place.config], { env: env() });
    const url = `${await controlUrl(daemon)}/status`;
    expect((await fetch(url)).status).toBe(401);
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${daemonToken}` } });
    const { code, ...shown } = await statusOf();
    expect({ code, status: answer.status }).toEqual({ code: 2, status: 200 });
    expect(await answer.json()).toEqual(shown);
    expect(await (await fetch(url.replace("status", "readyz"))).json()).toEqual({ status: "ready" });
  });
});
