/** Tests the progress when standard error is no terminal; `usage.test.ts` tests it on a terminal. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showProgress } from "../../../src/cli/terminal/progress.ts";

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line).trimEnd()) > 0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const read = (what: string, count: number) => ({ what, unit: "rows", count }) as const;
const change = (done: number) => ({ done, total: 100, wave: 1, waves: 1 });

describe("progress", () => {
  it("of a short reading is not shown", () => {
    const { reading, end } = showProgress("en", false, false);
    reading(read("people.csv", 500));
    vi.advanceTimersByTime(9_000);
    reading(read("people.csv", 1_000));
    end();
    expect(lines).toEqual([]);
  });

  it("of a long reading is a line every ten seconds, with everything that has been read", () => {
    const { reading } = showProgress("en", false, false);
    reading({ what: "E1", unit: "records", count: 0 });
    for (let second = 1; second <= 25; second += 1) {
      vi.advanceTimersByTime(1_000);
      reading(read("people.csv", second * 500));
    }
    vi.advanceTimersByTime(5_000);
    reading({ what: "details", unit: "records", count: 7, total: 20 });
    expect(lines).toEqual([
      "  reading: employees … · people.csv 5,000 rows",
      "  reading: employees … · people.csv 10,000 rows",
      "  reading: employees … · people.csv 12,500 rows · departments and people 7/20",
    ]);
  });

  it("of a list that does not come says so every ten seconds, also when the files have been read", () => {
    const { reading, end } = showProgress("en", false, false);
    reading({ what: "E1", unit: "records", count: 0 });
    reading(read("people.csv", 3));
    end();
    vi.advanceTimersByTime(75_000);
    reading({ what: "E1", unit: "records", count: 0 });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(7);
    expect(lines.slice(-2)).toEqual([
      "  reading: employees … · people.csv 3 rows (nothing has come for 1 min 0 s)",
      "  reading: employees … · people.csv 3 rows (nothing has come for 1 min 10 s)",
    ]);
  });

  it("of a list that never came says nothing once the command has ended", () => {
    const { reading, close } = showProgress("en", false, false);
    reading({ what: "E1", unit: "records", count: 0 });
    vi.advanceTimersByTime(10_000);
    close();
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });

  it("counts the rate from the beginning of the changes, not from the question before", () => {
    const { reading, begin, update } = showProgress("en", false, false);
    reading(read("people.csv", 500));
    vi.advanceTimersByTime(3_600_000);
    begin();
    vi.advanceTimersByTime(2_000);
    update(change(10));
    update(change(11));
    vi.advanceTimersByTime(2_000);
    update(change(100));
    expect(lines).toEqual(["  10 of 100 entries (5/s)", "  100 of 100 entries (25/s)"]);
  });

  it("is in the language of the command, and absent where it is quiet", () => {
    for (const quiet of [true, false]) {
      const { begin, update, refresh } = showProgress("zh-TW", quiet, false);
      begin();
      vi.advanceTimersByTime(1_000);
      update(change(100));
      refresh(15);
    }
    expect(lines).toEqual(["  已處理 100 筆，共 100 筆 (每秒 100 筆)", "  權限更新中…… (15 秒)"]);
  });
});
