/**
 * Habits of reads that no quirk names: an answer shows something else than the site has, at every read, at some, or from one that was
 * kept. They are drawn from a small grammar: empty, omit, repeat, shuffle, recase, widen, shift, cut, blank and lag.
 */
import type { WireAnswer } from "../../src/client/transport/transport.ts";
import { specOf } from "../../src/contract/contract.ts";
import type { Random } from "../../src/sample/random.ts";
import type { Machine } from "./machine.ts";
import type { Request } from "./site.ts";

const verbs = [
  "empties",
  "omits",
  "repeats",
  "shuffles",
  "recases",
  "widens",
  "shifts",
  "cuts",
  "blanks",
  "lags",
] as const;
const operations = ["E1", "E1", "E4", "E4", "E2", "D1", "D1", "D9", "D10", "V1", "T1", "J4"] as const;
const blankable = {
  E1: ["employeeNumber", "idCardNumber", "email", "hireDate", "active", "expiredTime"],
  E2: ["employeeNumber", "idCardNumber", "active"],
  E4: ["jobTitle", "jobFuncs", "superVisorAccount", "isMainDept"],
  D1: ["parentCode", "deptLevelCode", "description", "active", "seq"],
  D9: ["employeeNumber"],
  D10: ["account"],
  V1: ["seq", "active"],
  T1: ["rank", "active"],
  J4: ["categoryName", "active"],
} as const;

/** In words: `E1 omits at every 8. read`. */
export type ReadingHabit = {
  readonly operation: (typeof operations)[number];
  readonly verb: (typeof verbs)[number];
  /** Which of the operation's fields is blank. */
  readonly field: string;
  /** One of so many reads is such a read. */
  readonly every: number;
  /** For how long an answer is given again. */
  readonly lagMs: number;
};

export const readingText = ({ operation, verb, field, every, lagMs }: ReadingHabit): string =>
  `${operation} ${verb}${verb === "blanks" ? ` ${field}` : ""}${verb === "lags" ? ` for ${lagMs / 60_000} minutes` : ` at ${every === 1 ? "each" : `every ${every}.`} read`}`;

const pick = <T>(random: Random, list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;

export const drawReading = (random: Random): ReadingHabit => {
  const operation = pick(random, operations);
  const verb = pick(random, verbs);
  return {
    operation,
    verb,
    field: pick(random, blankable[operation]),
    // An empty list at every read is a site that nobody has.
    every: verb === "empties" ? pick(random, [3, 8]) : pick(random, [1, 2, 8]),
    lagMs: pick(random, [2, 30, 25 * 60]) * 60_000,
  };
};

type Shown = (request: Request, answer: WireAnswer) => WireAnswer;

/** What a reader gets for what the site has answered. */
export const openReadings = (habits: readonly ReadingHabit[], machine: Machine, isOn: () => boolean): Shown => {
  const kept = new Map<string, { readonly answer: WireAnswer; readonly atMs: number }>();
  const again = (request: Request, answer: WireAnswer, lagMs: number): WireAnswer => {
    const name = `${request.operation} ${JSON.stringify(request.params)}`;
    const known = kept.get(name);
    if (known && machine.steadyMs() - known.atMs < lagMs) return known.answer;
    kept.set(name, { answer, atMs: machine.steadyMs() });
    return answer;
  };
  return (request, given) => {
    if (!isOn() || specOf(request.operation).mutates || given.status !== 200) return given;
    let answer = given;
    for (const habit of habits) {
      if (habit.operation !== request.operation) continue;
      if (habit.verb === "lags") answer = again(request, answer, habit.lagMs);
      else if (answer.text && machine.random.integer(1, habit.every) === 1)
        answer = { ...answer, text: JSON.stringify(changed(JSON.parse(answer.text), habit, machine.random)) };
    }
    return answer;
  };
};

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

const changed = (body: unknown, habit: ReadingHabit, random: Random): unknown => {
  if (isRow(body)) return "model" in body ? { model: changed(body["model"], habit, random) } : row(body, habit, random);
  if (!Array.isArray(body)) return body;
  const all = (body as unknown[]).map((one) =>
    Array.isArray(one) ? changed(one, habit, random) : row(one as Row, habit, random),
  );
  if (habit.verb === "empties") return [];
  if (habit.verb === "omits") return all.filter((one) => Array.isArray(one) || !random.chance(0.06));
  if (habit.verb === "repeats") return [...all, ...all.filter(() => random.chance(0.06))];
  return habit.verb === "shuffles" ? random.shuffled(all) : all;
};

const names = /^(account|code|parentCode|deptLevelCode|superVisorAccount|categoryName)$/;
const numbers = /^(employeeNumber|superVisorEmplNumber)$/;
const days = /^(birthDate|hireDate|expiredTime)$/;
const texts = /^(name|englishName|email|phoneNumber|description|title|jobFunc)$/;

const row = (given: Row, { verb, field, operation }: ReadingHabit, random: Random): Row => {
  const each = (which: RegExp, change: (text: string) => string): Row =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        typeof value === "string" && which.test(name) ? change(value) : value,
      ]),
    );
  if (verb === "recases") return each(names, (text) => (random.chance(0.5) ? text.toUpperCase() : text.toLowerCase()));
  if (verb === "widens") return each(numbers, (text) => `00${text}`);
  if (verb === "shifts")
    return each(days, (text) => new Date(Date.parse(text) + 86_400_000).toISOString().replace(".000Z", "Z"));
  if (verb === "cuts") return each(texts, (text) => text.slice(0, 4));
  return verb === "blanks" && (operation === "D10" || random.chance(0.15)) ? { ...given, [field]: null } : given;
};
