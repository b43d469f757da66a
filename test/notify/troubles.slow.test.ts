/** Tests more of what the daemon tells, as a process: old sources, certificates, guessed tokens, rejected plans, a start that fails. */
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { runCli } from "../support/processes/cli-process.ts";
import { controlUrl, daemonToken } from "../support/processes/daemon-site.ts";
import { askRun, closeTold, hook, openTold } from "../support/processes/told-site.ts";
import { makeCertificates } from "../support/servers/certificates.ts";

afterEach(closeTold);

describe("the daemon tells", () => {
  it("an old source once, and once that it is new again", async () => {
    const { site, receiver, start } = await openTold({ sourceHours: 24 });
    const [file = ""] = Object.keys(site.files);
    for (const name of Object.keys(site.files)) await utimes(join(site.folder, name), new Date(), new Date());
    const old = new Date(Date.now() - 48 * 3_600_000);
    await utimes(join(site.folder, file), old, old);
    const daemon = start();
    const { data } = await receiver.until("source-old.began");
    expect(data.details.since?.slice(0, 16)).toBe(old.toISOString().slice(0, 16));
    await utimes(join(site.folder, file), new Date(), new Date());
    await askRun(daemon);
    expect((await receiver.until("source-old.ended")).data.thread).toBe(data.id);
  });

  it("a certificate that ends soon, and guessed tokens, once", async () => {
    const { site, receiver, settings, start } = await openTold({}, { runAtStart: false });
    const certificates = await makeCertificates(site.folder);
    const beat = { kind: "heartbeat", url: "env:BEAT", ca: certificates.ca };
    const configure = (certificateDays: number) =>
      site.configure({
        notify: { ...settings, channels: { ...hook, beat }, certificateDays },
        daemon: { runAtStart: false },
      });
    await configure(60);
    const daemon = start({ BEAT: "https://127.0.0.1:9/beat" });
    const told = await receiver.until("certificate-ends.began");
    expect(told.data.details.name).toContain("notify.channels.beat");
    const env = { API_KEY: site.fixture.apiKey, HOOK: receiver.url, BEAT: "https://127.0.0.1:9/beat" };
    const status = await runCli(["status", "--json", "--config", site.config], { env });
    expect(JSON.parse(status.stdout).remaining).toMatchObject([{ level: "waiting", code: "certificate-ends" }]);
    const url = await controlUrl(daemon);
    const guess = (at: number) => fetch(`${url}/v1/runs`, { headers: { Authorization: `Bearer musterd_${at}` } });
    await Promise.all(Array.from({ length: 25 }, (_, at) => guess(at)));
    await askRun(daemon);
    const tokens = await receiver.until("tokens-refused.began");
    expect(tokens.data.details.count).toBeGreaterThan(20);
    daemon.signal("SIGTERM");
    await daemon.ended;
    await configure(1);
    start({ BEAT: "https://127.0.0.1:9/beat" });
    expect((await receiver.until("certificate-ends.ended")).data.thread).toBe(told.data.id);
    const types = receiver.accepted().map(({ type }) => type);
    expect(types.filter((type) => type === "tokens-refused.began")).toHaveLength(1);
  });

  it("that it cannot start, also where the store is the reason", async () => {
    const { site, receiver, start } = await openTold();
    await runCli(["runs", "--config", site.config], { env: { API_KEY: "k".repeat(20), HOOK: receiver.url } });
    await writeFile(join(site.folder, "state", "musterd.db"), "this is no database ".repeat(100));
    const daemon = start();
    expect((await daemon.ended).code).toBe(1);
    const { data } = await receiver.until("daemon-failed.once");
    expect(data.details.reason?.code).toBe("store-damaged");
  });

  it("a blocked plan, that it was rejected, and each next one that differs", async () => {
    const { site, receiver, settings, start } = await openTold();
    await site.configure({ notify: settings, guard: { caps: { employee: { update: { count: 0 } } } } });
    const daemon = start();
    const blocked = await receiver.until("run-blocked.began");
    const id = String(blocked.data.details.run?.id);
    const env = { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken, HOOK: receiver.url };
    const musterd = (...words: readonly string[]) => runCli([...words, "--config", site.config], { env });
    const { fingerprint } = JSON.parse((await musterd("show", id, "--json")).stdout);
    expect((await musterd("reject", fingerprint, "--reason", "wrong export")).code).toBe(0);
    await askRun(daemon);
    await receiver.until("plan-rejected.began");
    expect((await receiver.until("run-blocked.ended")).data.thread).toBe(blocked.data.id);
    await site.write({ "employees.csv": String(site.files["employees.csv"]).replace(/@/, "2@") });
    await askRun(daemon);
    await receiver.until("plan-rejected.ended");
    const { data } = await receiver.until("run-blocked.began", 2);
    await site.write({ "employees.csv": String(site.files["employees.csv"]).replace(/@/, "3@") });
    await askRun(daemon);
    const again = await receiver.until("run-blocked.again");
    expect(again.data).toMatchObject({ thread: data.id, title: blocked.data.title });
    expect(again.data.details.run?.id).not.toBe(data.details.run?.id);
  });
});

describe("a kind of record that the quality gate holds", () => {
  it("is told once, and its end once, although the runs do all the rest; resync --wait ends with 2", async () => {
    const { site, receiver, settings, start } = await openTold();
    const employees = String(site.files["employees.csv"]);
    const unread = employees.replaceAll(/09\d\d-?\d{3}-?\d{3}/g, "somebody");
    await site.write({ "employees.csv": unread });
    const daemon = start();
    const { data } = await receiver.until("kinds-held.began");
    expect(data.details.kinds).toEqual(["employee"]);
    expect(data.text).toContain("Not compared: employees.");
    await site.configure({ notify: settings, daemon: { port: Number(new URL(await controlUrl(daemon)).port) } });
    const env = { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken, HOOK: receiver.url };
    const followed = () => runCli(["resync", "--wait", "--config", site.config], { env });
    expect((await followed()).code).toBe(2);
    await site.write(site.files);
    expect((await followed()).code).toBe(0);
    expect((await receiver.until("kinds-held.ended")).data.thread).toBe(data.id);
    expect(receiver.accepted().filter(({ type }) => type === "kinds-held.began")).toHaveLength(1);
  });
});

describe("a command that does not talk to the daemon", () => {
  it("needs no secret of daemon.token, which the daemon, check and resync do", async () => {
    const { site, receiver } = await openTold();
    const env = { API_KEY: site.fixture.apiKey, HOOK: receiver.url };
    const code = async (command: string) => (await runCli([command, "--config", site.config], { env })).stderr;
    expect(await code("runs")).toBe("");
    expect(await code("status")).toBe("");
    for (const command of ["check", "resync", "daemon"]) expect(await code(command)).toContain("daemon.token");
  });
});
