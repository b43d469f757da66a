/** Headers that say the same in two languages are as plain as in one, however the two are joined. */
import { describe, expect, it } from "vitest";
import { meaningsOf } from "../../../src/cli/init/tables/known-words.ts";
import { inFolder, proposalOf } from "./proposal-of.ts";

describe("a header in two languages", () => {
  it.each([" ", "/", "\n", " - ", "_"])("names its column plainly, joined by %j", async (by) => {
    const header = ["員工編號,Employee No.", "姓名,Name", "帳號,Account", "狀態,Status", "離職日期,Last Day"]
      .map((one) => `"${one.replace(",", by)}"`)
      .join(",");
    const row = (at: number): string => `E${at}7,陳明${at},u${at},${at === 3 ? "離職,2026-01-31" : "在職,"}`;
    const file = `${header}\n${Array.from({ length: 12 }, (_, at) => row(at)).join("\n")}\n`;
    const { draft, asked } = await inFolder({ "people.csv": file }, (folder) =>
      proposalOf(folder, ({ id }) => (id === "department" ? "none" : "?")),
    );
    expect(asked.flatMap(({ id }) => (id === "department" ? [] : [id]))).toEqual([]);
    expect(draft.parts.flatMap(({ lines }) => lines.map(({ field }) => field)).toSorted()).toEqual(
      ["account", "active", "name", "number", "resignationDate"].toSorted(),
    );
  });

  it.each(["主管 Name", "狀態 Date", "部門 Code", "舊工號 Employee No.", "員工 No. 2", "Status 日期"])(
    "is not plain where the two say different things: %s",
    (header) => {
      expect([...meaningsOf(header).values()]).not.toContain("plain");
    },
  );
});
