/** `musterd adopt --list` and `--withdraw`: the decisions on identity that count, and taking them back. */
import type { App } from "../../app/app.ts";
import { minutesIn } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { type Decision, isSamePair } from "../../model/directory/identity.ts";
import type { Language } from "../../model/words/language.ts";
import { printJson } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import { wordsOf } from "../words/words.ts";

type Listed = Decision & {
  /** A decision of the configuration overrides a stored one about the same pair. */
  readonly from: "configuration" | "store";
  /** ISO 8601; a decision of the configuration has none. */
  readonly decidedAt?: string;
};

const decisionsOf = async ({ config, store }: App): Promise<readonly Listed[]> => [
  ...config.plan.identity.adopt.map((one) => ({ ...one, from: "configuration" as const })),
  ...(await store.decisions.read()).map(({ decidedAtMs, ...one }) => {
    return { ...one, from: "store" as const, decidedAt: new Date(decidedAtMs).toISOString() };
  }),
];

export const listDecisions = async (app: App, options: { readonly language: Language; readonly json?: boolean }) => {
  const decisions = await decisionsOf(app);
  if (options.json) return printJson({ decisions });
  const words = wordsOf(options.language);
  const { decided } = words;
  const { timeZone } = app.config.daemon;
  const time = minutesIn(timeZone);
  const rows = decisions.map(({ kind, source, target, same, from, decidedAt }) => [
    decided.pair(kind, source, target),
    same ? decided.same : decided.other,
    decidedAt === undefined ? decided[from] : time(decidedAt),
  ]);
  const head = [decided.decision, decided.says, decided.when];
  printTable(head, rows, words.noDecisions, words.timesIn(timeZone));
};

/** Throws the MusterdError `decision-invalid` if there is no decision about one of the pairs that could be taken back. */
export const needDecided = async (app: App, pairs: readonly Decision[]): Promise<void> => {
  const known = await decisionsOf(app);
  for (const pair of pairs) {
    const { kind, source, target } = pair;
    const found = known.filter((one) => isSamePair(one, pair));
    if (found.some(({ from }) => from === "store")) continue;
    const what = `${kind}/${source}=${target}`;
    throw found.length > 0
      ? new MusterdError("decision-invalid", `the decision about ${what} is in the configuration`, {
          hint: "take the line out of `identity.adopt`",
        })
      : new MusterdError("decision-invalid", `there is no decision about ${what}`, {
          hint: "`musterd adopt --list` shows all decisions, with the keys under which they are kept",
        });
  }
};
