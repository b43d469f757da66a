/** Tests who gets into the console and what is refused, over HTTP to a daemon process. */
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../support/processes/cli-process.ts";
import { daemonToken } from "../support/processes/daemon-site.ts";
import { type ConsoleSite, openConsoleSite, type PersonName, password } from "./console-site.ts";

let at: ConsoleSite;
let fingerprint: string;

beforeAll(async () => {
  at = await openConsoleSite();
  fingerprint = await at.ended("blocked");
});
afterAll(() => at.close());

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Sends exactly these headers; `form` is posted as from a page of the console. */
const send = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  form?: Readonly<Record<string, string>>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = form && new URLSearchParams(form).toString();
    const own = body === undefined ? {} : { origin: at.url, "content-type": "application/x-www-form-urlencoded" };
    const options = { method: body === undefined ? "GET" : "POST", headers: { ...own, ...headers } };
    const sent = request(`${at.url}${path}`, options, (answer) => {
      text(answer).then(
        (told) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: told }),
        reject,
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });

const cookieIn = ({ headers }: Answer): string => String(headers["set-cookie"]).split(";")[0] ?? "";

const signIn = async (name: PersonName) => {
  const answer = await send("/sign-in", {}, { name, password, to: "/" });
  expect(answer.status).toBe(303);
  const cookie = cookieIn(answer);
  const { body } = await send("/", { cookie });
  return { cookie, token: /name="token" value="([^"]+)"/.exec(body)?.[1] ?? "" };
};

describe("a page", () => {
  it("is shown only to somebody who has signed in, and nobody stores or frames it", async () => {
    const answer = await send("/run");
    expect(answer).toMatchObject({ status: 303, headers: { location: "/sign-in?to=%2Frun" } });
    const { cookie } = await signIn("vera");
    const { headers, status } = await send("/run", { cookie });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-frame-options": "DENY" });
    expect(headers["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers["content-security-policy"]).not.toContain("unsafe");
  });

  it("is not found under another name of the machine", async () => {
    for (const host of ["evil.example", "127.0.0.1.evil.example"])
      expect((await send("/sign-in", { host })).status).toBe(403);
    expect((await send("/sign-in", { host: "localhost:1" })).status).toBe(200);
  });

  it("that is not there is said to browsers as a page, and to programs in JSON", async () => {
    const { cookie } = await signIn("vera");
    const page = await send("/nowhere/at/all", { cookie, accept: "text/html,*/*;q=0.8", "accept-language": "zh-TW" });
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.body).toContain("沒有這個頁面。");
    const { status, body } = await send("/v1/nowhere", { accept: "*/*" });
    expect([status, JSON.parse(body).code]).toEqual([404, "not-found"]);
  });

  it("has the language of the browser, and that of the switch", async () => {
    const lang = async (headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await send("/sign-in", headers)).body)?.[1];
    expect(await lang({ "accept-language": "fr, zh-TW;q=0.8, en;q=0.5" })).toBe("zh-Hant-TW");
    expect(await lang({ "accept-language": "zh;q=0, en-GB" })).toBe("en");
    const chosen = cookieIn(await send("/language", {}, { language: "zh-TW", to: "/" }));
    expect(await lang({ "accept-language": "en", cookie: chosen })).toBe("zh-Hant-TW");
  });

  it("of the audit trail is an auditor's, and forms are those of their roles", async () => {
    const [vera, aude] = [await signIn("vera"), await signIn("aude")];
    expect((await send("/audit", { cookie: aude.cookie })).status).toBe(200);
    expect((await send("/audit", { cookie: vera.cookie })).status).toBe(403);
    for (const path of ["/start", "/cancel", "/questions"])
      expect((await send(path, { cookie: vera.cookie }, { token: vera.token })).status).toBe(403);
  });
});

