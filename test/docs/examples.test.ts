/** Runs the programs of examples/ unchanged, except that they import this checkout's sources instead of our packages. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { openClient } from "../../src/client/client.ts";
import { runCli } from "../support/processes/cli-process.ts";
import { cacheFolder, writeFirstRun, writeProgram } from "./blocks.ts";
import { apiKey, startSampleService } from "./sample-service.ts";

const folder = cacheFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const example = (name: string): string => writeProgram(folder, name, readFileSync(`examples/${name}`, "utf8"));

it("who-would-change lists people by department, from the JSON of a plan", async () => {
  writeFirstRun(folder);
  const { stdout: plan } = await runCli(["plan", "--json"], { cwd: folder });
  const listing = promisify(execFile)(process.execPath, [example("who-would-change.ts")]);
  listing.child.stdin?.end(plan);
  expect((await listing).stdout).toMatch(/研發處\n {2}林大為 \(lin\.dw\) joins: .*hireDate/);
});

it("own-tests passes", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--test", example("own-tests.ts")]);
  expect(stdout).toContain("pass 1");
});

it("callback-receiver believes the service, and nobody else", async () => {
  const service = await startSampleService();
  const env = { ...process.env, SERVICE_URL: service.url, PORT: "0" };
  const receiver = spawn(process.execPath, [example("callback-receiver.ts")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  receiver.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  try {
    await expect.poll(() => printed).toContain("port: ");
    const callBackUrl = `http://127.0.0.1:${/port: (\d+)/.exec(printed)?.[1]}`;
    await using client = openClient({ url: service.url, corpCode: "DEMO", apiKey });
    const values = { kind: "事假", from: "2026-12-01", until: "2026-12-02", days: 2, reason: "Moving house" };
    const fields = Object.entries(values).map(([code, value]) => ({ code, value }));
    const applyAccount = { userType: 0, userCode: "yuche.peng" } as const;
    const body = { applyAccount, deptCode: "C100", fields, callBackUrl };
    const traceId = await client.initiateForm({ params: { formCodeOrId: "LEAVE" }, body });
    await expect.poll(() => printed).toContain(`"TraceId":"${traceId}","Type":"Success"`);
    expect((await fetch(callBackUrl, { method: "POST", body: "{}" })).status).toBe(400);
  } finally {
    receiver.kill();
    await once(receiver, "close");
    await service.close();
  }
});
