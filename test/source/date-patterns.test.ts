/** What a pattern of dates says: whole days only, and what must be asked about them. */
import { expect, it } from "vitest";
import { hasTwoDigitYear, isDatePattern, isExchangeable } from "../../src/source/values/date-patterns.ts";

it.each([
  ["yyyy-MM-dd", { isDate: true, twoDigits: false, exchangeable: false }],
  ["dd/MM/yyyy", { isDate: true, twoDigits: false, exchangeable: true }],
  ["M/d/yy", { isDate: true, twoDigits: true, exchangeable: true }],
  ["yy-MM-dd", { isDate: true, twoDigits: true, exchangeable: false }],
  ["yyyy'yy'MMdd", { isDate: true, twoDigits: false, exchangeable: false }],
  ["d.M.yyyy HH:mm", { isDate: true, twoDigits: false, exchangeable: true }],
  ["dd-MMM-yyyy", { isDate: true, twoDigits: false, exchangeable: false }],
  ["MM/yyyy", { isDate: false, twoDigits: false, exchangeable: false }],
  ["dd/mm/yyyy", { isDate: false, twoDigits: false, exchangeable: false }],
  ["yyyy-MM-dd Z", { isDate: false, twoDigits: false, exchangeable: false }],
])("%s", (pattern, says) => {
  const [isDate, twoDigits, exchangeable] = [isDatePattern, hasTwoDigitYear, isExchangeable].map((test) =>
    test(pattern),
  );
  expect({ isDate, twoDigits, exchangeable }).toEqual(says);
});
