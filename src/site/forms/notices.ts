/** Sends personal notifications (N1) of the service. Its transport can send no other write. */
import { keyHeaders } from "../../client/transport/credentials.ts";
import { openTransport } from "../../client/transport/transport.ts";
import { longestTitle } from "../../contract/operations/everyday.ts";
import type { Log } from "../../lib/log.ts";
import { openCalls } from "../calls/call.ts";
import { userRef } from "../perform/translate-request.ts";
import { sitePaths } from "../settings/bindings.ts";
import type { TargetSettings } from "../settings/settings.ts";

/** Rejects with a MusterdError. A lost answer is an error, too: the notification may have come. */
export const sendNotice = async (
  settings: TargetSettings,
  log: Log,
  account: string,
  title: string,
  message: string,
): Promise<void> => {
  const transport = openTransport({ ...settings, paths: sitePaths(settings) }, keyHeaders(settings));
  try {
    const body = { to: userRef(account), title: title.slice(0, longestTitle), message };
    await openCalls(transport, settings, log).writeOnce({ id: "N1", params: {}, body }, () => undefined);
  } finally {
    await transport.close();
  }
};
