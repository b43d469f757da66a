/** Tests `musterd demo --stay`: two people get to the plan that waits, and a signal ends everything. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startCli } from "../support/processes/cli-process.ts";

it("stays with a plan that waits until Ctrl-C, and two people have a link to it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-demo-"));
  const demo = startCli(["demo", "--stay", "--people", "100", "--folder", folder]);
  await expect.poll(demo.stdout).toContain("Ctrl-C");
  const links = demo.stdout().match(/http:\S+\/link\/\S+/g) ?? [];
  expect(links).toHaveLength(2);
  for (const link of links) {
    const headers = { origin: new URL(link).origin, "content-type": "application/x-www-form-urlencoded" };
    const used = await fetch(link, { method: "POST", headers, body: "", redirect: "manual" });
    const cookie = String(used.headers.get("set-cookie")).split(";")[0] ?? "";
    const plan = await fetch(new URL(used.headers.get("location") ?? "", link), { headers: { cookie } });
    expect(plan.status).toBe(200);
    expect(await plan.text()).toContain("/reject");
  }
  demo.signal("SIGINT");
  expect(await demo.ended).toEqual({ code: 0, signal: null });
  await rm(folder, { recursive: true });
});
