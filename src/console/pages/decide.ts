/**
 * The page on which a person decides about a plan that exceeds limits: what would happen in one sentence, what helps to judge it, the
 * groups by cause with examples, and three answers, of which the harmless one comes first.
 */
import type { Kind, Plan } from "../../model/plan.ts";
import { actOf } from "../../model/release.ts";
import type { RunSummary } from "../../model/run.ts";
import { entriesOf } from "../../report/entries/entries.ts";
import { presentable, type Report } from "../../report/entries/report.ts";
import { blockOf } from "../../report/phrasing/block.ts";
import { type EntryPhrasing, entryPhrasing } from "../../report/phrasing/entry-phrasing.ts";
import { type Group, reportSections } from "../../report/phrasing/groups.ts";
import { capital, type Phrasing, phrasing } from "../../report/phrasing/phrasing.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import type { OwnVisit } from "../access/visit.ts";
import { facts, number, statusTag, time } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { notice, ownForm, type Page } from "../html/layout.ts";
import type { Running } from "../parts.ts";
import { figuresOf } from "./runs.ts";
import { fingerprintDigits, progressOf } from "./today.ts";

type Feed = {
  readonly feed: string;
  readonly kind: Kind;
  readonly rows: number;
  readonly modifiedMs?: number | undefined;
};

/** Where the plan stands: it waits, it is no longer the plan, or somebody has decided. */
export type Standing =
  | { readonly state: "open"; readonly askedBy?: string | undefined }
  /** `present`: the newest plan, if it waits for a decision. */
  | { readonly state: "stale"; readonly present: Report | undefined }
  /** `run`: the one that writes the plan, once it has begun; `running`: it goes on, or another before it. */
  | {
      readonly state: "released";
      readonly by: string;
      readonly run: RunSummary | undefined;
      readonly running: Running | undefined;
    }
  | { readonly state: "rejected"; readonly by: string };

export type DecideFacts = {
  readonly report: Report;
  readonly standing: Standing;
  readonly feeds: readonly Feed[];
  /** Whether the person may decide; four-eyes: somebody else must. */
  readonly may: "decide" | "look" | "four-eyes";
  /** Others who may decide. */
  readonly others: readonly string[];
  readonly timeZone: string;
  /** What was just done. */
  readonly said?: string;
};

/** The largest number that must be typed before a release; undefined if no limit is exceeded that far. */
export const typedNumber = ({ breaches }: Pick<Plan, "breaches">): number | undefined => {
  const far = breaches.filter(({ count, limit }) => count > 2 * limit).map(({ count }) => count);
  return far.length === 0 ? undefined : Math.max(...far);
};

export const decidePage = (visit: OwnVisit, given: DecideFacts): Page => {
  const { words } = visit;
  const report = presentable({ ...given.report, language: visit.language });
  const say = phrasing(report);
  const model = entriesOf(report.plan);
  const tell = entryPhrasing(report.plan, say);
  const groups = reportSections(model.entries, say).flatMap((section) => section.groups);
  const limits = blockOf(report, model, say, tell)?.limits ?? [];
  const { standing, said } = given;
  const exceeds = behind(report.plan);
  const [grave = [], rest = []] = [true, false].map((isGrave) => groups.filter((group) => exceeds(group) === isGrave));
  const path = `/decide/${report.plan.fingerprint.slice(0, fingerprintDigits)}`;
  const isFollowed = standing.state === "released" && (standing.run === undefined || standing.run.status === "running");
  return {
    title: words.decide.title,
    ...(isFollowed && ({ live: standing.running ? "running" : "idle" } as const)),
    content: html`${said !== undefined && notice("good", said)}${standingPart(visit, given, report)}
<h1>${limits.map(({ said: limit }) => html`${limit}<br>`)}</h1>
${standing.state === "open" && standing.askedBy !== undefined && notice("plain", words.decide.askedBy(standing.askedBy))}
<h2>${words.decide.usual}</h2>
<div class="card"><ul class="plain">${limits.flatMap((limit) => limit.facts.map((fact) => html`<li>${text(fact)}</li>`))}</ul>${filesPart(visit, given)}</div>
<h2>${words.decide.causes}</h2>
${grave.map((group) => groupCard(visit, group, tell, say))}
<p><a href="${path}/report">${words.decide.report}</a></p>
${standing.state === "open" && decision(visit, given, path)}
${rest.length > 0 && html`<details><summary>${words.decide.rest(number(rest.length))}</summary>${rest.map((group) => groupCard(visit, group, tell, say))}</details>`}`,
  };
};

