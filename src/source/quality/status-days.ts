/**
 * The rule `date-no-status`: days that the mapping makes a status of. A last day that lies ahead is no status, because the
 * person still works. The rows themselves are rejected where they are read, so nobody is disabled; the rule says that the
 * mapping is wrong, and which setting is right.
 */
import type { StatusCounts } from "../cells/status-days.ts";
import type { Found } from "./found.ts";

/** The findings about one place. */
export const statusFindings = ({ kind, setting, column, counts }: StatusCounts): readonly Found[] => {
  const { word, day, decided, contradicted } = counts;
  const of = (count: number, base: number, message: string, hint: string): Found => ({
    rule: "date-no-status",
    kind,
    field: column,
    count,
    limit: 0,
    base,
    message,
    hint,
  });
  const found: Found[] = [];
  if (day > 0) {
    const message = `${setting}: ${day} of ${day + word} filled cells of the column "${column}" are dates, and a date is no status`;
    const finding = of(day, day + word, message, rightSetting(column));
    // A date among words is a typing error, which its own row shows.
    found.push(word > day ? { ...finding, mild: true } : finding);
  }
  if (decided > 0) {
    const message = `${setting}: ${decided} rows of ${kind} became inactive by the column "${column}", whose days lie ahead`;
    found.push(of(decided, decided, message, rightSetting(column)));
  }
  if (contradicted > 0) {
    const message = `${setting}: ${contradicted} rows of ${kind} are inactive, and the column "${column}", which no setting reads, has a day that lies ahead`;
    found.push({ ...of(contradicted, contradicted, message, rightSetting(column)), mild: true });
  }
  return found;
};

const rightSetting = (column: string): string =>
  `map "${column}" to \`resignationDate\` (the first day of work to \`hireDate\`, a leave to \`leaveFrom\` and \`leaveUntil\`); ` +
  "people are disabled when the day is over, and `active` may be left out";
