/** Sends a message that the store cannot carry, because it may be what has failed: each channel is tried once. */
import { hash } from "node:crypto";
import { isoInstant } from "../lib/clock.ts";
import { errorFields, type MusterdError } from "../lib/errors.ts";
import { within } from "../lib/http/closing.ts";
import type { Message, Phase } from "../model/runs/told.ts";
import { sendTimeoutMs } from "./channels/channel.ts";
import type { SendNotice } from "./channels/service.ts";
import { type RenderOptions, render } from "./message.ts";
import type { OccurrenceCode } from "./occurrences.ts";
import { openChannels } from "./open-channels.ts";
import type { NotifySettings } from "./settings.ts";

export type WithoutStore = Pick<RenderOptions, "language" | "timeZone" | "target"> & {
  readonly settings: NotifySettings;
  readonly errorWords: (language: RenderOptions["language"]) => RenderOptions["errorWords"];
  readonly sendNotice: SendNotice;
};

/** `occasion`: with the same one, the message has the same id. `nowMs`: when it is told. */
type Failure = {
  readonly code: OccurrenceCode;
  readonly phase: Phase;
  readonly error: MusterdError;
  readonly occasion: number;
  readonly nowMs: number;
};

/** Resolves after one attempt for each of the channels, 20 s at most, with those that have not got it; never rejects. */
export const sendWithoutStore = async (
  deps: WithoutStore,
  names: readonly string[],
  { code, phase, error, occasion, nowMs }: Failure,
): Promise<readonly string[]> => {
  const { settings, target } = deps;
  const id = `msg_${hash("sha256", `${target} ${error.code} ${occasion}`, "hex").slice(0, 24)}`;
  const reason = { ...errorFields(error), place: { ...error.place } as Record<string, string | number> };
  const details = { reason, until: isoInstant(nowMs) };
  const message: Message = { seq: 0, id, thread: id, channel: "", code, phase, details, createdMs: nowMs, tries: 1 };
  const channels = openChannels(settings, target, deps.sendNotice);
  const tried = names.map(async (name) => {
    const own = settings.channels[name];
    const language = (own && "language" in own ? own.language : undefined) ?? deps.language;
    const rendered = render(message, { ...deps, language, errorWords: deps.errorWords(language) });
    const isSent = await within(sendTimeoutMs, async () => {
      await channels.get(name)?.send(message, rendered, language);
      return true;
    }).catch(() => false);
    return isSent ? [] : [name];
  });
  return (await Promise.all(tried)).flat();
};
