/**
 * The page on which a person decides about a plan that exceeds limits: what would happen in one sentence, what helps to judge it, the
 * groups by cause with examples, and three answers, of which the harmless one comes first.
 */
import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { RunSummary } from "../../model/runs/run.ts";
import type { ReadFeed } from "../../model/runs/told.ts";
import { applyingCommand, capital } from "../../report/phrasing/phrasing.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import type { OwnVisit } from "../access/visit.ts";
import { facts, number, statusTag, time } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { notice, ownForm, type Page } from "../html/layout.ts";
import type { Running } from "../parts.ts";
import type { GroupView, PlanView } from "./plan-view.ts";
import { figuresOf } from "./runs.ts";
import { progressOf } from "./today.ts";

/** The newest plan that waits: its limits in words. */
export type PresentPlan = {
  readonly fingerprint: string;
  readonly madeAt: string;
  readonly limits: readonly string[];
};

/** Where the plan stands: it waits, it is no longer the plan, or somebody has decided. */
export type Standing =
  | { readonly state: "open"; readonly askedBy?: string | undefined }
  /** `present`: the newest plan, if it waits for a decision. */
  | { readonly state: "stale"; readonly present: PresentPlan | undefined }
  /** `run`: the one that writes the plan, once it has begun; `running`: it goes on, or another before it. */
  | {
      readonly state: "released";
      readonly by: string;
      readonly reason: string | undefined;
      /** When the release ends. */
      readonly until: string | undefined;
      readonly run: RunSummary | undefined;
      readonly running: Running | undefined;
    }
  /** A later run has made the plan again, which `run` has applied. */
  | { readonly state: "again"; readonly by: string; readonly run: RunSummary }
  | { readonly state: "rejected"; readonly by: string; readonly reason: string };

export type DecideFacts = {
  /** The plan without its changes, and what is shown of them. */
  readonly plan: Pick<Plan, "fingerprint" | "breaches" | "undoes">;
  readonly view: PlanView;
  /** When the plan was made. */
  readonly madeAt: string;
  readonly standing: Standing;
  readonly feeds: readonly ReadFeed[];
  /** Whether the person may decide; four-eyes: somebody else must. */
  readonly may: "decide" | "look" | "four-eyes";
  /** Others who may decide. */
  readonly others: readonly string[];
  readonly timeZone: string;
  /** No run begins before. */
  readonly pausedUntil: string | undefined;
  /** What was just done. */
  readonly said?: string;
};

/** The largest number that must be typed before a release; undefined if no limit is exceeded that far. */
export const typedNumber = ({ breaches }: Pick<Plan, "breaches">): number | undefined => {
  const far = breaches.filter(({ count, limit }) => count > 2 * limit).map(({ count }) => count);
  return far.length === 0 ? undefined : Math.max(...far);
};

/** A number as people type it: in the digits of any keyboard, with thousands separators and spaces. */
export const digitsOf = (typed: string): string => typed.normalize("NFKC").replaceAll(/[,\s]/g, "");

/** The same for the browser, which refuses another number before the form is sent. */
const typedPattern = (number: number): string => {
  const digits = Array.from(String(number), (digit) => `[${digit}${String.fromCodePoint(0xff10 + Number(digit))}]`);
  return `\\s*${digits.join("[,，\\s]?")}\\s*`;
};

export const decidePage = (visit: OwnVisit, given: DecideFacts): Page => {
  const { words } = visit;
  const { standing, said, plan, view } = given;
  const [grave = [], rest = []] = [true, false].map((isGrave) =>
    view.groups.filter(({ exceeds }) => exceeds === isGrave),
  );
  const path = `/decide/${shortFingerprint(plan.fingerprint)}`;
  const isFollowed = standing.state === "released" && (standing.run === undefined || standing.run.status === "running");
  return {
    title: words.decide.title,
    ...(isFollowed && ({ live: standing.running ? "running" : "idle" } as const)),
    content: html`${said !== undefined && notice("good", said)}${standingPart(visit, given)}
<h1>${view.limits.map(({ said: limit }) => html`${limit}<br>`)}</h1>
${standing.state === "open" && standing.askedBy !== undefined && notice("plain", words.decide.askedBy(standing.askedBy))}
<h2>${words.decide.usual}</h2>
<div class="card"><ul class="plain">${view.limits.flatMap((limit) => limit.facts.map((fact) => html`<li>${text(fact)}</li>`))}</ul>${filesPart(visit, given)}</div>
<h2>${words.decide.causes}</h2>
${grave.map((group) => groupCard(visit, group))}
<p><a href="${path}/report">${words.decide.report}</a></p>
${standing.state === "open" && decision(visit, given, path)}
${rest.length > 0 && html`<details><summary>${words.decide.rest(number(rest.length))}</summary>${rest.map((group) => groupCard(visit, group))}</details>`}`,
  };
};

const standingPart = (visit: OwnVisit, given: DecideFacts): Html | undefined => {
  const { decide } = visit.words;
  const { standing, plan } = given;
  if (standing.state === "open") return undefined;
  if (standing.state === "rejected") {
    const withdrawal = `musterd reject ${shortFingerprint(plan.fingerprint)} --withdraw`;
    return html`${notice("plain", html`${decide.rejected} ${deciderPart(standing)}`)}<p class="hint">${decide.rejectedHint(withdrawal)}</p>`;
  }
  if (standing.state === "stale") return stalePart(visit, given, standing.present);
  if (standing.state === "again") {
    const { by, run } = standing;
    return html`${notice("waiting", html`<strong>${decide.again}</strong> ${decide.againHint}`)}<div class="card"><p>${decide.released} ${text(by)}</p>${ranPart(visit, run)}</div>`;
  }
  const { run, running, until } = standing;
  return html`${notice("good", html`${decide.released} ${deciderPart(standing)}`)}<div class="card">${
    running
      ? progressOf(visit, running)
      : run === undefined &&
        html`<p>${plan.undoes === undefined ? waitsText(visit, given, until) : decide.waitsForCommand(applyingCommand(plan))}</p>`
  }${run && ranPart(visit, run)}</div>`;
};

