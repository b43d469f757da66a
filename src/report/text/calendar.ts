/**
 * The calendar of a report: what comes due for people in the 14 days after the plan. `calendarOf` returns a heading and rows for
 * every format; `calendarLines` are the rows of the text report.
 */

import type { Plan } from "../../model/plan/plan.ts";
import type { Language } from "../../model/words/language.ts";
import { nameOf, nameWithKey } from "../entries/names.ts";
import { wordsOf } from "../words/language.ts";
import { hanging, heading, limited, type TextPage } from "./text-page.ts";

/**
 * Undefined if nothing comes due. The columns are in the order of the rows' properties, the rows by date. `person` is the name with the
 * account; `department` is empty for people without a post.
 */
export const calendarOf = (plan: Plan, language: Language) => {
  if (!plan.due?.length) return undefined;
  const { heading: title, columns, events } = wordsOf(language).calendar;
  const rows = plan.due.map(({ date, what, key, label, department }) => ({
    date,
    event: events[what],
    person: nameWithKey({ label, key }),
    department: department === undefined ? "" : (nameOf(plan, "department", department) ?? department),
  }));
  return { heading: title, columns, rows };
};

export const calendarLines = (page: TextPage): readonly string[] => {
  const calendar = calendarOf(page.report.plan, page.report.language);
  if (!calendar) return [];
  return [
    "",
    heading(page, calendar.heading, page.say.number(calendar.rows.length)),
    ...limited(page, calendar.rows, page.limits.rows, ({ date, event, person, department }) =>
      hanging(page, `  ${date}  `, 14, [person, ...(department ? [department] : []), event].join(" · ")),
    ),
  ];
};
