/**
 * Recognises answers that say in their body that the call has failed (R6): some programs answer everything with 200. Nothing reads E9 and
 * P1 back, so what such a body is taken for is all that a run knows of them. No record of the interface has such a property.
 */
import { plainName } from "./contract-names.ts";
import { isRecord } from "./shape.ts";

/** The property `errorCode`, in any case; undefined where the answer has none. */
export const errorCodeIn = (value: unknown): unknown =>
  isRecord(value) ? Object.entries(value).find(([name]) => plainName(name) === "errorcode")?.[1] : undefined;

/** Some programs end every answer with an error code or text, which then says that there is none, or repeats the status. */
export const noError = /^(?:0*|200|ok|success|succeeded|none|null|no error|無|成功|執行成功)$/i;

/** What a program answers that makes a text of everything. */
export const failedWord = /^(?:false|fail|failed|failure|error|ng)$/i;

/** Does an object say that the call has failed? */
export const saysFailed = (value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const parts = Object.entries(value).flatMap(([name, part]) =>
    telling.test(name) ? [[plainName(name), part] as const] : [],
  );
  if (parts.length === 0) return false;
  const hasMessage = parts.some(([name, part]) => typeof part === "string" && /^(msg|message)$/.test(name));
  const isFailed = parts.some(
    ([name, part]) =>
      (successes.test(name) && /^(?:false|0|n|no)$/i.test(String(part))) ||
      (name === "result" && part === false) ||
      (/^(?:is|has)errors?$/.test(name) && /^(?:true|1|y|yes)$/i.test(String(part))) ||
      (typeof part === "string" && /^(result|status|state)$/.test(name) && failedWord.test(part)) ||
      // The code of a record is no status.
      ((hasMessage || name !== "code") && statusNames.test(name) && failedStatus.test(String(part))) ||
      (hasMessage && name === "code" && Number(part) < 0),
  );
  if (isFailed || (hasMessage && saysOnlyFailed(value))) return true;
  return !parts.some(saysDone) && parts.some(([name, part]) => errors.test(name) && isError(part));
};

/** Codes of success differ, so only the words of a message tell, where nothing else stands beside it than a code that is not 0 or 200. */
const saysOnlyFailed = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(value).every(([name, part]) => {
    if (part === null) return true;
    if (typeof part !== "string" && typeof part !== "number") return false;
    const [plain, text] = [plainName(name), String(part)];
    if (plain === "code") return !noError.test(text);
    return /^(?:msg|message)$/.test(plain) && wordsOfFailure.test(text) && !wordsOfSuccess.test(text);
  });

const wordsOfFailure =
  /\b(?:fail(?:s|ed|ure)?|denied|refused|rejected|forbidden|invalid|cannot|could not|not (?:found|allowed|permitted|authori[sz]ed|valid))\b|失敗|失败|錯誤|错误|無法|无法|拒絕|拒绝|不允許|不允许|不存在|不正確|不正确|權限不足|权限不足/i;
const wordsOfSuccess =
  /success|succeeded|\b(?:no|0|without) (?:fail|error)|成功|完成|(?:無|无|沒有|没有) ?(?:錯誤|错误|失敗|失败)/i;

/** Part of each name below. Records have few such names, and every answer is looked at. */
const telling = /succe|ok|result|error|stat|code|msg|message/i;

const successes = /^(?:is)?(?:success|successful|succeeded|ok)$/;
const errors = /^error(?:s|message|msg|expando)?$/;
const statusNames = /^(?:code|(?:http)?status(?:code)?)$/;
const failedStatus = /^[45]\d\d$/;

const saysDone = ([name, part]: readonly [string, unknown]): boolean =>
  (successes.test(name) && part === true) ||
  (name === "errorcode" && (typeof part === "string" || typeof part === "number") && noError.test(String(part)));

/** A text, or an object or list with something in it. */
const isError = (part: unknown): boolean =>
  typeof part === "string"
    ? !noError.test(part.trim())
    : typeof part === "object" && part !== null && Object.keys(part).length > 0;
