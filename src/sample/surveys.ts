/** Surveys of the sample company: one for each status that a survey can have today. */

import type { CompanyDocument } from "../contract/sections/company-document.ts";
import type { QuestionType, SectionQuestion, SectionSurvey } from "../contract/sections/everyday.ts";
import { utcOffset } from "../lib/clock.ts";
import { addDays } from "./calendar.ts";

export const sampleSurveys = (today: string): NonNullable<CompanyDocument["surveys"]> => {
  const survey = (
    code: string,
    topic: string,
    category: string,
    days: readonly [number, number] | null,
    questions: SectionQuestion[],
  ): SectionSurvey => ({
    code,
    topic,
    category,
    published: days !== null,
    startTime: days && `${addDays(today, days[0])}T00:00:00${utcOffset}`,
    endTime: days && `${addDays(today, days[1])}T00:00:00${utcOffset}`,
    targets: [{ itemType: 0, dept: { code: "A000", containsChildren: true, isCompany: false } }],
    questions,
  });
  return {
    categories: [
      { code: "CARE", name: "員工關懷" },
      { code: "TRAINING", name: "教育訓練" },
    ],
    surveys: [
      survey("SATISFACTION", "員工滿意度調查", "CARE", [-10, 10], satisfaction),
      survey("COURSES", "明年度課程需求", "TRAINING", [14, 28], courses),
      survey("CANTEEN", "員工餐廳意見", "CARE", [-60, -40], canteen),
      survey("SAFETY", "安全衛生教育回饋", "TRAINING", null, unfinished),
    ],
  };
};

const ids = "6f1a4c30-0d5e-4b7a-9a55-3f2b8c1d3";

const question = (
  number: number,
  text: string,
  typeId: QuestionType,
  options: SectionQuestion["options"] = [],
): SectionQuestion => ({
  id: `${ids}${String(number).padStart(3, "0")}`,
  text,
  typeId,
  isRequired: typeId === "single",
  options,
});

const named = (...names: readonly string[]) => names.map((name) => ({ name }));

const satisfaction = [
  question(1, "整體而言，您對目前的工作滿意嗎？", "single", [
    { name: "滿意", next: 3 },
    { name: "尚可", next: 3 },
    { name: "不滿意" },
  ]),
  question(2, "哪些方面需要改善？", "multiple", named("工作環境", "薪資福利", "溝通", "發展機會")),
  question(3, "您在本公司服務幾年？", "number"),
  question(4, "其他建議", "text"),
];
const courses = [
  question(5, "您希望參加哪些課程？", "multiple", named("外語", "簡報", "程式設計", "品質管理")),
  question(6, "適合的時段", "single", named("平日上班時間", "平日晚上", "週末")),
];
const canteen = [question(7, "您每週在餐廳用餐幾次？", "number"), question(8, "最喜歡的菜色", "text")];
/** The questions of the draft. It cannot be published yet, because the second question has no options. */
const unfinished = [
  question(9, "講師的說明清楚嗎？", "single", named("清楚", "不清楚")),
  question(10, "哪些主題應再加強？", "multiple"),
];
