/**
 * Reads dates that spreadsheets and directories count or write in their own way: days since 1900, units of 100
 * nanoseconds since 1601, and GeneralizedTime.
 */
import { dayMs, hourMs, minuteMs, utcOffsetMs } from "../../lib/clock.ts";
import { dateOf, type FoundDate, lastDate } from "./calendar.ts";

const secondMs = 1000;
const endOfTimeMs = Date.parse(`${lastDate}T00:00:00Z`);

/**
 * Reads the day number of a spreadsheet (1900 system); a fraction is the time of day at +08:00. Numbers below 61 (1
 * March 1900) are bad: the system counts a 29 February 1900, which never existed, and dates of people are not that
 * early.
 */
export const readSerial = (text: string): FoundDate => {
  if (/^0+(?:\.0+)?$/.test(text)) return "none";
  if (!/^\d{1,7}(?:\.\d+)?$/.test(text)) return "bad";
  const seconds = Math.round(Number(text) * 86_400);
  const day = Math.floor(seconds / 86_400);
  if (day < firstValidDay || day > lastDay) return "bad";
  if (day === lastDay) return "never";
  const midnightMs = (day - unixEpochDay) * dayMs;
  const date = new Date(midnightMs).toISOString().slice(0, 10);
  const restMs = (seconds % 86_400) * secondMs;
  return restMs === 0 ? { date } : { date, epochMs: midnightMs + restMs - utcOffsetMs };
};

const firstValidDay = 61;
const unixEpochDay = 25_569;
const lastDay = unixEpochDay + endOfTimeMs / dayMs;

/**
 * Reads a FILETIME as in accountExpires: the number of units of 100 nanoseconds since 1601-01-01 UTC. 0 and 2^63 - 1
 * mean never.
 */
export const readFiletime = (text: string): FoundDate => {
  if (!/^\d{1,19}$/.test(text)) return "bad";
  const ticks = BigInt(text);
  if (ticks > lastTick) return "bad";
  const epochMs = Number(ticks / 10_000n) - sinceFiletimeMs;
  return ticks === 0n || epochMs >= endOfTimeMs ? "never" : { epochMs };
};

const lastTick = 9_223_372_036_854_775_807n;
const sinceFiletimeMs = 11_644_473_600_000;

/**
 * Reads a GeneralizedTime (RFC 4517, section 3.3.13). A fraction belongs to the last unit written, and the zone is
 * mandatory.
 */
export const readGeneralized = (text: string): FoundDate => {
  const found = generalizedPattern.exec(text);
  if (!found) return "bad";
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = dateOf(year, month, day);
  // A leap second counts as the first moment of the next minute.
  if (date === undefined || hour > 23 || minute > 59 || second > 60) return "bad";
  if (date === lastDate) return "never";
  const unitMs = found[6] === undefined ? (found[5] === undefined ? hourMs : minuteMs) : secondMs;
  const fractionMs = found[7] === undefined ? 0 : Number(`0.${found[7]}`) * unitMs;
  const [offsetHour, offsetMinute] = [Number(found[9] ?? 0), Number(found[10] ?? 0)];
  if (offsetHour > 23 || offsetMinute > 59) return "bad";
  const offsetMs = (offsetHour * hourMs + offsetMinute * minuteMs) * (found[8] === "-" ? -1 : 1);
  const writtenMs = Date.parse(`${date}T00:00:00Z`) + hour * hourMs + minute * minuteMs + second * secondMs;
  const epochMs = writtenMs + fractionMs - offsetMs;
  if (epochMs >= endOfTimeMs) return "never";
  // Midnight of an offset that was written is that day.
  const isMidnight = found[8] !== undefined && hour + minute + second + fractionMs === 0;
  return isMidnight ? { date, epochMs } : { epochMs };
};

const generalizedPattern = /^(\d{4})(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d)?)?(?:[.,](\d+))?(?:Z|([+-])(\d\d)(\d\d)?)$/;
