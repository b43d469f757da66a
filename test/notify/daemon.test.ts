/** Tests what the daemon tells, as a process: occurrences are brought about, told once, and their ends are told once. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { logLines } from "../support/processes/cli-process.ts";
import { askRun, closeTold, hook, openTold } from "../support/processes/told-site.ts";
import type { Receiver } from "../support/servers/receiver.ts";

afterEach(closeTold);

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
