/** A file that is still being written is not read. */
import { execFileSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asMusterdError } from "../../../src/lib/errors.ts";
import { openFeeds } from "../../../src/source/feeds/feeds.ts";
import { fileFeed } from "../../../src/source/files/feed.ts";
import { type FileSettings, readFileTable } from "../../../src/source/files/read-file.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import { freshMemory } from "../csv-folder.ts";

const file = "people.csv";
const old = new Date("2026-01-02T03:04:05Z");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-unfinished-"));
  await write(file, "a\n1\n", old);
});

afterEach(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string, time = new Date()): Promise<void> => {
  await writeFile(join(folder, name), content);
  await utimes(join(folder, name), time, time);
};

const read = (settings: Partial<FileSettings> = {}): Promise<number | string> =>
  readFileTable({ folder, file }, { encoding: "auto", delimiter: ",", ...settings }, () => () => undefined).then(
    ({ rows }) => rows,
    (error: unknown) => asMusterdError(error).code,
  );

const later = (seconds: number): Date => new Date(old.getTime() + seconds * 1000);

describe("a file that was changed just now", () => {
  it("is watched until it has not changed for the set time, and refused if it grows", async () => {
    await write(file, "a\n1\n");
    const settings = { encoding: "auto", delimiter: ",", settleSeconds: 0.5 } as const;
    const reading = readFileTable({ folder, file }, settings, () => () => undefined);
    await delay(200);
    await appendFile(join(folder, file), "2\n");
    await expect(reading).rejects.toMatchObject({
      code: "source-file-changing",
      message: expect.stringMatching(/^people\.csv was changed while it was watched/),
      place: { file },
    });
    expect(await read({ settleSeconds: 0.5 })).toBe(2);
  });

  it("is not watched longer if its time is in the future", async () => {
    await write(file, "a\n1\n", new Date(Date.now() + 3_600_000));
    expect(await read({ settleSeconds: 0.05 })).toBe(1);
  });
});

describe("a file beside which lies", () => {
  const reading = () => readFileTable({ folder, file }, { encoding: "auto", delimiter: "," }, () => () => undefined);
  const lockedBy = (sign: string) => ({
    code: "source-file-locked",
    message: expect.stringContaining(`${sign} lies beside it`) as string,
    place: { file },
    hint: expect.stringContaining(`delete ${sign}`) as string,
  });

  it.each(["~$people.csv", "~$ople.csv", ".~lock.people.csv#"])("the lock %s is refused", async (lock) => {
    await write(lock, "");
    await expect(reading()).rejects.toMatchObject(lockedBy(lock));
  });

  it.each([".part", ".tmp", ".filepart", ".crdownload"])(
    "a copy under way (%s) is refused, an older one is not",
    async (end) => {
      await write(`${file}${end}`, "", later(1));
      await expect(reading()).rejects.toMatchObject(lockedBy(`${file}${end}`));
      await write(`${file}${end}`, "", later(-1));
      expect(await read()).toBe(1);
    },
  );

  it("the lock of another file is read", async () => {
    await write("~$posts.csv", "");
    await write("posts.csv.part", "");
    expect(await read()).toBe(1);
  });
});

describe("a file that has a marker", () => {
  it("is read once a marker is there that is not older", async () => {
    for (const ready of ["export.ok", "*.ok"]) {
      expect(await read({ ready })).toBe("source-not-ready");
      await write("export.ok", "", later(-1));
      expect(await read({ ready })).toBe("source-not-ready");
      await write("export.ok", "", later(0));
      expect(await read({ ready })).toBe(1);
      await rm(join(folder, "export.ok"));
    }
  });
});

describe("a name that is not a file's", () => {
  it.each(["a pipe", "a device without end", "a folder"])("(%s) is refused at once", async (what) => {
    const path = join(folder, file);
    await rm(path);
    if (what === "a pipe") execFileSync("mkfifo", [path]);
    else if (what === "a folder") await mkdir(path);
    else await symlink("/dev/zero", path);
    expect(await read()).toBe("source-file-unreadable");
  });
});

describe("a file that several parts of one reading use", () => {
  const part = { files: [file] };
  const opened = () => fileFeed.open("hr", fileFeed.settings.parse({ folder, settleSeconds: 0 }), freshMemory.caches);
  const readPart = async (feed: Awaited<ReturnType<typeof opened>>) =>
    feed.read(part, undefined, () => () => undefined);
  const codeOf = (reading: Promise<unknown> | undefined) =>
    reading?.then(
      () => "read",
      (error: unknown) => asMusterdError(error).code,
    );

  it("is refused by the second part if it was replaced after the first", async () => {
    const feed = await opened();
    await readPart(feed);
    expect(await codeOf(readPart(feed))).toBe("read");
    await write(file, "a\n", later(1));
    expect(await codeOf(readPart(feed))).toBe("source-file-changing");
    expect(await codeOf(readPart(await opened()))).toBe("read");
  });

  it("is refused at the end if it was replaced or removed meanwhile, as the files may be of two exports", async () => {
    const feed = await opened();
    await readPart(feed);
    expect(await codeOf(feed.finish?.())).toBe("read");
    await write(file, "a\n2\n", later(1));
    expect(await codeOf(feed.finish?.())).toBe("source-file-changing");
    await rm(join(folder, file));
    expect(await codeOf(feed.finish?.())).toBe("source-file-changing");
  });

  it("makes the whole reading fail, not only the feed", async () => {
    const feeds = { hr: { files: { folder, settleSeconds: 0 } } };
    const settings = sourceSettings.parse({ feeds, employees: { file, columns: { account: "a" } } });
    const opening = openFeeds(settings.feeds, freshMemory.caches);
    const [employees] = settings.tables.employees ?? [];
    await opening.read("employees", employees ?? {}, () => () => undefined);
    await write(file, "a\n3\n", later(2));
    expect(await codeOf(opening.finish())).toBe("source-file-changing");
  });
});
