/**
 * The form about a blocked plan: its texts, the approvers for whom it waits, and what its signature decides. The service does not say
 * who has signed, so a signature counts as that of the approvers for whose own signature the form waited when it was last looked at.
 */
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { asMusterdError, type ErrorWords } from "../lib/errors.ts";
import type { Access } from "../model/access.ts";
import { shortFingerprint } from "../model/plan/fingerprint.ts";
import type { Submission } from "../model/runs/submission.ts";
import { commonWords } from "../model/words/common-words.ts";
import type { Language } from "../model/words/language.ts";
import { detailsOf } from "../notify/judge-run.ts";
import { render } from "../notify/message.ts";
import type { FormCalls, FormTemplate } from "../site/forms/form-calls.ts";
import type { Store } from "../store/store.ts";
import type { Decider, Deciding } from "./deciding.ts";
import { isGivenByHr } from "./given-accounts.ts";

export type FormParts = {
  readonly config: Config;
  readonly store: Store;
  readonly target: string;
  readonly deciding: Deciding;
  readonly errorWords: (language: Language) => ErrorWords | undefined;
  /** A run was asked for. */
  readonly wake: () => void;
};

/** The texts of the form's fields, with what a message about the run says. */
export const filled = async (parts: FormParts, { fields }: FormTemplate, { about, run }: Submission) => {
  const { config, store, target, errorWords } = parts;
  const found = await store.runs.find(run);
  const details = found ? detailsOf(await store.outbox.describe(found)) : {};
  const { language, daemon } = config;
  const options = { language, timeZone: daemon.timeZone, target, errorWords: errorWords(language) };
  const { subject, text } = render({ code: "run-blocked", phase: "began", details }, options);
  const values: Readonly<Record<string, string>> = { plan: shortFingerprint(about), run, subject, text: text.trim() };
  return Object.fromEntries(
    Object.entries(fields).map(([code, template]) => [
      code,
      template.replaceAll(/\{(plan|run|subject|text)\}/g, (_, name: string) => values[name] ?? ""),
    ]),
  );
};

/** The approvers for whose own signature the form waits now. */
export const approversAsked = async (
  store: Store,
  calls: FormCalls,
  document: string,
  form: FormTemplate,
): Promise<readonly string[]> => {
  const asked: string[] = [];
  for (const { name } of await store.users.list()) {
    if (!(await approverOf(store, name))) continue;
    if ((await calls.waitsFor(document, name, form)) && !(await calls.isAway(name, systemClock.nowMs())))
      asked.push(name);
  }
  return asked;
};

/** The account of musterd with this name, if it is an approver's and means the same person in the service. */
const approverOf = async (store: Store, account: string): Promise<Access | undefined> => {
  const user = await store.users.find(account);
  return user?.roles.includes("approver") && !(await isGivenByHr(store, user)) ? user : undefined;
};

/** Releases or rejects the plan by virtue of the signed form; `problem` says why that had no effect. */
export const decided = async (
  { store, config, deciding, wake }: FormParts,
  calls: FormCalls,
  { about: fingerprint, run, document = "", asked }: Submission,
  status: "approved" | "rejected",
): Promise<Pick<Submission, "problem">> => {
  const deciders: Decider[] = [];
  for (const account of asked) {
    const user = await approverOf(store, account);
    if (!user || (await calls.isAway(account, systemClock.nowMs()))) continue;
    deciders.push({ actor: { kind: "sign-off", name: `${document} ${account}` }, roles: user.roles });
  }
  const [first] = deciders;
  if (!first) return { problem: "role-missing" };
  const reason = commonWords(config.language).signedInForm(document);
  // Which of several approvers has signed is not known, so each must be one who may.
  const names = deciders.map(({ actor }) => actor.name?.split(" ").at(-1)).join(",");
  const by: Decider = { actor: { kind: "sign-off", name: `${document} ${names}` }, roles: first.roles };
  try {
    if (status === "rejected") {
      await deciding.reject({ by, run, fingerprint, reason });
      return {};
    }
    for (const one of deciders) {
      const refusal = await deciding.refusal(one, run);
      if (refusal) throw refusal;
    }
    await deciding.release({ by, run, fingerprint, reason });
    wake();
    return {};
  } catch (thrown) {
    const { code } = asMusterdError(thrown);
    if (finalCodes.has(code)) return { problem: code };
    throw thrown;
  }
};

/** Why a decision is refused for ever; anything else, such as a full disk, is tried again. */
const finalCodes: ReadonlySet<string> = new Set([
  "plan-stale",
  "plan-rejected",
  "release-used",
  "nothing-to-decide",
  "four-eyes",
  "role-missing",
  "run-unknown",
]);
