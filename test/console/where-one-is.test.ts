/** Tests that pages say where one is, and that the pages in Chinese have Chinese words for outcomes, times and signs. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OwnVisit } from "../../src/console/access/visit.ts";
import { duration } from "../../src/console/html/figures.ts";
import { sitePage } from "../../src/console/pages/knowledge.ts";
import { wordsOf } from "../../src/console/words/words.ts";
import { MusterdError } from "../../src/lib/errors.ts";
import { embeddedIdentity } from "../../src/model/target-identity.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;
beforeAll(async () => {
  const call = { operation: "D1", count: 2, seconds: 1 };
  const calls = async () => ["ok", "refused", "failed", "no-answer"].map((outcome) => ({ ...call, outcome }));
  at = await serveForTest({ language: "zh-TW" }, { calls });
});
afterAll(() => at.close());

const bodyOf = async (path: string, name?: string): Promise<string> => (await at.get(path, name)).body;

it("marks the page in the navigation, also after a search and a filter", async () => {
  expect(await bodyOf("/people?q=amy")).toContain('<a href="/people" aria-current="page">');
  expect(await bodyOf("/run?status=failed")).toContain('<a href="/run" aria-current="page">');
  expect(await bodyOf("/?done=started")).toContain('<a href="/" aria-current="page">');
});

it("has Chinese words for the outcomes of calls, and Chinese signs", async () => {
  const body = await bodyOf("/site");
  for (const word of ["成功", "拒絕", "失敗", "沒有回應", "500 毫秒"]) expect(body).toContain(`<td>${word}</td>`);
  expect(await bodyOf("/audit", "aude")).toMatch(/最後一筆：\d+/);
});

it("says at the start what to do about a trouble, in the language of the page", async () => {
  const error = new MusterdError("target-unavailable", "no answer", { hint: "check the address" });
  const remaining = [{ level: "trouble", error }] as const;
  const part = { part: "redis", error: new MusterdError("redis-unavailable", "no answer", { hint: "start it" }) };
  const status = async () => ({ state: "trouble", target: "x", parts: [part], remaining }) as const;
  const own = await serveForTest({ language: "zh-TW" }, { status });
  try {
    const { body } = await own.get("/");
    expect(body).toContain("<small><bdi>請確認系統已啟動，且網路可連通</bdi></small>");
    expect(body).toContain("<small><bdi>請檢查 redis.url、權限與記憶體；可執行 `musterd check`</bdi></small>");
  } finally {
    await own.close();
  }
});

it("shows no company where the address says which one it is", () => {
  const visit = { language: "zh-TW", words: wordsOf("zh-TW") } as unknown as OwnVisit;
  const shown = (target: string) => String(sitePage(visit, target, [], []).content);
  expect(shown(embeddedIdentity("DEMO"))).toContain("內建服務（公司 DEMO）");
  expect(shown(embeddedIdentity("DEMO"))).not.toContain("<dt>公司</dt>");
  expect(shown("https://service.example.com (company DEMO)")).toContain("<dt>公司</dt><dd><code>DEMO</code></dd>");
});

it.each([
  [1_400, "1 s", "1 秒"],
  [125_000, "2 min 5 s", "2 分 5 秒"],
  [7_260_000, "2 h 1 min", "2 小時 1 分"],
])("writes %i ms in the language of the page", (ms, english, chinese) => {
  expect(duration(ms, wordsOf("en"))).toBe(english);
  expect(duration(ms, wordsOf("zh-TW"))).toBe(chinese);
});
