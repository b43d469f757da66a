/**
 * A directory that answers with bad intent, or through a broken proxy. Nothing of it is believed, nothing keeps the reading busy or
 * fills the memory, and each behaviour is named by a stable code with a hint, and never as a defect of this program.
 */
import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { envelope, startFakeLdapServer, tlv } from "../../support/ldap/fake-ldap-server.ts";
import { feed, readWhole, withFeed } from "./feed.ts";
import type { Asked, Told } from "./hostile-reader.ts";
import { base, behaviours, raw, success } from "./malicious-behaviours.ts";

/** Started at the first message, and again after it has died; stays for all behaviours. */
const openHelper = (file: URL, execArgv: readonly string[] = []) => {
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill());
  return async <Told>(message: Serializable): Promise<Told> => {
    child ??= fork(file, { execArgv: [...execArgv] });
    const stop = new AbortController();
    const died = once(child, "exit", stop).then(([code, signal]) => {
      child = undefined;
      return expect.fail(`${file.pathname} died with ${code ?? signal}`);
    });
    child.send(message);
    const [told] = (await Promise.race([once(child, "message", stop), died])) as [Told];
    died.catch(() => {});
    stop.abort();
    return told;
  };
};

const urlOf = openHelper(new URL("malicious-server.ts", import.meta.url));
/** Reads as musterd does that is started in a small container. */
const read = openHelper(new URL("hostile-reader.ts", import.meta.url), [
  "--max-semi-space-size=8",
  "--heap-growing-percent=20",
  "--expose-gc",
]);

it("has 24 bad behaviours and more", () => {
  expect(new Set(behaviours.map(({ does }) => does)).size).toBe(41);
});

it.each(behaviours)("is not believed if it $does", async ({ does, code, settings }) => {
  const url = await urlOf<string>(does);
  const asked: Asked = { settings: { url, timeoutSeconds: 60, pageSize: 2, ...settings }, base };
  const told = await read<Told>(asked);
  if (process.env["MUSTERD_SHOW"]) console.log(`${told.peakMiB.toFixed(0)} MiB ${told.tookMs.toFixed(0)} ms ${does}`);
  expect(told).toMatchObject({ code, hint: expect.stringMatching(/.{20}/), timers: 0 });
  expect(told.text).not.toMatch(/undefined|NaN|Infinity/);
  const known = Object.keys(feed({ url })).map((setting) => `source.feeds.ad.ldap.${setting}`);
  expect([undefined, ...known]).toContain(told.setting);
  expect(told.peakMiB).toBeLessThan(300);
  expect(told.tookMs).toBeLessThan(60_000);
});

it("lets notices pass that answer no request", async () => {
  const server = await startFakeLdapServer(raw(() => envelope(0, tlv(0x78, success))));
  onTestFinished(() => server.close());
  const records = await withFeed({ url: server.url }, (connection) => readWhole(connection, { base }, ["cn"], 2));
  expect(records.map(({ dn }) => dn)).toEqual([`cn=a,${base}`]);
});
