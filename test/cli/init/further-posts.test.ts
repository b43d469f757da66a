/** Columns of part-time posts: whoever reads only the main post takes the others from people who have them in the service. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const likely = ({ options }: Question): string => options[0]?.value ?? "?";

const proposed = (header: string, further: (at: number) => string) =>
  inFolder(
    {
      "員工.csv": `工號,帳號,姓名,部門代碼,部門名稱,職稱,${header}\n${Array.from("abcdefgh", (one, at) => `E${at},${one}login,陳${one},D${at % 3},第${at % 3}部,職員,${further(at)}\n`).join("")}`,
    },
    async (folder) => {
      const { first, yaml } = await proposalOf(folder, likely);
      const { directory } = (await readWith(folder, yaml)).snapshot;
      return { first, posts: directory.employees?.find(({ number }) => number === "E0")?.posts };
    },
  );

describe("columns of part-time posts", () => {
  it.each([
    ["兼任單位1,兼任職務1"],
    ["兼職部門代碼,兼職職稱代碼"],
    ["兼任部門,兼任職稱"],
    ["兼任1部門,兼任1職稱"],
    ["兼任1,兼任1職稱"],
  ])("are further posts with their titles: %s", async (header) => {
    const { posts, first } = await proposed(header, (at) => (at === 0 ? "D1,職員" : ","));
    expect(posts?.map(({ department, title, main }) => [department, title, main])).toEqual([
      ["D0", "職員", true],
      ["D1", "職員", false],
    ]);
    expect(first.notes).toEqual([]);
  });

  it.each(["兼任部門", "Secondary Department"])(
    "that nothing reads are told with what would happen: %s",
    async (header) => {
      const { first } = await proposed(header, (at) => (at < 2 ? "North/Sales" : ""));
      const people = first.parts.find(({ table }) => table === "employees");
      expect(people?.lines.find(({ field }) => field === "department")?.mapping).toBe("部門代碼");
      expect(first.notes).toEqual([
        `${header} names further posts of 2 people, and is not read: the first plan takes such posts from those who have them in the service. Write a part \`posts\` for it, or leave departments out.`,
      ]);
    },
  );
});