/** Who has decided, and why. */
const deciderPart = ({ by, reason }: { readonly by: string; readonly reason: string | undefined }): Html =>
  html`${text(by)}${reason !== undefined && html` · ${text(reason)}`}`;

/** When a run writes a plan that was released until `until`. */
const waitsText = (
  { words: { decide } }: OwnVisit,
  { pausedUntil, timeZone }: DecideFacts,
  until = pausedUntil,
): Html | string => {
  if (pausedUntil === undefined || until === undefined) return decide.waits;
  const then =
    until < pausedUntil
      ? html`${decide.endsBefore} ${time(until, timeZone)}${decide.endsBeforeHint}`
      : decide.pausedThen;
  return html`${decide.paused} ${time(pausedUntil, timeZone)}${then}`;
};

/** The run that writes the plan, or has. */
const ranPart = (visit: OwnVisit, run: RunSummary): Html =>
  html`${run.status !== "running" && html`<p class="lead">${statusTag(run.status, visit.language)} ${figuresOf(visit.words, run)}</p>`}${
    visit.person.plan === undefined && html`<p><a href="/run/${run.id}">${visit.words.decide.follow}</a></p>`
  }`;

const stalePart = (visit: OwnVisit, then: DecideFacts, now: PresentPlan | undefined): Html => {
  const { decide } = visit.words;
  const told = ({ madeAt, limits }: Omit<PresentPlan, "fingerprint">): Html =>
    html`${time(madeAt, then.timeZone)}${limits.map((limit) => html`<br>${limit}`)}`;
  const limits = then.view.limits.map(({ said }) => said);
  const present = now && shortFingerprint(now.fingerprint);
  return html`${notice("waiting", html`<strong>${decide.stale}.</strong> ${now ? decide.staleHint : decide.staleOver}`)}
<div class="card">${facts([
    [decide.staleThen, told({ madeAt: then.madeAt, limits })],
    ...(now ? [[decide.staleNow, told(now)] as const] : []),
  ])}${present !== undefined && html`<p><a class="button" href="/decide/${present}">${decide.staleNew}</a></p>`}</div>`;
};

const filesPart = ({ words, language }: OwnVisit, { feeds, timeZone }: DecideFacts): Html | undefined => {
  if (feeds.length === 0) return undefined;
  const { kinds } = reportWords(language);
  const lines = feeds.map(({ kind, rows, modifiedMs }) => {
    const at = modifiedMs === undefined ? undefined : time(new Date(modifiedMs).toISOString(), timeZone);
    return [capital(kinds[kind].other), html`${words.decide.rows(number(rows))}${at && html` · ${at}`}`] as const;
  });
  return html`<details><summary>${words.decide.files}</summary>${facts(lines)}</details>`;
};

const groupCard = ({ words }: OwnVisit, { title, cause, entries, samples }: GroupView): Html => {
  const shown = samples.map(({ name, said }) => html`<li><strong>${text(name)}</strong> ${text(said)}</li>`);
  const more = entries - samples.length;
  return html`<section class="card"><h3>${title}</h3>${cause !== "" && html`<p class="hint">${text(cause)}</p>`}<ul class="samples">${shown}</ul>${
    more > 0 && html`<p class="hint">${words.decide.more(number(more))}</p>`
  }</section>`;
};

const decision = (visit: OwnVisit, { may, others, plan }: DecideFacts, path: string): Html => {
  const { decide } = visit.words;
  if (may === "look") return notice("plain", decide.viewer);
  const reason = (id: string) =>
    html`<label for="${id}">${decide.reason} <small>${decide.reasonHint}</small></label><textarea id="${id}" name="reason" required maxlength="500"></textarea>`;
  const typed = typedNumber(plan);
  const typing =
    typed !== undefined &&
    html`<label for="typed">${decide.typed(String(typed))}</label><input id="typed" name="typed" inputmode="numeric" autocomplete="off" required pattern="${typedPattern(typed)}">`;
  return html`<section class="answers"><h2>${decide.decision}</h2><div class="card">
<h3>${decide.reject}</h3><p class="hint">${decide.rejectHint}</p>
${ownForm(visit, `${path}/reject`, html`${reason("why-not")}<button class="first">${decide.rejectButton}</button>`)}
${
  others.length > 0 &&
  html`<details class="choice"><summary>${decide.ask}</summary><p class="hint">${decide.askHint}</p>${ownForm(
    visit,
    `${path}/ask`,
    html`<label for="whom">${decide.askWhom}</label><select id="whom" name="whom">${others.map((name) => html`<option>${name}</option>`)}</select><button>${decide.askButton}</button>`,
  )}</details>`
}
<details class="choice"><summary>${decide.release}</summary>${
    may === "four-eyes"
      ? html`<p>${decide.fourEyes}</p>`
      : html`<p class="hint">${decide.releaseHint}</p>${ownForm(visit, `${path}/release`, html`${reason("why")}${typing}<button class="grave">${decide.releaseButton}</button>`)}`
  }</details></div></section>`;
};
