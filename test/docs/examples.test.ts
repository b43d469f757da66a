/** The programs of examples/, run as they stand, with the sources in the place of the packages. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { openClient } from "../../src/client/client.ts";
import { runCli } from "../support/cli-process.ts";
import { blocksOf, cacheFolder, writeProgram } from "./blocks.ts";
import { apiKey, startSampleService } from "./sample-service.ts";

const folder = cacheFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const example = (name: string): string => writeProgram(folder, name, readFileSync(`examples/${name}`, "utf8"));

it("who-would-change lists people by department, from the JSON of a plan", async () => {
  for (const { file, text } of blocksOf("docs/getting-started.md")) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { stdout: plan } = await runCli(["plan", "--json"], { cwd: folder });
  const listing = promisify(execFile)(process.execPath, [example("who-would-change.ts")]);
  listing.child.stdin?.end(plan);
  expect((await listing).stdout).toContain("研發處\n  create 林大為 (lin.dw): name, number");
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
