/**
 * `node scripts/bench-sign-in.ts [rounds]`: measures how much 16 parallel sign-ins slow an upload. An upload of 50 MB in chunks
 * of 5 MB is timed alone and while 16 browsers at different addresses sign in again and again, alternately; medians and their
 * ratio are printed. The service is a separate process. The script asserts nothing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, fetch } from "undici";
import { sampleCompany } from "../src/sample/sample-company.ts";
import { hashPassword } from "../src/service/access/passwords.ts";
import { startService } from "../src/service/service.ts";
import { createBrowser, createFlow } from "../test/service/access/browser.ts";
import { endRoles, median, startRole } from "./bench-frame.ts";
import { sendChunks } from "./bench-upload-requests.ts";

const megabyte = 1_000_000;
const browsers = 16;
const password = "correct horse";
const app = { appId: "bench", redirectUri: "https://bench.example/cb" };
const { before: organisation } = sampleCompany({ people: 300, today: "2026-11-21" });
const accounts = organisation.employees
  .filter(({ active, corpCode }) => active && corpCode === undefined)
  .map(({ account }) => account);

const serve = async (database: string): Promise<void> => {
  const passwordHash = await hashPassword(password);
  const apps = [{ name: "Bench", appId: app.appId, redirectUris: [app.redirectUri], permissions: [] }];
  const passwords = accounts.slice(0, browsers).map((account) => ({ account, passwordHash }));
  const { url } = await startService({
    database,
    load: { organisation, access: { keys: [], apps, passwords } },
    keys: [{ name: "bench", secret: "bench-key", permissions: [] }],
    corpCode: "BENCH",
  });
  process.send?.(url);
};

/** Opens the sign-in page, and returns a function that sends it with the right password. */
const openPage = async (url: string, number: number): Promise<() => Promise<void>> => {
  const browser = createBrowser();
  const page = await browser.follow(await browser.open(createFlow(url, app, "openid").address()));
  const cookie = browser
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const dispatcher = new Agent({ localAddress: `127.0.0.${number + 2}` });
  const body = new URLSearchParams({ account: accounts[number] ?? "", password }).toString();
  const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
  return async () => {
    const { status } = await fetch(page.url, { method: "POST", headers, body, redirect: "manual", dispatcher });
    if (status !== 303) throw new Error(`a sign-in is answered with ${status}`);
  };
};

const secondsOf = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const measure = async (rounds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
  try {
    const { said: url } = await startRole(new URL(import.meta.url), "serve", join(folder, "service.db"));
    const pages = await Promise.all(Array.from({ length: browsers }, (_, number) => openPage(url, number)));
    const upload = () => secondsOf(() => sendChunks(url, 50 * megabyte, 5 * megabyte));
    const busyUpload = async (): Promise<{ readonly seconds: number; readonly signIns: number }> => {
      const ended = new AbortController();
      let signIns = 0;
      const loops = pages.map(async (signIn) => {
        while (!ended.signal.aborted) {
          await signIn();
          signIns += 1;
        }
      });
      const seconds = await upload();
      ended.abort();
      await Promise.all(loops);
      return { seconds, signIns };
    };
    await upload();
    const pairs: { readonly alone: number; readonly busy: Awaited<ReturnType<typeof busyUpload>> }[] = [];
    for (let round = 0; round < rounds; round += 1) pairs.push({ alone: await upload(), busy: await busyUpload() });
    const alone = median(pairs.map((pair) => pair.alone));
    const busy = median(pairs.map((pair) => pair.busy.seconds));
    console.log(`An upload of 50 MB in chunks of 5 MB, median of ${rounds} rounds`);
    console.log(`  alone                          ${alone.toFixed(2).padStart(8)} s`);
    console.log(`  during ${browsers} parallel sign-ins    ${busy.toFixed(2).padStart(8)} s`);
    console.log(`  ratio                          ${(busy / alone).toFixed(2).padStart(8)}`);
    console.log(
      `  sign-ins until all were answered ${median(pairs.map((pair) => pair.busy.signIns))
        .toFixed(0)
        .padStart(6)}`,
    );
  } finally {
    endRoles();
    rmSync(folder, { recursive: true });
  }
};

const [first = "5", database] = process.argv.slice(2);
if (first === "serve" && database !== undefined) await serve(database);
else await measure(Number(first));
