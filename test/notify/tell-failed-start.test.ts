/** Tests how often people are told that the daemon cannot start. */
import { chown, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
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

/** Tells a failed start again and again; `told` counts what was told. */
const teller = (stateFolder: string) => {
  const counted = { told: 0 };
  const sendNotice = async () => void (counted.told += 1);
  const options = { settings, stateFolder, sendNotice, errorWords: () => undefined } as const;
  const tell = () =>
    tellFailedStart(
      { ...options, target: stateFolder, language: "en", timeZone: "UTC" },
      new MusterdError("internal", "no", { hint: "" }),
    );
  return { counted, tell };
};

it("once in six hours, also after the clock was set back", async () => {
  const stateFolder = await mkdtemp(join(tmpdir(), "musterd-failed-start-"));
  const { counted, tell } = teller(stateFolder);
  await tell();
  await tell();
  expect(counted.told).toBe(1);
  const nextYear = new Date(Date.now() + 365 * 86_400_000);
  await utimes(join(stateFolder, "start-failed"), nextYear, nextYear);
  await tell();
  expect(counted.told).toBe(2);
  await rm(stateFolder, { recursive: true });
});

it.runIf(process.getuid?.() === 0)(
  "also where somebody else has put the mark into the folder for temporary files",
  async () => {
    const stateFolder = join(tmpdir(), "musterd-no-such-state-folder");
    const marks = async () => (await readdir(tmpdir())).filter((name) => name.endsWith(".start-failed"));
    const before = await marks();
    const { counted, tell } = teller(stateFolder);
    await tell();
    const [mark = ""] = (await marks()).filter((name) => !before.includes(name));
    await tell();
    expect(counted.told).toBe(1);
    await chown(join(tmpdir(), mark), 12345, 12345);
    await tell();
    expect(counted.told).toBe(2);
    await rm(join(tmpdir(), mark));
  },
);
