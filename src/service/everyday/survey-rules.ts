/** S1 lists surveys. S2 copies a survey and publishes the copy at once, or does nothing if there is an error (R95). */
import { randomUUID } from "node:crypto";
import { surveyStatus, topicMode } from "../../contract/operations/everyday.ts";
import { longestStem } from "../../contract/records/texts.ts";
import { isoInstant } from "../../lib/clock.ts";
import { type Caller, isDesignated, requireDesignated } from "../kernel/callers/caller.ts";
import { requireRow } from "../kernel/company/table.ts";
import type { Handlers } from "../kernel/http/feature.ts";
import { fold } from "../kernel/identity.ts";
import { type Range, readInstant, readRange } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { toStoredItems } from "../organisation/org-items.ts";
import { surveyErrors } from "./survey-errors.ts";
import type { Company, SurveyRow } from "./tables.ts";

const categoryOf = (company: Company, { categoryId }: SurveyRow): string =>
  requireRow(company.surveyCategories, categoryId).code;

/**
 * A key that is designated for some categories only learns nothing about other surveys: an unknown code is refused like that of
 * a survey in another category (R95).
 */
const findSurvey = (company: Company, caller: Caller, code: string, where: string, status?: number): SurveyRow => {
  const survey = company.surveys.by("code", fold(code))[0];
  requireDesignated(caller, "surveyCategories", survey ? categoryOf(company, survey) : "", where);
  return survey ?? refuse("OPA-SURVEY-UNKNOWN", where, status);
};

/** The end is not part of the period. */
const periodOf = ({ startTime, endTime }: SurveyRow): Range => readRange({ since: startTime, until: endTime });

/** A survey is a draft until it is published; from then on, its status depends on the present time. */
const statusOf = ({ clock }: Company, survey: SurveyRow): number => {
  if (!survey.published) return surveyStatus.draft;
  const { since, until } = periodOf(survey);
  if (clock.nowMs() < since) return surveyStatus.pending;
  return clock.nowMs() < until ? surveyStatus.investigating : surveyStatus.ended;
};

const topicOf = (original: string, newTopic: string | null | undefined, mode: number | null | undefined): string => {
  if (!newTopic?.trim()) return original;
  if (mode === topicMode.prepend) return newTopic + original;
  return mode === topicMode.append ? original + newTopic : newTopic;
};

/** Returns the original's code, shortened if necessary, with the first free number, counted from 2: `CODE-2`. */
const codeOfCopy = ({ surveys }: Company, code: string): string => {
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`;
    // The half of a surrogate pair is cut off, too.
    const copy = code.slice(0, longestStem - ending.length).replace(/[\uD800-\uDBFF]$/, "") + ending;
    if (surveys.by("code", fold(copy)).length === 0) return copy;
  }
};

export const surveyRules: Handlers<"S1" | "S2", Company> = {
  S1: (company, { body, caller }) => {
    const { since, until } = readRange(body.dateRange);
    const named = body.code?.trim() ? [findSurvey(company, caller, body.code, "code", 404)] : undefined;
    return (named ?? company.surveys.all())
      .filter((row) => statusOf(company, row) === body.status)
      .filter((row) => isDesignated(caller, "surveyCategories", categoryOf(company, row)))
      .filter((row) => periodOf(row).since <= until && periodOf(row).until > since)
      .sort((a, b) => periodOf(a).since - periodOf(b).since || a.id - b.id)
      .map(({ code, topic, startTime, endTime }) => ({ code, topic, startTime, endTime }));
  },

  S2: (company, { body, caller }) => {
    const source = findSurvey(company, caller, body.sourceQueCode, "sourceQueCode");
    const startTime = readInstant(body.startTime, "startTime");
    const endTime = readInstant(body.endTime, "endTime");
    if (startTime >= endTime) refuse("OPA-SURVEY-PERIOD", "endTime");
    if (endTime <= isoInstant(company.clock.nowMs())) refuse("OPA-SURVEY-PAST", "endTime");

    const topic = topicOf(source.topic, body.newTopic, body.topicMode);
    const { surveyUsers } = body;
    const targets = surveyUsers ? toStoredItems(company, surveyUsers, "surveyUsers") : source.targets;
    const copy = { ...source, topic, targets, startTime, endTime, published: true };
    const errors = surveyErrors(company, copy, surveyUsers ? "surveyUsers" : "targets");
    if (!errors.hasSettingError && !errors.hasContentError) {
      const questions = source.questions.map((question) => ({ ...question, id: randomUUID() }));
      company.surveys.put({ ...copy, id: company.newId(), code: codeOfCopy(company, source.code), questions });
    }
    return errors;
  },
};
