/** Tests a console behind a proxy, and the links in messages to approvers. */
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

const host = "console.example.com";
const origin = `https://${host}`;
const fingerprint = "ab".repeat(32);
const password = "correct horse battery staple";
const mails: string[] = [];
let mailServer: SMTPServer;
let at: ServedConsole;

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const take = async (): Promise<void> => {
        mails.push(await text(stream));
        done();
      };
      // Whoever goes in the middle of a mail has sent none.
      take().catch(() => undefined);
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  const { port } = mailServer.server.address() as AddressInfo;
  const mail = { kind: "mail", url: "env:MAIL", from: "musterd@example.com", tls: "off" };
  const channels = {
    approver: { ...mail, to: ["ann@example.com"], approver: "ann" },
    operator: { ...mail, to: ["otto@example.com"], approver: "otto" },
    others: { ...mail, to: ["a@example.com", "b@example.com"] },
  };
  at = await serveForTest(
    { daemon: { console: origin, proxies: ["10.0.0.7"] }, notify: { channels } },
    {},
    { MAIL: `smtp://127.0.0.1:${port}` },
  );
  const { runs, plans } = at.app.store;
  const id = await runs.begin("schedule", "planned");
  const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 1, limit: 0, base: 9 } as const;
  await plans.keep(id, planWith({ changes: [change()], fingerprint, breaches: [breach] }));
  const error = { code: "cap-exceeded", message: "too many" };
  await runs.end(id, { status: "blocked", refresh: "not-needed", error });
});
afterAll(async () => {
  await at.close();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});

type Asked = {
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** As the proxy passes it on. */
const ask = (url: string, { form, cookie = "", from = "127.0.0.1", headers = {} }: Asked = {}) =>
  at.server.inject({
    url,
    method: form ? "POST" : "GET",
    remoteAddress: from,
    headers: {
      host,
      cookie,
      ...(form && { origin, "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });

describe("a console behind a proxy", () => {
  it("answers its own name, only from the proxy, and takes forms only from its own pages", async () => {
    const status = async (asked: Asked) => (await ask("/sign-in", asked)).statusCode;
    expect(await status({})).toBe(200);
    expect(await status({ from: "10.0.0.7" })).toBe(200);
    expect(await status({ from: "::ffff:10.0.0.7" })).toBe(200);
    for (const from of ["10.0.0.8", "203.0.113.5"]) expect(await status({ from })).toBe(403);
    for (const other of ["127.0.0.1", "evil.example", `${host}:1`, `${host}.evil.example`])
      expect(await status({ headers: { host: other } })).toBe(403);
    const form = { name: "ann", password, to: "/" };
    for (const other of ["https://evil.example", `http://${host}`, "null"])
      expect(await status({ form, headers: { origin: other } })).toBe(403);
    expect((await ask("/sign-in", { form })).statusCode).toBe(401);
  });
});

describe("a link in a message", () => {
  const linkIn = (mail = ""): string =>
    /https:\/\/console\.example\.com(\/link\/[\w-]{43})/.exec(
      mail.replaceAll("=\r\n", "").replaceAll("=3D", "="),
    )?.[1] ?? "";
  let link = "";

  it("is in the message to the one approver, and in no other", async () => {
    const notify = (await at.app.notifying()).open(() => undefined);
    await notify.pass();
    await expect.poll(() => mails.length).toBe(3);
    await notify.close();
    const links = mails.map((mail) => [/^To: (.+)$/m.exec(mail)?.[1]?.trim(), linkIn(mail) !== ""]);
    expect(new Map(links as [string, boolean][])).toEqual(
      new Map([
        ["ann@example.com", true],
        ["otto@example.com", false],
        ["a@example.com, b@example.com", false],
      ]),
    );
    link = mails.map(linkIn).find((one) => one !== "") ?? "";
  });

  it("stands nowhere in the store", async () => {
    const secret = link.slice(-43);
    for (const name of ["musterd.db", "musterd.db-wal"]) {
      const content = await readFile(join(at.app.config.stateFolder, name)).catch(() => Buffer.alloc(0));
      expect(content.includes(secret)).toBe(false);
    }
  });

  it("signs its person in once, for this plan only", async () => {
    expect((await ask(link)).body).toContain("Continue as ann");
    const used = await ask(link, { form: {} });
    expect(used.headers["location"]).toBe(`/decide/${fingerprint.slice(0, 12)}`);
    expect(String(used.headers["set-cookie"])).toMatch(
      /^__Host-musterd=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const cookie = String(used.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await ask(`/decide/${fingerprint.slice(0, 12)}`, { cookie })).statusCode).toBe(200);
    for (const path of ["/", "/people", `/decide/${"0".repeat(12)}`])
      expect((await ask(path, { cookie })).statusCode).toBe(403);
    expect((await ask(link, { form: {} })).body).toContain("used before");
  });

  it("is refused after 24 hours, and works a minute earlier", async () => {
    const minute = 60_000;
    const file = join(at.app.config.stateFolder, "musterd.db");
    const madeAgo = async (ms: number) => {
      const store = openStore(file, at.app.target, { nowMs: () => Date.now() - ms });
      const secret = await store.sessions.makeLink({ person: "ann", plan: fingerprint });
      await store.close();
      const { body } = await ask(`/link/${secret}`);
      const { headers } = await ask(`/link/${secret}`, { form: {} });
      return { body, signsIn: headers["set-cookie"] !== undefined };
    };
    const late = { body: expect.stringContaining("older than 24 hours"), signsIn: false };
    const early = { body: expect.stringContaining("Continue as ann"), signsIn: true };
    expect(await madeAgo(24 * 60 * minute - minute)).toEqual(early);
    expect(await madeAgo(24 * 60 * minute)).toEqual(late);
  });
});

it("signs a person of an OpenID provider out for somebody else, in whatever case the name is given", async () => {
  const { sessions, audit } = at.app.store;
  const secret = await sessions.openFrom("https://login.example.com", "Amy@example.com", ["viewer"]);
  const status = async () => {
    return (await ask("/run", { cookie: `__Host-musterd=${secret}` })).statusCode;
  };
  expect(await status()).toBe(200);
  expect(await sessions.endAll("amy@example.com", { kind: "command", name: "root" })).toBe(1);
  expect(await status()).toBe(303);
  const [entry] = await audit.list({ events: ["signed-out"], limit: 1, newest: true });
  expect(entry).toMatchObject({ by: { kind: "command", name: "root" }, about: "amy@example.com" });
});
