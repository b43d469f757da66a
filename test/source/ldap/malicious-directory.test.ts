/**
 * A directory that answers with bad intent, or through a broken proxy. Nothing of it is believed, nothing keeps the reading busy or
 * fills the memory, and each behaviour is named by a stable code with a hint, and never as a defect of this program.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, expect, it } from "vitest";
import { envelope, type FakeLdapServer, startFakeLdapServer, tlv } from "../../support/ldap/fake-ldap-server.ts";
import { feed, readWhole, withFeed } from "./feed.ts";
import type { Asked, Told } from "./hostile-reader.ts";
import { a, always, base, behaviours, done, raw, success } from "./malicious-behaviours.ts";

let server: FakeLdapServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

let reader: ChildProcess | undefined;
afterAll(() => reader?.kill());

/** Reads in another process, which is started as musterd is in a small container, and stays for all behaviours. */
const readFrom = async (settings: Asked["settings"]): Promise<Told> => {
  reader ??= fork(new URL("hostile-reader.ts", import.meta.url), {
    execArgv: ["--max-semi-space-size=8", "--heap-growing-percent=20", "--expose-gc"],
  });
  const stop = new AbortController();
  const died = once(reader, "exit", stop).then(([code, signal]) => {
    reader = undefined;
    return expect.fail(`the reader died with ${code ?? signal}`);
  });
  reader.send({ settings, base } satisfies Asked);
  const [told] = (await Promise.race([once(reader, "message", stop), died])) as [Told];
  died.catch(() => {});
  stop.abort();
  return told;
};

it("has 24 bad behaviours and more", () => {
  expect(new Set(behaviours.map(({ does }) => does)).size).toBe(41);
});

it.each(behaviours)(
  "is not believed if it $does",
  async ({ does, code, answer = always(a, done), bind, startTls, settings }) => {
    server = await startFakeLdapServer(answer, { ...(bind && { bind: { raw: bind } }), ...(startTls && { startTls }) });
    const told = await readFrom({ url: server.url, timeoutSeconds: 60, pageSize: 2, ...settings });
    if (process.env["MUSTERD_SHOW"]) console.log(`${told.peakMiB.toFixed(0)} MiB ${told.tookMs.toFixed(0)} ms ${does}`);
    expect(told).toMatchObject({ code, hint: expect.stringMatching(/.{20}/), timers: 0 });
    expect(told.text).not.toMatch(/undefined|NaN|Infinity/);
    const known = Object.keys(feed({ url: server.url })).map((setting) => `source.feeds.ad.ldap.${setting}`);
    expect([undefined, ...known]).toContain(told.setting);
    expect(told.peakMiB).toBeLessThan(300);
    expect(told.tookMs).toBeLessThan(60_000);
  },
);

it("lets notices pass that answer no request", async () => {
  server = await startFakeLdapServer(raw(() => envelope(0, tlv(0x78, success))));
  const records = await withFeed({ url: server.url }, (connection) => readWhole(connection, { base }, ["cn"], 2));
  expect(records.map(({ dn }) => dn)).toEqual([`cn=a,${base}`]);
});
