/** Which channels get an occurrence. */
import type { Occurred } from "../model/runs/told.ts";
import { type OccurrenceCode, occurrenceOf, severities } from "./occurrences.ts";
import type { ChannelSettings, NotifySettings } from "./settings.ts";

/** Names of channels. A channel that fails is told through the others. */
export const recipientsOf = (
  { channels }: NotifySettings,
  { code, about }: Pick<Occurred, "code" | "about">,
): string[] =>
  Object.entries(channels)
    .filter(
      ([name, channel]) => wants(channel, code as OccurrenceCode) && !(code === "channel-failing" && name === about),
    )
    .map(([name]) => name);

const wants = (channel: ChannelSettings, code: OccurrenceCode): boolean => {
  if (channel.kind === "heartbeat") return code === "run-succeeded";
  if (code === "digest-daily") return channel.digests.includes("daily");
  if (code === "digest-weekly") return channel.digests.includes("weekly");
  if (channel.occurrences) return channel.occurrences.includes(code);
  return severities.indexOf(occurrenceOf(code).severity) >= severities.indexOf(channel.least);
};
