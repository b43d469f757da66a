/** Settings that would have no effect beside the others: whoever wrote them expects something of them. */
import type { z } from "zod";
import type { notifySettings } from "../notify/settings.ts";
import type { daemonPart } from "./daemon-part.ts";

type Parts = { readonly daemon: z.infer<typeof daemonPart>; readonly notify: z.infer<typeof notifySettings> };

/** A line for each; what is set to its default is not named. */
export const unusedSettings = ({ daemon, notify }: Parts): readonly string[] => {
  const { console, queueBoard, proxies, openid } = daemon;
  const ofConsole = [...(queueBoard ? ["queueBoard"] : []), ...(openid ? ["openid"] : [])];
  const ofAddress = [
    ...(proxies.length > 0 ? ["daemon.proxies"] : []),
    ...Object.entries(notify.channels).flatMap(([name, channel]) =>
      "approver" in channel ? [`notify.channels.${name}.approver`] : [],
    ),
  ];
  return [
    ...(console === "off" ? ofConsole : []).map(
      (name) => `daemon.${name}: has no effect while \`daemon.console\` is off`,
    ),
    ...(console.startsWith("https:") ? [] : ofAddress).map(
      (setting) => `${setting}: has no effect unless \`daemon.console\` is an https address`,
    ),
  ];
};
