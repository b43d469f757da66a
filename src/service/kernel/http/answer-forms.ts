/** Gives the answers of organisation operations the form that the quirks of `answer-form-quirks.ts` demand (R13, R103). */
import { isoInstant, localTime, utcOffset, utcOffsetMs } from "../../../lib/clock.ts";
import { withEntities } from "../../../lib/escape-html.ts";
import { epochOf } from "../instant.ts";
import type { Quirks } from "../quirks/quirks.ts";

type Form = (name: string, value: unknown) => unknown;

/** Returns the converted answer; the answer itself if no quirk asks for another form. */
export const inAnswerForm = (answer: unknown, quirks: Quirks): unknown => {
  const forms = formsOf(quirks);
  const { falseAndZero, listRecords, emptyLists, notShown, shownAsNull } = quirks;
  const isAsStored = falseAndZero === "sent" && listRecords === "once" && emptyLists === "empty";
  if (isAsStored && forms.length + notShown.length + shownAsNull.length === 0) return answer;
  const [hidden, empty] = [new Set<string>(notShown), new Set<string>(shownAsNull)];
  const show = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return listOf(name, value);
    if (typeof value !== "object" || value === null) return forms.reduce((shown, form) => form(name, shown), value);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !hidden.has(key))
        .filter(([, part]) => falseAndZero === "sent" || (part !== false && part !== 0))
        .map(([key, part]) => [key, empty.has(key) ? null : show(key, part)]),
    );
  };
  const listOf = (name: string, list: readonly unknown[]): unknown => {
    if (list.length === 0 && emptyLists === "null") return null;
    if (list.length === 0 && emptyLists === "blank" && name === "loginValidation") return "";
    const shown = list.map((item) => show(name, item));
    const isOfRecords = typeof list[0] === "object" && !Array.isArray(list[0]);
    return listRecords === "first-twice" && isOfRecords ? [shown[0], ...shown] : shown;
  };
  return show("", answer);
};

const dateNames: ReadonlySet<string> = new Set(["birthDate", "hireDate", "expiredTime"]);
const proseNames: ReadonlySet<string> = new Set([
  "name",
  "title",
  "jobFunc",
  "description",
  "englishName",
  "businessCard",
]);

const numberNames: ReadonlySet<string> = new Set(["employeeNumber", "superVisorEmplNumber"]);

const accountNames: ReadonlySet<string> = new Set(["account", "superVisorAccount"]);

/** What the quirk `accountsShown` puts before accounts. */
export const shownDomain = "OPA\\";

const formsOf = ({ numbers, booleans, employeeNumbers, accountsShown, dateForm, texts }: Quirks): readonly Form[] => {
  const forms: Form[] = [];
  if (texts !== "as-sent") forms.push((name, value) => (proseNames.has(name) ? onText(value, showText[texts]) : value));
  if (dateForm !== "as-sent")
    forms.push((name, value) => (dateNames.has(name) ? onText(value, (text) => dateIn(dateForm, text)) : value));
  if (numbers === "texts") forms.push((_, value) => (Number.isInteger(value) ? String(value) : value));
  if (booleans !== "json")
    forms.push((_, value) =>
      typeof value === "boolean" ? (booleans === "texts" ? String(value) : Number(value)) : value,
    );
  if (accountsShown === "with-domain")
    forms.push((name, value) => (accountNames.has(name) ? onText(value, (text) => shownDomain + text) : value));
  if (employeeNumbers !== "texts") {
    const shown = employeeNumbers === "json" ? Number : (digits: string) => digits.replace(/^0+(?=\d)/, "");
    forms.push((name, value) =>
      numberNames.has(name) ? onText(value, (text) => (/^\d+$/.test(text) ? shown(text) : text)) : value,
    );
  }
  return forms;
};

const onText = (value: unknown, change: (text: string) => unknown): unknown =>
  typeof value === "string" ? change(value) : value;

const mostBytes = 60;

const showText = {
  trimmed: (text: string) => text.trim(),
  nfkc: (text: string) => text.normalize("NFKC"),
  cut: (text: string) => new TextDecoder().decode(Buffer.from(text).subarray(0, mostBytes)).replace(/\ufffd+$/, ""),
  escaped: withEntities,
} as const;

/** A date-time in one form; an invalid one stays unchanged. */
const dateIn = (form: Exclude<Quirks["dateForm"], "as-sent">, sent: string): unknown => {
  const epochMs = epochOf(sent);
  if (Number.isNaN(epochMs)) return sent;
  const local = localTime(epochMs);
  switch (form) {
    case "slashes":
      return local.replaceAll("-", "/").replace("T", " ");
    case "milliseconds":
      return `${local}.000${utcOffset}`;
    case "compact":
      return local.replaceAll(/[-:T]/g, "");
    case "epoch":
      return String(epochMs);
    case "epoch-number":
      return epochMs;
    case "date-call":
      return `/Date(${epochMs})/`;
    case "own-offset":
      // Midnight stays midnight, but of the offset +09:00; any other moment is shown at that offset.
      return local.endsWith("T00:00:00")
        ? `${local}+09:00`
        : `${isoInstant(epochMs + utcOffsetMs + 3_600_000).slice(0, 19)}+09:00`;
  }
};
