/**
 * `musterd notify`: what is wrong now as people are told, and the last messages with their state. With `--test` it sends a test
 * message through every channel.
 */
import type { Check } from "../../check/check.ts";
import { checkJson } from "../../check/check-json.ts";
import { minutesIn } from "../../lib/clock.ts";
import type { Language } from "../../model/words/language.ts";
import { titleOf } from "../../notify/message.ts";
import type { ChannelTrial } from "../../notify/try-channels.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { checkText } from "../plans/check-text.ts";
import { limitOf } from "../terminal/number-option.ts";
import { print, printJson } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import { errorWordsOf, wordsOf } from "../words/words.ts";

type NotifyOptions = ConfigOptions & {
  readonly limit: string;
  readonly test?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
};

/** A channel as a line of `musterd check`. */
export const channelCheck = ({ channel, ...trial }: ChannelTrial): Check => ({ part: `channel ${channel}`, ...trial });

export const notifyCommand: Command<"notify", NotifyOptions> = (options, environment) => {
  const limit = limitOf(options.limit);
  return withApp(options, environment, async ({ store, config, notifying }, progress) => {
    const { json, language, test, quiet } = options;
    const words = wordsOf(language).notify;
    if (test) {
      const checks = (await (await notifying()).tryAll(errorWordsOf, true)).map(channelCheck);
      progress.end();
      if (json) printJson(checks.map(checkJson));
      else if (checks.length === 0) print(words.noChannels);
      else for (const check of checks) if (!quiet || "error" in check) print(checkText(check, language));
      return checks.length === 0 || checks.some((check) => "error" in check) ? 1 : 0;
    }
    const troubles = await store.outbox.troubles();
    const messages = await store.outbox.list(limit);
    progress.end();
    const channels = Object.entries(config.notify.channels).map(([name, { kind }]) => ({ name, kind }));
    if (json) {
      const open = troubles.map(({ code, about, sinceMs, thread }) => {
        return { code, about, since: new Date(sinceMs).toISOString(), thread };
      });
      printJson({ channels, troubles: open, messages });
      return 0;
    }
    const time = minutesIn(config.daemon.timeZone);
    print(channels.length > 0 ? channels.map(({ name, kind }) => `${name} (${kind})`).join(" · ") : words.noChannels);
    const lines = troubles.map(({ code, details: { name }, sinceMs }) => [
      time(sinceMs),
      title(code, "began", language, name),
    ]);
    printTable([words.since, words.wrongNow], lines, words.nothingWrong);
    const rows = messages.map(({ at, channel, code, phase, state, tries, problem }) => [
      time(at),
      channel,
      title(code, phase, language),
      [words.states[state], ...(problem === undefined ? [] : [`${problem} (${tries})`])].join(" · "),
    ]);
    if (rows.length === 0) return 0;
    print("");
    printTable(words.heads, rows, "");
    return 0;
  });
};

const title = (code: string, phase: "began" | "again" | "ended" | "once", language: Language, name?: string): string =>
  [titleOf({ code, phase }, language), ...(name === undefined ? [] : [name])].join(" · ");
