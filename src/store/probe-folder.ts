/** Whether the folder of the store takes writes: a full or read-only disk is told before a run needs it. */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { MusterdError } from "../lib/errors.ts";

/** Writes a small file into the folder, syncs it to the disk and removes it. MusterdError `store-unavailable`. */
export const probeFolder = async (folder: string): Promise<void> => {
  const path = join(folder, `probe-${randomUUID()}`);
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile("probe");
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (cause) {
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw new MusterdError("store-unavailable", `the state folder takes no writes (${code})`, {
      place: { file: folder, setting: "state.folder" },
      wayOut: "make room on its disk, or name a folder that may be written to",
      retryable: true,
      cause,
    });
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
};
