/** Tests what a page says of an error: in the language of the visitor, with its code, and with a line in the log if nobody expected it. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;
let cookie: string;

beforeAll(async () => {
  at = await serveForTest();
  cookie = `musterd=${await at.app.store.sessions.open("otto")}`;
});
afterAll(() => at.close());

const headers = (language: string) => ({ host: "127.0.0.1", cookie, "accept-language": language });

const send = async (url: string, language: string, from?: string) => {
  const { body } = await at.server.inject({ url: "/settings", headers: headers(language) });
  const token = /name="token" value="([^"]+)"/.exec(body)?.[1] ?? "";
  return at.server.inject({
    url,
    method: "POST",
    headers: {
      ...headers(language),
      ...(from !== undefined && { referer: from }),
      origin: "http://127.0.0.1",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams({ token }).toString(),
  });
};

it("says what is wrong and what to do in the language of the visitor, with the code", async () => {
  const english = await send("/run/none/undo", "en");
  expect(english.statusCode).toBe(409);
  for (const said of ["<code>run-unknown</code>", "no run none", "list the runs with"])
    expect(english.body).toContain(said);
  const chinese = await send("/run/none/undo", "zh-TW");
  expect(chinese.statusCode).toBe(409);
  for (const said of ["<code>run-unknown</code>", "沒有此執行紀錄", "請以 `musterd runs` 列出執行紀錄"])
    expect(chinese.body).toContain(said);
  expect(chinese.body).not.toContain("list the runs with");
});

it("says where an error is, and what the single error has as a hint, in the language of the visitor", async () => {
  const error = new MusterdError("option-invalid", "no limit", {
    place: { file: "hr/people.csv", line: 7 },
    hint: "give a whole number from 1, such as --limit 3",
  });
  const failing = vi.spyOn(at.app, "explain").mockRejectedValue(error);
  const english = await send("/people/look", "en");
  const chinese = await send("/people/look", "zh-TW");
  failing.mockRestore();
  expect(english.body).toContain("file hr/people.csv, line 7");
  expect(english.body).toContain("such as --limit 3");
  for (const said of ["檔案 hr/people.csv，第 7 行", "請指定 1 以上的整數", "請依詳情修正"])
    expect(chinese.body).toContain(said);
});

it("logs an error that nobody expected, and does not call it a refusal", async () => {
  const logged = vi.spyOn(at.app.log, "error");
  const failing = vi.spyOn(at.app, "explain").mockRejectedValue(new TypeError("x is not a function"));
  const { statusCode, body } = await send("/people/look", "en");
  expect(statusCode).toBe(500);
  expect(body).toContain("<code>internal</code>");
  expect(logged).toHaveBeenCalledOnce();
  failing.mockRestore();
  logged.mockRestore();
});

it("changes the language of an answer to a form on the page on which the form was sent", async () => {
  const switchTo = async (from?: string): Promise<string | undefined> =>
    /name="to" value="([^"]*)"/.exec((await send("/run/none/undo", "en", from)).body)?.[1];
  expect(await switchTo("http://127.0.0.1/run?who=ann&status=partial")).toBe("/run?who=ann&amp;status=partial");
  for (const from of [undefined, "no address", "http://127.0.0.1//example.com/x"])
    expect(await switchTo(from)).toBe("/");
});
