/**
 * The first page of the service: all operations, found by id, name, path and words in English and Chinese. Each leads to the page at
 * `/docs/` that describes it and tries it. Without scripts the page is the whole list.
 */
import { hash } from "node:crypto";
import { openApiDocument } from "../contract/open-api/open-api.ts";
import type { Group } from "../contract/operations/operation-spec.ts";
import { escapeHtml } from "../lib/escape-html.ts";
import { oncePer } from "../lib/once.ts";

type Listed = {
  readonly id: string;
  readonly name: string;
  readonly request: string;
  readonly tag: string;
  readonly summaries: readonly [english: string, chinese: string];
  readonly href: string;
};

const operationsOf = (group: Group): readonly Listed[] =>
  Object.entries(openApiDocument(group).paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => {
      const [tag = ""] = operation.tags;
      return {
        id: operation["x-id"],
        name: operation.operationId,
        request: `${method.toUpperCase()} ${path}`,
        tag,
        summaries: [operation.summary, operation["x-summary-zh-tw"]],
        href: `/docs/?group=${group}#/${encodeURIComponent(tag)}/${operation.operationId}`,
      };
    }),
  );

const style = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 0 1rem 2rem; font: 16px/1.5 system-ui, "Noto Sans TC", "Microsoft JhengHei", sans-serif; }
h1 { margin: .75rem 0 .25rem; font-size: 1.3rem; }
p { margin: 0 0 .5rem; }
search { position: sticky; top: 0; padding: .5rem 0; background: Canvas; }
input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; }
h2 { margin: 1rem 0 .25rem; font-size: 1rem; }
ul { margin: 0; padding: 0; list-style: none; }
li { border-top: 1px solid #8886; }
li a { display: block; padding: .5rem 0; color: inherit; text-decoration: none; }
li a:hover, li a:focus { text-decoration: underline; }
code { overflow-wrap: anywhere; }
[hidden] { display: none; }
`;

/** Only this page's style and script. */
export const explorerPolicy = `default-src 'none'; script-src 'self'; style-src 'sha256-${hash("sha256", style, "base64")}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const chineseTags: Readonly<Record<string, string>> = {
  Departments: "部門",
  "Department levels": "部門層級",
  Employees: "員工",
  "Job functions": "職務",
  "Job titles": "職稱",
  "Permission refresh": "權限更新",
  Agents: "代理人",
  Forms: "表單",
  "Document libraries": "文件庫",
  "Controlled documents": "管制文件",
  "Punch records": "打卡紀錄",
  Surveys: "問卷",
  Notifications: "通知",
  "File upload": "檔案上傳",
  "Own profile": "個人資料",
  "Own forms": "個人表單",
  "Document center": "文件中心",
};

const words = {
  en: {
    title: "Operations",
    section: (tag: string, group: string) => `${tag} <small>(${group})</small>`,
    groups: { system: "With a key of another system", user: "For a signed-in user" },
    search: "Find by id, name, path or word",
    found: "operations",
    more: "The sandbox",
  },
  "zh-TW": {
    title: "作業",
    section: (tag: string, group: string) =>
      `${chineseTags[tag]} · <span lang="en">${tag}</span><small>（${group}）</small>`,
    groups: { system: "以其他系統的金鑰呼叫", user: "代表已登入的使用者" },
    search: "以代號、名稱、路徑或文字尋找",
    found: "項作業",
    more: "沙箱",
  },
} as const;
type PageLanguage = keyof typeof words;

const itemOf = ({ id, name, request, summaries, href }: Listed, language: PageLanguage): string => {
  const [english, chinese] = summaries;
  const said =
    language === "en"
      ? `${english} · <span lang="zh-TW">${chinese}</span>`
      : `${chinese} · <span lang="en">${english}</span>`;
  return `<li><a href="${escapeHtml(href)}"><b>${id}</b> ${said}<br><code>${escapeHtml(request)}</code> <code>${name}</code></a></li>`;
};

const groupOf = (group: Group, language: PageLanguage): string =>
  [...Map.groupBy(operationsOf(group), ({ tag }) => tag)]
    .map(
      ([tag, operations]) =>
        `<section><h2>${words[language].section(escapeHtml(tag), words[language].groups[group])}</h2>\n<ul>\n${operations.map((one) => itemOf(one, language)).join("\n")}\n</ul></section>`,
    )
    .join("\n");

/** Returns the page, complete without its script. It is made once: that takes a tenth of a second, and strangers ask for it. */
export const explorerPage = oncePer((language: PageLanguage): string => {
  const say = words[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${say.title}</title>
<style>${style}</style>
<script src="/explorer.js" defer></script>
</head>
<body>
<main>
<h1>${say.title}</h1>
<p><span id="count" role="status">115</span> ${say.found} · <a href="/sandbox">${say.more}</a></p>
<search><input type="search" id="find" placeholder="${say.search}" aria-label="${say.search}"></search>
${groupOf("system", language)}
${groupOf("user", language)}
</main>
</body>
</html>
`;
});

/** Shows the operations that contain all words of the search, and of each section only what has one. */
export const explorerScript = `const find = document.getElementById("find");
const count = document.getElementById("count");
const fold = (text) => text.normalize("NFKC").toLowerCase();
const items = [...document.querySelectorAll("li")].map((item) => ({ item, text: fold(item.textContent) }));
const update = () => {
  const words = fold(find.value).split(/\\s+/);
  let shown = 0;
  for (const { item, text } of items) {
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll("section"))
    section.hidden = section.querySelector("li:not([hidden])") === null;
  count.textContent = shown;
};
find.addEventListener("input", update);
update();
`;
