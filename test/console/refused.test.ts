/** Tests what each role is refused, and what pages tell to whom, on a store that the test fills. */
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Role } from "../../src/model/role.ts";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

const persons: Readonly<Record<string, readonly Role[]>> = {
  vera: ["viewer"],
  otto: ["operator"],
  aude: ["auditor"],
  bob: ["approver"],
  both: ["operator", "auditor"],
};
const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 2, limit: 1, base: 9 } as const;
const fingerprint = "ab".repeat(32);
const plan = `/decide/${fingerprint.slice(0, 12)}`;
let at: ServedConsole;
let run: string;
const cookies = new Map<string, string>();

beforeAll(async () => {
  const settings = { policy: { protectedAccounts: ["somebody.protected"] } };
  at = await serveForTest(settings, { signIn: async () => ({ result: "slowed", waitMs: 1_500 }) });
  const { users, sessions, runs, plans } = at.app.store;
  // No password is tried here.
  for (const [name, roles] of Object.entries(persons)) await users.add({ name, roles }, "correct horse battery staple");
  for (const name of ["ann", ...Object.keys(persons)]) cookies.set(name, `musterd=${await sessions.open(name)}`);
  run = await runs.begin("schedule", "planned");
  await plans.keep(run, planWith({ changes: [change()], fingerprint, breaches: [breach] }));
  const error = { code: "cap-exceeded", message: "too many" };
  await runs.end(run, { status: "blocked", refresh: "not-needed", error });
});
afterAll(async () => {
  at.server.server.closeAllConnections();
  await at.close();
});

type Asked = {
  readonly form?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
  readonly from?: string;
};

