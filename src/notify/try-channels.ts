/** Tries the channels for `musterd check` and `musterd notify --test`. */
import { randomUUID } from "node:crypto";
import { systemClock } from "../lib/clock.ts";
import { MusterdError } from "../lib/errors.ts";
import { within } from "../lib/http/closing.ts";
import { sendTimeoutMs, Undelivered } from "./channels/channel.ts";
import { type NotifyDeps, sendOn } from "./notify.ts";
import { openChannels } from "./open-channels.ts";

export type ChannelTrial = { readonly channel: string } & (
  | { readonly found: string }
  | { readonly error: MusterdError }
);

type TrialDeps = Pick<
  NotifyDeps,
  "store" | "settings" | "language" | "timeZone" | "target" | "errorWords" | "sendNotice"
>;

/** With `sends` each channel gets a test message; else only the way to its receiver is tried. */
export const tryChannels = async (deps: TrialDeps, sends: boolean): Promise<readonly ChannelTrial[]> => {
  const id = `msg_${randomUUID()}`;
  const createdMs = systemClock.nowMs();
  const trials = [...openChannels(deps.settings, deps.target, deps.sendNotice)].map(
    async ([name, channel]): Promise<ChannelTrial> => {
      const message = {
        seq: 0,
        id,
        thread: id,
        channel: name,
        code: "test",
        phase: "once",
        details: {},
        createdMs,
        tries: 1,
      } as const;
      try {
        const found = await within(sendTimeoutMs, () =>
          sends ? sendOn(deps, name, channel, message).then(() => id) : channel.check(),
        );
        if (found === undefined) throw new Undelivered("no answer in time", undefined);
        return { channel: name, found };
      } catch (thrown) {
        return { channel: name, error: channelError(name, thrown) };
      }
    },
  );
  return Promise.all(trials);
};

const channelError = (name: string, thrown: unknown): MusterdError => {
  if (thrown instanceof MusterdError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const problem = thrown instanceof Undelivered && thrown.problem !== text ? ` (${thrown.problem})` : "";
  return new MusterdError("channel-failed", `${text}${problem}`, {
    place: { setting: `notify.channels.${name}` },
    hint: "check the address, the certificate and the secret of this channel; then run `musterd notify --test`",
    cause: thrown,
  });
};
