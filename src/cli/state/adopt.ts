/**
 * `musterd adopt`: lists source records that may already be in the service under another key, and stores a person's decision
 * about each: the same object, or another one. A decision is checked against both sides before it is kept. Decisions in the
 * configuration (`identity.adopt`) override stored ones.
 */
import type { App } from "../../app/app.ts";
import { MusterdError } from "../../lib/errors.ts";
import { type AdoptedKind, adoptedKinds, type Decision, isSamePair } from "../../model/directory/identity.ts";
import type { Candidate, HeldChange, Plan } from "../../model/plan/plan.ts";
import { maskPlan } from "../../model/plan/sensitive.ts";
import { phrasing } from "../../report/phrasing/phrasing.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { commandDecider } from "../open/decider.ts";
import { reportOfPlan } from "../plans/plan.ts";
import { print, printJson } from "../terminal/output.ts";
import { ask, canAsk } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { type CliWords, wordsOf } from "../words/words.ts";
import { listDecisions, needDecided } from "./decision-list.ts";

type AdoptOptions = ConfigOptions & {
  readonly same: readonly string[];
  readonly other: readonly string[];
  readonly withdraw: readonly string[];
  readonly unchecked?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
};

/**
 * Returns 0 if nothing is left to decide, else 2. Throws the MusterdError `option-invalid`, `decision-invalid` or
 * `confirmation-needed`.
 */
export const adoptCommand: Command<"adopt", AdoptOptions> = async (options, environment) =>
  withApp(options, environment, async (app) => {
    const words = wordsOf(options.language);
    const said = [
      ...options.same.map((text) => decisionOf(text, true)),
      ...options.other.map((text) => decisionOf(text, false)),
    ];
    const withdrawn = options.withdraw.map((text) => decisionOf(text, false));
    refuseBoth(said);
    await needDecided(app, withdrawn);
    await app.deciding.adopt(commandDecider(), said, { unchecked: options.unchecked, withdrawn });
    const isSilent = options.json === true;
    if (withdrawn.length > 0 && !isSilent) print(words.decisionsWithdrawn(withdrawn.length));
    if (said.length > 0 && !isSilent) print(words.decisionsKept(said.length));
    if (options.list) {
      await listDecisions(app, options);
      return 0;
    }
    if (options.unchecked) {
      if (isSilent) printJson({ decided: said, withdrawn: withdrawn.map(pairOf), checked: false });
      else print(words.notChecked);
      return 0;
    }
    return askOpen(app, options, { decided: said, withdrawn: withdrawn.map(pairOf) });
  });

const pairOf = ({ kind, source, target }: Decision) => ({ kind, source, target });

/** Shows what is left to decide, and asks about it on a terminal. `done`: what the command has already done. */
const askOpen = async (app: App, options: AdoptOptions, done: object): Promise<ExitCode<"adopt">> => {
  const words = wordsOf(options.language);
  const { plan, check } = await app.preview();
  const open = questionsOf(maskPlan(plan));
  if (options.json) {
    const { proposals = [] } = plan;
    printJson({ ...done, open: open.map(questionJson), proposals });
    return open.length === 0 ? 0 : 2;
  }
  if (open.length === 0) {
    print(words.nothingToDecide);
    return 0;
  }
  const say = phrasing(reportOfPlan(app, plan));
  if (!canAsk()) {
    for (const question of open) print(questionText(question, say));
    throw new MusterdError("confirmation-needed", `${open.length} to decide, and there is no terminal to ask on`, {
      hint: "give --same SOURCE=SERVICE or --other SOURCE=SERVICE for each, or lines under `identity.adopt`",
    });
  }
  const decided: Decision[] = [];
  for (const [index, question] of open.entries()) {
    print(`\n${words.ofMany(index + 1, open.length)}  ${questionText(question, say)}`);
    const answer = await decide(question, words);
    if (answer === "quit") break;
    decided.push(...answer);
  }
  await check(decided);
  await app.deciding.adopt(commandDecider(), decided, { unchecked: true });
  print(`\n${words.decisionsKept(decided.length)} ${words.planShows}`);
  return decided.length === 0 ? 2 : 0;
};

/** A held record and its candidates in the service. */
type Question = { readonly kind: AdoptedKind; readonly held: HeldChange; readonly candidates: readonly Candidate[] };

const questionsOf = ({ held }: Plan): readonly Question[] =>
  held.flatMap((one) => {
    const kind = adoptedKinds.find((adopted) => adopted === one.kind);
    return kind && one.candidates ? [{ kind, held: one, candidates: one.candidates }] : [];
  });

/** Parses a decision, `SOURCE=SERVICE` for people or `KIND/SOURCE=SERVICE` for other kinds: the two keys of one object. */
const decisionOf = (text: string, same: boolean): Decision => {
  const [, kind = "employee", source, target] = /^(?:(\w+)\/)?([^=]+)=(.+)$/.exec(text) ?? [];
  const known = adoptedKinds.find((adopted) => adopted === kind);
  if (known && source && target) return { kind: known, source: source.trim(), target: target.trim(), same };
  throw new MusterdError("option-invalid", `"${text}" does not name two objects`, {
    hint: `write SOURCE=SERVICE for people, and KIND/SOURCE=SERVICE for ${adoptedKinds.slice(1).join(", ")}`,
  });
};

/** Of two decisions about a pair, the store would keep the last one alone. */
const refuseBoth = (said: readonly Decision[]): void => {
  for (const one of said.filter(({ same }) => same)) {
    const other = said.find((decision) => !decision.same && isSamePair(one, decision));
    if (!other) continue;
    const [same, differs] = [one, other].map(({ source, target }) => `${source}=${target}`);
    throw new MusterdError("decision-invalid", `--same ${same} contradicts --other ${differs}`, {
      hint: "say one of the two",
    });
  }
};

const questionText = ({ held, candidates }: Question, say: ReturnType<typeof phrasing>): string =>
  [
    `${say.kind(held.kind, 1)} ${held.label} (${held.key}): ${say.held(held)}`,
    ...held.fields.map(
      ({ field, after }) => `     ${say.field(held.kind, field)}: ${say.value(held.kind, field, after)}`,
    ),
    ...candidates.flatMap((candidate, index) => [
      `  ${index + 1}. ${say.candidate(held.kind, candidate)}`,
      ...candidate.fields.map(({ field, before = null, after }) => {
        return `       ${say.field(held.kind, field)}: ${say.value(held.kind, field, before)} → ${say.value(held.kind, field, after)}`;
      }),
    ]),
  ].join("\n");

const decide = async ({ kind, held, candidates }: Question, words: CliWords): Promise<readonly Decision[] | "quit"> => {
  const choices = candidates.length === 1 ? "1" : `1-${candidates.length}`;
  for (;;) {
    const answer = (await ask(`  ${words.whichOne(choices)}`)).toLowerCase();
    if (answer === "" || answer === "q") return "quit";
    if (answer === "s") return [];
    if (answer === "n") return candidates.map(({ key }) => ({ kind, source: held.key, target: key, same: false }));
    const chosen = candidates[Number(answer) - 1];
    if (chosen) return [{ kind, source: held.key, target: chosen.key, same: true }];
  }
};

const questionJson = ({ kind, held, candidates }: Question) => ({
  kind,
  source: held.key,
  label: held.label,
  reason: held.reason,
  candidates,
});
