/** Makes docs/occurrences.md from the table of occurrences. */
import { wordsOf } from "../src/notify/message.ts";
import { type OccurrenceCode, occurrences, toldCodes } from "../src/notify/occurrences.ts";

export const occurrencesDocument = (): string => {
  const words = wordsOf("en").occurrences;
  const rows = (Object.keys(occurrences) as OccurrenceCode[]).map((code) => {
    const { severity, lasts } = occurrences[code];
    const { when, title, next, over } = words[code];
    const ends = lasts ? `“${over}”` : "–";
    return `| \`${code}\` | ${severity} | ${title} | ${when} | ${ends} | ${next({})} |`;
  });
  const errors = Object.entries(Object.groupBy([...toldCodes], ([, occurrence]) => occurrence)).map(
    ([occurrence, codes]) => `| \`${occurrence}\` | ${codes.map(([code]) => `\`${code}\``).join(", ")} |`,
  );
  return `${[
    "# Occurrences",
    "",
    "What musterd tells people through the channels of [`notify`](operating.md#messages). This page is made from the table in",
    "`src/notify/occurrences.ts` and its words.",
    "",
    "A trouble that lasts is told once when it begins and once when it ends, however often it is repeated in between. The severity is what",
    "`least` of a channel is compared with; an end is told to whoever was told the beginning.",
    "",
    "| code | severity | message | when | its end | next step |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    "## Errors",
    "",
    "The occurrence that is told when a run ends with an [error](errors.md). Codes that are not listed only end commands, whose user reads",
    "them.",
    "",
    "| occurrence | error codes |",
    "|---|---|",
    ...errors,
  ].join("\n")}\n`;
};
