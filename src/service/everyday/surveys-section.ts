/**
 * Loads and dumps surveys as a section of the company document. A published survey must have a period, and its questions must
 * pass the checks of S2.
 */
import { randomUUID } from "node:crypto";
import type { SectionSurvey, SurveysSection } from "../../contract/sections/everyday.ts";
import { requireRow } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import { readInstant } from "../kernel/instant.ts";
import { refuse } from "../kernel/refusal.ts";
import { inOrder } from "../organisation/ordering.ts";
import { showItems, toStoredItems } from "../organisation/org-items.ts";
import { questionErrors } from "./survey-errors.ts";
import type { Company } from "./tables.ts";

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

const loadSurvey = (company: Company, survey: SectionSurvey, where: string): void => {
  const { category, ...same } = survey;
  const { code, published } = survey;
  const categoryId =
    company.surveyCategories.by("code", fold(category))[0]?.id ??
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
    ...same,
    categoryId,
    startTime,
    endTime,
    targets: toStoredItems(company, survey.targets, `${where}.targets`),
    questions,
  });
};

export const dumpSurveys = (company: Company): SurveysSection => ({
  categories: inOrder(company.surveyCategories.all()).map(({ code, name }) => ({ code, name })),
  surveys: company.surveys.all().map(({ id: _, categoryId, targets, questions, ...same }) => ({
    ...same,
    category: requireRow(company.surveyCategories, categoryId).code,
    targets: showItems(company, targets),
    questions: [...questions],
  })),
});