const ask = (url: string, { form, cookie = "", from = "127.0.0.1" }: Asked = {}) =>
  at.server.inject({
    url,
    method: form ? "POST" : "GET",
    remoteAddress: from,
    headers: {
      host: "127.0.0.1",
      cookie,
      ...(form && { origin: "http://127.0.0.1", "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });

const page = (url: string, name: string) => ask(url, { cookie: cookies.get(name) });

const tokenIn = (body: string): string => /name="token" value="([^"]+)"/.exec(body)?.[1] ?? "";

/** Sends a form with the token of the person's session. */
const send = async (url: string, name: string, fields: Readonly<Record<string, string>> = {}) => {
  const cookie = cookies.get(name);
  const token = tokenIn((await ask("/settings", { cookie })).body);
  return ask(url, { cookie, form: { token, ...fields } });
};

/** The addresses that take a form, as the server prints them: a tree, indented by four characters. */
const formsServed = (): readonly string[] => {
  const above: string[] = [];
  return at.server
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", segment = "", methods = ""] = /^(.*)[├└]── (\S+) \((.*)\)/.exec(line) ?? [];
      const depth = indent.length / 4;
      above[depth] = `${above[depth - 1] ?? ""}${segment}`;
      return methods.includes("POST") ? [above[depth]] : [];
    });
};

describe("a form that is too large", () => {
  const large = (url: string, cookie = "") =>
    at.server.inject({
      url,
      method: "POST",
      headers: {
        host: "127.0.0.1",
        cookie,
        origin: "http://127.0.0.1",
        "content-type": "multipart/form-data; boundary=x",
      },
      payload: "x".repeat(100_000),
    });

  it("is read of nobody who has not signed in", async () => {
    const open = ["/sign-in", "/link/:secret", "/language"];
    for (const url of formsServed())
      expect([url, (await large(url)).statusCode]).toEqual([url, open.includes(url) ? 413 : 303]);
  });

  it("is read only where somebody may send a file", async () => {
    expect((await large("/sign-out", cookies.get("bob"))).statusCode).toBe(413);
    expect((await large("/questions/sheet", cookies.get("bob"))).statusCode).toBe(400);
  });
});

describe("what a role does", () => {
  const forms: Readonly<Record<string, readonly string[]>> = {
    approver: [
      ...["reject", "release", "ask"].map((answer) => `${plan}/${answer}`),
      "/questions",
      "/questions/rule",
      "/questions/sheet",
    ],
    operator: ["/start", "/cancel", "/people/employee/chen/apply", "/run/x/undo"],
  };

  it.each(Object.entries(forms))("is refused to all who are no %s", async (role, paths) => {
    const others = Object.entries(persons).filter(([, roles]) => !roles.some((one) => one === role));
    const allowed: unknown[] = [];
    for (const path of paths)
      for (const [name] of others) {
        const { statusCode } = await send(path, name, { reason: "I want to", whom: "ann", answer: "same" });
        if (statusCode !== 403) allowed.push([path, name, statusCode]);
      }
    expect(allowed).toEqual([]);
    expect(await at.app.store.audit.list({ events: ["released", "rejected"], limit: 1 })).toEqual([]);
    expect(await at.app.store.requests.next()).toBeUndefined();
  });

  it("is in these lists, unless anybody may do it", () => {
    const anybody = ["/sign-in", "/link/:secret", "/sign-out", "/sign-out-everywhere", "/language", "/people/look"];
    const ofRoles = Object.values(forms)
      .flat()
      .map((path) => path.replace(plan, "/decide/:plan"));
    const known = new Set([
      ...anybody,
      ...ofRoles.map((path) => path.replace("/employee/chen", "/:kind/:key").replace("/run/x", "/run/:id")),
    ]);
    expect(new Set(formsServed())).toEqual(known);
  });

  it("is reading the audit trail for auditors only, also as a file and on the page of a run", async () => {
    const event = "A plan was rejected";
    const by = { kind: "person", name: "bob" } as const;
    await at.app.store.audit.append({ event: "rejected", by, reason: "=1+1", facts: { run } });
    for (const name of Object.keys(persons)) {
      const isAuditor = persons[name]?.includes("auditor") === true;
      const statuses = [];
      for (const path of ["/audit", "/audit.csv"]) statuses.push((await page(path, name)).statusCode);
      expect([name, ...statuses]).toEqual([name, ...(isAuditor ? [200, 200] : [403, 403])]);
      expect([name, (await page(`/run/${run}`, name)).body.includes(event)]).toEqual([name, isAuditor]);
    }
  });
});

it("exports the audit trail without a cell that a spreadsheet would calculate", async () => {
  const { body } = await page("/audit.csv", "aude");
  expect(body).toContain("'=1+1");
  expect(body).not.toContain(",=1+1");
});

it("shows settings without what they say about people and where secrets are", async () => {
  const { body } = await page("/settings", "vera");
  expect(body).toContain("protectedAccounts");
  expect(body).toContain("env:•••");
  for (const masked of ["somebody.protected", "API_KEY"]) expect(body).not.toContain(masked);
});

it("says how long to wait before another password is tried, also to programs", async () => {
  const { statusCode, body } = await ask("/sign-in", { form: { name: "ann", password: "x", to: "/" } });
  expect(statusCode).toBe(429);
  expect(body).toMatch(/\b2 s/);
});

it("answers nobody who is not on this machine, whatever Host is sent, where it is for loopback only", async () => {
  expect((await ask("/sign-in")).statusCode).toBe(200);
  for (const from of ["203.0.113.5", "10.0.0.7", "2001:db8::1"])
    expect((await ask("/sign-in", { from })).statusCode).toBe(403);
});

it("says that somebody was asked only of an approver, whatever an address says", async () => {
  const words = "IT, who have checked it: release it";
  expect((await page(`${plan}?asked=${encodeURIComponent(words)}`, "ann")).body).not.toContain(words);
  expect((await page(`${plan}?asked=bob`, "ann")).body).toContain("bob was asked.");
});

it("asks only another approver, and tells only whoever was asked", async () => {
  const asked = async (whom: string) => (await send(`${plan}/ask`, "ann", { whom })).headers["location"];
  for (const whom of ["ann", "otto", "nobody"]) expect(await asked(whom)).toBe(plan);
  expect(await asked("bob")).toBe(`${plan}?asked=bob`);
  expect((await at.app.store.audit.list({ events: ["decision-asked"], limit: 9 })).map(({ about }) => about)).toEqual([
    "bob",
  ]);
  const told = "ann asks you to decide.";
  for (const name of ["bob", "vera", "ann"])
    expect([name, (await page(plan, name)).body.includes(told)]).toEqual([name, name === "bob"]);
});

it("shows a release until it has expired, and then that the plan waits again", async () => {
  const { verdicts } = at.app.store;
  const release = { verdict: "released", fingerprint, run, by: { kind: "person", name: "bob" }, reason: "x" } as const;
  const keep = async (ms: number) => {
    const given = { ...release, accepted: [], expiresAt: new Date(Date.now() + ms).toISOString() };
    return verdicts.keep(given, await verdicts.find(fingerprint));
  };
  const waits = async () => (await page(plan, "ann")).body.includes(`action="${plan}/release"`);
  await keep(60_000);
  expect(await waits()).toBe(false);
  await keep(-1);
  expect(await waits()).toBe(true);
  expect((await page("/", "ann")).body).toContain(`href="${plan}"`);
});

it("signs a person out who came by a link", async () => {
  const secret = await at.app.store.sessions.makeLink({ person: "ann", plan: fingerprint });
  const used = await ask(`/link/${secret}`, { form: {} });
  const cookie = String(used.headers["set-cookie"]).split(";")[0];
  const token = tokenIn((await ask(plan, { cookie })).body);
  const out = await ask("/sign-out", { cookie, form: { token } });
  expect(out.headers["set-cookie"]).toMatch(/^musterd=; .*Max-Age=0/);
  expect((await ask(plan, { cookie })).statusCode).toBe(303);
});

it("keeps a language that it has, and no other text, in a cookie", async () => {
  const chosen = async (language: string) =>
    (await ask("/language", { form: { language, to: "/" } })).headers["set-cookie"];
  expect(await chosen("zh-TW")).toMatch(/^musterd-language=zh-TW; Path=/);
  for (const other of ["fr", "en; Domain=example.com", "", "__proto__"]) expect(await chosen(other)).toBeUndefined();
});

it("shows reports in an origin of their own, where only their own script runs", async () => {
  for (const path of [`${plan}/report`, `/run/${run}/report`]) {
    const { headers, body } = await page(path, "ann");
    expect(body).toContain("<!doctype html>");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts$/,
    );
  }
});

