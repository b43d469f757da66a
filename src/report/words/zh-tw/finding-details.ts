/**
 * What the error of a refused source says, in Traditional Chinese: its findings with their hints, and samples of rejected rows. Only
 * rules that refuse a source by default are listed.
 */
import { qualityRules } from "../../../model/plan/quality.ts";
import { traditionalChinese } from "../../../model/words/zh-tw.ts";
import { rejectionWords } from "./rejections.ts";

/** English and Chinese, as in error-details.ts; a number or name that is the name of a kind is translated, too. */
export const findingDetails: readonly (readonly [english: string, chinese: string])[] = [
  ["a finding refuses the source, so nothing is planned", "來源資料有 1 項問題而遭拒絕，因此不產生計畫"],
  ["{1} findings refuse the source, so nothing is planned", "來源資料有 {1} 項問題而遭拒絕，因此不產生計畫"],
  ["{1} has {2} rows; at least {3} are required", "{1}共 {2} 筆，至少應有 {3} 筆"],
  ["rows of {1} fell from {2} to {3}; at least {4} were expected", "{1}由 {2} 筆降為 {3} 筆，至少應有 {4} 筆"],
  ["{1} of {2} {3}; at most {4} are permitted", "{3}：{2} 筆中有 {1} 筆，上限 {4} 筆"],
  ["rows of {1} are rejected", "{1}資料列遭退回"],
  ["records of {1} share a key with another", "{1}與他筆的識別值重複"],
  [
    '{1}: {2} of {3} filled cells of the column "{4}" are dates, and a date is no status',
    "{1}：「{4}」欄 {3} 個有值的儲存格中有 {2} 個是日期，而日期不是在職狀態",
  ],
  [
    '{1}: {2} rows of {3} became inactive by the column "{4}", whose days lie ahead',
    "{1}：{3}有 {2} 筆因「{4}」欄的未來日期而成為停用",
  ],
  [
    "{1} of {2}: {3} of {4} values are still there, at least {5} were expected; {6} recognised under another value",
    "{2}的 {1}：{4} 個值僅剩 {3} 個，至少應有 {5} 個（以其他值辨認出：{6}）",
  ],
  ["{1} ({2}) was written {3} hours ago; at most {4} are permitted", "{1}（{2}）已 {3} 小時未更新，上限 {4} 小時"],
  [
    "{1} ({2}) was written {3} hours before the file that was read last time: an earlier export lies in its place",
    "{1}（{2}）比上次讀取的檔案早 {3} 小時：原處放的是較舊的匯出檔",
  ],
  ["{1} ({2}) has {3} rows according to its last line; {4} were read", "{1}（{2}）的末行記載 {3} 筆，實際讀到 {4} 筆"],
  [
    "{1} ({2}) lacks {3}, which it had last time: it may have been cut off",
    "{1}（{2}）缺少上次有的結尾（{3}），可能不完整",
  ],
  [
    "check that the export is complete; if they are really gone, accept `{1}` once",
    "請確認匯出是否完整；若確實已不存在，以 --accept {1} 放行一次",
  ],
  [
    "check that the export is complete; if the company is that small, lower `source.quality.minRows.{1}`",
    "請確認匯出是否完整；若公司確實只有這麼少人，請調低 `source.quality.minRows` 的數值（{1}）",
  ],
  [
    "look at the rejected rows: many of one code mean that the format of a column has changed",
    "請檢視退回的資料列：同一代碼很多，表示某一欄的格式已改變",
  ],
  [
    "check that nothing was exported twice, and that the column of the key is the right one",
    "請確認沒有重複匯出，且識別值對應的欄位正確",
  ],
  ["check that the export has run; an old file would undo later changes", "請確認匯出已執行；舊檔會還原之後的變更"],
  [
    "let the export run again: an old file would undo later changes; if the earlier one is right, accept `{1}` once",
    "請重新執行匯出：舊檔會還原之後的變更；若確實要用較舊的檔案，以 --accept {1} 放行一次",
  ],
  [
    "export the file again: rows were lost on the way, or the file was still being written",
    "請重新匯出：途中遺失了資料列，或檔案當時仍在寫入",
  ],
  [
    "export the file again; if exports end otherwise from now on, accept `{1}` once",
    "請重新匯出；若今後的匯出都如此結尾，以 --accept {1} 放行一次",
  ],
];

const kinds: Readonly<Record<string, { readonly one: string }>> = traditionalChinese.kinds;

export const kindWord = (text: string): string | undefined =>
  Object.hasOwn(kinds, text) ? kinds[text]?.one : undefined;

/** Translates a line that holds a finding or a rejected row; undefined for any other line. `inner`: translates what the line holds. */
export const findingLine = (text: string, inner: (text: string) => string): string | undefined => {
  const [, rule = "", message = "", hint = ""] = /^([a-z-]+): (.+?) \(((?:[^()]|\([^()]*\))+)\)$/.exec(text) ?? [];
  if (qualityRules.some((known) => known === rule)) return `${rule}：${inner(message)}（${inner(hint)}）`;
  const [, place, reason = "", code = ""] = /^for example (\S.*?): (.+) \(([a-z-]+)\)$/.exec(text) ?? [];
  if (place === undefined) return undefined;
  const meaning = Object.hasOwn(rejectionWords, code) ? rejectionWords[code] : undefined;
  return `例如 ${place}：${meaning === undefined ? "" : `${meaning}：`}${inner(reason)}（${code}）`;
};
