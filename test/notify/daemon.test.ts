/** Tests what the daemon tells, as a process: occurrences are brought about, told once, and their ends are told once. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { type CliProcess, logLines } from "../support/cli-process.ts";
import { controlUrl, daemonToken, openDaemonSite } from "../support/daemon-site.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const hook = { hook: { kind: "webhook", url: "env:HOOK", least: "info" } };

/** A site whose messages go to a receiver; `notify` adds settings. */
const openTold = async (notify: object = {}, daemon: Readonly<Record<string, unknown>> = {}) => {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const site = await openDaemonSite(daemon);
  closing.push(site.close);
  const settings = {
    channels: hook,
    // The sample's files keep the day on which they were made.
    sourceHours: 8000,
    ...notify,
  };
  await site.configure({ notify: settings });
  const start = (): CliProcess => {
    const process = site.startDaemon({ HOOK: receiver.url });
    closing.push(async () => {
      process.signal("SIGKILL");
      await process.ended;
    });
    return process;
  };
  return { site, receiver, settings, start };
};

const askRun = async (daemon: CliProcess): Promise<void> => {
  const headers = { Authorization: `Bearer ${daemonToken}` };
  await fetch(`${await controlUrl(daemon)}/runs`, { method: "POST", headers });
};

const typesOf = (receiver: Receiver): readonly string[] => receiver.accepted().map(({ type }) => type);

describe("the daemon", () => {
  it("tells a run that fails once, however often it fails, and once that it is over", async () => {
    const { site, receiver, start } = await openTold({}, { retry: [0.005] });
    const [file = ""] = Object.keys(site.files);
    await rm(join(site.folder, file));
    const daemon = start();
    const told = await receiver.until("source-refused.began");
    expect(told.data).toMatchObject({ severity: "error", details: { reason: { code: "source-file-missing" } } });
    expect(told.data.next).toContain("musterd source check");
    await receiver.until("quarantine.began");
    await site.write(site.files);
    await askRun(daemon);
    const over = await receiver.until("source-refused.ended");
    expect(over.data.thread).toBe(told.data.id);
    await receiver.until("quarantine.ended");
    await receiver.until("run-succeeded.once");
    const types = typesOf(receiver);
    expect(types.toSorted()).toEqual([...new Set(types)].toSorted());
    expect(logLines(daemon.stderr()).filter(({ msg }) => msg === "run ended").length).toBeGreaterThan(2);
  });

  it("that was off for a day tells so at its start, and tells silence once", async () => {
    const { site, receiver, start } = await openTold({ silenceHours: 20 }, { runAtStart: false });
    const first = start();
    await askRun(first);
    await receiver.until("run-succeeded.once");
    first.signal("SIGKILL");
    await first.ended;
    const store = new DatabaseSync(join(site.folder, "state", "musterd.db"));
    const dayMs = 24 * 3_600_000;
    store.exec(`UPDATE watch SET first_at = first_at - ${dayMs}, alive_at = alive_at - ${dayMs};
      UPDATE run SET started_at = started_at - ${dayMs}, ended_at = ended_at - ${dayMs};`);
    store.close();
    const second = start();
    const { details, next } = (await receiver.until("daemon-off.once")).data;
    expect(Date.parse(details.until ?? "") - Date.parse(details.since ?? "")).toBeGreaterThan(dayMs - 60_000);
    expect([details.lastGood !== undefined, next]).toEqual([true, expect.stringContaining("stopped on purpose")]);
    await receiver.until("silence.began");
    await askRun(second);
    await receiver.until("silence.ended");
    const told = typesOf(receiver).filter((type) => !type.startsWith("run-"));
    expect(told.toSorted()).toEqual(["daemon-off.once", "silence.began", "silence.ended"]);
  });

  it("tells a blocked plan with the worst first and no name, and its end when it is released", async () => {
    const { site, receiver, start } = await openTold();
    await site.configure({
      notify: { channels: hook, sourceHours: 8000 },
      guard: { caps: { employee: { update: { count: 0 }, create: { count: 0 } } } },
    });
    const daemon = start();
    const { data } = await receiver.until("run-blocked.began");
    expect(data.details.breaches?.length).toBeGreaterThan(0);
    daemon.signal("SIGTERM");
    await daemon.ended;
    await site.configure({ notify: { channels: hook, sourceHours: 8000 } });
    start();
    expect((await receiver.until("run-blocked.ended")).data.thread).toBe(data.id);
    const sent = receiver.received.map(({ body }) => body).join("\n");
    const { employees = [] } = site.before as {
      employees?: readonly { account: string; name: string; idCardNumber?: string }[];
    };
    expect(employees.length).toBeGreaterThan(50);
    const personal = employees.flatMap(({ name, idCardNumber }) => [name, ...(idCardNumber ? [idCardNumber] : [])]);
    expect(personal.filter((value) => sent.includes(value))).toEqual([]);
  });

  it("whose channel is dead runs and stops all the same, and tells with the same id when the channel is back", async () => {
    const { site, receiver, start } = await openTold();
    receiver.answer(...Array.from({ length: 50 }, () => 0));
    const daemon = start();
    const { runId } = await daemon.logged("run ended");
    await daemon.logged("occurrence");
    expect(receiver.accepted()).toEqual([]);
    daemon.signal("SIGTERM");
    expect((await daemon.ended).code).toBe(0);
    receiver.answer();
    const store = new DatabaseSync(join(site.folder, "state", "musterd.db"));
    store.exec("UPDATE message SET due_at = 0");
    store.close();
    await site.configure({ notify: { channels: hook, sourceHours: 8000 }, daemon: { runAtStart: false } });
    start();
    const told = await receiver.until("run-succeeded.once");
    expect(told.data.details.run?.id).toBe(runId);
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});
