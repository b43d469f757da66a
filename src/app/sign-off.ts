/**
 * Submits to the service's own workflow what the store owes it: a form about each blocked plan, whose signature releases or rejects
 * the plan within the rules of `deciding.ts`, and the reports of runs that have written. No run waits for it. A row is stored before the
 * form is sent, and a form that may have been sent is looked for before it is sent again.
 */
import type { Config } from "../config/config.ts";
import { minuteMs, systemClock } from "../lib/clock.ts";
import { asMusterdError, errorFields, MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { shortFingerprint } from "../model/plan/fingerprint.ts";
import type { Submission } from "../model/runs/submission.ts";
import type { Report } from "../report/entries/report.ts";
import { htmlReport } from "../report/page/html.ts";
import { openCallbacks } from "../site/forms/form-callbacks.ts";
import { type FormCalls, mayHaveStarted, openFormCalls } from "../site/forms/form-calls.ts";
import type { TargetSettings } from "../site/settings/settings.ts";
import { approversAsked, decided, type FormParts, filled } from "./signed-form.ts";

export type SignOff = {
  /** Does what is due, one after the other. Never rejects. */
  readonly pass: () => Promise<void>;
  /** Begins nothing more, and waits for what is in progress. */
  readonly close: () => Promise<void>;
  /**
   * Verifies a callback with the service's keys, and begins to look at its form. Rejects with `callback-refused`, or with another code
   * if the keys cannot be read.
   */
  readonly callback: (
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: Uint8Array,
  ) => Promise<void>;
};

type Parts = FormParts & {
  readonly log: Log;
  readonly report: (runId: string) => Promise<Report | undefined>;
  readonly connect: () => Promise<TargetSettings>;
};

const waitsMs: readonly number[] = [0.5, 1, 2, 5, 10, 20, 30, 60].map((minutes) => minutes * minuteMs);

/** How often a form is looked at that the service works on, or that waits for a signature. */
const startingEveryMs = 1_000;
const waitingEveryMs = 5_000;

/** A form that may have been sent is looked for so long before it is sent again. */
const lookedForMs = 10 * minuteMs;

export const openSignOff = (parts: Parts): SignOff => {
  const { config, store, log } = parts;
  const wanted = { form: config.release.form !== undefined, report: config.filing !== undefined };
  const verify = openCallbacks(parts.connect);
  let passing: Promise<void> | undefined;
  const closing = new AbortController();

  const passOnce = async (): Promise<void> => {
    await store.submissions.owe(wanted);
    let calls: FormCalls | undefined;
    try {
      for (
        let next = await store.submissions.claim();
        next && !closing.signal.aborted;
        next = await store.submissions.claim()
      ) {
        calls ??= openFormCalls(await parts.connect());
        await attempt(parts, calls, next);
      }
    } finally {
      await calls?.close();
    }
  };
  const pass = (): Promise<void> => {
    if (closing.signal.aborted || (!wanted.form && !wanted.report)) return Promise.resolve();
    passing ??= passOnce()
      .catch((thrown: unknown) =>
        log.warn(errorFields(asMusterdError(thrown)), "nothing could be submitted to the service"),
      )
      .finally(() => {
        passing = undefined;
      });
    return passing;
  };
  return {
    pass,
    close: async () => {
      closing.abort();
      await passing;
    },
    callback: async (headers, body) => {
      const { trace, customData } = await verify(headers, body);
      if (!(await store.submissions.hasten(trace, customData))) return;
      void (passing ?? Promise.resolve()).then(pass);
    },
  };
};

/** One step of one submission; a failure is stored with it, and repeated with growing waits. */
const attempt = async (parts: Parts, calls: FormCalls, submission: Submission): Promise<void> => {
  const { store, log } = parts;
  const { kind, run } = submission;
  try {
    const { next, dueInMs } = await step(parts, calls, submission);
    await store.submissions.keep(next, dueInMs);
    if (next.state !== submission.state)
      log.info(
        { kind, runId: run, state: next.state, document: next.document, problem: next.problem },
        "submitted to the service",
      );
  } catch (thrown) {
    const error = asMusterdError(thrown);
    const tries = submission.tries + 1;
    // A form that was sent is never sent again before it has been looked for.
    const state = thrown instanceof SentInDoubt ? "sent" : error.code === "form-refused" ? "owed" : submission.state;
    const { trace, ...rest } = submission;
    const kept = { ...rest, ...(state !== "owed" && trace !== undefined && { trace }), state };
    const sinceMs = state === submission.state ? submission.sinceMs : systemClock.nowMs();
    await store.submissions.keep(
      { ...kept, sinceMs, tries, problem: error.code },
      waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0,
    );
    log.warn({ kind, runId: run, tries, ...errorFields(error) }, "not submitted to the service, and tried again");
  }
};

class SentInDoubt extends MusterdError {}

type Step = { readonly next: Submission; readonly dueInMs: number };

const step = async (parts: Parts, calls: FormCalls, submission: Submission): Promise<Step> => {
  const { config, store } = parts;
  const form = config.release.form;
  const { problem: _, ...good } = submission;
  const to = (state: Submission["state"], more: Partial<Submission> = {}, dueInMs = 0): Step => {
    const sinceMs = state === submission.state ? submission.sinceMs : systemClock.nowMs();
    // To look in vain for a form is no success.
    const before = state === "sent" || state === "owed" ? submission : { ...good, tries: 0 };
    return { next: { ...before, ...more, state, sinceMs }, dueInMs };
  };
  if (submission.kind === "report") {
    if (!config.filing) return to("done", { problem: "not-configured" });
    const page = await pageOf(parts, submission.run);
    if (page === undefined) return to("done", { problem: "run-unknown" });
    await calls.file(config.filing, { name: fileName(submission.run), text: page });
    return to("done");
  }
  if (!form) return to("done", { problem: "not-configured" });
  if (submission.state === "owed") return initiate(parts, calls, form, submission, to);
  if (submission.state === "sent") {
    const [document] = await calls.find(form, shortFingerprint(submission.about));
    if (document !== undefined) return to("waiting", { document });
    return systemClock.nowMs() - submission.sinceMs > lookedForMs ? to("owed") : to("sent", {}, waitingEveryMs);
  }
  if (submission.state === "started") {
    const document = await calls.documentOf(submission.trace ?? "");
    return document === undefined ? to("started", {}, startingEveryMs) : to("waiting", { document });
  }
  const { document = "" } = submission;
  const status = await calls.statusOf(document);
  if (status === "waiting") {
    const asked = await approversAsked(store, calls, document, form);
    if (asked.length !== submission.asked.length)
      parts.log.info({ runId: submission.run, document, approvers: asked.length }, "a form waits for approvers");
    return to("waiting", { asked }, waitingEveryMs);
  }
  return to("done", status === "ended" ? { problem: "form-ended" } : await decided(parts, calls, submission, status));
};

const initiate = async (
  parts: Parts,
  calls: FormCalls,
  form: NonNullable<Config["release"]["form"]>,
  submission: Submission,
  to: (state: Submission["state"], more?: Partial<Submission>, dueInMs?: number) => Step,
): Promise<Step> => {
  const page = await pageOf(parts, submission.run);
  if (page === undefined) return to("done", { problem: "run-unknown" });
  const template = { ...form, fields: await filled(parts, form, submission) };
  await parts.store.submissions.initiate(to("sent").next, form.code);
  try {
    const file = { name: fileName(submission.run), text: page };
    const more = { customData: submission.about, callback: form.callback };
    return to("started", { trace: await calls.initiate(template, file, more) });
  } catch (thrown) {
    const error = asMusterdError(thrown);
    if (mayHaveStarted(thrown))
      throw new SentInDoubt(error.code, error.message, { place: error.place, hint: error.hint, cause: thrown });
    throw error;
  }
};

const fileName = (run: string): string => `musterd-${run}.html`;

const pageOf = async ({ report }: Parts, run: string): Promise<string | undefined> => {
  const found = await report(run);
  return found && htmlReport(found);
};
