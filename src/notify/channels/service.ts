/** The service's own notifications (N1): one call for each recipient. */

import { asMusterdError } from "../../lib/errors.ts";
import { within } from "../../lib/http/closing.ts";
import type { ChannelSettings } from "../settings.ts";
import { type Channel, sendTimeoutMs, Undelivered } from "./channel.ts";

/** Sends a notification to an account of the service; rejects with a MusterdError. */
export type SendNotice = (account: string, title: string, message: string) => Promise<void>;

/** Less than a message may take: whoever has got it by then must not get it with each further try. */
const forAllMs = 0.9 * sendTimeoutMs;

export const serviceChannel = (
  { to }: Extract<ChannelSettings, { kind: "service" }>,
  sendNotice: SendNotice,
): Channel => ({
  send: async ({ rest = to }, { subject, text }) => {
    const endMs = performance.now() + forAllMs;
    const left: string[] = [];
    let failure: unknown;
    for (const account of rest) {
      const notify = () => sendNotice(account, subject, text).then(() => true);
      const leftMs = endMs - performance.now();
      const isSent = leftMs > 0 && (await within(leftMs, notify).catch((thrown: unknown) => void (failure = thrown)));
      if (!isSent) left.push(account);
    }
    const problem = failure === undefined ? "no answer in time" : asMusterdError(failure).code;
    if (left.length > 0) throw new Undelivered(problem, failure, left);
  },
  // Nothing but a notification shows whether notifications are permitted.
  check: async () => `N1 · ${to.length}`,
});
