/** Loads and dumps punches, surveys and notices as sections of the company document; a load replaces the existing rows. */
import { randomUUID } from "node:crypto";
import type {
  NoticesSection,
  PunchesSection,
  SectionQuestion,
  SectionSurvey,
  SurveysSection,
} from "../../contract/everyday-section.ts";
import { isoInstant } from "../../lib/clock.ts";
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { requireRow } from "../kernel/table.ts";
import { findNamed, nameById, nameOf } from "../organisation/lookup.ts";
import { inOrder } from "../organisation/ordering.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { punchesOf, putPunches } from "./punch-months.ts";
import { questionErrors } from "./survey-errors.ts";
import type { Company } from "./tables.ts";

const always = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

export const loadPunches = (company: Company, section: PunchesSection): void => {
  company.punchMonths.clear();
  const punches = section.map(({ account, punchDate, punchType, location, remark }, at) => ({
    personId: findNamed(company, account, `punches.${at}.account`).id,
    at: Date.parse(readInstant(punchDate, `punches.${at}.punchDate`)),
    type: punchType,
    location: location ?? null,
    remark: remark ?? null,
  }));
  for (const [personId, own] of Map.groupBy(punches, (punch) => punch.personId)) putPunches(company, personId, own);
};

export const dumpPunches = (company: Company): PunchesSection =>
  company.employees.all().flatMap((person) =>
    punchesOf(company, person.id, always).map(({ at, type, location, remark }) => ({
      account: nameOf(person),
      punchDate: isoInstant(at),
      punchType: type,
      location,
      remark,
    })),
  );

export const loadSurveys = (company: Company, { categories, surveys }: SurveysSection): void => {
  company.surveys.clear();
  company.surveyCategories.clear();
  for (const [at, { code, name }] of categories.entries()) {
    if (company.surveyCategories.by("code", fold(code)).length > 0)
      refuse("OPA-CODE-TAKEN", `surveys.categories.${at}.code`);
    company.surveyCategories.put({ id: company.newId(), seq: at, code, name });
  }
  for (const [at, survey] of surveys.entries()) loadSurvey(company, survey, `surveys.surveys.${at}`);
};

/** A published survey must have a period, and its questions must pass the checks of S2. */
const loadSurvey = (company: Company, survey: SectionSurvey, where: string): void => {
  const { code, topic, published } = survey;
  const category =
    company.surveyCategories.by("code", fold(survey.category))[0] ??
    refuse("OPA-SURVEY-CATEGORY-UNKNOWN", `${where}.category`);
  if (company.surveys.by("code", fold(code)).length > 0) refuse("OPA-CODE-TAKEN", `${where}.code`);
  const startTime = survey.startTime ? readInstant(survey.startTime, `${where}.startTime`) : null;
  const endTime = survey.endTime ? readInstant(survey.endTime, `${where}.endTime`) : null;
  const isPeriod = startTime !== null && endTime !== null && startTime < endTime;
  if (!isPeriod && (published || (startTime && endTime))) refuse("OPA-SURVEY-PERIOD", `${where}.endTime`);
  const questions = survey.questions.map((question) => ({ ...question, id: question.id ?? randomUUID() }));
  const wrong = questionErrors(questions);
  if (published && wrong.errors.length > 0) refuse("OPA-SURVEY-CONTENT", `${where}.questions`);
  if (published && wrong.items[0]) refuse("OPA-SURVEY-CONTENT", `${where}.questions.${wrong.items[0].seq - 1}`);
  company.surveys.put({
    id: company.newId(),
    code,
    topic,
    categoryId: category.id,
    published,
    startTime,
    endTime,
    targets: toStoredItems(company, survey.targets, `${where}.targets`),
    questions,
  });
};

export const dumpSurveys = (company: Company): SurveysSection => ({
  categories: inOrder(company.surveyCategories.all()).map(({ code, name }) => ({ code, name })),
  surveys: company.surveys.all().map((row) => ({
    code: row.code,
    topic: row.topic,
    category: requireRow(company.surveyCategories, row.categoryId).code,
    published: row.published,
    startTime: row.startTime,
    endTime: row.endTime,
    targets: showItems(company, row.targets),
    questions: [...row.questions] satisfies SectionQuestion[],
  })),
});

export const loadNotices = (company: Company, section: NoticesSection): void => {
  company.notices.clear();
  for (const [place, { id, account, title, message, at, read }] of section.entries()) {
    const personId = findNamed(company, account, `notices.${place}.account`).id;
    const uuid = id?.toLowerCase() ?? randomUUID();
    if (company.notices.by("uuid", uuid).length > 0) refuse("OPA-ID-TAKEN", `notices.${place}.id`);
    const sentAt = readInstant(at, `notices.${place}.at`);
    company.notices.put({ id: company.newId(), uuid, personId, title, message, at: sentAt, read });
  }
};

/** Leaves out notices of deleted people. */
export const dumpNotices = (company: Company): NoticesSection =>
  company.notices.all().flatMap(({ uuid, personId, title, message, at, read }) => {
    const account = nameById(company, personId);
    return account === null ? [] : [{ id: uuid, account, title, message, at, read }];
  });
