/** The meaning of every command's exit codes in Traditional Chinese. */
import type { ExitCodeMeanings } from "../en/exit-codes.ts";

const doneOrError = { 0: "完成", 1: "發生錯誤" };

export const exitCodes: ExitCodeMeanings = {
  plan: {
    0: "無需變更；使用 `--compare` 時：沒有差異",
    1: "發生錯誤，或安全檢查不允許此計畫",
    2: "有變更待套用，或所有差異均已暫緩；使用 `--compare` 時：計畫不同",
  },
  apply: { 0: "已全部套用，或無需變更", 1: "發生錯誤、有變更失敗，或因未確認而未套用" },
  undo: {
    0: "可還原的項目已全部還原，或無需變更",
    1: "發生錯誤、有變更失敗，或因未確認而未套用",
    2: "使用 --dry-run 時：有項目可還原",
  },
  explain: { 0: "此資料不做任何變更", 1: "發生錯誤", 2: "有預定或暫緩的變更" },
  adopt: { 0: "沒有待決定的項目", 1: "發生錯誤", 2: "尚有待決定的項目" },
  init: {
    0: "已寫入設定檔，各部分均正常，且可產生計畫",
    1: "發生錯誤、未寫入，或有部分無法運作",
    2: "尚有事項待決定：沒有終端機時不寫入，否則留作註解",
  },
  check: { 0: "各部分均正常", 1: "有部分無法運作" },
  doctor: { 0: "各部分均正常", 1: "有部分無法運作" },
  status: { 0: "一切正常", 1: "上次執行失敗，或有部分無法運作", 2: "有事項待人處理" },
  notify: { 0: "完成；使用 --test 時：各通道均已送達", 1: "發生錯誤，或有通道無法運作" },
  "source preview": doneOrError,
  "source check": { 0: "此來源可供執行", 1: "發生錯誤，或執行時會被拒絕" },
  runs: doneOrError,
  show: doneOrError,
  resync: { 0: "常駐程式已接受要求", 1: "發生錯誤" },
  forget: { 0: "完成", 1: "發生錯誤，或因未確認而未清除" },
  "rotate-key": doneOrError,
  "audit verify": { 0: "稽核紀錄與寫入時相同", 1: "發生錯誤，或稽核紀錄與寫入時不同" },
  "audit export": doneOrError,
  daemon: { 0: "收到訊號後正常停止", 1: "發生錯誤，或因第二次訊號立即停止" },
  demo: { 0: "第二次計畫無需變更", 1: "發生錯誤，或仍有差異" },
  service: { 0: "收到訊號後停止", 1: "發生錯誤" },
  "service load": doneOrError,
  "service dump": doneOrError,
  "service audit": doneOrError,
  "service keys add": doneOrError,
  "service keys list": doneOrError,
  "service keys remove": doneOrError,
  "service apps add": doneOrError,
  "service apps list": doneOrError,
  "service apps remove": doneOrError,
  "service password": doneOrError,
  "service rotate-keys": doneOrError,
  completion: doneOrError,
};
