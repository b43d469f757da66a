/** `musterd apply`: shows the plan, asks for consent, carries the plan out, and shows the outcome of its changes. */
import { isoInstant, systemClock } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { processActor, processUser } from "../../lib/process-user.ts";
import { fingerprintForm } from "../../model/plan/fingerprint.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Release } from "../../model/plan/release.ts";
import { entriesOf } from "../../report/entries/entries.ts";
import { textReport } from "../../report/text/text.ts";
import { cancelled } from "../../run/cancelled.ts";
import { type Environment, withApp } from "../open/context.ts";
import { exitNow } from "../terminal/end-process.ts";
import { onStopSignal } from "../terminal/next-signal.ts";
import { print, printError, writeReport } from "../terminal/output.ts";
import { canAsk, confirm, noTerminal, reportStyle } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { wordsOf } from "../words/words.ts";
import { canaryRequest } from "./canary.ts";
import { undoableRun } from "./find-run.ts";
import { explainsRows, type PlanOptions, reportOfPlan, showReport } from "./plan.ts";
import { readSavedPlan } from "./read-saved-plan.ts";
import { runExitCode } from "./run-exit-code.ts";

export type ApplyOptions = PlanOptions & {
  readonly yes?: boolean;
  readonly plan?: string;
  readonly reason?: string;
  readonly canary?: string;
};

/**
 * Instead of a new plan from the source, applies the one that `musterd plan --out` has saved in `file`, without a question, or takes
 * back the run `undo` (its id, or `last`).
 */
export const applyCommand = async (
  file: string | undefined,
  options: ApplyOptions,
  environment: Environment,
  undo?: string,
): Promise<ExitCode<"apply">> => {
  if (undo === undefined) requireConsent(options, file);
  const { plan: wanted, only } = options;
  const words = wordsOf(options.language);
  return withApp(options, environment, async (app, progress) => {
    const undoes = undo === undefined ? undefined : await undoableRun(app, undo);
    if (undoes !== undefined) requireConsent(options, file, undo);
    const saved = file === undefined ? undefined : app.savedPlans.open(await readSavedPlan(file), file);
    const approved = saved ?? (wanted === undefined ? undefined : { fingerprint: wanted });
    const release = releaseOf(options, approved?.fingerprint);
    if (release && app.config.release.fourEyes) needOtherReleaser(release);
    const ending = endingBySignal(() => {
      progress.end();
      printError(`  ${words.stopping}`);
    });
    const { yes, json, canary: count } = options;
    const asking = { yes, json, signal: ending.signal };
    const canary = count === undefined ? undefined : canaryRequest(count, app, progress, asking);
    const runs = await app.openRuns();
    let declined = false;
    const approve = async (plan: Plan): Promise<boolean> => {
      if (plan.changes.length === 0) return true;
      const asks = !options.yes && saved === undefined;
      // Where nobody is asked, the report of the run shows the plan, with the outcomes.
      if (!options.json && asks)
        writeReport(`${textReport(reportOfPlan(app, plan), reportStyle(options.full === true))}\n`);
      declined =
        asks && !(await confirm(words.applyThese(entriesOf(plan).entries.length), words.answerYesNo, ending.signal));
      progress.begin();
      return !declined;
    };
    try {
      const { run, readings, error } = await runs.reconcile({
        trigger: "command",
        by: processActor(),
        approve,
        only: saved?.only ?? only,
        explains: explainsRows(options),
        ...(approved && { approved }),
        onProgress: progress.update,
        onRefresh: progress.refresh,
        signal: ending.signal,
        ...(canary && { canary }),
        ...(release && { release }),
        ...(undoes !== undefined && { undoes }),
      });
      progress.end();
      if (error && run.status === "planned") throw error;
      if (declined && !options.json) {
        print(words.nothingApplied);
        return 1;
      }
      const succeeded = run.status === "succeeded";
      await showReport(await app.report(run.id, readings), { ...options, quiet: succeeded && options.quiet === true });
      if (error) throw error;
      return runExitCode(run);
    } finally {
      progress.end();
      await runs.close();
      ending.close();
    }
  });
};

/** A signal to the process aborts `signal`, after `say`; a second one ends the process at once. */
const endingBySignal = (say: () => void) => {
  const ending = new AbortController();
  const close = onStopSignal((signal) => {
    if (!ending.signal.aborted) say();
    // A terminal that closes may send SIGHUP twice.
    else if (signal !== "SIGHUP") exitNow(1);
    ending.abort(cancelled(signal));
  });
  return { signal: ending.signal, close };
};

/**
 * Throws `fingerprint-invalid`, `confirmation-needed` if nobody has agreed and nobody can be asked, or `option-invalid` for
 * subjects besides those of a saved plan.
 */
const requireConsent = ({ plan: wanted, only, yes }: ApplyOptions, file: string | undefined, undo?: string): void => {
  if (file !== undefined && only.length > 0) {
    throw new MusterdError("option-invalid", "a saved plan is applied as it was saved, and --only would change it", {
      hint: "leave --only out, or save a restricted plan: musterd plan --only NAME --out FILE",
    });
  }
  if (wanted !== undefined && !fingerprintForm.test(wanted)) {
    throw new MusterdError("fingerprint-invalid", "a fingerprint has 12 to 64 hexadecimal digits", {
      hint: "copy it from the end of `musterd plan`",
    });
  }
  if (!yes && file === undefined && !canAsk()) {
    throw noTerminal(
      undo === undefined
        ? "look at `musterd plan`, then approve exactly that plan: `musterd apply --plan FINGERPRINT --yes`"
        : `look at \`musterd undo ${undo} --dry-run\`, then add \`--plan FINGERPRINT --yes\` instead of --dry-run`,
    );
  }
};

/** Whoever applies has asked for the run. Rules of the quality gate are about the reading, not about the plan. */
const needOtherReleaser = ({ accepted, fingerprint }: Release): void => {
  if (accepted.every((name) => !name.includes(":"))) return;
  throw new MusterdError("four-eyes", "whoever applies a plan may not accept the limits that it exceeds", {
    hint: `let another approver run \`musterd release ${fingerprint} --reason WHY\`, then apply it without --accept`,
  });
};

/**
 * Returns the release: who accepts the breaches of which plan, and why. `--plan` is required, because a release without a
 * fingerprint would be good for any plan.
 */
const releaseOf = ({ accept, reason }: ApplyOptions, plan: string | undefined): Release | undefined => {
  if (accept.length === 0) return undefined;
  if (plan === undefined || !reason?.trim()) {
    throw new MusterdError("release-incomplete", "--accept needs the plan it is for, and why it is right", {
      hint: 'look at `musterd plan`, then: musterd apply --plan FINGERPRINT --accept NAME --reason "WHY"',
    });
  }
  const at = isoInstant(systemClock.nowMs());
  return { fingerprint: plan, accepted: accept, by: processUser(), at, reason: reason.trim() };
};
