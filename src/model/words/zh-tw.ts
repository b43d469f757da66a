/** Names of kinds, actions, and states and triggers of runs in Traditional Chinese, in the usage of Taiwan. */
import type { CommonWords } from "./words.ts";

const same = (word: string) => ({ one: word, other: word });

export const traditionalChinese: CommonWords = {
  kinds: {
    level: same("部門層級"),
    department: same("部門"),
    category: same("職務類別"),
    function: same("職務"),
    title: same("職稱"),
    employee: same("員工"),
    post: same("任職"),
    manager: same("部門主管"),
    supervisor: same("簽核主管"),
  },
  actions: {
    create: "新增",
    update: "修改",
    rename: "更名",
    move: "移動",
    reorder: "調整順序",
    deactivate: "停用",
    reactivate: "啟用",
    remove: "移除",
  },
  statuses: {
    planned: "已規劃",
    blocked: "已擋下",
    running: "執行中",
    succeeded: "成功",
    partial: "部分完成",
    failed: "失敗",
    cancelled: "已取消",
    interrupted: "已中斷",
  },
  triggers: { schedule: "排程", request: "外部要求", "start-up": "啟動時", command: "指令", retry: "失敗後重試" },
};
