/**
 * The calendar of a report: what comes due for people in the 14 days after the plan. `calendarOf` returns a heading and rows for
 * every format; `calendarLines` are the rows of the text report.
 */
import type { DueEvent } from "../model/due.ts";
import type { Language } from "../model/language.ts";
import type { Plan } from "../model/plan.ts";
import { departmentName } from "./phrasing.ts";
import { hanging, heading, limited, type TextPage } from "./text-page.ts";

export type Calendar = {
  readonly heading: string;
  /** Heads of the columns, in the order of the rows' properties. */
  readonly columns: readonly [date: string, event: string, person: string, department: string];
  /** By date. `person` is the name with the account; `department` is empty for people without a post. */
  readonly rows: readonly {
    readonly date: string;
    readonly event: string;
    readonly person: string;
    readonly department: string;
  }[];
};

type CalendarWords = {
  readonly heading: string;
  readonly columns: Calendar["columns"];
  readonly events: Readonly<Record<DueEvent, string>>;
};

const words: Readonly<Record<Language, CalendarWords>> = {
  en: {
    heading: "Due in the next 14 days",
    columns: ["Date", "What happens", "Person", "Department"],
    events: {
      created: "is created",
      active: "becomes active",
      "last-day": "last working day",
      disabled: "is disabled",
      "leave-begins": "leave begins: is disabled",
      "leave-ends": "leave is over: becomes active",
      missing: "is disabled if still missing from the source",
    },
  },
  "zh-TW": {
    heading: "未來 14 天到期事項",
    columns: ["日期", "事項", "人員", "部門"],
    events: {
      created: "建立帳號",
      active: "啟用",
      "last-day": "最後工作日",
      disabled: "停用",
      "leave-begins": "留職停薪開始：停用",
      "leave-ends": "留職停薪結束：啟用",
      missing: "若來源仍無此人則停用",
    },
  },
};

/** Undefined if nothing comes due. */
export const calendarOf = (plan: Plan, language: Language): Calendar | undefined => {
  if (!plan.due?.length) return undefined;
  const { heading: title, columns, events } = words[language];
  const rows = plan.due.map(({ date, what, key, label, department }) => ({
    date,
    event: events[what],
    person: label === key ? key : `${label} (${key})`,
    department: department === undefined ? "" : (departmentName(plan, department) ?? department),
  }));
  return { heading: title, columns, rows };
};

/** The calendar as lines of the text report. */
export const calendarLines = (page: TextPage): readonly string[] => {
  const calendar = calendarOf(page.report.plan, page.report.language);
  if (!calendar) return [];
  return [
    "",
    heading(page, calendar.heading, page.say.number(calendar.rows.length)),
    ...limited(page, calendar.rows, page.limit, ({ date, event, person, department }) =>
      hanging(page, `  ${date}  `, 14, [person, ...(department ? [department] : []), event].join(" · ")),
    ),
  ];
};
