/** Traditional Chinese texts of the commands, as used in Taiwan. */

import { targetText } from "../../../model/target-identity.ts";
import { traditionalChinese as common } from "../../../model/words/zh-tw.ts";
import { number } from "../en/counts.ts";
import type { CliWords } from "../en/en.ts";
import { controlChinese, noticedChinese } from "./control.ts";
import { estimate } from "./estimate.ts";
import { site } from "./site.ts";

const { kinds } = common;

const directory = {
  levels: "部門層級",
  titles: "職稱",
  categories: "職務類別",
  functions: "職務",
  departments: "部門",
  employees: "員工",
};

const stateOf = { answers: "有回應", untried: "未測試", write: "已對應，未測試" };

export const traditionalChinese: CliWords = {
  estimate,
  site,
  ...controlChinese,
  number,
  colon: "：",
  finding: (_, translated) => ({ says: translated, hint: [] }),
  help: { exitCodes: "結束代碼：", example: "範例：" },

  seconds: (n) => `${n} 秒`,
  minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
  hours: (hours, minutes) => `${hours} 小時 ${minutes} 分`,

  reading: "讀取中",
  rows: (n) => `${number(n)} 列`,
  entries: (n) => `${number(n)} 個項目`,
  records: (n) => `${number(n)} 筆`,
  details: "部門與人員明細",
  nothingFor: (time) => `已有 ${time}沒有收到任何資料`,
  applying: (done, total) => `已處理 ${number(done)} 筆，共 ${number(total)} 筆`,
  timeLeft: (time) => `剩餘 ${time}`,
  timeUnknown: "剩餘時間計算中",
  seeHelp: "`--help` 會列出所有選項。",
  answerYesNo: "請回答 y 或 n。",
  perSecond: (rate) => `每秒 ${number(rate)} 筆`,
  barFormat: "{bar} {percentage}% · {value}/{total} 筆 · {rate} · {left} · {what}",
  wave: (wave, waves, what) => `第 ${wave}/${waves} 批：${what}`,
  refresh: "權限更新中……",

  refreshOwed: "先前的執行尚待更新權限，下次執行 `musterd apply` 或常駐程式執行時會補上。",
  planSaved: (file) => `已儲存計畫：${file}`,
  reportFile: (format, file) => `${format} 報表：${file}`,
  applyThese: (n) => `要套用這 ${number(n)} 筆異動嗎？`,
  canaryApplied: (n) => `已先試行 ${number(n)} 筆，讀回結果與規劃相符：`,
  canaryUntried: (verbs) => `試行未包含：${verbs}`,
  applyRest: (n) => `要套用其餘 ${number(n)} 筆異動嗎？`,
  nothingApplied: "未套用任何變更。",
  stopping: "停止中：等待進行中的呼叫與權限更新結束；再次按下 Ctrl-C 即立刻結束",

  decisionsKept: (n) => `已儲存 ${number(n)} 項決定。`,
  decisionsWithdrawn: (n) => `已撤回 ${number(n)} 項決定。`,
  notChecked: "未經檢查：沒有讀取人事資料與系統。決定若不成立，`musterd plan` 會暫緩該筆資料。",
  noDecisions: "尚無任何決定。",
  decided: {
    decision: "決定",
    says: "內容",
    when: "時間",
    pair: (kind, source, target) => `${kind} ${source} = ${target}`,
    same: "同一筆",
    other: "不是同一筆",
    configuration: "設定檔",
    store: "已儲存",
  },
  planShows: "後續變更請見 `musterd plan`。",
  nothingToDecide: "沒有待決定的項目：暫緩的資料在系統中都沒有疑似相同的資料。",
  ofMany: (at, total) => `第 ${at} 項，共 ${total} 項`,
  whichOne: (choices) => `是哪一筆？[${choices}：同一筆，n：都不是，s：略過，q：結束] `,

  bundleWritten: (file) => `已寫入 ${file}，寄出前請先看過內容。`,
  parts: {
    configuration: "設定檔",
    source: "來源",
    target: "目標",
    redis: "Redis",
    state: "狀態資料夾",
    database: "資料庫",
    space: "可用空間",
    clock: "時鐘",
    lock: "鎖定",
    runs: "執行",
    certificates: "憑證",
    "sign-off": "簽核",
    channel: "通知通道",
  },
  check: {
    remaining: {
      changesFailed: ({ failed, notTried, unconfirmed }, codes, run) => [
        `上次執行未全部完成：失敗 ${number(failed)} 筆、未執行 ${number(notTried)} 筆、未確認 ${number(unconfirmed)} 筆（${codes.join("、")}）`,
        `請以 \`musterd show ${run}\` 查看原因；下一次執行會再試`,
      ],
      interrupted: (refreshOwed, undone) => [
        `上次執行中斷${refreshOwed ? "，且尚待更新權限" : ""}`,
        undone === undefined
          ? "請啟動常駐程式，或執行 `musterd apply`，下一次執行會完成其餘部分"
          : `\`musterd undo ${undone}\` 會繼續還原；其他執行（包括常駐程式）都會再次依照來源`,
      ],
      refreshOwed: ["先前的執行尚待更新權限", "請啟動常駐程式，或執行 `musterd apply`，下一次執行會更新"],
      quarantine: (times, since, nextTry) => [
        `執行已隔離：自 ${since} 起有 ${number(times)} 次相同的失敗，常駐程式將於 ${nextTry} 再試`,
        "請排除原因，再執行 `musterd resync`",
      ],
      questions: (n) => [`${number(n)} 筆暫緩的資料可能已在系統中，但代號不同`, "請以 `musterd adopt` 決定"],
      kindsHeld: (held) => [
        `上次執行未比對：${held.map((kind) => kinds[kind].one).join("、")}（品質檢核已暫緩）`,
        "請以 `musterd source check` 查看來源的問題",
      ],
      ...noticedChinese,
      nothing: "先前的執行沒有遺留待辦事項",
    },
    sourceFound: (counts, rejected, dropped) => {
      const records = Object.entries(counts).map(
        ([kind, n]) => `${directory[kind as keyof typeof directory]} ${number(n)} 筆`,
      );
      return `${records.join("、")}；退回 ${number(rejected)} 列，略過 ${number(dropped)} 個欄位`;
    },
    sourceHolds: (held) =>
      `品質檢核暫緩${held.map((kind) => kinds[kind].one).join("、")}，執行時不會處理；原因請見 \`musterd source check\``,
    undamaged: (files) => `已完整讀取 ${files.join("、")}，沒有損毀`,
    notExamined: (file) => `${file} 正由其他程序使用，未完整讀取`,
    evicts: (redis, policy) =>
      `${redis}：記憶體已滿時會刪除鍵（maxmemory-policy ${policy}），執行可能因此失去工作或鎖定；請設定 maxmemory-policy noeviction`,
    noRun: "目前沒有程式持有執行權或鎖定",
    held: ({ where, host, pid, since, until }, next) => {
      const times = `${since === undefined ? "" : `自 ${since} 起，`}至 ${until}`;
      const holder = `${host} 上的程序 ${pid} 持有${where === "lease" ? "執行權" : " Redis 中的鎖定"}（${times}）`;
      const then = next === "takes-over" ? "下一次執行將接手" : "在此之前無法開始執行";
      return next ? `${holder}；該程序已不再續期，${then}` : holder;
    },
    strangeLock: (seconds) =>
      Number.isFinite(seconds)
        ? `Redis 中的鎖定由其他程式寫入；刪除之前，或 ${number(seconds)} 秒內，無法開始執行`
        : "Redis 中的鎖定由其他程式寫入或變更，且永不到期；刪除之前無法開始執行",
    free: (mebibytes, folder) => `${folder} 尚有 ${number(mebibytes)} MiB 可用`,
    littleSpace: (mebibytes, folder, needed) =>
      `${folder} 僅剩 ${number(mebibytes)} MiB；執行或升級可能需要 ${number(needed)} MiB`,
    certificate: (name, day, daysLeft) =>
      daysLeft < 0 ? `${name} 已於 ${day} 到期` : `${name} 於 ${day} 到期（尚餘 ${number(daysLeft)} 天）`,
    noCertificates: "未使用憑證",
    semicolon: "；",
    clock: (seconds) => `與系統的時間相差 ${number(Math.abs(seconds))} 秒`,
    wrongClock: (seconds) =>
      `比系統的時間${seconds > 0 ? "快" : "慢"} ${number(Math.abs(seconds))} 秒：請以 NTP 校正兩者，因為今天誰在職取決於時間`,
    noDate: "系統未提供時間",
    wideAccess: (file, mode) => `${file} 不只擁有者能使用（權限 ${mode}）`,
    noLevels:
      "沒有部門指定部門層級，新增的部門將暫緩：請在 source.departments.columns 加上 `level: { value: DEPT }`，並在 source.levels 加上 `records: [{ code: DEPT, name: 部門 }]`",
    answered: (ids) => `${ids} 有回應`,
    untried: (ids) => `${ids} 未測試：系統中沒有已知的部門或人員`,
    writesUntried: "寫入作業不測試",
    bound: (binding, by, state) => `${binding}，依據 ${by}：${stateOf[state]}`,
    unneeded: (file, ids) => `${file} 未列出 ${ids}，但執行時用不到`,
  },

  status: {
    state: "狀態",
    states: { well: "正常", trouble: "有問題", waiting: "待人處理" },
    target: "系統",
    lastGood: "上次成功執行",
    lastRun: "上次執行",
    nextRun: "下次執行",
    none: "無",
    withCode: (status: string, code: string) => `${status}（${code}）`,
    nextAt: (time: string, by: string) => `${time} · ${by}（須有常駐程式執行中）`,
    timesIn: (timeZone: string) => `（時區：${timeZone}）`,
  },

  notify: {
    noChannels: "沒有通知對象：設定檔沒有 `notify.channels`。",
    nothingWrong: "目前沒有問題。",
    wrongNow: "目前的問題",
    since: "始於",
    heads: ["時間", "通道", "訊息", "狀態"],
    states: { waiting: "等待送出", sent: "已送出", "given-up": "已放棄" },
  },

  noRuns: "尚無執行紀錄。",
  run: "執行",
  started: "開始時間",
  timesIn: (timeZone) => `時間為 ${timeZone} 時區。每一人員、部門或其他資料計為一筆。`,
  took: "歷時",
  phases: {
    "reading-source": (time) => `讀取人事資料 ${time}`,
    "reading-site": (time) => `讀取系統 ${time}`,
    planning: (time) => `規劃 ${time}`,
    waiting: (time) => `等候人員 ${time}`,
    applying: (time) => `套用 ${time}`,
    refresh: (time) => `更新權限 ${time}`,
  },
  runStatus: "狀態",
  inEntries: "筆數",
  plannedCount: (n) => `規劃 ${number(n)} 筆`,
  appliedCount: (n) => `套用 ${number(n)} 筆`,
  failedCount: (n) => `失敗 ${number(n)} 筆`,
  stillOpen: (resources) => `結束時仍未關閉，已強制中斷：${resources.join("、")}`,
  noSiteHabits: "未見任何寫入更動其他內容。",
  unconfirmedCount: (n) => `未確認 ${number(n)} 筆`,
  notTriedCount: (n) => `未執行 ${number(n)} 筆`,
  heldCount: (n) => `暫緩 ${number(n)} 筆`,
  refreshIsOwed: "尚待更新權限",
  undoOf: (run: string) => `還原 ${run}`,
  nothingToDo: "無需變更",

  forgetTarget: (target) =>
    `要清除寫入 ${targetText(target, "zh-TW")} 的紀錄、對應關係與來源資料嗎？下次套用時會補做一次權限更新。`,
  forgetProfile: (target) => `要清除 ${targetText(target, "zh-TW")} 下次檢查來源品質時的比較基準嗎？`,
  forgetPerson: (person, what) => `要從歷史紀錄中永久移除 ${person} 嗎？將變更或刪除的資料列：${what}。`,
  forgottenPerson: (pseudonym, what) => `已移除；歷史紀錄改以 ${pseudonym} 稱呼此人。已變更或刪除的資料列：${what}。`,
  forgotten: (target, what) => `已清除 ${targetText(target, "zh-TW")} 的紀錄：${what}。`,
  nothingForgotten: "未清除任何紀錄。",
  keyRotated: (values, plans) => `已更換金鑰：${values} 筆儲存資料與 ${plans} 份已儲存的計畫已改用新金鑰加密。`,

  outOfScope: "不在範圍內：依 `only` 或 `except` 排除",
  read: "讀到",
  becomes: "轉換為",
  has: "內容",
  thePerson: "合併後的人員資料",
  droppedTogether: "合併各部分時略過的資料",
  leftOut: "略過欄位",
  rowRejected: "退回資料列",
  rejectedRows: "退回的資料列",
  fieldsLeftOut: "略過的欄位",
  firstAt: (n, place, column, reason) => `${number(n)} 筆，第一筆在 ${place} ${column}：${reason}`,
  quality: "來源資料品質",
  noFindings: "來源資料品質：沒有發現問題。",
  kind: "類別",
  rowCount: "列數",
  recordCount: "筆數",
  quarantined: "隔離",
  rejected: "退回",
  rowsLeftOut: "略過或合併",
  filled: "有值的比例",
  unread: (file, columns) => `${file}：沒有設定使用欄位 ${columns}`,
  unreadLastDay: (file, columns) => `${file}：沒有設定使用欄位 ${columns}，看似離職日，請對應到 \`resignationDate\``,
  fileRead: (file, rows, at) => `${file}：${number(rows)} 列，寫入時間 ${at}`,
  searchRead: (way, changed, deleted) => `${way}，異動 ${number(changed)} 筆，刪除 ${number(deleted)} 筆`,
  inFull: (why) => (why === undefined ? "依設定完整讀取" : `完整讀取（${why}）`),
  byChanges: "僅讀取異動",
  hint: "提示",
  drift: (n) => `另有 ${number(n)} 筆異動未獲通知`,

  serviceAt: (url, company) => `參考服務：${url}（公司 ${company}）；說明與試用：${url}/`,
  loaded: (sections) => (sections === "" ? "沒有可載入的資料。" : `已載入：${sections}。`),
  written: (file) => `已寫入：${file}`,
  auditHeads: ["時間（+08:00）", "事件", "結果", "人員", "來源", "對象"],
  auditResults: { ok: "成功", refused: "拒絕" },
  noAudit: "沒有事件。",
  keyAdded: (name) => `已新增金鑰 ${name}。以下密鑰只顯示這一次：`,
  keyRemoved: (name) => `已移除金鑰 ${name}。`,
  noKeys: "尚無金鑰。",
  keyHeads: ["名稱", "權限", "到期", "來源位址", "授權範圍"],
  never: "永不到期",
  any: "不限",
  none: "無",
  all: "全部",
  designated: { forms: "表單", libraries: "文件庫", surveyCategories: "問卷類別" },
  appAdded: (name) => `已註冊應用程式 ${name}。`,
  appSecret: (secret) => `密鑰（只顯示這一次）：${secret}`,
  appRemoved: (name) => `已移除應用程式 ${name}，使用者先前的授權一併失效。`,
  noApps: "尚無應用程式。",
  appHeads: ["名稱", "App-Id", "密鑰", "權限", "返回網址"],
  yes: "有",
  no: "無",
  keysRotated: (until) => `已改用新的簽章金鑰，舊金鑰於 ${until} 前仍有效。`,
  passwordSet: (account) => `已設定 ${account} 的密碼。`,
  passwordIs: (password) => `密碼為：\n${password}`,
  passwordPrompt: "密碼：",

  demo: {
    company: (people, departments) => `範例公司：${number(people)} 人，${number(departments)} 個部門。`,
    where: (folder) => `系統中是數週前的狀態；今天的人事匯出檔在 ${folder}。`,
    plan: "1. 會有哪些變更？（`musterd plan`，只讀取）",
    calls: (calls, writes) => `呼叫系統 ${number(calls)} 次，其中寫入 ${number(writes)} 次。`,
    apply: "2. 套用（`musterd apply`）",
    applied: (status, applied, failed, held) =>
      `${status}：套用 ${number(applied)} 筆，失敗 ${failed} 筆，暫緩 ${held} 筆`,
    writes: (writes, refreshes, isLast) =>
      `寫入 ${number(writes)} 次，之後權限更新 ${refreshes} 次${isLast ? "，且為最後一次寫入" : ""}。`,
    again: "3. 現在呢？（再次執行 `musterd plan`）",
    agree: "無需變更：人事資料與系統一致。",
    left: (n) => `尚有 ${number(n)} 筆。`,
    after: (writes, refreshes) => `寫入 ${number(writes)} 次，權限更新 ${refreshes} 次。`,
    report: (file) => `可用瀏覽器開啟並搜尋的報表：${file}`,
    console: (url, name, password) => `控制台：${url}\n   以 ${name} 登入，密碼 ${password}。有一份計畫等待決定。`,
    consoleLink: (name, url) => `僅限該計畫，身分 ${name}（只能使用一次）：${url}`,
    consoleEnd: "按 Ctrl-C 結束全部。",
  },
};
