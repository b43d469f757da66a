/** Texts of `musterd check --estimate` in Traditional Chinese. */
import { number } from "../en/counts.ts";
import type { EstimateWords } from "../en/estimate.ts";

/** Seconds, or minutes from two on. */
const about = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} 秒` : `${number(Math.round(seconds / 60))} 分鐘`;

export const estimate: EstimateWords = {
  basis: (people, callMs) => `${number(people)} 人；忙碌時系統每 ${callMs.toFixed(1)} 毫秒回覆一次`,
  import: (calls, seconds, mebibytes) =>
    `首次匯入：${number(calls)} 次呼叫，約 ${about(seconds)}，${number(mebibytes)} MiB`,
  night: (calls, seconds, mebibytes) =>
    `無變更的夜間執行：${number(calls)} 次呼叫，約 ${about(seconds)}，${number(mebibytes)} MiB`,
  limits: "首次匯入只計系統尚缺的資料；已有資料的變更與本機其他程式的負載不在其內。",
};