it("tells at most twenty open pages of one person at a time how a run goes on, and those of others besides", async () => {
  const url = await at.server.listen({ port: 0, host: "127.0.0.1" });
  const open = (name = "vera") =>
    new Promise<{ readonly status: number | undefined; readonly leave: () => void }>((resolve, reject) => {
      const asked = get(
        `${url}/events`,
        { headers: { host: "127.0.0.1", cookie: cookies.get(name) ?? "" } },
        (answer) => {
          answer.on("error", () => undefined);
          resolve({ status: answer.statusCode, leave: () => asked.destroy() });
        },
      ).once("error", reject);
    });
  const pages = await Promise.all(Array.from({ length: 20 }, () => open()));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await open()).status).toBe(429);
  const other = await open("ann");
  expect(other.status).toBe(200);
  other.leave();
  pages[0]?.leave();
  const isFree = async () => {
    const { status, leave } = await open();
    leave();
    return status;
  };
  await expect.poll(isFree).toBe(200);
  for (const { leave } of pages) leave();
});

it("lets an open page ask again after an hour, so that a session that has ended is told nothing more", async () => {
  const { port } = at.server.server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const headers = { host: "127.0.0.1", cookie: cookies.get("vera") ?? "" };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`http://127.0.0.1:${port}/events`, { headers }, resolve).once("error", reject);
  });
  answer.on("error", () => undefined).resume();
  await vi.advanceTimersByTimeAsync(3_500_000);
  expect(answer.readableEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(200_000);
  vi.useRealTimers();
  await expect.poll(() => answer.readableEnded).toBe(true);
});
