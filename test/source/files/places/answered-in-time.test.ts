/** A folder on a mount whose server is away: each call on a file waits, perhaps for ever. */
import type * as files from "node:fs/promises";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { asMusterdError } from "../../../../src/lib/errors.ts";
import type * as openFilesModule from "../../../../src/source/files/open-files.ts";
import { fileFeedSettings } from "../../../../src/source/files/settings.ts";

/** The mount: while its server is away, calls below `at` wait; `calls` counts those that do. */
const mount = vi.hoisted(() => ({ at: "", calls: 0, back: Promise.withResolvers<void>() }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof files>();
  const waiting =
    <Args extends readonly unknown[], Result>(call: (path: string, ...rest: Args) => Promise<Result>) =>
    async (path: string, ...rest: Args): Promise<Result> => {
      if (mount.at !== "" && path.startsWith(mount.at)) {
        mount.calls += 1;
        await mount.back.promise;
      }
      return call(path, ...rest);
    };
  const { open, stat, lstat, readdir, realpath } = real;
  return {
    ...real,
    open: waiting(open as (path: string) => ReturnType<typeof open>),
    stat: waiting(stat as (path: string) => ReturnType<typeof stat>),
    lstat: waiting(lstat as (path: string) => ReturnType<typeof lstat>),
    readdir: waiting(readdir as (path: string) => Promise<string[]>),
    realpath: waiting(realpath as (path: string) => Promise<string>),
  };
});

let folder: string;
let other: string;
let openFiles: typeof openFilesModule.openFiles;

beforeEach(async () => {
  // Test files share modules, and those of an earlier file have the real calls.
  vi.resetModules();
  ({ openFiles } = await import("../../../../src/source/files/open-files.ts"));
  [folder, other] = [await mkdtemp(join(tmpdir(), "musterd-mount-")), await mkdtemp(join(tmpdir(), "musterd-other-"))];
  for (const each of [folder, other]) await writeFile(join(each, "people.csv"), "a\n1\n");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(async () => {
  vi.useRealTimers();
  mount.at = "";
  mount.back.resolve();
  await rm(folder, { recursive: true });
  await rm(other, { recursive: true });
});

const opened = (at: string, name: string) => {
  const feed = openFiles(fileFeedSettings.parse({ folder: at, settleSeconds: 0 }));
  let rows = 0;
  const read = feed.read({ from: "hr", files: [name] }, undefined, () => () => void (rows += 1));
  const told = (reading: Promise<unknown> | undefined) =>
    Promise.resolve(reading).then(
      () => rows,
      (error: unknown) => asMusterdError(error).message,
    );
  return { read: told(read), finish: () => told(feed.finish?.()) };
};

const away = () => Object.assign(mount, { at: folder, calls: 0, back: Promise.withResolvers<void>() });
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

it.each(["people.csv", "*.csv"])("ends the reading with the reason, and takes one thread (%s)", async (name) => {
  away();
  const readings = [1, 2, 3, 4, 5].map(() => opened(folder, name).read);
  await minutes(6);
  expect(await Promise.all(readings)).toEqual(
    Array(5).fill(`${name} in ${folder} cannot be read (no answer within 5 minutes)`),
  );
  readings.push(opened(folder, name).read);
  await minutes(1);
  expect(mount.calls).toBe(1);
  expect(await opened(other, name).read).toBe(1);
  mount.back.resolve();
  await minutes(1);
  expect(await readings.at(-1)).toBe(1);
  expect(await opened(folder, name).read).toBe(1);
});

it("ends the reading also at its last look at the files", async () => {
  const feed = opened(folder, "people.csv");
  expect(await feed.read).toBe(1);
  away();
  const finish = feed.finish();
  await minutes(6);
  expect(await finish).toMatch("no answer within 5 minutes");
});
