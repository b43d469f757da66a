/** The texts with which errors are printed in Traditional Chinese. */
import type { ErrorWords } from "../../../lib/errors.ts";
import { translatedDetails } from "../../../report/words/zh-tw/error-details.ts";
import { errorMeanings } from "../../../report/words/zh-tw/error-meanings.ts";

export const errorWords: ErrorWords = {
  details: "詳情",
  where: "位置",
  hint: "提示",
  colon: "：",
  list: "，",
  place: {
    file: (file) => `檔案 ${file}`,
    line: (line) => `第 ${line} 行`,
    column: (column) => `欄位 ${column}`,
    operation: (id) => `作業 ${id}`,
    status: (status) => `狀態碼 ${status}`,
    setting: (path) => `設定 ${path}`,
  },
  detailsOf: translatedDetails,
  meanings: errorMeanings,
};
