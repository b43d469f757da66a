/** The days of a leave disable people, so they are read only where somebody has said so, and only together. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { inFolder, proposalOf } from "./proposal-of.ts";

const leaveFields = async (header: string, status: string, days: string, onLeave = "?") => {
  const rows = Array.from(
    { length: 8 },
    (_, at) => `E${at}7,陳${at},u${at},${at === 3 ? `${status},${days}` : `在職${days.replaceAll(/[^,]/g, "")}`}`,
  );
  const answer = ({ id, options }: Question) => (id === "on-leave" ? onLeave : (options[0]?.value ?? "?"));
  return inFolder({ "員工.csv": `工號,姓名,帳號,在職狀態,${header}\n${rows.join("\n")}\n` }, async (folder) => {
    const { draft } = await proposalOf(folder, answer);
    return {
      asked: draft.questions.filter(({ id }) => id === "on-leave").map(({ text }) => text),
      fields: draft.parts.flatMap(({ lines }) =>
        lines.flatMap(({ field }) => (field.startsWith("leave") ? [field] : [])),
      ),
      unread: draft.unread.flatMap(({ columns }) => columns),
    };
  });
};

describe("the days of a leave", () => {
  const both = ["留停起日,留停迄日", "2026/10/01,2027/03/31"] as const;

  it("are not read if people on leave stay active, or nobody has said so", async () => {
    for (const onLeave of ["active", "?"]) {
      const { fields, unread } = await leaveFields(both[0], "留停", both[1], onLeave);
      expect(fields).toEqual([]);
      expect(unread).toEqual(["留停起日", "留停迄日"]);
    }
  });

  it("are read if people on leave are disabled, which is asked once", async () => {
    const { fields, asked } = await leaveFields(both[0], "留停", both[1], "disabled");
    expect(fields).toEqual(["leaveFrom", "leaveUntil"]);
    expect(asked).toHaveLength(1);
  });

  it("are asked about although no word of the status says leave", async () => {
    const { fields, asked } = await leaveFields(both[0], "在職", both[1], "disabled");
    expect(asked).toEqual(["留停起日 1: do people on leave keep their accounts?"]);
    expect(fields).toEqual(["leaveFrom", "leaveUntil"]);
    expect((await leaveFields(both[0], "在職", both[1])).fields).toEqual([]);
  });

  it.each(["Maternity Leave Start", "留停起日", "留停迄日"])("are not read without the other: %s", async (header) => {
    const { fields, unread } = await leaveFields(header, "留停", "2019/03/02", "disabled");
    expect(fields).toEqual([]);
    expect(unread).toEqual([header]);
  });
});
