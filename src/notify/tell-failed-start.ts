/**
 * Tells that the daemon cannot start. The store may be the reason, so this does without it: each channel is tried once. A file says
 * when that was, because whoever starts the daemon again does so every few seconds.
 */
import { hash } from "node:crypto";
import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isoInstant, systemClock } from "../lib/clock.ts";
import { within } from "../lib/closing.ts";
import { errorFields, type MusterdError } from "../lib/errors.ts";
import type { Message } from "../model/told.ts";
import { sendTimeoutMs } from "./channels/channel.ts";
import type { SendNotice } from "./channels/service.ts";
import { type RenderOptions, render } from "./message.ts";
import { openChannels } from "./open-channels.ts";
import { recipientsOf } from "./recipients.ts";
import type { NotifySettings } from "./settings.ts";

const toldEveryMs = 6 * 3_600_000;

type FailedStart = Pick<RenderOptions, "language" | "timeZone" | "target"> & {
  readonly settings: NotifySettings;
  readonly stateFolder: string;
  readonly errorWords: (language: RenderOptions["language"]) => RenderOptions["errorWords"];
  readonly sendNotice: SendNotice;
};

/** Resolves after one attempt for each channel, 20 s at most; never rejects. */
export const tellFailedStart = async (deps: FailedStart, error: MusterdError): Promise<void> => {
  const { settings, target, stateFolder } = deps;
  const names = recipientsOf(settings, { code: "daemon-failed", about: "" });
  if (names.length === 0 || !isDue(stateFolder, target)) return;
  const nowMs = systemClock.nowMs();
  const key = hash("sha256", `${target} ${error.code} ${Math.floor(nowMs / toldEveryMs)}`, "hex").slice(0, 24);
  const message: Message = {
    seq: 0,
    id: `msg_${key}`,
    thread: `msg_${key}`,
    channel: "",
    code: "daemon-failed",
    phase: "once",
    details: {
      reason: { ...errorFields(error), place: { ...error.place } as Record<string, string | number> },
      until: isoInstant(nowMs),
    },
    createdMs: nowMs,
    tries: 1,
  };
  const channels = openChannels(settings, target, deps.sendNotice);
  await Promise.all(
    names.map((name) => {
      const own = settings.channels[name];
      const language = (own && "language" in own ? own.language : undefined) ?? deps.language;
      const rendered = render(message, { ...deps, language, errorWords: deps.errorWords(language) });
      return within(sendTimeoutMs, async () => channels.get(name)?.send(message, rendered, language)).catch(
        () => undefined,
      );
    }),
  );
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

const toldAtMs = (file: string): number => {
  try {
    return lstatSync(file).mtimeMs;
  } catch {
    return 0;
  }
};
