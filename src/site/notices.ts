/** Sends personal notifications (N1) of the service. Its transport can send no other write. */
import { keyHeaders } from "../client/credentials.ts";
import { openTransport } from "../client/transport.ts";
import { longestTitle } from "../contract/operations/everyday.ts";
import type { Log } from "../lib/log.ts";
import { sitePaths } from "./bindings.ts";
import { openCalls } from "./call.ts";
import type { TargetSettings } from "./settings.ts";
import { userRef } from "./translate-request.ts";

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
