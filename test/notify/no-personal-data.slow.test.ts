/**
 * Tests that no personal value of the sample company leaves musterd beside the service and its store: a byte-wise search over mails,
 * webhooks, metrics, the exported trail, the log, what is printed, and every command that Redis gets.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, it } from "vitest";
import { runCli } from "../support/processes/cli-process.ts";
import { controlUrl, daemonToken } from "../support/processes/daemon-site.ts";
import { askRun, closeTold, hook, openTold } from "../support/processes/told-site.ts";
import { makeCertificates } from "../support/servers/certificates.ts";
import { startSharedRedis } from "../support/servers/shared-redis.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await closeTold();
  for (const close of closing.splice(0).reverse()) await close();
});

/** A mail as it comes, and decoded: base64 and quoted-printable hide a text from a byte-wise search. */
const decoded = (mail: string): string => {
  const bodies = mail.split(/\r?\n\r?\n/).map((part) => part.replaceAll(/\s/g, ""));
  const base64 = bodies
    .filter((part) => /^[A-Za-z0-9+/]+=*(--.*)?$/.test(part))
    .map((part) => Buffer.from(part, "base64").toString());
  const bytes = mail
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return [mail, ...base64, Buffer.from(bytes, "latin1").toString("utf8")].join("\n");
};

const openMailServer = async () => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-smtp-"));
  closing.push(async () => rmSync(folder, { recursive: true }));
  const { ca, server: files } = await makeCertificates(folder);
  const mails: string[] = [];
  const server = new SMTPServer({
    cert: readFileSync(files.cert),
    key: readFileSync(files.key),
    authOptional: true,
    onData: (stream, _session, done) => {
      const take = async (): Promise<void> => {
        mails.push(await text(stream));
        done();
      };
      // Whoever goes in the middle of a mail has sent none.
      take().catch(() => undefined);
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { ca, mails, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
};

type Employee = Readonly<Record<"account" | "name", string>> & Readonly<Record<string, unknown>>;

/** Numbers, birth dates, phones, addresses and names of everybody, on both sides; a name of one or two letters is found anywhere. */
const personalValues = (employees: readonly Employee[], rows: string): readonly string[] => {
  const kept = ["name", "englishName", "idCardNumber", "phoneNumber", "mobile", "email", "emailEx", "officePhone"];
  const ofService = employees.flatMap((one) => kept.map((field) => one[field]));
  const ofHr = rows
    .split("\n")
    .slice(1)
    .flatMap((row) => row.split(","))
    .filter((cell) => /@|^[A-Z][12]\d{8}$|^09\d{2}/.test(cell));
  const births = employees.map(({ birthDate }) => (typeof birthDate === "string" ? birthDate.slice(0, 10) : ""));
  const all = [...ofService, ...ofHr, ...births].filter((value): value is string => typeof value === "string");
  return [...new Set(all)].filter((value) => Buffer.byteLength(value) >= 6);
};

it("no personal value is in mails, webhooks, metrics, the trail, the log or Redis", async () => {
  const mail = await openMailServer();
  const redis = await startSharedRedis();
  closing.push(() => redis.kill());
  const monitor = await redis.admin.monitor();
  const commands: string[] = [];
  monitor.on("monitor", (_time: string, sent: readonly unknown[]) => commands.push(sent.join(" ")));
  const { site, receiver, settings, start } = await openTold({}, { runAtStart: false });
  const to = {
    kind: "mail",
    url: "env:SMTP",
    from: "musterd@example.com",
    to: ["hr@example.com"],
    least: "info",
    ca: mail.ca,
  };
  const notify = { ...settings, channels: { ...hook, to } };
  await site.configure({ notify, guard: { caps: { employee: { update: { count: 0 } } } } });
  const env = { SMTP: mail.url, REDIS_URL: redis.url };
  const first = start(env);
  await askRun(first);
  await receiver.until("run-blocked.began");
  first.signal("SIGTERM");
  await first.ended;
  await site.configure({ notify });
  await site.fixture.fault({ operation: "E11", kind: "status", status: 400, times: 2 });
  const second = start(env);
  await askRun(second);
  await receiver.until("run-partial.began");
  await askRun(second);
  await receiver.until("run-succeeded.once");
  const url = await controlUrl(second);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const all = { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken, HOOK: receiver.url, ...env };
  const trail = (await runCli(["audit", "export", "--json", "--config", site.config], { env: all })).stdout;
  await expect.poll(() => mail.mails.length).toBeGreaterThan(3);
  const { employees = [] } = site.before as unknown as { employees?: readonly Employee[] };
  const personal = personalValues(employees, String(site.files["employees.csv"]));
  expect(personal.length).toBeGreaterThan(300);
  const said = {
    mails: mail.mails.map(decoded).join("\n"),
    webhooks: receiver.received.map(({ headers, body }) => JSON.stringify(headers) + body).join("\n"),
    metrics,
    trail,
    logs: first.stderr() + second.stderr(),
    redis: commands.join("\n"),
  };
  for (const [where, content] of Object.entries(said)) {
    expect([where, content.length > 1_000]).toEqual([where, true]);
    const bytes = Buffer.from(content);
    expect([where, personal.filter((value) => bytes.includes(value))]).toEqual([where, []]);
  }
  monitor.disconnect();
});
