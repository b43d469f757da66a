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

describe("rows of part-time posts", () => {
  const rows = (header: string, main: string, further: string) => ({
    "任職.csv": `員工編號,姓名,帳號,部門代碼,部門名稱,${header}\n${Array.from("abcdefgh", (one, at) => `${100 + at},陳${one},${one}login,D${at % 3},部${at % 3},${main}\n`).join("")}100,陳a,alogin,D1,部1,${further}\n`,
  });

  it.each([
    ["主兼任", "主", "兼"],
    ["主/兼", "主", "兼"],
    ["主兼別", "主職", "兼職"],
    ["任職別", "本職", "兼任"],
    ["專兼任", "專任", "兼任"],
    ["任職類型", "主要", "次要"],
    ["Assignment", "Primary", "Secondary"],
  ])("are posts of one person, whatever the header of the mark: %s", async (header, main, further) => {
    await inFolder(rows(header, main, further), async (folder) => {
      const { yaml } = await proposalOf(folder, likely);
      const { directory, rejected } = (await readWith(folder, yaml)).snapshot;
      expect(rejected).toEqual([]);
      expect(directory.employees?.[0]?.posts?.map(({ department, main }) => [department, main])).toEqual([
        ["D0", true],
        ["D1", false],
      ]);
    });
  });

  it("have the main post where the word says so, if every person has one row of each kind", async () => {
    const header = "員工編號,姓名,帳號,部門代碼,部門名稱,主兼職";
    const both = Array.from("abcdefgh", (one, at) =>
      ["兼職", "主職"].map((mark, kind) => `${100 + at},陳${one},${one}login,D${kind},部${kind},${mark}\n`).join(""),
    );
    await inFolder({ "任職.csv": `${header}\n${both.join("")}` }, async (folder) => {
      const { yaml } = await proposalOf(folder, likely);
      const { directory } = (await readWith(folder, yaml)).snapshot;
      const main = directory.employees?.[0]?.posts?.find(({ main }) => main);
      expect(main?.department).toBe("D1");
    });
  });

  it("are not recognised by a mark that is no word for a main post", async () => {
    await inFolder(rows("班別", "日", "夜"), async (folder) => {
      const { first } = await proposalOf(folder, likely);
      expect(first.parts.some(({ table }) => table === "posts")).toBe(false);
    });
  });
});