/** Tells the groups whose changes exceed a limit; where the limit is about no action, all groups of the kind. */
const behind = ({ breaches, changes }: Plan): ((group: Group) => boolean) => {
  const meant = new Set(
    changes.flatMap((change) => {
      const { kind, action } = actOf(change);
      return breaches.some((breach) => breach.kind === kind && (breach.action ?? action) === action) ? [change.id] : [];
    }),
  );
  return ({ entries }) => entries.some((entry) => entry.changes.some((id) => meant.has(id)));
};

const standingPart = (visit: OwnVisit, { standing, timeZone }: DecideFacts, report: Report): Html | undefined => {
  const { decide } = visit.words;
  if (standing.state === "open") return undefined;
  if (standing.state === "rejected") return notice("plain", html`${decide.rejected} ${text(standing.by)}`);
  if (standing.state === "stale") return stalePart(visit, report, standing.present, timeZone);
  const { by, run, running } = standing;
  return html`${notice("good", html`${decide.released} ${text(by)}`)}<div class="card">${
    running ? progressOf(visit, running) : run === undefined && html`<p>${decide.waits}</p>`
  }${run && run.status !== "running" && html`<p class="lead">${statusTag(run.status, visit.language)} ${figuresOf(visit.words, run)}</p>`}${
    run && visit.person.plan === undefined && html`<p><a href="/run/${run.id}">${decide.follow}</a></p>`
  }</div>`;
};

/** What was true then, and what is true now. */
const stalePart = (visit: OwnVisit, then: Report, now: Report | undefined, timeZone: string): Html => {
  const { decide } = visit.words;
  const told = (of: Report): Html => {
    const shown = presentable({ ...of, language: visit.language });
    const say = phrasing(shown);
    return html`${time(of.madeAt, timeZone)}${shown.plan.breaches.map((breach) => html`<br>${say.breach(breach)}`)}`;
  };
  const present = now?.plan.fingerprint.slice(0, fingerprintDigits);
  return html`${notice("waiting", html`<strong>${decide.stale}.</strong> ${now ? decide.staleHint : decide.staleOver}`)}
<div class="card">${facts([
    [decide.staleThen, told(then)],
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

const samples = 5;

const groupCard = ({ words }: OwnVisit, group: Group, tell: EntryPhrasing, say: Phrasing): Html => {
  const cause = tell.cause(group);
  const shown = group.entries.slice(0, samples).map((entry) => {
    const name = entry.label === entry.key ? entry.key : `${entry.label} (${entry.key})`;
    const changed = tell.rest(entry).map((fact) => {
      const { name: field, before, after } = tell.fact(fact);
      return `${field}${say.phrase("colon")}${before === undefined ? "" : `${before} → `}${after}`;
    });
    return html`<li><strong>${text(name)}</strong> ${text([tell.summary(entry), ...changed.slice(0, samples)].join(" · "))}</li>`;
  });
  const more = group.entries.length - shown.length;
  return html`<section class="card"><h3>${tell.title(group)}</h3>${cause !== "" && html`<p class="hint">${text(cause)}</p>`}<ul class="samples">${shown}</ul>${
    more > 0 && html`<p class="hint">${words.decide.more(number(more))}</p>`
  }</section>`;
};

const decision = (visit: OwnVisit, { may, others, report }: DecideFacts, path: string): Html => {
  const { decide } = visit.words;
  if (may === "look") return notice("plain", decide.viewer);
  const reason = (id: string) =>
    html`<label for="${id}">${decide.reason} <small>${decide.reasonHint}</small></label><textarea id="${id}" name="reason" required maxlength="500"></textarea>`;
  const typed = typedNumber(report.plan);
  const typing =
    typed !== undefined &&
    html`<label for="typed">${decide.typed(String(typed))}</label><input id="typed" name="typed" inputmode="numeric" autocomplete="off" required pattern="${typed}">`;
  return html`<h2>${decide.decision}</h2><div class="card">
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
  }</details></div>`;
};
