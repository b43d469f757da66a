/** The service's own notifications (N1): one call for each recipient. */
import { asMusterdError } from "../../lib/errors.ts";
import type { ChannelSettings } from "../settings.ts";
import { type Channel, Undelivered } from "./channel.ts";

/** Sends a notification to an account of the service; rejects with a MusterdError. */
export type SendNotice = (account: string, title: string, message: string) => Promise<void>;

export const serviceChannel = (
  { to }: Extract<ChannelSettings, { kind: "service" }>,
  sendNotice: SendNotice,
): Channel => ({
  send: async ({ rest = to }, { subject, text }) => {
    const left: string[] = [];
    let failure: unknown;
    for (const account of rest) {
      await sendNotice(account, subject, text).catch((thrown: unknown) => {
        failure = thrown;
        left.push(account);
      });
    }
    if (left.length > 0) throw new Undelivered(asMusterdError(failure).code, failure, left);
  },
  // Nothing but a notification shows whether notifications are permitted.
  check: async () => `N1 · ${to.length}`,
});
