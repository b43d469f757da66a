/** The channels of the configuration. */
import type { Channel } from "./channels/channel.ts";
import { mailChannel } from "./channels/mail.ts";
import { type SendNotice, serviceChannel } from "./channels/service.ts";
import { heartbeatChannel, webhookChannel } from "./channels/webhook.ts";
import type { ChannelSettings, NotifySettings } from "./settings.ts";

/** `target`: the service that messages are about. */
export const openChannels = (
  { channels }: NotifySettings,
  target: string,
  sendNotice: SendNotice,
): ReadonlyMap<string, Channel> => {
  const open = (name: string, settings: ChannelSettings): Channel => {
    const setting = `notify.channels.${name}`;
    switch (settings.kind) {
      case "mail":
        return mailChannel(settings, setting);
      case "webhook":
        return webhookChannel(settings, setting, target);
      case "heartbeat":
        return heartbeatChannel(settings, setting);
      case "service":
        return serviceChannel(settings, sendNotice);
    }
  };
  return new Map(Object.entries(channels).map(([name, settings]) => [name, open(name, settings)]));
};
