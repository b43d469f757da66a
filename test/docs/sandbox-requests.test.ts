/** Sends what docs/sandbox.md says can be sent: the calls of curl, and every request with a body. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RunningService } from "../../src/service/service.ts";
import { blocksOf } from "./blocks.ts";
import { apiKey, startSampleService } from "./sample-service.ts";

let service: RunningService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

it("the calls of curl work one after the other", async () => {
  const [block] = blocksOf("docs/sandbox.md").filter(({ text }) => text.startsWith("curl"));
  const [departments = "", token = "", profile = ""] = (block?.text ?? "").split("\n");
  const curl = async (line: string, more: object = {}): Promise<unknown> => {
    const env = { ...process.env, MUSTERD_API_KEY: apiKey, MUSTERD_ADMIN_KEY: service.adminKey, ...more };
    const { stdout } = await promisify(execFile)("sh", ["-c", line.replace("http://127.0.0.1:8920", service.url)], {
      env,
    });
    return JSON.parse(stdout);
  };
  expect(await curl(departments)).toContainEqual(expect.objectContaining({ code: "A000" }));
  const { token: TOKEN } = (await curl(token)) as { token: string };
  expect(await curl(profile, { TOKEN })).toMatchObject({ employee_Number: expect.any(String) });
});

const rows = readFileSync("docs/sandbox.md", "utf8").matchAll(
  /^\| `[^|]*?(POST|PUT)[^|/]*(\/sandbox\/\w+)`.*\| .*?`(\{.*?\})`/gm,
);
const requests = [...rows].map(([, method = "POST", path = "", body = ""]) => ({ method, path, body }));

it("has requests to send", () => expect(requests.length).toBeGreaterThan(3));

it.each(requests)("$method $path takes $body", async ({ method, path, body }) => {
  const headers = { "Admin-Key": service.adminKey, "Content-Type": "application/json" };
  const sent: RequestInit = { method, headers, body };
  const answer = await fetch(service.url + path, sent);
  expect([answer.status, answer.ok ? "" : await answer.text()]).toEqual([200, ""]);
});
