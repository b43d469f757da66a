/** Tests how often people are told that the daemon cannot start. */
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import { notifySettings, resolveNotify } from "../../src/notify/settings.ts";
import { tellFailedStart } from "../../src/notify/tell-failed-start.ts";

const channels = { people: { kind: "service", to: ["ann"] } };
const settings = resolveNotify(
  notifySettings.parse({ channels }),
  (path) => path,
  () => "",
  [],
);

it("once in six hours, also after the clock was set back", async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), "musterd-failed-start-"));
  let told = 0;
  const sendNotice = async () => void (told += 1);
  const options = { settings, stateFolder, sendNotice, errorWords: () => undefined } as const;
  const tell = () =>
    tellFailedStart(
      { ...options, target: stateFolder, language: "en", timeZone: "UTC" },
      new MusterdError("internal", "no", { hint: "" }),
    );
  await tell();
  await tell();
  expect(told).toBe(1);
  const nextYear = new Date(Date.now() + 365 * 86_400_000);
  await utimes(join(stateFolder, "start-failed"), nextYear, nextYear);
  await tell();
  expect(told).toBe(2);
  await rm(stateFolder, { recursive: true });
});
