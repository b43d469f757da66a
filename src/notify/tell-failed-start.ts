/**
 * Tells that the daemon cannot start. The store may be the reason, so this does without it: each channel is tried once. A file says
 * when that was, because whoever starts the daemon again does so every few seconds.
 */
import { hash } from "node:crypto";
import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../lib/clock.ts";
import type { MusterdError } from "../lib/errors.ts";
import { recipientsOf } from "./recipients.ts";
import { sendWithoutStore, type WithoutStore } from "./send-without-store.ts";

const toldEveryMs = 6 * 3_600_000;

type FailedStart = WithoutStore & { readonly stateFolder: string };

/** Resolves after one attempt for each channel, 20 s at most; never rejects. */
export const tellFailedStart = async (deps: FailedStart, error: MusterdError): Promise<void> => {
  const { settings, target, stateFolder } = deps;
  const names = recipientsOf(settings, { code: "daemon-failed", about: "" });
  if (names.length === 0 || !isDue(stateFolder, target)) return;
  const nowMs = systemClock.nowMs();
  const occasion = Math.floor(nowMs / toldEveryMs);
  await sendWithoutStore(deps, names, { code: "daemon-failed", phase: "once", error, occasion, nowMs });
};

/** Marks the telling in the state folder, or where that cannot be written to in the folder for temporary files. */
const isDue = (stateFolder: string, target: string): boolean => {
  const own = `musterd-${hash("sha256", `${stateFolder} ${target}`, "hex").slice(0, 12)}.start-failed`;
  const files = [join(stateFolder, "start-failed"), join(tmpdir(), own)];
  const nowMs = systemClock.nowMs();
  // What was told in the future was told before the clock was set back.
  if (files.some((file) => Math.abs(nowMs - toldAtMs(file)) < toldEveryMs)) return false;
  for (const file of files) {
    try {
      // A new file, because somebody else may have put a link there.
      rmSync(file, { force: true });
      writeFileSync(file, "", { mode: 0o600, flag: "wx" });
      return true;
    } catch {
      // The next place is tried.
    }
  }
  return true;
};

/** Nobody else's mark counts: whoever can write to the folder for temporary files could silence the daemon. */
const toldAtMs = (file: string): number => {
  try {
    const { uid, mtimeMs } = lstatSync(file);
    return uid === (process.getuid?.() ?? uid) ? mtimeMs : 0;
  } catch {
    return 0;
  }
};
