/** Texts in Traditional Chinese of the commands about the record, people, decisions and requests. */
import type { RemainingWords } from "../../../check/check.ts";
import type { controlEnglish } from "../en/control.ts";
import { number } from "../en/counts.ts";

export const controlChinese: typeof controlEnglish = {
  tokens: {
    added: (name) => `已新增權杖 ${name}。以下內容只顯示這一次：`,
    revoked: (name) => `已撤銷權杖 ${name}。`,
    heads: ["名稱", "角色", "新增時間（+08:00）", "上次使用", "到期"],
    none: "尚無權杖。",
  },
  history: {
    none: "沒有任何執行更動過。",
    what: (kind, action, result) => `${action} ${kind}（${result}）`,
    by: (run, who) => `執行 ${run}（${who}）`,
    releasedBy: (who) => `由 ${who} 放行`,
    undoes: (run) => `還原 ${run}`,
    undoneBy: (run) => `已由 ${run} 還原`,
  },
  decide: {
    released: (until) => `計畫已放行，期限至 ${until}。`,
    appliedBy: (run, command) =>
      run === undefined ? `套用：${command}` : `常駐程式會在執行 ${run} 中套用；沒有常駐程式時：${command}`,
    rejected: "計畫已退回：在其有所不同之前，任何執行都不會套用。",
    withdrawn: "已撤回退回的決定，計畫重新等待決定。",
  },
  resync: {
    accepted: "已接受：常駐程式將立即執行，或在目前的執行結束後接著執行。",
    showsReport: (run) => `以 \`musterd show ${run}\` 檢視報表。`,
    notBegun: "執行尚未開始；`musterd status` 會說明原因。",
    restIn: (run) => `其餘部分由常駐程式在執行 ${run} 中完成。`,
    repeatedAt: (time) => `常駐程式將於 ${time} 重新執行。`,
  },
  users: {
    added: (name) => `已新增帳號 ${name}。`,
    revoked: (name) => `已撤銷帳號 ${name}。`,
    signedOut: (name, sessions) => `已登出 ${name}，結束的登入：${number(sessions)}。`,
    again: "請再輸入一次：",
    none: "尚無帳號。",
  },
  audit: {
    heads: ["編號", "時間（+08:00）", "事件", "人員或程式", "內容"],
    none: "沒有任何紀錄。",
    valid: (entries, head) =>
      entries === 0 ? "稽核紀錄有效，尚無內容。" : `稽核紀錄有效：共 ${number(entries)} 筆，最後一筆 ${head}`,
    problems: {
      changed: (n) => `第 ${n} 筆已遭更改。`,
      missing: (n) => `缺少第 ${n} 筆。`,
      added: (n) => `第 ${n} 筆不是 musterd 寫入的。`,
      text: (n) => `第 ${n} 筆的姓名或原因已遭更改或移除。`,
      rewritten: (n) => `稽核紀錄已遭改寫：第 ${n} 筆與原先不同。`,
      restored: (n) =>
        `狀態資料庫比稽核紀錄舊：缺少第 ${n} 筆起的內容。資料庫曾由備份還原，或其旁的 musterd.audit 已被替換。`,
    },
    restoredAt: (n) => `第 ${n} 筆記載：在此之前，狀態資料庫曾由備份還原，或稽核紀錄曾遭改寫。`,
  },
};

/** What the status says about a pause, and about what the daemon has noticed. */
export const noticedChinese: Pick<RemainingWords, "paused" | "noticed"> = {
  paused: (until) => [
    `在 ${until} 之前不會開始任何執行：已有人暫停執行`,
    "請等候，或請操作員恢復執行（`POST /v1/resume`）",
  ],
  noticed: {
    silence: (since) => [
      `過久沒有成功的執行（${since} 通知）`,
      "請檢視 `musterd runs`；`musterd resync` 可立即要求執行",
    ],
    "disk-nearly-full": (since) => [
      `狀態資料夾所在的磁碟即將用盡（${since} 通知）`,
      "請清出空間，或移動資料夾：`state.folder`",
    ],
    "certificate-ends": (since, name) => [
      `憑證 ${name} 即將到期或已到期（${since} 通知）`,
      "請更新憑證；`musterd check` 會顯示天數",
    ],
  },
};
