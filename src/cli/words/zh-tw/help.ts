/** The help in Traditional Chinese: its texts, and the words that commander puts around them. */
import { helpTexts } from "./help-texts.ts";

/** The names of values in usages and options, such as `<file>`. */
const placeholders: Readonly<Record<string, string>> = {
  account: "帳號",
  code: "代號",
  codes: "代號",
  count: "數量",
  date: "日期",
  days: "天數",
  file: "檔案",
  files: "檔案",
  filter: "條件",
  fingerprint: "指紋",
  folder: "資料夾",
  format: "格式",
  head: "編號與摘要",
  host: "主機",
  hosts: "主機",
  id: "代號",
  key: "識別值",
  kinds: "類別",
  language: "語言",
  level: "等級",
  name: "名稱",
  names: "名稱",
  number: "編號",
  pairs: "配對",
  people: "人員",
  plan: "計畫",
  port: "連接埠",
  ranges: "網段",
  record: "資料",
  result: "結果",
  roles: "角色",
  run: "執行",
  site: "站台",
  size: "大小",
  text: "文字",
  time: "時間",
  url: "網址",
  urls: "網址",
  where: "位置",
};

const withPlaceholders = (text: string): string =>
  text.replace(/([<[])([a-z]+)(\.\.\.)?([>\]])/g, (all, open, name: string, more = "", close) =>
    placeholders[name] === undefined ? all : `${open}${placeholders[name]}${more}${close}`,
  );

/** Replacements for commander's own headings and error messages. */
const commanderWords: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/^Usage:/, "用法："],
  [/^Options:$/, "選項："],
  [/^Arguments:$/, "參數："],
  [/^Commands:$/, "指令："],
  [/\[options\]/g, "[選項]"],
  [/\[command\]/g, "[指令]"],
  [/\(choices: (.*?)(, default: .*)?\)$/, "（可用值：$1$2）"],
  [/, default: "?(.*?)"?）$/, "，預設：$1）"],
  [/\(default: "?(.*?)"?\)$/, "（預設：$1）"],
  [/（預設：none）$/, "（預設：無）"],
  [/ （/g, "（"],
  [/error: unknown option (.*)/, "錯誤：沒有選項 $1"],
  [/error: unknown command (.*)/, "錯誤：沒有指令 $1"],
  [/error: missing required argument (.*)/, "錯誤：缺少參數 $1"],
  [/error: option (.*) argument missing/, "錯誤：選項 $1 缺少值"],
  [/error: required option (.*) not specified/, "錯誤：必須指定選項 $1"],
  [
    /error: option (.*) argument (.*) is invalid\. Allowed choices are (.*)\./,
    "錯誤：選項 $1 的值 $2 無效，可用值為 $3。",
  ],
  [
    /error: option (.*) argument (.*) is invalid\. The command at the top of `musterd plan` has the names, such as (.*)\./,
    "錯誤：選項 $1 的值 $2 無效；`musterd plan` 開頭的指令中有名稱，例如 $3。",
  ],
  [
    /error: command-argument value (.*) is invalid for argument (.*)\. Allowed choices are (.*)\./,
    "錯誤：參數 $2 的值 $1 無效，可用值為 $3。",
  ],
  [
    /error: too many arguments(?: for '.*')?\. Expected (\d+) arguments? but got (\d+): (.*)\./,
    "錯誤：參數過多，應為 $1 個，收到 $2 個：$3。",
  ],
  [/\(Did you mean one of (.*)\?\)/, "（是否為其中之一：$1？）"],
  [/\(Did you mean (.*)\?\)/, "（是否為 $1？）"],
];

export const helpWords = {
  texts: helpTexts,
  frame: (text: string): string =>
    withPlaceholders(
      commanderWords.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text),
    ),
  placeholders: withPlaceholders,
  argument: (name: string): string => placeholders[name] ?? name,
};
