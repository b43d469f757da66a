/**
 * Checks a survey that is to be published (R95): its settings (targets and topic) and its content (questions). Errors are part
 * of the answer and not refusals, because S2 reports all of them at once.
 */
import { type CopySurveyResult, longestTopic } from "../../contract/operations/everyday.ts";
import { questionType } from "../../contract/sections/everyday.ts";
import { fold } from "../kernel/identity.ts";
import type { StoredItem } from "../organisation/tables.ts";
import type { Company, Question, SurveyRow } from "./tables.ts";

/** Returns the errors of a survey as S2 answers them. The parameter `place` names the list of targets. */
export const surveyErrors = (
  company: Company,
  { topic, targets, questions }: Pick<SurveyRow, "topic" | "targets" | "questions">,
  place: "surveyUsers" | "targets",
): CopySurveyResult => {
  const settingErrors = targets.flatMap((target, at) => {
    const parts = partsOf(company, target);
    if (parts.includes(undefined)) return `OPA-SURVEY-TARGET-GONE ${place}.${at}`;
    return parts.some((part) => part?.active === false) ? `OPA-SURVEY-TARGET-INACTIVE ${place}.${at}` : [];
  });
  if (targets.length === 0) settingErrors.push(`OPA-SURVEY-TARGETS-EMPTY ${place}`);
  if (topic.length > longestTopic) settingErrors.push("OPA-SURVEY-TOPIC-LONG newTopic");
  const inQuestions = questionErrors(questions);
  const hasContentError = inQuestions.errors.length + inQuestions.items.length > 0;
  return { hasSettingError: settingErrors.length > 0, hasContentError, settingErrors, questionErrors: inQuestions };
};

/** Returns the rows to which a target refers; undefined stands for a deleted row. */
const partsOf = (company: Company, target: StoredItem) => {
  if (target.kind === "employee") return [company.employees.get(target.employeeId)?.data];
  const scope = target.scope === "company" ? [] : [company.departments.get(target.scope.departmentId)];
  if (target.kind === "department") return scope;
  if (target.kind === "title") return [company.titles.get(target.titleId), ...scope];
  return [company.functions.get(target.functionId), ...scope];
};

/** `seq` is the number of a question, counted from 1. */
export const questionErrors = (questions: readonly Question[]): CopySurveyResult["questionErrors"] => ({
  errors: questions.length === 0 ? ["OPA-SURVEY-NO-QUESTIONS"] : [],
  items: questions.flatMap((question, index) => {
    const seq = index + 1;
    return errorsOf(question, seq, questions.length).map((errorCode) => ({ id: question.id, seq, errorCode }));
  }),
});

/** A branch must lead to a later question, because one that leads back could make a loop. */
const errorsOf = ({ text, typeId, options }: Question, seq: number, last: number): string[] => {
  const isChoice = typeId === questionType.single || typeId === questionType.multiple;
  const names = options.map(({ name }) => fold(name));
  const branches = options.flatMap(({ next }) => next ?? []);
  const errors: readonly (readonly [boolean, string])[] = [
    [fold(text) === "", "OPA-QUESTION-BLANK"],
    [isChoice && options.length === 0, "OPA-QUESTION-NO-OPTIONS"],
    [!isChoice && options.length > 0, "OPA-QUESTION-OPTIONS-UNUSED"],
    [names.includes(""), "OPA-QUESTION-OPTION-BLANK"],
    [new Set(names).size < names.length, "OPA-QUESTION-OPTION-TWICE"],
    [branches.some((next) => next < 1 || next > last), "OPA-QUESTION-BRANCH-UNKNOWN"],
    [branches.some((next) => next >= 1 && next <= seq), "OPA-QUESTION-BRANCH-BACK"],
    [typeId === questionType.multiple && branches.length > 0, "OPA-QUESTION-BRANCH-OF-MULTIPLE"],
  ];
  return errors.flatMap(([holds, code]) => (holds ? [code] : []));
};
