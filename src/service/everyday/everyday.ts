/** Everyday work: punches, surveys and notices (K1, K2, S1, S2, N1). */
import type { Feature } from "../kernel/http/feature.ts";
import { noticeRules, registerInbox } from "./notices.ts";
import { punchRules } from "./punch-rules.ts";
import { dumpNotices, dumpPunches, loadNotices, loadPunches } from "./sections.ts";
import { surveyRules } from "./survey-rules.ts";
import { dumpSurveys, loadSurveys } from "./surveys-section.ts";
import { type Company, createEverydayTables } from "./tables.ts";

export const everyday = {
  tables: createEverydayTables,
  rules: { ...punchRules, ...surveyRules, ...noticeRules },
  sections: {
    surveys: { refersTo: ["organisation"], load: loadSurveys, dump: dumpSurveys },
    punches: { refersTo: ["organisation"], load: loadPunches, dump: dumpPunches },
    notices: { refersTo: ["organisation"], load: loadNotices, dump: dumpNotices },
  },
  routes: registerInbox,
} satisfies Feature<Company>;
