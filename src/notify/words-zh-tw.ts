/** Words of messages in Traditional Chinese. */
import type { RunStatus } from "../model/runs/run.ts";
import { targetText } from "../model/target-identity.ts";
import { traditionalChinese as common } from "../model/words/zh-tw.ts";
import type { NotifyWords } from "./words.ts";

const { kinds, actions, statuses, triggers } = common;

const none = () => "";

const check = () => "執行 `musterd check` 逐項檢查；`musterd status` 會列出待人處理的事項";

const show = ({ run }: { readonly run?: { readonly id: string } }) =>
  `以 \`musterd show ${run?.id ?? "last"}\` 檢視該次執行`;

export const traditionalChinese: NotifyWords = {
  occurrences: {
    "run-failed": {
      when: "執行因錯誤而結束，且不屬於以下各類。每個錯誤代碼只通知一次，直到後續執行有所進展。",
      title: "執行失敗",
      facts: none,
      next: check,
      over: "執行不再失敗",
    },
    "source-refused": {
      when: "人事檔案或目錄無法讀取，或因內容可疑而未採用。未做任何變更。",
      title: "來源未被採用",
      facts: none,
      next: () => "執行 `musterd source check`，會讀取來源並指出問題",
      over: "來源已可採用",
    },
    "access-refused": {
      when: "系統或目錄拒絕金鑰、帳號或連線，或其憑證未通過驗證。",
      title: "存取遭拒",
      facts: none,
      next: check,
      over: "已可存取",
    },
    "store-failed": {
      when: "狀態資料夾無法使用；持續一分鐘時，不經狀態資料庫直接通知。",
      title: "狀態資料夾無法使用",
      facts: none,
      next: check,
      over: "狀態資料夾已可使用",
    },
    "run-blocked": {
      when: "計畫超過上限而被擋下，未寫入任何資料；等待的計畫改變時會再次通知。",
      title: "計畫已擋下，等待決定",
      facts: none,
      next: () => "請先向人資確認；`musterd plan` 會顯示計畫，開頭列出放行的指令",
      over: "已無等待決定的計畫",
    },
    "plan-rejected": {
      when: "計畫仍與核准者退回的相同，未寫入任何資料。",
      title: "計畫與先前退回的相同",
      facts: none,
      next: () => "請人資更正資料；計畫有所不同後，會重新判斷",
      over: "計畫已與先前退回的不同",
    },
    "run-partial": {
      when: "執行已完成，但有部分變更未完成。",
      title: "執行僅部分完成",
      facts: none,
      next: (details) => `${show(details)}；下次執行會再試`,
      over: "執行已全部完成",
    },
    "run-cancelled": {
      when: "執行依要求結束，例如停止常駐程式。",
      title: "執行已取消",
      facts: none,
      next: (details) => `${show(details)}；下次執行會完成其餘部分`,
    },
    "run-interrupted": {
      when: "執行中的程序意外結束，後續程序已將該次執行結案。",
      title: "執行中斷",
      facts: none,
      next: (details) => `無須處理：後續執行會完成其餘部分。${show(details)}`,
    },
    "run-succeeded": {
      when: "執行已全部完成。心跳通知即因此呼叫。",
      title: "執行已全部完成",
      facts: none,
      next: show,
    },
    quarantine: {
      when: "執行持續以相同原因失敗，因此降低重試頻率（`daemon.quarantineHours`）。",
      title: "執行進入隔離",
      facts: ({ codes, since, nextTry }, { time }) =>
        `自 ${time(since)} 起持續以相同原因失敗（${codes?.join("、")}）。下次重試：${time(nextTry)}。`,
      next: () => "排除原因（`musterd check`）後執行 `musterd resync`",
      over: "執行的隔離已解除",
    },
    "kinds-held": {
      when: "品質檢核已暫緩某類資料。無論該次執行其餘結果如何，該類資料均未比對，也未寫入；有其他類別暫緩時會再次通知。",
      title: "某類資料已暫緩，未進行比對",
      facts: ({ kinds: held = [] }) => `未比對：${held.map((kind) => kinds[kind].one).join("、")}。`,
      next: () => "以 `musterd source check` 查看來源的問題",
      over: "各類資料均已恢復比對",
    },
    "changes-held": {
      when: "一次執行中暫緩的項目超過 `notify.heldAbove`。",
      title: "暫緩的變更過多",
      facts: ({ count, limit }, { n }) => `暫緩 ${n(count)} 項，超過 ${n(limit)} 項。`,
      next: (details) => `${show(details)}與各項原因`,
      over: "暫緩的變更已減少",
    },
    "questions-open": {
      when: "需要有人決定哪些資料是同一筆；有新的問題時會再次通知。",
      title: "有問題等待回答",
      facts: ({ count }, { n }) => `可能已以其他代號存在於系統中的暫緩資料：${n(count)} 筆。`,
      next: () => "以 `musterd adopt` 決定",
      over: "所有問題都已回答",
    },
    "source-old": {
      when: "某來源最新的檔案已超過 `notify.sourceHours` 未更新。執行仍會成功，但不會有任何變更。",
      title: "來源資料過舊",
      facts: ({ name, since }, { time }) => `${name} 最後寫入時間：${time(since)}。`,
      next: () => "請確認人資的匯出作業是否正常；`musterd source check` 會列出檔案",
      over: "來源資料已更新",
    },
    "refresh-owed": {
      when: "待執行的權限更新超過 `notify.refreshOwedMinutes`。",
      title: "權限更新尚未執行",
      facts: ({ since }, { time }) => `自 ${time(since)} 起，權限尚未隨變更更新。`,
      next: () => "以 `musterd resync` 立即要求執行；執行時會一併更新",
      over: "權限更新已執行",
    },
    silence: {
      when: "超過 `notify.silenceHours` 沒有任何執行全部完成。",
      title: "過久沒有成功的執行",
      facts: ({ since, lastGood }, { time }) =>
        lastGood === undefined
          ? `自 ${time(since)} 啟動以來，沒有任何執行全部完成。`
          : `最近一次全部完成的執行結束於 ${time(lastGood)}。`,
      next: () => "`musterd status` 會說明原因；以 `musterd resync` 立即要求執行",
      over: "執行已恢復成功",
    },
    "daemon-off": {
      when: "常駐程式停止或停滯超過 `notify.offMinutes`。於下次啟動時通知。",
      title: "常駐程式曾停止",
      facts: ({ since, until, lastGood }, { time }) =>
        `${time(since)} 至 ${time(until)} 之間沒有任何執行。${lastGood === undefined ? "" : `最近一次全部完成的執行結束於 ${time(lastGood)}。`}`,
      next: () => "若為刻意停止則無須處理；否則請查看其記錄檔與主機的記錄檔",
    },
    "daemon-failed": {
      when: "常駐程式無法啟動。只要讀得到設定，即不經資料庫直接送出。",
      title: "常駐程式無法啟動",
      facts: none,
      next: check,
    },
    "certificate-ends": {
      when: "連線所需的憑證已到期，或將於 `notify.certificateDays` 天內到期。",
      title: "憑證即將到期",
      facts: ({ name, until }, { time }) => `${name}：${time(until)}。`,
      next: () => "請更新憑證；`musterd check` 會列出所有憑證",
      over: "憑證已更新",
    },
    "disk-nearly-full": {
      when: "狀態資料夾所在磁碟的可用空間，少於執行或升級可能所需。",
      title: "狀態資料夾的磁碟即將用盡",
      facts: ({ count, limit }, { n }) => `可用 ${n(count)} MiB，可能需要 ${n(limit)} MiB。`,
      next: () => "請釋出空間，或將 `state.folder` 移至較大的磁碟",
      over: "狀態資料夾的磁碟已有足夠空間",
    },
    "channel-failing": {
      when: "某通道的訊息連續三次無法送達；由其他通道通知。",
      title: "通道無法送達訊息",
      facts: ({ name, reason }) => `${name}：${reason?.message}`,
      next: () => "執行 `musterd notify --test` 測試各通道",
      over: "通道已恢復送達",
    },
    "submission-failing": {
      when: "擋下的計畫之表單（`release.form`）或執行的報表（`filing`）連續三次無法送出。",
      title: "系統未接受表單或報表",
      facts: ({ name, codes }) => `${name}：${codes?.join("、")}。`,
      next: () => "`musterd check` 會檢查表單與文件庫的資料夾；也可以用 `musterd release` 放行計畫",
      over: "表單與報表已恢復送出",
    },
    "tokens-refused": {
      when: "一小時內有超過 20 個錯誤的權杖送至控制介面。",
      title: "有人在猜測權杖",
      facts: ({ count }, { n }) => `一小時內有 ${n(count)} 個錯誤的權杖送至控制介面，全部遭拒。`,
      next: () => "請在常駐程式的記錄檔中查看來源位址，並只允許已知主機連線至該連接埠",
      over: "不再有錯誤的權杖",
    },
    "digest-daily": {
      when: "每天一次，於 `notify.digestHour`。",
      title: "每日摘要",
      facts: none,
      next: () => "詳情請見 `musterd status`",
    },
    "digest-weekly": {
      when: "每週一，於 `notify.digestHour`。",
      title: "每週摘要",
      facts: none,
      next: () => "詳情請見 `musterd status`",
    },
    test: {
      when: "`musterd notify --test`。",
      title: "測試訊息",
      facts: () => "此通道運作正常。",
      next: () => "無須處理",
    },
  },
  severities: { info: "資訊", warning: "警告", error: "錯誤" },
  again: "新增：",
  reason: "原因",
  next: "下一步",
  link: "在此決定（限用一次，24 小時內有效，僅限此計畫）",
  colon: "：",
  list: "、",
  changes: "變更",
  entries: { applied: "已套用", failed: "失敗", notTried: "未執行", unconfirmed: "未確認", held: "暫緩" },
  run: (id, status, trigger, endedAt) => `執行 ${id}（${triggers[trigger]}）：${endedAt} ${statuses[status]}`,
  audit: (head) => `稽核紀錄的最後一筆：${head}`,
  lasted: (since) => `開始於 ${since}。`,
  change: (kind, action, count) => `${kinds[kind].one}${actions[action]} ${count} 項`,
  breach: ({ code, kind, action, count, limit, base }, { n }) =>
    code === "clock-differs"
      ? `本機時鐘與系統時鐘相差 ${n(count)} 小時`
      : code === "column-moved"
        ? `人事資料中可能有一欄整欄上移或下移：連續 ${n(count)} 人將取得相鄰人員的值`
        : code === "target-empty"
          ? `系統中沒有任何人員，之前有 ${n(base)} 筆`
          : code === "source-empty"
            ? `來源沒有任何${kinds[kind].one}，系統有 ${n(base)} 筆`
            : `${kinds[kind].one}${action ? actions[action] : ""} ${n(count)} 項，上限 ${n(limit)} 項（共 ${n(base)} 筆）`,
  people: "將停用的人員",
  morePeople: (count) => `另有 ${count} 人`,
  moreChanges: (count) => `另有 ${count} 種`,
  runs: (counts, { n }) =>
    `執行次數：${
      Object.entries(counts)
        .map(([status, count]) => `${statuses[status as RunStatus]} ${n(count)}`)
        .join("、") || "無"
    }`,
  open: (title, name, since) => `${title}${name === "" ? "" : `（${name}）`}，始於 ${since}`,
  footer: (target) => `musterd：${targetText(target, "zh-TW")}`,
  timesIn: (timeZone) => `時區：${timeZone}`,
};