describe("a sign-in", () => {
  it("leads to pages of this console only", async () => {
    const targets = [
      "//evil.example",
      "https://evil.example/",
      "/\\evil.example",
      "/.//evil.example",
      "/%2e/.\\/evil.example",
      "/\t/evil.example",
      "/%0d%0a//x",
      "javascript:alert(1)",
      "/run?status=failed",
    ];
    const sent: unknown[] = [];
    for (const to of targets)
      sent.push((await send("/sign-in", {}, { name: "vera", password, to })).headers["location"]);
    expect(sent).toEqual(["/", "/", "/", "/", "/", "/", "/%0d%0a//x", "/", "/run?status=failed"]);
  });

  it("gives a cookie that scripts and other sites do not get", async () => {
    const { headers } = await send("/sign-in", {}, { name: "vera", password, to: "/" });
    const [session, mark] = [headers["set-cookie"]].flat();
    // Browsers keep cookies by host alone, and the daemon of another company may have another port of this machine.
    const name = `musterd-${new URL(at.url).port}`;
    expect(session).toMatch(new RegExp(`^${name}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
    expect(mark).toMatch(
      new RegExp(`^${name}-device=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=15552000$`),
    );
  });

  it("is refused with a wrong password, and from a page of another site", async () => {
    const wrong = await send("/sign-in", {}, { name: "otto", password: "x".repeat(20), to: "/" });
    expect(wrong.status).toBe(401);
    expect(wrong.headers["set-cookie"]).toBeUndefined();
    for (const origin of ["https://evil.example", "null", ""])
      expect((await send("/sign-in", { origin }, { name: "vera", password, to: "/" })).status).toBe(403);
  });

  it("ends with the session, everywhere at once, and with the account", async () => {
    const [one, other, third] = [await signIn("bob"), await signIn("bob"), await signIn("otto")];
    const status = async ({ cookie }: { readonly cookie: string }) => (await send("/", { cookie })).status;
    expect((await send("/sign-out", { cookie: one.cookie }, { token: one.token })).status).toBe(303);
    expect([await status(one), await status(other)]).toEqual([303, 200]);
    const again = await signIn("bob");
    await send("/sign-out-everywhere", { cookie: again.cookie }, { token: again.token });
    expect([await status(again), await status(other)]).toEqual([303, 303]);
    await at.store.users.revoke("otto");
    await at.store.users.add({ name: "otto", roles: ["operator"] }, password);
    expect(await status(third)).toBe(303);
  });
});

describe("a form", () => {
  it("is refused without the token of its session, with that of another, and from another site", async () => {
    const [vera, aude] = [await signIn("vera"), await signIn("aude")];
    const out = (form: Record<string, string>, headers = {}) =>
      send("/sign-out", { cookie: vera.cookie, ...headers }, form);
    expect((await out({})).status).toBe(403);
    expect((await out({ token: aude.token })).status).toBe(403);
    expect((await out({ token: vera.token }, { origin: "https://evil.example" })).status).toBe(403);
    expect((await send("/", { cookie: vera.cookie })).status).toBe(200);
  });
});

describe("a link from a message", () => {
  const link = (plan: string) => at.store.sessions.makeLink({ person: "ann", plan });

  it("signs its person in once, for its plan only, and looking at it uses nothing up", async () => {
    const secret = await link(fingerprint);
    for (let looks = 0; looks < 2; looks += 1)
      expect((await send(`/link/${secret}`)).body).toContain("Continue as ann");
    const used = await send(`/link/${secret}`, {}, {});
    expect(used.headers["location"]).toBe(`/decide/${fingerprint.slice(0, 12)}`);
    const cookie = cookieIn(used);
    expect((await send(`/decide/${fingerprint.slice(0, 12)}`, { cookie })).status).toBe(200);
    for (const path of ["/", "/run", "/people", `/decide/${fingerprint.slice(0, 11)}`, `/decide/${"0".repeat(12)}`])
      expect((await send(path, { cookie })).status).toBe(403);
    const again = await send(`/link/${secret}`, {}, {});
    expect(again.headers["set-cookie"]).toBeUndefined();
    expect(again.body).toContain("used before");
  });

  it("is printed by `musterd users link` for accounts and plans that exist", async () => {
    const link = (...words: readonly string[]) =>
      runCli(["users", "link", ...words, "--config", at.site.config], {
        env: { API_KEY: at.site.fixture.apiKey, DAEMON_TOKEN: daemonToken },
        cwd: at.site.folder,
      });
    await at.site.configure({ daemon: { console: "https://musterd.example.com" } });
    const { stdout } = await link("ann", fingerprint.slice(0, 12));
    expect(stdout).toMatch(/^https:\/\/musterd\.example\.com\/link\/[\w-]{43}\n$/);
    expect((await send(new URL(stdout).pathname.trim())).body).toContain("Continue as ann");
    expect((await link("nobody", fingerprint)).stderr).toMatch(/^option-invalid: there is no account nobody/);
    expect((await link("ann", "0".repeat(12))).stderr).toMatch(/^option-invalid: no run has the plan/);
    await at.site.configure({ daemon: { console: "off" } });
    expect((await link("ann", fingerprint)).stderr).toMatch(/^option-invalid: the console is off/);
  });

  it("is of no use once it is forged, or its account is revoked", async () => {
    expect((await send("/link/forged", {}, {})).body).toContain("used before");
    const secret = await link(fingerprint);
    await at.store.users.revoke("ann");
    expect((await send(`/link/${secret}`, {}, {})).body).toContain("used before");
    await at.store.users.add({ name: "ann", roles: ["approver"] }, password);
  });
});
